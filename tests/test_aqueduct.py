"""Where aqueducts begin, and how they go on."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace

import pytest
from boards_for_tests import town, town_layout
from layouts_for_tests import board, hexagon, hexagon_triangles, parallelogram
from random_play import random_game

from scoring.aqueduct import extensions, first_lines
from scoring.board import board_of
from scoring.check import check
from scoring.errors import BadInput
from scoring.grid import Point, corners, position
from scoring.layout import Layout, default_layout
from scoring.move import move
from scoring.placement import legal_placements
from scoring.play import extend, lay_tile
from scoring.ruleset import default_ruleset
from scoring.state import State, Stick, Tile

RULES = default_ruleset()


def lonely_tile(source: Point = (0, 0)) -> tuple[Layout, State]:
    """One rhombus with corners (0, 0), (1, 0), (1, -1) and (2, -1), beside a hill."""
    layout = board("lonely", hexagon_triangles(3), hills=[(0, 0, 0)], sources={"grey": source})
    return layout, State(hills=((0, 0, 0),), tiles=(Tile(((0, -1, 1), (1, -1, 0)), "red"),))


def test_a_new_aqueduct_goes_along_the_sides_of_its_tile() -> None:
    _, state = lonely_tile()
    assert first_lines(board_of(state), (0, 0), "grey", RULES) == (
        ((0, 0), (1, -1), (2, -1), (1, 0)),
        ((0, 0), (1, 0), (2, -1), (1, -1)),
    )


def test_the_short_diagonal_is_no_way() -> None:
    _, state = lonely_tile()
    lines = first_lines(board_of(state), (1, 0), "grey", RULES)
    assert lines == (((1, 0), (0, 0), (1, -1), (2, -1)), ((1, 0), (2, -1), (1, -1), (0, 0)))


def test_the_number_of_first_sticks_is_the_rulesets() -> None:
    _, state = lonely_tile()
    one = RULES.with_value("start_sticks", 1)
    assert first_lines(board_of(state), (0, 0), "grey", one) == (((0, 0), (1, -1)), ((0, 0), (1, 0)))


def test_fewer_sticks_where_no_more_fit() -> None:
    _, state = lonely_tile()
    blocked = replace(state, loose_sticks=(Stick("brown", ((2, -1), (3, -1))),))
    assert first_lines(board_of(blocked), (0, 0), "grey", RULES) == (((0, 0), (1, -1)), ((0, 0), (1, 0)))
    strict = RULES.with_value("start_sticks_fewer", False)
    assert first_lines(board_of(blocked), (0, 0), "grey", strict) == ()


def test_no_line_where_another_runs_through_the_source() -> None:
    _, state = lonely_tile()
    blocked = replace(state, aqueducts=(("brown", ((-1, 0), (0, 0))),))
    assert first_lines(board_of(blocked), (0, 0), "grey", RULES) == ()


def test_a_move_lists_an_aqueduct_that_it_cannot_begin_without_any_line() -> None:
    layout, state = lonely_tile((2, -1))
    layout = replace(layout, sources={"grey": (2, -1), "brown": (-3, 0)})
    state = State(hills=state.hills, aqueducts=(("brown", ((3, -1), (2, -1))),))
    result = move(state, layout, RULES, ((0, -1, 1), (1, -1, 0)), "red")
    assert result.legal and result.aqueducts == (("grey", ()),)
    after, _ = lay_tile(state, layout, RULES, ((0, -1, 1), (1, -1, 0)), "red")
    assert after.aqueducts == state.aqueducts


def test_a_tile_at_a_dry_source_starts_its_aqueduct() -> None:
    state = replace(town(), tiles=(*town().tiles, Tile(((-2, 1, 1), (-2, 2, 0)), "red")))
    result = move(state, town_layout(), RULES, ((-3, 2, 0), (-3, 2, 1)), "red")
    assert [colour for colour, _ in result.aqueducts] == ["white"]
    away = move(state, town_layout(), RULES, ((-2, 1, 0), (-3, 1, 1)), "red")
    assert away.legal and away.aqueducts == ()


def test_an_aqueduct_begins_once() -> None:
    layout, state = lonely_tile()
    beside = ((-1, 0, 0), (-1, 0, 1))
    assert [colour for colour, _ in move(state, layout, RULES, beside, "red").aqueducts] == ["grey"]
    begun = replace(state, aqueducts=(("grey", ((0, 0), (1, -1), (2, -1), (1, 0))),))
    assert move(begun, layout, RULES, beside, "red").aqueducts == ()
    loose = replace(state, loose_sticks=(Stick("grey", ((1, -1), (2, -1))),))
    assert move(loose, layout, RULES, beside, "red").aqueducts == ()


def test_one_tile_at_two_sources_starts_two_aqueducts_one_after_the_other() -> None:
    layout = replace(lonely_tile()[0], sources={"grey": (1, 0), "brown": (2, -1)})
    cells = ((0, -1, 1), (1, -1, 0))
    state = State(hills=((0, 0, 0),))
    result = move(state, layout, RULES, cells, "red")
    assert [colour for colour, _ in result.aqueducts] == ["grey", "brown"]
    # Grey takes the three other corners, among them the brown source: brown cannot begin any more.
    through = ((1, 0), (2, -1), (1, -1), (0, 0))
    after, _ = lay_tile(state, layout, RULES, cells, "red", None, {"grey": through})
    assert dict(after.aqueducts) == {"grey": through}
    # Brown first: its three sticks leave grey nothing.
    brown = ((2, -1), (1, -1), (0, 0), (1, 0))
    after, _ = lay_tile(state, layout, RULES, cells, "red", None, {"brown": brown})
    assert dict(after.aqueducts) == {"brown": brown}
    with pytest.raises(ValueError, match="no legal first line"):
        lay_tile(state, layout, RULES, cells, "red", None, {"brown": brown, "grey": through})


def test_the_end_goes_on_but_never_back_and_never_into_another() -> None:
    assert extensions(town(), town_layout(), RULES, "grey") == ((3, -2),)
    assert extensions(town(), town_layout(), RULES, "brown") == ((1, 2),)


def test_no_extension_before_the_aqueduct_has_begun() -> None:
    assert extensions(town(), town_layout(), RULES, "white") == ()
    assert extensions(State(), town_layout(), RULES, "grey") == ()


def test_no_extension_without_sticks_in_the_box() -> None:
    assert extensions(town(), town_layout(), RULES.with_value("supply_sticks", 7), "grey") == ()
    assert extensions(town(), town_layout(), RULES.with_value("supply_sticks", 8), "grey") == ((3, -2),)


def test_a_loose_stick_of_another_colour_is_in_the_way() -> None:
    state = replace(town(), loose_sticks=(Stick("white", ((1, 2), (2, 1))),))
    assert extensions(state, town_layout(), RULES, "brown") == ()


def plane_paths(layout: Layout, state: State, start: Point, sticks: int, taken: set[Point]) -> list[object]:
    """Every simple path of so many sticks along tile sides, found by places in the plane only."""

    def length(a: Point, b: Point) -> float:
        (x, y), (u, v) = position(a), position(b)
        return math.hypot(x - u, y - v)

    sides, middles = set(), set()
    for tile in state.tiles:
        points = [corners(cell) for cell in tile.cells]
        common = set(points[0]) & set(points[1])
        for pair in itertools.combinations(sorted(set(points[0]) | set(points[1])), 2):
            if abs(length(*pair) - 1) < 1e-9:
                (middles if set(pair) == common else sides).add(pair)
    ways = {pair for pair in sides if pair not in middles}
    paths: list[list[Point]] = [[start]]
    for _ in range(sticks):
        paths = [
            [*path, p]
            for path in paths
            for p in layout.points
            if p not in path and p not in taken and tuple(sorted((path[-1], p))) in ways
        ]
    return sorted(tuple(path) for path in paths)


@pytest.mark.parametrize("make", [default_layout, lambda: hexagon(4), parallelogram])
def test_first_lines_are_all_paths_that_there_are(make: object) -> None:
    layout = make()  # type: ignore[operator]
    compared = 0
    for seed in range(4):
        state = random_game(layout, RULES, 3, seed, until=15 + 6 * seed)
        for colour, source in layout.sources.items():
            without = replace(state, aqueducts=tuple(a for a in state.aqueducts if a[0] != colour))
            taken = {p for _, line in without.aqueducts for p in line}
            lines = first_lines(board_of(without), source, colour, RULES)
            for sticks in (3, 2, 1):
                expected = [] if source in taken else plane_paths(layout, without, source, sticks, taken)
                if expected:
                    break
            assert list(lines) == expected, (seed, colour)
            compared += len(lines)
    assert compared > 20


def test_extensions_are_just_the_sticks_that_check_allows() -> None:
    layout = default_layout()
    tried = 0
    for seed in range(8):
        state = random_game(layout, RULES, 3, seed, until=30)
        # Cut back to their beginnings, so that there is room to go on.
        state = replace(state, aqueducts=tuple((c, line[:4]) for c, line in state.aqueducts))
        for colour, line in state.aqueducts:
            legal = set(extensions(state, layout, RULES, colour))
            for point in layout.points:
                lines = {**dict(state.aqueducts), colour: (*line, point)}
                fine = not check(replace(state, aqueducts=tuple(lines.items())), layout, RULES)
                assert fine == (point in legal), (seed, colour, point)
                if point in legal:
                    assert extend(state, layout, RULES, colour, point).aqueducts
                tried += fine
    assert tried > 10


def test_every_started_line_is_one_that_check_allows() -> None:
    layout = hexagon(3)
    begun = 0
    for seed in range(80):
        state = random_game(layout, RULES, 3, seed, until=2 + seed % 8)
        for cells in legal_placements(state, layout, RULES):
            for colour, lines in move(state, layout, RULES, cells, "blue").aqueducts:
                for line in lines:
                    after, _ = lay_tile(state, layout, RULES, cells, "blue", None, {colour: line})
                    rules = {p.rule for p in check(after, layout, RULES)}
                    assert rules <= {"site_empty"}, (seed, cells, line)
                    begun += 1
    assert begun > 50


@pytest.mark.parametrize("sticks", [0, 7])
def test_a_beginning_has_a_sensible_number_of_sticks(sticks: int) -> None:
    if sticks == 0:
        _, state = lonely_tile()
        none = RULES.with_value("start_sticks", 0)
        assert first_lines(board_of(state), (0, 0), "grey", none) == ()
    else:
        with pytest.raises(BadInput):
            RULES.with_value("start_sticks", sticks)
