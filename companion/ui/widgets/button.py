"""Buttons: one filled for the thing to do next, quieter kinds for the rest."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, OptionProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.gridlayout import GridLayout
from kivy.uix.label import Label
from kivy.uix.widget import Widget

from companion.ui.icons import icon
from companion.ui.kv import load_kv
from companion.ui.theme import Colour, look, with_alpha
from companion.ui.widgets.text import Symbol, text_width

CLEAR: Colour = (0.0, 0.0, 0.0, 0.0)


class PushButton(ButtonBehavior, Widget):
    """A button with an icon, a text or both; it grows in height rather than cut its text off.

    `hug` makes it as wide as it needs to be.
    """

    text = StringProperty("")
    icon = StringProperty("")
    kind = OptionProperty("filled", options=("filled", "tonal", "outline", "plain", "danger"))
    hug = BooleanProperty(False)
    big = BooleanProperty(False)
    stacked = BooleanProperty(False)  # the icon above the text
    align = OptionProperty("center", options=("center", "left"))
    fill = ColorProperty(CLEAR)
    ink = ColorProperty(CLEAR)
    edge = ColorProperty(CLEAR)
    radius = NumericProperty(0)
    tint = ColorProperty(None, allownone=True)  # text colour instead of the kind's own

    def __init__(self, **kwargs: Any) -> None:
        self._label = Label(halign="center", valign="middle", bold=False)
        self._symbol = Label(font_name="Icons")
        super().__init__(**kwargs)
        self.add_widget(self._symbol)
        self.add_widget(self._label)
        watched = (
            "pos",
            "size",
            "text",
            "icon",
            "kind",
            "hug",
            "big",
            "disabled",
            "align",
            "tint",
            "stacked",
        )
        for name in watched:
            self.fbind(name, self._arrange)
        self._arrange()

    def _colours(self) -> tuple[Colour, Colour, Colour]:
        """Fill, text and border."""
        palette = look.palette
        if self.disabled:
            ink = with_alpha(palette.text_soft, 0.75)
            return (CLEAR if self.kind in ("plain", "outline") else palette.surface_low, ink, CLEAR)
        return {
            "filled": (palette.primary, palette.on_primary, CLEAR),
            "tonal": (palette.tonal, palette.on_tonal, CLEAR),
            "outline": (CLEAR, palette.primary_text, palette.line_strong),
            "plain": (CLEAR, palette.primary_text, CLEAR),
            "danger": (palette.danger, palette.on_danger, CLEAR),
        }[self.kind]

    def _arrange(self, *_event: Any) -> None:
        self.fill, self.ink, self.edge = self._colours()
        if self.tint is not None:
            self.ink = self.tint
        label, symbol = self._label, self._symbol
        label.color = symbol.color = self.ink
        label.disabled_color = symbol.disabled_color = self.ink
        label.font_size = look.body if self.big else look.label
        label.bold = self.kind in ("filled", "tonal", "danger")
        side = look.sp(22) if self.icon else 0
        space = look.gap_small if self.icon and self.text and not self.stacked else 0
        pad = look.gap_tiny if self.stacked else look.gap if self.kind != "plain" else look.gap_small * 1.5
        label.halign = self.align
        label.text, symbol.text = self.text, icon(self.icon) if self.icon else ""
        symbol.font_size, symbol.size = side or 1, (side, side)
        beside = 0 if self.stacked else side + space
        self._fit_label(1e6 if self.hug else max(self.width - 2 * pad - beside, 1))
        used = max(side, label.width) if self.stacked else beside + label.width
        high = side + look.gap_tiny + label.height if self.stacked else max(side, label.height)
        self.height = max(look.touch + (look.gap_small if self.big else 0), high + look.gap_small * 2)
        self.radius = look.radius
        if self.hug:
            self.size = (max(used + 2 * pad, look.touch), self.height)
        # Not `center_x` and `center_y`: Kivy caches those, and the cache may lag behind within an event.
        middle, across = self.y + self.height / 2, self.x + self.width / 2
        if self.stacked:
            symbol.pos = (across - side / 2, middle + high / 2 - side)
            label.pos = (across - label.width / 2, middle - high / 2)
            return
        left = self.x + pad if self.align == "left" else across - used / 2
        symbol.pos = (left, middle - side / 2)
        label.pos = (left + beside, middle - label.height / 2)

    def least_width(self) -> float:
        """How narrow the button may get before a word of its text breaks."""
        size = look.body if self.big else look.label
        widest = max((text_width(word, size, self._label.bold) for word in self.text.split()), default=0)
        side = look.sp(22) if self.icon else 0
        if self.stacked:
            return max(side, widest) + 2 * look.gap_tiny
        return side + widest + 2 * look.gap + (look.gap_small if self.icon else 0)

    def _fit_label(self, room: float) -> None:
        """Let the text wrap only if it is wider than the room for it."""
        label = self._label
        label.text_size = (None, None)
        label.texture_update()
        if label.texture_size[0] > room:
            label.text_size = (room, None)
            label.texture_update()
        label.size = label.texture_size


class ButtonRow(GridLayout):
    """Buttons beside each other; below each other where a word would not fit."""

    def do_layout(self, *args: Any) -> None:
        self.break_lines()
        super().do_layout(*args)

    def break_lines(self, *_event: Any) -> None:
        """As many beside each other as fit: all, half of them, or one."""
        count = max(len(self.children), 1)
        needed = max((button.least_width() for button in self.children), default=0)
        for cols in (count, -(-count // 2), 1):
            cell = (self.width - (cols - 1) * self.spacing[0]) / cols
            if needed <= cell or cols == 1:
                self.cols = cols
                return


class IconButton(ButtonBehavior, Symbol):
    """A 48 dp target with an icon only; `hint` says what it does (for the overview of targets and tests)."""

    hint = StringProperty("")


load_kv(__file__)
