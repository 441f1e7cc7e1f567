"""What a look at a screen can measure: texts that do not fit, targets that are too small."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from kivy.core.text import Label as TextPainter
from kivy.core.window import Window
from kivy.metrics import dp
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.label import Label
from kivy.uix.scrollview import ScrollView
from kivy.uix.textinput import TextInput

from companion.ui.headless import shown

SMALLEST_TARGET_DP = 48
SLACK = 1.5  # pixels lost to rounding


@dataclass(frozen=True, slots=True)
class Flaw:
    """Something on the screen that a designer would not accept."""

    what: str
    widget: str
    text: str


def flaws(root: Any) -> list[Flaw]:
    """All flaws below a widget."""
    return [*_texts_that_do_not_fit(root), *_small_targets(root), *_hints_that_do_not_fit(root)]


def _hints_that_do_not_fit(root: Any) -> Iterator[Flaw]:
    for widget in root.walk():
        if isinstance(widget, TextInput) and not widget.multiline and shown(widget):
            painter = TextPainter(font_name=widget.font_name, font_size=widget.font_size)
            wide = painter.get_extents(widget.hint_text)[0]
            if wide > widget.width - widget.padding[0] - widget.padding[2] + SLACK:
                yield Flaw("does not fit its field", _path(widget), widget.hint_text)


def _texts_that_do_not_fit(root: Any) -> Iterator[Flaw]:
    for widget in root.walk():
        if not isinstance(widget, Label) or not widget.text.strip() or not shown(widget):
            continue
        name = _path(widget)
        wide, high = widget.texture_size
        if wide > widget.width + SLACK or high > widget.height + SLACK:
            yield Flaw(f"needs {wide}x{high}, has {widget.width:.0f}x{widget.height:.0f}", name, widget.text)
        yield from _broken_words(widget, name)
        if getattr(widget, "is_shortened", False):
            yield Flaw("is shortened", name, widget.text)
        left, low = widget.to_window(widget.x, widget.y)
        if left < -SLACK or left + wide > Window.width + SLACK:
            yield Flaw(f"leaves the window: {left:.0f} to {left + wide:.0f}", name, widget.text)
        if not _scrolls(widget) and (low < -SLACK or low + high > Window.height + SLACK):
            yield Flaw(f"leaves the window: {low:.0f} to {low + high:.0f}", name, widget.text)
        parent = widget.parent
        if parent is not None and isinstance(parent, ButtonBehavior) and parent.width > 1:
            px = parent.to_window(parent.x, parent.y)[0]
            if left < px - SLACK or left + wide > px + parent.width + SLACK or high > parent.height + SLACK:
                yield Flaw("leaves its button", name, widget.text)


def _broken_words(label: Any, name: str) -> Iterator[Flaw]:
    """Words that are wider than their line and so are torn apart."""
    room = label.text_size[0] if label.text_size else None
    if room is None or label.markup:
        return
    painter = TextPainter(font_name=label.font_name, font_size=label.font_size, bold=label.bold)
    room -= label.padding[0] + label.padding[2]
    for word in re.split(r"[\s\-/]+", label.text):
        if painter.get_extents(word)[0] > room + SLACK:
            yield Flaw(f"breaks the word {word!r}", name, label.text)


def _small_targets(root: Any) -> Iterator[Flaw]:
    smallest = dp(SMALLEST_TARGET_DP) - SLACK
    for widget in root.walk():
        is_target = isinstance(widget, ButtonBehavior | TextInput) and getattr(widget, "tappable", True)
        if not is_target or not shown(widget):
            continue
        if widget.width < smallest or widget.height < smallest:
            size = f"{widget.width / dp(1):.0f}x{widget.height / dp(1):.0f} dp"
            yield Flaw(f"is only {size}", _path(widget), getattr(widget, "text", "") or "")


def _scrolls(widget: Any) -> bool:
    while widget is not None and widget is not widget.parent:
        if isinstance(widget, ScrollView):
            return True
        widget = widget.parent
    return False


def _path(widget: Any) -> str:
    parent = type(widget.parent).__name__ if widget.parent is not None else "-"
    return f"{parent} > {type(widget).__name__}"
