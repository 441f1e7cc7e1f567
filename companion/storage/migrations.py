"""The database's shape, step by step: each step in one transaction, with a copy of the file before."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from companion.storage.database import APPLICATION_ID, Database
from companion.storage.errors import StoreTooNew, StoreUnavailable
from companion.storage.rows import index_game, read_row
from companion.storage.snapshots import take_snapshot

Migration = Callable[[sqlite3.Connection], None]


def _create(connection: sqlite3.Connection) -> None:
    """Version 1: games, photos, the documents that many games share, settings."""
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    for statement in (
        "CREATE TABLE documents (sha256 TEXT PRIMARY KEY, body TEXT NOT NULL)",
        """CREATE TABLE games (
            id TEXT PRIMARY KEY, game TEXT NOT NULL, created TEXT NOT NULL, modified TEXT NOT NULL,
            step TEXT NOT NULL, deleted TEXT, players TEXT NOT NULL, start_player TEXT, reading TEXT,
            corrections TEXT NOT NULL, state TEXT, layout TEXT REFERENCES documents (sha256),
            ruleset TEXT REFERENCES documents (sha256), sheet TEXT, draft TEXT, notes TEXT NOT NULL,
            location TEXT NOT NULL, duration_minutes INTEGER)""",
        "CREATE INDEX games_by_date ON games (created)",
        """CREATE TABLE photos (
            sha256 TEXT PRIMARY KEY, ending TEXT NOT NULL, bytes INTEGER NOT NULL, added TEXT NOT NULL,
            removed TEXT)""",
        """CREATE TABLE game_photos (
            game_id TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE, position INTEGER NOT NULL,
            photo TEXT NOT NULL REFERENCES photos (sha256), PRIMARY KEY (game_id, position))""",
        "CREATE INDEX game_photos_by_photo ON game_photos (photo)",
        "CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL)",
    ):
        connection.execute(statement)


def _add_seats(connection: sqlite3.Connection) -> None:
    """Version 2: seats and a text to search, so that lists need not open every document."""
    for statement in (
        """CREATE TABLE seats (
            game_id TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE, seat INTEGER NOT NULL,
            name TEXT NOT NULL, name_key TEXT NOT NULL, colour TEXT, started INTEGER NOT NULL, total INTEGER,
            place INTEGER, PRIMARY KEY (game_id, seat))""",
        "CREATE INDEX seats_by_name ON seats (name_key)",
        "ALTER TABLE games ADD COLUMN search_text TEXT NOT NULL DEFAULT ''",
    ):
        connection.execute(statement)
    for (game_id,) in connection.execute("SELECT id FROM games").fetchall():
        index_game(connection, read_row(connection, game_id))


MIGRATIONS: tuple[Migration, ...] = (_create, _add_seats)
VERSION = len(MIGRATIONS)


def version_of(connection: sqlite3.Connection) -> int:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)


def check_origin(connection: sqlite3.Connection, path: Path) -> None:
    """Raises StoreTooNew or StoreUnavailable for a database that this version must not touch."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if tables and application != APPLICATION_ID:
        raise StoreUnavailable(
            "is the database of another program; choose another folder with MARBLE_HOME",
            reason="foreign_database",
            file=str(path),
        )
    if version_of(connection) > VERSION:
        raise StoreTooNew(
            f"was written by a newer version of the app (its format {version_of(connection)}, ours {VERSION})"
            "; update the app",
            reason="too_new",
            file=str(path),
        )


def migrate(database: Database, backups: Path | None, now: datetime) -> tuple[int, ...]:
    """Brings the database to VERSION; gives the versions that were applied.

    Before the first step of a database that already holds something, a copy goes to `backups` (None: a copy
    is being migrated already). Raises StoreTooNew and StoreUnavailable.
    """
    check_origin(database.connection, database.path)
    before = version_of(database.connection)
    if backups is not None and 0 < before < VERSION:
        take_snapshot(database.connection, backups, f"before-format-{before + 1}", now)
    applied: list[int] = []
    for version, step in enumerate(MIGRATIONS, start=1):
        with database.transaction() as connection:
            # Asked inside the transaction: another process may have migrated in the meantime.
            if version_of(connection) >= version:
                continue
            step(connection)
            connection.execute(f"PRAGMA user_version = {version}")
            applied.append(version)
    return tuple(applied)
