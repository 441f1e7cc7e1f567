"""Every document that a command about the rules gives: exactly the documented fields, in their order."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from command_line import PLAYERS, STATE, run

from scoring.games import GAMES, game_named
from scoring.state import load_state

SHEET = ["format", "game", "players", "ranking", "winners", "decided_by", "warnings", "ruleset"]
PLAYER = ["name", "colour", "lines", "total"]
LINE = ["rule", "points", "because"]
RULES = {
    "marble": ["buildings", "bridges", "aqueducts", "fountains", "coins", "most_coins", "imperium"],
    "via_romana": ["markers", "castles", "eagle", "mission"],
    "alea": ["provinces", "patricians", "senate", "fortuna", "chips"],
}
OTHER_PLAYERS: dict[str, Any] = {
    "via_romana": [{"name": "Julia", "markers": [2]}, {"name": "Claudia", "castles": [1]}],
    "alea": [
        {
            "name": "Julia",
            "provinces": [{"colour": "joker", "value": 0}],
            "senate": [{"extra_province": True}],
        },
        {
            "name": "Claudia",
            "provinces": [{"colour": "blue", "value": 1}, {"colour": "red", "value": 2}],
            "patricians": [{"colour": "red", "sex": "f", "value": 2}],
        },
    ],
}
DECIDED_BY = {"points", "buildings", "imperium", "eagle", "turn_order", "unhoused", "shared"}


def write(folder: Path, name: str, document: Any) -> str:
    path = folder / name
    path.write_text(json.dumps(document), encoding="utf-8")
    return str(path)


def check_sheet(sheet: dict[str, Any], game: str) -> None:
    """A `marble-sheet/1` document has its fields and agrees with itself."""
    assert list(sheet) == SHEET
    assert (sheet["format"], sheet["game"]) == ("marble-sheet/1", game)
    names = [player["name"] for player in sheet["players"]]
    for player in sheet["players"]:
        assert list(player) == PLAYER
        assert [line["rule"] for line in player["lines"]] == RULES[game]
        assert all(list(line) == LINE and isinstance(line["because"], list) for line in player["lines"])
        assert player["total"] == sum(line["points"] for line in player["lines"])
    assert sorted(name for group in sheet["ranking"] for name in group) == sorted(names)
    assert sheet["winners"] == sheet["ranking"][0]
    assert sheet["decided_by"] in DECIDED_BY
    assert all(isinstance(text, str) for text in sheet["warnings"])


def test_the_lines_of_every_game_are_known() -> None:
    assert {game.name: list(game.rules) for game in GAMES} == RULES


def test_the_sheet_of_the_bundled_game(capfd: pytest.CaptureFixture[str]) -> None:
    sheet = run(capfd, "score", STATE, PLAYERS, "--json").document
    check_sheet(sheet, "marble")
    state = load_state(STATE)
    owner = {list_at(site.at): site.owner for site in state.sites}
    fountains = {list_at(site.at) for site in state.sites if site.kind == "fountain"}
    assert sheet["ruleset"] == "default"
    for player in sheet["players"]:
        lines = {line["rule"]: line for line in player["lines"]}
        mine = {place for place, who in owner.items() if who == player["colour"]}
        assert {list_at(p) for p in lines["buildings"]["because"]} == mine
        assert {list_at(p) for p in lines["aqueducts"]["because"]} <= mine
        assert lines["aqueducts"]["points"] == 2 * len(lines["aqueducts"]["because"])
        for building, fountain in lines["fountains"]["because"]:
            assert list_at(building) in mine and list_at(fountain) in fountains
        assert set(lines["imperium"]["because"]) <= {"red", "yellow", "green", "blue"}
        assert all(lines[rule]["because"] == [] for rule in ("bridges", "coins", "most_coins"))


def list_at(point: Any) -> tuple[int, int]:
    return point[0], point[1]


@pytest.mark.parametrize("game", ["via_romana", "alea"])
def test_the_sheets_of_the_other_games_and_their_ruleset(
    game: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    players = OTHER_PLAYERS[game]
    file = write(tmp_path, "p.json", {"format": "marble-players/1", "game": game, "players": players})
    sheet = run(capfd, "score", file, "--json").document
    check_sheet(sheet, game)
    assert sheet["ruleset"] == "default"
    house = {
        "format": "marble-ruleset/1",
        "name": "ours",
        "alea_extra_province_scores": {"value": True},
        "alea_empty_joker_loses": {"value": False},
    }
    ours = run(capfd, "score", file, "--ruleset", write(tmp_path, "r.json", house), "--json").document
    check_sheet(ours, game)
    assert ours["ruleset"] == "ours"
    if game == "alea":
        assert sheet["players"][1]["lines"][1]["because"] == [[1, 0]]
        assert [s["players"][0]["lines"][0]["points"] for s in (sheet, ours)] == [-1, -1]
        house["alea_extra_province_scores"] = {"value": False}
        ours = run(capfd, "score", file, "--ruleset", write(tmp_path, "r.json", house), "--json").document
        assert ours["players"][0]["lines"][0]["points"] == 0


def test_the_players_track_overrides_the_boards(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    document = json.loads(Path(PLAYERS).read_text(encoding="utf-8"))
    document["players"][0]["track"] = 5
    warnings = run(capfd, "score", STATE, write(tmp_path, "p.json", document), "--json").document["warnings"]
    assert len(warnings) == 1 and "Julia" in warnings[0] and " 5" in warnings[0]
    document["players"][0] |= {"colour": "pink", "track": 0}
    warnings = run(capfd, "score", STATE, write(tmp_path, "p.json", document), "--json").document["warnings"]
    assert any("purple" in text and "not among the players" in text for text in warnings)


def test_problems_name_their_rule_and_places(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    state = load_state(STATE).as_json()
    assert run(capfd, "check", STATE, "--json").document == {
        "format": "marble-check/1",
        "problems": [],
        "ruleset": "default",
    }
    state["tiles"].append(state["tiles"][0])
    found = run(capfd, "check", write(tmp_path, "s.json", state), "--json").document
    assert list(found) == ["format", "problems", "ruleset"]
    assert "tile_overlap" in {problem["rule"] for problem in found["problems"]}
    for problem in found["problems"]:
        assert list(problem) == ["rule", "at", "message"]
        assert isinstance(problem["at"], list) and problem["message"]


def test_a_move_tells_everything_that_follows(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    fields = ["format", "legal", "forbidden_by", "bridges", "aqueducts", "sites", "order_matters"]
    document = load_state(STATE).as_json()
    taken_back = document["tiles"][-6:]
    document |= {"tiles": document["tiles"][:-6], "sites": [], "magistrates": []}
    finished = 0
    for tile in taken_back:  # from one and the same position
        words = ["--tile", json.dumps(tile["cells"]), "--colour", tile["colour"], "--magistrate", "purple"]
        found = run(capfd, "move", write(tmp_path, "s.json", document), *words, "--json").document
        assert list(found) == fields and found["format"] == "marble-move/1"
        assert found["legal"] == (found["forbidden_by"] == [])
        assert isinstance(found["aqueducts"], dict) and isinstance(found["order_matters"], bool)
        for site in found["sites"]:
            finished += 1
            assert list(site) == ["at", "kind", "influence", "builds", "points", "may_leave"]
            assert (site["builds"] is None) == (site["points"] == 0) == (site["kind"] == "fountain")
            assert site["may_leave"] == ["purple"]
    assert finished > 0


def test_a_forbidden_move_names_the_rules(capfd: pytest.CaptureFixture[str]) -> None:
    document = run(
        capfd, "move", STATE, "--tile", "[[50,50,0],[50,50,1]]", "--colour", "red", "--json"
    ).document
    assert document["legal"] is False and "tile_outside" in document["forbidden_by"]
    assert (document["bridges"], document["aqueducts"], document["sites"]) == ([], {}, [])


def test_the_start_player_heads_the_turned_seating(capfd: pytest.CaptureFixture[str]) -> None:
    names = ["Julia", "Claudia", "Octavia"]
    for seed in range(6):
        document = run(capfd, "start", *names, "--seed", str(seed), "--json").document
        assert list(document) == ["format", "start", "order"] and document["format"] == "marble-start/1"
        first = names.index(document["start"])
        assert document["order"] == names[first:] + names[:first]
        again = run(capfd, "start", *names, "--seed", str(seed), "--json").document
        assert again == document
    assert game_named("marble").start_rule in run(capfd, "start", *names, "--game", "marble").out


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (["can an aqueduct branch?"], "answered"),
        (["wie viele Fliesen gibt es?", "--game", "marble", "--lang", "nl"], None),
        (["what is the best opening in chess?"], "refused"),
        ([""], "refused"),
    ],
)
def test_an_answer_has_its_fields(
    words: list[str], status: str | None, capfd: pytest.CaptureFixture[str]
) -> None:
    document = run(capfd, "ask", *words, "--json").document
    assert list(document) == ["format", "covered", "status", "answers"]
    assert document["format"] == "marble-answer/1"
    assert document["status"] in ("answered", "silent", "refused")
    assert document["covered"] is (document["status"] == "answered")
    assert status in (None, document["status"])
    scores = [answer["score"] for answer in document["answers"]]
    for answer in document["answers"]:
        assert list(answer) == ["rule", "title", "text", "source", "score"]
        assert list(answer["source"]) == ["rulebook", "section"]
        assert all(answer[key] for key in ("rule", "title", "text"))
    assert all(0 <= score <= 1 for score in scores)
    if document["covered"]:
        assert scores[0] == max(scores)
