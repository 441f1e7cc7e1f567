"""Small pictures around each triangle, edge and point of the grid, turned the same way up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.grid import Edge, Point, Triangle, centre, position
from vision.photo import Picture
from vision.rectify import Frame
from vision.view import CARD_MM, CUBE_MM, STICK_MM, TILE_MM, View

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Cut:
    """How crops of one sort are cut: size in pixels, scale, and which planes are stacked (mm)."""

    width: int
    height: int
    px_per_unit: float
    planes_mm: tuple[float, ...] = ()


TRIANGLE_CUT = Cut(32, 32, 28.0, (TILE_MM,))
EDGE_CUT = Cut(36, 32, 40.0, (TILE_MM, STICK_MM, CUBE_MM))
POINT_CUT = Cut(40, 40, 36.0, (CARD_MM, CUBE_MM))


def triangle_poses(triangles: Sequence[Triangle]) -> Floats:
    """(N, 3): centre and turn, so that every triangle points up."""
    return np.array([(*centre(t), 0.0 if t[2] else np.pi) for t in triangles], float).reshape(-1, 3)


def edge_poses(edges: Sequence[Edge]) -> Floats:
    """(N, 3): middle and turn, so that every edge lies across the crop."""
    poses = []
    for a, b in edges:
        (x0, y0), (x1, y1) = position(a), position(b)
        poses.append(((x0 + x1) / 2, (y0 + y1) / 2, np.arctan2(y1 - y0, x1 - x0)))
    return np.array(poses, float).reshape(-1, 3)


def point_poses(points: Sequence[Point]) -> Floats:
    """(N, 3): the points, not turned."""
    return np.array([(*position(p), 0.0) for p in points], float).reshape(-1, 3)


def cut_stacks(view: View, cut: Cut, poses: Floats) -> NDArray[np.uint8]:
    """(N, height, width, channels): the cut's planes, then the empty board, at each pose."""
    maps = _maps(view.frame, cut, poses)
    stacks = np.empty((len(poses), cut.height, cut.width, 3 * len(cut.planes_mm) + 3), np.uint8)
    for n, picture in enumerate([*(view.planes[mm] for mm in cut.planes_mm), view.empty]):
        stacks[..., 3 * n : 3 * n + 3] = _sampled(picture, maps, cut)
    return stacks


def cut_crops(picture: Picture, frame: Frame, cut: Cut, poses: Floats) -> Picture:
    """(N, height, width, 3): the picture at each pose."""
    return _sampled(picture, _maps(frame, cut, poses), cut)


def _sampled(picture: Picture, maps: NDArray[np.float32], cut: Cut) -> Picture:
    # cv2.remap takes at most 32767 rows at a time.
    rows = [
        cv2.remap(picture, part, np.empty(0), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        for part in np.split(maps, range(30_000, len(maps), 30_000))
    ]
    joined = rows[0] if len(rows) == 1 else np.concatenate(rows)
    return np.asarray(joined.reshape(-1, cut.height, cut.width, 3), np.uint8)


def _maps(frame: Frame, cut: Cut, poses: Floats) -> NDArray[np.float32]:
    """(N * height, width, 2): where each crop's pixels lie in the frame."""
    across = (np.arange(cut.width) + 0.5 - cut.width / 2) / cut.px_per_unit
    down = (np.arange(cut.height) + 0.5 - cut.height / 2) / cut.px_per_unit
    x, y = np.meshgrid(across, down)
    cos, sin = np.cos(poses[:, 2])[:, None, None], np.sin(poses[:, 2])[:, None, None]
    board_x = poses[:, 0][:, None, None] + cos * x - sin * y
    board_y = poses[:, 1][:, None, None] + sin * x + cos * y
    maps = np.stack(
        ((board_x - frame.x0) * frame.px_per_unit - 0.5, (board_y - frame.y0) * frame.px_per_unit - 0.5), -1
    )
    return maps.reshape(-1, cut.width, 2).astype(np.float32)
