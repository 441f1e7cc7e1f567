"""A player's sign: colour, pattern and letter, so that colour is never alone."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, Ellipse, SmoothLine
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.label import Label

from companion.ui.kv import load_kv
from companion.ui.theme import PIECE_COLOURS, ink_on, look, mix, with_alpha
from companion.ui.widgets.pattern import pattern_texture

MOST_LETTERS = 3  # what fits on a badge


def pattern_of(colour: str) -> int:
    """Which pattern goes with a piece colour, the same everywhere."""
    names = list(PIECE_COLOURS)
    return names.index(colour) if colour in names else sum(colour.encode()) % 10


def letters_for(names: list[str]) -> list[str]:
    """A sign for each name: as few of its first letters as tell it apart, at most `MOST_LETTERS`.

    Else its first letter and the one that tells it apart; and where that is not enough, a number.
    """
    signs: list[str] = []
    for name in names:
        others = [other.lower() for other in names if other != name]
        starts = (name[:length] for length in range(1, len(name) + 1))
        own = next((one for one in starts if not any(o.startswith(one.lower()) for o in others)), name[:1])
        signs.append((own if len(own) <= MOST_LETTERS else own[0] + own[-1]).capitalize())
    return [
        sign if signs.count(sign) == 1 else f"{sign[0]}{signs[: number + 1].count(sign)}"
        for number, sign in enumerate(signs)
    ]


class PlayerBadge(Label):
    """A disc in the player's `colour` (a piece colour's name) with `text` (a letter or a few) on it."""

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
