"""`marble games`, `stats`, `export` and `import`, through the command line itself."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from stored_games import Clock, fast_folder, jpeg, marble_game, marble_players, via_romana_game

from companion.cli import main
from companion.storage import SavedGame, new_game, open_store
from companion.storage.opening import FILE_NAME


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    yield from fast_folder()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MARBLE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def games(home: Path) -> list[SavedGame]:
    """Newest last: a finished game with a photo, another game, and an unfinished one."""
    clock = Clock()
    with open_store(home, clock=clock) as store:
        first = marble_game(
            ("Zoë", "Marcus"), clock=clock, photos=(store.add_photo(jpeg(1, (480, 640))),), notes="wild"
        )
        saved = [store.save_step(first)]
        clock.jump(days=1)
        saved.append(store.save_step(via_romana_game(clock)))
        clock.jump(days=1)
        saved.append(store.save_step(new_game("marble", marble_players(), clock=clock)))
    return saved


def run(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> str:
    capsys.readouterr()
    assert main(words) == code, capsys.readouterr()
    return capsys.readouterr().out


def run_json(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(run(capsys, *words, "--json", code=code))
    return document


def test_games_lists_newest_first(games: list[SavedGame], capsys: pytest.CaptureFixture[str]) -> None:
    document = run_json(capsys, "games")
    assert document["format"] == "marble-games/1"
    assert [row["id"] for row in document["games"]] == [game.id for game in reversed(games)]
    row = document["games"][-1]
    assert row["winners"] and [p["name"] for p in row["players"]] == ["Zoë", "Marcus"]
    text = run(capsys, "games", "list")
    assert text.splitlines()[0].startswith(games[2].id[:8]) and "unfinished: players" in text
    assert run_json(capsys, "games", "--game", "via_romana")["games"][0]["id"] == games[1].id
    assert run_json(capsys, "games", "search", "zoe", "marcus")["games"][0]["id"] == games[0].id
    assert run(capsys, "games", "search", "nobody") == "No stored game fits.\n"


def test_the_commands_start_without_the_heavy_libraries() -> None:
    script = (
        "import sys, companion.commands.games; "
        "print([name for name in ('numpy', 'cv2', 'kivy', 'vision') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert done.stdout.strip() == "[]", done


def test_a_new_home_has_no_games(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "games") == "No stored games.\n"
    assert run(capsys, "stats") == "No finished games yet.\n"
    assert run_json(capsys, "stats")["games"] == 0


def test_show_tells_everything_and_a_difference(
    games: list[SavedGame], home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = run_json(capsys, "games", "show", games[0].id[:8])
    assert document["format"] == "marble-stored-game/1"
    assert document["game"] == games[0].as_json()
    assert document["differences"] == [] and document["recomputed"] == games[0].sheet
    assert Path(document["photo_files"][0]).is_file()
    assert document["bgstats_link"].startswith("https://app.bgstatsapp.com/createPlay.html?data=")
    text = run(capsys, "games", "show", games[0].id)
    assert "Zoë" in text and "wild" in text and games[0].id in text and "Note: " not in text
    assert "unfinished" in run(capsys, "games", "show", games[2].id)
    with open_store(home) as store:
        wrong = json.loads(json.dumps(games[0].sheet))
        wrong["players"][0]["total"] += 1
        wrong["players"][0]["lines"][0]["points"] += 1
        store.save_step(games[0].at_step("done", sheet=wrong))
    assert "Note: Zoë, total: the sheet shown says" in run(capsys, "games", "show", games[0].id)
    assert run_json(capsys, "games", "show", games[0].id)["differences"]


@pytest.mark.parametrize(
    "words",
    [
        ("games", "show"),
        ("games", "show", "ffffffff"),
        ("games", "search"),
        ("games", "list", "x"),
        ("games", "--game", "chess"),
        ("stats", "--game", "chess"),
        ("export", "-o", "x.zip", "--id", "nobody"),
        ("export", "-o", "/nowhere/at/all.zip"),
        ("export", "-o", "/nowhere/at/all.csv", "--as", "csv"),
        ("import", "/nowhere/at/all.zip"),
    ],
)
def test_wrong_words_are_told(
    games: list[SavedGame], words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    document = run_json(capsys, *words, code=2)
    assert document["format"] == "marble-error/1" and document["code"] == 2 and document["message"]


def test_stats_as_data_and_for_people(games: list[SavedGame], capsys: pytest.CaptureFixture[str]) -> None:
    document = run_json(capsys, "stats")
    assert document["format"] == "marble-stats/1" and document["games"] == 2
    assert {player["name"] for player in document["by_player"]} == {"Zoë", "Marcus", "Julia"}
    assert run_json(capsys, "stats", "--game", "marble")["games"] == 1
    text = run(capsys, "stats")
    assert "95% interval" in text and "Start player" in text and "too few games" in text


def test_export_and_import_move_everything(
    games: list[SavedGame],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    backup = tmp_path / "backup.zip"
    document = run_json(capsys, "export", "-o", str(backup))
    assert (document["games"], document["photos"], document["kind"]) == (3, 1, "backup")
    assert zipfile.is_zipfile(backup)
    monkeypatch.setenv("MARBLE_HOME", str(tmp_path / "other"))
    report = run_json(capsys, "import", str(backup))
    assert report["format"] == "marble-import/1" and len(report["added"]) == 3 and report["photos_added"] == 1
    assert run_json(capsys, "games", "show", games[0].id)["game"] == games[0].as_json()
    assert run(capsys, "import", str(backup)) == "3 games unchanged\n"
    run(capsys, "export", "-o", str(tmp_path / "one.zip"), "--id", games[1].id[:8])
    monkeypatch.setenv("MARBLE_HOME", str(tmp_path / "third"))
    assert run(capsys, "import", str(tmp_path / "one.zip")).startswith("1 game added")


def test_export_as_text_csv_and_for_bg_stats(
    games: list[SavedGame], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(capsys, "export", "-o", str(tmp_path / "g.txt"), "--as", "text")
    text = (tmp_path / "g.txt").read_text(encoding="utf-8")
    assert "Zoë" in text and "Via Romana" in text and "wild" not in text
    run(capsys, "export", "-o", str(tmp_path / "g.csv"), "--as", "csv")
    with (tmp_path / "g.csv").open(encoding="utf-8-sig", newline="") as stream:
        assert len(list(csv.DictReader(stream))) == 4
    document = run_json(
        capsys, "export", "-o", str(tmp_path / "g.bgsplay"), "--as", "bgstats", "--id", games[0].id
    )
    assert document["link"].startswith("https://app.bgstatsapp.com/")
    assert len(json.loads((tmp_path / "g.bgsplay").read_text(encoding="utf-8"))["plays"]) == 1
    for kind in ("text", "bgstats"):
        run_json(capsys, "export", "-o", str(tmp_path / "x"), "--as", kind, "--id", games[2].id, code=2)
    assert not (tmp_path / "x").exists()


def test_a_damaged_store_is_told_once_and_its_backup_can_be_imported(
    games: list[SavedGame], home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_store(home) as store:
        copy = store.take_snapshot("daily")
    (home / FILE_NAME).write_bytes(b"garbage" * 2000)
    document = run_json(capsys, "games", code=2)
    assert document["reason"] == "damaged" and str(copy) in document["message"]
    assert run(capsys, "import", str(copy)).startswith("3 games added")
    assert len(run_json(capsys, "games")["games"]) == 3


def test_starting_fairly_looks_at_the_stored_games(
    games: list[SavedGame], capsys: pytest.CaptureFixture[str]
) -> None:
    for _ in range(5):
        assert run_json(capsys, "start", "Zoë", "Julia", "--fair")["start"] == "Julia"


def test_the_picture_of_a_game_is_drawn_without_a_display(
    games: list[SavedGame], home: Path, tmp_path: Path
) -> None:
    script = (
        "from argparse import Namespace; from companion.commands.games import run_export; import sys; "
        "run_export(Namespace(kind='picture', out=sys.argv[1], id=sys.argv[2]))"
    )
    target = tmp_path / "game.png"
    done = subprocess.run(
        [sys.executable, "-c", script, str(target), games[0].id], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    picture = cv2.imdecode(np.frombuffer(target.read_bytes(), np.uint8), 1)
    assert picture.shape == (1350, 1080, 3)
    assert b"Exif" not in target.read_bytes()
