"""The camera: there and back, corners, height, lens, and fits against made-up observations."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.layout import default_layout
from vision.camera import Camera, board_corners
from vision.fit import Observations, Prior, fit_camera

LAYOUT = default_layout()
SIZE = (2016, 1512)


def make_camera(
    tilt: float, turn: float, roll: float = 0.0, k1: float = -0.02, focal: float = 0.76
) -> Camera:
    """A phone over the middle of the board; angles in degrees."""
    axis = np.array([np.cos(np.radians(turn)), np.sin(np.radians(turn)), 0])
    rotation = (
        cv2.Rodrigues(axis * np.radians(tilt))[0] @ cv2.Rodrigues(np.array([0, 0, np.radians(roll)]))[0]
    )
    middle = board_corners(LAYOUT).mean(0)
    shift = np.array([0, 0, 15.0]) - rotation @ np.array([*middle, 0])
    vector = cv2.Rodrigues(rotation)[0].ravel()
    return Camera(SIZE, focal * max(SIZE), k1, 0.004, 1.0, tuple(vector.tolist()), tuple(shift.tolist()))


cameras = st.builds(
    make_camera,
    st.floats(0, 45),
    st.floats(-180, 180),
    st.floats(-180, 180),
    st.floats(-0.04, 0.02),
    st.floats(0.65, 0.85),
)


@given(cameras, st.floats(0, 0.4))
def test_a_point_at_any_height_is_found_again(camera: Camera, z: float) -> None:
    points = np.array([(-4.0, -1.0, z), (0.3, 4.4, z), (9.0, 10.0, z)])
    assert camera.unproject(camera.project(points), z) == pytest.approx(points[:, :2], abs=1e-5)


@given(cameras)
def test_what_stands_up_leans_away_from_the_camera(camera: Camera) -> None:
    point = np.array([[2.0, 4.0]])
    top = camera.unproject(camera.project(np.array([[2.0, 4.0, 0.33]])))
    away = point[0] - camera.position()[:2]
    assert (top - point)[0] @ away >= -1e-6
    assert camera.position()[2] > 0


def test_points_behind_the_camera_have_no_pixel() -> None:
    camera = make_camera(45, 0)
    assert np.isnan(camera.project(np.array([[2.0, 4.0, 50.0]]))).all()


def test_the_middle_of_the_picture_is_half_its_size() -> None:
    camera = make_camera(0, 0)
    assert camera.project(board_corners(LAYOUT).mean(0)[None])[0] == pytest.approx((1008, 756))


@given(cameras)
def test_parameters_make_the_same_camera(camera: Camera) -> None:
    assert Camera.from_parameters(camera.parameters()) == camera


@pytest.mark.parametrize("change", [(0, -1), (2, 0.0), (5, -1.0), (8, float("nan"))])
def test_parameters_that_are_no_camera_are_refused(change: tuple[int, float]) -> None:
    values = list(make_camera(10, 0).parameters())
    values[change[0]] = change[1]
    with pytest.raises(ValueError):
        Camera.from_parameters(values)
    with pytest.raises(ValueError):
        Camera.from_parameters(values[:5])


@given(cameras)
def test_corners_give_the_camera_back_but_for_its_lens(camera: Camera) -> None:
    straight = camera.with_lens(0, 0)
    corners = straight.project(board_corners(LAYOUT))
    found = Camera.from_corners(LAYOUT, corners.tolist(), SIZE)
    points = np.array([(0.0, 4.0), (5.0, 2.0), (2.0, 8.0)])
    assert found.project(points) == pytest.approx(straight.project(points), abs=0.5)
    assert found.project(board_corners(LAYOUT)) == pytest.approx(corners, abs=0.5)


def test_tilt_shows_the_focal_length() -> None:
    camera = make_camera(30, 40, focal=0.68).with_lens(0, 0)
    found = Camera.from_corners(LAYOUT, camera.project(board_corners(LAYOUT)).tolist(), SIZE)
    assert found.focal_px == pytest.approx(camera.focal_px, rel=0.02)
    assert found.tilt_degrees() == pytest.approx(30, abs=0.7)


def test_from_straight_above_the_focal_length_is_taken_as_told() -> None:
    corners = make_camera(0, 0).with_lens(0, 0).project(board_corners(LAYOUT)).tolist()
    assert Camera.from_corners(LAYOUT, corners, SIZE, 1700.0).focal_px == pytest.approx(1700, rel=0.01)
    assert Camera.from_corners(LAYOUT, corners, SIZE).focal_px == pytest.approx(0.76 * 2016, rel=0.01)


def test_a_scan_of_other_proportions_is_stretched() -> None:
    corners = [(0, 0), (1400, 0), (1400, 1210), (0, 1210)]
    found = Camera.from_corners(LAYOUT, corners, (1400, 1210))
    assert found.project(board_corners(LAYOUT)) == pytest.approx(np.array(corners), abs=1)
    assert found.stretch == pytest.approx(1210 / 1400 * 14 / 11.8603, rel=1e-3)


@pytest.mark.parametrize(
    "corners",
    [
        [(0, 0), (100, 0), (100, 100)],
        [(0, 0), (0, 100), (100, 100), (100, 0)],  # the wrong way round
        [(0, 0), (100, 0), (20, 20), (0, 100)],  # not convex
        [(0, 0), (100, 0), (100, float("nan")), (0, 100)],
        [(5, 5), (5, 5), (5, 5), (5, 5)],
    ],
)
def test_corners_that_are_no_board_are_refused(corners: list[tuple[float, float]]) -> None:
    with pytest.raises(ValueError):
        Camera.from_corners(LAYOUT, corners, SIZE)


@pytest.mark.parametrize("wild", [0.0, 0.3])
def test_a_fit_finds_pose_and_lens_in_spite_of_wild_points(wild: float) -> None:
    random = np.random.default_rng(5)
    true = make_camera(25, 70, 190, k1=-0.03)
    board = random.uniform((-4.7, -1.6), (9.3, 10.2), (150, 2))
    pixels = true.project(board) + random.normal(0, 0.3, (150, 2))
    liars = random.random(150) < wild
    pixels[liars] += random.normal(0, 60, (int(liars.sum()), 2))
    start = Camera.from_corners(LAYOUT, (true.project(board_corners(LAYOUT)) + 15).tolist(), SIZE)
    found = fit_camera(start, Prior.of_phone(SIZE), Observations(board, pixels, 0.3))
    assert np.linalg.norm(found.project(board) - true.project(board), axis=1).max() < 1.0
    assert found.k1 == pytest.approx(-0.03, abs=0.01)


def test_a_fit_to_lines_moves_only_across_them() -> None:
    true = make_camera(20, 10)
    board = np.random.default_rng(3).uniform((-4, -1), (9, 10), (60, 2))
    ahead = true.project(board + np.array([0.01, 0])) - true.project(board)
    along = ahead / np.linalg.norm(ahead, axis=1, keepdims=True)
    slid = true.project(board) + along * np.linspace(-30, 30, 60)[:, None]
    across = np.column_stack((-along[:, 1], along[:, 0]))
    corners = Observations(board_corners(LAYOUT), true.project(board_corners(LAYOUT)), 0.1)
    found = fit_camera(true, Prior.of_phone(SIZE), corners, Observations(board, slid, 0.5, across))
    assert np.linalg.norm(found.project(board) - true.project(board), axis=1).max() < 0.6
