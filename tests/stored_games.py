"""Games, photos and clocks for the tests of storage, sharing and statistics."""

from __future__ import annotations

import os
import shutil
import struct
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.storage import SavedGame, new_game
from scoring.games import MARBLE, game_named
from scoring.layout import default_layout
from scoring.ruleset import default_ruleset
from scoring.score import score
from scoring.state import read_state

BEGAN = datetime(2025, 3, 1, 19, 30, tzinfo=UTC)

STATE: dict[str, Any] = {
    "format": "marble-state/1",
    "hills": [[-3, 7, 0], [0, 7, 0], [2, 3, 0]],
    "tiles": [{"cells": [[-1, 6, 0], [-1, 6, 1]], "colour": "green"}],
    "sites": [
        {"at": [0, 6], "kind": "temple", "owner": "purple"},
        {"at": [1, 5], "kind": "fountain", "owner": None},
        {"at": [3, 3], "kind": "arena", "owner": "black"},
    ],
    "aqueducts": {"grey": [[5, 2], [4, 2], [3, 3]]},
}


def fast_folder() -> Iterator[Path]:
    """A temporary folder in memory where there is one: these tests wait for the disk thousands of times."""
    memory = Path("/dev/shm")
    usable = memory.is_dir() and os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > 500_000_000
    with tempfile.TemporaryDirectory(prefix="marble-test-", dir=memory if usable else None) as name:
        yield Path(name)


class Clock:
    """A clock that goes on by a second at every look, or jumps when told to."""

    def __init__(self, start: datetime = BEGAN) -> None:
        self.now = start

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now

    def jump(self, **delta: float) -> None:
        self.now += timedelta(**delta)


def marble_players(names: tuple[str, ...] = ("Julia", "Claudia"), coins: int = 4) -> dict[str, Any]:
    colours = ("purple", "black", "white", "orange")
    return {
        "format": "marble-players/1",
        "game": "marble",
        "players": [
            {
                "name": name,
                "colour": colour,
                "bridges": [3, 1][: 2 - number % 2],
                "coins": coins + number,
                "imperium": {"red": 1 + number},
            }
            for number, (name, colour) in enumerate(zip(names, colours, strict=False))
        ],
    }


def marble_game(
    names: tuple[str, ...] = ("Julia", "Claudia"),
    *,
    coins: int = 4,
    clock: Clock | None = None,
    **changes: Any,
) -> SavedGame:
    """A finished game of City of Marble with the sheet that scoring gives it."""
    players = marble_players(names, coins)
    layout, ruleset = default_layout(), default_ruleset()
    sheet = score(read_state(STATE), MARBLE.read_players(players), layout, ruleset)
    return new_game("marble", players, clock=clock or Clock()).at_step(
        "done",
        **{
            "start_player": names[0],
            "state": STATE,
            "layout": layout.as_json(),
            "ruleset": ruleset.as_json(),
            "sheet": sheet.as_json(),
            "reading": {
                "format": "marble-reading/1",
                "state": STATE,
                "doubts": [],
                "seconds": {"decode": 0.1},
            },
            "corrections": ({"what": "site", "at": [0, 6], "value": {"kind": "temple", "owner": "purple"}},),
            "location": "Zürich",
            "duration_minutes": 75,
            **changes,
        },
    )


def via_romana_game(clock: Clock | None = None, **changes: Any) -> SavedGame:
    players = {
        "format": "marble-players/1",
        "game": "via_romana",
        "players": [
            {"name": "Julia", "markers": [4, 3, 2], "castles": [3, 1, 1], "eagle": True, "mission": False},
            {"name": "Marcus", "markers": [2, 2], "castles": [1], "eagle": False, "mission": True},
        ],
    }
    rules = game_named("via_romana")
    if rules.score is None:
        raise ValueError("Via Romana is scored without a board")
    sheet = rules.score(rules.read_players(players))
    return new_game("via_romana", players, clock=clock or Clock()).at_step(
        "done", **{"start_player": "Marcus", "sheet": sheet.as_json(), **changes}
    )


def jpeg(seed: int = 1, size: tuple[int, int] = (60, 80)) -> bytes:
    """A small picture that is like no other."""
    pixels = np.random.default_rng(seed).integers(0, 255, (*size, 3), dtype=np.uint8)
    done, data = cv2.imencode(".jpg", cv2.GaussianBlur(pixels, (9, 9), 3))
    if not done:
        raise ValueError("no picture")
    return bytes(data)


def with_exif(data: bytes, orientation: int = 6, focal_35mm: int = 26) -> bytes:
    """The JPEG as a phone would write it: with the place, the owner, a comment and a video at its end."""
    secret = b"GPS 47.3769N 8.5417E Julia's phone\0"
    entries = [
        struct.pack("<HHIHxx", 0x0112, 3, 1, orientation),
        struct.pack("<HHII", 0x010F, 2, len(secret), 200),
        struct.pack("<HHII", 0x8769, 4, 1, 100),
        struct.pack("<HHII", 0x8825, 4, 1, 150),
    ]
    top = struct.pack("<H", len(entries)) + b"".join(entries) + bytes(4)
    inner = struct.pack("<H", 1) + struct.pack("<HHIHxx", 0xA405, 3, 1, focal_35mm) + bytes(4)
    tiff = bytearray(240)
    tiff[0:8] = b"II*\0" + struct.pack("<I", 8)
    tiff[8 : 8 + len(top)] = top
    tiff[100 : 100 + len(inner)] = inner
    tiff[200 : 200 + len(secret)] = secret
    body = b"Exif\0\0" + bytes(tiff)
    xmp = b"http://ns.adobe.com/xap/1.0/\0<x>Julia's phone</x>"
    return b"".join(
        (
            data[:2],
            b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body,
            b"\xff\xe1" + struct.pack(">H", len(xmp) + 2) + xmp,
            b"\xff\xfe" + struct.pack(">H", 15) + b"Julia's phone",
            data[2:],
            b"....ftypmp42 Julia's phone",
        )
    )


def numbered(count: int, clock: Clock) -> Iterator[SavedGame]:
    for number in range(count):
        clock.jump(hours=20)
        yield marble_game(coins=number % 5, clock=clock, notes=f"game {number}")
