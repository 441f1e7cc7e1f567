"""Places in a list of JSON-like tuples, told apart by their shape."""

from __future__ import annotations

from typing import Any

from companion.ui.board.view import Mark
from companion.ui.theme import Colour


def kind_of_place(at: Any) -> str:
    """`site` for a point, `hill` for a triangle, `edge` for two points, `tile` for two triangles."""
    if isinstance(at[0], int):
        return "site" if len(at) == 2 else "hill"
    return "edge" if len(at[0]) == 2 else "tile"


def as_place(at: Any) -> Any:
    """JSON lists as tuples."""
    return tuple(as_place(item) for item in at) if isinstance(at, list | tuple) else at


def marks_of(places: Any, colour: Colour) -> list[Mark]:
    """Marks for the places of a problem or of a score sheet's line."""
    return [(kind_of_place(at), as_place(at), colour) for at in places if not isinstance(at, str)]
