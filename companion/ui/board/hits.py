"""What a finger means: the point, edge, triangle, tile place or track space nearest to it."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor, hypot
from typing import Any

from companion.review import is_middle_of_tile, sticks_of, tile_over
from scoring.grid import (
    ROW,
    Cells,
    Edge,
    Point,
    Triangle,
    cells_of,
    edge,
    position,
    triangle_edges,
    triangles_beside,
)
from scoring.layout import Layout
from scoring.state import State

Place = tuple[float, float]

# In edges: how near a finger must be. A triangle's inner circle has a radius of 0.29.
SITE_REACH = 0.27
STICK_REACH = 0.13
TRACK_REACH = 0.4


@dataclass(frozen=True, slots=True)
class Hit:
    """Something on the board: `what` is a kind of correction; `at` its place."""

    what: str
    at: Any


def triangle_at(place: Place) -> Triangle:
    """The triangle of the endless grid that contains a place."""
    r = place[1] / ROW
    q = place[0] - r / 2
    column, row = floor(q), floor(r)
    up = 1 if (q - column) + (r - row) > 1 else 0
    return column, row, up


def nearest_point(place: Place, layout: Layout, reach: float = SITE_REACH) -> Point | None:
    """The grid's point within reach."""
    best = min(layout.points, key=lambda p: _distance(place, position(p)), default=None)
    return best if best is not None and _distance(place, position(best)) <= reach else None


def nearest_edge(place: Place, layout: Layout, reach: float | None = None) -> Edge | None:
    """Of the edges around the triangle that was hit the nearest, measured to its line."""
    cell = triangle_at(place)
    if cell not in layout.triangle_set:
        return None
    best = min(triangle_edges(cell), key=lambda e: _to_edge(place, e))
    return best if reach is None or _to_edge(place, best) <= reach else None


def tile_place(place: Place, layout: Layout) -> Cells | None:
    """The tile whose middle is nearest: a tile lies across an edge, so it is that edge's two triangles."""
    cell = triangle_at(place)
    if cell not in layout.triangle_set:
        return None
    for side in sorted(triangle_edges(cell), key=lambda e: _distance(place, _middle(e))):
        one, other = triangles_beside(side)
        if one in layout.triangle_set and other in layout.triangle_set:
            return cells_of(one, other)
    return None


def free_tile_place(place: Place, layout: Layout, state: State) -> Cells | None:
    """As `tile_place`, but preferring a place where nothing lies yet."""
    cell = triangle_at(place)
    cover = state.covered()
    for side in sorted(triangle_edges(cell), key=lambda e: _distance(place, _middle(e))):
        cells = cells_of(*triangles_beside(side))
        if layout.triangle_set.issuperset(cells) and not any(c in cover for c in cells):
            return cells
    return tile_place(place, layout)


def track_space(place: Place, layout: Layout) -> int | None:
    """The number of the score track's space within reach."""
    if not layout.track:
        return None
    best = min(range(len(layout.track)), key=lambda n: _distance(place, layout.track[n]))
    return best if _distance(place, layout.track[best]) <= TRACK_REACH else None


def hit(place: Place, state: State, layout: Layout) -> Hit | None:
    """What a tap on the board is most likely about."""
    space = track_space(place, layout)
    cell = triangle_at(place)
    if cell not in layout.triangle_set:
        return Hit("track_space", space) if space is not None else None
    point = nearest_point(place, layout)
    if point is not None and point in layout.around:
        return Hit("site", point)
    side = nearest_edge(place, layout, STICK_REACH)
    if side is not None and (side in sticks_of(state) or _may_carry(side, state)):
        return Hit("edge", side)
    tile = tile_over(state, cell)
    if tile is not None:
        return Hit("tile", tile.cells)
    if cell in state.hills or cell in layout.hills.values():
        return Hit("hill", cell)
    cells = free_tile_place(place, layout, state)
    return Hit("tile", cells) if cells is not None else None


def hit_kind(what: str, place: Place, state: State, layout: Layout) -> Hit | None:
    """What a tap means while one kind of thing is being entered."""
    cell = triangle_at(place)
    if what == "track":
        space = track_space(place, layout)
        return None if space is None else Hit("track_space", space)
    if cell not in layout.triangle_set:
        return None
    if what == "hill":
        return Hit("hill", cell)
    if what == "site":
        near = min(layout.around, key=lambda p: _distance(place, position(p)), default=None)
        return Hit("site", near) if near is not None and _distance(place, position(near)) < 0.62 else None
    if what == "edge":
        side = nearest_edge(place, layout)
        return None if side is None else Hit("edge", side)
    tile = tile_over(state, cell)
    if tile is not None:
        return Hit(what, tile.cells)
    if what == "magistrate":
        return None
    cells = free_tile_place(place, layout, state)
    return None if cells is None else Hit("tile", cells)


def _may_carry(side: Edge, state: State) -> bool:
    cover = state.covered()
    return any(c in cover for c in triangles_beside(side)) and not is_middle_of_tile(state, side)


def _middle(side: Edge) -> Place:
    (ax, ay), (bx, by) = position(side[0]), position(side[1])
    return (ax + bx) / 2, (ay + by) / 2


def _distance(one: Place, other: Place) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])


def _to_edge(place: Place, side: Edge) -> float:
    """To the segment, ends left out: there a point is meant."""
    (ax, ay), (bx, by) = position(side[0]), position(side[1])
    share = (place[0] - ax) * (bx - ax) + (place[1] - ay) * (by - ay)  # the edge's length is 1
    share = min(max(share, 0.0), 1.0)
    return _distance(place, (ax + share * (bx - ax), ay + share * (by - ay)))


def middle_of(what: str, at: Any, layout: Layout) -> Place | None:
    """The grid place of a doubt, correction or problem's place; None if it is nowhere."""
    points = points_of(what, at, layout)
    if not points:
        return None
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def points_of(what: str, at: Any, layout: Layout) -> list[Place]:
    """The corners of whatever a place is: a point, triangle, edge, tile or track space."""
    from scoring.grid import corners

    if what == "track_space":
        return [layout.track[at % len(layout.track)]] if layout.track else []
    if what == "site":
        return [position(at)]
    if what == "edge":
        return [position(p) for p in edge(*at)]
    if what == "hill":
        return [position(p) for p in corners(at)]
    if what in ("tile", "magistrate"):
        return [position(p) for cell in at for p in corners(cell)]
    return []
