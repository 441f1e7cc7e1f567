"""Thousands of broken, lying and hostile photo files: a message or a reading, never a crash or a hang."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from command_line import ERROR_FIELDS, PROFILE
from hanging import HANG_SECONDS
from hostile_photos import KINDS, encode, flat_jpeg, flat_progressive, good, hostile, png_file

from scoring.errors import BadInput
from vision.header import read_header
from vision.photo import load

MOST_MB = 500
BATCH = 51
QUICK_BATCHES = 4
ALL_BATCHES = 42
# Of these kinds some are always read, or always refused; otherwise the photos would test something else.
READ = {"16 bit", "alpha", "exif lie"}
REFUSED = {"truncated", "odd size", "cmyk", "bomb"}


def read_all(seeds: range, folder: Path) -> list[dict[str, Any]]:
    """Makes the photos, reads them in another process and gives its answers."""
    home = folder / "home"
    photos = folder / "photos"
    work = folder / "work"
    for path in (home, photos, work):
        path.mkdir()
    kinds: dict[str, str] = {}
    for seed in seeds:
        kind, name, data = hostile(seed)
        (photos / name).write_bytes(data)
        kinds[name] = kind
    command = [sys.executable, str(Path(__file__).with_name("hostile_run.py")), PROFILE]
    command += [str(photos / name) for name in kinds]
    environment = os.environ | {"HOME": str(home), "MARBLE_HOME": str(home / "data"), "TMPDIR": str(work)}
    done = subprocess.run(
        command, capture_output=True, text=True, errors="replace", cwd=work, env=environment, timeout=1200
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    crashed = list(kinds)[len(answers)] if len(answers) < len(kinds) else None
    assert done.returncode == 0 and crashed is None, (crashed, done.stderr[-2000:])
    assert list(home.iterdir()) == list(work.iterdir()) == [], "something was written outside"
    assert sorted(path.name for path in photos.iterdir()) == sorted(kinds)
    return [answer | {"kind": kinds[answer["file"]]} for answer in answers]


def check_all(answers: list[dict[str, Any]]) -> None:
    for answer in answers:
        assert answer["code"] in (0, 2, 3), answer
        assert "Traceback" not in answer["err"], answer
        assert answer["seconds"] < HANG_SECONDS, answer
        assert answer["peak_mb"] < MOST_MB, answer
        if answer["code"]:
            error = answer["error"]
            assert list(error) == ERROR_FIELDS and error["code"] == answer["code"]
            assert error["reason"] != "unexpected", answer
            assert error["message"] in answer["err"] and error["file"]
        else:
            assert answer["err"] == ""


@pytest.mark.parametrize("number", range(QUICK_BATCHES))
def test_hostile_photos_are_read_or_refused(number: int, tmp_path: Path) -> None:
    answers = read_all(range(number * BATCH, (number + 1) * BATCH), tmp_path)
    check_all(answers)
    codes = Counter((answer["kind"], answer["code"] == 0) for answer in answers)
    assert {kind for kind, _ in codes} == set(KINDS)
    assert all(codes[kind, True] for kind in READ) and all(codes[kind, False] for kind in REFUSED)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("number", range(QUICK_BATCHES, ALL_BATCHES))
def test_two_thousand_hostile_photos_are_read_or_refused(number: int, tmp_path: Path) -> None:
    answers = read_all(range(number * BATCH, (number + 1) * BATCH), tmp_path)
    check_all(answers)
    assert len(answers) == BATCH


def test_there_are_at_least_two_thousand() -> None:
    assert ALL_BATCHES * BATCH >= 2000
    assert len({hostile(seed)[2] for seed in range(24)}) > 18


def refusal(path: Path, data: bytes) -> str:
    path.write_bytes(data)
    with pytest.raises(BadInput) as caught:
        load(path)
    return caught.value.reason


def test_pictures_that_take_too_much_are_refused_before_they_are_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "photo"
    assert refusal(path, png_file(9000, 9000, 8, 2)) == "too_large"
    assert refusal(path, png_file(8900, 8900, 8, 2)) == "too_large"
    assert refusal(path, flat_jpeg(10_000, 9000, most_bytes=1000)) == "too_large"
    assert refusal(path, flat_progressive(8800, 8800, 5)) == "too_large"
    assert refusal(path, flat_progressive(800, 800, 201)) == "too_large"
    assert load(_written(path, flat_progressive(800, 800, 100))).size_px == (800, 800)


def _written(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def test_a_png_chunk_that_promises_more_than_the_file_holds_is_refused(tmp_path: Path) -> None:
    data = good(".png")
    lying = data[:33] + b"\x7f\xff\xff\xff" + data[37:]
    assert refusal(tmp_path / "photo.png", lying) == "not_a_photo"


def test_the_header_counts_the_passes_of_a_jpeg() -> None:
    assert read_header(good(".jpg")).passes == 1
    assert read_header(flat_progressive(400, 300, 7)).passes == 8
    assert read_header(flat_jpeg(80, 80, components=4)).channels == 4
    # A mark of the end inside a comment hides nothing.
    data = flat_progressive(400, 300, 7)
    at = data.index(b"\xff\xc4")
    assert read_header(data[:at] + b"\xff\xfe\x00\x04\xff\xd9" + data[at:]).passes == 8
    import cv2

    assert read_header(encode(".jpg", None, cv2.IMWRITE_JPEG_PROGRESSIVE, 1)).passes > 5


@pytest.mark.parametrize("path", ["/dev/zero", "/dev/null", "/", "/dev/stdin"])
@pytest.mark.parametrize("option", ["photo", "profile", "state"])
def test_devices_and_folders_are_no_files(path: str, option: str) -> None:
    """In a process with a limit of time and memory: reading one of these could go on for ever."""
    words = {
        "photo": ["read", path, "--profile", PROFILE],
        "profile": ["read", PROFILE, "--profile", path],
        "state": ["score", path, path],
    }[option]
    done = subprocess.run(
        [sys.executable, "-m", "companion.cli", *words],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=60,
    )
    assert done.returncode == 2 and "Traceback" not in done.stderr and done.stderr.startswith("marble: ")
