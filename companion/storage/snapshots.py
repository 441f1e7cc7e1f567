"""Copies of the whole database, taken while all was well: what is offered when the file is found damaged."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from companion.storage.errors import unavailable
from companion.storage.saved_game import Clock

KEEP = 5
DAILY = timedelta(days=1)
_STAMP = "%Y%m%dT%H%M%S%f"


def take_snapshot(connection: sqlite3.Connection, folder: Path, reason: str, now: datetime) -> Path:
    """A copy of the database as one file in `folder`, older ones with this reason removed.

    Raises StoreUnavailable when it cannot be written.
    """
    target = folder / f"marble-{now.astimezone(UTC).strftime(_STAMP)}-{reason}.db"
    unfinished = target.with_suffix(".unfinished")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(unfinished, isolation_level=None)) as copy:
            connection.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # one file, without a -wal beside it
        sync_file(unfinished)
        unfinished.replace(target)
        sync_folder(folder)
    except (sqlite3.Error, OSError) as error:
        unfinished.unlink(missing_ok=True)
        raise unavailable(error, target) from error
    for old in snapshots(folder, reason)[KEEP:]:
        old.unlink(missing_ok=True)
    return target


def snapshots(folder: Path, reason: str = "*") -> tuple[Path, ...]:
    """The copies in the folder, newest first."""
    return tuple(sorted(folder.glob(f"marble-*-{reason}.db"), key=lambda path: path.name, reverse=True))


def snapshot_due(folder: Path, clock: Clock) -> bool:
    """Whether the newest daily copy is missing or older than a day."""
    newest = snapshots(folder, "daily")[:1]
    limit = (clock() - DAILY).astimezone(UTC).strftime(_STAMP)
    return not newest or newest[0].name < f"marble-{limit}"


def sync_file(path: Path) -> None:
    """Waits until the file's content is on the disk."""
    handle = os.open(path, os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def sync_folder(folder: Path) -> None:
    """Waits until the folder's entries are on the disk; Windows has no such call and needs none."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
