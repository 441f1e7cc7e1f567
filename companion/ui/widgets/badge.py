"""A player's sign: colour, pattern and letter, so that colour is never alone."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, Ellipse, SmoothLine
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.label import Label

from companion.ui.kv import load_kv
from companion.ui.theme import PIECE_COLOURS, ink_on, look, mix, with_alpha
from companion.ui.widgets.pattern import pattern_texture


def pattern_of(colour: str) -> int:
    """Which pattern goes with a piece colour, the same everywhere."""
    names = list(PIECE_COLOURS)
    return names.index(colour) if colour in names else sum(colour.encode()) % 10


def letters_for(names: list[str]) -> list[str]:
    """One letter for each name, two where the first is not enough to tell them apart."""
    firsts = [name[:1].upper() for name in names]
    return [
        first if firsts.count(first) == 1 else name[:2].capitalize()
        for first, name in zip(firsts, names, strict=True)
    ]


class PlayerBadge(Label):
    """A disc in the player's `colour` (a piece colour's name) with `text` (a letter or two) on it."""

    colour = StringProperty("")
    start = BooleanProperty(False)  # a laurel ring: the start player
    ring = NumericProperty(0)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("pos", "size", "colour", "start"):
            self.fbind(name, self._draw)
        self._draw()

    def _draw(self, *_event: Any) -> None:
        fill = look.piece(self.colour) if self.colour else look.palette.surface_low
        ink = ink_on(fill)
        self.color = ink
        canvas = self.canvas.before
        canvas.clear()
        x, y, side = self.x, self.y, min(self.width, self.height)
        inner = side * 0.62
        with canvas:
            Color(*fill)
            Ellipse(pos=(x, y), size=(side, side))
            if self.colour and pattern_of(self.colour):
                Color(*with_alpha(mix(fill, ink, 0.55), 0.9))
                Ellipse(pos=(x, y), size=(side, side), texture=pattern_texture(pattern_of(self.colour)))
                Color(*fill)
                Ellipse(pos=(x + (side - inner) / 2, y + (side - inner) / 2), size=(inner, inner))
            Color(*(look.palette.laurel if self.start else look.palette.line_strong))
            width = look.hairline * (2.5 if self.start else 1)
            SmoothLine(ellipse=(x, y, side, side), width=width)


load_kv(__file__)
