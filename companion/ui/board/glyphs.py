"""Letters and icons as textures, drawn once and coloured where they are used."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from kivy.core.text import Label as CoreLabel

from companion.colour_names import colour_name
from companion.ui.icons import icon
from companion.ui.widgets.badge import letters_for

GLYPH_PX = 64

KIND_ICONS = {
    "temple": "account_balance",
    "bath": "bathtub",
    "theatre": "theater_comedy",
    "arena": "stadium",
    "fountain": "water_drop",
}


@cache
def glyph(text: str, font: str = "Roboto", bold: bool = True) -> Any:
    """The text in white on nothing, as a texture."""
    label = CoreLabel(text=text, font_name=font, font_size=GLYPH_PX, bold=bold, color=(1, 1, 1, 1))
    label.refresh()
    label.texture.min_filter = "linear"
    return label.texture


def colour_letter(colour: str, among: Sequence[str]) -> str:
    """The letter of a colour's name in the player's language, two where others begin alike."""
    names = list(among)
    letters = letters_for([colour_name(name) for name in names])
    return letters[names.index(colour)] if colour in names else colour_name(colour)[:1].upper()


def icon_glyph(name: str) -> Any:
    """An icon of the app's icon font."""
    return glyph(icon(name), "Icons", False)


def kind_glyph(kind: str) -> Any:
    """The sign of a building's kind or of a fountain."""
    return icon_glyph(KIND_ICONS[kind])
