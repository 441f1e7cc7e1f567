"""Who builds a site: its kind by the number of tiles, the magistrates that count, what is still open."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from scoring.board import Board, board_of
from scoring.grid import Point, Triangle, adjacent_triangles, corners, triangles_around
from scoring.layout import Layout
from scoring.ruleset import Ruleset
from scoring.state import COLOUR_OF_KIND, FOUNTAIN, State

Influence = tuple[tuple[str, int], ...]  # players with any, sorted by name


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a finished site becomes: `kind` is a fountain when nobody has strictly the most influence.

    `wanted` is the kind that the number of tiles asks for, None when no kind has that number.
    """

    kind: str
    wanted: str | None
    influence: Influence
    builder: str | None
    points: int


@dataclass(frozen=True, slots=True)
class Prospect:
    """One kind that a site can still become, and who would build it with the magistrates there now."""

    kind: str
    influence: Influence
    builder: str | None
    points: int


@dataclass(frozen=True, slots=True)
class SiteOutlook:
    """How a site stands. `missing`: its uncovered triangles; `prospects`: by rising number of buildings."""

    at: Point
    missing: tuple[Triangle, ...]
    buildings: int
    prospects: tuple[Prospect, ...]
    built: str | None


def building_count(board: Board, point: Point, ruleset: Ruleset) -> int:
    """The number of small buildings at a site: one for each tile's corner, for a hill's if it counts."""
    count = len(board.tiles_at(point))
    if ruleset.flag("hill_corner_counts"):
        count += board.hills_at(point)
    return count


def count_influence(board: Board, point: Point, kind: str | None) -> Counter[str]:
    """The magistrates by owner on the site's tiles of the building's colour."""
    counted: Counter[str] = Counter()
    if kind is not None:
        colour = COLOUR_OF_KIND[kind]
        for tile in board.tiles_at(point):
            if tile.colour == colour:
                counted.update(board.magistrates.get(tile.cells, ()))
    return counted


def most(influence: Counter[str]) -> str | None:
    """The player with strictly more than every other, if there is one."""
    ranked = influence.most_common(2)
    if not ranked or ranked[0][1] < 1 or (len(ranked) > 1 and ranked[1][1] == ranked[0][1]):
        return None
    return ranked[0][0]


def judge(board: Board, point: Point, ruleset: Ruleset) -> Verdict | None:
    """What a complete site becomes; None when it gets nothing (an odd number of tiles, by the ruleset)."""
    wanted = ruleset.kind_by_buildings.get(building_count(board, point, ruleset))
    if wanted is None and ruleset.word("other_count_builds") == "nothing":
        return None
    influence = count_influence(board, point, wanted)
    builder = most(influence)
    shown = tuple(sorted(influence.items()))
    if wanted is None or builder is None:
        return Verdict(FOUNTAIN, wanted, shown, None, 0)
    return Verdict(wanted, wanted, shown, builder, ruleset.points[wanted])


def present_at(board: Board, point: Point) -> tuple[str, ...]:
    """The players with a magistrate on any tile of a site, sorted."""
    owners = {o for tile in board.tiles_at(point) for o in board.magistrates.get(tile.cells, ())}
    return tuple(sorted(owners))


def site_outlook(state: State, layout: Layout, ruleset: Ruleset, point: Point) -> SiteOutlook:
    """How a site stands now and what it can still become. Raises ValueError for a point that is no site."""
    if point not in layout.around:
        raise ValueError(f"{point} is not an inner point of the board")
    board = board_of(state)
    missing = tuple(cell for cell in triangles_around(point) if cell not in board.cover)
    count = building_count(board, point, ruleset)
    prospects = []
    for more in sorted(_ways_to_cover(point, frozenset(missing), board, layout)):
        kind = ruleset.kind_by_buildings.get(count + more)
        if kind is None:
            continue
        influence = count_influence(board, point, kind)
        builder = most(influence)
        points = ruleset.points[kind] if builder is not None else 0
        prospects.append(Prospect(kind, tuple(sorted(influence.items())), builder, points))
    site = board.sites.get(point)
    return SiteOutlook(point, missing, count, tuple(prospects), None if site is None else site.kind)


def _ways_to_cover(point: Point, missing: frozenset[Triangle], board: Board, layout: Layout) -> set[int]:
    """The numbers of tiles that can still close a site."""
    if not missing:
        return {0}
    cell = min(missing)
    numbers: set[int] = set()
    for other in adjacent_triangles(cell):
        if other in missing or (
            point not in corners(other) and other in layout.triangle_set and other not in board.cover
        ):
            rest = _ways_to_cover(point, missing - {cell, other}, board, layout)
            numbers.update(1 + n for n in rest)
    return numbers
