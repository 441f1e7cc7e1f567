"""Photos read end to end: thresholds that a real loss of accuracy would break."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scoring.errors import BadInput
from scoring.ruleset import default_ruleset
from scoring.state import State, load_state
from tests.photo_profiles import PHOTOS, profile_of
from vision.errors import BoardNotFound
from vision.evaluate import as_json, evaluate, judge, load_truth
from vision.profile import Profile, builtin_profile, calibrate
from vision.reading import STAGES, Cancelled, read


def outcome(copy: str, name: str):  # type: ignore[no-untyped-def]
    path = PHOTOS / copy / f"{name}.jpg"
    profile = profile_of(copy)
    return judge(read([path], profile), load_truth(path.with_suffix(".json")), profile.layout, name)


@pytest.mark.parametrize(("copy", "name"), [("A", "g01"), ("A", "g06"), ("B", "g04"), ("B", "g06")])
def test_every_point_of_the_board_comes_out_right(copy: str, name: str) -> None:
    found = outcome(copy, name)
    assert found.perfect, found.mistakes
    assert found.sites[0] == found.sites[1], found.mistakes
    assert found.edges[0] >= found.edges[1] - 1, found.mistakes
    assert found.tiles[0] <= 1, found.mistakes
    assert found.hills_wrong == 0, found.mistakes
    assert found.magistrates_wrong <= 1, found.mistakes
    assert found.track_wrong <= 1, found.mistakes
    assert found.doubts <= 8


def test_without_a_profile_corners_and_layout_suffice() -> None:
    layout = profile_of("A").layout
    path = PHOTOS / "A" / "g08.jpg"
    truth = load_truth(path.with_suffix(".json"))
    found = judge(read([path], builtin_profile(layout), truth.corners_px), truth, layout, "g08")
    assert found.sites[0] >= 0.97 * found.sites[1], found.mistakes


def test_corners_given_by_hand_are_refined_on_the_empty_board() -> None:
    path = PHOTOS / "B" / "g06.jpg"
    true = np.array(load_truth(path.with_suffix(".json")).corners_px)
    dragged = (true + np.array([(8, -6), (-7, 5), (6, 6), (-8, -4)])).tolist()
    found = read([path], profile_of("B"), dragged)
    assert np.abs(np.array(found.corners_px) - true).max() < 3


def test_without_a_profile_corners_are_asked_for() -> None:
    with pytest.raises(BadInput, match="corners"):
        read([PHOTOS / "A" / "g08.jpg"], builtin_profile(profile_of("A").layout))


def test_upside_down_reads_the_same(tmp_path) -> None:  # type: ignore[no-untyped-def]
    picture = cv2.imread(str(PHOTOS / "B" / "g08.jpg"))
    turned = tmp_path / "turned.png"
    cv2.imwrite(str(turned), cv2.rotate(picture, cv2.ROTATE_180))
    truth = load_truth(PHOTOS / "B" / "g08.json")
    profile = profile_of("B")
    found = judge(read([turned], profile), truth, profile.layout, "turned")
    assert found.perfect, found.mistakes


def test_the_other_copy_is_refused() -> None:
    with pytest.raises(BoardNotFound):
        read([PHOTOS / "B" / "g02.jpg"], profile_of("A"))


def test_a_photo_without_a_board_is_refused(tmp_path) -> None:  # type: ignore[no-untyped-def]
    rng = np.random.default_rng(1)
    noise = cv2.resize(rng.integers(0, 255, (60, 80, 3), np.uint8), (1200, 900))
    path = tmp_path / "noise.jpg"
    cv2.imwrite(str(path), noise)
    with pytest.raises(BoardNotFound):
        read([path], profile_of("A"))


def test_a_second_photo_helps_where_the_first_is_covered(tmp_path) -> None:  # type: ignore[no-untyped-def]
    """A grey blot hides a part of the city in one photo; with a clear one beside it everything is right."""
    profile = profile_of("A")
    path = PHOTOS / "A" / "g03.jpg"
    truth = load_truth(path.with_suffix(".json"))
    reading = read([path], profile)
    picture = cv2.imread(str(path))
    x, y = (int(v) for v in reading.camera.project(np.array([[1.5, 3.4]]))[0])
    cv2.circle(picture, (x, y), 150, (90, 95, 100), -1)
    covered = tmp_path / "covered.png"
    cv2.imwrite(str(covered), picture)
    alone = judge(read([covered], profile), truth, profile.layout, "covered")
    joined = judge(read([covered, path], profile), truth, profile.layout, "joined")
    assert alone.sites[0] < alone.sites[1]
    assert joined.sites[0] > alone.sites[0]
    assert joined.sites[0] >= joined.sites[1] - 1, joined.mistakes


def test_a_reviewed_photo_added_to_the_profile_does_not_hurt() -> None:
    folder = PHOTOS / "B"
    samples = [(folder / f"{n}.jpg", load_state(folder / f"{n}.json")) for n in ("sample", "g04")]
    corners = load_truth(folder / "empty.json").corners_px
    richer = calibrate(profile_of("B").layout, folder / "empty.jpg", corners, samples)
    truth = load_truth(folder / "g06.json")
    found = judge(read([folder / "g06.jpg"], richer), truth, richer.layout, "g06")
    assert found.perfect, found.mistakes


def test_doubts_are_sorted_by_swing_and_offer_alternatives() -> None:
    doubts = [d for copy, n in (("A", "g01"), ("B", "g06")) for d in _read(copy, n).doubts]
    for doubt in doubts:
        assert 0 < doubt.confidence < 1
        assert doubt.alternatives
        assert all(value != doubt.read for value, _ in doubt.alternatives)
    for copy, name in (("A", "g01"), ("B", "g06")):
        keys = [(-d.swing, d.confidence) for d in _read(copy, name).doubts]
        assert keys == sorted(keys)


def _read(copy: str, name: str):  # type: ignore[no-untyped-def]
    return read([PHOTOS / copy / f"{name}.jpg"], profile_of(copy))


def test_progress_goes_through_the_stages_and_can_be_cancelled() -> None:
    seen: list[str] = []
    profile = profile_of("A")
    read([PHOTOS / "A" / "g08.jpg"], profile, progress=lambda stage, _share: seen.append(stage))
    assert tuple(seen) == (*STAGES, "done")
    with pytest.raises(Cancelled):
        read([PHOTOS / "A" / "g08.jpg"], profile, cancelled=lambda: True)


def test_the_empty_board_reads_as_empty() -> None:
    state = _read("A", "empty").state
    assert state.tiles == () and state.sites == () and state.aqueducts == ()


def test_corners_given_by_hand_are_used() -> None:
    path = PHOTOS / "A" / "g06.jpg"
    truth = load_truth(path.with_suffix(".json"))
    profile = profile_of("A")
    found = judge(read([path], profile, truth.corners_px), truth, profile.layout, "corners")
    assert found.sites[0] >= 0.97 * found.sites[1], found.mistakes


def test_the_truth_judged_against_itself_is_perfect() -> None:
    profile: Profile = profile_of("A")
    reading = _read("A", "g06")
    truth = load_truth(PHOTOS / "A" / "g06.json")
    from dataclasses import replace

    same = judge(replace(reading, state=truth.state, doubts=()), truth, profile.layout, "same")
    assert same.perfect and same.mistakes == ()
    wrong = judge(replace(reading, state=State(), doubts=()), truth, profile.layout, "nothing")
    assert not wrong.perfect and wrong.tiles[0] == wrong.tiles[1]


@pytest.mark.slow
def test_full_evaluation_of_the_test_photos() -> None:
    row = as_json(evaluate(PHOTOS))["rows"][-1]
    assert row["perfect_bonus"] == 1.0
    assert row["sites_right"] >= 0.998
    assert row["edges_right"] >= 0.999
    assert row["tiles_wrong"] <= 0.005
    assert row["doubts_a_photo"] <= 5
    assert default_ruleset().name == "default"
