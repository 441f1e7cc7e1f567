"""The names of piece colours in the player's language."""

from __future__ import annotations

from companion.translation import _, mark

COLOUR_NAMES: dict[str, str] = {
    "red": mark("red"),
    "blue": mark("blue"),
    "green": mark("green"),
    "yellow": mark("yellow"),
    "purple": mark("purple"),
    "orange": mark("orange"),
    "black": mark("black"),
    "white": mark("white"),
    "brown": mark("brown"),
    "grey": mark("grey"),
    "pink": mark("pink"),
    "joker": mark("joker"),
}


def colour_name(key: str) -> str:
    """The colour's name for people; a name that the players gave themselves stays as it is."""
    return _(COLOUR_NAMES[key]) if key in COLOUR_NAMES else key
