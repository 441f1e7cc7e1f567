"""The history: found, opened, deleted and brought back, exported and imported; statistics with plots."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from harness import Driver, FakePlatform

from companion.ui.sample_games import store_samples


def rows(driver: Driver) -> list[Any]:
    return [w for w in driver.widgets() if type(w).__name__ == "GameRow"]


@pytest.fixture
def ids(driver: Driver) -> list[str]:
    found = store_samples(driver.app, 6)
    driver.app.nav.open("history")
    driver.frames(4)
    return found


def test_newest_first_and_by_month(driver: Driver, ids: list[str]) -> None:
    assert [row.summary.id for row in rows(driver)] == ids[::-1]
    texts = driver.texts()
    assert texts.index("February 2025") < texts.index("January 2025")


def test_search_and_filter(driver: Driver, ids: list[str]) -> None:
    field = next(w for w in driver.widgets() if type(w).__name__ == "Field")
    driver.type(field, "zurich")
    driver.until(lambda: len(rows(driver)) == 2, 5)
    driver.tap("Alea Iacta Est")
    assert rows(driver) == []
    assert "No game fits this search." in driver.texts()
    driver.kill()
    driver.start()
    assert "No game fits this search." in driver.texts(), "search and filter survive"
    driver.tap("Show all games")
    assert len(rows(driver)) == len(ids)


@pytest.mark.parametrize("name", ["history", "statistics"])
def test_without_games_the_way_to_the_first_is_offered(driver: Driver, name: str) -> None:
    driver.app.nav.open(name)
    driver.until(lambda: "Score a game" in driver.texts(), 5)
    driver.tap("Score a game")
    assert driver.app.nav.stack[-1].name == "home"


def test_delete_and_undo(driver: Driver, ids: list[str]) -> None:
    driver.tap(rows(driver)[0])
    driver.tap("Delete the game")
    assert driver.app.nav.stack[-1].name == "history"
    assert ids[-1] not in [row.summary.id for row in rows(driver)]
    driver.tap("Undo")
    assert ids[-1] in [row.summary.id for row in rows(driver)]


def test_deleted_games_can_come_back_later(driver: Driver, ids: list[str]) -> None:
    driver.app.store.delete(ids[0])
    driver.app.nav.rebuild()
    driver.frames(3)
    driver.tap("All games")
    driver.tap("Deleted games")
    driver.tap("Restore")
    assert len(rows(driver)) == 6


def test_notes_are_kept(driver: Driver, ids: list[str]) -> None:
    driver.tap(rows(driver)[0])
    field = [w for w in driver.widgets() if type(w).__name__ == "Field"][-1]
    driver.type(field, "A long evening.")
    driver.back()
    assert driver.app.store.game(ids[-1]).notes == "A long evening."


def test_a_changed_result_is_told_not_rewritten(driver: Driver, ids: list[str]) -> None:
    from dataclasses import replace

    game = driver.app.store.game(ids[3])
    assert game.sheet is not None
    first = {**game.sheet["players"][0], "total": 99}
    sheet = {**game.sheet, "players": [first, *game.sheet["players"][1:]]}
    driver.app.store.save_step(replace(game, sheet=sheet))
    driver.app.nav.open("game_details", id=game.id)
    driver.frames(3)
    assert "Today's rules give another result" in driver.texts()
    assert any("99 then" in text for text in driver.texts())
    assert driver.app.store.game(game.id).sheet == sheet


def test_backup_goes_out_and_comes_in(
    driver: Driver, ids: list[str], platform: FakePlatform, tmp_path: Path
) -> None:
    driver.tap("All games")
    driver.tap("Save a backup of all games")
    driver.until(lambda: any(call[0] == "share_file" for call in platform.calls))
    call = next(call for call in platform.calls if call[0] == "share_file")
    backup = tmp_path / "backup.zip"
    backup.write_bytes(call[4])
    for game_id in ids[:2]:
        driver.app.store.delete(game_id)
    driver.app.store.purge_deleted(older_than=_no_time())
    driver.app.nav.rebuild()
    driver.frames(3)
    assert len(rows(driver)) == 4
    platform.photo = backup
    driver.tap("All games")
    driver.tap("Take over games from a backup")
    driver.until(lambda: len(rows(driver)) == 6)
    assert "2 games added." in driver.texts()


def test_a_file_that_is_no_backup_changes_nothing(
    driver: Driver, ids: list[str], platform: FakePlatform, tmp_path: Path
) -> None:
    platform.photo = tmp_path / "holiday.zip"
    platform.photo.write_bytes(b"PK\x03\x04 not really")
    driver.tap("All games")
    driver.tap("Take over games from a backup")
    driver.until(lambda: not driver.app.overlay.sheets)
    driver.frames(3)
    assert len(rows(driver)) == 6


def test_statistics_are_drawn(driver: Driver, ids: list[str]) -> None:
    driver.tap("Statistics")
    driver.until(lambda: driver.app.nav.screen.ids.plots.children)
    driver.frames(3)
    plots = [w for w in driver.widgets() if type(w).__name__ == "SharePlot"]
    assert plots and all(0 <= plot.low <= plot.rate <= plot.high <= 1 for plot in plots)
    assert "Does it help to start?" in driver.texts()
    driver.tap("Via Romana")
    driver.until(lambda: "1 game" in driver.texts() or "2 games" in driver.texts())
    width, _height, pixels = driver.picture()
    assert len(set(pixels[i : i + 3] for i in range(0, len(pixels), 3 * 997))) > 20 and width > 0


def _no_time() -> Any:
    from datetime import timedelta

    return timedelta(seconds=-5)
