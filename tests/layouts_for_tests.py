"""Boards of other shapes than the shipped one, and the symmetries of the grid."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from scoring.grid import Cells, Point, Triangle, cells_of, corners, edge, triangles_around
from scoring.layout import Layout
from scoring.state import Magistrate, Site, State, Stick, Tile

CORNERS = ((-9.0, -9.0), (9.0, -9.0), (9.0, 9.0), (-9.0, 9.0))


def board(
    name: str,
    triangles: Iterable[Triangle],
    hills: Iterable[Triangle] = (),
    bridges: Iterable[Triangle] = (),
    sources: dict[str, Point] | None = None,
    track: int = 100,
) -> Layout:
    return Layout(
        name=name,
        triangles=tuple(sorted(triangles)),
        hills={f"hill {n}": cell for n, cell in enumerate(hills, 1)},
        bridges=tuple(bridges),
        sources=sources or {},
        board_corners=CORNERS,
        track=tuple((float(n), 9.5) for n in range(track)),
    )


def _within(inside: Callable[[Point], bool], reach: int) -> list[Triangle]:
    cells = [(q, r, k) for q in range(-reach, reach) for r in range(-reach, reach) for k in (0, 1)]
    return [cell for cell in cells if all(inside(p) for p in corners(cell))]


def hexagon_triangles(radius: int) -> list[Triangle]:
    return _within(lambda p: max(abs(p[0]), abs(p[1]), abs(p[0] + p[1])) <= radius, radius + 1)


def one_site() -> Layout:
    """Six triangles around one point; the hill is one of them."""
    return board("one site", hexagon_triangles(1), hills=[(0, 0, 0)], sources={"grey": (1, 0)})


def hexagon(radius: int = 2) -> Layout:
    """A regular hexagon with three hills, two bridges and the three sources on its rim."""
    n = radius
    return board(
        f"hexagon of radius {radius}",
        hexagon_triangles(radius),
        hills=[(0, 0, 0), (-n, 0, 1), (n - 1, -n, 0)],
        bridges=[(0, -n, 0), (-1, n - 1, 0)],
        sources={"grey": (n, 0), "brown": (0, n), "white": (-n, n)},
    )


def strip(length: int = 6) -> Layout:
    """Two rows of triangles: a single row of sites; a track shorter than the scores."""
    return board(
        "strip",
        [(q, r, k) for q in range(length) for r in (0, 1) for k in (0, 1)],
        hills=[(1, 0, 0), (length - 2, 1, 1)],
        bridges=[(0, 1, 0)],
        sources={"brown": (length, 0), "white": (0, 2)},
        track=10,
    )


def parallelogram(width: int = 9, height: int = 8) -> Layout:
    """A larger board without bridges, with two sources that one tile can touch at once."""
    return board(
        "parallelogram",
        [(q, r, k) for q in range(width) for r in range(height) for k in (0, 1)],
        hills=[(2, 2, 0), (5, 3, 1), (3, 5, 0), (6, 6, 1)],
        sources={"grey": (width, 3), "brown": (width, 4), "white": (4, 0)},
        track=50,
    )


def ring(radius: int = 4) -> Layout:
    """A hexagon with a hole: inner rim, inner sources, hills side by side, no track."""
    hole = set(hexagon_triangles(1))
    return board(
        "ring",
        [cell for cell in hexagon_triangles(radius) if cell not in hole],
        hills=[(1, 1, 0), (1, 1, 1), (-3, 1, 0), (-3, 2, 1), (1, -3, 1)],
        bridges=[(-radius, 0, 1), (-radius, radius - 1, 1)],
        sources={"grey": (1, 0), "white": (radius, -1), "brown": (-1, -2)},
        track=0,
    )


# ------------------------------------------------------------------ symmetries

Turn = Callable[[Point], Point]


def symmetries() -> list[tuple[str, Turn]]:
    """The twelve rotations and reflections of the grid about the point (0, 0)."""

    def turn(times: int, mirrored: bool) -> Turn:
        def apply(point: Point) -> Point:
            q, r = (point[1], point[0]) if mirrored else point
            for _ in range(times):
                q, r = -r, q + r
            return q, r

        return apply

    return [
        (f"turned {60 * times}" + (" and mirrored" if mirrored else ""), turn(times, mirrored))
        for mirrored in (False, True)
        for times in range(6)
    ]


def turn_triangle(cell: Triangle, turn: Turn) -> Triangle:
    images = {turn(p) for p in corners(cell)}
    return next(t for t in triangles_around(min(images)) if set(corners(t)) == images)


def turn_cells(cells: Cells, turn: Turn) -> Cells:
    return cells_of(turn_triangle(cells[0], turn), turn_triangle(cells[1], turn))


def turn_layout(layout: Layout, turn: Turn) -> Layout:
    return replace(
        layout,
        triangles=tuple(sorted(turn_triangle(t, turn) for t in layout.triangles)),
        hills={name: turn_triangle(t, turn) for name, t in layout.hills.items()},
        bridges=tuple(turn_triangle(t, turn) for t in layout.bridges),
        sources={colour: turn(p) for colour, p in layout.sources.items()},
    )


def turn_state(state: State, turn: Turn) -> State:
    return State(
        hills=tuple(turn_triangle(t, turn) for t in state.hills),
        tiles=tuple(Tile(turn_cells(t.cells, turn), t.colour) for t in state.tiles),
        sites=tuple(Site(turn(s.at), s.kind, s.owner) for s in state.sites),
        aqueducts=tuple((colour, tuple(turn(p) for p in line)) for colour, line in state.aqueducts),
        loose_sticks=tuple(
            Stick(s.colour, edge(turn(s.edge[0]), turn(s.edge[1]))) for s in state.loose_sticks
        ),
        magistrates=tuple(Magistrate(turn_cells(m.cells, turn), m.owner) for m in state.magistrates),
        track=state.track,
    )
