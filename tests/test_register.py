"""Finding the board: accuracy against the labels, any roll, covered or cut off, and all that is refused."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from scoring.grid import position
from scoring.layout import Layout, default_layout
from vision.camera import Camera, board_corners
from vision.errors import BoardNotFound
from vision.photo import Photo, decode, load
from vision.reference import Reference
from vision.register import register, register_at

PHOTOS = Path(__file__).parent / "photos"
LAYOUT = default_layout()
GAMES = tuple(sorted(p.relative_to(PHOTOS).as_posix() for p in PHOTOS.glob("*/g*.jpg")))
COLOURS = ((40, 40, 220), (220, 120, 30), (30, 30, 30), (230, 230, 230))


@cache
def label(name: str) -> dict[str, Any]:
    return dict(json.loads((PHOTOS / name).with_suffix(".json").read_text()))


@cache
def reference(copy: str) -> Reference:
    name = f"{copy}/empty.jpg"
    return Reference.from_photo(load(PHOTOS / name), label(name)["board_corners_px"], LAYOUT)


@cache
def picture(name: str) -> NDArray[np.uint8]:
    return np.asarray(cv2.imread(str(PHOTOS / name)), np.uint8)


def as_photo(bgr: NDArray[Any], quality: int = 90) -> Photo:
    return decode(cv2.imencode(".jpg", bgr, (cv2.IMWRITE_JPEG_QUALITY, quality))[1].tobytes(), "made.jpg")


def errors(camera: Camera, name: str, moved: NDArray[Any] | None = None) -> NDArray[np.float64]:
    """How far each grid point of a label is off, in edges; moved: what was done to the picture (2, 3)."""
    known = label(name)["points_px"]
    board = np.array([position((int(q), int(r))) for q, r in (k.split(",") for k in known)])
    pixels = np.array(list(known.values()))
    if moved is not None:
        pixels = pixels @ moved[:, :2].T + moved[:, 2]
    return np.asarray(np.linalg.norm(camera.unproject(pixels) - board, axis=1), float)


def covered(bgr: NDArray[np.uint8], share: float, seed: int) -> NDArray[np.uint8]:
    """The photo with a forearm over it and coloured things strewn about."""
    random = np.random.default_rng(seed)
    out = bgr.copy()
    height, width = out.shape[:2]
    cv2.line(out, (-50, int(height * 0.7)), (int(width * share), int(height * 0.3)), (120, 150, 205), 170)
    for _ in range(40):
        x, y = (int(v) for v in random.integers((0, 0), (width, height)))
        cv2.circle(out, (x, y), 30, COLOURS[int(random.integers(4))], -1, cv2.LINE_AA)
    return out


@pytest.mark.parametrize("copy", ["A", "B"])
def test_the_empty_board_teaches_the_lens(copy: str) -> None:
    camera = reference(copy).camera
    assert errors(camera, f"{copy}/empty.jpg").max() < 0.005
    plain = Camera.from_corners(LAYOUT, label(f"{copy}/empty.jpg")["board_corners_px"], camera.size_px)
    if copy == "B":  # its photo is the one with a bent lens
        assert errors(plain, "B/empty.jpg").max() > 0.03


@pytest.mark.parametrize("name", GAMES)
def test_every_grid_point_is_found(name: str) -> None:
    found = register(load(PHOTOS / name), reference(name[0]), LAYOUT)
    off = errors(found.camera, name)
    assert np.median(off) < 0.01
    assert off.max() < 0.02
    assert found.confidence > 0.99
    corners = np.array(label(name)["board_corners_px"])
    assert np.abs(np.array(found.corners_px) - corners).max() < 3


@pytest.mark.parametrize("turn", [0, 90, 137, 180])
def test_the_photo_may_be_turned_anyhow(turn: int) -> None:
    name = GAMES[0]
    bgr = picture(name)
    height, width = bgr.shape[:2]
    move = cv2.getRotationMatrix2D((width / 2, height / 2), turn, 0.72)
    turned = cv2.warpAffine(bgr, move, (width, height), borderValue=(40, 60, 80))
    # cv2 counts from the first pixel's centre
    move[:, 2] += 0.5 - move[:, :2] @ (0.5, 0.5)
    found = register(as_photo(turned), reference(name[0]), LAYOUT)
    assert errors(found.camera, name, move).max() < 0.05


def test_a_covered_border_and_a_cut_one_do_no_harm() -> None:
    name = GAMES[0]
    found = register(as_photo(covered(picture(name), 0.35, 1)), reference(name[0]), LAYOUT)
    assert errors(found.camera, name).max() < 0.02
    corners = np.array(label(name)["board_corners_px"])
    left = int(corners[:, 0].min() + 0.06 * np.ptp(corners[:, 0]))
    found = register(as_photo(picture(name)[:, left:]), reference(name[0]), LAYOUT)
    assert errors(found.camera, name, np.array([[1, 0, -left], [0, 1, 0]])).max() < 0.03


def test_dim_and_noisy_photos_are_found() -> None:
    name = "B/g02.jpg"
    random = np.random.default_rng(2)
    dim = picture(name).astype(float) * 0.3 + random.normal(0, 9, picture(name).shape)
    found = register(as_photo(np.clip(dim, 0, 255).astype(np.uint8)), reference("B"), LAYOUT)
    assert errors(found.camera, name).max() < 0.03


def test_small_and_large_photos_are_found() -> None:
    name = "A/g03.jpg"
    for size in ((1154, 866), (4032, 3024)):
        found = register(as_photo(cv2.resize(picture(name), size)), reference("A"), LAYOUT)
        factor = size[0] / 2016
        assert errors(found.camera, name, np.array([[factor, 0, 0], [0, factor, 0]])).max() < 0.02


def refusal(photo: Photo, copy: str) -> BoardNotFound:
    with pytest.raises(BoardNotFound) as caught:
        register(photo, reference(copy), LAYOUT)
    return caught.value


@pytest.mark.parametrize(("photo", "copy"), [("A/g01.jpg", "B"), ("B/g04.jpg", "A")])
def test_another_printing_is_not_this_board(photo: str, copy: str) -> None:
    assert refusal(load(PHOTOS / photo), copy).reason == "not_this_board"


@pytest.mark.parametrize("sigma", [11, 25])
def test_a_blurred_photo_is_called_so(sigma: int) -> None:
    blurred = cv2.GaussianBlur(picture("A/g01.jpg"), (0, 0), sigma)
    assert refusal(as_photo(blurred), "A").reason == "too_blurred"


@pytest.mark.parametrize(
    ("part", "edge"), [((0.45, 0, 1, 1), "left"), ((0, 0, 0.6, 1), "right"), ((0, 0.4, 1, 1), "top")]
)
def test_a_cut_board_is_called_so(part: tuple[float, float, float, float], edge: str) -> None:
    bgr = picture("A/g03.jpg")
    height, width = bgr.shape[:2]
    left, top, right, bottom = part
    cut = bgr[int(top * height) : int(bottom * height), int(left * width) : int(right * width)]
    error = refusal(as_photo(cut), "A")
    assert error.reason == "cut_off"
    assert f"at the photo's {edge} edge" in error.message


def test_the_side_that_is_cut_off_is_the_boards_own() -> None:
    bgr = cv2.rotate(picture("A/empty.jpg"), cv2.ROTATE_180)
    error = refusal(as_photo(bgr[:, 900:]), "A")
    assert error.message.startswith("The board's right side is cut off at the photo's left edge")


def drawn(kind: str) -> NDArray[np.uint8]:
    random = np.random.default_rng(7)
    blank = np.full((1200, 1600, 3), (70, 110, 160), np.uint8)
    if kind == "noise":
        return random.integers(0, 256, blank.shape).astype(np.uint8)
    if kind == "chequers":
        cells = (np.indices((1200, 1600)) // 120).sum(0) % 2
        blank[cells == 1] = (220, 230, 235)
    if kind == "sheet":
        cv2.rectangle(blank, (300, 200), (1300, 1000), (210, 220, 230), -1)
        for i in range(60):
            cv2.putText(blank, str(i), (340 + 90 * (i % 10), 300 + 110 * (i // 10)), 0, 1.5, (20, 20, 60), 3)
    return blank


@pytest.mark.parametrize(
    ("kind", "reason"),
    [("plain", "no_board"), ("noise", "no_board"), ("chequers", None), ("sheet", "not_this_board")],
)
def test_what_is_not_the_board_is_refused(kind: str, reason: str | None) -> None:
    error = refusal(as_photo(drawn(kind)), "A")
    assert reason in (None, error.reason)
    assert error.message.endswith(".")


def test_with_corners_any_photo_gives_a_camera() -> None:
    name = "B/g06.jpg"
    corners = label(name)["board_corners_px"]
    photo = load(PHOTOS / name)
    plain = Camera.from_corners(LAYOUT, corners, photo.size_px)
    helped = register_at(photo, reference("B"), LAYOUT, corners)
    assert errors(helped.camera, name).max() < 0.01 < errors(plain, name).max()
    moved = (
        np.array(corners) + np.array([(8, -6), (-7, 5), (6, 6), (-8, -4)])
    ).tolist()  # dragged by a finger
    assert errors(register_at(photo, reference("B"), LAYOUT, moved).camera, name).max() < 0.01
    strange = register_at(
        as_photo(drawn("noise")), reference("B"), LAYOUT, [(9, 9), (900, 9), (900, 800), (9, 800)]
    )
    assert strange.corners_px[2] == pytest.approx((900, 800), abs=1)


def flat_layout(width: int, height: int) -> Layout:
    """A board of another game: no grid to speak of, ten units wide."""
    down = 10 * height / width
    corners = ((0.0, 0.0), (10.0, 0.0), (10.0, down), (0.0, down))
    return replace(LAYOUT, board_corners=corners, triangles=((4, 3, 0),), hills={}, bridges=(), sources={})


def drawn_scan(seed: int) -> NDArray[np.uint8]:
    random = np.random.default_rng(seed)
    scan = np.full((900, 1300, 3), (190, 215, 225), np.uint8)
    for _ in range(70):
        middle = random.uniform((80, 80), (1220, 820))
        shape = (middle + random.normal(0, 45, (6, 2))).astype(np.int32)
        ink = [int(v) for v in random.integers(30, 230, 3)]
        cv2.fillPoly(scan, [cv2.convexHull(shape)], ink, cv2.LINE_AA)
        word = "".join(random.choice(list("ROMA SPQR"), 4))
        cv2.putText(scan, word, shape[0].tolist(), 0, 0.9, (20, 30, 40), 2)
    return scan


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_flat_scan_serves_as_empty_board(seed: int) -> None:
    """A photo of another game's board, seen at a slant, with things on it, shade and blur."""
    scan, layout = drawn_scan(seed), flat_layout(1300, 900)
    ends = np.array([(0, 0), (1300, 0), (1300, 900), (0, 900)], np.float32)
    board = Reference.from_photo(as_photo(scan, 95), ends.tolist(), layout)
    assert abs(board.camera.k1) < 1e-6
    slant = cv2.Rodrigues(np.array([0.5, 0.2, 0.0]))[0] @ cv2.Rodrigues(np.array([0, 0, 1.3 * seed]))[0]
    shift = np.array([0, 0, 11.0]) - slant @ np.array([5, 4.5 / 1.3, 0])
    turn = cv2.Rodrigues(slant)[0].ravel()
    phone = Camera((2016, 1512), 1500.0, 0.0, 0.0, 1.0, tuple(turn.tolist()), tuple(shift.tolist()))
    corners = phone.project(board_corners(layout))
    flat = cv2.getPerspectiveTransform(ends - 0.5, (corners - 0.5).astype(np.float32))
    table = np.full((1512, 2016, 3), (60, 80, 110), np.uint8)
    shot = cv2.warpPerspective(scan, flat, (2016, 1512), dst=table, borderMode=cv2.BORDER_TRANSPARENT)
    shade = np.linspace(0.4, 1.1, 2016)[None, :, None]
    shot = np.clip(covered(np.asarray(shot, np.uint8), 0.3, seed) * shade, 0, 255).astype(np.uint8)
    found = register(as_photo(cv2.GaussianBlur(shot, (0, 0), 1.2), 80), board, layout)
    off = np.linalg.norm(np.array(found.corners_px) - corners, axis=1)
    assert off.max() < 0.003 * np.linalg.norm(corners[1] - corners[0])
    with pytest.raises(BoardNotFound):
        register(load(PHOTOS / "A/g01.jpg"), board, layout)


def test_a_cropped_photo_has_its_axis_elsewhere() -> None:
    name = "A/g01.jpg"
    wide = cv2.copyMakeBorder(picture(name), 200, 800, 900, 0, cv2.BORDER_REFLECT)
    found = register(as_photo(wide), reference("A"), LAYOUT)
    assert errors(found.camera, name, np.array([[1, 0, 900], [0, 1, 200]])).max() < 0.02
    corners = (np.array(label(name)["board_corners_px"]) + np.array([900, 200])).tolist()
    plain = Camera.from_corners(LAYOUT, corners, (2916, 2512))
    assert plain.project(board_corners(LAYOUT)) == pytest.approx(np.array(corners), abs=0.5)


def test_a_reference_survives_its_file() -> None:
    one = reference("A")
    file = io.BytesIO()
    np.savez_compressed(file, **one.arrays())
    assert len(file.getvalue()) < 1_500_000
    file.seek(0)
    with np.load(file, allow_pickle=False) as arrays:
        other = Reference.from_arrays(dict(arrays))
    assert other.camera == one.camera
    assert other.frame == one.frame
    photo = load(PHOTOS / GAMES[0])
    first, second = (np.array(register(photo, r, LAYOUT).corners_px) for r in (one, other))
    assert first == pytest.approx(second, abs=0.01)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("camera", np.zeros(12)),
        ("frame", np.array([0, 0, -1.0, 10, 10])),
        ("frame", np.array([0, 0, np.nan, 10, 10])),
        ("picture", np.zeros((3, 3, 3), np.uint8)),
        ("picture", np.zeros((582, 687, 3), np.float32)),
        ("descriptors", np.zeros((2, 128), np.uint8)),
        ("places", np.full((5, 2), np.nan, np.float32)),
        ("patches", np.full((240, 2), 1e6, np.float32)),
        ("outside", np.zeros(3, bool)),
        ("outside", None),
    ],
)
def test_damaged_arrays_are_refused(name: str, value: NDArray[Any] | None) -> None:
    arrays = reference("A").arrays()
    if value is None:
        del arrays[name]
    else:
        arrays[name] = value
    with pytest.raises(ValueError):
        Reference.from_arrays(arrays)


def test_the_board_is_where_it_was_when_asked_again() -> None:
    photo = load(PHOTOS / GAMES[1])
    first, second = (register(photo, reference(GAMES[1][0]), LAYOUT) for _ in range(2))
    assert first == second
    assert np.isfinite(first.camera.project(board_corners(LAYOUT))).all()
