"""The board that can be pinched, moved and tapped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot
from typing import Any

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.graphics import (
    Color,
    InstructionGroup,
    PopMatrix,
    PushMatrix,
    Rectangle,
    Scale,
    Translate,
)
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty
from kivy.uix.stencilview import StencilView

from companion.ui.board.drawing import Pen, draw_ground, draw_mark, draw_state
from companion.ui.board.hits import points_of
from companion.ui.board.projection import TILE_MM, Projection, View
from companion.ui.theme import Colour, look
from scoring.state import State

MOST_ZOOM = 10.0
TAP_DP = 12
DETAIL_DP = 36  # an edge of the grid is at least so long where small signs can be read

Mark = tuple[str, Any, Colour]


class BoardView(StencilView):
    """Shows a picture in view coordinates with what lies on the board drawn over it.

    Fires `on_tap(place)` with grid coordinates and `on_tap_view(view)` with view coordinates. `zoom` is 1
    when the whole picture fits; `middle_x`, `middle_y` is the view place in the middle of the widget.
    """

    __events__ = ("on_tap", "on_tap_view")

    zoom = NumericProperty(1.0)
    middle_x = NumericProperty(0.0)
    middle_y = NumericProperty(0.0)
    pieces = BooleanProperty(True)  # whether the pieces are drawn at all

    def __init__(self, **kwargs: Any) -> None:
        self.projection: Projection | None = None
        self.state: State | None = None
        self.letters: Mapping[str, str] = {}
        self.marks: Sequence[Mark] = ()
        self.dimmed = False
        self.hollow = False  # marks only as rings: what they are about must stay in sight
        self._detailed = True
        self._edge = 1.0
        self._fingers: dict[Any, tuple[float, float]] = {}
        self._travelled = 0.0
        self._aim: tuple[str, Any, float] | None = ("all", None, 0.0)
        self._size = (1.0, 1.0)
        super().__init__(**kwargs)
        self._draw_soon = Clock.create_trigger(self.draw_pieces, -1)
        self._mark_soon = Clock.create_trigger(self.draw_marks, -1)
        self._ground = InstructionGroup()
        self._pieces = InstructionGroup()
        self._marks = InstructionGroup()
        with self.canvas.before:
            Color(*look.palette.surface_low)
            self._backdrop = Rectangle()
        with self.canvas:
            PushMatrix()
            self._shift = Translate(0, 0, 0)
            self._scale = Scale(1, 1, 1)
        for group in (self._ground, self._pieces, self._marks):
            self.canvas.add(group)
        with self.canvas:
            PopMatrix()
        self.fbind("size", self._aim_again)
        for name in ("pos", "size", "zoom", "middle_x", "middle_y"):
            self.fbind(name, self._place)
        self.fbind("pieces", lambda *_: self.redraw())

    # What is shown

    def show_photo(self, texture: Any, size: tuple[float, float]) -> None:
        """A photo as the ground; `size` in view pixels, whatever the texture's size is."""
        self._size = size
        self._ground.clear()
        self._ground.add(Color(1, 1, 1, 1))
        self._ground.add(Rectangle(pos=(0, 0), size=size, texture=texture))
        self._begin()

    def show_board(self, projection: Projection, state: State | None) -> None:
        """Draw these pieces in this projection; a drawn projection brings its own ground."""
        self.projection, self.state = projection, state
        self._edge = projection.edge
        if projection.drawn:
            self._size = projection.size
            self._ground.clear()
            draw_ground(Pen(self._ground, projection, self.letters))
        self._begin()
        self.redraw()

    def show_state(self, state: State) -> None:
        """The same board with other pieces."""
        self.state = state
        self.redraw()

    def show_marks(self, marks: Sequence[Mark], dimmed: bool = False) -> None:
        """Light up places: `(what, at, colour)`; `dimmed` darkens all else."""
        self.marks, self.dimmed = marks, dimmed
        self._mark_soon()

    def redraw(self) -> None:
        """Draw pieces and marks anew, once before the next frame however often this is called."""
        self._draw_soon()
        self._mark_soon()

    def draw_pieces(self, _dt: float = 0.0) -> None:
        """Draw what lies on the board."""
        self._pieces.clear()
        if self.projection is not None and self.state is not None and self.pieces:
            pen = Pen(self._pieces, self.projection, self.letters)
            draw_state(pen, self.state, self.projection.drawn, self._detailed)

    def draw_marks(self, _dt: float = 0.0) -> None:
        """Draw what is lit up."""
        self._marks.clear()
        if self.projection is None:
            return
        if self.dimmed and self.marks:
            self._marks.add(Color(0, 0, 0, 0.45))
            self._marks.add(Rectangle(pos=(0, 0), size=self._size))
        pen = Pen(self._marks, self.projection, self.letters)
        for what, at, colour in self.marks:
            draw_mark(pen, what, at, colour, filled=not self.hollow)

    # Where it is shown

    @property
    def fit(self) -> float:
        """Screen pixels for a view pixel when the whole picture fits."""
        return min(self.width / self._size[0], self.height / self._size[1])

    def _begin(self) -> None:
        self._aim_again()
        self._place()

    def _aim_again(self, *_event: Any) -> None:
        """Keep what is looked at in sight while the widget changes its size, until a finger moves it."""
        if self._aim is not None:
            self._go(*self._aimed(*self._aim), move=False)

    def _aimed(self, what: str, at: Any, edges_across: float) -> tuple[float, View]:
        """Zoom and middle for what is looked at."""
        whole = (self._size[0] / 2, self._size[1] / 2)
        if self.projection is None or not self.fit:
            return 1.0, whole
        if what == "city":
            return self._whole(list(self.projection.ground.values()), 1.12)
        points = [] if what == "all" else points_of(what, at, self.projection.layout)
        if not points:
            return self._whole(self.projection.board_outline(), 1.03)
        x, y = sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)
        zoom = min(self.width, self.height) / (edges_across * self.projection.edge) / self.fit
        return min(max(zoom, 1.0), MOST_ZOOM), self.projection.view((x, y), TILE_MM)

    def _whole(self, views: Sequence[View], margin: float) -> tuple[float, View]:
        """So that all of these are seen, and not the table around them."""
        xs, ys = zip(*views, strict=True)
        left, right = max(min(xs), 0.0), min(max(xs), self._size[0])
        low, high = max(min(ys), 0.0), min(max(ys), self._size[1])
        wide, tall = max(right - left, 1.0) * margin, max(high - low, 1.0) * margin
        zoom = min(self.width / wide, self.height / tall) / self.fit
        return min(max(zoom, 1.0), MOST_ZOOM), ((left + right) / 2, (low + high) / 2)

    def _place(self, *_event: Any) -> None:
        self._backdrop.pos, self._backdrop.size = self.pos, self.size
        scale = self.fit * self.zoom
        # The picture never leaves the widget: where it is smaller than that it is centred.
        for name, room, whole in (
            ("middle_x", self.width, self._size[0]),
            ("middle_y", self.height, self._size[1]),
        ):
            half = room / scale / 2 if scale else whole / 2
            low, high = min(half, whole - half), max(half, whole - half)
            low, high = (whole / 2, whole / 2) if whole * scale <= room else (low, high)
            value = min(max(getattr(self, name), low), high)
            if abs(value - getattr(self, name)) > 1e-6:
                setattr(self, name, value)
        self._scale.x = self._scale.y = scale
        self._shift.x = self.x + self.width / 2 - self.middle_x * scale
        self._shift.y = self.y + self.height / 2 - self.middle_y * scale
        detailed = self.projection is None or self.projection.drawn or self._edge * scale >= dp(DETAIL_DP)
        if detailed != self._detailed:
            self._detailed = detailed
            self.redraw()

    def to_view(self, touch: tuple[float, float]) -> View:
        """Widget coordinates to view coordinates."""
        scale = self.fit * self.zoom
        return (touch[0] - self._shift.x) / scale, (touch[1] - self._shift.y) / scale

    def from_view(self, view: View) -> View:
        """View coordinates to widget coordinates."""
        scale = self.fit * self.zoom
        return view[0] * scale + self._shift.x, view[1] * scale + self._shift.y

    def place_on_screen(self, what: str, at: Any) -> View:
        """The widget coordinates of a place of the board: for tests and hints."""
        if self.projection is None:
            raise RuntimeError("no board is shown")
        points = points_of(what, at, self.projection.layout)
        x, y = sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)
        return self.from_view(self.projection.view((x, y), TILE_MM))

    def look_at(self, what: str, at: Any, edges_across: float = 5.0) -> None:
        """Bring a place into the middle, so near that so many edges are seen."""
        self._aim = (what, at, edges_across)
        self._go(*self._aimed(*self._aim))

    def look_at_all(self) -> None:
        """The whole board."""
        self.look_at("all", None)

    def look_at_city(self) -> None:
        """The grid without the score track around it."""
        self.look_at("city", None)

    def _go(self, zoom: float, view: View, move: bool = True) -> None:
        Animation.cancel_all(self, "zoom", "middle_x", "middle_y")
        if look.motion and move:
            Animation(zoom=zoom, middle_x=view[0], middle_y=view[1], duration=0.35, t="in_out_quad").start(
                self
            )
            return
        self.zoom = zoom
        self.middle_x, self.middle_y = view

    def zoom_by(self, factor: float, around: View) -> None:
        """Zoom so that the place under the finger stays there."""
        self._aim = None
        before = self.to_view(around)
        self.zoom = min(max(self.zoom * factor, 1.0), MOST_ZOOM)
        after = self.to_view(around)
        self.middle_x += before[0] - after[0]
        self.middle_y += before[1] - after[1]

    # Fingers

    def on_touch_down(self, touch: Any) -> bool:
        if not self.collide_point(*touch.pos) or self.disabled:
            return False
        if touch.is_mouse_scrolling:
            self.zoom_by(0.8 if touch.button == "scrollup" else 1.25, touch.pos)
            return True
        Animation.cancel_all(self, "zoom", "middle_x", "middle_y")
        touch.grab(self)
        if not self._fingers:
            self._travelled = 0.0
        self._fingers[touch.uid] = touch.pos
        if len(self._fingers) > 1:
            self._travelled = dp(1000)  # never a tap
        return True

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self or touch.uid not in self._fingers:
            return False
        before = self._fingers[touch.uid]
        self._travelled += hypot(touch.x - before[0], touch.y - before[1])
        scale = self.fit * self.zoom
        others = [pos for uid, pos in self._fingers.items() if uid != touch.uid]
        if others:
            other = others[0]
            spread = hypot(before[0] - other[0], before[1] - other[1])
            wider = hypot(touch.x - other[0], touch.y - other[1])
            middle = ((touch.x + other[0]) / 2, (touch.y + other[1]) / 2)
            if spread > 1:
                self.zoom_by(wider / spread, middle)
            # The middle of two fingers moves by half of what one of them does.
            self.middle_x -= (touch.x - before[0]) / 2 / scale
            self.middle_y -= (touch.y - before[1]) / 2 / scale
        elif self._travelled > dp(TAP_DP):
            self._aim = None
            self.middle_x -= (touch.x - before[0]) / scale
            self.middle_y -= (touch.y - before[1]) / scale
        self._fingers[touch.uid] = touch.pos
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        last = self._fingers.pop(touch.uid, None) is not None and not self._fingers
        if last and self._travelled <= dp(TAP_DP):
            view = self.to_view(touch.pos)
            self.dispatch("on_tap_view", view)
            if self.projection is not None:
                self.dispatch("on_tap", self.projection.grid(view))
        return True

    def on_tap(self, place: tuple[float, float]) -> None:
        """A short touch, in grid coordinates."""

    def on_tap_view(self, view: View) -> None:
        """A short touch, in view coordinates."""
