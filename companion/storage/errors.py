"""Errors of the storage package.

BadInput (scoring.errors)
└── StorageError
    ├── StoreUnavailable   the folder or file cannot be read or written now (full, read-only, busy)
    ├── StoreDamaged       the database was damaged and has been moved aside
    ├── StoreTooNew        written by a newer version of the app
    ├── GameNotFound       no stored game has this id
    ├── PhotoRefused       these bytes are no photo that can be kept
    └── BackupRefused      a backup file that cannot be trusted or understood
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from scoring.errors import BadInput


class StorageError(BadInput):
    """Base of everything that this package raises on purpose."""


class StoreUnavailable(StorageError):
    """The folder or the database cannot be used now; nothing has been changed."""


class StoreDamaged(StorageError):
    """The database is damaged. It was moved to `moved_to`; `last_backup` is the newest good copy, if any."""

    def __init__(self, message: str, *, file: str, moved_to: Path | None, last_backup: Path | None) -> None:
        super().__init__(message, reason="damaged", file=file)
        self.moved_to = moved_to
        self.last_backup = last_backup


class StoreTooNew(StorageError):
    """The database was written by a newer version of the app; it was left as it is."""


class GameNotFound(StorageError):
    """No stored game has this id."""


class PhotoRefused(StorageError):
    """These bytes are no photo that can be kept."""


class BackupRefused(StorageError):
    """The backup cannot be used; nothing has been changed."""


# SQLite's primary result codes (sqlite.org/rescode.html); the sqlite3 module has the names only since 3.11
# and Android's build may leave them out.
_FULL, _READONLY, _CANTOPEN, _PERM, _IOERR, _BUSY, _LOCKED = 13, 8, 14, 3, 10, 5, 6
_CORRUPT, _NOTADB = 11, 26


def error_code(error: sqlite3.Error) -> int:
    """SQLite's primary result code of an error, 0 when it has none."""
    code = getattr(error, "sqlite_errorcode", None)
    return int(code) & 0xFF if code is not None else 0


def is_damage(error: sqlite3.Error) -> bool:
    """Whether SQLite says that the file itself is broken."""
    return error_code(error) in (_CORRUPT, _NOTADB)


def unavailable(error: sqlite3.Error | OSError, file: Path) -> StoreUnavailable:
    """What a person should read when SQLite or the file system refuses."""
    name = str(file)
    if isinstance(error, OSError):
        cause = error.strerror or str(error)
        return StoreUnavailable(
            f"cannot be written ({cause}); free some space or choose another folder with MARBLE_HOME",
            reason="unavailable",
            file=name,
        )
    texts = {
        _FULL: ("disk_full", "the disk is full, so nothing was saved; free some space and try again"),
        _READONLY: ("read_only", "cannot be written; check the folder's permissions or set MARBLE_HOME"),
        _PERM: ("read_only", "cannot be opened; check the folder's permissions or set MARBLE_HOME"),
        _CANTOPEN: ("unavailable", "cannot be opened; check that the folder exists and can be written"),
        _IOERR: ("unavailable", f"the disk refused ({error}); nothing was saved, try again"),
        _BUSY: ("busy", "another process is writing; close it or try again in a moment"),
        _LOCKED: ("busy", "another process is writing; close it or try again in a moment"),
    }
    reason, text = texts.get(error_code(error), ("unavailable", f"the database refused ({error})"))
    return StoreUnavailable(text, reason=reason, file=name)
