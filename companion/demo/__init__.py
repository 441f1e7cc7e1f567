"""The bundled game: a photo of a finished board, the profile of its copy, and what the players hold."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path


def demo_file(name: str) -> Path:
    """A file of the bundled game: board.jpg, copy.profile or players.json."""
    return Path(str(files("companion") / "demo" / name))
