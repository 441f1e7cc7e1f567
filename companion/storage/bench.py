"""How long merging many games takes, beside the bare inserts of the same rows."""

from __future__ import annotations

import random
import sqlite3
import tempfile
import time
import uuid
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from companion.storage.backup import export_backup, import_backup
from companion.storage.opening import FILE_NAME, open_store
from companion.storage.rows import write_row
from companion.storage.saved_game import Document, SavedGame

_NAMES = ("Julia", "Octavia", "Claudia", "Marcus", "Livia", "Gaius")
_COLOURS = ("purple", "black", "white", "orange")
_TABLES = ("documents", "games", "game_photos", "seats")


def bench_import(count: int = 5000, seed: int = 1) -> tuple[float, float]:
    """Seconds to import a backup of so many games into an empty store, and seconds for the bare inserts.

    The baseline writes the very same rows into the same tables in one transaction, from tuples that lie
    ready: no file to read, no check, no search for duplicates.
    """
    with tempfile.TemporaryDirectory(prefix="marble-bench-") as name:
        folder = Path(name)
        with open_store(folder / "source") as source:
            with source.database.transaction() as connection:
                for game in sample_games(count, seed):
                    write_row(connection, game)
            export_backup(source, folder / "backup.zip")
        with open_store(folder / "target") as target:
            began = time.perf_counter()
            import_backup(target, folder / "backup.zip")
            seconds = time.perf_counter() - began
        return seconds, _bare_inserts(folder)


def _bare_inserts(folder: Path) -> float:
    with closing(sqlite3.connect(folder / "source" / FILE_NAME)) as source:
        rows = {table: source.execute(f"SELECT * FROM {table}").fetchall() for table in _TABLES}
    with open_store(folder / "bare") as bare:
        began = time.perf_counter()
        with bare.database.transaction() as connection:
            for table, values in rows.items():
                if values:
                    marks = ", ".join("?" * len(values[0]))
                    connection.executemany(f"INSERT INTO {table} VALUES ({marks})", values)
        return time.perf_counter() - began


def sample_games(count: int, seed: int) -> list[SavedGame]:
    """Finished games of the size of real ones: a full board, a reading with doubts, a sheet."""
    draw = random.Random(seed)
    began = datetime(2024, 1, 1, 19, 0, tzinfo=UTC)
    layout: Document = {
        "format": "marble-layout/1",
        "triangles": [[q, r, 0] for q in range(20) for r in range(9)],
    }
    ruleset: Document = {"format": "marble-ruleset/1", "name": "default"}
    return [
        _sample_game(draw, began + timedelta(hours=7 * number), layout, ruleset) for number in range(count)
    ]


def _sample_game(draw: random.Random, moment: datetime, layout: Document, ruleset: Document) -> SavedGame:
    names = draw.sample(_NAMES, draw.randint(2, 4))
    state: Document = {
        "format": "marble-state/1",
        "hills": [[-3, 7, 0], [0, 7, 0], [2, 3, 0]],
        "tiles": [
            {
                "cells": [[n % 9, n // 9, 0], [n % 9, n // 9, 1]],
                "colour": draw.choice(("red", "green", "blue")),
            }
            for n in range(56)
        ],
        "sites": [{"at": [n % 6, n // 6], "kind": "bath", "owner": draw.choice(_COLOURS)} for n in range(24)],
        "aqueducts": {"grey": [[n, 2] for n in range(13)], "brown": [[n, 5] for n in range(13)]},
    }
    doubts = [
        {
            "what": "site",
            "at": [n, 3],
            "read": {"kind": "bath", "owner": "purple"},
            "confidence": round(draw.random(), 4),
            "alternatives": [{"value": None, "confidence": round(draw.random(), 4)}],
            "swing": draw.randint(0, 6),
        }
        for n in range(6)
    ]
    rules = ("buildings", "bridges", "aqueducts", "fountains", "coins", "most_coins", "imperium")
    players = []
    for name, colour in zip(names, _COLOURS, strict=False):
        lines = [
            {
                "rule": rule,
                "points": draw.randint(0, 20),
                "because": [[draw.randint(0, 9), 2] for _ in range(3)],
            }
            for rule in rules
        ]
        total = sum(int(str(line["points"])) for line in lines)
        players.append({"name": name, "colour": colour, "lines": lines, "total": total})
    ranked = sorted(players, key=lambda player: -int(str(player["total"])))
    order = [[player["name"]] for player in ranked]
    sheet: Document = {
        "format": "marble-sheet/1",
        "game": "marble",
        "players": players,
        "ranking": order,
        "winners": order[0],
        "decided_by": "points",
        "warnings": [],
        "ruleset": "default",
    }
    return SavedGame(
        id=str(uuid.UUID(int=draw.getrandbits(128), version=4)),
        game="marble",
        created=moment,
        modified=moment + timedelta(minutes=75),
        step="done",
        players={
            "format": "marble-players/1",
            "game": "marble",
            "players": [{"name": p["name"], "colour": p["colour"]} for p in players],
        },
        start_player=names[0],
        reading={"format": "marble-reading/1", "state": state, "doubts": doubts, "seconds": {"decode": 0.2}},
        state=state,
        layout=layout,
        ruleset=ruleset,
        sheet=sheet,
        location="Rome",
        duration_minutes=75,
    )
