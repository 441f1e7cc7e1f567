"""The documents about photos: readings, doubts, evaluations, and a score sheet straight from a photo."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from command_line import PHOTO, PLAYERS, PROFILE, STATE, Run, run

from scoring.layout import default_layout
from scoring.state import read_state

PHOTOS = Path(__file__).parent / "photos"
DOUBT = ["what", "at", "read", "confidence", "alternatives", "swing"]
ROW = (
    "copy level photos perfect_bonus sites_right edges_right tiles_wrong hills_wrong magistrates_wrong "
    "track_wrong right_after_doubts doubts_a_photo refused reliability"
)
RATES = "perfect_bonus sites_right edges_right tiles_wrong right_after_doubts refused"


@pytest.fixture(scope="module")
def reading(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The bundled photo read in a process of its own, once for all tests."""
    from command_line import in_a_process

    code, _, _, out = in_a_process(["read", PHOTO, "--profile", PROFILE, "--json"])
    assert code == 0
    document: dict[str, Any] = json.loads(out)
    return document


def check_doubts(doubts: list[dict[str, Any]]) -> None:
    """Every doubt has its fields, values of its kind, and its place in the order."""
    for doubt in doubts:
        assert list(doubt) == DOUBT
        for value in (doubt["read"], *(other["value"] for other in doubt["alternatives"])):
            assert fits(doubt["what"], value), doubt
        assert all(list(other) == ["value", "confidence"] for other in doubt["alternatives"])
        assert doubt["read"] not in [other["value"] for other in doubt["alternatives"]]
        shares = [doubt["confidence"], *(other["confidence"] for other in doubt["alternatives"])]
        assert all(0 <= share <= 1 for share in shares) and sum(shares) < 1.01
        assert isinstance(doubt["swing"], int) and doubt["swing"] >= 0
    order = [(-doubt["swing"], doubt["confidence"]) for doubt in doubts]
    assert order == sorted(order)


def fits(what: str, value: Any) -> bool:
    """Whether a value is one that this kind of doubt may have."""
    if what == "hill":
        return isinstance(value, bool)
    if value is None:
        return True
    if what == "site":
        return list(value) == ["kind", "owner"]
    if what == "tile":
        return list(value) == ["colour"]
    if what == "track":
        return isinstance(value, int)
    return what in ("edge", "magistrate") and isinstance(value, str)


def test_a_reading_has_its_fields(reading: dict[str, Any]) -> None:
    assert list(reading) == ["format", "state", "board_corners_px", "doubts", "seconds"]
    assert reading["format"] == "marble-reading/1"
    assert read_state(reading["state"]).tiles
    assert all(seconds >= 0 for seconds in reading["seconds"].values())
    check_doubts(reading["doubts"])


def test_the_corners_are_where_the_label_says(reading: dict[str, Any]) -> None:
    truth = json.loads(Path(STATE).read_text(encoding="utf-8"))["board_corners_px"]
    width = abs(truth[1][0] - truth[0][0])
    for found, real in zip(reading["board_corners_px"], truth, strict=True):
        assert max(abs(found[0] - real[0]), abs(found[1] - real[1])) < 0.02 * width


def test_a_photo_is_scored_with_its_doubts(
    reading: dict[str, Any], capfd: pytest.CaptureFixture[str]
) -> None:
    sheet = run(capfd, "score", PHOTO, PLAYERS, "--profile", PROFILE, "--json").document
    assert list(sheet)[-1] == "doubts"
    assert sheet["doubts"] == reading["doubts"]
    assert [player["name"] for player in sheet["players"]] == ["Julia", "Claudia", "Octavia", "Tiberius"]


def test_a_picture_of_the_reading_is_written(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    import cv2

    target = tmp_path / "read.png"
    result = run(capfd, "read", PHOTO, "--profile", PROFILE, "--picture", str(target))
    assert result.code == 0 and "tiles" in result.out
    picture = cv2.imread(str(target))
    assert picture is not None and min(picture.shape[:2]) > 500
    nowhere = str(tmp_path / "nowhere" / "read.png")
    result = run(capfd, "read", PHOTO, "--profile", PROFILE, "--picture", nowhere, "--json")
    assert result.code == 2 and result.document["reason"] == "unwritable"


@pytest.fixture(scope="module")
def copy_of_b(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with copy B's empty board, its sample and one game photo."""
    folder = tmp_path_factory.mktemp("photos") / "B"
    folder.mkdir()
    for stem in ("empty", "sample", "g08"):
        for ending in (".jpg", ".json"):
            shutil.copy(PHOTOS / "B" / f"{stem}{ending}", folder)
    return folder


def test_an_evaluation_has_its_rows(copy_of_b: Path, capfd: pytest.CaptureFixture[str]) -> None:
    document = run(capfd, "evaluate", str(copy_of_b.parent), "--json").document
    assert list(document) == ["format", "rows"] and document["format"] == "marble-evaluation/1"
    assert [row["copy"] for row in document["rows"]] == ["B", "all"]
    for row in document["rows"]:
        assert list(row) == ROW.split()
        assert row["photos"] == 1
        assert all(0 <= row[name] <= 1 for name in RATES.split())
        assert row["sites_right"] > 0.9 and row["edges_right"] > 0.95
        assert all(list(item) == ["from", "to", "said", "right"] for item in row["reliability"])
    assert "| B | " in run(capfd, "evaluate", str(copy_of_b)).out


def test_a_copy_is_calibrated_and_read(
    copy_of_b: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    layout = tmp_path / "layout.json"
    layout.write_text(json.dumps(default_layout().as_json()), encoding="utf-8")
    label = json.loads((copy_of_b / "empty.json").read_text(encoding="utf-8"))
    corners = " ".join(f"{x},{y}" for x, y in label["board_corners_px"])
    profile = tmp_path / "b.profile"
    words = ["calibrate", "--layout", str(layout), "--empty", str(copy_of_b / "empty.jpg")]
    words += ["--corners", corners, "-o", str(profile)]
    sample = f"{copy_of_b / 'sample.jpg'}={copy_of_b / 'sample.json'}"
    document = run(capfd, *words, "--sample", sample, "--json").document
    assert list(document) == ["format", "profile", "layout", "samples", "owners"]
    assert sorted(document["owners"]) == sorted(label["players"])
    read_it = run(capfd, "read", str(copy_of_b / "g08.jpg"), "--profile", str(profile), "--json")
    check_reading_of_g08(read_it)
    # Without a profile, layout and corners suffice; owners then have common colour names.
    true = json.loads((copy_of_b / "g08.json").read_text(encoding="utf-8"))["board_corners_px"]
    corners = " ".join(f"{x},{y}" for x, y in true)
    bare = ["read", str(copy_of_b / "g08.jpg"), "--layout", str(layout), "--corners", corners, "--json"]
    check_reading_of_g08(run(capfd, *bare), right=0.8)
    for wrong in (sample.replace("=", ""), "=x.json", "a.jpg="):
        assert run(capfd, *words, "--sample", wrong, "--json").code == 2


def check_reading_of_g08(result: Run, right: float = 0.95) -> None:
    assert result.code == 0, result
    true = read_state(json.loads((PHOTOS / "B" / "g08.json").read_text(encoding="utf-8")))
    read = read_state(result.document["state"])
    same = {(site.at, site.kind) for site in true.sites} & {(site.at, site.kind) for site in read.sites}
    assert len(same) >= right * len(true.sites)
    check_doubts(result.document["doubts"])
