"""A board turned or mirrored is the same board, and players have no favourites."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from layouts_for_tests import (
    Turn,
    hexagon,
    symmetries,
    turn_cells,
    turn_layout,
    turn_state,
    turn_triangle,
)
from mistakes import MISTAKES, misplayed
from random_play import random_game, random_table

from scoring.aqueduct import extensions
from scoring.check import check
from scoring.check_votes import check_votes
from scoring.grid import edge
from scoring.layout import Layout, default_layout
from scoring.move import move
from scoring.placement import legal_placements
from scoring.players import Player
from scoring.ruleset import default_ruleset
from scoring.score import score
from scoring.state import TILE_COLOURS, State

RULES = default_ruleset()
TURNS = symmetries()


def turn_place(place: Any, turn: Turn) -> Any:
    if isinstance(place[0], tuple):
        return edge(*(turn(p) for p in place))
    return turn(place) if len(place) == 2 else turn_triangle(place, turn)


def as_set(problems: Any, turn: Turn | None = None) -> list[Any]:
    """Rules with their places, in an order of their own."""
    same = turn or (lambda p: p)
    return sorted((p.rule, sorted(map(str, (turn_place(place, same) for place in p.at)))) for p in problems)


@cache
def games() -> tuple[tuple[Layout, State, tuple[Player, ...]], ...]:
    """Finished games and unfinished ones, on two boards, some with mistakes in them."""
    found = []
    for seed in range(6):
        layout = default_layout() if seed % 2 else hexagon(3)
        until = None if seed < 4 else 12
        table = random_table(layout, RULES, 2 + seed % 3, seed, until)
        players = tuple(
            Player(
                f"player {n}",
                seat.colour,
                tuple(seat.bridges),
                seat.coins,
                tuple((c, seat.imperium[c]) for c in TILE_COLOURS),
            )
            for n, seat in enumerate(table.seats)
        )
        found.append((layout, table.state, players))
        for kind in random.Random(seed).sample(sorted(MISTAKES), 4):
            try:
                wrong = misplayed(table.state, kind, random.Random(seed), layout)
            except ValueError:
                continue
            found.append((layout, wrong, players))
    return tuple(found)


def test_there_are_twelve_different_symmetries() -> None:
    probe = ((1, 0), (2, 1), (3, -1))
    assert len({tuple(turn(p) for p in probe) for _, turn in TURNS}) == 12
    assert TURNS[0][1]((5, 7)) == (5, 7)


@pytest.mark.parametrize(("name", "turn"), TURNS, ids=[name for name, _ in TURNS])
def test_turning_board_and_state_keeps_problems_and_score(name: str, turn: Turn) -> None:
    for layout, state, players in games():
        there, turned = turn_layout(layout, turn), turn_state(state, turn)
        assert as_set(check(turned, there, RULES)) == as_set(check(state, layout, RULES), turn)
        assert as_set(check_votes(turned, there, RULES)) == as_set(check_votes(state, layout, RULES), turn)
        before, after = score(state, players, layout, RULES), score(turned, players, there, RULES)
        assert (after.ranking, after.decided_by) == (before.ranking, before.decided_by)
        assert len(after.warnings) == len(before.warnings)
        for one, other in zip(before.players, after.players, strict=True):
            for line, mirrored in zip(one.lines, other.lines, strict=True):
                assert (line.rule, line.points) == (mirrored.rule, mirrored.points)
                if line.rule in ("buildings", "aqueducts"):
                    assert {turn(p) for p in line.because} == set(mirrored.because)
                if line.rule == "fountains":
                    assert {(turn(a), turn(b)) for a, b in line.because} == set(mirrored.because)


@pytest.mark.parametrize(("name", "turn"), TURNS, ids=[name for name, _ in TURNS])
def test_turning_board_and_state_turns_the_moves(name: str, turn: Turn) -> None:
    for layout, state, _ in games()[-4:]:
        there, turned = turn_layout(layout, turn), turn_state(state, turn)
        places = legal_placements(state, layout, RULES)
        assert {turn_cells(cells, turn) for cells in places} == set(legal_placements(turned, there, RULES))
        for colour, _ in state.aqueducts:
            ends = {turn(p) for p in extensions(state, layout, RULES, colour)}
            assert ends == set(extensions(turned, there, RULES, colour))
        for cells in places[::5]:
            one = move(state, layout, RULES, cells, "green", "purple")
            other = move(turned, there, RULES, turn_cells(cells, turn), "green", "purple")
            assert (one.legal, one.order_matters) == (other.legal, other.order_matters)
            sites = {(turn(s.at), s.kind, s.influence, s.builds, s.may_leave) for s in one.sites}
            assert sites == {(s.at, s.kind, s.influence, s.builds, s.may_leave) for s in other.sites}
            assert {turn_triangle(b, turn) for b in one.bridges} == set(other.bridges)
            lines = {(c, tuple(map(turn, line))) for c, found in one.aqueducts for line in found}
            assert lines == {(c, line) for c, found in other.aqueducts for line in found}


def renamed(state: State, names: dict[str, str]) -> State:
    return replace(
        state,
        sites=tuple(replace(s, owner=names.get(s.owner or "", s.owner)) for s in state.sites),
        magistrates=tuple(replace(m, owner=names[m.owner]) for m in state.magistrates),
        track=tuple((names[colour], points) for colour, points in state.track),
    )


def test_permuting_the_players_permutes_the_sheet() -> None:
    for layout, state, players in games():
        colours = [player.colour for player in players]
        shifted = dict(zip(colours, colours[1:] + colours[:1], strict=True))
        others = tuple(replace(player, colour=shifted[player.colour]) for player in players)
        before = score(state, players, layout, RULES)
        after = score(renamed(state, shifted), others, layout, RULES)
        assert [sheet.lines for sheet in before.players] == [sheet.lines for sheet in after.players]
        assert (before.ranking, before.decided_by) == (after.ranking, after.decided_by)
        assert len(check(state, layout, RULES)) == len(check(renamed(state, shifted), layout, RULES))


def test_another_seating_keeps_everybodys_points() -> None:
    for layout, state, players in games():
        before = score(state, players, layout, RULES)
        after = score(state, players[::-1], layout, RULES)
        assert {s.name: s.lines for s in before.players} == {s.name: s.lines for s in after.players}
        assert [set(names) for names in before.ranking] == [set(names) for names in after.ranking]


def test_the_order_of_pieces_in_a_file_means_nothing() -> None:
    layout = default_layout()
    state = random_game(layout, RULES, 4, 21)
    shuffled = replace(
        state,
        hills=state.hills[::-1],
        tiles=state.tiles[::-1],
        sites=state.sites[::-1],
        aqueducts=state.aqueducts[::-1],
        magistrates=state.magistrates[::-1],
        track=state.track[::-1],
    )
    assert check(shuffled, layout, RULES) == ()
    assert legal_placements(shuffled, layout, RULES) == legal_placements(state, layout, RULES)
