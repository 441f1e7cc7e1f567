"""Opening the store: the folder is made, the file checked, migrated and copied; a damaged one is moved
aside.
"""

from __future__ import annotations

import shutil
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

from companion.storage.database import Database, find_damage
from companion.storage.errors import StoreDamaged, StoreUnavailable, is_damage, unavailable
from companion.storage.folder import data_folder
from companion.storage.migrations import check_origin, migrate
from companion.storage.recompute import Recompute, recompute_sheet
from companion.storage.saved_game import Clock, utc_now
from companion.storage.snapshots import snapshot_due, snapshots
from companion.storage.store import Store

FILE_NAME = "games.db"


def open_store(
    folder: Path | None = None, *, recompute: Recompute = recompute_sheet, clock: Clock = utc_now
) -> Store:
    """The stored games of a folder (None: the platform's data folder), made if there are none yet.

    Once a day a copy of the database is put beside it. Raises StoreUnavailable when the folder cannot be
    written, StoreTooNew for the database of a newer app, and StoreDamaged, after which the broken file lies
    apart, the next call begins an empty store, and `restore_last_backup` brings back the newest copy.
    """
    place = data_folder() if folder is None else folder
    path = place / FILE_NAME
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unavailable(error, place) from error
    try:
        database = Database(path)
    except sqlite3.DatabaseError as error:
        raise _move_aside(path, str(error), clock()) from error
    try:
        damage = find_damage(database.connection)
        if damage is None:
            migrate(database, place / "backups", clock())
    except sqlite3.Error as error:
        database.close()
        if not is_damage(error):
            raise unavailable(error, path) from error
        damage = str(error)
    except BaseException:
        database.close()
        raise
    if damage is not None:
        database.close()
        raise _move_aside(path, damage, clock())
    store = Store(place, database, recompute=recompute, clock=clock)
    _copy_daily(store)
    return store


def restore_last_backup(folder: Path | None = None) -> Path:
    """Puts the newest copy of the database in its place again; gives the copy that was taken.

    A database that is there now is moved aside first, never overwritten. Raises StoreUnavailable when there
    is no copy.
    """
    place = data_folder() if folder is None else folder
    path = place / FILE_NAME
    for copy in snapshots(place / "backups"):
        connection = sqlite3.connect(f"{copy.resolve().as_uri()}?mode=ro", uri=True)
        try:
            if find_damage(connection) is not None:
                continue
            check_origin(connection, copy)
        except sqlite3.Error:
            continue
        finally:
            connection.close()
        _set_aside(path, utc_now())
        try:
            shutil.copyfile(copy, path)
        except OSError as error:
            raise unavailable(error, path) from error
        return copy
    raise StoreUnavailable("there is no backup to restore", reason="no_backup", file=str(place / "backups"))


def _move_aside(path: Path, damage: str, now: datetime) -> StoreDamaged:
    moved_to = _set_aside(path, now)
    last = next(iter(snapshots(path.parent / "backups")), None)
    offer = (
        f"the last backup is {last}: `marble import` brings it back"
        if last is not None
        else "there is no backup yet; the next start begins empty"
    )
    return StoreDamaged(
        f"the database is damaged ({damage}) and was moved to {moved_to}; {offer}",
        file=str(path),
        moved_to=moved_to,
        last_backup=last,
    )


def _set_aside(path: Path, now: datetime) -> Path | None:
    """Moves the database and its companions to `damaged/`; gives its place now, None if there was none."""
    if not path.exists():
        return None
    stamp = now.astimezone(UTC).strftime("%Y%m%dT%H%M%S%f")
    target = path.parent / "damaged" / f"games-{stamp}.db"
    try:
        target.parent.mkdir(exist_ok=True)
        for ending in ("", "-wal", "-shm"):
            part = path.with_name(path.name + ending)
            if part.exists():
                part.replace(target.with_name(target.name + ending))
    except OSError as error:
        raise unavailable(error, path) from error
    return target


def _copy_daily(store: Store) -> None:
    """A full disk must not keep the games from being opened, so a failed copy is tried again next time."""
    try:
        if snapshot_due(store.backups, store.clock):
            store.take_snapshot("daily")
    except (StoreUnavailable, OSError):
        return
