"""Moves carried out: each gives a new state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from scoring.aqueduct import extensions, first_lines
from scoring.board import Line, board_of
from scoring.grid import Cells, Point, cells_of
from scoring.influence import judge, present_at
from scoring.layout import Layout
from scoring.move import MoveResult, move
from scoring.ruleset import Ruleset
from scoring.state import Magistrate, Site, State, Tile


def lay_tile(
    state: State,
    layout: Layout,
    ruleset: Ruleset,
    cells: Cells,
    colour: str,
    magistrate: str | None = None,
    lines: Mapping[str, Line] | None = None,
) -> tuple[State, MoveResult]:
    """The state with the tile, its magistrate and the aqueducts that it starts; sites are still open.

    lines: the first line of each aqueduct that starts, in the order in which they are laid.
    Raises ValueError when a rule forbids any of it.
    """
    result = move(state, layout, ruleset, cells, colour, magistrate)
    if not result.legal:
        raise ValueError(f"the tile may not be laid: {', '.join(result.forbidden_by)}")
    place = cells_of(*cells)
    magistrates = state.magistrates
    if magistrate is not None:
        magistrates = (*magistrates, Magistrate(place, magistrate))
    after = replace(state, tiles=(*state.tiles, Tile(place, colour)), magistrates=magistrates)
    return _begin_aqueducts(after, layout, ruleset, [name for name, _ in result.aqueducts], lines), result


def _begin_aqueducts(
    state: State,
    layout: Layout,
    ruleset: Ruleset,
    starting: Sequence[str],
    lines: Mapping[str, Line] | None,
) -> State:
    """One line after the other, since the first can be in the way of the second."""
    chosen = dict(lines or {})
    for name in sorted(starting, key=[*chosen, *starting].index):
        legal = first_lines(board_of(state), layout.sources[name], name, ruleset)
        line = chosen.pop(name, None)
        if line is None and not legal:
            continue
        if line is None or line not in legal:
            raise ValueError(f"{line} is no legal first line of the {name} aqueduct")
        state = replace(state, aqueducts=tuple({**dict(state.aqueducts), name: line}.items()))
    if chosen:
        raise ValueError(f"the tile does not start the {', '.join(chosen)} aqueduct")
    return state


def finish_site(state: State, layout: Layout, ruleset: Ruleset, at: Point) -> State:
    """The state with a complete site built or given its fountain, and the builder's points on the track.

    Raises ValueError when the site is not complete, or finished already.
    """
    board = board_of(state)
    around = layout.around.get(at)
    if around is None or at in board.sites or any(cell not in board.cover for cell in around):
        raise ValueError(f"{at} is no complete site without a building")
    verdict = judge(board, at, ruleset)
    if verdict is None:
        return state
    track = dict(state.track)
    if verdict.builder is not None:
        track[verdict.builder] = track.get(verdict.builder, 0) + verdict.points
    site = Site(at, verdict.kind, verdict.builder)
    return replace(state, sites=(*state.sites, site), track=tuple(track.items()))


def send_magistrates(state: State, at: Point, leaving: Sequence[tuple[str, Cells]]) -> State:
    """The state after players sent magistrates from a site just finished: (owner, tile) pairs.

    Raises ValueError when a player sends two, or one that does not stand there.
    """
    board = board_of(state)
    district = {tile.cells for tile in board.tiles_at(at)}
    owners = [owner for owner, _ in leaving]
    if len(set(owners)) != len(owners):
        raise ValueError("each player may send one magistrate only")
    for owner, cells in leaving:
        if owner not in present_at(board, at) or cells not in district:
            raise ValueError(f"{owner} has no magistrate of that site on {cells}")
        state = recall(state, owner, cells)
    return state


def recall(state: State, owner: str, cells: Cells) -> State:
    """The state without one magistrate. Raises ValueError when it does not stand there."""
    gone = Magistrate(cells, owner)
    if gone not in state.magistrates:
        raise ValueError(f"{owner} has no magistrate on {cells}")
    at = state.magistrates.index(gone)
    return replace(state, magistrates=state.magistrates[:at] + state.magistrates[at + 1 :])


def extend(state: State, layout: Layout, ruleset: Ruleset, colour: str, point: Point) -> State:
    """The state with one more stick at an aqueduct's end. Raises ValueError when a rule forbids it."""
    if point not in extensions(state, layout, ruleset, colour):
        raise ValueError(f"the {colour} aqueduct may not go on to {point}")
    lines = dict(state.aqueducts)
    return replace(state, aqueducts=tuple({**lines, colour: (*lines[colour], point)}.items()))
