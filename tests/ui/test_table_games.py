"""Via Romana and Alea Iacta Est from the first tap to the stored result, by touches."""

from __future__ import annotations

from typing import Any

from harness import Driver, FakePlatform

from companion.ui.flow import Seat


def cell(driver: Driver, hint: str) -> Any:
    return next(w for w in driver.widgets() if getattr(w, "hint", None) == hint)


def tiles(driver: Driver) -> list[Any]:
    """The tiles to count with, from the top left."""
    found = [w for w in driver.widgets() if type(w).__name__ == "TallyFace"]
    return sorted(found, key=lambda w: (-w.to_window(w.x, w.y)[1], w.to_window(w.x, w.y)[0]))


def begin(driver: Driver, game: str, *names: str) -> None:
    driver.app.start_flow(game, [Seat(name) for name in names])
    driver.app.nav.open(game)
    driver.frames(3)


def entry(driver: Driver, seat: int) -> dict[str, Any]:
    assert driver.app.flow is not None
    return driver.app.flow.seats[seat].entry


def test_via_romana_by_touches(driver: Driver) -> None:
    begin(driver, "via_romana", "Julia", "Marcus")
    two, _three, four, one_castle, *_rest = tiles(driver)
    for tile in (two, four, four, one_castle, one_castle):
        driver.tap(tile)
    assert entry(driver, 0) == {"markers": [4, 4, 2], "castles": [1, 1]}
    minus = next(w for w in four.parent.walk() if getattr(w, "hint", "") == "less")
    driver.tap(minus)
    assert entry(driver, 0)["markers"] == [4, 2]
    eagle = next(w for w in driver.widgets() if type(w).__name__ == "Toggle")
    driver.tap(eagle)
    assert entry(driver, 0)["eagle"]
    driver.tap("Next: Marcus")
    driver.tap(next(w for w in driver.widgets() if type(w).__name__ == "Toggle"))
    assert (entry(driver, 0)["eagle"], entry(driver, 1)["eagle"]) == (False, True), "there is one eagle"
    driver.tap("Who won?")
    assert driver.app.nav.stack[-1].name == "final_score"
    assert "Julia wins" in driver.texts()
    assert "8 points, 6 ahead." in driver.texts()


def test_via_romana_goes_on_after_being_killed(driver: Driver) -> None:
    begin(driver, "via_romana", "Julia", "Marcus")
    driver.tap(tiles(driver)[2])
    driver.tap("Next: Marcus")
    driver.tap(tiles(driver)[0])
    driver.kill()
    driver.start()
    assert driver.app.nav.stack[-1].name == "via_romana"
    assert [entry(driver, seat)["markers"] for seat in (0, 1)] == [[4], [2]]
    assert "Who won?" in driver.texts(), "the second player's page is open again"


def test_impossible_entries_warn_but_count(driver: Driver) -> None:
    begin(driver, "via_romana", "Julia", "Marcus")
    four = tiles(driver)[2]
    for _tap in range(6):
        driver.tap(four)
    warning = "6 markers of value 4 in all, but the box holds 5."
    assert any(text.startswith(warning) for text in driver.texts())
    assert "24" in driver.texts(), "it counts all the same"
    driver.tap(next(w for w in driver.widgets() if type(w).__name__ == "WarningStrip"))
    assert "It counts as entered; nothing is forbidden." in driver.texts()


def test_alea_by_touches(driver: Driver) -> None:
    begin(driver, "alea", "Julia", "Marcus", "Octavia", "Titus")
    driver.tap(cell(driver, "red 3"))
    driver.tap(cell(driver, "joker 0"))
    for hint in ("red f 2", "red m 3", "red m 3", "blue f 1"):
        driver.tap(cell(driver, hint))
    julia = entry(driver, 0)
    assert julia["provinces"] == [{"colour": "red", "value": 3}, {"colour": "joker", "value": 0}]
    assert julia["patricians"].count({"colour": "red", "sex": "m", "value": 3}) == 2
    driver.tap("Add an extra province")
    driver.tap("Add a card with points")
    steps = [w for w in driver.widgets() if type(w).__name__ == "StepButton" and w.hint == "more"]
    driver.tap(steps[-1])
    assert julia["senate"] == [{"points": 0, "extra_province": True}, {"points": 1}]
    # Red 3 with a couple: 3 + 2 + 3; second man in the joker: 3; woman in the extra province: 1; card: 1.
    tabs = next(w for w in driver.widgets() if type(w).__name__ == "PlayerTabs")
    assert tabs.points[0] == 13


def test_alea_has_one_of_each_province(driver: Driver) -> None:
    begin(driver, "alea", "Julia", "Marcus")
    driver.tap(cell(driver, "red 3"))
    driver.tap("Next: Marcus")
    assert cell(driver, "red 3").holder == "J"
    driver.tap(cell(driver, "red 3"))
    assert entry(driver, 0)["provinces"] == []
    assert entry(driver, 1)["provinces"] == [{"colour": "red", "value": 3}]
    assert "It was with Julia until now." in driver.texts()


def test_alea_colours_of_the_box_are_kept(driver: Driver) -> None:
    begin(driver, "alea", "Julia", "Marcus")
    driver.tap(cell(driver, "red 3"))
    driver.tap(next(w for w in driver.widgets() if type(w).__name__ == "ColourTab"))
    driver.tap("brown")
    assert entry(driver, 0)["provinces"] == [{"colour": "brown", "value": 3}]
    assert driver.app.store.setting("alea.colours")[0] == "brown"
    driver.kill()
    driver.start()
    assert cell(driver, "brown 3").count == 1


def test_score_sheet_explains_and_goes_to_the_history(driver: Driver) -> None:
    from companion.ui.screens.alea import sample_players

    sample_players(driver.app)
    driver.app.nav.open("final_score")
    driver.frames(4)
    assert driver.app.flow is not None
    game_id = driver.app.flow.id
    assert "Above all Patricians: 13, Marcus has 9." in driver.texts()
    lines = [w for w in driver.widgets() if type(w).__name__ == "ScoreRow"]
    driver.tap(next(line for line in lines if line.rule == "patricians"))
    assert any("red man III lives in red III" in text for text in driver.texts())
    driver.back()
    assert driver.app.nav.stack[-1].name == "final_score", "back closes the explanation only"
    assert "Where Julia's patricians live" in driver.texts()
    driver.tap("Done")
    stored = driver.app.store.game(game_id)
    assert stored.step == "done" and stored.sheet is not None
    driver.tap("Show")
    assert driver.app.nav.stack[-1].params == {"id": game_id}


def test_emptying_a_page_can_be_undone(driver: Driver) -> None:
    begin(driver, "via_romana", "Julia", "Marcus")
    driver.tap(tiles(driver)[0])
    driver.tap("Empty this page")
    assert entry(driver, 0) == {}
    driver.tap("Undo")
    assert entry(driver, 0) == {"markers": [2]}


def test_road(driver: Driver) -> None:
    begin(driver, "via_romana", "Julia", "Marcus", "Octavia")
    driver.tap("A road is complete")
    plus = [w for w in driver.widgets() if type(w).__name__ == "StepButton" and w.hint == "more"]
    for button, times in zip(plus, (1, 2, 2), strict=False):
        for _tap in range(times):
            driver.tap(button)
    assert "Marcus wins, but no marker is left" in driver.texts(), "the first tied player after Julia"
    assert "Octavia: 2 cards" in driver.texts()
    octavia = [w for w in driver.widgets() if type(w).__name__ == "Chip" and w.text == "Octavia"]
    driver.tap(octavia[0])
    assert "Octavia wins, but no marker is left" in driver.texts()


def test_without_players_the_way_to_them_is_shown(driver: Driver, platform: FakePlatform) -> None:
    begin(driver, "alea", "Julia")
    assert "Who plays? Add at least two players." in driver.texts()


def test_round_of_dice(driver: Driver) -> None:
    begin(driver, "alea", "Julia", "Marcus", "Octavia", "Titus")
    driver.tap("A round of dice")
    for _die in range(2):
        driver.tap(cell(driver, "die 4"))
    assert "Yes, they may go there." in driver.texts()
    driver.tap("Place them")
    marcus = next(w for w in driver.widgets() if type(w).__name__ == "PlayerTab" and w.name == "Marcus")
    driver.tap(marcus)
    for _die in range(2):
        driver.tap(cell(driver, "die 4"))
    assert "The same set lies in the castrum already." in driver.texts()
    driver.kill()
    driver.start()
    assert "Julia: a province" in driver.texts(), "the round goes on after a restart"
    driver.tap("Undo")
    assert "Yes, they may go there." in driver.texts()
