"""The rhombus floor of Pompeii, which is also the game's tiling: the pattern behind headers and emblems."""

from __future__ import annotations

import math
from typing import Any

from kivy.graphics import Color, Mesh, StencilPop, StencilPush, StencilUnUse, StencilUse
from kivy.graphics.vertex_instructions import Rectangle
from kivy.metrics import dp
from kivy.properties import ColorProperty, ListProperty, NumericProperty
from kivy.uix.widget import Widget

from companion.ui.theme import look

SHADES = (1.0, 0.55, 0.15)  # of the pattern's own opacity, one for each direction of the rhombi


def rhombi(width: float, height: float, edge: float) -> tuple[list[float], list[float], list[float]]:
    """Corner lists `x, y, u, v` of the three directions of rhombi that cover a field."""
    across, up = edge * math.sqrt(3) / 2, edge / 2
    lists: tuple[list[float], list[float], list[float]] = ([], [], [])
    row, y = 0, -edge
    while y < height + edge * 2:
        x = -across * 2 + (across if row % 2 else 0)
        while x < width + across * 2:
            shapes = (
                ((x, y), (x + across, y + up), (x, y + edge), (x - across, y + up)),
                ((x, y), (x - across, y + up), (x - across, y - up), (x, y - edge)),
                ((x, y), (x, y - edge), (x + across, y - up), (x + across, y + up)),
            )
            for corners, shape in zip(lists, shapes, strict=True):
                for a, b in shape:
                    corners.extend((a, b, 0.0, 0.0))
            x += across * 2
        y += edge * 1.5
        row += 1
    return lists


class Mosaic(Widget):
    """Fills itself with `fill` and the rhombi, in `tone`."""

    fill = ColorProperty((0, 0, 0, 0))
    tone = ColorProperty((1, 1, 1, 0.1))
    edge = NumericProperty(dp(26))
    shades = ListProperty(SHADES)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("pos", "size", "fill", "tone", "edge"):
            self.fbind(name, self._draw)
        self._draw()

    def _draw(self, *_event: Any) -> None:
        canvas = self.canvas.before
        canvas.clear()
        with canvas:
            Color(*self.fill)
            Rectangle(pos=self.pos, size=self.size)
            StencilPush()
            Rectangle(pos=self.pos, size=self.size)
            StencilUse()
            for share, corners in zip(self.shades, rhombi(self.width, self.height, self.edge), strict=True):
                red, green, blue, alpha = self.tone
                Color(red, green, blue, alpha * share)
                for begin in range(0, len(corners), 4 * 4 * 400):
                    part = corners[begin : begin + 4 * 4 * 400]
                    for i in range(0, len(part), 4):
                        part[i] += self.x
                        part[i + 1] += self.y
                    count = len(part) // 16
                    order = [n for k in range(count) for n in _two_triangles(4 * k)]
                    Mesh(vertices=part, indices=order, mode="triangles")
            StencilUnUse()
            Rectangle(pos=self.pos, size=self.size)
            StencilPop()


def _two_triangles(first: int) -> tuple[int, ...]:
    return (first, first + 1, first + 2, first, first + 2, first + 3)


def header_mosaic() -> Mosaic:
    """The pattern in the header's colours."""
    return Mosaic(fill=look.palette.header, tone=look.palette.header_pattern)
