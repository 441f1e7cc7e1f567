"""Where the places of the board lie in the picture that is shown: on a photo, or on a drawn board.

View coordinates: pixels of the photo (or of the drawn board), y up as Kivy has it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from scoring.grid import Point, Triangle, corners, position
from scoring.layout import Layout

if TYPE_CHECKING:
    from vision.camera import Camera

View = tuple[float, float]

# Heights above the board in millimetres: where the upper faces of the pieces are.
TILE_MM, BUILDING_MM, STICK_MM = 2.0, 4.0, 7.0
DRAWN_EDGE = 100.0  # view pixels for an edge of the drawn board


@dataclass(frozen=True, slots=True, eq=False)
class Projection:
    """A layout seen by a camera, or from straight above without one; its points are projected once."""

    layout: Layout
    camera: Camera | None
    size: tuple[float, float]
    origin: tuple[float, float] = (0.0, 0.0)
    # The grid's points on the board, on the tiles, on the buildings and on the sticks.
    ground: dict[Point, View] = field(init=False, repr=False)
    raised: dict[Point, View] = field(init=False, repr=False)
    built: dict[Point, View] = field(init=False, repr=False)
    bridged: dict[Point, View] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        points = self.layout.points
        flat = np.array([position(p) for p in points], float)
        levels = (("ground", 0.0), ("raised", TILE_MM), ("built", BUILDING_MM), ("bridged", STICK_MM))
        for name, height in levels:
            places = self.project(flat, height)
            views = {p: (float(x), float(y)) for p, (x, y) in zip(points, places, strict=True)}
            object.__setattr__(self, name, views)

    @property
    def drawn(self) -> bool:
        """Whether this is the drawn board."""
        return self.camera is None

    @property
    def edge(self) -> float:
        """The mean length of a grid edge, in view pixels."""
        if self.camera is None:
            return DRAWN_EDGE
        box = np.array(list(self.ground.values()))
        xs = [position(p) for p in self.layout.points]
        spread = float(np.hypot(*np.std(np.array(xs), axis=0)))
        return float(np.hypot(*np.std(box, axis=0))) / max(spread, 1e-6)

    def project(self, places: Any, height_mm: float = 0.0) -> NDArray[np.float64]:
        """Grid places (N, 2) to view pixels (N, 2)."""
        flat = np.asarray(places, float).reshape(-1, 2)
        if self.camera is None:
            view = (flat - np.array(self.origin)) * DRAWN_EDGE
        else:
            height = np.full((len(flat), 1), height_mm / self.layout.edge_mm)
            view = self.camera.project(np.hstack((flat, height)))
        return np.column_stack((view[:, 0], self.size[1] - view[:, 1]))

    def view(self, place: tuple[float, float], height_mm: float = 0.0) -> View:
        """One grid place."""
        x, y = self.project([place], height_mm)[0]
        return float(x), float(y)

    def grid(self, view: View, height_mm: float = TILE_MM) -> tuple[float, float]:
        """The grid place that is seen at a view pixel."""
        x, y = view[0], self.size[1] - view[1]
        if self.camera is None:
            return x / DRAWN_EDGE + self.origin[0], y / DRAWN_EDGE + self.origin[1]
        found = self.camera.unproject(np.array([[x, y]]), height_mm / self.layout.edge_mm)[0]
        return float(found[0]), float(found[1])

    def outline(self, triangle: Triangle, raised: bool = True) -> list[View]:
        """A triangle's corners."""
        views = self.raised if raised else self.ground
        return [views[p] for p in corners(triangle) if p in views]

    def board_outline(self) -> list[View]:
        """The printed board's corners."""
        return [(float(x), float(y)) for x, y in self.project(self.layout.board_corners)]


def drawn_projection(layout: Layout) -> Projection:
    """The board seen from straight above, with a small margin."""
    xs, ys = zip(*layout.board_corners, strict=True)
    margin = 0.15
    x0, y0 = min(xs) - margin, min(ys) - margin
    width, height = max(xs) + margin - x0, max(ys) + margin - y0
    return Projection(layout, None, (width * DRAWN_EDGE, height * DRAWN_EDGE), (x0, y0))


def photo_projection(layout: Layout, parameters: Sequence[float]) -> Projection:
    """The board in a photo whose camera has these parameters. Raises ValueError."""
    from vision.camera import Camera

    camera = Camera.from_parameters(parameters)
    return Projection(layout, camera, (float(camera.size_px[0]), float(camera.size_px[1])))


def corner_projection(layout: Layout, corners_px: Any, size_px: tuple[int, int]) -> Projection:
    """The board in a photo whose corners were dragged there. Raises ValueError for impossible corners."""
    from vision.camera import Camera

    camera = Camera.from_corners(layout, corners_px, size_px)
    return Projection(layout, camera, (float(size_px[0]), float(size_px[1])))
