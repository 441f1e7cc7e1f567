"""Via Romana: the score sheet, its ties, its warnings and its reader."""

from __future__ import annotations

import itertools
import json
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.errors import BadInput
from scoring.players import read_players
from scoring.via_romana import GAME, LEAST_PLAYERS, MOST_PLAYERS, VRPlayer, score

JULIA = {"name": "Julia", "markers": [4, 3, 2], "castles": [3, 1, 1], "eagle": True, "mission": False}


def read(*players: dict) -> tuple[VRPlayer, ...]:
    doc = {"format": "marble-players/1", "game": "via_romana", "players": list(players)}
    return read_players(doc, GAME, VRPlayer.from_json, LEAST_PLAYERS, MOST_PLAYERS)


def worth(points: int, name: str, **more: object) -> VRPlayer:
    """A player with so many points, the eagle's two not counted."""
    return VRPlayer(name, castles=(1, points - 1), **more)  # type: ignore[arg-type]


def test_the_example_of_the_format() -> None:
    sheet = score(read(JULIA, {"name": "Livia", "castles": [2, 2]}))
    assert [(line.rule, line.points) for line in sheet.players[0].lines] == [
        ("markers", 9),
        ("castles", 5),
        ("eagle", 2),
        ("mission", 0),
    ]
    assert sheet.players[0].total == 16
    assert (sheet.winners, sheet.decided_by, sheet.warnings) == (("Julia",), "points", ())


def test_markers_score_their_face_value() -> None:
    assert score([VRPlayer("A", markers=(2, 2, 3, 4)), VRPlayer("B")]).players[0].points("markers") == 11


def test_a_castle_scores_what_its_city_shows_and_one_when_the_stack_is_gone() -> None:
    assert score([VRPlayer("A", castles=(4, 3, 2, 1)), VRPlayer("B")]).players[0].points("castles") == 10


def test_the_legions_eagle_is_two_points() -> None:
    assert score([VRPlayer("A", eagle=True), VRPlayer("B")]).players[0].points("eagle") == 2


def test_a_fulfilled_mission_is_five_points() -> None:
    assert score([VRPlayer("A", mission=True), VRPlayer("B")]).players[0].points("mission") == 5


def test_a_tie_goes_to_the_holder_of_the_eagle() -> None:
    sheet = score([worth(6, "A"), worth(4, "B", eagle=True), worth(6, "C")])
    assert sheet.ranking == (("B",), ("C",), ("A",))
    assert sheet.decided_by == "eagle"


def test_else_to_the_first_of_the_tied_after_the_holder_in_turn_order() -> None:
    sheet = score([worth(6, "A"), worth(6, "B"), worth(2, "C", eagle=True), worth(6, "D")])
    assert sheet.ranking == (("D",), ("A",), ("B",), ("C",))
    assert sheet.decided_by == "turn_order"


def test_turn_order_goes_round_the_table() -> None:
    sheet = score([worth(6, "A"), worth(6, "B"), worth(2, "C"), worth(2, "D", eagle=True)])
    assert (sheet.winners, sheet.decided_by) == (("A",), "turn_order")


@pytest.mark.parametrize("holders", [0, 2])
def test_without_exactly_one_eagle_a_tie_is_shared_and_says_why(holders: int) -> None:
    players = [worth(6, name, eagle=n < holders) for n, name in enumerate("AB")]
    sheet = score([*players, worth(3, "C")])
    assert sheet.ranking == (("A", "B"), ("C",))
    assert sheet.decided_by == "shared"
    reason = "nobody holds it" if holders == 0 else "2 players are said to hold it"
    text = f"the legion's eagle would break the tie, but {reason}; the first place is shared"
    assert text in sheet.warnings


def test_more_points_win_even_against_the_eagle() -> None:
    sheet = score([worth(5, "A", eagle=True), worth(8, "B")])
    assert (sheet.winners, sheet.decided_by) == (("B",), "points")


@pytest.mark.parametrize("count", [0, 1, 5, 8])
def test_only_two_to_four_may_play(count: int) -> None:
    with pytest.raises(BadInput) as caught:
        score([VRPlayer(str(n)) for n in range(count)])
    assert (caught.value.reason, caught.value.field) == ("player_count", "players")


@pytest.mark.parametrize("count", [2, 3, 4])
def test_two_to_four_players_are_scored(count: int) -> None:
    assert len(score([VRPlayer(str(n)) for n in range(count)]).players) == count


def test_permuting_the_players_permutes_the_score() -> None:
    rng = random.Random(8)
    for _ in range(50):
        players = [
            VRPlayer(
                name,
                markers=tuple(rng.choices((2, 3, 4), k=rng.randint(0, 6))),
                castles=tuple(rng.choices((1, 2, 3, 4), k=rng.randint(1, 4))),
                mission=rng.random() < 0.5,
                eagle=name == "B",
            )
            for name in "ABCD"
        ]
        before = {sheet.name: sheet for sheet in score(players).players}
        for order in itertools.permutations(players):
            sheet = score(order)
            assert [one.name for one in sheet.players] == [player.name for player in order]
            assert {one.name: one for one in sheet.players} == before


def test_turning_the_table_keeps_the_ranking() -> None:
    players = [worth(6, "A"), worth(6, "B"), worth(2, "C", eagle=True), worth(6, "D")]
    ranking = score(players).ranking
    for turn in range(4):
        assert score(players[turn:] + players[:turn]).ranking == ranking


@pytest.mark.parametrize(
    ("player", "text"),
    [
        (VRPlayer("J", castles=(1,) * 5), "J has 5 castles, but each player has only 4"),
        (VRPlayer("J", castles=()), "castles of J: 0, but each player began with 1"),
        (VRPlayer("J", castles=(5,)), "J has a castle worth 5"),
        (VRPlayer("J", castles=(0,)), "J has a castle worth 0"),
        (VRPlayer("J", castles=(1,), markers=(1,)), "J has a marker of value 1"),
        (VRPlayer("J", castles=(1,), markers=(5,)), "J has a marker of value 5"),
        (VRPlayer("J", castles=(1,), markers=(4,) * 6), "6 markers of value 4 in all, but the box holds 5"),
        (
            VRPlayer("J", castles=(1,), markers=(3,) * 16),
            "16 markers of value 3 in all, but the box holds 15",
        ),
        (
            VRPlayer("J", castles=(1,), markers=(2,) * 21),
            "21 markers of value 2 in all, but the box holds 20",
        ),
        (VRPlayer("J", castles=(4, 4), markers=(4,) * 4), "4 markers of value 4 are won and 2 lie"),
        (
            VRPlayer("J", castles=(4, 3), markers=(4,) * 3 + (3,) * 14),
            "14 markers of value 3 are won and 2 lie",
        ),
        (VRPlayer("J", castles=(1,), markers=(3,) * 11), "11 markers of value 3 are won, but only 10 can be"),
        (VRPlayer("J", castles=(1,), markers=(2,) * 6), "6 markers of value 2 are won, but only 5 can be"),
        (VRPlayer("J", castles=(1,), markers=(2, 3, 4), mission=True), "with 3 markers, but it takes 4"),
    ],
)
def test_what_no_box_holds_is_a_warning_and_scored_all_the_same(player: VRPlayer, text: str) -> None:
    sheet = score([player, VRPlayer("B", castles=(1,)), VRPlayer("C", castles=(1,))])
    assert text in "\n".join(sheet.warnings)
    assert sheet.players[0].points("castles") == sum(player.castles)
    assert sheet.players[0].points("markers") == sum(player.markers)


def test_two_eagles_are_a_warning() -> None:
    sheet = score([VRPlayer("A", castles=(1, 1, 1), eagle=True), VRPlayer("B", castles=(1, 1), eagle=True)])
    assert sheet.warnings == ("2 players hold the legion's eagle, but there is one",)


def test_with_two_players_each_begins_with_two_castles() -> None:
    sheet = score([VRPlayer("A", castles=(1,)), VRPlayer("B", castles=(1, 1))])
    assert sheet.warnings == ("castles of A: 1, but each player began with 2",)


@pytest.mark.parametrize("count", [3, 4])
def test_with_three_or_four_players_each_begins_with_one_castle(count: int) -> None:
    assert score([VRPlayer(str(n), castles=(n + 1,)) for n in range(count)]).warnings == ()


def test_four_markers_are_enough_for_a_mission() -> None:
    players = [VRPlayer("A", (2, 2, 3, 4), (1, 1), mission=True), VRPlayer("B", castles=(1, 1))]
    assert score(players).warnings == ()


def test_lower_markers_lie_under_higher_ones() -> None:
    sheet = score([VRPlayer("A", markers=(4,) + (3,) * 12, castles=(1, 1)), VRPlayer("B", castles=(1, 1))])
    assert sheet.warnings == (
        "12 markers of value 3 are won, but only 11 can be as long as 1 of value 4 are",
    )
    sheet = score(
        [VRPlayer("A", markers=(3,) * 10 + (2,) * 20, castles=(1, 1)), VRPlayer("B", castles=(1, 1))]
    )
    assert sheet.warnings == (
        "20 markers of value 2 are won, but only 15 can be as long as 10 of value 3 are",
    )


def test_a_value_of_nothing_is_read_and_warned_about() -> None:
    sheet = score(read(JULIA | {"markers": [0]}, {"name": "Livia", "castles": [1, 1]}))
    assert sheet.warnings == ("Julia has a marker of value 0; markers show 2 to 4",)


def test_a_whole_box_of_markers_without_stacks_left_has_no_warning() -> None:
    players = [VRPlayer(n, markers=(2,) * 5 + (3,) * 3, castles=(1,) * 4) for n in "ABCD"]
    players[0] = replace(players[0], markers=(2,) * 5 + (3,) * 6 + (4,) * 5)
    assert score(players).warnings == ()


def test_random_legal_games_have_no_warnings() -> None:
    """Markers are taken off real stacks, castles stand on distinct cities: nothing may look impossible."""
    rng = random.Random(2008)
    for _ in range(300):
        stacks = [[2, 3, 4]] * 5 + [[2, 3]] * 10 + [[2]] * 5
        stacks = [list(stack) for stack in stacks]
        names = "ABCD"[: rng.randint(2, 4)]
        won: dict[str, list[int]] = {name: [] for name in names}
        for _ in range(rng.randint(0, 40)):
            stack = rng.choice(stacks)
            if stack:
                won[rng.choice(names)].append(stack.pop())
        cities = rng.sample(range(20), 16)
        players = [
            VRPlayer(
                name,
                markers=tuple(won[name]),
                castles=tuple(
                    (stacks[city] or [1])[-1] for city in cities[4 * n : 4 * n + rng.randint(2, 4)]
                ),
                eagle=n == 0,
            )
            for n, name in enumerate(names)
        ]
        assert score(players).warnings == ()


def test_the_reader_gives_back_what_was_written() -> None:
    player = VRPlayer.from_json(JULIA, "players[0]")
    assert VRPlayer.from_json(player.as_json(), "x") == player
    assert VRPlayer.from_json(replace(player, colour="red").as_json(), "x").colour == "red"


def test_what_is_missing_counts_as_none() -> None:
    assert VRPlayer.from_json({"name": "Julia"}, "players[0]") == VRPlayer("Julia")


@pytest.mark.parametrize(
    ("change", "field", "reason"),
    [
        ({"name": "  "}, "players[0].name", "empty"),
        ({"name": None}, "players[0].name", "wrong_type"),
        ({"markers": 4}, "players[0].markers", "wrong_type"),
        ({"markers": [4, "3"]}, "players[0].markers[1]", "wrong_type"),
        ({"markers": [-2]}, "players[0].markers[0]", "out_of_range"),
        ({"markers": [True]}, "players[0].markers[0]", "wrong_type"),
        ({"castles": [1.0]}, "players[0].castles[0]", "wrong_type"),
        ({"castles": [1] * 201}, "players[0].castles", "too_long"),
        ({"eagle": 1}, "players[0].eagle", "wrong_type"),
        ({"mission": "yes"}, "players[0].mission", "wrong_type"),
        ({"colour": ""}, "players[0].colour", "empty"),
        ({"coins": 3}, "players[0].coins", "unknown_field"),
    ],
)
def test_bad_input_is_refused_with_its_field(change: dict, field: str, reason: str) -> None:
    with pytest.raises(BadInput) as caught:
        read(JULIA | change, {"name": "Livia"})
    assert (caught.value.field, caught.value.reason) == (field, reason)


def test_a_name_must_be_there() -> None:
    with pytest.raises(BadInput) as caught:
        read({"markers": []}, {"name": "Livia"})
    assert (caught.value.field, caught.value.reason) == ("players[0].name", "missing_field")


def test_two_players_of_one_colour_are_refused() -> None:
    with pytest.raises(BadInput) as caught:
        read({"name": "A", "colour": "red"}, {"name": "B", "colour": "red"})
    assert caught.value.field == "players[1].colour"


numbers = st.integers(-2, 6) | st.integers() | st.booleans() | st.floats() | st.none()
junk = st.recursive(
    numbers | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)
player = st.fixed_dictionaries(
    {"name": st.text(max_size=3)},
    optional={
        "markers": st.lists(st.integers(-1, 5), max_size=6) | junk,
        "castles": st.lists(st.integers(-1, 5), max_size=6) | junk,
        "eagle": st.booleans() | junk,
        "mission": st.booleans() | junk,
        "colour": st.text(max_size=2) | junk,
    },
)


@settings(max_examples=300)
@given(st.lists(player | junk, max_size=5) | junk)
def test_any_document_is_read_or_refused_with_a_field(players: object) -> None:
    doc = {"format": "marble-players/1", "game": "via_romana", "players": players}
    try:
        found = read_players(doc, GAME, VRPlayer.from_json, LEAST_PLAYERS, MOST_PLAYERS)
    except BadInput as error:
        assert error.message
        assert error.field.startswith("players")
        return
    sheet = score(found)
    assert sorted(name for group in sheet.ranking for name in group) == sorted(one.name for one in found)
    json.dumps(sheet.as_json())
