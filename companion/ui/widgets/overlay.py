"""What lies over all screens: sheets that ask something, and short messages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.properties import NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.ui.kv import load_kv
from companion.ui.theme import look
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.card import Column
from companion.ui.widgets.text import Heading, Text

TOAST_SECONDS = 4.0
TOAST_SECONDS_WITH_ACTION = 8.0


class SheetPanel(Column):
    """The content of a sheet."""


class SheetFrame(ScrollView):
    """The surface of a sheet; its content scrolls if the window is too low for it."""

    shown = NumericProperty(1.0)
    content_height = NumericProperty(0)


class Sheet(FloatLayout):
    """Comes up from the bottom (in a wide window: in the middle) and takes all touches until it is closed."""

    shown = NumericProperty(1.0)  # 0 below the edge, 1 in place

    def __init__(self, title: str = "", on_close: Callable[[], None] | None = None) -> None:
        super().__init__()
        self.on_close = on_close
        self.panel = SheetPanel()
        self.frame = SheetFrame(do_scroll_x=False)
        self.fbind("shown", self.frame.setter("shown"))
        self.frame.add_widget(self.panel)
        self.panel.fbind("height", self.frame.setter("content_height"))
        super().add_widget(self.frame)
        if title:
            self.panel.add_widget(Heading(text=title))

    def add(self, widget: Widget) -> Widget:
        """Put a widget below what is there; gives it back."""
        self.panel.add_widget(widget)
        return widget

    def add_choices(self, *buttons: PushButton) -> None:
        """The sheet's answers, below each other, most important first."""
        box = Column(spacing=look.gap_small)
        for button in buttons:
            box.add_widget(button)
        self.panel.add_widget(box)

    def close(self) -> None:
        """Take the sheet away."""
        if self.parent is not None:
            self.parent.remove_widget(self)
            if self.on_close is not None:
                self.on_close()

    def on_touch_down(self, touch: Any) -> bool:
        if not self.frame.collide_point(*touch.pos):
            self.close()
            return True
        super().on_touch_down(touch)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        super().on_touch_move(touch)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        super().on_touch_up(touch)
        return True


class Toast(BoxLayout):
    """A short message, with one action at most."""

    text = StringProperty("")
    action = StringProperty("")

    def __init__(self, text: str, action: str, on_action: Callable[[], None] | None) -> None:
        self._on_action = on_action
        super().__init__()
        self.text, self.action = text, action
        if action:
            tint = look.palette.primary if look.dark else look.palette.gold
            button = PushButton(text=action, kind="plain", hug=True, tint=tint, pos_hint={"center_y": 0.5})
            button.bind(on_release=lambda _button: self._act())
            self.add_widget(button)

    def _act(self) -> None:
        if self.parent is not None:
            self.parent.remove_widget(self)
        if self._on_action is not None:
            self._on_action()


class Overlay(FloatLayout):
    """Holds the sheets and the toast of the app."""

    def __init__(self) -> None:
        super().__init__()
        self._toast: Toast | None = None
        self._hide: Any = None

    def show(self, sheet: Sheet) -> Sheet:
        """Open a sheet."""
        self.add_widget(sheet)
        if look.motion:
            sheet.shown = 0.0
            Animation(shown=1.0, duration=0.18, t="out_cubic").start(sheet)
        return sheet

    @property
    def sheets(self) -> list[Sheet]:
        """The open sheets, topmost first."""
        return [child for child in self.children if isinstance(child, Sheet)]

    def close_top(self) -> bool:
        """Close the topmost sheet, if there is one."""
        for sheet in self.sheets:
            sheet.close()
            return True
        return False

    def close_all(self) -> None:
        """Close all sheets; a toast stays, because it may hold an undo."""
        while self.close_top():
            pass

    def ask(
        self,
        title: str,
        text: str,
        yes: str,
        on_yes: Callable[[], None],
        no: str = "",
        danger: bool = False,
    ) -> Sheet:
        """A question with a yes and, if `no` names it, a no."""
        sheet = Sheet(title)
        if text:
            sheet.add(Text(text=text))
        accept = PushButton(text=yes, kind="danger" if danger else "filled")

        def on_accept(_button: PushButton) -> None:
            sheet.close()
            on_yes()

        accept.bind(on_release=on_accept)
        answers = [accept]
        if no:
            refuse = PushButton(text=no, kind="outline")
            refuse.bind(on_release=lambda _button: sheet.close())
            answers.append(refuse)
        sheet.add_choices(*answers)
        return self.show(sheet)

    def choose(
        self, title: str, options: Sequence[tuple[str, str, str]], on_choice: Callable[[str], None]
    ) -> Sheet:
        """A list of `(key, text, icon)`; the key of the one tapped is handed on."""
        sheet = Sheet(title)
        buttons = []
        for key, text, icon_name in options:
            button = PushButton(text=text, icon=icon_name, kind="tonal", align="left")

            def on_release(_button: PushButton, key: str = key) -> None:
                sheet.close()
                on_choice(key)

            button.bind(on_release=on_release)
            buttons.append(button)
        sheet.add_choices(*buttons)
        return self.show(sheet)

    def toast(self, text: str, action: str = "", on_action: Callable[[], None] | None = None) -> Toast:
        """Show a message; the one before makes room."""
        self.hide_toast()
        self._toast = Toast(text, action, on_action)
        self.add_widget(self._toast)
        seconds = TOAST_SECONDS_WITH_ACTION if action else TOAST_SECONDS
        self._hide = Clock.schedule_once(lambda _dt: self.hide_toast(), seconds)
        return self._toast

    def hide_toast(self) -> None:
        """Take the message away."""
        if self._hide is not None:
            self._hide.cancel()
            self._hide = None
        if self._toast is not None:
            self.remove_widget(self._toast)
            self._toast = None


load_kv(__file__)
