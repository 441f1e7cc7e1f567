"""Names, completion, colours, seating by drag."""

from __future__ import annotations

from datetime import UTC, datetime

from harness import Driver

from companion.storage import SavedGame
from companion.ui.flow import Seat


def open_with(driver: Driver, *names: str, game: str = "marble") -> None:
    driver.app.start_flow(game, [Seat(name) for name in names])
    for seat, colour in zip(driver.app.flow.seats, ("purple", "black", "white", "orange"), strict=False):
        seat.colour = colour if game == "marble" else None
    driver.app.nav.open("players")
    driver.frames(3)


def names(driver: Driver) -> list[str]:
    return [seat.name for seat in driver.app.flow.seats]


def test_score_leads_to_players_and_on(driver: Driver) -> None:
    driver.tap("Score the board")
    assert driver.app.nav.stack[-1].name == "players"
    screen = driver.app.nav.screen
    for name in ("  Julia ", "Octavia"):
        driver.type(screen.ids.name, name)
        driver.tap("Add")
    assert names(driver) == ["Julia", "Octavia"]
    colours = [seat.colour for seat in driver.app.flow.seats]
    assert None not in colours and len(set(colours)) == 2
    assert not screen.ids.next.disabled


def test_next_needs_enough_players(driver: Driver) -> None:
    open_with(driver, "Julia")
    assert driver.app.nav.screen.ids.next.disabled
    assert "1 more player is needed" in driver.texts()


def test_no_more_than_the_game_allows(driver: Driver) -> None:
    open_with(driver, "Julia", "Octavia", "Marcus", "Livia")
    driver.app.nav.screen.add("Titus")
    assert len(names(driver)) == 4


def test_two_players_with_one_name_are_refused(driver: Driver) -> None:
    open_with(driver, "Julia", "Octavia")
    driver.app.nav.screen.add("julia")
    assert names(driver) == ["Julia", "Octavia"]
    driver.frames(2)
    assert any("already" in text for text in driver.texts())


def test_names_of_earlier_games_are_offered(driver: Driver) -> None:
    now = datetime(2025, 5, 1, tzinfo=UTC)
    players = {
        "format": "marble-players/1",
        "game": "marble",
        "players": [{"name": "Livia"}, {"name": "Titus"}],
    }
    driver.app.store.save_step(SavedGame("0" * 32, "marble", now, now, "players", players))
    open_with(driver, "Julia")
    assert "Livia" in driver.texts() and "Titus" in driver.texts()
    driver.type(driver.app.nav.screen.ids.name, "liv")
    assert "Livia" in driver.texts() and "Titus" not in driver.texts()
    driver.tap("Livia")
    assert names(driver) == ["Julia", "Livia"]
    assert driver.app.nav.screen.ids.name.text == ""


def test_seating_by_drag_keeps_the_start_player(driver: Driver) -> None:
    open_with(driver, "Julia", "Octavia", "Marcus")
    flow = driver.app.flow
    flow.start = 0
    driver.app.nav.rebuild()
    driver.frames(3)
    rows = list(reversed(driver.app.nav.screen.ids.seats.children))
    handle = rows[0].children[-1]
    begin = handle.to_window(*handle.center)
    target = rows[2].to_window(*rows[2].center)
    driver.drag([begin, (begin[0], target[1])])
    assert names(driver) == ["Octavia", "Marcus", "Julia"]
    assert flow.seats[flow.start].name == "Julia"
    assert [row.seat.name for row in reversed(driver.app.nav.screen.ids.seats.children)] == names(driver)


def test_drag_upwards_and_over_the_edge(driver: Driver) -> None:
    open_with(driver, "Julia", "Octavia", "Marcus")
    rows = list(reversed(driver.app.nav.screen.ids.seats.children))
    handle = rows[2].children[-1]
    begin = handle.to_window(*handle.center)
    driver.drag([begin, (begin[0], begin[1] + 2000)])
    assert names(driver) == ["Marcus", "Julia", "Octavia"]


def test_taken_colours_are_swapped(driver: Driver) -> None:
    open_with(driver, "Julia", "Octavia")
    screen = driver.app.nav.screen
    screen.choose_colour(screen.flow.seats[0])
    driver.frames(3)
    driver.tap(next(w for w in driver.widgets() if type(w).__name__ == "ColourTile" and w.colour == "black"))
    assert [seat.colour for seat in driver.app.flow.seats] == ["black", "purple"]


def test_rename_and_remove_with_undo(driver: Driver) -> None:
    open_with(driver, "Julia", "Octavia", "Marcus")
    screen = driver.app.nav.screen
    driver.app.flow.start = 1
    screen.change(screen.flow.seats[1])
    driver.frames(3)
    driver.tap("Does not play")
    assert names(driver) == ["Julia", "Marcus"]
    assert driver.app.flow.start is None
    driver.tap("Undo")
    assert names(driver) == ["Julia", "Octavia", "Marcus"]
    assert driver.app.flow.start == 1


def test_players_survive_being_killed(driver: Driver) -> None:
    open_with(driver, "Julia", "Octavia")
    driver.type(driver.app.nav.screen.ids.name, "Mar")
    driver.app.on_pause()
    driver.kill()
    driver.start()
    assert driver.app.nav.stack[-1].name == "players"
    assert names(driver) == ["Julia", "Octavia"]
    assert driver.app.nav.screen.ids.name.text == "Mar"


def test_other_games_need_no_colours(driver: Driver) -> None:
    open_with(driver, "Julia", "Octavia", game="alea")
    assert not driver.app.nav.screen.ids.next.disabled
    assert driver.app.flow.players_document()["players"] == [{"name": "Julia"}, {"name": "Octavia"}]


def test_the_last_group_plays_again_with_one_tap(driver: Driver) -> None:
    now = datetime(2025, 5, 1, tzinfo=UTC)
    seats = [{"name": "Livia", "colour": "white"}, {"name": "Titus", "colour": "purple"}]
    players = {"format": "marble-players/1", "game": "marble", "players": seats}
    driver.app.store.save_step(SavedGame("0" * 32, "marble", now, now, "done", players, start_player="Titus"))
    driver.tap("Score the board")
    driver.tap("As last time")
    flow = driver.app.flow
    assert [(seat.name, seat.colour) for seat in flow.seats] == [("Livia", "white"), ("Titus", "purple")]
    assert flow.start is None
    assert "As last time" not in driver.texts()
    driver.tap("Next: the photo")
    assert driver.app.nav.stack[-1].name == "photo"


def test_a_group_that_is_too_large_or_without_colours_is_no_offer_or_gets_colours(driver: Driver) -> None:
    now = datetime(2025, 5, 1, tzinfo=UTC)
    for number, count in enumerate((5, 3)):
        seats = [{"name": f"Guest {place}"} for place in range(count)]
        players = {"format": "marble-players/1", "game": "alea", "players": seats}
        driver.app.store.save_step(SavedGame(f"{number}" * 32, "alea", now, now, "done", players))
        driver.app.nav.home()
        driver.app.close_flow()
        open_with(driver)
        assert ("As last time" in driver.texts()) == (count == 3)
    driver.tap("As last time")
    colours = [seat.colour for seat in driver.app.flow.seats]
    assert len(set(colours)) == 3 and None not in colours


def test_players_from_the_wheel_have_the_colours_they_had_last(driver: Driver) -> None:
    now = datetime(2025, 5, 1, tzinfo=UTC)
    seats = [{"name": "Livia", "colour": "white"}, {"name": "Titus", "colour": "black"}]
    players = {"format": "marble-players/1", "game": "marble", "players": seats}
    driver.app.store.save_step(SavedGame("0" * 32, "marble", now, now, "done", players))
    driver.app.nav.open("start_player", game="marble", way="wheel")
    driver.app.nav.screen._enter_players(["Octavia", "Livia", "Titus"])
    driver.frames(3)
    flow = driver.app.flow
    assert {seat.name: seat.colour for seat in flow.seats} == {
        "Octavia": "purple",
        "Livia": "white",
        "Titus": "black",
    }
    assert flow.start == 0 and not driver.app.nav.screen.ids.next.disabled
