"""Fingers on the real screen, the wheel, and what becomes of the choice."""

from __future__ import annotations

import pytest
from harness import PHONE, Driver, FakePlatform
from kivy.core.window import Window

from companion.ui.chooser import Phase
from companion.ui.flow import Seat


def lay_fingers(driver: Driver, count: int) -> list[tuple[int, tuple[float, float]]]:
    places = [
        (Window.width * (0.2 + 0.6 * (number % 3) / 2), Window.height * (0.15 + 0.13 * (number // 3)))
        for number in range(count)
    ]
    return list(zip(driver.fingers_down(places), places, strict=True))


@pytest.mark.parametrize("count", [2, 4, 10])
def test_fingers_choose_one(driver: Driver, platform: FakePlatform, count: int) -> None:
    driver.app.change_settings(start_seconds=1)
    driver.app.nav.open("start_player", game="marble", way="fingers")
    driver.frames(2)
    fingers = lay_fingers(driver, count)
    pad = driver.app.nav.screen.pad
    assert len(pad.draw.fingers) == count
    assert pad.draw.phase is Phase.COUNTING
    driver.until(lambda: pad.draw.phase is Phase.CHOSEN, within=5)
    driver.frames(2)
    assert any("begins" in text for text in driver.texts())
    width, _height, pixels = driver.picture()
    # The chosen colour reaches the corners of the field above the sheet.
    from companion.ui.theme import look

    expected = tuple(round(part * 255) for part in look.ring(pad.draw.chosen.ring)[:3])
    row = int(Window.height - pad.top) + 10
    sheet = driver.app.overlay.sheets[0]
    scrim = sheet.shown
    assert scrim == 1.0
    at = (row * width + 5) * 3
    found = tuple(pixels[at : at + 3])
    assert found[expected.index(max(expected))] == max(found), (found, expected)
    for finger, place in fingers:
        driver.finger_up(finger, place)
    assert pad.draw.phase is Phase.CHOSEN
    vibrations = [call for call in platform.calls if call[0] == "vibrate"]
    assert len(vibrations) == count + 1


def test_no_vibration_if_not_wanted(driver: Driver, platform: FakePlatform) -> None:
    driver.app.change_settings(vibration=False)
    driver.app.nav.open("start_player", way="fingers")
    driver.frames(2)
    lay_fingers(driver, 2)
    assert platform.calls == []


def test_chosen_finger_names_the_start_player(driver: Driver) -> None:
    flow = driver.app.start_flow("marble", [Seat("Julia"), Seat("Octavia"), Seat("Marcus")])
    driver.app.change_settings(start_seconds=1)
    driver.app.nav.open("players")
    driver.app.nav.open("start_player", game="marble", way="fingers")
    driver.frames(2)
    fingers = lay_fingers(driver, 3)
    driver.until(lambda: driver.app.overlay.sheets, within=5)
    for finger, place in fingers:
        driver.finger_up(finger, place)
    driver.tap("Octavia")
    assert flow.start == 1
    assert driver.app.nav.stack[-1].name == "players"
    assert "Octavia begins" in driver.texts()


def test_back_takes_the_choice_back(driver: Driver) -> None:
    driver.app.change_settings(start_seconds=1)
    driver.app.nav.open("start_player", way="fingers")
    driver.frames(2)
    fingers = lay_fingers(driver, 2)
    driver.until(lambda: driver.app.overlay.sheets, within=5)
    for finger, place in fingers:
        driver.finger_up(finger, place)
    driver.back()
    assert driver.app.nav.stack[-1].name == "start_player"
    assert driver.app.nav.screen.pad.draw.phase is Phase.WAITING
    driver.back()
    assert driver.app.nav.stack[-1].name == "home"


def test_wheel_with_typed_names(driver: Driver) -> None:
    driver.app.nav.open("start_player", game="alea", way="wheel")
    driver.frames(2)
    screen = driver.app.nav.screen
    for name in ("Julia", "Octavia", "Julia"):
        driver.type(screen.ids.new_name, name)
        driver.tap(screen.ids.new_name)
        screen.ids.new_name.dispatch("on_text_validate")
        driver.frames(2)
    assert screen.params["names"] == ["Julia", "Octavia"]
    driver.tap("Turn the wheel")
    title = next(text for text in driver.texts() if text.endswith(" begins"))
    chosen = title.removesuffix(" begins")
    assert chosen in ("Julia", "Octavia")
    # The sector of the chosen name stands under the pointer, which is at the top.
    share, index = 180, screen.params["names"].index(chosen)
    assert 0 <= (-screen.ids.wheel.angle) % 360 - index * share <= share
    driver.tap("Score a game with these players")
    assert driver.app.flow.turn_order()[0].name == chosen
    assert driver.app.flow.game == "alea"
    assert driver.app.nav.stack[-1].name == "players"


def test_mouse_gets_the_wheel(platform: FakePlatform) -> None:
    platform.has_touch = False
    driver = Driver(platform, size=PHONE)
    driver.start()
    driver.tap("Start player")
    assert driver.app.nav.screen.way == "wheel"
    driver.stop()


def test_each_game_shows_its_own_rule(driver: Driver) -> None:
    rules = {"marble": "wolves", "via_romana": "lot", "alea": "youngest"}
    for game, word in rules.items():
        driver.app.nav.open("start_player", game=game)
        driver.frames(2)
        assert any(word in text for text in driver.texts())
