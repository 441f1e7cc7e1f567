"""The stored games: saved at every step, listed, searched, deleted with a way back."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import Any

from companion.storage.database import Database
from companion.storage.errors import GameNotFound, StorageError
from companion.storage.photos import CleanUp, PhotoFolder, propose
from companion.storage.recompute import LoadedGame, Recompute, load, recompute_sheet
from companion.storage.rows import dump, read_row, read_rows, write_row
from companion.storage.saved_game import (
    Clock,
    SavedGame,
    check_game,
    is_sha256,
    read_time,
    search_key,
    time_text,
    utc_now,
)
from companion.storage.snapshots import snapshots, take_snapshot
from companion.storage.summaries import FINISHED, GameResult, GameSummary, read_results, read_summaries

PHOTO_LIMIT_KEY = "photos.limit_mb"
DEFAULT_PHOTO_LIMIT_MB = 500
_SETTING = re.compile(r"[a-z][a-z0-9_.]{0,63}")


class Store:
    """All stored games of one folder. Made by `open_store`; several threads may share one.

    Every method raises StoreUnavailable when the disk is full or refuses; then nothing has been changed.
    """

    def __init__(
        self,
        folder: Path,
        database: Database,
        *,
        recompute: Recompute = recompute_sheet,
        clock: Clock = utc_now,
    ) -> None:
        self.folder = folder
        self.database = database
        self.backups = folder / "backups"
        self.photo_folder = PhotoFolder(folder / "photos")
        self.clock = clock
        self._recompute = recompute

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self.database.close()

    # Games

    def save_step(self, game: SavedGame) -> SavedGame:
        """Saves the whole game in one transaction; gives it with its new time of change.

        When this returns, the step is on the disk. Raises BadInput for a game whose shape is wrong and
        ValueError for a photo that was not added before.
        """
        check_game(game)
        with self.database.transaction() as connection:
            for photo in game.photos:
                if connection.execute("SELECT 1 FROM photos WHERE sha256 = ?", (photo,)).fetchone() is None:
                    raise ValueError(f"photo {photo} must be added with add_photo before a game shows it")
            saved = replace(game, modified=self._change_time(connection, game.id))
            write_row(connection, saved)
        return saved

    def game(self, game_id: str) -> SavedGame:
        """The game as it was saved. Raises GameNotFound."""
        with self.database.reading() as connection:
            return read_row(connection, game_id)

    def load(self, game_id: str) -> LoadedGame:
        """The game with its sheet computed again and the differences, if any. Raises GameNotFound.

        Nothing is rewritten: the sheet that was shown stays until the player saves another one.
        """
        return load(self.game(game_id), self._recompute)

    def games(
        self,
        search: str = "",
        game: str | None = None,
        *,
        deleted: bool = False,
        limit: int | None = None,
    ) -> tuple[GameSummary, ...]:
        """Games, newest first. `search`: words that must all occur in names, colours, place, notes, date or
        title.
        """
        conditions = ["g.deleted IS NOT NULL" if deleted else "g.deleted IS NULL"]
        values: list[Any] = []
        if game is not None:
            conditions.append("g.game = ?")
            values.append(game)
        for word in search_key(search).split():
            conditions.append("instr(g.search_text, ?) > 0")
            values.append(word)
        with self.database.reading() as connection:
            return read_summaries(connection, " AND ".join(conditions), values, limit)

    def unfinished(self) -> tuple[GameSummary, ...]:
        """Games that were never completed, the one worked on last first."""
        with self.database.reading() as connection:
            found = read_summaries(connection, "g.deleted IS NULL AND g.step != 'done'", [], None)
        return tuple(sorted(found, key=lambda summary: summary.modified, reverse=True))

    def results(self, game: str | None = None) -> tuple[GameResult, ...]:
        """How the finished games ended, newest first: what statistics are made from."""
        with self.database.reading() as connection:
            return read_results(connection, game)

    def finished_games(self, game: str | None = None) -> tuple[SavedGame, ...]:
        """The whole finished games that have a sheet, newest first; with thousands of them `results` is
        faster.
        """
        with self.database.reading() as connection:
            return tuple(read_rows(connection, f"{FINISHED} AND g.game = coalesce(?, g.game)", (game,)))

    def find_id(self, start: str) -> str:
        """The full id of the only game whose id begins so. Raises GameNotFound when none or several do."""
        with self.database.reading() as connection:
            rows = connection.execute(
                "SELECT id FROM games WHERE deleted IS NULL AND substr(id, 1, ?) = ? LIMIT 2",
                (len(start), start),
            ).fetchall()
        if len(rows) == 1 and start:
            return str(rows[0][0])
        what = "several games have ids that begin so" if rows and start else "no stored game has this id"
        raise GameNotFound(f"{what}; `marble games` lists them", reason="not_found", field=start or "id")

    def delete(self, game_id: str) -> None:
        """Takes a game out of all lists; `undelete` brings it back. Raises GameNotFound."""
        self._set_deleted(game_id, time_text(self.clock()))

    def undelete(self, game_id: str) -> None:
        """Raises GameNotFound."""
        self._set_deleted(game_id, None)

    def purge_deleted(self, older_than: timedelta = timedelta(days=30)) -> int:
        """Removes for good what was deleted so long ago; gives how many. Their photos become leftovers."""
        with self.database.transaction() as connection:
            gone = connection.execute(
                "DELETE FROM games WHERE deleted < ?", (time_text(self.clock() - older_than),)
            ).rowcount
            connection.execute(
                "DELETE FROM documents "
                "WHERE sha256 NOT IN (SELECT layout FROM games WHERE layout IS NOT NULL) "
                "AND sha256 NOT IN (SELECT ruleset FROM games WHERE ruleset IS NOT NULL)"
            )
        return gone

    # Players

    def player_names(self) -> tuple[str, ...]:
        """Names of earlier games for completion: who played most recently first."""
        with self.database.reading() as connection:
            rows = connection.execute(
                "SELECT s.name, s.name_key FROM seats s JOIN games g ON g.id = s.game_id "
                "WHERE g.deleted IS NULL ORDER BY g.created DESC, s.seat"
            ).fetchall()
        names: dict[str, str] = {}
        for name, key in rows:
            names.setdefault(key, name)  # the way the name was spelt last
        return tuple(names.values())

    def starts(self) -> dict[str, int]:
        """How often each player started a game, as far as known; each spelling of a name has its count."""
        with self.database.reading() as connection:
            rows = connection.execute(
                "SELECT s.name, s.name_key, s.started FROM seats s JOIN games g ON g.id = s.game_id "
                "WHERE g.deleted IS NULL"
            ).fetchall()
        counts: dict[str, int] = {}
        for _, key, started in rows:
            counts[key] = counts.get(key, 0) + started
        return {name: counts[key] for name, key, _ in rows}

    # Photos

    def add_photo(self, data: bytes) -> str:
        """Keeps a photo without place, time and other private data; gives its SHA-256.

        A photo that is there already is not stored again. Raises PhotoRefused for what is no photo.
        """
        sha256, ending, size = self.photo_folder.add(data)
        with self.database.reading() as connection:
            known = connection.execute(
                "SELECT 1 FROM photos WHERE sha256 = ? AND removed IS NULL", (sha256,)
            ).fetchone()
        if known is None:
            with self.database.transaction() as connection:
                note_photo(connection, sha256, ending, size, self.clock())
        return sha256

    def photo_path(self, sha256: str) -> Path | None:
        """Where the photo lies; None when a clean-up has removed it."""
        return self.photo_folder.path(sha256)

    @property
    def photo_limit_mb(self) -> int:
        value = self.setting(PHOTO_LIMIT_KEY, DEFAULT_PHOTO_LIMIT_MB)
        return value if isinstance(value, int) and 0 <= value <= 1_000_000 else DEFAULT_PHOTO_LIMIT_MB

    def propose_clean_up(self, limit_mb: int | None = None) -> CleanUp:
        """What would have to go for the photos to fit the limit. Nothing is removed: the player is asked
        first.
        """
        limit = (self.photo_limit_mb if limit_mb is None else limit_mb) * 1024 * 1024
        with self.database.reading() as connection:
            return propose(connection, self.photo_folder.files(), limit, self.clock())

    def clean_up(self, proposal: CleanUp) -> int:
        """Removes the proposal's photos; gives the bytes freed. Their games stay, without the photo."""
        now = time_text(self.clock())
        with self.database.transaction() as connection:
            connection.executemany(
                "UPDATE photos SET removed = ? WHERE sha256 = ?",
                [(now, photo.sha256) for photo in proposal.leftovers],
            )
        for photo in proposal.leftovers:
            self.photo_folder.remove(photo.sha256)
        self.photo_folder.remove_unfinished()
        return proposal.frees_bytes

    # Settings

    def setting(self, key: str, default: Any = None) -> Any:
        """A stored setting: any JSON value."""
        with self.database.reading() as connection:
            row = connection.execute("SELECT value FROM settings WHERE key = ?", (key,)).fetchone()
        return default if row is None else json.loads(row[0])

    def settings(self) -> dict[str, Any]:
        with self.database.reading() as connection:
            rows = connection.execute("SELECT key, value FROM settings ORDER BY key").fetchall()
        return {key: json.loads(value) for key, value in rows}

    def set_setting(self, key: str, value: Any) -> None:
        """Raises ValueError for a key that is not a plain lower-case word (dots are allowed)."""
        if not is_setting_key(key):
            raise ValueError(f"{key!r} is no name for a setting")
        with self.database.transaction() as connection:
            connection.execute(
                "INSERT INTO settings (key, value) VALUES (?, ?) "
                "ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                (key, dump(value)),
            )

    # The database as a whole

    def take_snapshot(self, reason: str) -> Path:
        """A copy of the database beside it; the last few of each reason are kept."""
        with self.database.reading() as connection:
            return take_snapshot(connection, self.backups, reason, self.clock())

    def last_snapshot(self) -> Path | None:
        return next(iter(snapshots(self.backups)), None)

    def _set_deleted(self, game_id: str, when: str | None) -> None:
        with self.database.transaction() as connection:
            changed = connection.execute(
                "UPDATE games SET deleted = ? WHERE id = ?", (when, game_id)
            ).rowcount
            if changed != 1:
                raise GameNotFound("no stored game has this id", reason="not_found", field=game_id)

    def _change_time(self, connection: sqlite3.Connection, game_id: str) -> datetime:
        """Now, but always later than the last change: the phone's clock may have been set back."""
        now = self.clock()
        row = connection.execute("SELECT modified FROM games WHERE id = ?", (game_id,)).fetchone()
        if row is None:
            return now
        return max(now, read_time(row[0], "modified") + timedelta(microseconds=1))


def is_setting_key(key: str) -> bool:
    return _SETTING.fullmatch(key) is not None


def note_photo(connection: sqlite3.Connection, sha256: str, ending: str, size: int, now: datetime) -> None:
    """Writes down that the photo's file is here. Needs a transaction."""
    connection.execute(
        "INSERT INTO photos (sha256, ending, bytes, added) VALUES (?, ?, ?, ?) ON CONFLICT (sha256) "
        "DO UPDATE SET removed = NULL, ending = excluded.ending, bytes = excluded.bytes",
        (sha256, ending, size, time_text(now)),
    )


def note_missing_photos(connection: sqlite3.Connection, photos: Iterable[str], now: datetime) -> None:
    """Writes down photos that games show but whose files are not here. Needs a transaction."""
    for sha256 in photos:
        if not is_sha256(sha256):
            raise StorageError("is no SHA-256", reason="wrong_id", field=sha256)
        connection.execute(
            "INSERT OR IGNORE INTO photos (sha256, ending, bytes, added, removed) VALUES (?, 'jpg', 0, ?, ?)",
            (sha256, time_text(now), time_text(now)),
        )
