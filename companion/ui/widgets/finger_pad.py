"""The field on which everybody puts a finger: rings, the count, and one ring that grows over the screen."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.core.text import Label as TextPainter
from kivy.graphics import (
    Color,
    Ellipse,
    Rectangle,
    SmoothLine,
    StencilPop,
    StencilPush,
    StencilUnUse,
    StencilUse,
)
from kivy.metrics import dp
from kivy.properties import NumericProperty
from kivy.uix.floatlayout import FloatLayout

from companion.ui.chooser import Finger, FingerDraw, Phase
from companion.ui.theme import Colour, ink_on, look, mix, with_alpha
from companion.ui.widgets.pattern import pattern_texture

RING_RADIUS_DP = 58
GROW_SECONDS = 0.7


class FingerPad(FloatLayout):
    """Takes up to ten fingers. `on_choice(ring)` and `on_phase(phase)` tell the screen what happens."""

    grown = NumericProperty(0.0)  # how far the chosen ring has grown, 0 to 1

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.draw = FingerDraw(3.0)
        self.on_choice: Callable[[int], None] = lambda _ring: None
        self.on_phase: Callable[[Phase], None] = lambda _phase: None
        self.on_finger: Callable[[], None] = lambda: None
        self._ticking: Any = None
        for name in ("pos", "size", "grown"):
            self.fbind(name, self.paint)

    def reset(self) -> None:
        """Take everything off and begin again."""
        Animation.cancel_all(self, "grown")
        self.grown = 0.0
        self.draw.reset()
        self.tell()

    def stop(self) -> None:
        """No more ticking: the screen goes."""
        if self._ticking is not None:
            self._ticking.cancel()
            self._ticking = None

    # Fingers

    def on_touch_down(self, touch: Any) -> bool:
        if not self.collide_point(*touch.pos):
            return False
        if super().on_touch_down(touch):
            return True
        if "button" in touch.profile and str(getattr(touch, "button", "")).startswith("scroll"):
            return False
        finger = self.draw.down(touch.uid, touch.x, touch.y, time.monotonic())
        if finger is None:
            return True
        touch.grab(self)
        self.on_finger()
        if self._ticking is None:
            self._ticking = Clock.schedule_interval(self._tick, 0)
        self.tell()
        return True

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        self.draw.move(touch.uid, touch.x, touch.y)
        self.paint()
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        self.draw.up(touch.uid, time.monotonic())
        self.tell()
        return True

    def _tick(self, _dt: float) -> None:
        if self.draw.tick(time.monotonic()):
            self._grow()
        if not self.draw.fingers and self.draw.phase is not Phase.CHOSEN:
            self.stop()
        self.paint()

    def _grow(self) -> None:
        chosen = self.draw.chosen
        if chosen is None:
            return
        if look.motion:
            Animation(grown=1.0, duration=GROW_SECONDS, t="out_cubic").start(self)
        else:
            self.grown = 1.0
        self.on_choice(chosen.ring)
        self.tell()

    def tell(self) -> None:
        """Paint, and let the screen know."""
        self.paint()
        self.on_phase(self.draw.phase)

    # Painting

    def paint(self, *_event: Any) -> None:
        """Draw rings and the grown disc; everything stays inside the field."""
        canvas = self.canvas.before
        canvas.clear()
        chosen = self.draw.chosen
        with canvas:
            StencilPush()
            Rectangle(pos=self.pos, size=self.size)
            StencilUse()
            if self.draw.phase is Phase.CHOSEN and chosen is not None:
                self._paint_grown(chosen)
            elif self.draw.phase is not Phase.CANCELLED:
                waited = self.draw.waited(time.monotonic())
                for finger in self.draw.fingers.values():
                    _paint_ring(finger, waited)
            StencilUnUse()
            Rectangle(pos=self.pos, size=self.size)
            StencilPop()

    def _paint_grown(self, finger: Finger) -> None:
        colour = look.ring(finger.ring)
        corners = [(self.x, self.y), (self.right, self.y), (self.x, self.top), (self.right, self.top)]
        far = max(math.hypot(finger.x - x, finger.y - y) for x, y in corners)
        near = dp(RING_RADIUS_DP)
        radius = near + (far - near) * self.grown
        Color(*colour)
        Ellipse(pos=(finger.x - radius, finger.y - radius), size=(2 * radius, 2 * radius), segments=96)
        ink = ink_on(colour)
        Color(*ink)
        SmoothLine(circle=(finger.x, finger.y, near), width=dp(4))
        _paint_number(finger, ink)


def _paint_ring(finger: Finger, waited: float) -> None:
    colour = look.ring(finger.ring)
    radius = dp(RING_RADIUS_DP)
    box = {"pos": (finger.x - radius, finger.y - radius), "size": (2 * radius, 2 * radius)}
    inner = radius * 0.55
    Color(*with_alpha(colour, 0.30))
    Ellipse(**box)
    Color(*with_alpha(colour, 0.55))
    Ellipse(texture=pattern_texture(finger.ring), **box)
    Color(*mix(look.palette.background, colour, 0.12))
    Ellipse(pos=(finger.x - inner, finger.y - inner), size=(2 * inner, 2 * inner))
    Color(*colour)
    SmoothLine(circle=(finger.x, finger.y, radius), width=dp(4))
    if waited > 0:
        SmoothLine(circle=(finger.x, finger.y, radius + dp(11), 0, max(1.0, 360 * waited)), width=dp(5))
    _paint_number(finger, look.palette.text)


def _paint_number(finger: Finger, ink: Colour) -> None:
    painter = TextPainter(text=str(finger.ring + 1), font_size=dp(26), font_name="Display")
    painter.refresh()
    width, height = painter.texture.size
    Color(*ink)
    Rectangle(
        texture=painter.texture, pos=(finger.x - width / 2, finger.y - height / 2), size=(width, height)
    )
