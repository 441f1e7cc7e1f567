"""Counts of legal placements to a depth, against an enumeration that knows the plane only.

As chess programs count their moves: a wrong rule shows as a wrong number, and the breakdown by first move
shows where.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import pytest
from layouts_for_tests import hexagon, one_site, ring, strip

from scoring.grid import Cells
from scoring.layout import Layout
from scoring.move import move
from scoring.placement import legal_placements
from scoring.ruleset import default_ruleset
from scoring.state import State, Tile

Spot = tuple[float, float]
Shape = frozenset[Spot]


def perft(state: State, layout: Layout, depth: int) -> int:
    """How many sequences of so many tiles there are."""
    places = legal_placements(state, layout, default_ruleset())
    if depth == 1:
        return len(places)
    return sum(perft(after(state, cells), layout, depth - 1) for cells in places)


def after(state: State, cells: Cells) -> State:
    return replace(state, tiles=(*state.tiles, Tile(cells, "blue")))


# ------------------------------------------------- the same, from places in the plane


def spots(document_triangle: list[int]) -> Shape:
    q, r, k = document_triangle
    points = [(q, r), (q + 1, r), (q, r + 1)] if k == 0 else [(q + 1, r), (q + 1, r + 1), (q, r + 1)]
    return frozenset((round(a + b / 2, 6), round(b * math.sqrt(3) / 2, 6)) for a, b in points)


def sides(shape: Shape) -> set[Shape]:
    """Pairs of a triangle's corners."""
    return {frozenset((a, b)) for a in shape for b in shape if a != b}


def enumerate_tiles(layout: Layout) -> list[tuple[Shape, Shape]]:
    cells = [spots(cell) for cell in layout.as_json()["triangles"]]
    return [(a, b) for n, a in enumerate(cells) for b in cells[n + 1 :] if len(a & b) == 2]


def outline(tile: tuple[Shape, Shape]) -> set[Shape]:
    return sides(tile[0]) ^ sides(tile[1])


def count(
    lying: list[set[Shape]],
    covered: set[Shape],
    tiles: list[tuple[Shape, Shape]],
    depth: int,
) -> int:
    """lying: the outlines of hills and tiles on the board."""
    total = 0
    for tile in tiles:
        if tile[0] in covered or tile[1] in covered:
            continue
        around = outline(tile)
        if not any(around & other for other in lying):
            continue
        if depth == 1:
            total += 1
        else:
            total += count([*lying, around], covered | set(tile), tiles, depth - 1)
    return total


def breakdown(layout: Layout, state: State, depth: int) -> str:
    """The count under each first move, by both; what to print when they differ."""
    tiles = enumerate_tiles(layout)
    hills = [spots(list(hill)) for hill in state.hills]
    lines = []
    for cells in layout.tile_places():
        shapes = spots(list(cells[0])), spots(list(cells[1]))
        legal = cells in legal_placements(state, layout, default_ruleset())
        ours = 0 if not legal else 1 if depth == 1 else perft(after(state, cells), layout, depth - 1)
        allowed = not set(shapes) & set(hills) and any(outline(shapes) & sides(hill) for hill in hills)
        lying = [*(sides(hill) for hill in hills), outline(shapes)]
        theirs = 0 if not allowed else 1 if depth == 1 else count(lying, {*hills, *shapes}, tiles, depth - 1)
        mark = "" if ours == theirs else "   <-- differs"
        lines.append(f"{cells}: {ours} and {theirs}{mark}")
    return "\n".join(lines)


BOARDS: list[tuple[str, Callable[[], Layout], tuple[int, ...]]] = [
    ("one site", one_site, (2, 4, 0)),
    ("strip", strip, (8, 66, 554)),
    ("hexagon", hexagon, (12, 141, 1533)),
    ("ring", ring, (12, 174, 2844)),
]


@pytest.mark.parametrize(("name", "make", "known"), BOARDS, ids=[name for name, *_ in BOARDS])
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_counts_of_placements(
    name: str, make: Callable[[], Layout], known: tuple[int, ...], depth: int
) -> None:
    layout = make()
    state = State(hills=tuple(layout.hills.values())[:3])
    hills = [spots(list(hill)) for hill in state.hills]
    expected = count([sides(hill) for hill in hills], set(hills), enumerate_tiles(layout), depth)
    found = perft(state, layout, depth)
    assert found == expected, f"{name}, depth {depth}:\n{breakdown(layout, state, depth)}"
    assert found == known[depth - 1]


def test_the_breakdown_adds_up() -> None:
    layout = hexagon(2)
    state = State(hills=tuple(layout.hills.values()))
    lines = breakdown(layout, state, 2).splitlines()
    assert len(lines) == len(layout.tile_places())
    assert sum(int(line.split(": ")[1].split(" ")[0]) for line in lines) == perft(state, layout, 2)
    assert "differs" not in "".join(lines)


def test_a_placement_is_legal_just_when_the_move_is() -> None:
    for make in (one_site, strip, hexagon):
        layout = make()
        state = State(hills=tuple(layout.hills.values()))
        for cells in legal_placements(state, layout, default_ruleset()):
            assert move(state, layout, default_ruleset(), cells, "blue").legal
