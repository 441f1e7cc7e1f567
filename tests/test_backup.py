"""Backups: they restore on another phone, merge without duplicates, and a bad one changes nothing."""

from __future__ import annotations

import io
import json
import random
import shutil
import sqlite3
import time
import warnings
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hanging import HANG_SECONDS
from stored_games import Clock, fast_folder, jpeg, marble_game, numbered, via_romana_game, with_exif

from companion.storage import BackupRefused, SavedGame, Store, export_backup, import_backup, open_store
from companion.storage import backup as backup_module
from companion.storage import backup_zip as backup_zip_module
from scoring.errors import BadInput

DOCS = Path(__file__).parent.parent / "docs" / "backup-format.md"


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    yield from fast_folder()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def phone(tmp_path: Path, clock: Clock) -> Store:
    """A store with three games, one of them unfinished, and two photos that three games show."""
    store = open_store(tmp_path / "phone", clock=clock)
    one, two = store.add_photo(with_exif(jpeg(1))), store.add_photo(jpeg(2))
    store.save_step(marble_game(("Zoë", "O'Hara"), clock=clock, photos=(one, two), notes="naïve\n…"))
    store.save_step(via_romana_game(clock, photos=(two,)))
    store.save_step(replace(marble_game(clock=clock, photos=(one,)), step="review"))
    store.set_setting("photos.limit_mb", 123)
    return store


@pytest.fixture
def backup(phone: Store, tmp_path: Path) -> Path:
    export_backup(phone, tmp_path / "backup.zip")
    return tmp_path / "backup.zip"


def everything(store: Store) -> dict[str, SavedGame]:
    return {summary.id: store.game(summary.id) for summary in store.games()}


def files_of(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and not path.name.endswith(("-wal", "-shm"))
    }


def test_a_backup_restores_on_another_phone(phone: Store, backup: Path, tmp_path: Path, clock: Clock) -> None:
    with open_store(tmp_path / "other", clock=clock) as other:
        report = import_backup(other, backup)
        assert (len(report.added), report.photos_added) == (3, 2)
        assert everything(other) == everything(phone)
        assert files_of(tmp_path / "other" / "photos") == files_of(tmp_path / "phone" / "photos")
        assert other.setting("photos.limit_mb") == 123
        assert len(other.unfinished()) == 1
        assert other.games("zoe")[0].seats == phone.games("zoe")[0].seats


def test_importing_again_changes_nothing(phone: Store, backup: Path, clock: Clock) -> None:
    before = everything(phone)
    report = import_backup(phone, backup)
    assert report.changed == 0 and len(report.unchanged) == 3 and report.photos_added == 0
    assert report.snapshot is None
    assert everything(phone) == before


def test_merging_keeps_the_newer_version_of_each_game(phone: Store, backup: Path, tmp_path: Path) -> None:
    clock = Clock(phone.clock())
    with open_store(tmp_path / "other", clock=clock) as other:
        import_backup(other, backup)
        own = other.save_step(marble_game(("Marcus", "Livia"), clock=clock))
        ids = sorted(everything(phone))
        clock.jump(hours=1)
        newer_there = other.save_step(replace(other.game(ids[0]), notes="changed on the other phone"))
        phone.clock = Clock(clock.now)
        newer_here = phone.save_step(replace(phone.game(ids[1]), notes="changed on the first phone"))
        export_backup(phone, tmp_path / "later.zip")
        report = import_backup(other, tmp_path / "later.zip")
        assert report.kept == (ids[0],) and report.updated == (ids[1],) and report.unchanged == (ids[2],)
        games = everything(other)
        assert games[ids[0]] == newer_there and games[ids[1]] == newer_here and games[own.id] == own
        assert len(games) == 4
        assert report.snapshot is not None
        undone = import_backup(open_store(tmp_path / "third"), report.snapshot)
        assert len(undone.added) == 4, "the copy from before the import holds the games as they were"


def test_a_deleted_game_comes_back_from_a_backup(phone: Store, backup: Path) -> None:
    wanted = everything(phone)
    for game_id in wanted:
        phone.delete(game_id)
    report = import_backup(phone, backup)
    assert sorted(report.restored) == sorted(wanted)
    assert everything(phone) == wanted


def test_deleted_games_and_removed_photos_are_left_out(phone: Store, tmp_path: Path, clock: Clock) -> None:
    gone = phone.games("via romana")[0]
    phone.delete(gone.id)
    photo = phone.games("zoe")[0].photos[1]
    phone.photo_folder.remove(photo)
    report = export_backup(phone, tmp_path / "b.zip")
    assert (report.games, report.photos, report.missing) == (2, 1, 1)
    with open_store(tmp_path / "other", clock=clock) as other:
        import_backup(other, tmp_path / "b.zip")
        assert gone.id not in everything(other)
        assert photo in other.games("zoe")[0].photos and other.photo_path(photo) is None
        phone.undelete(gone.id)
        phone.add_photo(jpeg(2))
        export_backup(phone, tmp_path / "c.zip")
        import_backup(other, tmp_path / "c.zip")
        assert other.photo_path(photo) is not None


def test_photos_leave_without_any_exif_data(phone: Store, backup: Path) -> None:
    with zipfile.ZipFile(backup) as source:
        photos = [source.read(name) for name in source.namelist() if name.startswith("photos/")]
        whole = b"".join(source.read(name) for name in source.namelist())
    assert len(photos) == 2
    assert not any(b"Exif" in photo for photo in photos)
    assert b"GPS" not in whole and b"Julia's phone" not in whole
    stored = [path.read_bytes() for path in phone.photo_folder.files().values()]
    assert any(b"Exif" in photo for photo in stored), "the store itself keeps which way is up"


def test_some_games_can_be_exported_alone(phone: Store, tmp_path: Path, clock: Clock) -> None:
    wanted = phone.games("zoe")[0].id
    report = export_backup(phone, tmp_path / "one.zip", [wanted])
    assert (report.games, report.photos) == (1, 2)
    with open_store(tmp_path / "other", clock=clock) as other:
        import_backup(other, tmp_path / "one.zip")
        assert list(everything(other)) == [wanted]
        assert other.settings() == {}


def test_one_game_as_json_can_be_imported(phone: Store, tmp_path: Path, clock: Clock) -> None:
    game = phone.game(phone.games("zoe")[0].id)
    (tmp_path / "game.json").write_text(json.dumps(game.as_json()))
    with open_store(tmp_path / "other", clock=clock) as other:
        assert import_backup(other, tmp_path / "game.json").added == (game.id,)
        assert other.game(game.id) == game
        (tmp_path / "wrong.json").write_text(json.dumps({**game.as_json(), "step": "won"}))
        with pytest.raises(BackupRefused) as refused:
            import_backup(other, tmp_path / "wrong.json")
        assert refused.value.field == "step"


def test_a_trial_says_what_would_happen_and_does_nothing(phone: Store, backup: Path, tmp_path: Path) -> None:
    with open_store(tmp_path / "other") as other:
        before = files_of(tmp_path / "other")
        report = import_backup(other, backup, dry_run=True)
        assert len(report.added) == 3 and report.snapshot is None
        assert other.games() == () and other.settings() == {}
        assert files_of(tmp_path / "other") == before


def test_an_unfinished_export_leaves_no_file(
    phone: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "out").mkdir()
    target = tmp_path / "out" / "backup.zip"
    target.write_bytes(b"the last good backup")

    def full(self: zipfile.ZipFile, *args: Any, **options: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(zipfile.ZipFile, "writestr", full)
    with pytest.raises(BadInput, match="No space left"):
        export_backup(phone, target)
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["backup.zip"]
    assert target.read_bytes() == b"the last good backup"
    with pytest.raises(BadInput):
        export_backup(phone, tmp_path / "nowhere" / "b.zip")


# Files that must be refused


def rewritten(backup: Path, change: Callable[[dict[str, bytes]], None]) -> bytes:
    """The backup with its entries changed and packed again."""
    with zipfile.ZipFile(backup) as source:
        entries = {name: source.read(name) for name in source.namelist()}
    change(entries)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as target:
        for name, data in entries.items():
            target.writestr(name, data)
    return buffer.getvalue()


def edit_manifest(**changes: Any) -> Callable[[dict[str, bytes]], None]:
    def change(entries: dict[str, bytes]) -> None:
        manifest = {**json.loads(entries["backup.json"]), **changes}
        entries["backup.json"] = json.dumps(manifest).encode()

    return change


def edit_game(**changes: Any) -> Callable[[dict[str, bytes]], None]:
    def change(entries: dict[str, bytes]) -> None:
        lines = entries["games.jsonl"].splitlines()
        lines[-1] = json.dumps({**json.loads(lines[-1]), **changes}).encode()
        entries["games.jsonl"] = b"\n".join(lines) + b"\n"

    return change


def add_entry(name: str, data: bytes = b"x") -> Callable[[dict[str, bytes]], None]:
    return lambda entries: entries.__setitem__(name, data)


def photo_name(entries: dict[str, bytes]) -> str:
    return next(name for name in entries if name.startswith("photos/"))


def swap_photo(data: bytes) -> Callable[[dict[str, bytes]], None]:
    def change(entries: dict[str, bytes]) -> None:
        name = photo_name(entries)
        entries[name] = data
        manifest = json.loads(entries["backup.json"])
        for photo in manifest["photos"]:
            if photo["file"] == name:
                photo["bytes"] = len(data)
        entries["backup.json"] = json.dumps(manifest).encode()

    return change


def drop_lines(entries: dict[str, bytes]) -> None:
    entries["games.jsonl"] = entries["games.jsonl"].splitlines(keepends=True)[0]


def deep_json(entries: dict[str, bytes]) -> None:
    entries["games.jsonl"] = b"[" * 200_000 + b"\n"


def change_layout(entries: dict[str, bytes]) -> None:
    entries["documents.jsonl"] = entries["documents.jsonl"].replace(b'"reconstructed"', b'"other"')


BAD = {
    "path traversal": (add_entry("../../evil.txt"), "foreign_entry"),
    "absolute path": (add_entry("/etc/cron.d/evil"), "foreign_entry"),
    "traversal in photos": (add_entry("photos/../../games.db"), "foreign_entry"),
    "windows path": (add_entry("photos\\..\\..\\evil.jpg"), "foreign_entry"),
    "unlisted photo": (add_entry(f"photos/{'a' * 64}.jpg"), "damaged"),
    "bomb of games": (add_entry("games.jsonl", b" " * 50_000_000), "bomb"),
    "bomb of photos": (add_entry(f"photos/{'b' * 64}.jpg", bytes(50_000_000)), "bomb"),
    "future version": (edit_manifest(format="marble-backup/2"), "too_new"),
    "other format": (edit_manifest(format="holiday-pictures/1"), "not_a_backup"),
    "manifest missing": (lambda entries: entries.pop("backup.json"), "not_a_backup"),
    "games missing": (lambda entries: entries.pop("games.jsonl"), "not_a_backup"),
    "manifest no json": (add_entry("backup.json", b"{"), "not_json"),
    "not a number": (add_entry("backup.json", b'{"format": NaN}'), "not_json"),
    "a list": (add_entry("backup.json", b"[1]"), "not_json"),
    "wrong counts": (edit_manifest(games="many"), "wrong_type"),
    "wrong settings": (edit_manifest(settings={"../x": 1}), "unknown_word"),
    "photo named wrongly": (
        edit_manifest(photos=[{"sha256": "x", "file": "../x.jpg", "bytes": 1}]),
        "wrong_name",
    ),
    "photo listed, not there": (lambda entries: entries.pop(photo_name(entries)), "damaged"),
    "lines missing": (drop_lines, "damaged"),
    "too many lines": (edit_manifest(games=1), "damaged"),
    "deep json": (deep_json, "not_json"),
    "wrong step": (edit_game(step="won"), "unknown_word"),
    "wrong id": (edit_game(id="../../x"), "wrong_id"),
    "half a surrogate": (edit_game(notes="\ud800"), "wrong_text"),
    "unknown document": (edit_game(layout={"sha256": "0" * 64}), "damaged"),
    "document inline": (edit_game(layout=[]), "damaged"),
    "document changed": (change_layout, "damaged"),
    "another photo": (swap_photo(jpeg(99)), "damaged"),
    "photo with its place": (swap_photo(with_exif(jpeg(1))), "bad_photo"),
    "no photo at all": (swap_photo(b"#!/bin/sh\nrm -rf ~"), "bad_photo"),
}


def assert_refused_and_unchanged(store: Store, file: Path, reason: str | None = None) -> BackupRefused:
    games, files = everything(store), files_of(store.folder)
    outside = sorted(path.name for path in store.folder.parent.iterdir())
    began = time.perf_counter()
    with pytest.raises(BackupRefused) as refused:
        import_backup(store, file)
    assert time.perf_counter() - began < HANG_SECONDS
    assert reason is None or refused.value.reason == reason, refused.value
    assert refused.value.file == str(file)
    assert everything(store) == games
    assert files_of(store.folder) == files
    assert not list(store.folder.glob("incoming-*"))
    assert sorted(path.name for path in store.folder.parent.iterdir()) == outside
    return refused.value


@pytest.fixture
def other(tmp_path: Path) -> Store:
    store = open_store(tmp_path / "deep" / "down" / "other")
    store.save_step(marble_game(("Marcus", "Livia"), photos=(store.add_photo(jpeg(77)),)))
    store.database.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return store


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_backup_is_refused_and_changes_nothing(
    other: Store, backup: Path, tmp_path: Path, kind: str
) -> None:
    change, reason = BAD[kind]
    bad = tmp_path / "bad.zip"
    bad.write_bytes(rewritten(backup, change))
    assert_refused_and_unchanged(other, bad, reason)


def test_a_backup_cut_short_anywhere_is_refused(other: Store, backup: Path, tmp_path: Path) -> None:
    data = backup.read_bytes()
    bad = tmp_path / "bad.zip"
    for length in (0, 1, 10, len(data) // 3, len(data) // 2, len(data) - 100, len(data) - 1):
        bad.write_bytes(data[:length])
        assert_refused_and_unchanged(other, bad, "not_a_backup")


def test_changed_bytes_are_refused_or_harmless(other: Store, backup: Path, tmp_path: Path) -> None:
    """A checksum or a rule finds every change that matters; times in the zip's headers do not."""
    data = backup.read_bytes()
    bad = tmp_path / "bad.zip"
    draw = random.Random(7)
    accepted = []
    for _ in range(150):
        changed = bytearray(data)
        for _ in range(draw.randint(1, 3)):
            changed[draw.randrange(len(changed))] ^= 1 << draw.randrange(8)
        bad.write_bytes(changed)
        try:
            import_backup(other, bad, dry_run=True)
            accepted.append(bytes(changed))
        except BackupRefused:
            pass
    assert len(accepted) < 50
    with open_store(tmp_path / "honest") as honest:
        import_backup(honest, backup)
        wanted = everything(honest)
    for number, changed in enumerate(accepted[:5]):
        bad.write_bytes(changed)
        with open_store(tmp_path / f"try{number}") as store:
            import_backup(store, bad)
            assert everything(store) == wanted


def test_an_entry_that_is_there_twice_is_refused(other: Store, backup: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.zip"
    shutil.copyfile(backup, bad)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with zipfile.ZipFile(bad, "a") as target:
            target.writestr("games.jsonl", "")
    assert_refused_and_unchanged(other, bad, "duplicate")


def test_an_encrypted_entry_and_a_strange_packing_are_refused(
    other: Store, backup: Path, tmp_path: Path
) -> None:
    bad = tmp_path / "bad.zip"
    with zipfile.ZipFile(backup) as source, zipfile.ZipFile(bad, "w", zipfile.ZIP_LZMA) as target:
        for name in source.namelist():
            target.writestr(name, source.read(name))
    assert_refused_and_unchanged(other, bad, "unsupported")
    data = bytearray(backup.read_bytes())
    position = data.rfind(b"PK\x01\x02")
    data[position + 8] |= 1
    bad.write_bytes(data)
    assert_refused_and_unchanged(other, bad, "encrypted")


def test_a_line_without_end_and_too_many_photos_are_refused(
    other: Store, backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup_zip_module, "MAX_LINE", 2000)
    assert_refused_and_unchanged(other, backup, "too_large")
    monkeypatch.undo()
    monkeypatch.setattr(backup_zip_module, "MAX_ENTRIES", 3)
    assert_refused_and_unchanged(other, backup, "too_many")
    monkeypatch.undo()
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=10_000_000))
    assert_refused_and_unchanged(other, backup, "disk_full")


def test_other_files_are_refused(other: Store, tmp_path: Path) -> None:
    assert_refused_and_unchanged(other, tmp_path / "missing.zip", "not_found")
    assert_refused_and_unchanged(other, tmp_path, "unreadable")
    bad = tmp_path / "bad"
    bad.write_bytes(b"SQLite format 3\0" + bytes(5000))
    assert_refused_and_unchanged(other, bad)
    bad.write_bytes(jpeg())
    assert_refused_and_unchanged(other, bad, "not_a_backup")
    bad.write_text("{" * 100_000)
    assert_refused_and_unchanged(other, bad, "not_json")


def test_a_crafted_database_is_refused(other: Store, phone: Store, tmp_path: Path) -> None:
    copy = phone.take_snapshot("daily")
    bad = tmp_path / "bad.db"
    for statement in (
        "CREATE TRIGGER t AFTER UPDATE ON games BEGIN DELETE FROM games; END",
        "CREATE VIEW v AS SELECT 1",
    ):
        shutil.copyfile(copy, bad)
        connection = sqlite3.connect(bad)
        connection.execute(statement)
        connection.commit()
        connection.close()
        assert_refused_and_unchanged(other, bad, "damaged")
    connection = sqlite3.connect(bad)
    connection.execute("DROP VIEW v")
    connection.execute("UPDATE games SET players = '[1, 2]'")
    connection.commit()
    connection.close()
    assert_refused_and_unchanged(other, bad)


def test_when_the_import_fails_at_the_last_moment_its_photos_go_too(
    other: Store, backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games, files = everything(other), files_of(other.folder)
    calls = []

    def stumble(store: Store, path: Path) -> Path:
        calls.append(path)
        if len(calls) == 2:
            raise RuntimeError("the lights went out")
        return real(store, path)

    real = backup_module._move_photo
    monkeypatch.setattr(backup_module, "_move_photo", stumble)
    with pytest.raises(RuntimeError):
        import_backup(other, backup)
    assert everything(other) == games
    now = {name: data for name, data in files_of(other.folder).items() if not name.startswith("backups/")}
    assert now == {name: data for name, data in files.items() if not name.startswith("backups/")}


def test_the_documentation_names_every_field(phone: Store, backup: Path) -> None:
    text = DOCS.read_text(encoding="utf-8")
    with zipfile.ZipFile(backup) as source:
        manifest = json.loads(source.read("backup.json"))
        game = json.loads(source.read("games.jsonl").splitlines()[0])
        names = {name if not name.startswith("photos/") else "photos/" for name in source.namelist()}
    for word in (*manifest, *manifest["photos"][0], *game, *names, manifest["format"], game["format"]):
        assert f"`{word}" in text, word


def test_many_games_go_through_a_backup(tmp_path: Path, clock: Clock) -> None:
    with open_store(tmp_path / "a", clock=clock) as store, open_store(tmp_path / "b", clock=clock) as other:
        for game in numbered(70, clock):
            store.save_step(game)
        export_backup(store, tmp_path / "b.zip")
        import_backup(other, tmp_path / "b.zip")
        assert other.games() == store.games()
