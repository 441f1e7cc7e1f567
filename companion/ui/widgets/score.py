"""A score sheet to look at, for any game: who won, bars by rule, and a table whose lines can be tapped.

All take a `marble-sheet/1` document. Rules are told apart by colour and pattern.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Line, Rectangle
from kivy.metrics import dp
from kivy.properties import ListProperty, NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.label import Label
from kivy.uix.stacklayout import StackLayout
from kivy.uix.widget import Widget

from companion.sheet_words import lead_reason, rule_title, win_reason, win_title
from companion.ui.kv import load_kv
from companion.ui.theme import Colour, ink_on, look, mix, rgb, with_alpha
from companion.ui.widgets.badge import PlayerBadge, letters_for
from companion.ui.widgets.card import Card, Column, RowBox
from companion.ui.widgets.pattern import pattern_texture

Document = dict[str, Any]

# Colour and pattern of each rule; the colours alternate dark and light so that neighbours in a bar differ.
RULE_SIGNS: dict[str, tuple[str, int]] = {
    "buildings": ("8E2A22", 0),
    "bridges": ("D9A441", 1),
    "aqueducts": ("2F5FA8", 2),
    "fountains": ("7FB8C9", 4),
    "coins": ("6B4A8A", 3),
    "most_coins": ("D98AA6", 5),
    "imperium": ("4C6A38", 9),
    "markers": ("8E2A22", 0),
    "castles": ("D9A441", 1),
    "eagle": ("2F5FA8", 2),
    "mission": ("8FBF7F", 4),
    "provinces": ("8E2A22", 0),
    "patricians": ("D9A441", 1),
    "senate": ("6B4A8A", 3),
    "fortuna": ("7FB8C9", 2),
    "chips": ("4C6A38", 9),
}


def rule_sign(rule: str) -> tuple[Colour, int]:
    """The colour and the pattern of a rule."""
    code, pattern = RULE_SIGNS.get(rule, ("8C6239", sum(rule.encode()) % 10))
    return rgb(code), pattern


def fill_box(x: float, y: float, width: float, height: float, colour: Colour, pattern: int) -> None:
    """Draw a box with its pattern into the canvas that is open."""
    Color(*colour)
    Rectangle(pos=(x, y), size=(width, height))
    if pattern:
        Color(*with_alpha(mix(colour, ink_on(colour), 0.45), 0.55))
        side = dp(26)
        texture = pattern_texture(pattern)
        coords = (0, 0, width / side, 0, width / side, height / side, 0, height / side)
        texture.wrap = "repeat"
        Rectangle(pos=(x, y), size=(width, height), texture=texture, tex_coords=coords)


class Swatch(Widget):
    """A small box in a rule's colour and pattern."""

    rule = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("pos", "size", "rule"):
            self.fbind(name, self._draw)
        self._draw()

    def _draw(self, *_event: Any) -> None:
        self.canvas.clear()
        with self.canvas:
            fill_box(self.x, self.y, self.width, self.height, *rule_sign(self.rule))
            Color(*look.palette.line_strong)
            Line(rectangle=(self.x, self.y, self.width, self.height), width=look.hairline)


class StackedBar(Widget):
    """One player's points as a bar; `parts` are `(rule, points)`, `most` is the points of a full bar."""

    parts = ListProperty()
    most = NumericProperty(1)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("pos", "size", "parts", "most"):
            self.fbind(name, self._draw)
        self._draw()

    def _draw(self, *_event: Any) -> None:
        canvas = self.canvas
        canvas.clear()
        with canvas:
            Color(*look.palette.surface_low)
            Rectangle(pos=self.pos, size=self.size)
            left = self.x
            for rule, points in self.parts:
                width = self.width * max(points, 0) / max(self.most, 1)
                if width <= 0:
                    continue
                colour, pattern = rule_sign(rule)
                fill_box(left, self.y, width, self.height, colour, pattern)
                self._number(points, left, width, colour, bool(pattern))
                Color(*look.palette.surface)
                Rectangle(pos=(left + width - look.hairline, self.y), size=(look.hairline, self.height))
                left += width

    def _number(self, points: float, left: float, width: float, colour: Colour, patterned: bool) -> None:
        """The points on their part of the bar, where there is room."""
        label = CoreLabel(text=f"{points:.0f}", font_size=min(look.small, self.height * 0.7), bold=True)
        label.refresh()
        wide, high = label.texture.size
        if wide + dp(6) > width:
            return
        x, y = left + (width - wide) / 2, self.y + (self.height - high) / 2
        if patterned:  # a plain field, so that the number can be read
            Color(*colour)
            Rectangle(pos=(x - dp(2), self.y + dp(2)), size=(wide + dp(4), self.height - dp(4)))
        Color(*ink_on(colour))
        Rectangle(pos=(x, y), size=(wide, high), texture=label.texture)


class LegendItem(BoxLayout):
    """A swatch with the rule's name."""

    rule = StringProperty("")

    @property
    def title(self) -> str:
        return rule_title(self.rule)


class WinnerCard(Card):
    """Who won, and why."""

    def __init__(self, sheet: Document, **kwargs: Any) -> None:
        self.headline = win_title(sheet)
        self.reason = win_reason(sheet)
        self.lead = lead_reason(sheet)
        super().__init__(**kwargs)


class PlayerLine(RowBox):
    """Badge, name, place and total above a bar."""

    name = StringProperty("")
    letter = StringProperty("")
    colour = StringProperty("")
    total = NumericProperty(0)
    place = NumericProperty(0)


class PlayerBar(ButtonBehavior, Column):
    """A player's line and bar as one target; `rule_at` tells which part of the bar a tap means."""

    def __init__(self, line: PlayerLine, bar: StackedBar, **kwargs: Any) -> None:
        self.bar = bar
        super().__init__(**kwargs)
        self.add_widget(line)
        self.add_widget(bar)

    def rule_at(self, x: float) -> str:
        """The rule whose part of the bar is at `x`, the last one beyond its end."""
        left, found = self.bar.x, self.bar.parts[0][0]
        for rule, points in self.bar.parts:
            if points <= 0:
                continue
            found = rule
            left += self.bar.width * points / max(self.bar.most, 1)
            if x < left:
                break
        return str(found)


class ScoreBars(Column):
    """A bar for each player, best first, and the legend; a tap on a part calls `on_line(rule)`."""

    def __init__(self, sheet: Document, on_line: Callable[[str], object], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        players = list(sheet["players"])
        letters = dict(
            zip((p["name"] for p in players), letters_for([p["name"] for p in players]), strict=True)
        )
        by_name = {player["name"]: player for player in players}
        most = max([1, *(sum(max(line["points"], 0) for line in player["lines"]) for player in players)])
        place = 1
        for group in sheet["ranking"]:
            for name in group:
                player = by_name[name]
                line = PlayerLine(
                    name=name,
                    letter=letters[name],
                    colour=player.get("colour") or "",
                    total=player["total"],
                    place=place,
                )
                parts = [(line["rule"], line["points"]) for line in player["lines"]]
                box = PlayerBar(line, StackedBar(parts=parts, most=most))
                box.bind(on_release=lambda bar: on_line(bar.rule_at(bar.last_touch.x)))
                self.add_widget(box)
            place += len(group)
        legend = Legend()
        for line in players[0]["lines"]:
            legend.add_widget(LegendItem(rule=line["rule"]))
        self.add_widget(legend)


class Legend(StackLayout):
    """What the parts of the bars mean."""


class ScoreRow(ButtonBehavior, BoxLayout):
    """A line of the table: a rule and what each player got."""

    rule = StringProperty("")
    title = StringProperty("")


class ScoreCell(Label):
    """A number of the table."""


class ScoreTotals(BoxLayout):
    """The last line of the table."""


class ScoreTable(Column):
    """Rules against players; a tap on a line calls `on_line(rule)`."""

    def __init__(self, sheet: Document, on_line: Callable[[str], object], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        players = sheet["players"]
        self.cell_width = dp(38) if len(players) > 3 else dp(52)
        heads = RowBox(spacing=0)
        heads.add_widget(Widget())
        for letter, player in zip(letters_for([p["name"] for p in players]), players, strict=True):
            heads.add_widget(self._head(letter, player))
        self.add_widget(heads)
        for number, line in enumerate(players[0]["lines"]):
            row = ScoreRow(rule=line["rule"], title=rule_title(line["rule"]))
            for player in players:
                row.add_widget(self._cell(str(player["lines"][number]["points"])))
            row.bind(on_release=lambda tapped: on_line(tapped.rule))
            self.add_widget(row)
        totals = ScoreTotals()
        for player in players:
            totals.add_widget(self._cell(str(player["total"]), bold=True))
        self.add_widget(totals)

    def _head(self, letter: str, player: Document) -> Widget:
        box = BoxLayout(size_hint=(None, None), size=(self.cell_width, dp(40)))
        badge = PlayerBadge(text=letter, colour=player.get("colour") or "", font_size=dp(12))
        badge.size = (dp(30), dp(30))
        badge.pos_hint = {"center_y": 0.5}
        for part in (Widget(), badge, Widget()):
            box.add_widget(part)
        return box

    def _cell(self, text: str, bold: bool = False) -> ScoreCell:
        return ScoreCell(text=text, bold=bold, width=self.cell_width)


load_kv(__file__)
