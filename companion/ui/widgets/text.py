"""Texts that wrap and take the height they need, and icons."""

from __future__ import annotations

from kivy.core.text import Label as TextPainter
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.label import Label

from companion.ui.icons import icon
from companion.ui.kv import load_kv


def text_width(text: str, font_size: float, bold: bool = False) -> float:
    """How wide a text is on one line, in pixels."""
    painter = TextPainter(font_size=font_size, bold=bold)
    return float(painter.get_extents(text)[0])


class Text(Label):
    """A paragraph: wraps at its width, as high as it needs. `hug` makes it as wide as its text instead."""

    hug = BooleanProperty(False)

    def on_texture_size(self, _widget: Label, size: tuple[float, float]) -> None:
        if self.hug:
            self.width = size[0]


class SoftText(Text):
    """Less important words."""


class SmallText(Text):
    """Captions and sources."""


class Heading(Text):
    """The name of a part of the screen."""


class Title(Text):
    """The name of the screen or of what it shows."""


class Symbol(Label):
    """An icon by its name in `icons.py`."""

    icon = StringProperty("")

    def on_icon(self, _widget: Label, name: str) -> None:
        self.text = icon(name) if name else ""


load_kv(__file__)
