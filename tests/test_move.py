"""May a tile be laid, and what follows; the rulebooks' own examples first."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest
from boards_for_tests import town, town_layout
from hypothesis import given, settings
from layouts_for_tests import board, hexagon_triangles
from random_play import random_game
from test_check import CELLS, states

from scoring.board import board_of
from scoring.check import check
from scoring.grid import Cells, Point, Triangle, cells_of, tile_corners
from scoring.influence import site_outlook
from scoring.layout import Layout, default_layout
from scoring.move import MoveResult, move
from scoring.placement import legal_placements
from scoring.play import extend, finish_site, lay_tile, recall, send_magistrates
from scoring.ruleset import Ruleset, default_ruleset
from scoring.state import Magistrate, Site, State, Tile

RULES = default_ruleset()
OWNERS = {"j": "julia", "c": "claudia", "t": "tiberius"}


def plain() -> Layout:
    """A hexagon without bridges and sources, with one hill far from the middle."""
    return board("plain", hexagon_triangles(3), hills=[(0, 2, 0)], track=100)


def laid(*pieces: tuple[Triangle, Triangle, str, str]) -> State:
    """Tiles given as two triangles, colour and whose magistrate stands there ('' for nobody)."""
    return State(
        tiles=tuple(Tile(cells_of(a, b), colour) for a, b, colour, _ in pieces),
        magistrates=tuple(Magistrate(cells_of(a, b), OWNERS[m]) for a, b, _, m in pieces if m),
    )


def answer(
    state: State, cells: Iterable[Triangle], colour: str, magistrate: str | None = None, **rules: Any
) -> MoveResult:
    ruleset = RULES
    for key, value in rules.items():
        ruleset = ruleset.with_value(key, value)
    one, other = cells
    return move(state, plain(), ruleset, (one, other), colour, magistrate)


# ------------------------------------------------------- examples of the rulebooks


def test_rulebook_example_theatre_for_julia() -> None:
    """Five tiles meet; Julia's two magistrates on yellow beat Claudia's one and Tiberius' one."""
    state = laid(
        ((-1, 0, 1), (-1, 1, 0), "yellow", "j"),
        ((-1, 0, 0), (-2, 0, 1), "yellow", "c"),
        ((-1, -1, 1), (-1, -1, 0), "yellow", "t"),
        ((0, -1, 0), (0, -1, 1), "red", "c"),
    )
    result = answer(state, [(0, 0, 0), (0, 0, 1)], "yellow", "julia")
    assert result.legal and not result.order_matters
    assert [site.as_json() for site in result.sites] == [
        {
            "at": [0, 0],
            "kind": "theatre",
            "influence": {"claudia": 1, "julia": 2, "tiberius": 1},
            "builds": "julia",
            "points": 5,
            "may_leave": ["claudia", "julia", "tiberius"],
        }
    ]


def test_rulebook_example_the_imperium_of_the_theatre() -> None:
    """Julia sends one from yellow, Claudia hers from red, Tiberius leaves his where it is."""
    state = laid(
        ((-1, 0, 1), (-1, 1, 0), "yellow", "j"),
        ((-1, 0, 0), (-2, 0, 1), "yellow", "c"),
        ((-1, -1, 1), (-1, -1, 0), "yellow", "t"),
        ((0, -1, 0), (0, -1, 1), "red", "c"),
    )
    state, _ = lay_tile(state, plain(), RULES, ((0, 0, 0), (0, 0, 1)), "yellow", "julia")
    state = finish_site(state, plain(), RULES, (0, 0))
    assert state.sites == (Site((0, 0), "theatre", "julia"),)
    assert dict(state.track) == {"julia": 5}
    red = cells_of((0, -1, 0), (0, -1, 1))
    state = send_magistrates(state, (0, 0), [("julia", ((0, 0, 0), (0, 0, 1))), ("claudia", red)])
    assert sorted(m.owner for m in state.magistrates) == ["claudia", "julia", "tiberius"]
    assert red not in {m.cells for m in state.magistrates}


def test_rulebook_example_hadrian_starts_the_grey_aqueduct() -> None:
    """The tile at the source also finishes a temple: the sticks come first, then the site."""
    layout = replace(plain(), sources={"grey": (0, 1)})
    state = laid(((-1, 0, 0), (-1, -1, 1), "green", "j"), ((0, -1, 0), (0, -1, 1), "red", ""))
    result = move(state, layout, RULES, ((-1, 0, 1), (0, 0, 0)), "green")
    assert [(site.at, site.kind, site.builds) for site in result.sites] == [((0, 0), "temple", "julia")]
    (colour, lines), *none = result.aqueducts
    assert colour == "grey" and not none
    assert ((0, 1), (-1, 1), (0, 0), (1, 0)) in lines
    assert ((0, 1), (0, 0), (1, 0)) not in [line[:3] for line in lines]  # the tile's short diagonal
    assert all(len(line) == 4 and line[0] == (0, 1) for line in lines)
    after, _ = lay_tile(state, layout, RULES, ((-1, 0, 1), (0, 0, 0)), "green", None, {"grey": lines[0]})
    assert dict(after.aqueducts) == {"grey": lines[0]}


# ----------------------------------------------------------------------- legality


def forbidden(cells: Cells, colour: str = "red", magistrate: str | None = None, **rules: Any) -> list[str]:
    ruleset = RULES
    for key, value in rules.items():
        ruleset = ruleset.with_value(key, value)
    result = move(town(), town_layout(), ruleset, cells, colour, magistrate)
    assert result.legal == (not result.forbidden_by)
    if not result.legal:
        assert result == MoveResult(False, result.forbidden_by)
    return list(result.forbidden_by)


def test_a_tile_with_a_side_against_another_may_be_laid() -> None:
    assert forbidden(((-2, 1, 0), (-2, 1, 1))) == []


def test_a_tile_with_a_side_against_a_hill_may_be_laid() -> None:
    state = State(hills=((0, 2, 0),))
    assert answer(state, [(0, 1, 1), (1, 1, 0)], "red").legal
    assert answer(state, [(0, 1, 0), (1, 0, 1)], "red").forbidden_by == ("tile_shape",)
    assert answer(state, [(0, 0, 1), (0, 1, 0)], "red").forbidden_by == ("tile_apart",)


def test_a_tile_that_is_no_rhombus_is_forbidden() -> None:
    assert forbidden(((-2, 1, 0), (-3, 2, 1))) == ["tile_shape"]
    assert forbidden(((-2, 1, 0), (-2, 1, 0))) == ["tile_shape"]


def test_a_tile_outside_the_grid_is_forbidden() -> None:
    assert forbidden(((2, 0, 1), (2, 0, 0))) == ["tile_outside", "tile_overlap"]
    assert forbidden(((2, 0, 1), (3, 0, 0))) == ["tile_outside"]
    assert forbidden(((9, 9, 0), (9, 9, 1))) == ["tile_outside", "tile_apart"]


def test_a_tile_on_another_or_on_a_hill_is_forbidden() -> None:
    assert forbidden(((-2, 0, 1), (-2, 1, 0))) == ["tile_overlap"]
    assert forbidden(((-3, 0, 1), (-3, 1, 0))) == ["tile_overlap"]


def test_a_tile_that_touches_with_corners_only_is_forbidden() -> None:
    assert forbidden(((-3, 2, 0), (-3, 2, 1))) == ["tile_apart"]


def test_a_colour_that_the_box_has_no_more_of_is_forbidden() -> None:
    place = ((-2, 1, 0), (-2, 1, 1))
    assert forbidden(place, "yellow", supply_tiles_yellow=3) == ["too_many_tiles"]
    assert forbidden(place, "yellow", supply_tiles_yellow=4) == []


def test_a_fourth_magistrate_is_forbidden() -> None:
    place = ((-2, 1, 0), (-2, 1, 1))
    assert forbidden(place, magistrate="orange", supply_magistrates=2) == ["too_many_magistrates"]
    assert forbidden(place, magistrate="orange") == []
    assert forbidden(place, magistrate="black", supply_magistrates=1) == []


def test_every_reason_is_told() -> None:
    rules = {"supply_tiles_red": 1, "supply_magistrates": 1}
    assert forbidden(((9, 9, 0), (9, 9, 1)), "red", "purple", **rules) == [
        "tile_outside",
        "tile_apart",
        "too_many_tiles",
        "too_many_magistrates",
    ]


def test_cells_in_any_order_mean_the_same() -> None:
    one, other = (-2, 1, 0), (-2, 1, 1)
    assert move(town(), town_layout(), RULES, (other, one), "red") == move(
        town(), town_layout(), RULES, (one, other), "red"
    )


def test_an_unknown_colour_is_a_programmers_error() -> None:
    with pytest.raises(ValueError, match="pink"):
        move(town(), town_layout(), RULES, ((-2, 1, 0), (-2, 1, 1)), "pink")


def test_a_board_with_problems_still_gets_an_answer() -> None:
    state = replace(town(), hills=(), track=(("black", 99),))
    assert check(state, town_layout(), RULES)
    assert move(state, town_layout(), RULES, ((-2, 1, 0), (-2, 1, 1)), "red").legal


# ------------------------------------------------------------------ what follows


def test_a_bridge_is_taken() -> None:
    layout = replace(town_layout(), bridges=((-2, 1, 0), (-2, 2, 0), (0, -3, 0)))
    assert move(town(), layout, RULES, ((-2, 1, 0), (-2, 1, 1)), "red").bridges == ((-2, 1, 0),)
    assert move(town(), layout, RULES, ((-3, 1, 1), (-2, 1, 0)), "red").bridges == ((-2, 1, 0),)
    both = replace(town_layout(), bridges=((-2, 1, 0), (-2, 1, 1)))
    assert len(move(town(), both, RULES, ((-2, 1, 0), (-2, 1, 1)), "red").bridges) == 2


def closing(*others: tuple[Triangle, Triangle, str, str]) -> State:
    return laid(*others)


# Around (0, 0) and (1, 0), leaving the rhombus between them: each is a temple of three tiles.
LAST: Cells = ((0, -1, 1), (0, 0, 0))
WEST_SOUTH: tuple[Triangle, Triangle] = ((-1, 0, 0), (-1, 0, 1))
WEST_NORTH: tuple[Triangle, Triangle] = ((-1, -1, 1), (0, -1, 0))
EAST_SOUTH: tuple[Triangle, Triangle] = ((0, 0, 1), (1, 0, 0))
EAST_NORTH: tuple[Triangle, Triangle] = ((1, -1, 0), (1, -1, 1))


def two_temples(ws: str = "", wn: str = "", es: str = "", en: str = "", colour: str = "green") -> State:
    """Two sites that one tile will finish, with magistrates on the four tiles that lie there already."""
    return laid(
        (*WEST_SOUTH, colour, ws),
        (*WEST_NORTH, colour, wn),
        (*EAST_SOUTH, colour, es),
        (*EAST_NORTH, colour, en),
    )


def test_one_tile_can_finish_two_sites() -> None:
    result = answer(two_temples(ws="c", en="t"), LAST, "red")
    assert [(s.at, s.kind, s.builds, s.points, s.may_leave) for s in result.sites] == [
        ((0, 0), "temple", "claudia", 3, ("claudia",)),
        ((1, 0), "temple", "tiberius", 3, ("tiberius",)),
    ]
    assert not result.order_matters


def test_nobody_has_influence_makes_a_fountain() -> None:
    site = answer(two_temples(), LAST, "red").sites[0]
    assert (site.kind, site.builds, site.points, site.influence, site.may_leave) == (
        "fountain",
        None,
        0,
        (),
        (),
    )


def test_a_tie_makes_a_fountain() -> None:
    site = answer(two_temples(ws="c", wn="t"), LAST, "red").sites[0]
    assert (site.kind, site.builds, dict(site.influence)) == ("fountain", None, {"claudia": 1, "tiberius": 1})
    assert site.may_leave == ("claudia", "tiberius")


def test_a_magistrate_on_another_colour_has_no_influence_but_may_leave() -> None:
    site = answer(two_temples(ws="c", colour="red"), LAST, "green", "tiberius").sites[0]
    assert dict(site.influence) == {"tiberius": 1}
    assert site.builds == "tiberius"
    assert site.may_leave == ("claudia", "tiberius")


def test_the_magistrate_on_the_new_tile_counts() -> None:
    assert answer(two_temples(), LAST, "green", "julia").sites[0].builds == "julia"
    assert answer(two_temples(), LAST, "green").sites[0].builds is None


def test_two_against_two_and_one_is_a_tie_between_two() -> None:
    state = laid(
        ((-1, 0, 1), (-1, 1, 0), "red", "j"),
        ((-1, 0, 0), (-2, 0, 1), "red", "j"),
        ((-1, -1, 1), (-1, -1, 0), "red", "c"),
        ((0, -1, 0), (0, -2, 1), "red", "c"),
        ((0, -1, 1), (1, -1, 0), "red", "t"),
    )
    result = answer(state, [(0, 0, 0), (0, 0, 1)], "red")
    assert [(s.kind, dict(s.influence)) for s in result.sites] == [
        ("fountain", {"claudia": 2, "julia": 2, "tiberius": 1})
    ]
    won = answer(state, [(0, 0, 0), (0, 0, 1)], "red", "julia").sites[0]
    assert (won.kind, won.builds, won.points) == ("arena", "julia", 6)


@pytest.mark.parametrize(
    ("kind", "colour", "points"), [("temple", "green", 3), ("bath", "blue", 4), ("theatre", "yellow", 5)]
)
def test_the_number_of_tiles_makes_the_kind(kind: str, colour: str, points: int) -> None:
    singles: list[tuple[Triangle, Triangle, str, str]] = [
        ((-1, 0, 0), (-2, 0, 1), colour, ""),
        ((-1, -1, 1), (-1, -1, 0), colour, ""),
        ((0, -1, 0), (0, -2, 1), colour, ""),
        ((0, -1, 1), (1, -1, 0), colour, ""),
    ]
    pieces = {
        "temple": [
            ((-1, 0, 0), (-1, -1, 1), colour, ""),
            ((0, -1, 0), (0, -1, 1), colour, ""),
        ],
        "bath": [*singles[:2], ((0, -1, 0), (0, -1, 1), colour, "")],
        "theatre": singles,
    }[kind]
    site = answer(laid(*pieces), [(-1, 0, 1), (0, 0, 0)], colour, "julia").sites[0]
    assert (site.kind, site.builds, site.points) == (kind, "julia", points)


def test_points_come_from_the_ruleset() -> None:
    site = answer(two_temples(ws="c"), LAST, "red", points_temple=7).sites[0]
    assert site.points == 7


def test_a_hill_closes_a_site_and_counts_only_by_the_ruleset() -> None:
    state = replace(
        laid(
            ((-1, 0, 0), (-1, -1, 1), "green", "j"),
            ((0, -1, 0), (0, -1, 1), "blue", "c"),
        ),
        hills=((-1, 0, 1),),
    )
    cells = [(0, 0, 0), (0, 0, 1)]
    assert [s.kind for s in answer(state, cells, "red").sites] == ["temple"]
    counted = answer(state, cells, "red", hill_corner_counts=True).sites[0]
    assert (counted.kind, counted.builds) == ("bath", "claudia")


def test_another_number_of_tiles_gets_what_the_ruleset_says() -> None:
    state = replace(
        laid(((-1, 0, 0), (-1, -1, 1), "green", "j")),
        hills=((-1, 0, 1), (0, -1, 0), (0, -1, 1)),
    )
    cells = [(0, 0, 0), (0, 0, 1)]
    site = answer(state, cells, "red").sites[0]
    assert (site.kind, site.influence, site.may_leave) == ("fountain", (), ("julia",))
    assert answer(state, cells, "red", other_count_builds="nothing").sites == ()


def test_a_point_of_the_rim_is_never_finished() -> None:
    layout = board("one hexagon", hexagon_triangles(1), hills=[(0, 0, 0)])
    state = replace(
        laid(((-1, 0, 1), (-1, 0, 0), "red", ""), ((-1, -1, 1), (0, -1, 0), "red", "")),
        hills=((0, 0, 0),),
    )
    assert legal_placements(state, layout, RULES) == ()
    whole = replace(state, hills=())
    assert [s.at for s in move(whole, layout, RULES, LAST, "red").sites] == [(0, 0)]


def test_a_site_that_is_built_already_is_not_finished_again() -> None:
    state = replace(two_temples(), sites=(Site((0, 0), "temple", "julia"),))
    assert [site.at for site in answer(state, LAST, "red").sites] == [(1, 0)]


# ------------------------------------------------------------- does the order matter


def test_order_matters_when_the_shared_magistrate_decides_both_sites() -> None:
    assert answer(two_temples(), LAST, "green", "julia").order_matters


def test_order_is_free_when_the_shared_magistrate_counts_nowhere() -> None:
    assert not answer(two_temples(ws="c", en="t"), LAST, "red", "julia").order_matters


def test_order_is_free_when_the_lead_survives_the_departure() -> None:
    assert not answer(two_temples(ws="j", en="j"), LAST, "green", "julia").order_matters


def test_order_matters_when_a_departure_makes_a_tie() -> None:
    assert answer(two_temples(ws="j", en="j", es="c"), LAST, "green", "julia").order_matters


def test_order_matters_when_a_departure_breaks_a_tie() -> None:
    # At (1, 0) Julia and Claudia are even; if Julia leaves from (0, 0) first, Claudia builds.
    assert answer(two_temples(ws="j", es="c"), LAST, "green", "julia").order_matters


def test_order_is_free_when_one_site_is_finished() -> None:
    state = laid(((-1, 0, 0), (-1, -1, 1), "green", "j"), ((0, -1, 0), (0, -1, 1), "red", ""))
    result = answer(state, [(-1, 0, 1), (0, 0, 0)], "green", "julia")
    assert len(result.sites) == 1 and not result.order_matters


def temple_and_bath(shared: str, south: str, north: str, east: str) -> MoveResult:
    """A temple at (0, 0) and a bath at (1, 0) that share two blue tiles; one of them is laid now."""
    state = laid(
        ((-1, 0, 0), (-1, -1, 1), "green", "c"),
        ((0, -1, 0), (0, -1, 1), "blue", north),
        (*EAST_SOUTH, "blue", east),
        (*EAST_NORTH, "red", ""),
    )
    return answer(state, [(-1, 0, 1), (0, 0, 0)], shared, OWNERS[south] if south else None)


def test_only_one_magistrate_of_a_player_leaves_at_each_site() -> None:
    # Both shared tiles carry Julia's; only one can leave at the temple, so the bath stays hers.
    result = temple_and_bath("blue", "j", "j", "")
    assert [(s.kind, s.builds) for s in result.sites] == [("temple", "claudia"), ("bath", "julia")]
    assert not result.order_matters


def test_one_departure_of_two_is_enough_for_a_tie() -> None:
    assert temple_and_bath("blue", "j", "j", "t").order_matters


def test_several_players_leave_and_a_tie_is_broken() -> None:
    # At the bath Julia, Tiberius and Claudia have one each; if Julia and Tiberius go, Claudia builds.
    assert temple_and_bath("blue", "j", "t", "c").order_matters


def outcomes_by_order(state: State, layout: Layout, ruleset: Ruleset, sites: list[Point]) -> set[Any]:
    """For each order of the sites, every result that the players' choices can lead to."""

    def results(board_state: State, left: list[Point]) -> set[Any]:
        if not left:
            return {tuple(sorted(board_state.sites, key=lambda site: site.at))}
        at, *rest = left
        built = finish_site(board_state, layout, ruleset, at)
        district = {tile.cells for tile in board_of(built).tiles_at(at)}
        owners = sorted({m.owner for m in built.magistrates if m.cells in district})
        choices = [
            [None, *(m for m in built.magistrates if m.owner == owner and m.cells in district)]
            for owner in owners
        ]
        found: set[Any] = set()
        for chosen in itertools.product(*choices):
            leaving = [(m.owner, m.cells) for m in chosen if m is not None]
            found |= results(send_magistrates(built, at, leaving), rest)
        return found

    return {frozenset(results(state, list(order))) for order in itertools.permutations(sites)}


def test_order_matters_just_when_the_orders_lead_to_different_boards() -> None:
    layout = default_layout()
    seen = {True: 0, False: 0}
    for seed in range(8):
        rng = random.Random(seed)
        end = replace(random_game(layout, RULES, 3, seed), aqueducts=())
        bare = replace(layout, sources={})
        for tile in rng.sample(end.tiles, 16):
            # Take a tile back with the sites that it finished, and fill the city with magistrates.
            tiles = tuple(t for t in end.tiles if t != tile)
            sites = tuple(site for site in end.sites if site.at not in tile_corners(tile.cells))
            crowd = rng.sample(tiles, len(tiles) * rng.choice([2, 4, 6, 8]) // 10)
            owners = ["purple", "orange", "black"]
            magistrates = tuple(Magistrate(t.cells, rng.choice(owners)) for t in crowd)
            state = replace(end, tiles=tiles, sites=sites, magistrates=magistrates)
            colour = rng.choice(["blue", "green", "yellow"])
            rules = RULES.with_value(f"supply_tiles_{colour}", 60).with_value("supply_magistrates", 60)
            after, result = lay_tile(state, bare, rules, tile.cells, colour, rng.choice([None, *owners]))
            if len(result.sites) < 2 or (len(result.sites) > 2 and len(crowd) > len(tiles) * 0.3):
                continue  # three crowded sites have millions of ways to go on
            orders = outcomes_by_order(after, bare, rules, [site.at for site in result.sites])
            assert result.order_matters == (len(orders) > 1), (seed, tile)
            seen[result.order_matters] += 1
    assert min(seen.values()) >= 15, seen


# ---------------------------------------------------------------- the JSON document


def test_the_document_of_a_move() -> None:
    layout = replace(plain(), bridges=((0, 0, 0),), sources={"white": (0, 1)})
    result = move(two_temples(ws="c"), layout, RULES, LAST, "red", "julia")
    document = json.loads(json.dumps(result.as_json()))
    assert list(document) == [
        "format",
        "legal",
        "forbidden_by",
        "bridges",
        "aqueducts",
        "sites",
        "order_matters",
    ]
    assert document["format"] == "marble-move/1"
    assert document["bridges"] == [[0, 0, 0]]
    assert all(line[0] == [0, 1] and len(line) == 4 for line in document["aqueducts"]["white"])
    assert list(document["sites"][0]) == ["at", "kind", "influence", "builds", "points", "may_leave"]


@settings(max_examples=100)
@given(states(), CELLS, CELLS)
def test_any_move_on_any_board_gets_an_answer(state: State, one: Triangle, other: Triangle) -> None:
    result = move(state, town_layout(), RULES, (one, other), "blue", "purple")
    assert result.legal == (not result.forbidden_by)
    json.dumps(result.as_json())
    legal_placements(state, town_layout(), RULES)


# ------------------------------------------------------------------ placements, play


def test_legal_placements_are_the_moves_that_are_legal() -> None:
    layout = town_layout()
    legal = legal_placements(town(), layout, RULES)
    assert legal == tuple(sorted(legal)) and len(legal) == 11
    for cells in layout.tile_places():
        assert (cells in legal) == move(town(), layout, RULES, cells, "red").legal


def test_no_placement_without_tiles_in_the_box() -> None:
    rules = RULES
    for colour in ("red", "yellow", "green"):
        rules = rules.with_value(f"supply_tiles_{colour}", 0)
    assert legal_placements(town(), town_layout(), rules)
    assert legal_placements(town(), town_layout(), rules, "blue")
    assert legal_placements(town(), town_layout(), rules, "red") == ()
    assert legal_placements(town(), town_layout(), rules.with_value("supply_tiles_blue", 5)) == ()


def test_the_first_tile_needs_a_hill() -> None:
    assert legal_placements(State(), town_layout(), RULES) == ()
    assert legal_placements(State(hills=((0, 0, 0),)), town_layout(), RULES)


def test_an_illegal_tile_is_not_laid() -> None:
    with pytest.raises(ValueError, match="tile_apart"):
        lay_tile(town(), town_layout(), RULES, ((-3, 2, 0), (-3, 2, 1)), "red")


def test_an_aqueduct_must_be_begun_with_a_legal_line() -> None:
    layout = replace(plain(), sources={"grey": (0, 1)})
    cells = ((-1, 0, 1), (0, 0, 0))
    for lines in (None, {}, {"grey": ((0, 1), (0, 0))}, {"brown": ((0, 1), (0, 0))}):
        with pytest.raises(ValueError, match=r"grey|brown"):
            lay_tile(two_temples_open(), layout, RULES, cells, "red", None, lines)


def two_temples_open() -> State:
    return laid(((-1, 0, 0), (-1, -1, 1), "green", "j"), ((0, -1, 0), (0, -1, 1), "red", ""))


def test_a_line_for_an_aqueduct_that_does_not_start_is_refused() -> None:
    with pytest.raises(ValueError, match="does not start"):
        lay_tile(
            two_temples_open(), plain(), RULES, ((-1, 0, 1), (0, 0, 0)), "red", None, {"grey": ((0, 1),)}
        )


def test_a_site_that_is_not_complete_is_not_finished() -> None:
    for point in ((0, 0), (3, 0), (1, -2)):
        with pytest.raises(ValueError, match="no complete site"):
            finish_site(two_temples_open() if point == (0, 0) else town(), plain(), RULES, point)


def test_a_player_sends_one_magistrate_of_that_site_only() -> None:
    state = two_temples(ws="c", wn="c", en="t")
    with pytest.raises(ValueError, match="one magistrate only"):
        send_magistrates(
            state, (0, 0), [("claudia", cells_of(*WEST_SOUTH)), ("claudia", cells_of(*WEST_NORTH))]
        )
    with pytest.raises(ValueError, match="no magistrate"):
        send_magistrates(state, (0, 0), [("tiberius", cells_of(*EAST_NORTH))])
    with pytest.raises(ValueError, match="no magistrate"):
        send_magistrates(state, (0, 0), [("julia", cells_of(*WEST_SOUTH))])


def test_a_magistrate_is_called_back() -> None:
    state = two_temples(ws="c", wn="t")
    assert recall(state, "claudia", cells_of(*WEST_SOUTH)).magistrates == state.magistrates[1:]
    with pytest.raises(ValueError, match="no magistrate"):
        recall(state, "julia", cells_of(*WEST_SOUTH))


def test_a_stick_is_laid_where_it_may() -> None:
    state = extend(town(), town_layout(), RULES, "brown", (1, 2))
    assert dict(state.aqueducts)["brown"][-1] == (1, 2)
    assert not check(state, town_layout(), RULES)
    with pytest.raises(ValueError, match="may not go on"):
        extend(town(), town_layout(), RULES, "brown", (2, 0))


# -------------------------------------------------------------------- site outlook


def test_the_outlook_of_a_site_tells_what_it_can_become() -> None:
    state = laid(((-1, 0, 0), (-1, -1, 1), "green", "j"), ((0, -1, 0), (0, -1, 1), "blue", "c"))
    outlook = site_outlook(state, plain(), RULES, (0, 0))
    assert outlook.missing == ((0, 0, 0), (-1, 0, 1))
    assert (outlook.buildings, outlook.built) == (2, None)
    assert [(p.kind, p.builder, p.points) for p in outlook.prospects] == [
        ("temple", "julia", 3),
        ("bath", "claudia", 4),
    ]


def test_the_outlook_knows_when_a_gap_can_be_closed_in_one_way_only() -> None:
    state = laid(
        ((-1, 0, 0), (-1, -1, 1), "green", "j"),
        ((0, -1, 0), (0, -1, 1), "blue", "c"),
        ((0, 0, 1), (1, 0, 0), "red", ""),
    )
    outlook = site_outlook(state, plain(), RULES, (0, 0))
    assert [p.kind for p in outlook.prospects] == ["temple"]


def test_the_outlook_of_an_empty_and_of_a_finished_site() -> None:
    empty = site_outlook(State(), plain(), RULES, (0, 0))
    assert [p.kind for p in empty.prospects] == ["temple", "bath", "theatre", "arena"]
    assert all(p.builder is None and p.points == 0 for p in empty.prospects)
    done = site_outlook(town(), town_layout(), RULES, (2, -1))
    assert (done.built, done.missing, [p.kind for p in done.prospects]) == ("theatre", (), ["theatre"])


def test_a_point_of_the_rim_has_no_outlook() -> None:
    with pytest.raises(ValueError, match="inner point"):
        site_outlook(State(), plain(), RULES, (3, 0))


def test_the_outlook_agrees_with_the_move_that_finishes_the_site() -> None:
    layout = default_layout()
    agreed = 0
    for seed in range(9):
        state = random_game(layout, RULES, 3, seed, until=34)
        for cells in legal_placements(state, layout, RULES):
            for site in move(state, layout, RULES, cells, "red").sites:
                prospects = {p.kind: p for p in site_outlook(state, layout, RULES, site.at).prospects}
                if site.builds is not None:
                    assert prospects[site.kind].builder == site.builds
                    assert prospects[site.kind].points == site.points
                else:
                    assert any(p.builder is None for p in prospects.values())
                agreed += 1
    assert agreed > 30
