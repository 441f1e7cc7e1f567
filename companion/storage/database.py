"""The SQLite file: opened so that neither a killed process nor a power cut can damage it."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.storage.errors import StoreDamaged, is_damage, unavailable

BUSY_SECONDS = 10.0
APPLICATION_ID = 0x4D52424C  # "MRBL" in the file's header, so that another program's database is recognised


class Database:
    """One connection that several threads may share, and its transactions.

    WAL keeps readers and one writer apart; `synchronous = FULL` makes every commit wait for the disk, so
    that a completed step survives a power cut, not only a killed process.
    """

    def __init__(self, path: Path) -> None:
        """Raises StoreUnavailable; raises sqlite3.DatabaseError when the file is damaged."""
        self.path = path
        self._lock = threading.RLock()
        try:
            self._connection = sqlite3.connect(
                path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
            )
        except sqlite3.Error as error:
            raise unavailable(error, path) from error
        try:
            for pragma in (
                "journal_mode = WAL",
                "synchronous = FULL",
                "foreign_keys = ON",
                "fullfsync = ON",  # macOS needs it for the same promise; elsewhere it does nothing
                "checkpoint_fullfsync = ON",
                "trusted_schema = OFF",
            ):
                self._connection.execute(f"PRAGMA {pragma}")
        except sqlite3.Error as error:
            self._connection.close()
            if is_damage(error):
                raise
            raise unavailable(error, path) from error

    @property
    def connection(self) -> sqlite3.Connection:
        return self._connection

    def close(self) -> None:
        with self._lock:
            self._connection.close()

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """All or nothing: committed at the end, rolled back on any exception. Transactions do not nest.

        Raises StoreUnavailable when the disk is full or refuses, StoreDamaged when the file is found broken.
        """
        with self._lock:
            try:
                self._connection.execute("BEGIN IMMEDIATE")
                try:
                    yield self._connection
                    self._connection.execute("COMMIT")
                except BaseException:
                    if self._connection.in_transaction:
                        self._connection.execute("ROLLBACK")
                    raise
            except sqlite3.Error as error:
                raise self._translated(error) from error

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """The connection for queries; several in one block see one state of the database."""
        with self._lock:
            nested = self._connection.in_transaction
            try:
                if not nested:
                    self._connection.execute("BEGIN")
                try:
                    yield self._connection
                finally:
                    if not nested and self._connection.in_transaction:
                        self._connection.execute("ROLLBACK")
            except sqlite3.Error as error:
                raise self._translated(error) from error

    def _translated(self, error: sqlite3.Error) -> Exception:
        if is_damage(error):
            return StoreDamaged(
                "the database is damaged; close the app and open it again to restore the last backup",
                file=str(self.path),
                moved_to=None,
                last_backup=None,
            )
        if isinstance(error, sqlite3.IntegrityError | sqlite3.ProgrammingError):
            return error  # a programmer's error: it should be seen as it is
        return unavailable(error, self.path)


def find_damage(connection: sqlite3.Connection) -> str | None:
    """What SQLite's own check finds wrong with the file, or None."""
    try:
        (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.Error as error:
        if is_damage(error):
            return str(error)
        raise
    return None if verdict == "ok" else str(verdict)
