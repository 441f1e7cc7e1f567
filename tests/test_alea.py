"""Alea Iacta Est: the score sheet, its goldens, its warnings and its reader."""

from __future__ import annotations

import itertools
import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.alea import GAME, LEAST_PLAYERS, MOST_PLAYERS, AleaPlayer, SenateCard, best_housing, score
from scoring.alea_housing import Patrician, Province
from scoring.errors import BadInput
from scoring.players import read_players
from scoring.ruleset import default_ruleset

# The rulebook's example: four provinces (one empty, one the joker), ten patricians of whom seven are housed,
# four senate cards, three fortuna tiles, five chips. Three provinces house six, so the card that
# brings no points must bring the seventh place.
ANTONIUS = {
    "name": "Antonius",
    "provinces": [
        {"colour": "red", "value": 3},
        {"colour": "blue", "value": 4},
        {"colour": "joker", "value": 0},
        {"colour": "green", "value": 1},
    ],
    "patricians": [
        {"colour": "red", "sex": "f", "value": 3},
        {"colour": "red", "sex": "m", "value": 1},
        {"colour": "blue", "sex": "f", "value": 3},
        {"colour": "blue", "sex": "m", "value": 3},
        {"colour": "yellow", "sex": "f", "value": 2},
        {"colour": "yellow", "sex": "m", "value": 1},
        {"colour": "brown", "sex": "m", "value": 2},
        {"colour": "red", "sex": "f", "value": 1},
        {"colour": "blue", "sex": "m", "value": 1},
        {"colour": "brown", "sex": "m", "value": 1},
    ],
    "senate": [{"points": 3}, {"points": 0, "extra_province": True}, {"points": 5}, {"points": 5}],
    "fortuna": [3, 2, 1],
    "chips": 5,
}


def document(*players: dict) -> dict:
    return {"format": "marble-players/1", "game": "alea", "players": list(players)}


def read(*players: dict) -> tuple[AleaPlayer, ...]:
    return read_players(document(*players), GAME, AleaPlayer.from_json, LEAST_PLAYERS, MOST_PLAYERS)


def four(*first: AleaPlayer) -> list[AleaPlayer]:
    """A table of four, so that fortuna tiles are in the game."""
    return [*first, *(AleaPlayer(f"guest {n}") for n in range(4 - len(first)))]


def test_the_rulebooks_example_of_43_points() -> None:
    sheet = score(read(ANTONIUS, {"name": "Brutus"}, {"name": "Claudius"}, {"name": "Darius"}))
    antonius = sheet.players[0]
    assert [(line.rule, line.points) for line in antonius.lines] == [
        ("provinces", 7),
        ("patricians", 15),
        ("senate", 13),
        ("fortuna", 6),
        ("chips", 2),
    ]
    assert antonius.total == 43
    assert antonius.lines[1].because == ((0, 0), (0, 1), (1, 2), (1, 3), (2, 4), (2, 5), (4, 6))
    assert sheet.winners == ("Antonius",)
    assert sheet.decided_by == "points"
    assert sheet.warnings == ()


def test_the_sheet_is_a_document_that_json_can_write() -> None:
    doc = score(read(ANTONIUS, {"name": "Brutus"})).as_json()
    assert json.loads(json.dumps(doc)) == doc
    assert (doc["format"], doc["game"], doc["ruleset"]) == ("marble-sheet/1", "alea", "default")
    lines = doc["players"][1]["lines"]
    assert [line["rule"] for line in lines] == ["provinces", "patricians", "senate", "fortuna", "chips"]
    assert all(line["points"] == 0 and line["because"] == [] for line in lines)
    assert doc["players"][0]["lines"][1]["because"][0] == [0, 0]


@pytest.mark.parametrize(("chips", "points"), [(0, 0), (1, 0), (2, 1), (5, 2), (6, 3)])
def test_two_chips_are_a_point_rounded_down(chips: int, points: int) -> None:
    sheet = score([AleaPlayer("Julia", chips=chips), AleaPlayer("Brutus")])
    assert sheet.players[0].points("chips") == points


def test_fortuna_tiles_score_their_face_value() -> None:
    assert score(four(AleaPlayer("Julia", fortuna=(3, 3, 1)))).players[0].points("fortuna") == 7


def test_senate_cards_score_what_the_player_says() -> None:
    cards = (SenateCard(4), SenateCard(0, extra_province=True))
    assert score([AleaPlayer("Julia", senate=cards), AleaPlayer("B")]).players[0].points("senate") == 4


def test_the_other_reading_of_the_extra_province_can_be_chosen() -> None:
    players = [AleaPlayer("Julia", senate=(SenateCard(0, extra_province=True),)), AleaPlayer("Brutus")]
    assert score(players).players[0].total == 0
    house = default_ruleset().with_value("alea_extra_province_scores", True, "house")
    sheet = score(players, house)
    assert sheet.players[0].points("provinces") == -1
    assert sheet.ruleset == "house"


def tied(value: int, name: str, unhoused: int) -> AleaPlayer:
    """A player with the given points and unhoused value."""
    people = tuple(Patrician("red", "f", 1) for _ in range(unhoused))
    return AleaPlayer(name, patricians=people, senate=(SenateCard(value),))


def test_a_tie_goes_to_the_higher_value_of_unhoused_patricians() -> None:
    sheet = score([tied(5, "A", 0), tied(5, "B", 2), tied(5, "C", 1)])
    assert sheet.ranking == (("B",), ("C",), ("A",))
    assert sheet.decided_by == "unhoused"


def test_a_tie_of_unhoused_value_too_is_shared() -> None:
    sheet = score([tied(5, "A", 2), tied(5, "B", 1), tied(5, "C", 2), tied(3, "D", 3)])
    assert sheet.ranking == (("A", "C"), ("B",), ("D",))
    assert sheet.winners == ("A", "C")
    assert sheet.decided_by == "shared"


def test_more_points_win_whatever_is_unhoused() -> None:
    sheet = score([tied(5, "A", 0), tied(4, "B", 3)])
    assert (sheet.winners, sheet.decided_by) == (("A",), "points")


def test_all_at_nothing_share_the_first_place() -> None:
    sheet = score([AleaPlayer("A"), AleaPlayer("B")])
    assert (sheet.ranking, sheet.decided_by) == ((("A", "B"),), "shared")


@pytest.mark.parametrize("count", [0, 1, 6, 9])
def test_only_two_to_five_may_play(count: int) -> None:
    with pytest.raises(BadInput) as caught:
        score([AleaPlayer(str(n)) for n in range(count)])
    assert (caught.value.reason, caught.value.field) == ("player_count", "players")


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_two_to_five_players_are_scored(count: int) -> None:
    assert len(score([AleaPlayer(str(n)) for n in range(count)]).players) == count


def test_permuting_the_players_permutes_the_score() -> None:
    antonius = AleaPlayer.from_json(ANTONIUS, "players[0]")
    players = [antonius, replace(antonius, name="B", chips=7), tied(9, "C", 2), tied(9, "D", 1)]
    before = {sheet.name: sheet for sheet in score(players).players}
    ranking = score(players).ranking
    for order in itertools.permutations(players):
        sheet = score(order)
        assert [one.name for one in sheet.players] == [player.name for player in order]
        assert {one.name: one for one in sheet.players} == before
        assert sheet.ranking == ranking


def warnings(*players: AleaPlayer) -> str:
    return "\n".join(score(players).warnings)


def test_an_ordinary_end_has_no_warnings() -> None:
    antonius = AleaPlayer.from_json(ANTONIUS, "players[0]")
    assert score(four(antonius)).warnings == ()


@pytest.mark.parametrize(
    ("player", "text"),
    [
        (AleaPlayer("J", chips=31), "31 repete chips"),
        (AleaPlayer("J", provinces=(Province("joker", 0),) * 2), "2 joker provinces"),
        (AleaPlayer("J", provinces=(Province("joker", 2),)), "joker province is worth 0"),
        (AleaPlayer("J", provinces=(Province("red", 3),) * 2), "2 red provinces of value 3"),
        (AleaPlayer("J", provinces=(Province("red", 5),)), "worth 1 to 4, not 5"),
        (AleaPlayer("J", provinces=(Province("red", 0),)), "worth 1 to 4, not 0"),
        (AleaPlayer("J", patricians=(Patrician("red", "f", 2),) * 4), "4 red women in all"),
        (AleaPlayer("J", patricians=(Patrician("red", "m", 2),) * 4), "4 red men in all"),
        (AleaPlayer("J", patricians=(Patrician("red", "m", 4),)), "patrician is worth 1 to 3, not 4"),
        (AleaPlayer("J", patricians=tuple(Patrician(c, "f", 1) for c in "abcdefg")), "7 province colours"),
        (AleaPlayer("J", fortuna=(1,) * 9), "9 fortuna tiles of value 1"),
        (AleaPlayer("J", fortuna=(4,)), "fortuna tile is worth 1 to 3, not 4"),
        (AleaPlayer("J", fortuna=(2,) * 11), "J has 11 fortuna tiles"),
        (AleaPlayer("J", senate=(SenateCard(1),) * 6), "J has 6 senate cards"),
        (AleaPlayer("J", senate=(SenateCard(-1),)), "brings -1 points"),
    ],
)
def test_what_no_box_holds_is_a_warning_and_scored_all_the_same(player: AleaPlayer, text: str) -> None:
    sheet = score(four(player))
    assert text in "\n".join(sheet.warnings)
    assert sheet.players[0].points("chips") == player.chips // 2
    assert sheet.players[0].points("fortuna") == sum(player.fortuna)


@pytest.mark.parametrize("count", [2, 3])
def test_fortuna_tiles_with_two_or_three_players_are_a_warning(count: int) -> None:
    players = [AleaPlayer("J", fortuna=(2,)), *(AleaPlayer(str(n)) for n in range(count - 1))]
    assert f"with {count} players there are none" in warnings(*players)


# What all rounds of a game give to n players: provinces, patricians and senate cards.
GIVEN = {2: (12, 24, 6), 3: (18, 30, 12), 4: (20, 30, 10), 5: (25, 35, 15)}
COLOURS = ("a", "b", "c", "d", "e", "f")
PROVINCES = (*(Province(colour, value) for colour in COLOURS for value in (1, 2, 3, 4)), Province("joker", 0))
PATRICIANS = tuple(Patrician(colour, sex, value) for colour in COLOURS for sex in "fm" for value in (1, 2, 3))


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_all_that_the_rounds_give_has_no_warning_and_one_more_has(count: int) -> None:
    provinces, patricians, cards = GIVEN[count]
    rounds = 6 if count < 4 else 5

    def table(more_provinces: int, more_patricians: int, more_cards: int) -> list[AleaPlayer]:
        rest = cards + more_cards
        shares = [min(rounds, max(0, rest - rounds * n)) for n in range(count)]
        shares[-1] += rest - sum(shares)
        players = [AleaPlayer(f"P{n}", senate=(SenateCard(1),) * share) for n, share in enumerate(shares)]
        lands = (*PROVINCES, Province("a", 9))[: provinces + more_provinces]
        people = PATRICIANS[: patricians + more_patricians]
        return [replace(players[0], provinces=lands, patricians=people), *players[1:]]

    limit = f"but {rounds} rounds with {count} players give at most"
    assert warnings(*table(0, 0, 0)) == ""
    assert f"{provinces + 1} provinces in all, {limit} {provinces}" in warnings(*table(1, 0, 0))
    assert warnings(*table(0, 1, 0)) == f"{patricians + 1} patricians in all, {limit} {patricians}"
    assert f"{cards + 1} senate cards in all, {limit} {cards}" in warnings(*table(0, 0, 1))


def test_as_many_fortuna_tiles_as_the_rounds_give_have_no_warning_and_one_more_has() -> None:
    tiles = ((1,) * 8 + (2,) * 2, (2,) * 5, (2,) * 5, (3,) * 5)
    players = [AleaPlayer(f"P{n}", fortuna=own) for n, own in enumerate(tiles)]
    assert warnings(*players) == ""
    more = [*players[:3], replace(players[3], fortuna=(3,) * 6)]
    assert warnings(*more) == "26 fortuna tiles in all, but 5 rounds give at most 25"
    greedy = [replace(players[0], fortuna=(*tiles[0], 2)), *players[2:], AleaPlayer("P4")]
    assert warnings(*greedy) == "P0 has 11 fortuna tiles, but 5 rounds give at most 10"


def test_five_players_may_hold_all_fortuna_tiles_of_the_box_but_no_more() -> None:
    tiles = [
        (1, 1, 2, 2, 2, 3),
        (1, 1, 2, 2, 2, 3),
        (1, 1, 2, 2, 2, 3),
        (1, 2, 2, 2, 3, 3),
        (1, 2, 2, 3, 3, 3),
    ]
    players = [AleaPlayer(f"P{n}", fortuna=own) for n, own in enumerate(tiles)]
    assert warnings(*players) == ""
    for value, held in ((1, 8), (2, 14), (3, 8)):
        one_more = AleaPlayer("P4", fortuna=(value,) * (held + 1 - sum(t.count(value) for t in tiles[:4])))
        text = f"{held + 1} fortuna tiles of value {value} in all, but the box holds {held}"
        assert warnings(*players[:4], one_more) == text


def test_all_chips_of_the_box_have_no_warning() -> None:
    assert warnings(AleaPlayer("A", chips=20), AleaPlayer("B", chips=10)) == ""


def test_the_housing_alone_can_be_asked_for() -> None:
    player = AleaPlayer("A", senate=(SenateCard(0, extra_province=True),))
    assert best_housing(player).points == 0
    house = default_ruleset().with_value("alea_extra_province_scores", True)
    assert best_housing(player, house).points == -1


def test_the_reader_gives_back_what_was_written() -> None:
    player = AleaPlayer.from_json(ANTONIUS, "players[0]")
    assert AleaPlayer.from_json(player.as_json(), "players[0]") == player
    assert AleaPlayer.from_json(replace(player, colour="grey").as_json(), "x").colour == "grey"


def test_what_is_missing_counts_as_none() -> None:
    assert AleaPlayer.from_json({"name": "Julia"}, "players[0]") == AleaPlayer("Julia")
    assert SenateCard.from_json({}, "senate[0]") == SenateCard()


@pytest.mark.parametrize(
    ("change", "field", "reason"),
    [
        ({"name": ""}, "players[0].name", "empty"),
        ({"name": 3}, "players[0].name", "wrong_type"),
        ({"colour": 3}, "players[0].colour", "wrong_type"),
        ({"chips": -1}, "players[0].chips", "out_of_range"),
        ({"chips": "5"}, "players[0].chips", "wrong_type"),
        ({"chips": 2.5}, "players[0].chips", "wrong_type"),
        ({"chips": True}, "players[0].chips", "wrong_type"),
        ({"fortuna": 3}, "players[0].fortuna", "wrong_type"),
        ({"fortuna": [1, None]}, "players[0].fortuna[1]", "wrong_type"),
        ({"fortuna": [-1]}, "players[0].fortuna[0]", "out_of_range"),
        ({"fortuna": [1] * 201}, "players[0].fortuna", "too_long"),
        ({"provinces": [{"value": 1}]}, "players[0].provinces[0].colour", "missing_field"),
        ({"provinces": [{"colour": "red"}]}, "players[0].provinces[0].value", "missing_field"),
        ({"provinces": ["red"]}, "players[0].provinces[0]", "wrong_type"),
        (
            {"patricians": [{"colour": "red", "sex": "x", "value": 1}]},
            "players[0].patricians[0].sex",
            "unknown_word",
        ),
        ({"patricians": [{"colour": "red", "value": 1}]}, "players[0].patricians[0].sex", "missing_field"),
        (
            {"patricians": [{"colour": "joker", "sex": "f", "value": 1}]},
            "players[0].patricians[0].colour",
            "unknown_word",
        ),
        ({"senate": [{"points": None}]}, "players[0].senate[0].points", "wrong_type"),
        ({"senate": [{"extra_province": 1}]}, "players[0].senate[0].extra_province", "wrong_type"),
        ({"senate": [{"extra": True}]}, "players[0].senate[0].extra", "unknown_field"),
        ({"fortune": [1]}, "players[0].fortune", "unknown_field"),
    ],
)
def test_bad_input_is_refused_with_its_field(change: dict, field: str, reason: str) -> None:
    with pytest.raises(BadInput) as caught:
        read(ANTONIUS | change, {"name": "Brutus"})
    assert (caught.value.field, caught.value.reason) == (field, reason)


def test_two_players_of_one_name_are_refused() -> None:
    with pytest.raises(BadInput) as caught:
        read({"name": "Julia"}, {"name": "Julia"})
    assert caught.value.field == "players[1].name"


numbers = st.integers(-3, 40) | st.integers() | st.booleans() | st.floats() | st.none()
words = st.sampled_from(["red", "blue", "joker", "f", "m", "", "x"])
junk = st.recursive(
    numbers | words,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words, inner, max_size=3),
    max_leaves=8,
)
province = st.fixed_dictionaries({"colour": words, "value": st.integers(-1, 5)}) | junk
patrician = (
    st.fixed_dictionaries({"colour": words, "sex": st.sampled_from(["f", "m"]), "value": st.integers(0, 4)})
    | junk
)
card = (
    st.fixed_dictionaries({"points": st.integers(-2, 9)}, optional={"extra_province": st.booleans()}) | junk
)
player = st.fixed_dictionaries(
    {"name": st.text(max_size=3)},
    optional={
        "provinces": st.lists(province, max_size=5) | junk,
        "patricians": st.lists(patrician, max_size=5) | junk,
        "senate": st.lists(card, max_size=3) | junk,
        "fortuna": st.lists(st.integers(0, 4), max_size=3) | junk,
        "chips": numbers,
        "colour": words | numbers,
    },
)


@settings(max_examples=300)
@given(st.lists(player | junk, max_size=6) | junk)
def test_any_document_is_read_or_refused_with_a_field(players: object) -> None:
    doc = {"format": "marble-players/1", "game": "alea", "players": players}
    try:
        found = read_players(doc, GAME, AleaPlayer.from_json, LEAST_PLAYERS, MOST_PLAYERS)
    except BadInput as error:
        assert error.message
        assert error.field.startswith("players")
        return
    sheet = score(found)
    assert sorted(name for group in sheet.ranking for name in group) == sorted(one.name for one in found)
    json.dumps(sheet.as_json())
