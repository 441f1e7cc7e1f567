"""What scoring, checking, asking and storing cost."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from companion.commands.bench import Row, Work, demo_state, milliseconds, ratio, timed, timed_in_turns
from companion.demo import demo_file
from scoring.check import check
from scoring.fields import load_json
from scoring.games import MARBLE
from scoring.layout import default_layout
from scoring.placement import legal_placements
from scoring.ruleset import default_ruleset
from scoring.score import score

JSON_LOADS = "x json.loads of its state file"
QUESTIONS = (
    "can an aqueduct branch?",
    "wie viele Punkte bringt ein Theater?",
    "wie wint bij gelijkspel?",
    "what happens if two of us have the same number of magistrates on yellow?",
    "I have 2 magistrates on yellow, she has 1 on yellow: who builds the theatre?",
    "is this covered by any rule whatever?",
)
IMPORTS = 3


def _beside_json(name: str, work: Work, text: str, target: float) -> Row:
    """Work on the bundled board against reading its file's text."""
    costs = timed_in_turns(work, lambda: json.loads(text), loops=(30, 100))
    return ratio(name, *costs, JSON_LOADS, target)


def score_sheet() -> Row:
    """One full score sheet of a four-player end position."""
    state, text = demo_state()
    players = MARBLE.read_players(load_json(demo_file("players.json")))
    layout, ruleset = default_layout(), default_ruleset()
    return _beside_json("score_sheet", lambda: score(state, players, layout, ruleset), text, 8)


def check_board() -> Row:
    """Every rule, on the same position."""
    state, text = demo_state()
    layout, ruleset = default_layout(), default_ruleset()
    return _beside_json("check", lambda: check(state, layout, ruleset), text, 25)


def placements() -> Row:
    """All places where a tile may be laid."""
    state, text = demo_state()
    layout, ruleset = default_layout(), default_ruleset()
    return _beside_json("placements", lambda: legal_placements(state, layout, ruleset), text, 25)


def command_ms() -> Row:
    """A whole `marble score`, from the start of Python to its end."""
    words = ["score", str(demo_file("board.json")), str(demo_file("players.json"))]
    command = [sys.executable, "-m", "companion.cli", *words]
    seconds = []
    for _ in range(7):
        before = os.times()
        subprocess.run(command, capture_output=True, check=True)
        after = os.times()
        seconds.append(
            after.children_user + after.children_system - before.children_user - before.children_system
        )
    return milliseconds("command_ms", seconds, 400, "ms of process time for marble score")


def ask_ms() -> Row:
    """One answer, with everything loaded."""
    from companion.rulebook import ask

    def answer_all() -> None:
        for question in QUESTIONS:
            ask(question)

    answer_all()
    seconds = [timed(answer_all) / len(QUESTIONS) for _ in range(7)]
    return milliseconds("ask_ms", seconds, 15, "ms an answer, once loaded")


def ask_load_ms() -> Row:
    """Loading the rulebook in a process that has done nothing else."""
    code = (
        "import time; t = time.process_time(); from companion.rulebook import load; load(); "
        "print(time.process_time() - t)"
    )
    seconds = [
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)
        for _ in range(7)
    ]
    return milliseconds("ask_load_ms", seconds, 60, "ms to load the rulebook")


def import_games() -> Row:
    """A backup of 5,000 games merged into an empty store."""
    from companion.storage.bench import bench_import

    costs = [bench_import() for _ in range(IMPORTS)]
    work, base = [one for one, _ in costs], [other for _, other in costs]
    return ratio("import_games", work, base, "x the bare inserts of the same rows", 20)
