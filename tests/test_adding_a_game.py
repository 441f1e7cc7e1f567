"""docs/adding-a-game.md, followed to the letter: its game is scored, started, stored and counted."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from command_line import refused, run

from companion.storage import new_game, open_store
from scoring import games
from scoring.games import GAMES, game_named

PAGE = Path(__file__).parents[1] / "docs" / "adding-a-game.md"
PLAYERS = {
    "format": "marble-players/1",
    "game": "latrones",
    "players": [{"name": "Julia", "stones": 7}, {"name": "Claudia", "stones": 4, "king": True}],
}


@pytest.fixture
def latrones(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Steps 1 and 2 of the page: its code as a module of scoring, its value in the tuple."""
    (code,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    module = ModuleType("scoring.latrones")
    monkeypatch.setitem(sys.modules, "scoring.latrones", module)
    exec(compile(code, str(PAGE), "exec"), module.__dict__)
    monkeypatch.setattr(games, "GAMES", (*GAMES, module.LATRONES))
    return module


def save(folder: Path, document: Any) -> str:
    path = folder / "players.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return str(path)


def test_the_new_game_is_scored(
    latrones: ModuleType, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = save(tmp_path, PLAYERS)
    sheet = run(capfd, "score", file, "--json").document
    assert (sheet["game"], sheet["winners"], sheet["decided_by"]) == ("latrones", ["Claudia"], "king")
    assert [player["total"] for player in sheet["players"]] == [7, 7]
    assert [line["rule"] for line in sheet["players"][0]["lines"]] == list(latrones.LATRONES.rules)
    text = run(capfd, "score", file).out
    assert "Claudia wins by king." in text and "stones" in text


def test_its_players_are_read_strictly_and_written_back(latrones: ModuleType) -> None:
    found = game_named("latrones").read_players(PLAYERS)
    assert [player.as_json() for player in found] == [
        {"name": "Julia", "stones": 7, "king": False},
        {"name": "Claudia", "stones": 4, "king": True},
    ]


@pytest.mark.parametrize(
    ("player", "field"),
    [({"stones": -1}, "stones"), ({"king": 1}, "king"), ({"stone": 3}, "stone"), ({"name": ""}, "name")],
)
def test_its_mistakes_are_told_with_their_field(
    latrones: ModuleType, player: Any, field: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    document = PLAYERS | {"players": [{"name": "Julia"} | player, {"name": "Claudia"}]}
    error = refused(run(capfd, "score", save(tmp_path, document), "--json"))
    assert error["field"] == f"players[0].{field}"


def test_its_start_player_is_chosen(latrones: ModuleType, capfd: pytest.CaptureFixture[str]) -> None:
    assert "whoever lost the game before" in run(capfd, "start", "A", "B", "--game", "latrones").out
    refused(run(capfd, "start", "A", "B", "C", "--game", "latrones", "--json"))


def test_it_is_stored_listed_counted_and_exported(
    latrones: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MARBLE_HOME", str(tmp_path / "home"))
    rules = game_named("latrones")
    assert rules.score is not None
    sheet = rules.score(rules.read_players(PLAYERS)).as_json()
    with open_store() as store:
        game = store.save_step(new_game("latrones", PLAYERS).at_step("done", sheet=sheet))
    assert run(capfd, "games", "--game", "latrones", "--json").document["games"][0]["id"] == game.id
    shown = run(capfd, "games", "show", game.id, "--json").document
    assert shown["recomputed"] == sheet and shown["differences"] == []
    assert run(capfd, "stats", "--game", "latrones", "--json").document["games"] == 1
    for kind in ("text", "csv", "bgstats", "backup"):
        target = tmp_path / f"out.{kind}"
        assert run(capfd, "export", "-o", str(target), "--as", kind).code == 0
        assert target.stat().st_size > 0
    monkeypatch.setenv("MARBLE_HOME", str(tmp_path / "other"))
    report = run(capfd, "import", str(tmp_path / "out.backup"), "--json").document
    assert report["added"] == [game.id]


def test_a_warning_does_not_stop_the_sheet(latrones: ModuleType) -> None:
    both = [latrones.LatronesPlayer("A", king=True), latrones.LatronesPlayer("B", king=True)]
    sheet = latrones.score(both)
    assert sheet.decided_by == "shared" and len(sheet.warnings) == 1


def test_the_page_names_files_that_exist() -> None:
    root = PAGE.parents[1]
    named = re.findall(
        r"`((?:scoring|companion|tests|docs)/[a-z_/]+(?:\.[a-z]+)?)`", PAGE.read_text(encoding="utf-8")
    )
    made_by_you = {"companion/rulebook/entries/latrones.json", "tests/questions/latrones.json"}
    assert len(named) > 8
    assert [name for name in named if name not in made_by_you and not (root / name).exists()] == []


def test_without_it_there_is_no_such_game(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    error = refused(run(capfd, "score", save(tmp_path, PLAYERS), "--json"))
    assert (error["reason"], error["field"]) == ("unknown_word", "game")
