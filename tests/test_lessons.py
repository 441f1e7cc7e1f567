"""A reviewed photo may teach the player's copy more, and never makes it worse."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.lessons import MOST_LESSONS, add_lesson, learn_lesson, mistakes, take_back_lesson
from companion.my_copy import MyCopy
from scoring.errors import BadInput
from scoring.layout import default_layout
from scoring.ruleset import default_ruleset
from scoring.state import State, Tile, load_state
from vision.profile import calibrate, save_profile

PHOTOS = Path(__file__).parent / "photos" / "A"
CORNERS = json.loads((PHOTOS / "empty.json").read_text(encoding="utf-8"))["board_corners_px"]
OTHER = {"red": "blue", "blue": "green", "green": "yellow", "yellow": "red"}


def nothing(_stage: str, _share: float) -> None:
    pass


@pytest.fixture
def copy(tmp_path: Path) -> MyCopy:
    """A copy that knows only the empty board."""
    found = MyCopy(tmp_path)
    found.folder.mkdir()
    save_profile(calibrate(default_layout(), PHOTOS / "empty.jpg", CORNERS), found.profile_path)
    return found


def learn(copy: MyCopy, *known: tuple[Path, State]) -> Any:
    return learn_lesson(copy, PHOTOS / "empty.jpg", CORNERS, known, default_ruleset(), nothing)


def test_a_lesson_helps_is_kept_and_can_be_taken_back(copy: MyCopy) -> None:
    before = copy.profile_path.read_bytes()
    lesson = learn(copy, (PHOTOS / "g01.jpg", load_state(PHOTOS / "g01.json")))
    assert lesson.kept and lesson.after < lesson.before
    assert copy.profile_path.read_bytes() != before
    assert copy.backup_path.read_bytes() == before
    copy.save_draft(add_lesson({}, "a" * 64, {}))
    assert take_back_lesson(copy)
    assert copy.profile_path.read_bytes() == before
    assert copy.draft()["lessons"] == []
    assert not take_back_lesson(copy)


def test_a_lesson_that_hurts_changes_nothing(copy: MyCopy) -> None:
    truth = load_state(PHOTOS / "sample.json")
    good = calibrate(default_layout(), PHOTOS / "empty.jpg", CORNERS, [(PHOTOS / "sample.jpg", truth)])
    save_profile(good, copy.profile_path)
    before = copy.profile_path.read_bytes()
    wrong = load_state(PHOTOS / "g01.json")
    lie = replace(wrong, tiles=tuple(Tile(t.cells, OTHER[t.colour]) for t in wrong.tiles))
    lesson = learn(copy, (PHOTOS / "sample.jpg", truth), (PHOTOS / "g01.jpg", lie))
    assert not lesson.kept
    assert copy.profile_path.read_bytes() == before
    assert not copy.backup_path.exists()


def test_another_layout_teaches_nothing(copy: MyCopy) -> None:
    copy.save_layout(replace(default_layout(), name="another"))
    with pytest.raises(BadInput, match="layout"):
        learn(copy, (PHOTOS / "g01.jpg", load_state(PHOTOS / "g01.json")))


def test_mistakes_are_counted_by_place() -> None:
    truth = load_state(PHOTOS / "g01.json")
    assert mistakes(truth, truth) == 0
    assert mistakes(replace(truth, sites=truth.sites[1:], hills=()), truth) == 1 + len(truth.hills)
    first = truth.tiles[0]
    changed = (Tile(first.cells, OTHER[first.colour]), *truth.tiles[1:])
    assert mistakes(replace(truth, tiles=changed), truth) == 1


def test_the_oldest_lesson_makes_room() -> None:
    draft: dict[str, Any] = {"empty": "e"}
    for number in range(MOST_LESSONS + 2):
        draft = add_lesson(draft, f"photo{number}", {})
    assert [lesson["photo"] for lesson in draft["lessons"]] == [f"photo{n}" for n in (2, 3, 4)]
    again = add_lesson(draft, "photo3", {"hills": []})
    assert [lesson["photo"] for lesson in again["lessons"]] == ["photo2", "photo4", "photo3"]


def test_photos_of_the_copy_are_its_own(copy: MyCopy, tmp_path: Path) -> None:
    source = tmp_path / "elsewhere.jpg"
    source.write_bytes(b"photo")
    copy.keep_photos({"one": source, "two": source})
    source.unlink()
    kept = copy.photo_path("one")
    assert kept is not None and kept.read_bytes() == b"photo"
    copy.keep_photos({"one": kept})
    assert copy.photo_path("one") is not None and copy.photo_path("two") is None
    copy.forget_all()
    assert copy.photo_path("one") is None and not copy.calibrated
