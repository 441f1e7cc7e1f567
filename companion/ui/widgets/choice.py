"""Choosing: chips, a row of segments, a switch, a stepper."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.stacklayout import StackLayout
from kivy.uix.widget import Widget

from companion.ui.kv import load_kv
from companion.ui.theme import look
from companion.ui.widgets.button import IconButton
from companion.ui.widgets.text import text_width

REPEAT_AFTER, REPEAT_EVERY = 0.45, 0.09


class Chip(ButtonBehavior, BoxLayout):
    """A small word to tap; `active` shows that it is chosen (with a tick, not by colour alone)."""

    text = StringProperty("")
    active = BooleanProperty(False)
    most_wide = NumericProperty(1e6)  # the box's width: a longer text wraps
    text_room = NumericProperty(0.0)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("text", "active", "most_wide"):
            self.fbind(name, self._fit)
        self._fit()

    def _fit(self, *_event: Any) -> None:
        beside = look.gap_small * 3 + look.gap_tiny * 2 + (dp(18) if self.active else 0)
        natural = text_width(self.text, look.label) + 2
        self.text_room = max(min(natural, self.most_wide - beside), 1)


class ChipBox(StackLayout):
    """Chips that flow over several lines."""

    def add_widget(self, widget: Widget, *args: Any, **kwargs: Any) -> None:
        super().add_widget(widget, *args, **kwargs)
        if isinstance(widget, Chip):
            widget.most_wide = self.width

    def on_width(self, _widget: Widget, width: float) -> None:
        for chip in self.children:
            if isinstance(chip, Chip):
                chip.most_wide = width


class Segment(ButtonBehavior, BoxLayout):
    """One of a segmented row."""

    text = StringProperty("")
    needed = NumericProperty(0.0)  # the height that its text needs
    active = BooleanProperty(False)


class Segmented(GridLayout):
    """A few alternatives beside each other: `options` is a list of `(key, text)`, `value` the chosen key.

    Where a word would not fit, they stand in two lines or below each other.
    """

    options = ListProperty()
    value = ObjectProperty(None, allownone=True)

    def on_options(self, _widget: Widget, options: list[tuple[Any, str]]) -> None:
        self.clear_widgets()
        for key, text in options:
            segment = Segment(text=text, active=key == self.value)
            segment.key = key
            segment.bind(on_release=lambda chosen: setattr(self, "value", chosen.key), needed=self._level)
            self.add_widget(segment)
        self._level()
        self._break_lines()

    def on_width(self, *_event: Any) -> None:
        self._break_lines()

    def _level(self, *_event: Any) -> None:
        self.row_default_height = max([look.touch, *(segment.needed for segment in self.children)])

    def _break_lines(self) -> None:
        count = max(len(self.options), 1)
        words = [word for _key, text in self.options for word in text.split()]
        widest = max((text_width(word, look.label, bold=True) for word in words), default=0)
        fitting = (
            cols for cols in (count, -(-count // 2)) if widest <= self.width / cols - 2 * look.gap_tiny
        )
        self.cols = next(fitting, 1)

    def on_value(self, _widget: Widget, value: Any) -> None:
        for segment in self.children:
            segment.active = segment.key == value


class Toggle(ButtonBehavior, Widget):
    """On or off."""

    active = BooleanProperty(False)

    def on_release(self) -> None:
        self.active = not self.active


class StepButton(IconButton):
    """Plus or minus; goes on counting while it is held."""

    __events__ = ("on_step",)

    def __init__(self, **kwargs: Any) -> None:
        self._repeat: Any = None
        super().__init__(**kwargs)

    def on_step(self) -> None:
        """One more, or one less."""

    def on_press(self) -> None:
        self.dispatch("on_step")
        self._repeat = Clock.schedule_once(self._again, REPEAT_AFTER)

    def on_release(self) -> None:
        if self._repeat is not None:
            self._repeat.cancel()
            self._repeat = None

    def _again(self, _dt: float) -> None:
        if self.state != "down":
            return
        self.dispatch("on_step")
        self._repeat = Clock.schedule_once(self._again, REPEAT_EVERY)


class Stepper(BoxLayout):
    """A number with a large minus and plus."""

    value = NumericProperty(0)
    lowest = NumericProperty(0)
    highest = NumericProperty(99)

    def step(self, by: int) -> None:
        self.value = min(max(self.value + by, self.lowest), self.highest)


class ListRow(ButtonBehavior, BoxLayout):
    """A line of a list: icon, title, explanation, and whatever is put at its end."""

    title = StringProperty("")
    text = StringProperty("")
    icon = StringProperty("")
    tappable = BooleanProperty(True)
    divided = BooleanProperty(False)  # a hairline above it, unless it is the first

    def on_touch_down(self, touch: Any) -> bool:
        if not self.tappable:
            return bool(BoxLayout.on_touch_down(self, touch))
        return bool(super().on_touch_down(touch))


load_kv(__file__)
