"""Plots drawn with Kivy's own graphics: shares with their intervals, averages, stacked averages."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, Rectangle, SmoothLine
from kivy.metrics import dp
from kivy.properties import ListProperty, NumericProperty, StringProperty
from kivy.uix.widget import Widget

from companion.ui.kv import load_kv
from companion.ui.theme import look, with_alpha
from companion.ui.widgets.card import Column
from companion.ui.widgets.score import StackedBar


class SharePlot(Widget):
    """A share on a scale from 0 to 100 %: a bar, its interval as a whisker, and the fair share as a tick."""

    rate = NumericProperty(-1)  # below 0: unknown
    low = NumericProperty(0)
    high = NumericProperty(1)
    fair = NumericProperty(-1)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("pos", "size", "rate", "low", "high", "fair"):
            self.fbind(name, self._draw)
        self._draw()

    def _draw(self, *_event: Any) -> None:
        palette = look.palette
        x, width, middle, thick = self.x, self.width, self.y + self.height / 2, self.height * 0.5
        self.canvas.clear()
        with self.canvas:
            Color(*palette.surface_low)
            Rectangle(pos=(x, middle - thick / 2), size=(width, thick))
            Color(*palette.line)
            for quarter in (0.25, 0.5, 0.75):
                Rectangle(pos=(x + width * quarter, self.y), size=(look.hairline, self.height))
            if self.rate >= 0:
                Color(*palette.gold)
                Rectangle(pos=(x, middle - thick / 2), size=(width * self.rate, thick))
                self._whisker(x, width, middle)
            if self.fair >= 0:
                Color(*palette.primary_text)
                at = x + width * self.fair
                Rectangle(pos=(at - dp(1), self.y), size=(dp(2), self.height))

    def _whisker(self, x: float, width: float, middle: float) -> None:
        left, right = x + width * self.low, x + width * self.high
        end = self.height * 0.2
        Color(*with_alpha(look.palette.text, 0.9))
        SmoothLine(points=[left, middle, right, middle], width=look.hairline * 1.2)
        for at in (left, right):
            SmoothLine(points=[at, middle - end, at, middle + end], width=look.hairline * 1.2)


class ShareRow(Column):
    """A name, the share in words, and its plot."""

    name = StringProperty("")
    words = StringProperty("")
    rate = NumericProperty(-1)
    low = NumericProperty(0)
    high = NumericProperty(1)
    fair = NumericProperty(-1)


class AverageRow(Column):
    """A name, a number, and a bar made of the rules' averages."""

    name = StringProperty("")
    words = StringProperty("")
    parts = ListProperty()
    most = NumericProperty(1)


__all__ = ["AverageRow", "SharePlot", "ShareRow", "StackedBar"]

load_kv(__file__)
