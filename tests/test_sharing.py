"""What leaves the app: text, table and BG Stats, complete and without anything private."""

from __future__ import annotations

import csv
import io
import json
import re
import uuid
from dataclasses import replace
from urllib.parse import parse_qs, urlsplit

import pytest
from stored_games import Clock, marble_game, marble_players, via_romana_game

from companion.sharing.bgstats import create_play, play_file, play_link
from companion.sharing.table import share_csv
from companion.sharing.text import file_stem, share_text
from companion.storage import SavedGame, new_game
from companion.translation import LANGUAGES, catalogue
from scoring.errors import BadInput

SECRET = dict(notes="Claudia cheated", location="Rose Street 7")


def three(**changes: object) -> SavedGame:
    return marble_game(("Julia", "Claudia", "Zoë"), **changes)  # type: ignore[arg-type]


def tied() -> SavedGame:
    game = three()
    sheet = json.loads(json.dumps(game.sheet))
    sheet["ranking"] = [["Julia", "Zoë"], ["Claudia"]]
    sheet["winners"], sheet["decided_by"] = ["Julia", "Zoë"], "shared"
    return replace(game, sheet=sheet)


def test_the_text_says_who_won_and_every_point() -> None:
    game = three(**SECRET)
    text = share_text(game)
    assert text.startswith("Rome: City of Marble, 2025-03-01")
    assert game.sheet is not None
    for player in game.sheet["players"]:
        assert f"{player['name']} ({player['colour']}): {player['total']}" in text
        for line in player["lines"]:
            assert re.search(rf"\b{player['name']} {line['points']}\b", text)
    assert f"{game.sheet['winners'][0]} wins." in text
    assert "cheated" not in text and "Rose Street" not in text
    assert (
        "1. Julia" in share_text(tied())
        and "1. Zoë" in share_text(tied())
        and "3. Claudia" in share_text(tied())
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_is_there_in_every_language(language: str) -> None:
    catalogue.use(language)
    try:
        assert "Julia" in share_text(three())
    finally:
        catalogue.use("en")


def test_the_table_has_a_row_for_each_player_and_a_column_for_each_rule() -> None:
    clock = Clock()
    games = [
        three(clock=clock),
        via_romana_game(clock, start_player=None),
        new_game("marble", marble_players()),
    ]
    rows = list(csv.DictReader(io.StringIO(share_csv(games))))
    assert len(rows) == 5
    assert rows[0]["name"] == "Julia" and rows[0]["started"] == "1" and rows[1]["started"] == "0"
    assert rows[3]["started"] == "" and rows[3]["game"] == "Via Romana" and rows[3]["buildings"] == ""
    for row in rows:
        points = sum(
            int(value or 0)
            for key, value in row.items()
            if key
            in (
                "buildings",
                "bridges",
                "aqueducts",
                "fountains",
                "coins",
                "most_coins",
                "imperium",
                "markers",
                "castles",
                "eagle",
                "mission",
            )
        )
        assert points == int(row["total"])
    assert list(csv.DictReader(io.StringIO(share_csv([])))) == []


def test_a_name_cannot_become_a_formula() -> None:
    game = marble_game(("=HYPERLINK(1)", "@cmd"))
    rows = list(csv.DictReader(io.StringIO(share_csv([game]))))
    assert [row["name"] for row in rows] == ["'=HYPERLINK(1)", "'@cmd"]


def test_file_names_are_plain() -> None:
    assert file_stem(marble_game(("Zoë Ångström", "../etc"))) == "marble-2025-03-01-zoe-angstrom-etc"
    assert len(file_stem(marble_game(("x" * 150, "y" * 150)))) <= 80


def test_the_link_holds_the_play_as_bg_stats_reads_it() -> None:
    game = three(location="Café & Bar #1", notes="50% luck?")
    link = play_link(game)
    parts = urlsplit(link)
    assert f"{parts.scheme}://{parts.netloc}{parts.path}" == "https://app.bgstatsapp.com/createPlay.html"
    assert parts.fragment == "" and list(parse_qs(parts.query)) == ["data"]
    assert " " not in link and "+" not in parts.query
    play = json.loads(parse_qs(parts.query)["data"][0])
    assert play == create_play(game)
    fields = "sourceName sourcePlayId playDate durationMin location comments board game players"
    assert list(play) == fields.split()
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", play["playDate"])
    assert play["playDate"] == "2025-03-01 19:30:01", "in UTC"
    assert (play["location"], play["comments"], play["durationMin"]) == ("Café & Bar #1", "50% luck?", 75)
    assert play["sourcePlayId"] == game.id
    assert play["game"] == {
        "name": "Rome: City of Marble", "sourceGameId": "marble", "highestWins": True, "noPoints": False,
    }  # fmt: skip
    assert game.sheet is not None
    for player, shown in zip(play["players"], game.sheet["players"], strict=True):
        assert list(player) == ["name", "sourcePlayerId", "startPlayer", "winner", "score", "rank", "role"]
        assert type(player["startPlayer"]) is bool and type(player["winner"]) is bool
        assert (player["name"], player["score"], player["role"]) == (
            shown["name"],
            shown["total"],
            shown["colour"],
        )
    assert [player["startPlayer"] for player in play["players"]] == [True, False, False]
    assert sum(player["winner"] for player in play["players"]) == 1


def test_a_bgg_number_is_a_number_or_left_out() -> None:
    assert "bggId" not in create_play(three())["game"]
    assert "bggId" not in create_play(three(), {"alea": 1})["game"]
    assert create_play(three(), {"marble": 123})["game"]["bggId"] == 123


def test_ranks_follow_ties_and_ids_stay_the_same() -> None:
    play = create_play(tied())
    assert {p["name"]: (p["rank"], p["winner"]) for p in play["players"]} == {
        "Julia": (1, True), "Zoë": (1, True), "Claudia": (3, False),
    }  # fmt: skip
    other = create_play(marble_game(("ZOE", "Julia")))
    ids = {p["name"]: p["sourcePlayerId"] for p in play["players"]}
    assert [p["sourcePlayerId"] for p in other["players"]] == [ids["Zoë"], ids["Julia"]]


def test_nobody_is_said_to_have_started_when_nobody_knows() -> None:
    play = create_play(three(start_player=None, duration_minutes=None, location=""))
    assert not any(player["startPlayer"] for player in play["players"])
    assert play["durationMin"] == 0 and play["location"] == ""


def test_the_link_stays_short_enough_with_long_notes() -> None:
    assert len(play_link(three(notes="é" * 20_000))) < 8000


def test_a_play_file_is_complete_and_refers_to_what_is_in_it() -> None:
    clock = Clock()
    games = [three(clock=clock), via_romana_game(clock), tied(), marble_game(clock=clock, location="")]
    file = json.loads(play_file(games))
    assert file["about"].startswith("This is a Play file that can be read by Board Game Stats.")
    people = {person["id"]: person for person in file["players"]}
    assert sorted(person["name"] for person in people.values()) == ["Claudia", "Julia", "Marcus", "Zoë"]
    kinds = {kind["id"]: kind["name"] for kind in file["games"]}
    locations = {place["id"]: place["name"] for place in file["locations"]}
    assert list(locations.values()) == ["Zürich"]
    assert [kinds[play["gameRefId"]] for play in file["plays"]] == [
        "Rome: City of Marble", "Via Romana", "Rome: City of Marble", "Rome: City of Marble",
    ]  # fmt: skip
    for play, game in zip(file["plays"], games, strict=True):
        assert uuid.UUID(play["uuid"]) == uuid.UUID(game.id)
        assert play["playDateYmd"] == 20250301
        assert ("locationRefId" in play) == bool(game.location)
        assert game.sheet is not None
        assert [people[s["playerRefId"]]["name"] for s in play["playerScores"]] == [
            player["name"] for player in game.sheet["players"]
        ]
        assert [int(s["score"]) for s in play["playerScores"]] == [p["total"] for p in game.sheet["players"]]
        for score in play["playerScores"]:
            assert all(type(score[key]) is bool for key in ("winner", "newPlayer", "startPlayer"))
        assert all(type(play[key]) is bool for key in ("usesTeams", "ignored", "manualWinner"))
    assert [play["manualWinner"] for play in file["plays"]] == [False] * 4
    for kind in file["games"]:
        assert all(type(kind[key]) is bool for key in ("cooperative", "highestWins", "noPoints", "usesTeams"))
        assert type(kind["bggId"]) is int
    broken_tie = json.loads(json.dumps(games[0].sheet))
    broken_tie["decided_by"] = "buildings"
    assert json.loads(play_file([replace(games[0], sheet=broken_tie)]))["plays"][0]["manualWinner"] is True
    assert json.loads(play_file([]))["plays"] == []


def test_an_unfinished_game_cannot_be_shared() -> None:
    game = new_game("marble", marble_players())
    for share in (share_text, play_link, lambda one: play_file([one])):
        with pytest.raises(BadInput, match="score sheet"):
            share(game)
