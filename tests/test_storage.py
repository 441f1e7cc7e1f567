"""Stored games: saved, listed, searched, deleted, loaded again."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from stored_games import (
    STATE,
    Clock,
    fast_folder,
    jpeg,
    marble_game,
    marble_players,
    numbered,
    via_romana_game,
)

from companion.storage import (
    STEPS,
    GameNotFound,
    SavedGame,
    Store,
    data_folder,
    new_game,
    open_store,
    read_game,
    title,
)
from companion.storage.migrations import VERSION
from companion.storage.seats import TITLES
from scoring.errors import BadInput
from scoring.games import GAMES


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    yield from fast_folder()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(tmp_path: Path, clock: Clock) -> Store:
    return open_store(tmp_path / "data", clock=clock)


def test_every_step_of_a_game_is_there_after_reopening(tmp_path: Path, clock: Clock) -> None:
    whole = marble_game(clock=clock)
    game = new_game("marble", clock=clock)
    steps = (
        ("players", {"players": whole.players, "start_player": "Julia", "draft": {"screen": "players"}}),
        ("photo", {}),
        ("review", {"reading": whole.reading, "corrections": whole.corrections}),
        ("counts", {"state": whole.state, "layout": whole.layout}),
        ("sheet", {"ruleset": whole.ruleset, "sheet": whole.sheet}),
        ("done", {"notes": "Salvē!\nzweite Zeile", "location": "Köln", "duration_minutes": 0}),
    )
    assert tuple(step for step, _ in steps) == STEPS
    for step, changes in steps:
        with open_store(tmp_path, clock=clock) as store:
            if step == "photo":
                changes = {"photos": (store.add_photo(jpeg(1)), store.add_photo(jpeg(2)))}
            game = store.save_step(game.at_step(step, **changes))
        with open_store(tmp_path, clock=clock) as store:
            assert store.game(game.id) == game
            assert [s.id for s in store.unfinished()] == ([] if step == "done" else [game.id])


def test_a_game_survives_the_way_through_its_document(clock: Clock) -> None:
    for game in (marble_game(clock=clock), via_romana_game(clock), new_game("alea", clock=clock)):
        assert read_game(game.as_json()) == game


@pytest.mark.parametrize(
    ("field", "value", "named"),
    [
        ("id", "../../etc/passwd", "id"),
        ("game", "Marble; DROP TABLE games", "game"),
        ("step", "won", "step"),
        ("created", "yesterday", "created"),
        ("created", "2025-01-01T10:00:00", "created"),
        ("modified", 12, "modified"),
        ("players", {"format": "marble-players/1", "game": "alea", "players": []}, "players.game"),
        (
            "players",
            {"format": "marble-players/1", "game": "marble", "players": [{}]},
            "players.players[0].name",
        ),
        ("start_player", "Nobody", "start_player"),
        ("photos", ["../x"], "photos[0]"),
        ("state", {"format": "marble-state/2"}, "state.format"),
        ("sheet", {"format": "marble-sheet/1"}, "sheet.players"),
        ("notes", "half a pair \ud800", "notes"),
        ("notes", "null \0", "notes"),
        ("duration_minutes", -1, "duration_minutes"),
        ("duration_minutes", True, "duration_minutes"),
        ("colour", "red", "colour"),
    ],
)
def test_a_wrong_document_is_refused_with_its_field(field: str, value: object, named: str) -> None:
    document = marble_game().as_json()
    document[field] = value
    with pytest.raises(BadInput) as refused:
        read_game(document)
    assert refused.value.field == named


def test_a_wrong_game_is_not_saved(store: Store) -> None:
    with pytest.raises(BadInput):
        store.save_step(replace(marble_game(), notes="\ud800"))
    with pytest.raises(ValueError, match="add_photo"):
        store.save_step(replace(marble_game(), photos=("a" * 64,)))
    assert store.games() == ()


def test_games_are_listed_newest_first_and_found_by_words(store: Store, clock: Clock) -> None:
    first = store.save_step(marble_game(("Zoë", "Marcus"), clock=clock, notes="Close one", location=""))
    clock.jump(days=40)
    second = store.save_step(via_romana_game(clock))
    clock.jump(days=1)
    third = store.save_step(marble_game(clock=clock))
    assert [s.id for s in store.games()] == [third.id, second.id, first.id]
    assert [s.id for s in store.games("zoe")] == [first.id]
    assert [s.id for s in store.games("ZURICH julia")] == [third.id]
    assert [s.id for s in store.games("marcus")] == [second.id, first.id]
    assert [s.id for s in store.games("marcus", "via_romana")] == [second.id]
    assert [s.id for s in store.games("via rom")] == [second.id]
    assert [s.id for s in store.games("2025-04")] == [third.id, second.id]
    assert [s.id for s in store.games(limit=2)] == [third.id, second.id]
    for hostile in ("%", "_", "' OR 1=1 --", "\0"):
        assert store.games(hostile) == () or hostile in first.id
    summary = store.games("zoe")[0]
    assert [(s.name, s.colour, s.started) for s in summary.seats] == [
        ("Zoë", "purple", True),
        ("Marcus", "black", False),
    ]
    assert summary.winners == tuple(first.sheet["winners"])  # type: ignore[index]


def test_a_long_list_says_the_same_as_a_short_one(store: Store, clock: Clock) -> None:
    photo = store.add_photo(jpeg())
    for game in numbered(60, clock):
        store.save_step(replace(game, photos=(photo,)))
    long = store.games()
    assert len(long) == 60
    assert store.games(limit=10) == long[:10]


def test_delete_hides_a_game_and_undelete_brings_it_back(store: Store, clock: Clock) -> None:
    game = store.save_step(marble_game(clock=clock))
    store.delete(game.id)
    assert store.games() == ()
    assert [s.id for s in store.games(deleted=True)] == [game.id]
    assert store.player_names() == () and store.starts() == {}
    store.undelete(game.id)
    assert store.game(game.id) == game
    assert [s.id for s in store.games()] == [game.id]
    store.delete(game.id)
    clock.jump(days=29)
    assert store.purge_deleted() == 0
    clock.jump(days=2)
    assert store.purge_deleted() == 1
    with pytest.raises(GameNotFound):
        store.game(game.id)
    with store.database.reading() as connection:
        assert connection.execute("SELECT count(*) FROM documents").fetchone() == (0,)
    for action in (store.delete, store.undelete, store.load):
        with pytest.raises(GameNotFound):
            action("nobody")


def test_saving_a_deleted_game_brings_it_back(store: Store, clock: Clock) -> None:
    game = store.save_step(marble_game(clock=clock))
    store.delete(game.id)
    store.save_step(game)
    assert [s.id for s in store.games()] == [game.id]


def test_the_database_runs_in_its_safest_mode(store: Store, clock: Clock) -> None:
    connection = store.database.connection
    wanted = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "user_version": VERSION}
    assert {name: connection.execute(f"PRAGMA {name}").fetchone()[0] for name in wanted} == wanted
    game = store.save_step(marble_game(clock=clock, photos=(store.add_photo(jpeg()),)))
    store.delete(game.id)
    clock.jump(days=60)
    store.purge_deleted()
    for table in ("seats", "game_photos"):
        assert connection.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,), "gone with their game"


def test_an_id_may_be_shortened(store: Store, clock: Clock) -> None:
    one = store.save_step(marble_game(clock=clock))
    assert store.find_id(one.id[:8]) == one.id
    for wrong in ("", "zzz", "%"):
        with pytest.raises(GameNotFound):
            store.find_id(wrong)


def test_names_and_starts_come_from_earlier_games(store: Store, clock: Clock) -> None:
    store.save_step(marble_game(("julia", "Claudia"), clock=clock))
    clock.jump(days=1)
    store.save_step(marble_game(("Marcus", "Julia"), clock=clock))
    clock.jump(days=1)
    store.save_step(marble_game(("Marcus", "Claudia"), clock=clock, start_player=None))
    assert store.player_names() == ("Marcus", "Claudia", "Julia")
    assert store.starts() == {"julia": 1, "Claudia": 0, "Marcus": 1, "Julia": 1}


def test_loading_recomputes_the_sheet_and_tells_a_difference(store: Store, clock: Clock) -> None:
    same = store.save_step(marble_game(clock=clock))
    assert store.load(same.id).differences == ()
    assert store.load(same.id).recomputed == same.sheet
    shown = marble_game(clock=clock).sheet
    assert shown is not None
    shown["players"][1]["lines"][0]["points"] += 2
    shown["players"][1]["total"] += 2
    changed = store.save_step(replace(marble_game(clock=clock), sheet=shown))
    loaded = store.load(changed.id)
    told = {(d.player, d.rule): (d.shown, d.now) for d in loaded.differences}
    points = shown["players"][1]
    assert told[("Claudia", "buildings")] == (
        str(points["lines"][0]["points"]),
        str(points["lines"][0]["points"] - 2),
    )
    assert told[("Claudia", "total")] == (str(points["total"]), str(points["total"] - 2))
    assert store.game(changed.id).sheet == shown, "the sheet that was shown must not be rewritten"


def test_a_sheet_that_cannot_be_computed_any_more_is_told_not_hidden(store: Store, clock: Clock) -> None:
    broken = store.save_step(marble_game(clock=clock, state={**STATE, "tiles": "many"}))
    loaded = store.load(broken.id)
    assert loaded.recomputed is None
    assert [d.rule for d in loaded.differences] == ["sheet"]
    assert "tiles" in loaded.differences[0].now
    without = store.save_step(marble_game(clock=clock, state=None))
    assert [d.rule for d in store.load(without.id).differences] == ["sheet"]
    for game in (via_romana_game(clock), new_game("marble", marble_players(), clock=clock)):
        assert store.load(store.save_step(game).id).differences == ()


def test_the_time_of_change_only_grows(store: Store, clock: Clock) -> None:
    game = store.save_step(marble_game(clock=clock))
    clock.jump(days=-400)
    assert store.save_step(game).modified > game.modified


def test_layouts_and_rulesets_are_stored_once(store: Store, clock: Clock) -> None:
    for game in numbered(5, clock):
        store.save_step(game)
    with store.database.reading() as connection:
        assert connection.execute("SELECT count(*) FROM documents").fetchone() == (2,)


def test_settings_are_any_json(store: Store) -> None:
    store.set_setting("photos.limit_mb", 20)
    store.set_setting("app.language", {"chosen": "nl", "text": "groß"})
    store.set_setting("photos.limit_mb", 30)
    assert store.setting("photos.limit_mb") == 30 and store.photo_limit_mb == 30
    assert store.setting("none") is None and store.setting("none", 7) == 7
    assert store.settings() == {"app.language": {"chosen": "nl", "text": "groß"}, "photos.limit_mb": 30}
    store.set_setting("photos.limit_mb", "a lot")
    assert store.photo_limit_mb == 500
    with pytest.raises(ValueError, match="setting"):
        store.set_setting("No Name!", 1)


def test_threads_share_a_store(store: Store, clock: Clock) -> None:
    games = list(numbered(24, clock))
    failures: list[BaseException] = []

    def work(mine: list[SavedGame]) -> None:
        try:
            for game in mine:
                store.save_step(game)
                store.games("julia")
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(games[n::4],)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    assert len(store.games()) == 24


def test_every_game_has_its_title() -> None:
    assert {game.name: game.title for game in GAMES} == TITLES
    assert title("toy_game") == "Toy Game"


def test_the_data_folder_follows_the_platform(monkeypatch: pytest.MonkeyPatch) -> None:
    home = Path("/home/julia")
    monkeypatch.setattr(Path, "home", lambda: home)
    assert data_folder({"MARBLE_HOME": "/x/y"}, "linux") == Path("/x/y")
    assert data_folder({}, "linux") == home / ".local/share/marble-companion"
    assert data_folder({"XDG_DATA_HOME": "/data"}, "linux") == Path("/data/marble-companion")
    assert data_folder({"XDG_DATA_HOME": "relative"}, "linux") == home / ".local/share/marble-companion"
    assert data_folder({}, "darwin") == home / "Library/Application Support/marble-companion"
    assert data_folder({"LOCALAPPDATA": "/Local"}, "win32") == Path("/Local/marble-companion")
    assert data_folder({}, "win32") == home / "AppData/Local/marble-companion"
    assert data_folder({"ANDROID_PRIVATE": "/data/app"}, "android") == Path("/data/app/marble-companion")


def test_marble_home_is_where_the_store_opens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MARBLE_HOME", str(tmp_path / "here"))
    with open_store() as store:
        assert store.folder == tmp_path / "here"
    assert (tmp_path / "here" / "games.db").is_file()
