"""Entering what lies before the players with taps: tabs of players, tiles that count, cells of a grid."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, Line, Rectangle, RoundedRectangle
from kivy.metrics import dp
from kivy.properties import (
    BooleanProperty,
    ListProperty,
    NumericProperty,
    StringProperty,
)
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.label import Label

from companion.ui.kv import load_kv
from companion.ui.theme import ink_on, look, mix, with_alpha
from companion.ui.widgets.badge import letters_for, pattern_of
from companion.ui.widgets.card import Column
from companion.ui.widgets.pattern import pattern_texture


class PlayerTab(ButtonBehavior, BoxLayout):
    """One player of the row: badge, name, points so far."""

    name = StringProperty("")
    letter = StringProperty("")
    colour = StringProperty("")
    points = StringProperty("")
    active = BooleanProperty(False)


class PlayerTabs(BoxLayout):
    """All players beside each other; `players` are `(name, colour)`, `current` is the open one."""

    players = ListProperty()
    current = NumericProperty(0)
    points = ListProperty()

    def on_players(self, *_event: Any) -> None:
        self.clear_widgets()
        letters = letters_for([name for name, _colour in self.players])
        for number, (name, colour) in enumerate(self.players):
            tab = PlayerTab(name=name, colour=colour or "", letter=letters[number])
            tab.number = number
            tab.bind(on_release=lambda chosen: setattr(self, "current", chosen.number))
            self.add_widget(tab)
        self._mark()

    def on_current(self, *_event: Any) -> None:
        self._mark()

    def on_points(self, *_event: Any) -> None:
        self._mark()

    def _mark(self) -> None:
        for tab in self.children:
            tab.active = tab.number == self.current
            tab.points = str(self.points[tab.number]) if tab.number < len(self.points) else ""


class TallyFace(ButtonBehavior, Label):
    """The tile to tap: one more of its value."""

    count = NumericProperty(0)


class TallyTile(BoxLayout):
    """A value with how many of it there are: a tap on it adds one, the minus below takes one away."""

    value = NumericProperty(0)
    count = NumericProperty(0)

    def add(self, by: int) -> None:
        self.count = max(0, self.count + by)


class TallyRow(BoxLayout):
    """Tiles for a few values; `items` holds each value as often as it was tapped."""

    values = ListProperty()
    items = ListProperty()

    def on_values(self, *_event: Any) -> None:
        self.clear_widgets()
        for value in self.values:
            tile = TallyTile(value=value, count=list(self.items).count(value))
            tile.bind(count=self._collect)
            self.add_widget(tile)

    def _collect(self, *_event: Any) -> None:
        tiles = list(reversed(self.children))
        known = [int(tile.value) for tile in tiles for _n in range(int(tile.count))]
        others = [item for item in self.items if item not in self.values]
        self.items = others + known


class PieceCell(ButtonBehavior, Label):
    """A piece of the box in a grid: `count` of it are this player's; `holder` names who else has it."""

    colour = StringProperty("")
    count = NumericProperty(0)
    holder = StringProperty("")
    hint = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("pos", "size", "colour", "count", "holder", "state"):
            self.fbind(name, self._draw)
        self._draw()

    def _draw(self, *_event: Any) -> None:
        palette = look.palette
        fill = look.piece(self.colour) if self.colour and self.colour != "joker" else palette.gold
        chosen = self.count > 0
        self.color = ink_on(fill) if chosen else palette.text
        self.bold = chosen
        edge = dp(2)
        x, y, width, height = self.x + edge, self.y + edge, self.width - 2 * edge, self.height - 2 * edge
        canvas = self.canvas.before
        canvas.clear()
        with canvas:
            ground = fill if chosen else mix(palette.surface, fill, 0.16)
            Color(*ground)
            RoundedRectangle(pos=(x, y), size=(width, height), radius=[look.radius_small])
            pattern = pattern_of(self.colour) if self.colour and self.colour != "joker" else 0
            if chosen and pattern:
                # The pattern runs along the foot, so that the number above stays clear.
                Color(*with_alpha(mix(fill, ink_on(fill), 0.5), 0.8))
                foot = dp(8)
                texture = pattern_texture(pattern)
                texture.wrap = "repeat"
                span = (width - 2 * dp(4)) / dp(26)
                Rectangle(
                    pos=(x + dp(4), y + dp(3)),
                    size=(width - 2 * dp(4), foot),
                    texture=texture,
                    tex_coords=(0, 0, span, 0, span, foot / dp(26), 0, foot / dp(26)),
                )
            Color(*(palette.text if chosen else palette.line_strong))
            Line(
                rounded_rectangle=(x, y, width, height, look.radius_small),
                width=look.hairline * (1.8 if chosen else 1),
            )
            if self.state == "down":
                Color(*with_alpha(palette.text, 0.14))
                RoundedRectangle(pos=(x, y), size=(width, height), radius=[look.radius_small])


class WarningStrip(ButtonBehavior, BoxLayout):
    """Something entered looks impossible: the first warning in short; a tap tells all."""

    text = StringProperty("")


class EntrySection(Column):
    """A heading with its sum, and what is entered below it."""

    title = StringProperty("")
    points = StringProperty("")


load_kv(__file__)
