"""Runs `marble` as a user or a program would, for the tests of the command line."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.demo import demo_file

STATE = str(demo_file("board.json"))
PLAYERS = str(demo_file("players.json"))
PHOTO = str(demo_file("board.jpg"))
PROFILE = str(demo_file("copy.profile"))
ERROR_FIELDS = ["format", "code", "reason", "file", "field", "message"]


@dataclass(frozen=True)
class Run:
    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """The one JSON document on standard output; fails when there is anything else."""
        return json.loads(self.out)


def run(capfd: pytest.CaptureFixture[str], *words: str) -> Run:
    """One command in this process; capfd sees also what C libraries print."""
    capfd.readouterr()
    code = main(list(words))
    out, err = capfd.readouterr()
    return Run(code, out, err)


def refused(result: Run, code: int = 2) -> dict[str, Any]:
    """Checks that a command with --json was refused as it should be; gives the error document."""
    assert result.code == code, result
    document: dict[str, Any] = result.document
    assert list(document) == ERROR_FIELDS
    assert document["format"] == "marble-error/1" and document["code"] == code
    assert document["reason"] and document["reason"] != "unexpected", document
    assert document["message"] and "\n" not in document["message"]
    assert all(document[key] is None or isinstance(document[key], str) for key in ("file", "field"))
    assert document["message"] in result.err and result.err.startswith("marble: ")
    assert "Traceback" not in result.err
    return document


def in_a_process(words: Sequence[str], watch: Sequence[str] = ()) -> tuple[int, float, set[str], str]:
    """Exit code, seconds of process time, which of the watched modules were loaded, standard output."""
    code = (
        "import sys; from companion.cli import main; code = main(sys.argv[2:]); "
        "print([m for m in sys.argv[1].split(',') if m in sys.modules], file=sys.stderr); sys.exit(code)"
    )
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-c", code, ",".join(watch), *words],
        capture_output=True,
        text=True,
        timeout=120,
        cwd=Path(__file__).parent,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    loaded = set(json.loads(done.stderr.splitlines()[-1].replace("'", '"')))
    return done.returncode, seconds, loaded, done.stdout
