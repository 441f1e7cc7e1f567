"""More than one photo, and what a reviewed photo teaches: driven by touches, with real photos."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from harness import Driver, FakePlatform

from companion.demo import demo_file
from companion.lessons import mistakes
from companion.my_copy import MyCopy
from companion.translation import LANGUAGES, _
from companion.ui.example import begin_example, example_seats
from companion.ui.flow import Flow
from companion.ui.inspection import flaws
from scoring.state import State, load_state, read_state

LABEL = json.loads(demo_file("board.json").read_text(encoding="utf-8"))
COPY_A = Path(__file__).parents[1] / "photos" / "A"


@pytest.fixture
def known_copy(platform: FakePlatform) -> MyCopy:
    copy = MyCopy(platform.data_folder())
    copy.folder.mkdir(parents=True)
    copy.profile_path.write_bytes(demo_file("copy.profile").read_bytes())
    return copy


@pytest.fixture
def hand(tmp_path: Path) -> Path:
    """The bundled photo with something lying over the middle of the city."""
    import cv2

    picture = cv2.imread(str(demo_file("board.jpg")))
    height, width = picture.shape[:2]
    cv2.ellipse(
        picture, (width // 2, height // 2), (width // 10, height // 8), 20, 0, 360, (150, 170, 215), -1
    )
    path = tmp_path / "hand.jpg"
    cv2.imwrite(str(path), picture)
    return path


def flow_of(driver: Driver) -> Flow:
    assert driver.app.flow is not None
    return driver.app.flow


def front(driver: Driver) -> str:
    return driver.app.nav.stack[-1].name


def wrong(flow: Flow) -> int:
    assert flow.reading is not None
    return mistakes(read_state(flow.reading["state"]), read_state(LABEL["state"]))


def state_of(driver: Driver) -> State:
    state: State = driver.app.nav.screen.review.state
    return state


def read_first(driver: Driver, platform: FakePlatform, photo: Path) -> None:
    driver.app.start_flow("marble", example_seats())
    driver.app.nav.open("photo")
    driver.frames(3)
    platform.photo = photo
    driver.tap("Take a photo")
    driver.until(lambda: front(driver) == "review", within=60)
    driver.app.nav.screen.open_mode("look")
    driver.frames(3)


def test_a_second_photo_shows_what_a_hand_hid(
    driver: Driver, platform: FakePlatform, known_copy: MyCopy, hand: Path
) -> None:
    read_first(driver, platform, hand)
    flow = flow_of(driver)
    alone = wrong(flow)
    assert alone > 5
    corrected = flow.reading["state"]["hills"][0] if flow.reading else None
    driver.app.nav.screen.change("hill", tuple(corrected), False)
    driver.tap("Add another photo of this board")
    assert "The same board once more" in driver.texts()
    platform.photo = demo_file("board.jpg")
    driver.tap("Choose a photo")
    driver.until(lambda: front(driver) == "review", within=90)
    assert len(flow.photos) == 2
    assert wrong(flow) < alone / 2
    assert tuple(corrected) not in state_of(driver).hills, "corrections stay"
    assert driver.app.store.game(flow.id).photos == tuple(flow.photos)
    driver.frames(3)
    driver.tap("Without it")
    assert len(flow.photos) == 1 and wrong(flow) == alone
    assert [place.name for place in driver.app.nav.stack] == ["home", "photo", "review"]


def test_a_second_photo_that_is_refused_leaves_the_first(
    driver: Driver, platform: FakePlatform, known_copy: MyCopy, tmp_path: Path
) -> None:
    import cv2
    import numpy as np

    table = tmp_path / "table.jpg"
    noise = np.random.default_rng(1).integers(60, 120, (900, 1200, 3), np.uint8)
    cv2.imwrite(str(table), cv2.GaussianBlur(noise, (0, 0), 9))
    begin_example(driver.app)
    driver.app.nav.open("review", mode="look")
    driver.frames(3)
    before = flow_of(driver).to_json()
    driver.tap("Add another photo of this board")
    platform.photo = table
    driver.tap("Take a photo")
    driver.until(lambda: "The board could not be read" in driver.texts(), within=60)
    assert "Drag the four corners" not in driver.texts()
    driver.kill()
    driver.start()
    assert "The board could not be read" in driver.texts()
    driver.tap("Go on without it")
    assert front(driver) == "review"
    now = flow_of(driver).to_json()
    assert (now["photos"], now["reading"]) == (before["photos"], before["reading"])


def test_killed_while_the_second_photo_is_read(
    driver: Driver, platform: FakePlatform, known_copy: MyCopy, hand: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion.ui import photo_work

    asked: list[int] = []

    def wait(ticket: Any, paths: list[Path], *_rest: Any) -> Any:
        asked.append(len(paths))
        ticket.cancelled.wait(20)
        return {}, {}

    monkeypatch.setattr(photo_work, "read_board", wait)
    begin_example(driver.app)
    driver.app.nav.open("review", mode="look")
    driver.frames(3)
    driver.tap("Add another photo of this board")
    platform.photo = hand
    driver.tap("Take a photo")
    driver.until(lambda: asked)
    driver.kill()
    driver.start()
    driver.until(lambda: len(asked) == 2)
    assert asked == [2, 2], "it is read again, with both photos"
    driver.back()
    assert len(flow_of(driver).photos) == 1
    assert "The same board once more" in driver.texts()


def test_without_a_profile_no_second_photo_is_offered(driver: Driver) -> None:
    begin_example(driver.app)
    driver.app.nav.open("review", mode="look")
    driver.frames(3)
    assert "Add another photo of this board" not in driver.texts()


def test_a_reviewed_photo_teaches_the_copy_only_when_asked(driver: Driver, platform: FakePlatform) -> None:
    from scoring.layout import default_layout
    from vision.profile import calibrate, save_profile

    app = driver.app
    corners = json.loads((COPY_A / "empty.json").read_text(encoding="utf-8"))["board_corners_px"]
    label = json.loads((COPY_A / "g01.json").read_text(encoding="utf-8"))
    copy = MyCopy(platform.data_folder())
    copy.folder.mkdir(parents=True, exist_ok=True)
    save_profile(calibrate(default_layout(), COPY_A / "empty.jpg", corners), copy.profile_path)
    empty = app.store.add_photo((COPY_A / "empty.jpg").read_bytes())
    copy.save_draft({"empty": empty, "corners": corners, "owners": label["players"]})
    begin_example(app)
    flow = flow_of(driver)
    flow.photos = [app.store.add_photo((COPY_A / "g01.jpg").read_bytes())]
    flow.state = label["state"]
    before = copy.profile_path.read_bytes()
    app.nav.open("score_sheet")
    driver.frames(3)
    driver.tap("Learn from this photo")
    assert copy.profile_path.read_bytes() == before, "nothing happens before the question is answered"
    driver.tap("Learn")
    driver.until(lambda: "The app has learned from this photo." in driver.texts(), within=60)
    assert copy.profile_path.read_bytes() != before
    assert copy.photo_path(flow.photos[0]) is not None
    app.nav.open("score_sheet")
    driver.frames(3)
    assert "Learn from this photo" not in driver.texts(), "once is enough"
    app.nav.open("my_copy")
    driver.frames(3)
    assert "A photo of a game has taught it more." in driver.texts()
    driver.tap("Take the last lesson back")
    assert copy.profile_path.read_bytes() == before
    assert "A photo of a game has taught it more." not in driver.texts()


def game_to_learn_from(driver: Driver, platform: FakePlatform, sampler: bool) -> MyCopy:
    """A calibrated copy and a reviewed game of it."""
    from scoring.layout import default_layout
    from vision.profile import calibrate, save_profile

    app = driver.app
    corners = json.loads((COPY_A / "empty.json").read_text(encoding="utf-8"))["board_corners_px"]
    label = json.loads((COPY_A / "g01.json").read_text(encoding="utf-8"))
    known = [(COPY_A / "sample.jpg", load_state(COPY_A / "sample.json"))] if sampler else []
    copy = MyCopy(platform.data_folder())
    copy.folder.mkdir(parents=True, exist_ok=True)
    save_profile(calibrate(default_layout(), COPY_A / "empty.jpg", corners, known), copy.profile_path)
    empty = app.store.add_photo((COPY_A / "empty.jpg").read_bytes())
    copy.save_draft({"empty": empty, "corners": corners, "owners": label["players"]})
    begin_example(app)
    flow = flow_of(driver)
    flow.photos = [app.store.add_photo((COPY_A / "g01.jpg").read_bytes())]
    flow.state = label["state"]
    app.nav.open("score_sheet")
    driver.frames(3)
    return copy


def test_a_lesson_that_would_hurt_is_refused_and_said(driver: Driver, platform: FakePlatform) -> None:
    driver.app.change_settings(language="de")
    copy = game_to_learn_from(driver, platform, sampler=True)
    flow = flow_of(driver)
    # The truth of one photo and a lie about another cannot both be learned.
    sha256 = driver.app.store.add_photo((COPY_A / "g03.jpg").read_bytes())
    truth = json.loads((COPY_A / "g03.json").read_text(encoding="utf-8"))["state"]
    copy.save_draft(copy.draft() | {"lessons": [{"photo": sha256, "state": truth}]})
    assert flow.state is not None
    others = {"red": "blue", "blue": "green", "green": "yellow", "yellow": "red"}
    flow.state["tiles"] = [tile | {"colour": others[tile["colour"]]} for tile in flow.state["tiles"]]
    before, draft = copy.profile_path.read_bytes(), copy.draft()
    driver.tap(_("Learn from this photo"))
    assert not flaws(driver.app.root)
    driver.tap(_("Learn"))
    assert _("Learn from this photo") not in driver.texts(), "one lesson at a time"
    worse = _("This photo would make the reading worse, so everything stays as it was.")
    driver.until(lambda: worse in driver.texts(), within=60)
    assert not flaws(driver.app.root)
    assert worse.startswith("Mit diesem Foto"), "said in German"
    assert copy.profile_path.read_bytes() == before and copy.draft() == draft
    assert _("Learn from this photo") in driver.texts(), "after a correction it may be tried again"


def test_killed_while_learning_changes_nothing_and_may_be_asked_again(
    driver: Driver, platform: FakePlatform, monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion.ui import photo_work

    begun: list[Any] = []

    def wait(ticket: Any, *_rest: Any) -> Any:
        begun.append(ticket)
        ticket.cancelled.wait(20)
        ticket.check()

    monkeypatch.setattr(photo_work, "learn_lesson", wait)
    copy = game_to_learn_from(driver, platform, sampler=False)
    before, draft = copy.profile_path.read_bytes(), copy.draft()
    for language in LANGUAGES:
        driver.app.change_settings(language=language)
        driver.frames(3)
        driver.tap(_("Learn from this photo"))
        assert not flaws(driver.app.root), language
        driver.tap(_("Learn"))
        driver.until(lambda: begun)
        assert _("Learn from this photo") not in driver.texts()
        assert _("Learning goes on in the background.") in driver.texts()
        assert not flaws(driver.app.root), language
        driver.app.nav.open("my_copy")
        driver.frames(3)
        assert _("Learning") in driver.texts()
        assert not flaws(driver.app.root), language
        driver.back()
        driver.kill()
        driver.start()
        driver.frames(3)
        assert front(driver) == "score_sheet"
        assert copy.profile_path.read_bytes() == before and copy.draft() == draft
        begun.clear()


@pytest.mark.parametrize("language", LANGUAGES)
def test_another_photo_is_offered_and_given_up_in_every_language(
    driver: Driver, platform: FakePlatform, known_copy: MyCopy, language: str
) -> None:
    driver.app.change_settings(language=language)
    begin_example(driver.app)
    driver.app.nav.open("review", mode="look")
    driver.frames(3)
    driver.tap(_("Add another photo of this board"))
    assert _("The same board once more") in driver.texts()
    assert not flaws(driver.app.root)
    platform.photo = driver.app.store.photo_path(flow_of(driver).photos[0])
    driver.tap(_("Take a photo"))
    driver.until(lambda: _("This photo is there already.") in driver.texts())
    assert not flaws(driver.app.root)
    driver.kill()
    driver.start()
    driver.frames(3)
    driver.tap(_("Go on without it"))
    assert front(driver) == "review" and len(flow_of(driver).photos) == 1
