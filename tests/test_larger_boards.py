"""Grids of other sizes than the shipped one: learned and read as any other."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from scoring.grid import position
from scoring.layout import Layout
from tests.layouts_for_tests import hexagon
from vision.camera import board_corners
from vision.profile import calibrate
from vision.reading import read

PX_PER_EDGE = 70.0


def board_of(radius: int) -> Layout:
    """A hexagon of so many edges with a border around it, and a track along its top."""
    across, down = radius + 1.5, radius * 0.87 + 1.5
    corners = ((-across, -down), (across, -down), (across, down), (-across, down))
    track = tuple((-across + 0.6 + 0.5 * n, 0.5 - down) for n in range(int(4 * across) - 3))
    return replace(hexagon(radius), board_corners=corners, track=track)


def printed(layout: Layout) -> NDArray[np.uint8]:
    """The board's picture: paper, strewn shapes to find it by, and the grid's lines."""
    random = np.random.default_rng(5)
    low, high = board_corners(layout).min(0), board_corners(layout).max(0)
    width, height = (int(v) for v in (high - low) * PX_PER_EDGE)
    picture = np.full((height, width, 3), (190, 215, 225), np.uint8)
    for _ in range(160):
        middle = random.uniform((0, 0), (width, height))
        shape = cv2.convexHull((middle + random.normal(0, 40, (6, 2))).astype(np.int32))
        cv2.fillPoly(picture, [shape], [int(v) for v in random.integers(120, 230, 3)], cv2.LINE_AA)
    for ends in layout.edges:
        a, b = (np.round((np.array(position(p)) - low) * PX_PER_EDGE).astype(int).tolist() for p in ends)
        cv2.line(picture, a, b, (50, 60, 70), 2, cv2.LINE_AA)
    return picture


@pytest.mark.parametrize("radius", [2, 6, 8])
def test_a_board_of_any_size_is_learned_and_read(radius: int, tmp_path: Path) -> None:
    layout, empty, photo = board_of(radius), tmp_path / "empty.jpg", tmp_path / "photo.jpg"
    picture = printed(layout)
    height, width = picture.shape[:2]
    cv2.imwrite(str(empty), picture)
    profile = calibrate(layout, empty, [(0, 0), (width, 0), (width, height), (0, height)], [])
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), 20, 0.7)
    cv2.imwrite(str(photo), cv2.warpAffine(picture, turn, (width, height), borderValue=(60, 80, 90)))
    reading = read([photo], profile)
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)]) @ turn[:, :2].T + turn[:, 2]
    assert np.allclose(reading.corners_px, corners, atol=0.01 * width)
    assert not reading.state.tiles and not reading.state.sites and not reading.state.aqueducts
