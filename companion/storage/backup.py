"""Backups: all games with their photos in one file, and merging such a file into the store."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import uuid
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.storage.backup_zip import DOCUMENTS, GAMES, MANIFEST, BackupZip, Manifest, PhotoEntry
from companion.storage.database import Database, find_damage
from companion.storage.errors import BackupRefused, StorageError, unavailable
from companion.storage.migrations import check_origin, migrate
from companion.storage.photo_bytes import ending_of, split_camera
from companion.storage.photos import PhotoFolder
from companion.storage.rows import DocumentShelf, canonical, dump, read_row, write_row
from companion.storage.saved_game import Document, SavedGame, read_game, time_text
from companion.storage.snapshots import sync_folder, take_snapshot
from companion.storage.store import Store, is_setting_key, note_missing_photos, note_photo
from scoring.errors import BadInput
from scoring.fields import load_json

_SQLITE = b"SQLite format 3\0"
_MAX_SETTING = 4000


@dataclass(frozen=True, slots=True)
class ExportReport:
    """What a backup holds. `missing`: photos that games show but a clean-up has removed."""

    file: Path
    games: int
    photos: int
    missing: int
    bytes: int


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What merging changed, by the games' ids.

    `kept`: the store has a newer version; `restored`: it was deleted here and came back. `snapshot` is a
    copy of the database as it was before, None when nothing changed.
    """

    added: tuple[str, ...]
    updated: tuple[str, ...]
    restored: tuple[str, ...]
    unchanged: tuple[str, ...]
    kept: tuple[str, ...]
    photos_added: int
    settings_added: tuple[str, ...]
    snapshot: Path | None

    @property
    def changed(self) -> int:
        return len(self.added) + len(self.updated) + len(self.restored)

    def as_json(self) -> Document:
        return {
            "format": "marble-import/1",
            "added": list(self.added),
            "updated": list(self.updated),
            "restored": list(self.restored),
            "unchanged": list(self.unchanged),
            "kept": list(self.kept),
            "photos_added": self.photos_added,
            "settings_added": list(self.settings_added),
            "snapshot": None if self.snapshot is None else str(self.snapshot),
        }


@dataclass(slots=True)
class _Tally:
    added: list[str] = field(default_factory=list)
    updated: list[str] = field(default_factory=list)
    restored: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)


class _DryRun(Exception):
    """Ends a transaction that was only tried."""


def export_backup(store: Store, file: Path, ids: Iterable[str] | None = None) -> ExportReport:
    """Writes all games that are not deleted (or those with these ids), their photos and the settings.

    The file is complete or not there. Photos leave without any EXIF data. Raises GameNotFound and
    StoreUnavailable.
    """
    wanted = [summary.id for summary in store.games()] if ids is None else list(ids)
    unfinished = file.with_name(f".{file.name}-{uuid.uuid4().hex}")
    try:
        with zipfile.ZipFile(unfinished, "x", zipfile.ZIP_DEFLATED) as target:
            report = _write_zip(store, target, wanted, everything=ids is None)
        with unfinished.open("rb+") as handle:
            os.fsync(handle.fileno())
        unfinished.replace(file)
        sync_folder(file.parent)
    except OSError as error:
        raise unavailable(error, file) from error
    finally:
        unfinished.unlink(missing_ok=True)
    return ExportReport(file, len(wanted), report[0], report[1], file.stat().st_size)


def _write_zip(store: Store, target: zipfile.ZipFile, ids: list[str], everything: bool) -> tuple[int, int]:
    documents: dict[str, str] = {}
    photos: dict[str, None] = {}
    with target.open(GAMES, "w") as stream:
        for game_id in ids:
            game = store.game(game_id)
            photos.update(dict.fromkeys(game.photos))
            line = game.as_json()
            for name in ("layout", "ruleset"):
                if line[name] is not None:
                    body, sha256 = canonical(line[name])
                    documents[sha256] = body
                    line[name] = {"sha256": sha256}
            stream.write(dump(line).encode("ascii") + b"\n")
    with target.open(DOCUMENTS, "w") as stream:
        for sha256, body in documents.items():
            stream.write(f'{{"sha256":"{sha256}","document":{body}}}\n'.encode("ascii"))
    entries: list[PhotoEntry] = []
    for sha256 in photos:
        path = store.photo_path(sha256)
        if path is None:
            continue
        picture, camera = split_camera(path.read_bytes())
        entry = PhotoEntry(sha256, f"photos/{sha256}.{ending_of(picture)}", len(picture), camera)
        target.writestr(entry.file, picture, zipfile.ZIP_STORED)
        entries.append(entry)
    settings = store.settings() if everything else {}
    manifest = Manifest(time_text(store.clock()), len(ids), len(documents), tuple(entries), settings)
    target.writestr(MANIFEST, json.dumps(manifest.as_json(), indent=1))
    return len(entries), len(photos) - len(entries)


def import_backup(store: Store, file: Path, *, dry_run: bool = False) -> ImportReport:
    """Merges a backup, a copy of a database (from `backups/`) or one game's JSON file into the store.

    Each game is there once afterwards: of two versions the one changed last stays. All or nothing: when
    anything is wrong with the file BackupRefused is raised and nothing has been changed. `dry_run` only
    says what would happen.
    """
    try:
        with file.open("rb") as handle:
            head = handle.read(len(_SQLITE))
    except FileNotFoundError:
        raise BackupRefused(
            "there is no such file; check the name", reason="not_found", file=str(file)
        ) from None
    except (OSError, ValueError) as error:
        raise BackupRefused(f"cannot be read ({error})", reason="unreadable", file=str(file)) from None
    try:
        if head == _SQLITE:
            return _import_database(store, file, dry_run)
        if head.lstrip()[:1] == b"{":
            game = read_game(load_json(file))
            return _merge(store, [game], [], {}, dry_run)
        return _import_zip(store, file, dry_run)
    except StorageError:
        raise
    except BadInput as error:
        raise BackupRefused(error.message, reason=error.reason, file=str(file), field=error.field) from None


def _import_zip(store: Store, file: Path, dry_run: bool) -> ImportReport:
    with closing(BackupZip(file)) as backup, _staging(store) as stage:
        needed = [photo for photo in backup.manifest.photos if store.photo_path(photo.sha256) is None]
        _check_space(store, sum(photo.bytes for photo in needed), file)
        for photo in needed:
            if stage.add_clean(backup.photo(photo))[0] != photo.sha256:
                backup.refuse("does not have the content that its name says", "damaged", photo.file)
        settings = backup.manifest.settings
        return _merge(store, _zip_games(backup), list(stage.files().values()), settings, dry_run)


def _zip_games(backup: BackupZip) -> Iterator[SavedGame]:
    documents: dict[str, Document] = {}
    for sha256, document in backup.documents():
        if canonical(document)[1] != sha256:
            backup.refuse(
                "does not have the content that its name says", "damaged", f"{DOCUMENTS}: {sha256[:80]}"
            )
        documents[sha256] = document
    for place, line in backup.games():
        for name in ("layout", "ruleset"):
            reference = line.get(name)
            if reference is None:
                continue
            found = documents.get(str(reference.get("sha256"))) if isinstance(reference, dict) else None
            if found is None:
                backup.refuse("names a document that is not in the backup", "damaged", f"{place}: {name}")
            line[name] = found
        try:
            yield read_game(line)
        except BadInput as error:
            backup.refuse(error.message, error.reason, f"{place}: {error.field}" if error.field else place)


def _import_database(store: Store, file: Path, dry_run: bool) -> ImportReport:
    """Works on a copy, so that the file is not changed by being read or migrated."""
    with _staging(store) as stage:
        copy = stage.folder / "copy.db"
        try:
            shutil.copyfile(file, copy)
        except OSError as error:
            raise unavailable(error, copy) from error
        try:
            with closing(Database(copy)) as database:
                connection = database.connection
                kinds = {kind for (kind,) in connection.execute("SELECT type FROM sqlite_master")}
                if find_damage(connection) is not None or not kinds <= {"table", "index"}:
                    raise BackupRefused("is no sound copy of a database", reason="damaged", file=str(file))
                check_origin(connection, file)
                migrate(database, None, store.clock())
                games = connection.execute("SELECT id FROM games WHERE deleted IS NULL").fetchall()
                settings = {
                    k: json.loads(v) for k, v in connection.execute("SELECT key, value FROM settings")
                }
                found = (read_game(read_row(connection, game_id).as_json()) for (game_id,) in games)
                return _merge(store, found, [], settings, dry_run)
        except (sqlite3.Error, ValueError, TypeError, KeyError, AttributeError) as error:
            raise BackupRefused(f"cannot be read ({error})", reason="damaged", file=str(file)) from error


def _merge(
    store: Store, games: Iterable[SavedGame], photos: list[Path], settings: dict[str, Any], dry_run: bool
) -> ImportReport:
    tally = _Tally()
    moved: list[Path] = []
    taken: list[str] = []
    snapshot: Path | None = None
    try:
        with store.database.transaction() as connection:
            sizes = {path.stem: (path.suffix[1:], path.stat().st_size) for path in photos}
            for sha256, (ending, size) in sizes.items():
                note_photo(connection, sha256, ending, size, store.clock())
            shelf = DocumentShelf(connection)
            for game in games:
                _merge_game(store, connection, game, shelf, tally)
            taken = _merge_settings(connection, settings)
            if dry_run:
                raise _DryRun
            if tally.added or tally.updated or tally.restored or photos:
                # Another connection still sees the database as it was before this transaction.
                with closing(sqlite3.connect(store.database.path)) as before:
                    snapshot = take_snapshot(before, store.backups, "before-import", store.clock())
            for path in photos:
                moved.append(_move_photo(store, path))
    except _DryRun:
        pass
    except BaseException:
        for path in moved:
            path.unlink(missing_ok=True)
        raise
    return ImportReport(
        tuple(tally.added),
        tuple(tally.updated),
        tuple(tally.restored),
        tuple(tally.unchanged),
        tuple(tally.kept),
        len(photos),
        tuple(taken),
        snapshot,
    )


def _merge_game(
    store: Store, connection: sqlite3.Connection, game: SavedGame, shelf: DocumentShelf, tally: _Tally
) -> None:
    row = connection.execute("SELECT modified, deleted FROM games WHERE id = ?", (game.id,)).fetchone()
    theirs = time_text(game.modified)
    if row is None:
        tally.added.append(game.id)
    elif theirs > row[0]:
        (tally.updated if row[1] is None else tally.restored).append(game.id)
    elif row[1] is not None:
        connection.execute("UPDATE games SET deleted = NULL WHERE id = ?", (game.id,))
        tally.restored.append(game.id)
        return
    else:
        (tally.unchanged if theirs == row[0] else tally.kept).append(game.id)
        return
    if game.photos:
        for photo in game.photos:
            path = store.photo_path(photo)
            if path is not None:
                note_photo(connection, photo, path.suffix[1:], path.stat().st_size, store.clock())
        note_missing_photos(connection, game.photos, store.clock())
    write_row(connection, game, shelf)


def _merge_settings(connection: sqlite3.Connection, settings: dict[str, Any]) -> list[str]:
    """Takes over settings that this phone has not made itself yet."""
    taken = []
    for key, value in settings.items():
        text = dump(value)
        if not is_setting_key(key) or len(text) > _MAX_SETTING:
            raise BadInput("is no setting of this app", reason="unknown_word", field=f"settings.{key[:80]}")
        done = connection.execute("INSERT OR IGNORE INTO settings (key, value) VALUES (?, ?)", (key, text))
        if done.rowcount == 1:
            taken.append(key)
    return taken


@contextmanager
def _staging(store: Store) -> Iterator[PhotoFolder]:
    """A folder for what is not proven yet; gone afterwards, whatever happens."""
    folder = store.folder / f"incoming-{uuid.uuid4().hex}"
    try:
        folder.mkdir()
    except OSError as error:
        raise unavailable(error, folder) from error
    try:
        yield PhotoFolder(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _move_photo(store: Store, staged: Path) -> Path:
    target = store.photo_folder.folder / staged.stem[:2] / staged.name
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        staged.replace(target)
        sync_folder(target.parent)
    except OSError as error:
        raise unavailable(error, target) from error
    return target


def _check_space(store: Store, needed_bytes: int, file: Path) -> None:
    free = shutil.disk_usage(store.folder).free
    if needed_bytes > free - 20_000_000:
        raise BackupRefused(
            f"its photos need {needed_bytes // 1_000_000} MB, but only {free // 1_000_000} MB are free",
            reason="disk_full",
            file=str(file),
        )
