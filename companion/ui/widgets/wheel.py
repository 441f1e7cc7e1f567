"""Names on a wheel that turns and stops at the one that was drawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.animation import Animation
from kivy.core.text import Label as TextPainter
from kivy.graphics import Color, Ellipse, PopMatrix, PushMatrix, Rectangle, Rotate, SmoothLine, Triangle
from kivy.metrics import dp
from kivy.properties import ListProperty, NumericProperty
from kivy.uix.widget import Widget

from companion.ui.theme import ink_on, look, mix, with_alpha
from companion.ui.widgets.pattern import pattern_texture

TURNS = 4
SPIN_SECONDS = 3.2


class Wheel(Widget):
    """`names` share the circle; `spin_to(index, ...)` turns it until that name is under the pointer."""

    names = ListProperty()
    angle = NumericProperty(0.0)  # degrees that the wheel has turned clockwise

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.turning = False
        self.on_tap: Callable[[], None] = lambda: None
        for name in ("pos", "size", "names", "angle"):
            self.fbind(name, self.paint)

    def spin_to(self, index: int, offset: float, on_done: Callable[[], None]) -> None:
        """Turn until the name's sector is under the pointer; `offset` (-0.4 to 0.4): where in the sector."""
        share = 360 / len(self.names)
        target = -(index + 0.5 + offset) * share
        turn = (target - self.angle) % 360 + 360 * TURNS
        self.turning = True

        def finish(*_event: Any) -> None:
            self.turning = False
            self.angle %= 360
            on_done()

        if not look.motion:
            self.angle += turn
            finish()
            return
        animation = Animation(angle=self.angle + turn, duration=SPIN_SECONDS, t="out_quart")
        animation.bind(on_complete=finish)
        animation.start(self)

    def stop(self) -> None:
        """Stand still: the screen goes."""
        Animation.cancel_all(self, "angle")

    def on_touch_down(self, touch: Any) -> bool:
        if not self.collide_point(*touch.pos) or self.turning:
            return False
        self.on_tap()
        return True

    def paint(self, *_event: Any) -> None:
        """Draw sectors with their names, the rim and the pointer."""
        canvas = self.canvas
        canvas.clear()
        side = min(self.width, self.height) - dp(28)
        if side < dp(40) or not self.names:
            return
        x, y = self.x + self.width / 2, self.y + (self.height - dp(12)) / 2
        radius = side / 2
        share = 360 / len(self.names)
        box = {"pos": (x - radius, y - radius), "size": (side, side)}
        with canvas:
            for number, name in enumerate(self.names):
                begin = self.angle + number * share
                colour = look.ring(number)
                Color(*colour)
                Ellipse(angle_start=begin, angle_end=begin + share, segments=90, **box)
                Color(*with_alpha(mix(colour, ink_on(colour), 0.5), 0.35))
                pattern = pattern_texture(number, 4)
                Ellipse(angle_start=begin, angle_end=begin + share, texture=pattern, segments=90, **box)
                self._paint_name(name, number, x, y, radius, begin + share / 2)
            Color(*look.palette.gold)
            SmoothLine(circle=(x, y, radius), width=dp(3.5))
            Color(*look.palette.surface)
            Ellipse(pos=(x - dp(26), y - dp(26)), size=(dp(52), dp(52)))
            Color(*look.palette.gold)
            SmoothLine(circle=(x, y, dp(26)), width=dp(2.5))
            Color(*look.palette.primary)
            tip = y + radius - dp(16)
            Triangle(points=(x, tip, x - dp(16), tip + dp(32), x + dp(16), tip + dp(32)))

    def _paint_name(self, name: str, number: int, x: float, y: float, radius: float, middle: float) -> None:
        """The name along the sector's middle, read from the rim inwards or outwards, never upside down."""
        painter = TextPainter(text=name, font_size=look.sp(17), bold=True)
        painter.refresh()
        width, height = painter.texture.size
        room = radius - dp(26) - dp(24)
        scale = min(1.0, room / width)
        width, height = width * scale, height * scale
        colour = look.ring(number)
        degrees = middle % 360
        flip = degrees > 180
        PushMatrix()
        Rotate(angle=(90 - degrees) + (180 if flip else 0), origin=(x, y))
        left = x - radius + dp(14) if flip else x + radius - dp(14) - width
        Color(*colour)
        Rectangle(pos=(left - dp(5), y - height / 2 - dp(2)), size=(width + dp(10), height + dp(4)))
        Color(*ink_on(colour))
        Rectangle(texture=painter.texture, pos=(left, y - height / 2), size=(width, height))
        PopMatrix()
