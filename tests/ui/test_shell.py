"""Back button, resume, settings, margins, languages: what all screens share."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

from harness import LANDSCAPE, PHONE, Driver, FakePlatform
from kivy.core.window import Window

from companion.platform import Insets
from companion.translation import catalogue
from companion.ui.flow import Flow, Seat
from companion.ui.session import load_session
from companion.ui.settings import Settings, load_settings
from companion.ui.theme import look
from companion.version import VERSION


def test_back_closes_sheets_then_screens_then_leaves(driver: Driver, platform: FakePlatform) -> None:
    driver.tap(driver.find("Settings"))
    driver.tap("About this app")
    assert driver.app.overlay.sheets
    driver.back()
    assert not driver.app.overlay.sheets
    assert driver.app.nav.stack[-1].name == "settings"
    driver.back()
    assert [place.name for place in driver.app.nav.stack] == ["home"]
    driver.back()
    assert ("leave",) in platform.calls


def test_touch_beside_a_sheet_closes_it(driver: Driver) -> None:
    driver.app.nav.open("settings")
    driver.tap("About this app")
    driver.tap((Window.width / 2, Window.height - 40))
    assert not driver.app.overlay.sheets
    assert driver.app.nav.stack[-1].name == "settings"


def test_unfinished_game_is_offered_and_resumed(driver: Driver) -> None:
    driver.app.start_flow("alea", [Seat("Julia"), Seat("Titus")])
    driver.app.nav.open("players")
    driver.app.nav.home()
    driver.frames(3)
    assert "Alea Iacta Est · Julia, Titus" in driver.texts()
    driver.kill()
    driver.start()
    driver.tap("Go on")
    assert driver.app.nav.stack[-1].name == "players"
    assert [seat.name for seat in driver.app.flow.seats] == ["Julia", "Titus"]


def test_unfinished_game_is_given_up_with_undo(driver: Driver) -> None:
    driver.app.start_flow("alea", [Seat("Julia"), Seat("Titus")])
    driver.app.nav.home()
    driver.frames(3)
    driver.tap("Give it up")
    assert driver.app.flow is None
    driver.tap("Undo")
    assert driver.app.flow is not None
    assert "Unfinished game" in driver.texts()


def test_new_game_asks_before_it_gives_one_up(driver: Driver) -> None:
    first = driver.app.start_flow("alea", [Seat("Julia")])
    driver.app.nav.home()
    driver.frames(3)
    driver.tap("Score the board")
    driver.tap("Keep it")
    assert driver.app.flow is first
    driver.tap("Score the board")
    driver.tap("Begin a new game")
    assert driver.app.flow is not None and driver.app.flow.game == "marble"


def test_steps_are_in_the_store_and_can_be_opened_again(driver: Driver) -> None:
    flow = driver.app.start_flow("marble", [Seat("Julia", "purple"), Seat("Titus", "black", {"coins": 4})])
    flow.start = 1
    driver.app.nav.open("players")
    driver.app.save_step("players")
    saved = driver.app.store.game(flow.id)
    assert saved.start_player == "Titus"
    assert saved.players["players"][0] == {"name": "Titus", "colour": "black", "coins": 4}
    driver.app.close_flow()
    driver.app.nav.home()
    driver.app.open_game(flow.id)
    assert driver.app.flow == flow
    assert driver.app.nav.stack[-1].name == "players"


def test_language_changes_at_once_and_is_kept(driver: Driver) -> None:
    driver.tap(driver.find("Settings"))
    driver.tap("Nederlands")
    assert "Taal" in driver.texts()
    driver.kill()
    driver.start()
    assert catalogue.language == "nl"
    assert "Taal" in driver.texts()


def test_phone_language_is_the_default(platform: FakePlatform) -> None:
    platform.language = "de_AT"
    driver = Driver(platform, size=PHONE)
    driver.start()
    assert "Startspieler" in driver.texts()
    driver.stop()


def test_text_size_dark_and_colours(driver: Driver) -> None:
    before = look.body
    driver.app.nav.open("settings")
    driver.frames(3)
    driver.tap("Huge")
    assert look.body > before * 1.3
    driver.tap("Dark")
    assert look.dark
    width, _height, pixels = driver.picture()
    assert max(pixels[(Window.height - 20) * width * 3 : (Window.height - 20) * width * 3 + 3]) < 80
    driver.tap(driver.find("Colours for colour-blind people"))
    assert look.colour_blind
    assert load_settings(driver.app.folder / "settings.json").colour_blind


def test_margins_of_system_bars_are_kept_free(platform: FakePlatform) -> None:
    platform.margins = Insets(top=120, bottom=90)
    driver = Driver(platform, size=PHONE)
    driver.start()
    driver.app.nav.open("settings")
    driver.frames(3)
    title = next(w for w in driver.widgets() if getattr(w, "text", "") == "Settings")
    assert title.to_window(title.x, title.top)[1] <= Window.height - 120
    driver.app.nav.home()
    driver.frames(3)
    history = driver.find("History")
    assert history.to_window(history.x, history.y)[1] >= 90
    driver.stop()


def test_rotation_keeps_the_screen(driver: Driver) -> None:
    driver.app.nav.open("settings")
    driver.resize(LANDSCAPE)
    assert look.wide
    assert driver.app.nav.stack[-1].name == "settings"
    driver.resize(PHONE)
    assert not look.wide


def test_broken_files_are_no_reason_to_fail(platform: FakePlatform) -> None:
    folder = platform.data_folder()
    (folder / "session.json").write_text(
        '{"format": "marble-session/1", "stack": [{"name": "gone", "params": {}}'
    )
    (folder / "settings.json").write_text("[]")
    driver = Driver(platform, size=PHONE)
    driver.start()
    assert driver.app.settings == Settings()
    assert driver.app.nav.stack[-1].name == "home"
    driver.stop()


def test_screen_that_is_gone_is_left_out(platform: FakePlatform) -> None:
    session = {
        "format": "marble-session/1",
        "stack": [{"name": "home", "params": {}}, {"name": "no_such_screen", "params": {}}],
        "flow": None,
    }
    (platform.data_folder() / "session.json").write_text(json.dumps(session))
    driver = Driver(platform, size=PHONE)
    driver.start()
    assert [place.name for place in driver.app.nav.stack] == ["home"]
    driver.stop()


def test_session_round_trip(driver: Driver, platform: FakePlatform) -> None:
    flow = driver.app.start_flow("marble", [Seat("Zoë", "purple", {"bridges": [3, 1]})])
    flow.section("review")["doubt"] = 2
    driver.app.save()
    assert load_session(platform.folder / "session.json").flow == flow
    assert Flow.from_json(json.loads(json.dumps(flow.to_json()))) == flow


def test_settings_that_make_no_sense_are_ignored() -> None:
    strange = {"language": "xx", "text_size": 7, "vibration": "yes", "start_seconds": 99, "more": 1}
    assert Settings.from_json(strange) == Settings(start_seconds=10)


def test_full_disk_is_told_and_not_fatal(driver: Driver, monkeypatch) -> None:
    def refuse(*_arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.ui.shell.save_session", refuse)
    driver.app.nav.open("settings")
    driver.frames(3)
    assert any("No space left" in text for text in driver.texts())


def test_version_is_the_project_s() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["version"] == VERSION


def test_error_in_a_callback_does_not_end_the_app(driver: Driver) -> None:
    from kivy.base import ExceptionManager

    from companion.ui.mishaps import MOST, Mishaps

    mishaps = Mishaps(driver.app)
    for _time in range(MOST):
        assert mishaps.handle_exception(ZeroDivisionError("oh")) == ExceptionManager.PASS
    driver.frames(2)
    assert any("went wrong" in text for text in driver.texts())
    assert mishaps.handle_exception(ZeroDivisionError("again")) == ExceptionManager.RAISE
    assert mishaps.handle_exception(KeyboardInterrupt()) == ExceptionManager.RAISE
