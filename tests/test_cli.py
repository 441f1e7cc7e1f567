"""The command line itself: help, exit codes, what goes to which stream, and what is loaded for it."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from command_line import PHOTO, PLAYERS, PROFILE, STATE, in_a_process, refused, run

from companion import cli
from companion.cli import build_parser, main
from scoring.layout import default_layout

TILE = "[[-1,4,1],[-1,5,0]]"
CONTRACT_COMMANDS = [
    "calibrate",
    "read",
    "score",
    "check",
    "move",
    "ask",
    "start",
    "evaluate",
    "games",
    "stats",
    "export",
    "import",
    "bench",
]


def commands() -> dict[str, argparse.ArgumentParser]:
    parser = build_parser()
    action = next(a for a in parser._actions if isinstance(a, argparse._SubParsersAction))
    return dict(action.choices)


def test_there_is_every_command() -> None:
    assert sorted(commands()) == sorted(CONTRACT_COMMANDS)


@pytest.mark.parametrize("name", CONTRACT_COMMANDS)
def test_every_command_has_help_and_json(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    result = run(capfd, name, "--help")
    assert result.code == 0 and result.err == ""
    assert result.out.startswith(f"usage: marble {name}") and "--json" in result.out
    own = commands()[name]
    assert own.description
    for action in own._actions:
        assert action.help or action.metavar, f"{name}: {action.dest} says nothing about itself"


def test_help_without_a_command_lists_all(capfd: pytest.CaptureFixture[str]) -> None:
    result = run(capfd, "--help")
    assert result.code == 0
    assert all(f"\n    {name}" in result.out for name in CONTRACT_COMMANDS)


@pytest.mark.parametrize("name", CONTRACT_COMMANDS)
def test_every_command_is_in_the_documentation(name: str) -> None:
    text = (Path(__file__).parents[1] / "docs" / "file-formats.md").read_text(encoding="utf-8")
    assert f"`marble {name}" in text


@pytest.mark.parametrize(
    ("words", "about"),
    [
        (["score", STATE, PLAYERS], "Octavia wins"),
        (["check", STATE], "No problem"),
        (["move", STATE, "--tile", TILE, "--colour", "red"], "orbidden"),
        (["start", "Julia", "Claudia", "--seed", "1"], "starts. Order:"),
        (["start", "Julia", "Claudia", "--game", "marble"], "raised by wolves"),
        (["ask", "can an aqueduct branch?"], "No"),
        (["ask", "what is the capital of Peru?"], "Not covered"),
    ],
)
def test_an_answer_is_exit_code_0_for_people_and_programs(
    words: list[str], about: str, capfd: pytest.CaptureFixture[str]
) -> None:
    result = run(capfd, *words)
    assert (result.code, result.err) == (0, "") and about in result.out
    result = run(capfd, *words, "--json")
    assert (result.code, result.err) == (0, "")
    assert result.document["format"].startswith("marble-")
    assert result.out.endswith("}\n") and result.out.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "reason", "field"),
    [
        (["fly"], "usage", None),
        ([], "usage", None),
        (["score"], "usage", None),
        (["score", "nowhere.json", PLAYERS], "not_found", None),
        (["score", STATE, "nowhere.json"], "not_found", None),
        (["score", STATE, STATE], "wrong_format", "format"),
        (["score", PLAYERS], "missing_state", "game"),
        (["score", STATE, PLAYERS, "--layout", PLAYERS], "wrong_format", "format"),
        (["score", STATE, PLAYERS, "--ruleset", PLAYERS], "wrong_format", "format"),
        (["score", PHOTO, PLAYERS], "missing_profile", "--profile"),
        (["score", PHOTO, PLAYERS, "--profile", PLAYERS], "not_a_profile", None),
        (["check", PLAYERS], "wrong_format", "format"),
        (["check", STATE, "--lay", STATE], "usage", None),
        (["check", "/"], "unreadable", None),
        (["check", "\0"], "unreadable", None),
        (["move", STATE, "--colour", "red"], "usage", None),
        (["move", STATE, "--tile", "[[1,2", "--colour", "red"], "not_json", "--tile"),
        (["move", STATE, "--tile", "[[1,2,3],[1,2,0]]", "--colour", "red"], "out_of_range", "--tile[0]"),
        (["move", STATE, "--tile", TILE, "--colour", "pink"], "unknown_word", "--colour"),
        (["move", STATE, "--tile", TILE, "--colour", "red", "--magistrate", " "], "empty", "--magistrate"),
        (["start", "Julia"], "player_count", "names"),
        (["start", "Julia", "Julia"], "duplicate", "names[1]"),
        (["start", "Julia", " "], "empty", "names[1]"),
        (["start", "A", "B", "--game", "chess"], "unknown_word", "game"),
        (["start", *"ABCDE", "--game", "marble"], "player_count", "players"),
        (["start", "A", "B", "--seed", "x"], "usage", None),
        (["ask", "who wins?", "--game", "chess"], "unknown_word", "--game"),
        (["ask", "who wins?", "--lang", "fr"], "unknown_word", "--lang"),
        (["read", "nowhere.jpg", "--profile", PROFILE], "no_file", None),
        (["read", PHOTO], "missing_profile", "--profile"),
        (["read", PHOTO, "--profile", "nowhere"], "not_found", None),
        (["read", PHOTO, "--profile", PROFILE, "--corners", "1,2 3,4"], "bad_corners", "--corners"),
        (["read", PHOTO, "--profile", PROFILE, "--corners", "1,1 1,1 1,1 1,1"], "bad_corners", "corners"),
        (["evaluate", "nowhere"], "not_found", None),
        (["bench", "--only", "nothing"], "unknown_word", "--only"),
    ],
)
def test_bad_input_is_exit_code_2_with_an_error_document(
    words: list[str], reason: str, field: str | None, capfd: pytest.CaptureFixture[str]
) -> None:
    document = refused(run(capfd, *words, "--json"))
    assert (document["reason"], document["field"]) == (reason, field)
    if not words:
        return
    result = run(capfd, *words)
    assert result.code == 2 and result.out == "" and result.err.startswith("marble: ")


def test_the_file_is_named_where_one_is_wrong(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "players.json"
    bad.write_text('{"format": "marble-players/1", "game": "marble", "players": [{"name": 3}]}')
    document = refused(run(capfd, "score", STATE, str(bad), "--json"))
    assert document["file"] == str(bad)
    assert str(bad) in run(capfd, "score", STATE, str(bad)).err


def test_a_photo_without_the_board_is_exit_code_3(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    import cv2
    import numpy as np

    photo = tmp_path / "sky.jpg"
    rng = np.random.default_rng(5)
    cv2.imwrite(str(photo), cv2.resize(rng.integers(0, 255, (30, 40, 3), np.uint8), (800, 600)))
    document = refused(run(capfd, "read", str(photo), "--profile", PROFILE, "--json"), code=3)
    assert document["file"] == str(photo)
    result = run(capfd, "score", str(photo), PLAYERS, "--profile", PROFILE)
    assert result.code == 3 and result.out == "" and result.err.startswith("marble: ")


@pytest.mark.parametrize(
    "words",
    [
        ["score", STATE, PLAYERS],
        ["check", STATE],
        ["move", STATE, "--tile", TILE, "--colour", "red"],
        ["start", "Julia", "Claudia"],
        ["ask", "can an aqueduct branch?"],
    ],
    ids=lambda words: words[0],
)
def test_rules_are_answered_without_loading_numpy_opencv_or_kivy(
    words: list[str], record_property: Any
) -> None:
    code, seconds, loaded, out = in_a_process(
        [*words, "--json"], watch=("numpy", "cv2", "kivy", "companion.ui", "sqlite3")
    )
    assert code == 0 and json.loads(out)
    assert loaded == set()
    record_property("process_seconds", round(seconds, 3))
    print(f"{words[0]}: {seconds:.3f} s of process time")


def test_the_installed_command_runs(tmp_path: Path) -> None:
    marble = Path(sys.executable).with_name("marble")
    done = subprocess.run([marble, "check", STATE, "--json"], capture_output=True, cwd=tmp_path, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["problems"] == []
    done = subprocess.run(
        [marble, "check", "nowhere", "--json"], capture_output=True, cwd=tmp_path, timeout=60
    )
    assert done.returncode == 2 and json.loads(done.stdout)["code"] == 2


def test_a_terminal_without_unicode_and_a_closed_pipe_do_no_harm(tmp_path: Path) -> None:
    names = tmp_path / "players.json"
    names.write_text(
        '{"format": "marble-players/1", "game": "via_romana", '
        '"players": [{"name": "Zoë\\u2728\\ud800"}, {"name": "Jürgen"}]}',
        encoding="utf-8",
    )
    for words in (["score", str(names)], ["score", str(names), "--json"]):
        for encoding in ("ascii", "utf-8", "cp1252"):
            environment = os.environ | {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
            command = [sys.executable, "-m", "companion.cli", *words]
            done = subprocess.run(command, capture_output=True, env=environment, timeout=60)
            assert done.returncode == 0 and b"Traceback" not in done.stderr, done
            assert done.stdout
    command = f"{sys.executable} -m companion.cli ask 'can an aqueduct branch?' | true"
    done = subprocess.run(["sh", "-c", command], capture_output=True, timeout=60)
    assert b"Traceback" not in done.stderr


def test_an_interrupted_command_says_so_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def interrupted(_words: list[str]) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "_run", interrupted)
    assert main(["check", STATE]) == 130
    assert capfd.readouterr().err == "marble: interrupted\n"


def test_a_mistake_of_the_program_is_told_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def broken(_words: list[str]) -> None:
        raise ZeroDivisionError("a slip")

    monkeypatch.setattr(cli, "_run", broken)
    assert main(["check", STATE, "--json"]) == 2
    out, err = capfd.readouterr()
    assert json.loads(out)["reason"] == "unexpected" and "a slip" in err and "Traceback" not in err


def test_without_words_the_app_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    opened = []
    import companion.ui.app

    monkeypatch.setattr(companion.ui.app, "run", lambda: opened.append(True))
    assert main([]) == 0
    assert opened == [True]


def test_a_message_lists_the_colours_of_aqueducts_in_one_order(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    state = json.loads(Path(STATE).read_text(encoding="utf-8"))["state"]
    state["aqueducts"] = {"pink": []}
    path = tmp_path / "state.json"
    path.write_text(json.dumps(state), encoding="utf-8")
    document = refused(run(capfd, "check", str(path), "--json"))
    assert document["message"] == "expected one of grey, brown, white, found 'pink'"


def test_a_photo_cannot_be_read_on_a_mirrored_layout(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    layout = default_layout().as_json()
    layout["board_corners"] = layout["board_corners"][::-1]
    path = tmp_path / "layout.json"
    path.write_text(json.dumps(layout), encoding="utf-8")
    assert run(capfd, "check", STATE, "--layout", str(path), "--json").code == 0
    words = ["read", PHOTO, "--layout", str(path), "--corners", "0,0 9,0 9,9 0,9", "--json"]
    document = refused(run(capfd, *words))
    assert (document["reason"], document["field"]) == ("not_a_board", "board_corners")
