"""Every way in which a board breaks the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from scoring.board import Board, board_of
from scoring.check_aqueducts import check_aqueducts
from scoring.check_sites import check_magistrates, check_sites
from scoring.grid import Triangle, adjacent_triangles, is_tile
from scoring.layout import Layout
from scoring.problem import Problem
from scoring.ruleset import Ruleset
from scoring.state import BUILDINGS, FOUNTAIN, TILE_COLOURS, State, Tile
from scoring.violations import breach


def check(state: State, layout: Layout, ruleset: Ruleset) -> tuple[Problem, ...]:
    """All Problems of a board; none when it can have come about by the rules."""
    board = board_of(state)
    return (
        *_check_hills(state, layout, ruleset),
        *_check_tiles(state, layout, ruleset),
        *check_sites(board, layout, ruleset),
        *check_aqueducts(board, layout, ruleset),
        *check_magistrates(board, ruleset),
        *_check_supply(state, ruleset),
        *_check_track(board, layout, ruleset),
    )


def _check_hills(state: State, layout: Layout, ruleset: Ruleset) -> Iterator[Problem]:
    spaces = set(layout.hills.values())
    for hill, count in Counter(state.hills).items():
        if hill not in spaces:
            yield breach("hill_off_space", (hill,))
        if count > 1:
            yield breach("hill_twice", (hill,), count=count)
    # A board on which nothing lies is one that is not set up yet.
    if state.hills or state.tiles or state.sites:
        limit = min(ruleset.number("hills_laid"), len(spaces))
        if len(state.hills) != limit:
            yield breach("hill_number", state.hills, count=len(state.hills), limit=limit)


def _check_tiles(state: State, layout: Layout, ruleset: Ruleset) -> Iterator[Problem]:
    grid = layout.triangle_set
    pieces = Counter(dict.fromkeys(state.hills, 1))
    for tile in state.tiles:
        if not is_tile(tile.cells):
            yield breach("tile_shape", tile.cells, colour=tile.colour)
        if not (tile.cells[0] in grid and tile.cells[1] in grid):
            yield breach("tile_outside", tile.cells, colour=tile.colour)
        for cell in set(tile.cells):
            pieces[cell] += 1
    for cell, count in sorted(pieces.items()):
        if count > 1:
            yield breach("tile_overlap", (cell,), count=count)
    yield from _check_joined(state)
    for colour in TILE_COLOURS:
        laid = [tile for tile in state.tiles if tile.colour == colour]
        limit = ruleset.number(f"supply_tiles_{colour}")
        if len(laid) > limit:
            places = tuple(cell for tile in laid for cell in tile.cells)
            yield breach("too_many_tiles", places, colour=colour, count=len(laid), limit=limit)


def _check_joined(state: State) -> Iterator[Problem]:
    """Tiles that no chain of whole sides joins to a hill can have been laid in no order."""
    waiting: dict[Triangle, list[Tile]] = {}
    for tile in state.tiles:
        for cell in tile.cells:
            waiting.setdefault(cell, []).append(tile)
    joined: set[int] = set()
    front = list(state.hills)
    while front:
        for beside in adjacent_triangles(front.pop()):
            for tile in waiting.pop(beside, ()):
                if id(tile) not in joined:
                    joined.add(id(tile))
                    front.extend(tile.cells)
    for tile in state.tiles:
        if id(tile) not in joined:
            yield breach("tile_apart", tile.cells, colour=tile.colour)


def _check_supply(state: State, ruleset: Ruleset) -> Iterator[Problem]:
    kinds = Counter(site.kind for site in state.sites)
    fountains, limit = kinds.pop(FOUNTAIN, 0), ruleset.number("supply_fountains")
    if fountains > limit:
        places = tuple(site.at for site in state.sites if site.kind == FOUNTAIN)
        yield breach("too_many_fountains", places, count=fountains, limit=limit)
    limit = ruleset.number("supply_building_faces")
    for kind in BUILDINGS:
        if kinds[kind] > limit:
            places = tuple(site.at for site in state.sites if site.kind == kind)
            yield breach("too_many_of_a_kind", places, kind=kind, count=kinds[kind], limit=limit)
    limit = ruleset.number("supply_buildings")
    if kinds.total() > limit:
        places = tuple(site.at for site in state.sites if site.kind != FOUNTAIN)
        yield breach("too_many_buildings", places, count=kinds.total(), limit=limit)
    limit = ruleset.number("supply_cubes")
    owners = Counter(site.owner for site in state.sites if site.owner is not None)
    for owner, count in owners.items():
        if count > limit:
            places = tuple(site.at for site in state.sites if site.owner == owner)
            yield breach("too_many_cubes", places, owner=owner, count=count, limit=limit)
    players = {*owners, *(m.owner for m in state.magistrates), *(colour for colour, _ in state.track)}
    limit = ruleset.number("players_most")
    if len(players) > limit:
        yield breach("too_many_players", (), count=len(players), limit=limit)


def _check_track(board: Board, layout: Layout, ruleset: Ruleset) -> Iterator[Problem]:
    """The discs against the buildings: until the final scoring nothing else brings points."""
    state = board.state
    if not state.track:
        return
    points: Counter[str] = Counter()
    for site in state.sites:
        if site.owner is not None and site.kind != FOUNTAIN:
            points[site.owner] += ruleset.points[site.kind]
    length = len(layout.track)
    discs = dict(state.track)
    for owner, shown in discs.items():
        off = (shown - points[owner]) % length if length else shown - points[owner]
        if off:
            places = tuple(site.at for site in state.sites if site.owner == owner)
            yield breach("track_wrong", places, owner=owner, count=shown, limit=points[owner])
    for owner in dict.fromkeys([*points, *(m.owner for m in state.magistrates)]):
        if owner not in discs:
            places = tuple(site.at for site in state.sites if site.owner == owner)
            yield breach("track_missing", places, owner=owner)
