"""The whole way of City of Marble, by touches: photo, corners, doubts, corrections, counts, result."""

from __future__ import annotations

import json
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from harness import LANDSCAPE, Driver, FakePlatform
from kivy.metrics import dp

from companion.demo import demo_file
from companion.my_copy import MyCopy
from companion.platform import PermissionRefused
from companion.ui.board.corner_view import RING_DP
from companion.ui.example import begin_example, example_seats
from companion.ui.flow import Flow
from vision.camera import Camera

LABEL = json.loads(demo_file("board.json").read_text(encoding="utf-8"))


@pytest.fixture
def known_copy(platform: FakePlatform) -> MyCopy:
    """The app knows the bundled game's copy."""
    copy = MyCopy(platform.data_folder())
    copy.folder.mkdir(parents=True)
    copy.profile_path.write_bytes(demo_file("copy.profile").read_bytes())
    return copy


def flow_of(driver: Driver) -> Flow:
    assert driver.app.flow is not None
    return driver.app.flow


def open_photo(driver: Driver) -> None:
    driver.app.start_flow("marble", example_seats())
    driver.app.nav.open("players")
    driver.app.nav.open("photo")
    driver.frames(3)


def front(driver: Driver) -> str:
    return driver.app.nav.stack[-1].name


def view_of(driver: Driver) -> Any:
    return driver.app.nav.screen.view


def tap_place(driver: Driver, what: str, at: Any) -> None:
    view = view_of(driver)
    driver.tap(view.to_window(*view.place_on_screen(what, at)))


def test_from_the_photo_to_the_shared_result(
    driver: Driver, platform: FakePlatform, known_copy: MyCopy
) -> None:
    platform.photo = demo_file("board.jpg")
    open_photo(driver)
    driver.tap("Take a photo")
    assert platform.calls[-1][0] == "take_photo"
    driver.until(lambda: front(driver) == "review", within=60)
    flow = flow_of(driver)
    assert flow.reading is not None
    assert Camera.from_parameters(flow.reading["camera"]).size_px == (2016, 1512)
    assert driver.app.store.game(flow.id).step == "photo"
    driver.until(lambda: view_of(driver).projection is not None)
    screen = driver.app.nav.screen
    asked = 0
    while screen.params["mode"] == "ask" and asked < 40:
        question = screen.questions()[0]
        button = next(w for w in driver.widgets() if type(w).__name__ == "PieceButton")
        driver.tap(button)
        asked += 1
        assert screen.review.value_at(question.what, question.at) == question.choices[0][0]
    assert screen.params["mode"] == "look"
    driver.tap("Next: coins and tokens")
    assert front(driver) == "counts"
    for seat in flow.seats[1:]:
        driver.tap(f"Next: {seat.name}")
    driver.tap("Who won?")
    assert front(driver) == "score_sheet"
    assert flow.sheet is not None and flow.sheet["winners"]
    assert any("wins" in text or "win together" in text for text in driver.texts())
    driver.tap("Share")
    driver.tap("As a picture")
    driver.until(lambda: platform.calls[-1][0] == "share_file", within=30)
    assert platform.calls[-1][2] == "image/png" and platform.calls[-1][4][:4] == b"\x89PNG"
    driver.tap("Share")
    driver.tap("As a text")
    assert flow.sheet["winners"][0] in platform.calls[-1][1]
    driver.tap("Share")
    driver.tap("As a table (CSV)")
    assert platform.calls[-1][2] == "text/csv"
    driver.tap("Share")
    driver.tap("To BG Stats")
    assert platform.calls[-1][0] == "open_link"
    driver.tap("Done")
    assert front(driver) == "home"
    assert driver.app.store.game(flow.id).step == "done"


def test_without_a_profile_the_corners_are_dragged(driver: Driver, platform: FakePlatform) -> None:
    platform.photo = demo_file("board.jpg")
    open_photo(driver)
    driver.tap("Choose a photo")
    driver.until(lambda: front(driver) == "corners", within=20)
    driver.until(lambda: len(view_of(driver).corners) == 4)
    view = view_of(driver)
    for number, (x, y) in enumerate(LABEL["board_corners_px"]):
        begin = view._views()[number]
        end = view.from_view((x, view.photo_size[1] - y))
        finger = driver.finger_down(view.to_window(*begin))
        driver.finger_move(finger, view.to_window((begin[0] + end[0]) / 2, (begin[1] + end[1]) / 2))
        assert view.held == number, "the magnifier is shown while a corner is held"
        driver.finger_move(finger, view.to_window(*end))
        driver.finger_up(finger, view.to_window(*end))
    for found, wanted in zip(view.corners, LABEL["board_corners_px"], strict=True):
        assert found == pytest.approx(wanted, abs=3)
    driver.tap("Read the board")
    driver.until(lambda: front(driver) == "review", within=60)
    tiles = {json.dumps(t["cells"]) for t in flow_of(driver).reading["state"]["tiles"]}
    truth = {json.dumps(t["cells"]) for t in LABEL["state"]["tiles"]}
    assert len(tiles & truth) > len(truth) * 0.8


def test_in_landscape_the_ways_out_of_a_refusal_are_in_sight(driver: Driver) -> None:
    driver.resize(LANDSCAPE)
    begin_example(driver.app, read=False)
    driver.app.flow.section("photo").update(status="refused", reason="cut_off")
    driver.app.nav.open("photo")
    driver.frames(6)
    for text in ("Drag the four corners", "Take a photo"):
        button = driver.find(text)
        assert button.to_window(*button.pos)[1] >= 0, f"{text} is below the screen"


def test_the_answers_are_the_thing_to_do_while_something_is_asked(driver: Driver) -> None:
    begin_example(driver.app)
    driver.app.nav.open("review")
    driver.until(lambda: view_of(driver).projection is not None)
    assert driver.app.nav.screen.ids.next.kind == "tonal"
    while driver.app.nav.screen.params["mode"] == "ask":
        driver.tap("Later")
    assert driver.app.nav.screen.ids.next.kind == "filled"


def test_rings_on_the_very_corners_of_the_photo_are_seen_whole(driver: Driver) -> None:
    begin_example(driver.app, read=False)
    driver.app.nav.open("corners")
    driver.until(lambda: len(view_of(driver).corners) == 4)
    view = view_of(driver)
    width, height = view.photo_size
    view.corners = [[0, 0], [width, 0], [width, height], [0, height]]
    for x, y in view._views():
        assert view.x + dp(RING_DP) <= x <= view.right - dp(RING_DP)
        assert view.y + dp(RING_DP) <= y <= view.top - dp(RING_DP)


def test_corners_that_are_no_board_are_refused(driver: Driver, platform: FakePlatform) -> None:
    begin_example(driver.app, read=False)
    driver.app.nav.open("corners")
    driver.until(lambda: len(view_of(driver).corners) == 4)
    a, b, c, d = view_of(driver).corners
    view_of(driver).corners = [a, c, b, d]
    driver.tap("Read the board")
    assert front(driver) == "corners"
    assert any("clockwise" in text for text in driver.texts())
    view_of(driver).corners = [a, b, c, d]
    driver.tap("Count from the next corner")
    assert view_of(driver).corners == [b, c, d, a]


def test_a_photo_without_a_board(
    driver: Driver, platform: FakePlatform, known_copy: MyCopy, tmp_path: Path
) -> None:
    import cv2
    import numpy as np

    table = tmp_path / "table.jpg"
    noise = np.random.default_rng(1).integers(60, 120, (900, 1200, 3), np.uint8)
    cv2.imwrite(str(table), cv2.GaussianBlur(noise, (0, 0), 9))
    platform.photo = table
    open_photo(driver)
    driver.tap("Choose a photo")
    driver.until(lambda: "The board could not be read" in driver.texts(), within=60)
    driver.until(lambda: "Drag the four corners" in driver.texts())
    driver.kill()
    driver.start()
    assert "The board could not be read" in driver.texts()
    driver.tap("Enter the board by hand")
    assert front(driver) == "review"
    assert flow_of(driver).reading is None


def test_what_is_no_photo_is_refused_in_words(driver: Driver, platform: FakePlatform, tmp_path: Path) -> None:
    wrong = tmp_path / "notes.jpg"
    wrong.write_text("no photo")
    platform.photo = wrong
    open_photo(driver)
    driver.tap("Choose a photo")
    driver.until(lambda: any("not a photo" in text for text in driver.texts()))
    driver.back()
    assert "A good photo" in driver.texts()


def test_a_refused_permission_leaves_the_other_ways(driver: Driver, platform: FakePlatform) -> None:
    platform.refuse = PermissionRefused("The camera is not allowed.")
    open_photo(driver)
    driver.tap("Take a photo")
    assert "The camera is not allowed." in driver.texts()
    assert "Choose a photo" in driver.texts() and "Enter the board by hand" in driver.texts()


def test_reading_can_be_cancelled_and_its_answer_is_dropped(
    driver: Driver, platform: FakePlatform, known_copy: MyCopy, monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion.ui import photo_work

    started: list[Any] = []

    def slow(ticket: Any, *_rest: Any) -> Any:
        started.append(ticket)
        while not ticket.cancelled.wait(0.01):
            ticket.progress("look", 0.5)
        return {}, {}

    monkeypatch.setattr(photo_work, "read_board", slow)
    platform.photo = demo_file("board.jpg")
    open_photo(driver)
    driver.tap("Take a photo")
    driver.until(lambda: "Looking at every place" in driver.texts())
    driver.tap("Cancel")
    driver.seconds(0.1)
    assert started[0].cancelled.is_set()
    assert front(driver) == "photo" and "A good photo" in driver.texts()
    assert flow_of(driver).reading is None


def test_killed_while_reading_it_reads_again(
    driver: Driver, platform: FakePlatform, known_copy: MyCopy, monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion.ui import photo_work

    read = photo_work.read_board
    monkeypatch.setattr(
        photo_work, "read_board", lambda ticket, *_rest: ticket.cancelled.wait(20) or ({}, {})
    )
    platform.photo = demo_file("board.jpg")
    open_photo(driver)
    driver.tap("Take a photo")
    driver.until(lambda: flow_of(driver).section("photo").get("status") == "reading")
    driver.frames(3)
    driver.kill()
    monkeypatch.setattr(photo_work, "read_board", read)
    driver.start()
    driver.until(lambda: front(driver) == "review", within=60)


def test_a_photo_that_came_while_the_app_was_away(driver: Driver, platform: FakePlatform) -> None:
    open_photo(driver)
    driver.tap("Take a photo")  # the camera is open, the app is killed, then the photo is taken
    target = platform.calls[-1][1]
    flow_of(driver).section("photo")["camera"] = str(target)
    driver.app.save()
    driver.kill()
    target.write_bytes(demo_file("board.jpg").read_bytes())
    driver.start()
    driver.until(lambda: front(driver) == "corners", within=20)


def test_doubts_one_by_one_biggest_first(driver: Driver) -> None:
    begin_example(driver.app)
    driver.app.nav.open("review")
    driver.until(lambda: view_of(driver).projection is not None)
    screen = driver.app.nav.screen
    assert "Question 1 of 2 · worth up to 9 points" in driver.texts()
    middle = view_of(driver).place_on_screen("site", (3, 3))
    assert middle == pytest.approx(view_of(driver).center, abs=3), "the place is in the middle, zoomed in"
    assert view_of(driver).zoom > 2
    driver.tap("Arena, purple")
    assert "Question 2 of 2 · worth up to 2 points" in driver.texts()
    assert screen.review.value_at("site", (3, 3)) == {"kind": "arena", "owner": "purple"}
    driver.tap("Undo")
    assert "Question 1 of 2 · worth up to 9 points" in driver.texts()
    driver.tap("Redo")
    driver.tap("Later")
    assert "1 question is still open" in driver.texts()
    driver.tap("1 question is still open")
    driver.tap("Brown")
    assert "No question is open that could change the points." in driver.texts()
    assert flow_of(driver).corrections == [
        {"what": "site", "at": [3, 3], "value": {"kind": "arena", "owner": "purple"}},
        {"what": "edge", "at": [[4, 4], [4, 5]], "value": "brown"},
    ]
    driver.kill()
    driver.start()
    assert driver.app.nav.screen.review.value_at("site", (3, 3)) == {"kind": "arena", "owner": "purple"}


def test_anything_can_be_tapped_and_changed(driver: Driver) -> None:
    begin_example(driver.app)
    driver.app.nav.open("review", mode="look")
    driver.until(lambda: view_of(driver).projection is not None)
    screen = driver.app.nav.screen
    view_of(driver).look_at("site", (0, 5), 7.0)
    driver.frames(3)
    tap_place(driver, "site", (0, 5))
    assert screen.params["picked"] == ["site", (0, 5)]
    driver.tap("Arena")
    driver.tap("Orange")
    assert screen.review.value_at("site", (0, 5)) == {"kind": "arena", "owner": "orange"}
    driver.tap("Done")
    tap_place(driver, "tile", ((0, 4, 0), (0, 4, 1)))
    assert screen.params["picked"] == ["tile", ((0, 4, 0), (0, 4, 1))]
    driver.tap("Green")
    driver.tap("White")
    assert screen.review.value_at("tile", ((0, 4, 0), (0, 4, 1))) == {"colour": "green"}
    assert screen.review.value_at("magistrate", ((0, 4, 0), (0, 4, 1))) == "white"
    for _n in range(4):
        driver.tap("Undo")
    assert not screen.review.can_undo


def test_pinch_and_pan(driver: Driver) -> None:
    begin_example(driver.app)
    driver.app.nav.open("review", mode="look")
    driver.until(lambda: view_of(driver).projection is not None)
    view = view_of(driver)
    before = view.zoom
    centre = view.to_window(*view.center)
    under = view.to_view(view.center)
    driver.pinch(centre, 200, 600)
    assert view.zoom == pytest.approx(before * 3, rel=0.2)
    after = view.to_view(view.center)
    assert after == pytest.approx(under, abs=view.projection.edge * 0.3), "what is between the fingers stays"
    place = view.middle_x
    driver.drag([centre, (centre[0] - 200, centre[1])])
    assert view.middle_x > place
    assert driver.app.nav.screen.params["mode"] == "look", "moving is no tap"


def test_a_board_by_hand_with_brushes(driver: Driver) -> None:
    open_photo(driver)
    driver.tap("Enter the board by hand")
    driver.tap("Hills")
    for hill in ((-3, 7, 0), (0, 7, 0), (2, 3, 0)):
        tap_place(driver, "hill", hill)
    driver.tap("Done")
    driver.tap("Tiles")
    driver.tap("Green")
    screen = driver.app.nav.screen
    tap_place(driver, "tile", ((0, 6, 1), (1, 6, 0)))
    assert screen.review.value_at("tile", ((0, 6, 1), (1, 6, 0))) == {"colour": "green"}
    tap_place(driver, "tile", ((0, 6, 1), (1, 6, 0)))
    assert screen.review.value_at("tile", ((0, 6, 1), (1, 6, 0))) is None
    driver.tap("Done")
    driver.tap("Score track")
    tap_place(driver, "track_space", 17)
    assert dict(screen.review.state.track) == {"purple": 17}
    assert set(screen.review.state.hills) == {(-3, 7, 0), (0, 7, 0), (2, 3, 0)}
    driver.back()
    driver.tap("Next: coins and tokens")
    assert driver.app.store.game(flow_of(driver).id).step == "review"


def test_rule_problems_are_shown_one_by_one(driver: Driver) -> None:
    begin_example(driver.app)
    driver.app.nav.open("review", mode="look")
    driver.until(lambda: view_of(driver).projection is not None)
    driver.tap("2 places break a rule")
    assert "Rule problem 1 of 2" in driver.texts()
    assert "The disc of purple stands at 29, but the buildings make 23." in driver.texts()
    driver.tap("Next")
    assert "Rule problem 2 of 2" in driver.texts()
    driver.back()
    assert "2 places break a rule" in driver.texts()


def test_counts_warn_and_never_block(driver: Driver) -> None:
    begin_example(driver.app, counts=False)
    driver.app.nav.open("counts")
    driver.frames(3)
    steppers = [w for w in driver.widgets() if type(w).__name__ == "Stepper"]
    for _n in range(17):
        steppers[0].step(1)
    driver.frames(2)
    assert any("17 coins in all, but the box holds 16" in text for text in driver.texts())
    steppers[1].step(1)
    assert flow_of(driver).seats[0].entry == {"coins": 17, "imperium": {"red": 1}}
    driver.kill()
    driver.start()
    assert flow_of(driver).seats[0].entry["coins"] == 17
    for seat in flow_of(driver).seats[1:]:
        driver.tap(f"Next: {seat.name}")
    driver.tap("Who won?")
    assert front(driver) == "score_sheet"


def test_the_part_of_a_bar_that_is_tapped_opens_its_line(driver: Driver) -> None:
    from companion.ui.widgets.score import PlayerBar

    begin_example(driver.app)
    driver.app.nav.open("score_sheet")
    driver.until(lambda: any(isinstance(widget, PlayerBar) for widget in driver.widgets()))
    for rule in ("buildings", "imperium"):
        box = next(widget for widget in driver.widgets() if isinstance(widget, PlayerBar))
        driver.scroll_to(box)
        points = dict(box.bar.parts)
        before = sum(value for other, value in box.bar.parts[: list(points).index(rule)])
        x = box.bar.x + box.bar.width * (before + points[rule] / 2) / box.bar.most
        driver.tap(box.to_window(x, box.bar.center_y))
        assert driver.app.nav.screen.params["rule"] == rule
        driver.back()


def test_a_line_lights_its_places_and_the_track_is_explained(driver: Driver) -> None:
    begin_example(driver.app)
    driver.app.nav.open("score_sheet")
    driver.until(lambda: view_of(driver).projection is not None)
    screen = driver.app.nav.screen
    assert any(
        "Julia: the disc stands 6 points ahead" in t and "arena" in t and "overlooked" in t
        for t in driver.texts()
    )
    screen.open_line("aqueducts")
    driver.frames(2)
    lit = {at for what, at, _colour in view_of(driver).marks if what == "site"}
    wanted = {
        tuple(p)
        for player in flow_of(driver).sheet["players"]
        for line in player["lines"]
        if line["rule"] == "aqueducts"
        for p in line["because"]
    }
    assert lit == wanted
    screen.choose_player("Julia")
    assert 0 < len([m for m in view_of(driver).marks if m[0] == "site"]) < len(wanted)
    driver.back()
    assert view_of(driver).marks == []
    assert front(driver) == "score_sheet"


def test_misread_is_saved_only_when_asked(driver: Driver, platform: FakePlatform) -> None:
    begin_example(driver.app)
    driver.app.nav.open("score_sheet")
    driver.until(lambda: view_of(driver).projection is not None)
    assert not [call for call in platform.calls if call[0] == "share_file"]
    driver.tap("This was misread")
    driver.tap("Save the file")
    call = platform.calls[-1]
    assert call[2] == "application/zip"
    with zipfile.ZipFile(BytesIO(call[4])) as archive:
        names = set(archive.namelist())
        assert {"photo1.jpg", "about.json", "reading.json", "corrections.json", "state.json"} <= names
        assert b"Exif" not in archive.read("photo1.jpg")[:4000]
        everything = b"".join(archive.read(n) for n in names if n.endswith(".json"))
    assert b"Julia" not in everything


def test_what_if_on_the_board(driver: Driver) -> None:
    begin_example(driver.app)
    driver.app.nav.open("what_if", magistrate="white", colour="blue")
    driver.until(lambda: view_of(driver).projection is not None)
    driver.frames(3)
    tap_place(driver, "hill", (-4, 4, 0))
    assert "Now the second triangle" in driver.texts()
    tap_place(driver, "hill", (-4, 4, 1))
    assert "Yes" in driver.texts()
    assert "A site is finished: a bath for Tiberius, 4 points." in driver.texts()
    driver.tap("Lay it and ask on")
    driver.frames(3)
    tap_place(driver, "site", (-3, 5))
    assert "A bath of Tiberius stands here already." in driver.texts()
    driver.tap("Undo")
    driver.frames(3)
    driver.until(lambda: view_of(driver).projection is not None)
    tap_place(driver, "hill", (0, 4, 0))
    tap_place(driver, "hill", (0, 4, 1))
    assert "Something lies there already." in driver.texts()
    driver.back()
    tap_place(driver, "site", (4, 5))  # the end of the brown aqueduct
    assert any("The brown aqueduct" in text for text in driver.texts())
    assert flow_of(driver).state == json.loads(json.dumps(flow_of(driver).state))


def test_a_copy_is_taught_in_two_photos(driver: Driver, platform: FakePlatform) -> None:
    folder = Path(__file__).parents[1] / "photos" / "A"
    label = json.loads((folder / "empty.json").read_text(encoding="utf-8"))
    driver.app.nav.open("my_copy")
    driver.frames(3)
    for owner in ("Purple", "Orange", "Black", "White"):
        driver.tap(owner)
    platform.photo = folder / "empty.jpg"
    driver.tap("Take a photo")
    driver.until(lambda: front(driver) == "corners", within=20)
    driver.until(lambda: len(view_of(driver).corners) == 4)
    view_of(driver).corners = label["board_corners_px"]
    driver.tap("The grid fits")
    assert front(driver) == "my_copy"
    driver.kill()
    driver.start()
    driver.tap("Show the sampler")
    platform.photo = folder / "sample.jpg"
    driver.tap("Take a photo")
    driver.until(lambda: "The app knows your copy" in driver.texts(), within=60)
    copy = MyCopy(platform.folder)
    assert copy.calibrated
    assert set(copy.profile().palette.owners) == {"purple", "orange", "black", "white"}
    assert copy.owners() == ("purple", "orange", "black", "white")


def test_the_layout_is_edited_with_undo(driver: Driver, platform: FakePlatform) -> None:
    from scoring.layout import default_layout

    driver.app.nav.open("my_layout")
    driver.frames(3)
    screen = driver.app.nav.screen
    tap_place(driver, "hill", (0, 4, 0))
    assert (0, 4, 0) not in screen.layout.triangle_set
    driver.tap("Hills")
    tap_place(driver, "hill", (1, 5, 1))
    assert (1, 5, 1) in screen.layout.hills.values()
    assert MyCopy(platform.folder).layout() == screen.layout
    driver.kill()
    driver.start()
    driver.tap("Undo")
    driver.tap("Undo")
    assert driver.app.nav.screen.layout == default_layout()


def test_house_rules_are_kept_and_named(driver: Driver, platform: FakePlatform) -> None:
    driver.app.nav.open("my_rules")
    driver.frames(3)
    stepper = next(w for w in driver.widgets() if type(w).__name__ == "Stepper")
    stepper.step(-1)
    copy = MyCopy(platform.folder)
    assert copy.ruleset().points["temple"] == 2
    assert copy.ruleset().name == "my copy"
    assert copy.ruleset().values["points_temple"].status == "house rule"
    stepper.step(1)
    assert not copy.ruleset_path.exists(), "a rule that is as shipped is no house rule"


def test_a_file_is_chosen_from_a_list(driver: Driver, platform: FakePlatform) -> None:
    platform.has_camera = platform.has_picker = False
    (platform.folder / "board.jpg").write_bytes(demo_file("board.jpg").read_bytes())
    open_photo(driver)
    driver.tap("Choose a photo file")
    driver.tap("board.jpg")
    driver.until(lambda: front(driver) == "corners", within=20)
