"""Every rule that a board can break, broken once, alone where it can be."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from boards_for_tests import town, town_document, town_layout
from hypothesis import given, settings
from hypothesis import strategies as st
from layouts_for_tests import board, hexagon, hexagon_triangles, ring

from scoring.check import check
from scoring.check_votes import check_votes
from scoring.layout import Layout
from scoring.problem import Problem
from scoring.ruleset import Ruleset, default_ruleset
from scoring.state import KINDS, TILE_COLOURS, Magistrate, Site, State, Stick, Tile, read_state
from scoring.violations import RULES, breach

WORDS = [rule.word for rule in RULES]


def problems(state: State, layout: Layout | None = None, ruleset: Ruleset | None = None) -> list[Problem]:
    return list(check(state, layout or town_layout(), ruleset or default_ruleset()))


def broken(state: State, layout: Layout | None = None, ruleset: Ruleset | None = None) -> dict[str, Any]:
    """The places of each broken rule; a rule that is broken twice has both lists joined."""
    found: dict[str, Any] = {}
    for problem in problems(state, layout, ruleset):
        found[problem.rule] = [*found.get(problem.rule, []), *problem.as_json()["at"]]
    return found


def edited(**changes: Any) -> State:
    return read_state({**town_document(), **changes})


def with_lines(**lines: list[list[int]]) -> State:
    return edited(aqueducts={**town_document()["aqueducts"], **lines})


def with_loose(colour: str, *edges: list[list[int]]) -> State:
    return edited(loose_sticks=[{"colour": colour, "edge": edge} for edge in edges])


def with_site(at: list[int], **changes: Any) -> State:
    """The site at a point changed, or a new one; the track follows, so that it is no second problem."""
    document = town_document()
    if not any(site["at"] == at for site in document["sites"]):
        document["sites"].append({"at": at, "kind": "fountain", "owner": None})
    for site in document["sites"]:
        if site["at"] == at:
            site.update(changes)
    document["track"] = board_points(document)
    return read_state(document)


def board_points(document: dict[str, Any]) -> dict[str, int]:
    points = dict.fromkeys(document["track"], 0)
    for site in document["sites"]:
        if site["owner"] is not None and site["kind"] != "fountain":
            points[site["owner"]] += default_ruleset().points[site["kind"]]
    return points


def with_tile(cells: list[list[int]], colour: str = "red") -> State:
    return edited(tiles=[*town_document()["tiles"], {"cells": cells, "colour": colour}])


def test_a_legal_board_has_no_problem() -> None:
    assert problems(town()) == []
    assert check_votes(town(), town_layout(), default_ruleset()) == ()


def test_a_board_that_is_not_set_up_yet_has_no_problem() -> None:
    assert problems(State()) == []


def test_a_board_without_track_and_magistrates_has_no_problem() -> None:
    assert problems(replace(town(), track=(), magistrates=())) == []


# ----------------------------------------------------------------- tiles, hills


def test_rule_tile_shape() -> None:
    assert broken(with_tile([[-2, -1, 0], [-2, 2, 1]])) == {"tile_shape": [[-2, -1, 0], [-2, 2, 1]]}


def test_a_tile_of_one_triangle_twice_is_no_rhombus() -> None:
    assert broken(with_tile([[-2, 1, 0], [-2, 1, 0]])) == {"tile_shape": [[-2, 1, 0], [-2, 1, 0]]}


def test_rule_tile_outside() -> None:
    assert broken(with_tile([[3, -1, 0], [2, -1, 1]])) == {
        "tile_outside": [[2, -1, 1], [3, -1, 0]],
        "tile_overlap": [[2, -1, 1]],
        "wrong_kind": [[2, 0]],
    }
    assert broken(with_tile([[-3, -1, 0], [-3, -2, 1]])) == {"tile_outside": [[-3, -2, 1], [-3, -1, 0]]}


def test_rule_tile_overlap() -> None:
    state = with_tile([[-1, 1, 1], [-1, 2, 0]])
    assert broken(state) == {"tile_overlap": [[-1, 1, 1], [-1, 2, 0]]}


def test_a_tile_on_a_hill_overlaps() -> None:
    assert broken(with_tile([[-3, 0, 1], [-3, 1, 0]]))["tile_overlap"] == [[-3, 0, 1]]


def test_rule_tile_apart() -> None:
    assert broken(with_tile([[-3, 2, 0], [-3, 2, 1]])) == {
        "tile_apart": [[-3, 2, 0], [-3, 2, 1]],
        "aqueduct_missing": [[-3, 3]],
    }


def test_tiles_that_hold_only_each_other_are_apart() -> None:
    layout = board("two islands", [(q, 0, k) for q in range(9) for k in (0, 1)], hills=[(0, 0, 0)])
    tiles = [((0, 0, 1), (1, 0, 0)), ((4, 0, 0), (4, 0, 1)), ((5, 0, 0), (5, 0, 1))]
    state = State(hills=((0, 0, 0),), tiles=tuple(Tile(cells, "red") for cells in tiles))
    assert broken(state, layout) == {"tile_apart": [[4, 0, 0], [4, 0, 1], [5, 0, 0], [5, 0, 1]]}


def test_a_tile_that_touches_with_a_point_only_is_apart() -> None:
    layout = board("corner", hexagon_triangles(2), hills=[(0, 0, 0)])
    state = State(hills=((0, 0, 0),), tiles=(Tile(((-1, -1, 1), (-1, 0, 0)), "red"),))
    assert broken(state, layout) == {"tile_apart": [[-1, -1, 1], [-1, 0, 0]]}


def test_rule_too_many_tiles() -> None:
    ruleset = default_ruleset().with_value("supply_tiles_green", 3)
    found = problems(town(), ruleset=ruleset)
    assert [p.rule for p in found] == ["too_many_tiles"]
    assert dict(found[0].facts) == {"colour": "green", "count": 4, "limit": 3}
    assert len(found[0].at) == 8
    assert problems(town(), ruleset=ruleset.with_value("supply_tiles_green", 4)) == []


def test_rule_hill_off_space() -> None:
    layout = hexagon(3)
    moved = replace(layout, hills={**layout.hills, "hill 2": (-2, 2, 0)})
    assert broken(town(), moved) == {"hill_off_space": [[-3, 0, 1]]}


def test_rule_hill_twice() -> None:
    assert broken(edited(hills=[[-3, 0, 1], [0, 0, 0], [2, -3, 0], [2, -3, 0]])) == {
        "hill_twice": [[2, -3, 0]],
        "hill_number": [[-3, 0, 1], [0, 0, 0], [2, -3, 0], [2, -3, 0]],
    }


def test_rule_hill_number() -> None:
    found = broken(town(), ruleset=default_ruleset().with_value("hills_laid", 2))
    assert found == {"hill_number": [[-3, 0, 1], [0, 0, 0], [2, -3, 0]]}


def test_a_layout_with_fewer_hill_spaces_needs_no_more_hills() -> None:
    assert problems(town(), ruleset=default_ruleset().with_value("hills_laid", 5)) == []


# ------------------------------------------------------------------------ sites


def test_rule_site_outside() -> None:
    assert broken(with_site([9, 9])) == {"site_outside": [[9, 9]]}


def test_rule_site_on_rim() -> None:
    assert broken(with_site([3, -1])) == {"site_on_rim": [[3, -1]]}


def test_rule_site_twice() -> None:
    document = town_document()
    document["sites"].append(document["sites"][3])
    assert broken(read_state(document)) == {"site_twice": [[0, 0]]}


def test_rule_site_incomplete() -> None:
    found = problems(with_site([-1, 1], kind="bath", owner="black"))
    assert [(p.rule, p.at) for p in found] == [("site_incomplete", ((-1, 1),))]
    assert dict(found[0].facts)["count"] == 2


def test_rule_site_empty() -> None:
    document = town_document()
    document["sites"] = [site for site in document["sites"] if site["at"] != [1, 1]]
    assert broken(read_state(document)) == {"site_empty": [[1, 1]]}


def test_rule_wrong_kind() -> None:
    found = problems(with_site([2, 0], kind="temple"))
    assert [(p.rule, p.at) for p in found] == [("wrong_kind", ((2, 0),))]
    assert dict(found[0].facts) == {"kind": "temple", "count": 4, "fitting": "bath"}


def test_a_hills_corner_counts_when_the_ruleset_says_so() -> None:
    # Three tiles and a hill meet at [1, 0]: a temple, or a bath if the hill's corner counts.
    counting = default_ruleset().with_value("hill_corner_counts", True)
    assert [1, 0] in broken(town(), ruleset=counting)["wrong_kind"]
    state = with_site([1, 0], kind="bath")
    assert broken(state)["wrong_kind"] == [[1, 0]]
    assert [1, 0] not in broken(state, ruleset=counting)["wrong_kind"]


def lonely_site() -> tuple[Layout, State]:
    """A site with four hills and one tile around it: a number that makes no building."""
    layout = board("hills all around", hexagon_triangles(1), hills=[(0, 0, 0), (-1, 0, 1), (-1, -1, 1)])
    hills = tuple(layout.hills.values())
    tiles = (Tile(((0, -1, 0), (0, -1, 1)), "red"),)
    layout = replace(layout, hills={**layout.hills, "fourth": (-1, 0, 0)})
    return layout, State(hills=(*hills, (-1, 0, 0)), tiles=tiles)


def test_rule_odd_site() -> None:
    layout, state = lonely_site()
    ruleset = default_ruleset().with_value("hills_laid", 4)
    nothing = ruleset.with_value("other_count_builds", "nothing")
    fountain = replace(state, sites=(Site((0, 0), "fountain"),))
    temple = replace(state, sites=(Site((0, 0), "temple", "black"),))
    assert broken(fountain, layout, ruleset) == {}
    assert broken(fountain, layout, nothing) == {"odd_site": [[0, 0]]}
    assert broken(temple, layout, ruleset) == {"odd_site": [[0, 0]]}
    assert broken(temple, layout, nothing) == {"odd_site": [[0, 0]]}
    assert broken(state, layout, ruleset) == {"site_empty": [[0, 0]]}
    assert broken(state, layout, nothing) == {}


def test_rule_building_unowned() -> None:
    assert broken(with_site([2, 0], owner=None)) == {"building_unowned": [[2, 0]]}


def test_rule_fountain_owned() -> None:
    assert broken(with_site([1, 1], owner="black")) == {"fountain_owned": [[1, 1]]}


# -------------------------------------------------------------------- aqueducts


def test_rule_aqueduct_without_source() -> None:
    layout = replace(town_layout(), sources={"grey": (3, 0)})
    assert broken(town(), layout) == {"aqueduct_without_source": [[0, 3]]}


def test_rule_aqueduct_start() -> None:
    line = town_document()["aqueducts"]["grey"]
    assert broken(with_lines(grey=line[1:])) == {"aqueduct_start": [[2, 1]]}


def test_an_aqueduct_at_the_wrong_source_starts_elsewhere() -> None:
    document = town_document()
    lines = document["aqueducts"]
    document["aqueducts"] = {"grey": lines["brown"], "brown": lines["grey"]}
    assert broken(read_state(document)) == {"aqueduct_start": [[0, 3], [3, 0]]}


def test_rule_aqueduct_gap() -> None:
    line = town_document()["aqueducts"]["brown"]
    assert broken(with_lines(brown=[line[0], line[1], *line[3:]])) == {"aqueduct_gap": [[0, 2], [0, 0]]}


def test_rule_aqueduct_loop() -> None:
    line = town_document()["aqueducts"]["brown"]
    assert broken(with_lines(brown=[*line, [0, 2]])) == {"aqueduct_loop": [[0, 2]]}


def test_a_loose_stick_that_closes_a_ring_is_a_loop() -> None:
    assert broken(with_loose("brown", [[0, 2], [1, 1]])) == {"aqueduct_loop": [[[0, 2], [1, 1]]]}


def test_rule_aqueduct_branch() -> None:
    assert broken(with_loose("grey", [[2, -1], [3, -2]])) == {"aqueduct_branch": [[2, -1]]}


def test_a_second_line_at_the_source_is_a_branch() -> None:
    assert broken(with_loose("grey", [[3, 0], [3, -1]])) == {"aqueduct_branch": [[3, 0]]}


def test_rule_aqueduct_touch() -> None:
    line = town_document()["aqueducts"]["brown"]
    assert broken(with_lines(brown=[*line, [2, 0]])) == {"aqueduct_touch": [[2, 0]]}


def test_a_loose_stick_touches_too() -> None:
    assert broken(with_loose("brown", [[1, 1], [2, 0]])) == {
        "aqueduct_touch": [[2, 0]],
        "stick_loose": [[[1, 1], [2, 0]]],
    }


def test_rule_stick_outside() -> None:
    assert broken(with_loose("grey", [[8, 8], [8, 9]])) == {
        "stick_loose": [[[8, 8], [8, 9]]],
        "stick_outside": [[[8, 8], [8, 9]]],
    }


def test_rule_stick_across_tile() -> None:
    line = town_document()["aqueducts"]["grey"]
    assert broken(with_lines(grey=[*line[:4], [3, -1]])) == {"stick_across_tile": [[[2, -1], [3, -1]]]}
    assert broken(with_lines(grey=[*line[:4], [3, -2]])) == {}


def test_rule_stick_off_tiles() -> None:
    side = [[-2, 2], [-1, 1]]
    assert broken(with_loose("grey", side)) == {"stick_loose": [side], "stick_off_tiles": [side]}


def test_a_hills_edge_alone_carries_no_stick() -> None:
    side = [[-3, 1], [-2, 1]]
    assert broken(with_loose("grey", side)) == {"stick_loose": [side], "stick_off_tiles": [side]}


def test_rule_stick_twice() -> None:
    assert broken(with_loose("grey", [[2, 0], [2, 1]])) == {"stick_twice": [[[2, 0], [2, 1]]]}


def test_rule_stick_loose() -> None:
    assert broken(with_loose("grey", [[-2, 0], [-1, 0]])) == {"stick_loose": [[[-2, 0], [-1, 0]]]}


def test_rule_too_many_sticks() -> None:
    found = problems(town(), ruleset=default_ruleset().with_value("supply_sticks", 6))
    assert [p.rule for p in found] == ["too_many_sticks"]
    assert dict(found[0].facts) == {"colour": "grey", "count": 7, "limit": 6}


def test_rule_aqueduct_missing() -> None:
    document = town_document()
    del document["aqueducts"]["brown"]
    assert broken(read_state(document)) == {"aqueduct_missing": [[0, 3]]}
    assert broken(with_lines(brown=[[0, 3]])) == {"aqueduct_missing": [[0, 3]]}


def test_no_aqueduct_is_missing_where_no_stick_fits() -> None:
    # A line of another colour runs through the source itself.
    layout = replace(town_layout(), sources={"grey": (3, 0), "brown": (0, 3), "white": (2, -1)})
    assert broken(town(), layout) == {}


def test_rule_aqueduct_short() -> None:
    line = town_document()["aqueducts"]["brown"]
    found = problems(with_lines(brown=line[:3]))
    assert [p.rule for p in found] == ["aqueduct_short"]
    assert dict(found[0].facts) == {"colour": "brown", "count": 2, "limit": 3}
    assert problems(with_lines(brown=line[:4])) == []
    assert broken(with_lines(brown=line[:4]), ruleset=default_ruleset().with_value("start_sticks", 4)) == {
        "aqueduct_short": line[:4]
    }


def short_line() -> tuple[Layout, State]:
    """The brown source in the middle of a rhombus whose far side belongs to grey already."""
    layout = board(
        "short", hexagon_triangles(2), hills=[(0, 0, 1)], sources={"grey": (0, 2), "brown": (0, 0)}
    )
    state = State(
        hills=((0, 0, 1),),
        tiles=(Tile(((-1, 0, 1), (0, 0, 0)), "red"), Tile(((-1, 1, 0), (-1, 1, 1)), "red")),
        aqueducts=(("grey", ((0, 2), (0, 1), (-1, 1))), ("brown", ((0, 0), (1, 0)))),
    )
    return layout, state


def test_a_line_may_be_short_where_no_more_sticks_fitted() -> None:
    layout, state = short_line()
    assert broken(state, layout, default_ruleset().with_value("start_sticks", 2)) == {}
    strict = default_ruleset().with_value("start_sticks", 2).with_value("start_sticks_fewer", False)
    assert broken(state, layout, strict) == {"aqueduct_short": [[0, 0], [1, 0]]}


# -------------------------------------------------------------- magistrates, box


def test_rule_magistrate_off_tile() -> None:
    magistrates = (*town().magistrates, Magistrate(((-2, 1, 0), (-2, 1, 1)), "black"))
    assert broken(replace(town(), magistrates=magistrates)) == {
        "magistrate_off_tile": [[-2, 1, 0], [-2, 1, 1]]
    }


def test_a_magistrate_between_two_tiles_stands_on_none() -> None:
    magistrates = (*town().magistrates, Magistrate(((1, -1, 0), (1, -1, 1)), "black"))
    assert broken(replace(town(), magistrates=magistrates)) == {
        "magistrate_off_tile": [[1, -1, 0], [1, -1, 1]]
    }


def test_rule_magistrate_twice() -> None:
    magistrates = (*town().magistrates, Magistrate(((-1, 1, 0), (-1, 1, 1)), "black"))
    assert broken(replace(town(), magistrates=magistrates)) == {"magistrate_twice": [[-1, 1, 0], [-1, 1, 1]]}


def test_rule_too_many_magistrates() -> None:
    places = [town().tiles[n].cells for n in (0, 1, 2)]
    more = tuple(Magistrate(cells, "purple") for cells in places)
    found = problems(replace(town(), magistrates=(*town().magistrates, *more)))
    assert [p.rule for p in found] == ["too_many_magistrates"]
    assert dict(found[0].facts) == {"owner": "purple", "count": 4, "limit": 3}


@pytest.mark.parametrize(
    ("rule", "key", "value", "facts"),
    [
        ("too_many_cubes", "supply_cubes", 2, {"owner": "black", "count": 3, "limit": 2}),
        ("too_many_fountains", "supply_fountains", 2, {"count": 3, "limit": 2}),
        ("too_many_of_a_kind", "supply_building_faces", 3, {"kind": "bath", "count": 4, "limit": 3}),
        ("too_many_buildings", "supply_buildings", 6, {"count": 7, "limit": 6}),
        ("too_many_players", "players_most", 2, {"count": 3, "limit": 2}),
    ],
)
def test_rules_of_the_box(rule: str, key: str, value: int, facts: dict[str, Any]) -> None:
    found = problems(town(), ruleset=default_ruleset().with_value(key, value))
    assert [(p.rule, dict(p.facts)) for p in found] == [(rule, facts)]
    assert problems(town(), ruleset=default_ruleset().with_value(key, value + 1)) == []


# ------------------------------------------------------------------------ track


def test_rule_track_wrong() -> None:
    found = problems(edited(track={"purple": 7, "orange": 9, "black": 12}))
    assert [p.rule for p in found] == ["track_wrong"]
    assert dict(found[0].facts) == {"owner": "black", "count": 12, "limit": 11}
    assert found[0].at == ((1, -2), (2, -2), (2, 0))


def test_the_track_goes_round_and_round() -> None:
    length = len(town_layout().track)
    assert problems(edited(track={"purple": 7 + length, "orange": 9, "black": 11})) == []
    short = replace(town_layout(), track=town_layout().track[:8])
    assert problems(edited(track={"purple": 7, "orange": 1, "black": 3}), short) == []
    none = replace(town_layout(), track=())
    assert broken(edited(track={"purple": 7, "orange": 1, "black": 11}), none).keys() == {"track_wrong"}


def test_rule_track_missing() -> None:
    assert broken(edited(track={"purple": 7, "orange": 9})) == {"track_missing": [[1, -2], [2, -2], [2, 0]]}


# ------------------------------------------------------------------------ votes


def votes(state: State) -> list[tuple[str, Any]]:
    return [(p.rule, p.at) for p in check_votes(state, town_layout(), default_ruleset())]


def test_rule_building_without_colour() -> None:
    state = with_site([1, 0], kind="temple", owner="purple")
    tiles = tuple(
        replace(tile, colour="red") if tile.cells == ((0, 0, 1), (0, 1, 0)) else tile for tile in state.tiles
    )
    assert votes(replace(state, tiles=tiles)) == [("building_without_colour", ((1, 0),))]


def test_rule_building_outvoted() -> None:
    # The only blue tile at the bath [0, 2] still carries orange's magistrate, so black cannot own it.
    assert votes(with_site([0, 2], owner="black")) == [("building_outvoted", ((0, 2),))]


def test_rule_fountain_outvoted() -> None:
    assert votes(with_site([0, 2], kind="fountain", owner=None)) == [("fountain_outvoted", ((0, 2),))]


def test_who_has_left_may_have_had_the_most() -> None:
    # One blue tile at [1, -2], nobody on it now: anybody may have built there, or nobody.
    for owner in ("purple", "orange", "black"):
        assert votes(with_site([1, -2], owner=owner)) == []
    assert votes(with_site([1, -2], kind="fountain", owner=None)) == []


def test_as_much_influence_as_another_is_not_the_most() -> None:
    # Two blue tiles at [1, -1]; orange still stands on one, so another owner had one magistrate at most.
    standing = (Magistrate(((0, -1, 1), (1, -1, 0)), "orange"),)

    def told(**changes: Any) -> list[str]:
        found = votes(replace(with_site([1, -1], **changes), magistrates=standing))
        return [rule for rule, at in found if at == ((1, -1),)]

    assert told(owner="purple") == ["building_outvoted"]
    assert told(owner="orange") == []
    assert told(kind="fountain", owner=None) == []


# ------------------------------------------------------------------- the answer


def test_every_rule_has_a_test_of_its_own() -> None:
    here = dir(sys.modules[__name__])
    in_table = {"too_many_cubes", "too_many_fountains", "too_many_of_a_kind"}
    in_table |= {"too_many_buildings", "too_many_players"}
    missing = [w for w in WORDS if f"test_rule_{w}" not in here and w not in in_table]
    assert missing == []


def test_rule_words_are_unique_and_said_in_one_sentence() -> None:
    assert len(set(WORDS)) == len(WORDS)
    for rule in RULES:
        assert rule.word == rule.word.lower() and " " not in rule.word
        for text in (rule.demands, rule.message):
            assert text.endswith(".") and text.count(". ") == 0 and "  " not in text, rule.word


def test_an_unknown_rule_word_is_a_programmers_error() -> None:
    with pytest.raises(KeyError):
        breach("no_such_rule", ())


def test_a_problem_as_json_has_no_facts() -> None:
    problem = problems(with_site([2, 0], owner=None))[0]
    assert problem.as_json() == {
        "rule": "building_unowned",
        "at": [[2, 0]],
        "message": "The bath at [2, 0] has no owner.",
    }


def test_messages_can_be_said_again_from_their_facts() -> None:
    patterns = {rule.word: rule.message for rule in RULES}
    state = replace(with_site([2, 0], kind="temple"), track=())
    for problem in problems(state):
        place = ", ".join(str(p) for p in problem.as_json()["at"])
        assert patterns[problem.rule].format(place=place, **dict(problem.facts)) == problem.message


POINTS = st.tuples(st.integers(-4, 4), st.integers(-4, 4))
CELLS = st.tuples(st.integers(-4, 4), st.integers(-4, 4), st.integers(0, 1))
OWNERS = st.sampled_from(["purple", "orange", "black"])


@st.composite
def states(draw: st.DrawFn) -> State:
    """Anything that can be written down, legal or not."""
    pairs = st.tuples(CELLS, CELLS).map(lambda pair: (min(pair), max(pair)))
    edges = st.tuples(POINTS, POINTS).map(lambda pair: (min(pair), max(pair)))
    colours = st.sampled_from(["grey", "brown", "white"])
    lines = draw(st.dictionaries(colours, st.lists(POINTS, max_size=6).map(tuple), max_size=3))
    return State(
        hills=tuple(draw(st.lists(CELLS, max_size=4))),
        tiles=tuple(draw(st.lists(st.builds(Tile, pairs, st.sampled_from(TILE_COLOURS)), max_size=8))),
        sites=tuple(
            draw(
                st.lists(st.builds(Site, POINTS, st.sampled_from(KINDS), st.none() | OWNERS), max_size=5),
            )
        ),
        aqueducts=tuple(lines.items()),
        loose_sticks=tuple(draw(st.lists(st.builds(Stick, colours, edges), max_size=4))),
        magistrates=tuple(draw(st.lists(st.builds(Magistrate, pairs, OWNERS), max_size=4))),
        track=tuple(draw(st.dictionaries(OWNERS, st.integers(0, 200), max_size=3)).items()),
    )


@settings(max_examples=150)
@given(states())
def test_whatever_is_written_down_gets_an_answer(state: State) -> None:
    layout, ruleset = ring(), default_ruleset()
    for problem in (*check(state, layout, ruleset), *check_votes(state, layout, ruleset)):
        assert problem.rule in WORDS
        assert "{" not in problem.message
        json.dumps(problem.as_json())


def test_no_module_of_the_check_is_too_long() -> None:
    folder = Path(__file__).parent.parent / "scoring"
    assert all(len(path.read_text("utf-8").splitlines()) < 400 for path in folder.glob("check*.py"))
