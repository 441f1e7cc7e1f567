"""Drives the real app without a screen: real pixels, real touches. For screenshots, tests and the benchmark.

Call `prepare` before anything of Kivy is imported; then make a `Driver`.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.platform import Platform
    from companion.ui.shell import MarbleApp

PHONE = (1080, 2340, 2.75)
SMALL_PHONE = (720, 1280, 2.0)
LANDSCAPE = (1280, 720, 1.6)

# The same in dp with a quarter of the pixels: what tests use.
QUICK_PHONE = (540, 1170, 1.375)
QUICK_SMALL_PHONE = (360, 640, 1.0)
QUICK_LANDSCAPE = (640, 360, 0.8)

# A window drawn off screen can shrink but never grow over the size it was opened with.
LARGEST = 2340

Point = tuple[float, float]


def prepare(kivy_home: Path, largest: int = LARGEST, smooth: bool = True) -> None:
    """Set Kivy up to draw off screen, in windows of at most `largest` pixels each way."""
    os.environ.update(
        SDL_VIDEODRIVER="offscreen",
        KIVY_WINDOW="sdl2",
        KIVY_HOME=str(kivy_home),
        KIVY_NO_ARGS="1",
        KIVY_NO_CONSOLELOG=os.environ.get("KIVY_NO_CONSOLELOG", "1"),
        KIVY_METRICS_DENSITY=str(PHONE[2]),
        KIVY_METRICS_FONTSCALE="1",
    )
    from companion.ui.app import configure

    configure()
    from kivy import config

    sys.stderr = sys.__stderr__  # Kivy takes it for its log, which is off: errors would vanish
    settings: Any = config.Config
    settings.set("graphics", "width", str(largest))
    settings.set("graphics", "height", str(largest))
    settings.set("graphics", "multisamples", "2" if smooth else "0")


class Driver:
    """The app with hands: frames, touches, pictures."""

    def __init__(
        self,
        platform: Platform | None = None,
        motion: bool = False,
        size: tuple[int, int, float] = PHONE,
    ) -> None:
        self.platform = platform
        self.size = size
        self.motion = motion
        self.drawing = True  # off where only layout matters: frames then cost a fraction
        self.app: MarbleApp
        self._fingers = 0

    # Life

    def start(self) -> MarbleApp:
        """Open the app as after a tap on its icon."""
        from kivy.base import EventLoop, runTouchApp
        from kivy.clock import Clock
        from kivy.core.window import Window

        from companion.ui.shell import MarbleApp
        from companion.ui.theme import look

        Clock._max_fps = 0
        look.motion = self.motion
        self._set_size(self.size)
        self.app = MarbleApp(self.platform)
        self.app._run_prepare()
        if EventLoop.status != "started":
            runTouchApp(embedded=True)
        Window.canvas.ask_update()
        self.frames(3)
        return self.app

    def stop(self) -> None:
        """Close the app in an orderly way."""
        self.app.dispatch("on_stop")
        self._take_down()

    def kill(self) -> None:
        """Let the app vanish as if the system had killed it: nothing is saved any more."""
        self.app.worker.stop()
        self.app.save = lambda: None  # type: ignore[method-assign]
        from kivy.core.window import Window

        Window.unbind(on_keyboard=self.app._on_key, on_resize=self.app._on_resize)
        self._take_down()

    def _take_down(self) -> None:
        from kivy.core.window import Window

        for widget in list(Window.children):
            Window.remove_widget(widget)

    def resize(self, size: tuple[int, int, float]) -> None:
        """Another phone, or the phone turned."""
        self._set_size(size)
        self.frames(2)
        self.app.apply_settings()
        self.app.nav.rebuild()
        self.frames(3)

    def _set_size(self, size: tuple[int, int, float]) -> None:
        from kivy.core.window import Window
        from kivy.metrics import Metrics

        width, height, density = size
        self.size = size
        Metrics.density = density
        if (Window.width, Window.height) != (width, height):
            Window.size = (width, height)

    # Time

    def frames(self, count: int = 1) -> None:
        """Let that many frames pass."""
        from kivy.base import EventLoop

        for _frame in range(count):
            if self.drawing:
                EventLoop.idle()
            else:
                _idle_without_drawing()

    def seconds(self, duration: float) -> None:
        """Let time pass."""
        end = time.perf_counter() + duration
        while time.perf_counter() < end:
            self.frames()
            time.sleep(0.004)

    def until(self, condition: Callable[[], Any], within: float = 20.0) -> Any:
        """Let frames pass until the condition holds; gives what it gave. Raises `TimeoutError`."""
        end = time.perf_counter() + within
        while not (answer := condition()):
            if time.perf_counter() > end:
                raise TimeoutError(f"not within {within} s")
            self.frames()
            time.sleep(0.004)
        return answer

    # Looking

    def widgets(self, root: Any = None) -> Iterator[Any]:
        """All widgets on the screen, sheets and toasts included."""
        yield from (root or self.app.root).walk()

    def texts(self) -> list[str]:
        """Every text that is shown."""
        found = (getattr(widget, "text", "") for widget in self.widgets() if shown(widget))
        return [text for text in found if isinstance(text, str) and text.strip()]

    def find(self, text: str, kind: str | None = None) -> Any:
        """The first shown tappable widget with that text, title or hint. Raises `LookupError`."""
        for widget in self.widgets():
            if kind is not None and type(widget).__name__ != kind:
                continue
            names = (getattr(widget, name, None) for name in ("text", "title", "hint"))
            if text in names and shown(widget) and hasattr(widget, "on_touch_down"):
                return widget
        raise LookupError(f"nothing shown says {text!r}; there is {self.texts()}")

    def picture(self) -> tuple[int, int, bytes]:
        """The pixels of the window: width, height, RGB bytes, top row first."""
        from kivy.core.window import Window
        from kivy.graphics.opengl import GL_RGB, GL_UNSIGNED_BYTE, glReadPixels

        width, height = Window.width, Window.height
        Window.dispatch("on_draw")
        pixels = bytes(glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE))
        Window.dispatch("on_flip")
        rows = [pixels[row * width * 3 : (row + 1) * width * 3] for row in range(height)]
        return width, height, b"".join(reversed(rows))

    # Touching

    def finger_down(self, at: Point) -> int:
        """Put a finger on the window at pixels from the lower left; gives its number."""
        self._fingers += 1
        self._send("fingerdown", self._fingers, at)
        return self._fingers

    def fingers_down(self, places: Sequence[Point]) -> list[int]:
        """Several fingers in the same moment; gives their numbers."""
        fingers = []
        for place in places:
            self._fingers += 1
            self._send("fingerdown", self._fingers, place, wait=False)
            fingers.append(self._fingers)
        self.frames(1)
        return fingers

    def finger_move(self, finger: int, to: Point) -> None:
        self._send("fingermotion", finger, to)

    def finger_up(self, finger: int, at: Point) -> None:
        self._send("fingerup", finger, at)

    def _send(self, action: str, finger: int, at: Point, wait: bool = True) -> None:
        from kivy.core.window import Window
        from kivy.core.window.window_sdl2 import SDL2MotionEventProvider

        x, y = at[0] / Window.width, 1 - at[1] / Window.height
        SDL2MotionEventProvider.q.appendleft((action, finger, x, y, 0.5))
        if wait:
            self.frames(1)

    def tap(self, target: Any) -> None:
        """A short touch on a widget (scrolled into view first), a text, or a point."""
        if isinstance(target, str):
            target = self.find(target)
        if not isinstance(target, tuple):
            self.scroll_to(target)
            target = target.to_window(target.center_x, target.center_y)
        finger = self.finger_down(target)
        self.finger_up(finger, target)
        # Kivy's ScrollView hands a touch on to its children with a delay.
        self.seconds(0.06)
        self.frames(3)

    def drag(self, path: Sequence[Point], steps: int = 8, hold: float = 0.0) -> None:
        """One finger along a path."""
        finger = self.finger_down(path[0])
        if hold:
            self.seconds(hold)
        for begin, end in pairwise(path):
            for step in range(1, steps + 1):
                share = step / steps
                here = (begin[0] + (end[0] - begin[0]) * share, begin[1] + (end[1] - begin[1]) * share)
                self.finger_move(finger, here)
        self.finger_up(finger, path[-1])
        self.frames(3)

    def pinch(self, centre: Point, begin: float, end: float, steps: int = 8) -> None:
        """Two fingers at a distance that changes from `begin` to `end` pixels."""

        def places(distance: float) -> tuple[Point, Point]:
            return (centre[0] - distance / 2, centre[1]), (centre[0] + distance / 2, centre[1])

        one, other = (self.finger_down(at) for at in places(begin))
        for step in range(1, steps + 1):
            left, right = places(begin + (end - begin) * step / steps)
            self.finger_move(one, left)
            self.finger_move(other, right)
        left, right = places(end)
        self.finger_up(one, left)
        self.finger_up(other, right)
        self.frames(3)

    def back(self) -> None:
        """The back button."""
        from kivy.core.window import Window

        Window.dispatch("on_keyboard", 27, 0, None, [])
        self.frames(3)

    def type(self, field: Any, text: str) -> None:
        """Put the cursor in a field and type."""
        field.focus = True
        self.frames(2)
        field.insert_text(text)
        self.frames(2)

    def scroll_to(self, widget: Any) -> None:
        """Bring a widget into view."""
        from kivy.uix.scrollview import ScrollView

        parent = widget.parent
        while parent is not None and parent is not parent.parent:
            if isinstance(parent, ScrollView):
                parent.scroll_to(widget, animate=False)
                self.frames(2)
            parent = parent.parent


def _idle_without_drawing() -> None:
    """What Kivy does in a frame, but for the painting."""
    from kivy.base import EventLoop
    from kivy.clock import Clock
    from kivy.lang import Builder

    Clock.tick()
    EventLoop.dispatch_input()
    Builder.sync()
    Clock.tick_draw()
    Builder.sync()


def shown(widget: Any) -> bool:
    """Whether a widget has a size and is not made invisible."""
    if widget.width < 1 or widget.height < 1:
        return False
    while widget is not None and widget.parent is not widget:
        if widget.opacity == 0:
            return False
        widget = widget.parent
    return True
