"""The board that a player lays out once, so that the app learns the colours of the pieces.

It shows each piece once and is no legal position: the four kinds stand side by side, and a stick of each
colour leads nowhere.
"""

from __future__ import annotations

from collections.abc import Sequence

from scoring.grid import Cells, Point, cells_of
from scoring.layout import Layout
from scoring.state import BUILDINGS, FOUNTAIN, Magistrate, Site, State, Tile

TILES: tuple[tuple[Cells, str], ...] = (
    (((-1, 2, 0), (-1, 2, 1)), "red"),
    (((-2, 2, 1), (-2, 3, 0)), "red"),
    (((0, 2, 0), (0, 2, 1)), "yellow"),
    (((1, 2, 0), (1, 2, 1)), "yellow"),
    (((-1, 3, 0), (-1, 3, 1)), "green"),
    (((-2, 3, 1), (-2, 4, 0)), "green"),
    (((0, 3, 0), (0, 3, 1)), "blue"),
    (((1, 3, 0), (1, 3, 1)), "blue"),
    (((-2, 4, 1), (-1, 4, 0)), "red"),
    (((-1, 4, 1), (0, 4, 0)), "yellow"),
    (((0, 4, 1), (1, 4, 0)), "green"),
)
BUILDING_SITES: tuple[Point, ...] = ((-1, 3), (0, 3), (1, 3), (-1, 4))
FOUNTAIN_SITE: Point = (0, 4)
STICKS: tuple[tuple[Point, Point], ...] = (((-2, 4), (-1, 3)), ((-2, 5), (-1, 4)), ((-1, 5), (0, 4)))
MAGISTRATE_TILES = (1, 3, 5, 7)  # indexes of TILES
FIRST_SPACE, SPACE_STEP = 6, 9
HILLS = 3
FARTHEST = 12


def sampler_state(layout: Layout, owners: Sequence[str]) -> State | None:
    """What to lay out on this board with pieces of these players; None if the board is too small for it."""
    offset = _fitting_offset(layout)
    if offset is None:
        return None
    people = list(owners[:4]) or ["black"]
    tiles = tuple(Tile(_shifted(cells, offset), colour) for cells, colour in TILES)
    covered = {cell for tile in tiles for cell in tile.cells}
    sites = [
        Site(_moved(at, offset), kind, people[n % len(people)])
        for n, (at, kind) in enumerate(zip(BUILDING_SITES, BUILDINGS, strict=True))
    ]
    sites.append(Site(_moved(FOUNTAIN_SITE, offset), FOUNTAIN))
    lines = zip(layout.sources, STICKS, strict=False)
    length = len(layout.track)
    return State(
        hills=tuple(h for h in layout.hills.values() if h not in covered)[:HILLS],
        tiles=tiles,
        sites=tuple(sites),
        aqueducts=tuple((c, (_moved(a, offset), _moved(b, offset))) for c, (a, b) in lines),
        magistrates=tuple(
            Magistrate(tiles[index].cells, owner)
            for index, owner in zip(MAGISTRATE_TILES, people, strict=False)
        ),
        track=tuple(
            (owner, (FIRST_SPACE + n * SPACE_STEP) % length) for n, owner in enumerate(people) if length
        ),
    )


def _fitting_offset(layout: Layout) -> Point | None:
    """The smallest shift that brings all tiles onto the board, and no building on its rim."""
    reach = range(-FARTHEST, FARTHEST + 1)
    shifts = sorted(((q, r) for q in reach for r in reach), key=lambda s: abs(s[0]) + abs(s[1]))
    for shift in shifts:
        cells = [c for pair, _ in TILES for c in _shifted(pair, shift)]
        if layout.triangle_set.issuperset(cells):
            points = {_moved(p, shift) for ends in STICKS for p in ends}
            if points <= layout.point_set:
                return shift
    return None


def _moved(point: Point, offset: Point) -> Point:
    return point[0] + offset[0], point[1] + offset[1]


def _shifted(cells: Cells, offset: Point) -> Cells:
    one, other = ((q + offset[0], r + offset[1], k) for q, r, k in cells)
    return cells_of(one, other)
