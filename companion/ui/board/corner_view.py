"""A photo with four corners to drag, a magnifier beside the finger, and the grid that follows from them."""

from __future__ import annotations

from math import hypot
from typing import Any

from kivy.graphics import Color, Ellipse, InstructionGroup, Line, Rectangle
from kivy.metrics import dp
from kivy.properties import ListProperty

from companion.ui.board.drawing import INK, Pen, draw_grid, draw_source, shrunk
from companion.ui.board.glyphs import glyph
from companion.ui.board.projection import Projection, View, corner_projection
from companion.ui.board.view import BoardView
from companion.ui.theme import look, rgb, with_alpha
from scoring.layout import Layout

REACH_DP, RING_DP, MAGNIFIER_DP, MAGNIFIED = 44, 15, 132, 3.0
GRID_COLOUR = rgb("FFE14D", 0.9)

Corners = list[list[float]]


def default_corners(size: tuple[int, int]) -> Corners:
    """A start for dragging: a frame well inside the photo."""
    width, height = size
    left, right, top, low = 0.14 * width, 0.86 * width, 0.14 * height, 0.86 * height
    return [[left, top], [right, top], [right, low], [left, low]]


class CornerView(BoardView):
    """`corners` are the board's own (top left, top right, bottom right, bottom left), in photo pixels."""

    corners = ListProperty()

    def __init__(self, layout: Layout, **kwargs: Any) -> None:
        self.layout = layout
        self.photo: Any = None
        self.photo_size = (1, 1)
        self.held: int | None = None
        self._offset = (0.0, 0.0)
        super().__init__(**kwargs)
        self._grid = InstructionGroup()
        self.canvas.insert(self.canvas.indexof(self._marks), self._grid)
        self._handles = InstructionGroup()
        self.canvas.after.add(self._handles)
        for name in ("pos", "size", "zoom", "middle_x", "middle_y"):
            self.fbind(name, self._draw_handles)
        self.fbind("corners", self._on_corners)

    def set_photo(self, texture: Any, size: tuple[int, int], corners: Corners | None) -> None:
        """Show a photo; without corners they start inside its frame."""
        self.photo, self.photo_size = texture, size
        self.show_photo(texture, size)
        self.corners = corners or default_corners(size)

    def turn(self) -> None:
        """The same corners, counted from the next one on."""
        self.corners = [*self.corners[1:], self.corners[0]]

    def nudge(self, index: int, dx: float, dy: float) -> None:
        """Move one corner by photo pixels."""
        corners = [list(corner) for corner in self.corners]
        corners[index] = [corners[index][0] + dx, corners[index][1] + dy]
        self.corners = corners

    @property
    def fit(self) -> float:
        """As without corners, with room around the photo for a ring that lies on its very corner."""
        room = 2 * dp(RING_DP + 2)
        width, height = self.photo_size
        return max(min((self.width - room) / width, (self.height - room) / height), 0.0)

    def _aimed(self, _what: str, _at: Any, _edges_across: float) -> tuple[float, View]:
        """The whole photo, whatever the corners say so far."""
        width, height = self.photo_size
        return 1.0, (width / 2, height / 2)

    @property
    def fitted(self) -> Projection | None:
        """The board as these corners show it; None when they cannot be a board's."""
        if len(self.corners) != 4:
            return None
        try:
            return corner_projection(self.layout, self.corners, self.photo_size)
        except ValueError:
            return None

    def _on_corners(self, *_event: Any) -> None:
        self._grid.clear()
        projection = self.fitted
        if projection is not None:
            self.projection = projection
            pen = Pen(self._grid, projection, {})
            draw_grid(pen, GRID_COLOUR, 0.03)
            for bridge in self.layout.bridges:
                pen.line(
                    shrunk(projection.outline(bridge, raised=False), 0.8), rgb("37B6FF"), 0.07, close=True
                )
            for hill in self.layout.hills.values():
                pen.line(shrunk(projection.outline(hill, raised=False), 0.8), rgb("FF9D2E"), 0.07, close=True)
            for colour, point in self.layout.sources.items():
                draw_source(pen, colour, point)
        self._draw_handles()

    def _views(self) -> list[View]:
        """The corners in widget coordinates."""
        height = self.photo_size[1]
        return [self.from_view((x, height - y)) for x, y in self.corners]

    def _draw_handles(self, *_event: Any) -> None:
        group = self._handles
        group.clear()
        if len(self.corners) != 4:
            return
        views = self._views()
        outline = [c for view in views for c in view]
        fits = self.fitted is not None
        group.add(Color(*with_alpha(INK, 0.8)))
        group.add(Line(points=outline, width=dp(2.2), close=True))
        group.add(Color(*(rgb("FFE14D") if fits else look.palette.danger)))
        group.add(Line(points=outline, width=dp(1.1), close=True))
        for number, (x, y) in enumerate(views):
            held = number == self.held
            radius = dp(RING_DP)
            group.add(Color(*with_alpha(INK, 0.35 if held else 0.9)))
            group.add(Ellipse(pos=(x - radius, y - radius), size=(2 * radius, 2 * radius)))
            group.add(Color(1, 1, 1, 1))
            group.add(Line(circle=(x, y, radius), width=dp(1.6)))
            if held:
                continue
            texture = glyph(str(number + 1))
            wide, high = texture.size
            h = dp(20)
            w = h * wide / high
            group.add(Rectangle(pos=(x - w / 2, y - h / 2), size=(w, h), texture=texture))
        if self.held is not None and self.photo is not None:
            self._draw_magnifier(group, self.corners[self.held])

    def _draw_magnifier(self, group: InstructionGroup, corner: list[float]) -> None:
        """What lies under the finger, enlarged, in the upper corner that is farther away."""
        side = min(dp(MAGNIFIER_DP), self.width * 0.4, self.height * 0.45)
        finger_x = self.from_view((corner[0], 0))[0]
        left = self.x + dp(8) if finger_x > self.x + self.width / 2 else self.right - side - dp(8)
        low = self.top - side - dp(8)
        half = side / (self.fit * self.zoom * MAGNIFIED) / 2  # photo pixels
        width, height = self.photo_size
        u, v = corner[0] / width, 1 - corner[1] / height
        du, dv = half / width, half / height
        (u0, v0), (us, vs) = self.photo.uvpos, self.photo.uvsize
        box = [(u - du, v - dv), (u + du, v - dv), (u + du, v + dv), (u - du, v + dv)]
        coords = [c for a, b in box for c in (u0 + a * us, v0 + b * vs)]
        group.add(Color(*INK))
        group.add(Rectangle(pos=(left - dp(3), low - dp(3)), size=(side + dp(6), side + dp(6))))
        group.add(Color(1, 1, 1, 1))
        group.add(Rectangle(pos=(left, low), size=(side, side), texture=self.photo, tex_coords=coords))
        x, y = left + side / 2, low + side / 2
        for colour, line_width in ((INK, dp(1.6)), (rgb("FFE14D"), dp(0.9))):
            group.add(Color(*colour))
            for points in ((left, y, left + side, y), (x, low, x, low + side)):
                group.add(Line(points=points, width=line_width))

    # Fingers

    def on_touch_down(self, touch: Any) -> bool:
        if self.collide_point(*touch.pos) and not touch.is_mouse_scrolling and len(self.corners) == 4:
            views = self._views()
            near = min(range(4), key=lambda n: hypot(views[n][0] - touch.x, views[n][1] - touch.y))
            distance = hypot(views[near][0] - touch.x, views[near][1] - touch.y)
            if distance <= dp(REACH_DP) and self.held is None and not self._fingers:
                self.held = near
                self._offset = (views[near][0] - touch.x, views[near][1] - touch.y)
                touch.grab(self)
                self._draw_handles()
                return True
        return bool(super().on_touch_down(touch))

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is self and self.held is not None and touch.uid not in self._fingers:
            view = self.to_view((touch.x + self._offset[0], touch.y + self._offset[1]))
            width, height = self.photo_size
            corners = [list(corner) for corner in self.corners]
            corners[self.held] = [
                min(max(view[0], -0.2 * width), 1.2 * width),
                min(max(height - view[1], -0.2 * height), 1.2 * height),
            ]
            self.corners = corners
            return True
        return bool(super().on_touch_move(touch))

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is self and self.held is not None and touch.uid not in self._fingers:
            touch.ungrab(self)
            self.held = None
            self._draw_handles()
            return True
        return bool(super().on_touch_up(touch))
