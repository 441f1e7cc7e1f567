"""Boards gone wrong: a state with one real mistake of a given kind, as people make them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

from scoring.board import Board, Line, board_of
from scoring.grid import Point, edge, neighbours, short_diagonal, tile_corners
from scoring.layout import Layout, default_layout
from scoring.placement import open_places
from scoring.ruleset import default_ruleset
from scoring.state import (
    BUILDINGS,
    FOUNTAIN,
    TILE_COLOURS,
    Magistrate,
    Site,
    State,
    Stick,
    Tile,
    line_edges,
)
from tests.random_play import COLOURS


def misplayed(state: State, kind: str, rng: random.Random, layout: Layout | None = None) -> State:
    """The state with one real mistake of the given kind (see MISTAKES).

    Raises ValueError when the board has no place for that mistake, or the kind is unknown.
    """
    if kind not in MISTAKES:
        raise ValueError(f"unknown mistake {kind!r}; known: {', '.join(MISTAKES)}")
    board_layout = layout or default_layout()
    choices = list(MISTAKES[kind](state, board_layout))
    if not choices:
        raise ValueError(f"no place on this board for the mistake {kind!r}")
    # People make mistakes with the pieces that they have.
    return rng.choice([choice for choice in choices if _box_holds(choice)] or choices)


def _box_holds(state: State) -> bool:
    number = default_ruleset().number
    sticks = Counter(stick.colour for stick in state.loose_sticks)
    sticks.update({colour: len(line) - 1 for colour, line in state.aqueducts})
    tiles = Counter(tile.colour for tile in state.tiles)
    owners = Counter(site.owner for site in state.sites if site.owner is not None)
    magistrates = Counter(m.owner for m in state.magistrates)
    return (
        all(n <= number("supply_sticks") for n in sticks.values())
        and all(n <= number(f"supply_tiles_{colour}") for colour, n in tiles.items())
        and all(n <= number("supply_cubes") for n in owners.values())
        and all(n <= number("supply_magistrates") for n in magistrates.values())
        and sum(site.kind == FOUNTAIN for site in state.sites) <= number("supply_fountains")
    )


def _unfinished(state: State, layout: Layout) -> list[Point]:
    cover = state.covered()
    laid = {p for tile in state.tiles for p in tile_corners(tile.cells)}
    built = {site.at for site in state.sites}
    return [
        p
        for p, cells in layout.around.items()
        if p in laid and p not in built and any(c not in cover for c in cells)
    ]


def _building_too_early(state: State, layout: Layout) -> Iterator[State]:
    owner = next((s.owner for s in state.sites if s.owner), COLOURS[0])
    points = default_ruleset().points
    for p in _unfinished(state, layout):
        for kind in BUILDINGS:
            site = Site(p, kind, owner)
            track = tuple((c, n + (points[kind] if c == owner else 0)) for c, n in state.track)
            yield replace(state, sites=(*state.sites, site), track=track)


def _fountain_too_early(state: State, layout: Layout) -> Iterator[State]:
    for p in _unfinished(state, layout):
        yield replace(state, sites=(*state.sites, Site(p, FOUNTAIN)))


def _wrong_kind(state: State, layout: Layout) -> Iterator[State]:
    points = default_ruleset().points
    for n, site in enumerate(state.sites):
        for kind in BUILDINGS:
            if site.kind not in (FOUNTAIN, kind):
                sites = (*state.sites[:n], replace(site, kind=kind), *state.sites[n + 1 :])
                more = points[kind] - points[site.kind]
                track = tuple((c, t + (more if c == site.owner else 0)) for c, t in state.track)
                if all(t >= 0 for _, t in track):
                    yield replace(state, sites=sites, track=track)


def _site_forgotten(state: State, layout: Layout) -> Iterator[State]:
    for n, site in enumerate(state.sites):
        if site.kind == FOUNTAIN:
            yield replace(state, sites=state.sites[:n] + state.sites[n + 1 :])


def _site_on_rim(state: State, layout: Layout) -> Iterator[State]:
    owner = next((s.owner for s in state.sites if s.owner), COLOURS[0])
    laid = {p for tile in state.tiles for p in tile_corners(tile.cells)}
    points = default_ruleset().points["temple"]
    track = tuple((c, n + (points if c == owner else 0)) for c, n in state.track)
    for p in sorted(laid.difference(layout.around, layout.sources.values())):
        yield replace(state, sites=(*state.sites, Site(p, "temple", owner)), track=track)


def _cube_forgotten(state: State, layout: Layout) -> Iterator[State]:
    for n, site in enumerate(state.sites):
        if site.owner is not None:
            bare = replace(site, owner=None)
            yield replace(state, sites=(*state.sites[:n], bare, *state.sites[n + 1 :]))


def _with_line(state: State, colour: str, line: Line) -> State:
    return replace(state, aqueducts=tuple({**dict(state.aqueducts), colour: line}.items()))


def _aqueduct_touches(state: State, layout: Layout) -> Iterator[State]:
    board = board_of(state)
    for colour, line in state.aqueducts:
        others = board.points_with_sticks(but=colour)
        for p in neighbours(line[-1]):
            if p in others and board.may_carry_stick(edge(line[-1], p)):
                yield _with_line(state, colour, (*line, p))
        for p in neighbours(line[-1]):
            if p in others or p in line or not board.may_carry_stick(edge(line[-1], p)):
                continue
            for q in neighbours(p):
                if q in others and board.may_carry_stick(edge(p, q)):
                    yield _with_line(state, colour, (*line, p, q))


def _aqueducts_cross(state: State, layout: Layout) -> Iterator[State]:
    """One line meets another at a point, and both go on from there."""
    board = board_of(state)
    taken = board.points_with_sticks()
    for colour, line in state.aqueducts:
        crossable = {p for other, way in state.aqueducts if other != colour for p in way[1:-1]}
        for before in _ways(board, line, taken):
            for p in neighbours(before[-1]):
                if p not in crossable or not board.may_carry_stick(edge(before[-1], p)):
                    continue
                for q in neighbours(p):
                    if q not in taken and q not in before and board.may_carry_stick(edge(p, q)):
                        yield _with_line(state, colour, (*before, p, q))


def _ways(board: Board, line: Line, taken: set[Point]) -> Iterator[Line]:
    """The line as it is, and longer by one stick where that is allowed."""
    yield line
    for p in neighbours(line[-1]):
        if p not in taken and board.may_carry_stick(edge(line[-1], p)):
            yield (*line, p)


def _aqueduct_branches(state: State, layout: Layout) -> Iterator[State]:
    board = board_of(state)
    taken = board.points_with_sticks()
    for colour, line in state.aqueducts:
        for p in line[1:-1]:
            for q in neighbours(p):
                side = edge(p, q)
                if q not in taken and board.may_carry_stick(side):
                    yield replace(state, loose_sticks=(*state.loose_sticks, Stick(colour, side)))


def _aqueduct_loops(state: State, layout: Layout) -> Iterator[State]:
    board = board_of(state)
    for colour, line in state.aqueducts:
        for p in line[:-2]:
            if p in neighbours(line[-1]) and board.may_carry_stick(edge(line[-1], p)):
                yield _with_line(state, colour, (*line, p))


def _aqueduct_off_source(state: State, layout: Layout) -> Iterator[State]:
    for colour, line in state.aqueducts:
        if len(line) > 3:
            yield _with_line(state, colour, line[1:])


def _aqueduct_across(state: State, layout: Layout) -> Iterator[State]:
    taken = board_of(state).points_with_sticks()
    middles = {short_diagonal(tile.cells) for tile in state.tiles}
    for colour, line in state.aqueducts:
        for p in neighbours(line[-1]):
            if p not in taken and edge(line[-1], p) in middles:
                yield _with_line(state, colour, (*line, p))


def _aqueduct_broken(state: State, layout: Layout) -> Iterator[State]:
    """A stick in the middle of a line is missing; what lies behind the gap belongs to no line."""
    for colour, line in state.aqueducts:
        for n in range(2, len(line) - 2):
            behind = tuple(Stick(colour, side) for side in line_edges(line[n:]))
            yield replace(_with_line(state, colour, line[:n]), loose_sticks=(*state.loose_sticks, *behind))


def _aqueduct_forgotten(state: State, layout: Layout) -> Iterator[State]:
    for colour, _ in state.aqueducts:
        yield replace(state, aqueducts=tuple(a for a in state.aqueducts if a[0] != colour))


def _stick_astray(state: State, layout: Layout) -> Iterator[State]:
    board = board_of(state)
    taken = board.points_with_sticks()
    for colour, _ in state.aqueducts:
        for tile in state.tiles:
            for side in line_edges(tile_corners(tile.cells)):
                if not taken.intersection(side) and side in layout.edges and board.may_carry_stick(side):
                    yield replace(state, loose_sticks=(*state.loose_sticks, Stick(colour, side)))


def _tile_apart(state: State, layout: Layout) -> Iterator[State]:
    cover = state.covered()
    near = set(open_places(cover, layout))
    left = [c for c in TILE_COLOURS if sum(t.colour == c for t in state.tiles) < 10] or ["blue"]
    sources = set(layout.sources.values())
    for cells in layout.tile_places():
        free = cells[0] not in cover and cells[1] not in cover
        if free and cells not in near and not sources.intersection(tile_corners(cells)):
            yield replace(state, tiles=(*state.tiles, Tile(cells, left[0])))


def _two_magistrates(state: State, layout: Layout) -> Iterator[State]:
    for m in state.magistrates:
        for colour, _ in state.track:
            yield replace(state, magistrates=(*state.magistrates, Magistrate(m.cells, colour)))


def _magistrate_on_the_ground(state: State, layout: Layout) -> Iterator[State]:
    cover = state.covered()
    for cells in layout.tile_places():
        if cells[0] not in cover and cells[1] not in cover:
            for colour, _ in state.track:
                yield replace(state, magistrates=(*state.magistrates, Magistrate(cells, colour)))


def _wrong_track(state: State, layout: Layout) -> Iterator[State]:
    for n, (colour, score) in enumerate(state.track):
        for more in (-3, -1, 1, 4):
            if score + more >= 0:
                track = (*state.track[:n], (colour, score + more), *state.track[n + 1 :])
                yield replace(state, track=track)


def _hill_astray(state: State, layout: Layout) -> Iterator[State]:
    cover = state.covered()
    spaces = set(layout.hills.values())
    for cell in layout.triangles:
        if cell not in cover and cell not in spaces:
            yield replace(state, hills=(*state.hills, cell))


def _hill_too_many(state: State, layout: Layout) -> Iterator[State]:
    cover = state.covered()
    for cell in layout.hills.values():
        if cell not in cover:
            yield replace(state, hills=(*state.hills, cell))


MISTAKES: dict[str, Callable[[State, Layout], Iterator[State]]] = {
    "building_too_early": _building_too_early,
    "fountain_too_early": _fountain_too_early,
    "wrong_kind": _wrong_kind,
    "site_forgotten": _site_forgotten,
    "site_on_rim": _site_on_rim,
    "cube_forgotten": _cube_forgotten,
    "aqueduct_touches": _aqueduct_touches,
    "aqueducts_cross": _aqueducts_cross,
    "aqueduct_branches": _aqueduct_branches,
    "aqueduct_loops": _aqueduct_loops,
    "aqueduct_off_source": _aqueduct_off_source,
    "aqueduct_across": _aqueduct_across,
    "aqueduct_broken": _aqueduct_broken,
    "aqueduct_forgotten": _aqueduct_forgotten,
    "stick_astray": _stick_astray,
    "tile_apart": _tile_apart,
    "two_magistrates": _two_magistrates,
    "magistrate_on_the_ground": _magistrate_on_the_ground,
    "wrong_track": _wrong_track,
    "hill_astray": _hill_astray,
    "hill_too_many": _hill_too_many,
}
