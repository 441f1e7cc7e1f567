"""What can be wrong with aqueducts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise, product

from scoring.aqueduct import has_begun, next_points
from scoring.board import Board, Line
from scoring.grid import Edge, Point, are_neighbours, edge, triangles_beside
from scoring.layout import Layout
from scoring.problem import Problem
from scoring.ruleset import Ruleset
from scoring.state import Tile
from scoring.violations import breach


def check_aqueducts(board: Board, layout: Layout, ruleset: Ruleset) -> Iterator[Problem]:
    """Every line and every loose stick against the rules, and every aqueduct that was not started."""
    colours = dict.fromkeys([*board.lines, *(stick.colour for stick in board.state.loose_sticks)])
    reached: dict[str, set[Point]] = {}
    sticks: list[tuple[str, Edge]] = []
    for colour in colours:
        line = board.lines.get(colour, ())
        if len(line) < 2:
            line = ()  # a point alone is no stick
        mine = [edge(a, b) for a, b in pairwise(line) if are_neighbours(a, b)]
        loose = [stick.edge for stick in board.loose(colour)]
        reached[colour] = {*line, *(p for side in loose for p in side)}
        yield from _check_line(colour, line, layout)
        yield from _check_loose(colour, line, set(mine), loose)
        for side in (*mine, *loose):
            sticks.append((colour, side))
        count, limit = max(len(line) - 1, 0) + len(loose), ruleset.number("supply_sticks")
        if count > limit:
            yield breach("too_many_sticks", (*mine, *loose), colour=colour, count=count, limit=limit)
    yield from _check_places(board, layout, sticks)
    for one, other in combinations(reached, 2):
        shared = reached[one] & reached[other]
        if shared:
            yield breach("aqueduct_touch", tuple(sorted(shared)), colour=one, other=other)
    yield from _check_beginnings(board, layout, ruleset)


def _check_line(colour: str, line: Line, layout: Layout) -> Iterator[Problem]:
    if not line:
        return
    if colour not in layout.sources:
        yield breach("aqueduct_without_source", line[:1], colour=colour)
    elif line[0] != layout.sources[colour]:
        yield breach("aqueduct_start", line[:1], colour=colour)
    for a, b in pairwise(line):
        if not are_neighbours(a, b):
            yield breach("aqueduct_gap", (a, b), colour=colour)
    if len(set(line)) < len(line):
        again = tuple(p for p, times in Counter(line).items() if times > 1)
        yield breach("aqueduct_loop", again, colour=colour)


def _check_loose(colour: str, line: Line, mine: set[Edge], loose: list[Edge]) -> Iterator[Problem]:
    """Sticks of no line: a branch where they leave the line, a loop where they come back to it."""
    on_line = set(line)
    for side in dict.fromkeys(loose):
        if side in mine:
            continue  # told as two sticks on one edge
        ends = tuple(p for p in side if p in on_line)
        if len(ends) == 2:
            yield breach("aqueduct_loop", (side,), colour=colour)
        elif ends and ends[0] != line[-1]:
            yield breach("aqueduct_branch", ends, colour=colour)
        else:
            yield breach("stick_loose", (side,), colour=colour)


def _check_places(board: Board, layout: Layout, sticks: list[tuple[str, Edge]]) -> Iterator[Problem]:
    """Each stick must lie on an edge of the grid, along a tile's side, alone."""
    cover, grid = board.cover, layout.triangle_set
    for colour, side in sticks:
        if not are_neighbours(*side):
            yield breach("stick_outside", (side,), colour=colour)
            continue
        first, second = triangles_beside(side)
        if first not in grid and second not in grid:
            yield breach("stick_outside", (side,), colour=colour)
            continue
        one, other = cover.get(first), cover.get(second)
        if one is None and other is None:
            yield breach("stick_off_tiles", (side,), colour=colour)
        elif one is other:
            yield breach("stick_across_tile", (side,), colour=colour)
    for side, count in Counter(side for _, side in sticks).items():
        if count > 1:
            yield breach("stick_twice", (side,), count=count)


def _check_beginnings(board: Board, layout: Layout, ruleset: Ruleset) -> Iterator[Problem]:
    wanted, fewer = ruleset.number("start_sticks"), ruleset.flag("start_sticks_fewer")
    for colour, source in layout.sources.items():
        line = board.lines.get(colour, ())
        if not has_begun(board, colour):
            least = 1 if fewer else wanted
            taken = board.points_with_sticks(but=colour)
            if wanted and any(_fits(board, [t], source, taken, least) for t in board.tiles_at(source)):
                yield breach("aqueduct_missing", (source,), colour=colour)
        elif 1 < len(line) <= wanted and line[0] == source and not board.loose(colour):
            count = len(line) - 1
            if not (fewer and _may_have_been_stuck(board, line, colour)):
                yield breach("aqueduct_short", line, colour=colour, count=count, limit=wanted)


def _may_have_been_stuck(board: Board, line: Line, colour: str) -> bool:
    """Whether a short line, or what it was before it was extended, can have been the longest that fitted.

    The board of that moment is not known. It had a tile at the source and one beside each stick; more
    tiles make it easier to go on, other lines harder. So it is enough to try the fewest tiles with the
    other lines as they are now.
    """
    taken = board.points_with_sticks(but=colour)
    beside = [
        [tile for tile in map(board.cover.get, triangles_beside(edge(a, b))) if tile is not None]
        for a, b in pairwise(line)
    ]
    return any(
        not _fits(board, [first, *tiles], line[0], taken, sticks + 1)
        for first in board.tiles_at(line[0])
        for sticks in range(1, len(line))
        for tiles in product(*beside[:sticks])
    )


def _fits(board: Board, tiles: list[Tile], source: Point, taken: set[Point], sticks: int) -> bool:
    """Whether so many sticks can be laid from the source along these tiles alone."""
    if source in taken:
        return False
    few = Board(board.state, {cell: tile for tile in tiles for cell in tile.cells}, {}, {}, {})
    lines: list[Line] = [(source,)]
    for _ in range(sticks):
        lines = [(*line, p) for line in lines for p in next_points(few, line, taken)]
    return bool(lines)
