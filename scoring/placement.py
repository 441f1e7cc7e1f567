"""Where a tile may be laid."""

from __future__ import annotations

from collections import Counter

from scoring.board import Cover
from scoring.grid import Cells, adjacent_triangles, is_tile
from scoring.layout import Layout
from scoring.ruleset import Ruleset
from scoring.state import TILE_COLOURS, State


def tiles_left(state: State, ruleset: Ruleset, colour: str) -> int:
    """How many tiles of a colour the box still holds (stacks and players' hands together)."""
    laid = sum(tile.colour == colour for tile in state.tiles)
    return ruleset.number(f"supply_tiles_{colour}") - laid


def lies_against(cells: Cells, cover: Cover) -> bool:
    """Whether a tile there would have a whole side against a hill or a laid tile."""
    first, second = cells
    return any(n in cover and n != second for n in adjacent_triangles(first)) or any(
        n in cover and n != first for n in adjacent_triangles(second)
    )


def why_not_there(cells: Cells, cover: Cover, layout: Layout) -> tuple[str, ...]:
    """The rules that forbid a tile on these triangles, whatever its colour; none when it may lie there."""
    if not is_tile(cells):
        return ("tile_shape",)
    reasons = []
    if not layout.triangle_set.issuperset(cells):
        reasons.append("tile_outside")
    if cells[0] in cover or cells[1] in cover:
        reasons.append("tile_overlap")
    if not lies_against(cells, cover):
        reasons.append("tile_apart")
    return tuple(reasons)


def legal_placements(
    state: State, layout: Layout, ruleset: Ruleset, colour: str | None = None
) -> tuple[Cells, ...]:
    """Every pair of triangles that a tile may be laid on, sorted; of one colour if that is asked for.

    Without a colour: as long as the box holds any tile at all.
    """
    laid = Counter(tile.colour for tile in state.tiles)
    asked = TILE_COLOURS if colour is None else (colour,)
    if all(laid[c] >= ruleset.number(f"supply_tiles_{c}") for c in asked):
        return ()
    return open_places(state.covered(), layout)


def open_places(cover: Cover, layout: Layout) -> tuple[Cells, ...]:
    """The legal placements on a board, whatever the supply."""
    grid = layout.triangle_set
    # A free triangle against something covered carries every legal tile that contains it, so only
    # the free neighbours of what is covered need a look, not the whole grid.
    frontier = {n for cell in cover for n in adjacent_triangles(cell) if n in grid and n not in cover}
    places = set()
    for cell in frontier:
        for other in adjacent_triangles(cell):
            if other in grid and other not in cover:
                places.add((cell, other) if cell < other else (other, cell))
    return tuple(sorted(places))
