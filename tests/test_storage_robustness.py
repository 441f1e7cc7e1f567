"""What happens to the games when the process, the disk, the folder or the file fails."""

from __future__ import annotations

import errno
import os
import random
import resource
import shutil
import signal
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from stored_games import Clock, fast_folder, jpeg, marble_game, numbered

from companion.storage import (
    STEPS,
    SavedGame,
    StoreDamaged,
    StoreTooNew,
    StoreUnavailable,
    export_backup,
    import_backup,
    open_store,
    restore_last_backup,
)
from companion.storage import migrations as migrations_module
from companion.storage.migrations import VERSION
from companion.storage.opening import FILE_NAME

FIXTURE = Path(__file__).parent / "data" / "store-format-1.sql"
needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
KILLS = 200


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """In memory the waits for the disk are short, so that kills hit every part of a step."""
    yield from fast_folder()


def in_child(work: Callable[[int], None]) -> tuple[int, int]:
    """Runs `work(pipe)` in a forked process; gives its pid and the reading end of the pipe."""
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            os.close(reader)
            work(writer)
            code = 0
        finally:
            os._exit(code)
    os.close(writer)
    return pid, reader


def read_all(pipe: int) -> bytes:
    with os.fdopen(pipe, "rb") as stream:
        return stream.read()


def assert_sound(folder: Path) -> None:
    connection = sqlite3.connect(folder / FILE_NAME)
    try:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    finally:
        connection.close()


@needs_fork
def test_killed_at_200_random_moments_the_last_completed_step_is_there(tmp_path: Path) -> None:
    """The child tells each completed step through a pipe; it is killed without warning while it goes on."""
    draw = random.Random(20250301)
    photos = [jpeg(seed) for seed in range(90)]
    told_in_all = 0
    for turn in range(KILLS):
        game = marble_game(notes="0")

        def play(pipe: int, game: SavedGame = game, turn: int = turn) -> None:
            with open_store(tmp_path) as store:
                os.write(pipe, b"0\n")
                for number in range(1, 10_000):
                    photo = store.add_photo(photos[(3 * turn + number) % len(photos)])
                    step = STEPS[number % len(STEPS)]
                    store.save_step(game.at_step(step, notes=str(number), photos=(photo,)))
                    os.write(pipe, f"{number}\n".encode())

        pid, reader = in_child(play)
        told = b""
        if (
            turn % 10
        ):  # one in ten is killed while it opens the store, the others during their first few steps
            steps = draw.randint(1, 4)
            while told.count(b"\n") < steps:
                told += os.read(reader, 100)
        time.sleep(draw.uniform(0.0, 0.006))
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        told += read_all(reader)
        last = int(told.split()[-1]) if told else 0
        told_in_all += last
        with open_store(tmp_path) as store:
            if last:
                kept = store.game(game.id)
                # The next step may be there too, when only its word did not get out.
                assert last <= int(kept.notes) <= last + 1, f"turn {turn}"
                assert kept.step == STEPS[int(kept.notes) % len(STEPS)]
                assert kept.sheet == game.sheet
                (photo,) = kept.photos
                path = store.photo_path(photo)
                assert path is not None and path.stat().st_size > 0
            if turn % 20 == 19:
                assert_sound(tmp_path)
    assert_sound(tmp_path)
    assert told_in_all > KILLS, "the children must have been saving when they were killed"
    with open_store(tmp_path) as store:
        assert 20 < len(list((tmp_path / "photos").glob("??/*.jpg"))) <= len(photos)
        store.clean_up(store.propose_clean_up())
        assert not list((tmp_path / "photos").glob("??/.unfinished*"))


@needs_fork
def test_killed_while_importing_all_or_nothing_is_there(tmp_path: Path) -> None:
    clock = Clock()
    with open_store(tmp_path / "source", clock=clock) as source:
        for game in numbered(150, clock):
            source.save_step(game)
        export_backup(source, tmp_path / "backup.zip")
    draw = random.Random(5)
    counts = set()
    for turn in range(15):
        folder = tmp_path / f"target{turn}"
        with open_store(folder) as store:
            store.save_step(marble_game())

        def bring(pipe: int, folder: Path = folder) -> None:
            with open_store(folder) as store:
                import_backup(store, tmp_path / "backup.zip")
                os.write(pipe, b"done")

        pid, reader = in_child(bring)
        time.sleep(draw.uniform(0.0, 0.15))
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        done = read_all(reader) == b"done"
        with open_store(folder) as store:
            count = len(store.games())
        counts.add(count)
        assert count in ((151,) if done else (1, 151))
        assert_sound(folder)
    assert 1 in counts


def test_a_full_database_refuses_and_keeps_what_was_there(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        kept = store.save_step(marble_game())
        pages = store.database.connection.execute("PRAGMA page_count").fetchone()[0]
        store.database.connection.execute(f"PRAGMA max_page_count = {pages + 3}")
        with pytest.raises(StoreUnavailable) as refused:
            store.save_step(replace(kept, notes="x" * 19_000))
        assert refused.value.reason == "disk_full"
        assert "full" in refused.value.message
        assert store.game(kept.id) == kept
        store.database.connection.execute(f"PRAGMA max_page_count = {pages + 1000}")
        store.save_step(replace(kept, notes="x" * 19_000))
    assert_sound(tmp_path)


@needs_fork
def test_when_the_kernel_refuses_to_write_more_nothing_is_lost(tmp_path: Path) -> None:
    """A limit on the size of files: the write really fails, in the middle of a step."""
    with open_store(tmp_path) as store:
        kept = store.save_step(marble_game())

    def overflow(pipe: int) -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        with open_store(tmp_path) as store:
            size = (tmp_path / FILE_NAME).stat().st_size
            resource.setrlimit(resource.RLIMIT_FSIZE, (size + 30_000, size + 30_000))
            try:
                for number in range(1000):
                    store.save_step(replace(kept, notes="x" * 10_000 + str(number)))
                    os.write(pipe, f"{number}\n".encode())
            except StoreUnavailable as error:
                os.write(pipe, f"refused {error.reason}".encode())

    pid, reader = in_child(overflow)
    told = read_all(reader).split(b"\n")
    os.waitpid(pid, 0)
    assert told[-1].startswith(b"refused")
    with open_store(tmp_path) as store:
        notes = store.game(kept.id).notes
    assert notes == (f"{'x' * 10_000}{int(told[-2])}" if len(told) > 1 else kept.notes)
    assert_sound(tmp_path)


def test_a_photo_that_does_not_fit_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_store(tmp_path) as store:

        def full(handle: int) -> None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        monkeypatch.setattr(os, "fsync", full)
        with pytest.raises(StoreUnavailable, match="No space left"):
            store.add_photo(jpeg())
        monkeypatch.undo()
        assert [path for path in (tmp_path / "photos").rglob("*") if path.is_file()] == []
        assert store.propose_clean_up().used_bytes == 0
        store.add_photo(jpeg())


def test_a_failed_daily_copy_does_not_keep_the_games_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_store(tmp_path) as store:
        kept = store.save_step(marble_game())
    shutil.rmtree(tmp_path / "backups")
    (tmp_path / "backups").write_text("a file where the folder should be")
    with open_store(tmp_path) as store:
        assert store.game(kept.id) == kept


def test_a_folder_that_cannot_be_made_is_refused_with_a_message(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    for folder in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(StoreUnavailable) as refused:
            open_store(folder)
        assert "MARBLE_HOME" in refused.value.message
    assert (tmp_path / "file").read_text() == "in the way"


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A temporary folder that any user may enter (pytest's own are private)."""
    folder = Path(tempfile.mkdtemp(prefix="marble-test-"))
    folder.chmod(0o755)
    yield folder
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755)
    shutil.rmtree(folder)


@needs_fork
@pytest.mark.parametrize("made_before", [True, False])
def test_a_read_only_folder_is_refused_and_left_alone(open_folder: Path, made_before: bool) -> None:
    place = open_folder / "data"
    place.mkdir()
    if made_before:
        with open_store(place) as store:
            store.save_step(marble_game())
    before = sorted((path.name, path.stat().st_mtime_ns) for path in place.iterdir())
    for path in place.rglob("*"):
        path.chmod(0o555 if path.is_dir() else 0o444)
    place.chmod(0o555)

    def look(pipe: int) -> None:
        if os.getuid() == 0:  # permission bits do not bind the superuser
            os.setgid(65534)
            os.setuid(65534)
        try:
            with open_store(place) as store:
                store.save_step(marble_game())
            os.write(pipe, b"saved")
        except StoreUnavailable as error:
            os.write(pipe, f"{error.reason}: {error}".encode())

    pid, reader = in_child(look)
    told = read_all(reader).decode()
    os.waitpid(pid, 0)
    assert told.startswith(("read_only:", "unavailable:")), told
    assert "folder" in told
    assert sorted((path.name, path.stat().st_mtime_ns) for path in place.iterdir()) == before


def damage_header(path: Path) -> None:
    path.write_bytes(b"this is not a database at all" * 400)


def damage_middle(path: Path) -> None:
    data = bytearray(path.read_bytes())
    for start in range(4096, len(data) - 100, 4096):
        data[start : start + 100] = random.Random(start).randbytes(100)
    path.write_bytes(bytes(data))


def cut_short(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: 4096 * 3 + 17])


@pytest.mark.parametrize("damage", [damage_header, damage_middle, cut_short])
def test_a_damaged_database_is_refused_moved_aside_and_its_backup_offered(
    tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    clock = Clock()
    with open_store(tmp_path, clock=clock) as store:
        photo = store.add_photo(jpeg())
        for game in numbered(3, clock):
            store.save_step(replace(game, photos=(photo,)))
    clock.jump(days=2)
    with open_store(tmp_path, clock=clock) as store:  # takes its daily copy
        wanted = store.games()
    damage(tmp_path / FILE_NAME)
    broken = (tmp_path / FILE_NAME).read_bytes()
    with pytest.raises(StoreDamaged) as refused:
        open_store(tmp_path, clock=clock)
    error = refused.value
    assert error.moved_to is not None and error.moved_to.read_bytes() == broken
    assert error.last_backup is not None and error.last_backup.is_file()
    assert str(error.moved_to) in error.message and str(error.last_backup) in error.message
    with open_store(tmp_path, clock=clock) as store:
        assert store.games() == ()
        store.save_step(marble_game(("New", "Names"), clock=clock))
        report = import_backup(store, error.last_backup)
        assert len(report.added) == 3
        assert [s for s in store.games() if s.id in report.added] == list(wanted)
        assert store.photo_path(photo) is not None
    restore_last_backup(tmp_path)
    with open_store(tmp_path, clock=clock) as store:
        assert store.games()


def test_restoring_takes_the_newest_sound_copy_and_keeps_what_was_there(tmp_path: Path) -> None:
    clock = Clock()
    with open_store(tmp_path, clock=clock) as store:
        first = store.save_step(marble_game(clock=clock))
        store.take_snapshot("daily")
        second = store.save_step(marble_game(clock=clock))
        newest = store.take_snapshot("daily")
    damage_middle(newest)
    restore_last_backup(tmp_path)
    with open_store(tmp_path, clock=clock) as store:
        assert [s.id for s in store.games()] == [first.id]
    (aside,) = (tmp_path / "damaged").glob("*.db")
    connection = sqlite3.connect(aside)
    assert {row[0] for row in connection.execute("SELECT id FROM games")} == {first.id, second.id}
    connection.close()
    shutil.rmtree(tmp_path / "backups")
    with pytest.raises(StoreUnavailable, match="no backup"):
        restore_last_backup(tmp_path)


def test_copies_are_made_daily_and_only_the_last_few_kept(tmp_path: Path) -> None:
    clock = Clock()
    for _ in range(9):
        with open_store(tmp_path, clock=clock) as store:
            store.save_step(marble_game(clock=clock))
        with open_store(tmp_path, clock=clock):
            pass
        clock.jump(hours=25)
    copies = sorted((tmp_path / "backups").iterdir())
    assert len(copies) == 5
    assert all(copy.name.endswith("-daily.db") for copy in copies)


def test_the_database_of_a_newer_app_is_left_alone(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        store.save_step(marble_game())
        store.database.connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    before = (tmp_path / FILE_NAME).read_bytes()
    with pytest.raises(StoreTooNew, match="update the app"):
        open_store(tmp_path)
    assert (tmp_path / FILE_NAME).read_bytes() == before


def test_the_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / FILE_NAME)
    connection.execute("CREATE TABLE wine (year INTEGER)")
    connection.commit()
    connection.close()
    with pytest.raises(StoreUnavailable, match="another program"):
        open_store(tmp_path)
    connection = sqlite3.connect(tmp_path / FILE_NAME)
    assert connection.execute("SELECT count(*) FROM wine").fetchone() == (0,)
    connection.close()


def old_store(folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    connection = sqlite3.connect(folder / FILE_NAME)
    connection.executescript(FIXTURE.read_text(encoding="utf-8"))
    connection.close()


def test_a_store_of_format_1_is_migrated_with_a_copy_before(tmp_path: Path) -> None:
    old_store(tmp_path)
    with open_store(tmp_path) as store:
        assert [s.id[:8] for s in store.games()] == ["33333333", "11111111"]
        assert [s.id[:8] for s in store.games("zoe")] == ["11111111"]
        assert store.starts() == {"Zoë": 1, "O'Hara": 0, "Julia": 0, "Claudia": 0}
        finished = store.load("11111111-1111-4111-8111-111111111111")
        assert finished.differences == ()
        assert finished.game.notes == 'It\'s "done"; --\nnext line'
        assert finished.game.photos == ("ab" * 32,)
        assert [s.id[:8] for s in store.games(deleted=True)] == ["22222222"]
        assert store.photo_limit_mb == 200
    (copy,) = (tmp_path / "backups").glob("*-before-format-2.db")
    connection = sqlite3.connect(copy)
    assert connection.execute("PRAGMA user_version").fetchone() == (1,)
    assert connection.execute("SELECT count(*) FROM games").fetchone() == (3,)
    connection.close()
    assert_sound(tmp_path)


def test_a_migration_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old_store(tmp_path)

    def stumble(connection: sqlite3.Connection) -> None:
        migrations_module._add_seats(connection)
        raise RuntimeError("the lights went out")

    monkeypatch.setattr(migrations_module, "MIGRATIONS", (migrations_module._create, stumble))
    with pytest.raises(RuntimeError, match="lights"):
        open_store(tmp_path)
    monkeypatch.undo()
    connection = sqlite3.connect(tmp_path / FILE_NAME)
    assert connection.execute("PRAGMA user_version").fetchone() == (1,)
    tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    assert "seats" not in tables
    connection.close()
    with open_store(tmp_path) as store:
        assert len(store.games()) == 2


def test_a_copy_of_an_old_store_can_be_imported(tmp_path: Path) -> None:
    old_store(tmp_path / "old")
    before = (tmp_path / "old" / FILE_NAME).read_bytes()
    with open_store(tmp_path / "new") as store:
        report = import_backup(store, tmp_path / "old" / FILE_NAME)
        assert len(report.added) == 2
        assert store.games("o'hara")[0].photos == ("ab" * 32,)
        assert store.photo_path("ab" * 32) is None
    assert (tmp_path / "old" / FILE_NAME).read_bytes() == before


@needs_fork
def test_two_processes_save_at_once(tmp_path: Path) -> None:
    """They race for the first opening too, and both go on changing one game that they share."""
    shared = marble_game(notes="")

    def save(who: int) -> Callable[[int], None]:
        def work(pipe: int) -> None:
            clock = Clock(shared.created + timedelta(days=who))
            with open_store(tmp_path) as store:
                for number, game in enumerate(numbered(30, clock)):
                    store.save_step(game)
                    store.save_step(replace(shared, notes=f"{who} {number}"))
                os.write(pipe, b"done")

        return work

    children = [in_child(save(who)) for who in (1, 2)]
    for pid, reader in children:
        assert read_all(reader) == b"done"
        os.waitpid(pid, 0)
    with open_store(tmp_path) as store:
        assert len(store.games()) == 61
        assert store.game(shared.id).notes in ("1 29", "2 29")
    assert_sound(tmp_path)


@needs_fork
def test_a_process_that_writes_for_too_long_is_named_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.storage.database.BUSY_SECONDS", 0.1)
    with open_store(tmp_path) as one, open_store(tmp_path) as other, one.database.transaction():
        with pytest.raises(StoreUnavailable) as refused:
            other.save_step(marble_game())
        assert refused.value.reason == "busy"
