"""The player's choices about the app itself, kept in one small file."""

from __future__ import annotations

import json
import logging
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

log = logging.getLogger(__name__)

CHOICES: dict[str, tuple[str, ...]] = {
    "language": ("system", "en", "de", "nl"),
    "text_size": ("small", "normal", "large", "huge"),
    "appearance": ("system", "light", "dark"),
    "start_way": ("fingers", "wheel"),
}
START_SECONDS = (1, 10)


@dataclass(frozen=True, slots=True)
class Settings:
    """What the settings screen shows."""

    language: str = "system"
    text_size: str = "normal"
    appearance: str = "system"
    colour_blind: bool = False
    vibration: bool = True
    start_seconds: int = 3
    start_way: str = "fingers"
    last_game: str = "marble"
    ruleset: str = "default"

    @classmethod
    def from_json(cls, data: Any) -> Settings:
        """Whatever is there and makes sense; the rest as shipped."""
        if not isinstance(data, dict):
            return cls()
        kept: dict[str, Any] = {}
        for field in fields(cls):
            value = data.get(field.name)
            if type(value) is not type(field.default):
                continue
            if field.name in CHOICES and value not in CHOICES[field.name]:
                continue
            kept[field.name] = value
        if "start_seconds" in kept:
            low, high = START_SECONDS
            kept["start_seconds"] = min(max(kept["start_seconds"], low), high)
        return cls(**kept)


def load_settings(path: Path) -> Settings:
    """The stored settings; those that the app ships with if there are none or they cannot be read."""
    try:
        return Settings.from_json(json.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        return Settings()
    except (OSError, ValueError) as error:
        log.warning("settings not read: %s", error)
        return Settings()


def save_settings(path: Path, settings: Settings) -> None:
    """Write the settings so that a half-written file can never be found."""
    write_json(path, asdict(settings))


def write_json(path: Path, data: Any) -> None:
    """Write beside the old file and then put it in its place. Raises `OSError`."""
    draft = path.with_suffix(".new")
    draft.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
    draft.replace(path)
