"""Big buttons that show what they stand for: a disc, a tile with its pattern, the sign of a building."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, Ellipse, Line, Rectangle, RoundedRectangle
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.colour_names import colour_name
from companion.translation import _, mark
from companion.ui.board.drawing import FOUNTAIN_BLUE, HILL, TILE_PATTERNS
from companion.ui.board.glyphs import KIND_ICONS, colour_letter, glyph, icon_glyph
from companion.ui.kv import load_kv
from companion.ui.theme import Colour, ink_on, look, mix, rgb, with_alpha
from companion.ui.widgets.badge import pattern_of
from companion.ui.widgets.pattern import pattern_texture
from scoring.state import AQUEDUCTS, BUILDINGS, TILE_COLOURS

KIND_NAMES = {
    "temple": mark("Temple"),
    "bath": mark("Bath"),
    "theatre": mark("Theatre"),
    "arena": mark("Arena"),
    "fountain": mark("Fountain"),
}


def kind_name(kind: str) -> str:
    """A building's kind for people."""
    return _(KIND_NAMES[kind])


class PieceSign(Widget):
    """A small drawing: `sign` is `owner:purple`, `tile:red`, `kind:bath`, `stick:grey` or `icon:map`."""

    sign = StringProperty("")
    letter = StringProperty("")
    ticked = BooleanProperty(False)  # a tick at its corner: chosen, not told by colour alone

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("pos", "size", "sign", "letter", "ticked"):
            self.fbind(name, self._draw)
        self._draw()

    def _draw(self, *_event: Any) -> None:
        self.canvas.clear()
        kind, _colon, name = self.sign.partition(":")
        if not name:
            return
        side = min(self.width, self.height)
        x, y = self.x + (self.width - side) / 2, self.y + (self.height - side) / 2
        with self.canvas:
            if kind == "owner":
                self._owner(name, x, y, side)
            elif kind == "tile":
                self._tile(name, x, y, side)
            elif kind == "stick":
                fill = look.piece(name)
                Color(*ink_on(fill))
                Rectangle(pos=(x, y + side * 0.28), size=(side, side * 0.44))
                Color(*fill)
                Rectangle(
                    pos=(x + dp(1.5), y + side * 0.28 + dp(1.5)), size=(side - dp(3), side * 0.44 - dp(3))
                )
                self._glyph(glyph(colour_letter(name, AQUEDUCTS)), x, y, side, 0.42, ink_on(fill))
            elif kind == "kind":
                fill = FOUNTAIN_BLUE if name == "fountain" else rgb("FBF6EA")
                Color(*look.palette.line_strong)
                Ellipse(pos=(x, y), size=(side, side), segments=6)
                Color(*fill)
                Ellipse(pos=(x + dp(2), y + dp(2)), size=(side - dp(4), side - dp(4)), segments=6)
                self._glyph(icon_glyph(KIND_ICONS[name]), x, y, side, 0.62, ink_on(fill))
            else:
                ink = HILL if name == "terrain" else look.palette.text_soft
                self._glyph(icon_glyph(name), x, y, side, 0.9, ink)
            if self.ticked:
                self._tick(x + side * 0.62, y - side * 0.12, side * 0.5)

    def _tick(self, x: float, y: float, side: float) -> None:
        Color(*look.palette.surface)
        Ellipse(pos=(x - dp(1.5), y - dp(1.5)), size=(side + dp(3), side + dp(3)))
        Color(*look.palette.primary)
        Ellipse(pos=(x, y), size=(side, side))
        self._glyph(icon_glyph("check"), x, y, side, 0.8, look.palette.on_primary)

    def _owner(self, name: str, x: float, y: float, side: float) -> None:
        fill = look.piece(name)
        ink = ink_on(fill)
        Color(*fill)
        Ellipse(pos=(x, y), size=(side, side))
        if pattern_of(name):
            Color(*with_alpha(mix(fill, ink, 0.55), 0.9))
            Ellipse(pos=(x, y), size=(side, side), texture=pattern_texture(pattern_of(name)))
            Color(*fill)
            inner = side * 0.66
            Ellipse(pos=(x + (side - inner) / 2, y + (side - inner) / 2), size=(inner, inner))
        Color(*look.palette.line_strong)
        Line(circle=(x + side / 2, y + side / 2, side / 2), width=look.hairline)
        self._glyph(glyph(self.letter or colour_letter(name, ())), x, y, side, 0.58, ink)

    def _tile(self, name: str, x: float, y: float, side: float) -> None:
        fill = look.piece(name)
        Color(*fill)
        RoundedRectangle(pos=(x, y), size=(side, side), radius=[dp(5)])
        Color(*with_alpha(mix(fill, ink_on(fill), 0.35), 0.6))
        Rectangle(pos=(x, y), size=(side, side), texture=pattern_texture(TILE_PATTERNS.get(name, 0)))
        Color(*fill)
        Ellipse(pos=(x + side * 0.18, y + side * 0.18), size=(side * 0.64, side * 0.64))
        self._glyph(glyph(colour_letter(name, TILE_COLOURS)), x, y, side, 0.62, ink_on(fill))

    def _glyph(self, texture: Any, x: float, y: float, side: float, share: float, ink: Colour) -> None:
        wide, high = texture.size
        h = side * share
        w = h * wide / high
        Color(*ink)
        Rectangle(pos=(x + (side - w) / 2, y + (side - h) / 2), size=(w, h), texture=texture)


class PieceButton(ButtonBehavior, BoxLayout):
    """One answer: its sign, its words, perhaps a second sign; `active` shows that it is so now."""

    text = StringProperty("")
    note = StringProperty("")
    sign = StringProperty("")
    second = StringProperty("")
    letter = StringProperty("")
    active = BooleanProperty(False)
    needed = NumericProperty(0)


class PieceGrid(GridLayout):
    """Answers in two columns, or as many as fit."""

    narrowest = NumericProperty(dp(150))
    tallest = NumericProperty(0)

    def add_widget(self, widget: Any, *args: Any, **kwargs: Any) -> None:
        super().add_widget(widget, *args, **kwargs)
        widget.fbind("needed", self._level)
        self._level()

    def _level(self, *_event: Any) -> None:
        """All answers are as high as the highest."""
        self.tallest = max((child.needed for child in self.children), default=0)
        for child in self.children:
            child.height = max(child.needed, self.tallest)


def piece_button(sign: str, letters: dict[str, str], active: bool = False, note: str = "") -> PieceButton:
    """A button for one piece, named after it."""
    kind, _colon, name = sign.partition(":")
    text = kind_name(name) if kind == "kind" else colour_name(name).capitalize()
    return PieceButton(sign=sign, text=text, letter=letters.get(name, ""), active=active, note=note)


def value_button(
    what: str, value: Any, letters: dict[str, str], active: bool = False, note: str = ""
) -> PieceButton:
    """A button for a value of the contract's doubts."""
    button = PieceButton(active=active, note=note)
    button.text, button.sign, button.second, button.letter = value_words(what, value, letters)
    return button


def value_words(what: str, value: Any, letters: dict[str, str]) -> tuple[str, str, str, str]:
    """Text, sign, second sign and letter for a value of the contract's doubts."""
    if what == "hill":
        return (
            (_("Hill tile"), "icon:terrain", "", "") if value else (_("No hill tile"), "icon:close", "", "")
        )
    if value is None:
        words = {
            "tile": _("No tile"),
            "site": _("Nothing built"),
            "edge": _("No stick"),
            "magistrate": _("No magistrate"),
            "track": _("No disc"),
        }
        return words[what], "icon:close", "", ""
    if what == "tile":
        colour = value["colour"]
        return colour_name(colour).capitalize(), f"tile:{colour}", "", ""
    if what == "site":
        kind, owner = value["kind"], value["owner"]
        if owner is None:
            text = _("{kind}, no cube").format(kind=kind_name(kind)) if kind in BUILDINGS else kind_name(kind)
            return text, f"kind:{kind}", "", ""
        text = _("{kind}, {owner}").format(kind=kind_name(kind), owner=colour_name(owner))
        return text, f"kind:{kind}", f"owner:{owner}", letters.get(owner, "")
    if what == "edge":
        return colour_name(value).capitalize(), f"stick:{value}", "", ""
    if what == "magistrate":
        return colour_name(value).capitalize(), f"owner:{value}", "", letters.get(value, "")
    return str(value), "icon:flag", "", ""


load_kv(__file__)
