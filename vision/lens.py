"""Lens distortion from one photo of the board: its printed grid lines are straight, where the layout says."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.grid import position
from scoring.layout import Layout
from vision.camera import Camera, board_corners
from vision.fit import Observations, Prior, fit_camera
from vision.photo import Photo

Floats = NDArray[np.float64]

REACH = 0.14  # how far beside its place a line is looked for, in edges
STEP = 0.01
ALONG = np.linspace(-0.16, 0.16, 17)  # a piece of line, averaged, in edges
PLACES = (0.25, 0.5, 0.75)  # where on an edge; its ends are left out: other lines and symbols meet there
INK_WIDTH = 0.02  # half the width of a printed line, in edges
NOISE_PX = 0.7
CORNER_NOISE_PX = 0.3
LEAST_PIECES = 30
FAINTEST = 2.0  # levels of grey
# After the fit 96% of a printed grid's pieces lie within STRAIGHT of their place; of other art 10 to 30%.
STRAIGHT = 0.02
LEAST_STRAIGHT = 0.5


def fit_lens(photo: Photo, layout: Layout, corners_px: Sequence[Sequence[float]], start: Camera) -> Camera:
    """The camera with its lens distortion, from the corners and the grid lines that are seen.

    Without enough of these lines, or where they are not straight in the end because something else was
    seen, the camera is returned as it is.
    """
    grey = np.asarray(cv2.cvtColor(photo.bgr, cv2.COLOR_BGR2GRAY), np.float32)
    corners = np.asarray(corners_px, float)
    held = Observations(board_corners(layout), corners, CORNER_NOISE_PX)
    prior = Prior.of_phone(photo.size_px, photo.focal_px, start.stretch)
    camera = start
    middles, across = _pieces(layout)
    for reach in (REACH, REACH / 2, REACH / 2):
        offsets, strengths = _offsets(grey, photo.scale, camera, middles, across, reach)
        clear = _clear(strengths)
        if clear.sum() < LEAST_PIECES:
            return start
        seen = _line_observations(camera, middles[clear], across[clear], offsets[clear])
        camera = fit_camera(camera, prior, held, seen)
    offsets, strengths = _offsets(grey, photo.scale, camera, middles, across, REACH)
    return camera if (np.abs(offsets[_clear(strengths)]) < STRAIGHT).mean() > LEAST_STRAIGHT else start


def _clear(strengths: Floats) -> NDArray[np.bool_]:
    return strengths > max(0.4 * float(np.quantile(strengths, 0.8)), FAINTEST)


def _pieces(layout: Layout) -> tuple[Floats, Floats]:
    """Middles (N, 2) of short pieces of grid lines and the unit vectors (N, 2) across them, in grid units."""
    middles, across = [], []
    for a, b in layout.edges:
        start, end = np.array(position(a)), np.array(position(b))
        for place in PLACES:
            middles.append(start + (end - start) * place)
            across.append((start[1] - end[1], end[0] - start[0]))
    return np.array(middles), np.array(across)


def _offsets(
    grey: NDArray[np.float32], scale: float, camera: Camera, middles: Floats, across: Floats, reach: float
) -> tuple[Floats, Floats]:
    """How far beside each piece its printed line is seen, in edges, and how strongly.

    The grid's lines are darker or lighter than the ground, the same all over the board.
    """
    steps = np.arange(-reach - 4 * INK_WIDTH, reach + 4 * INK_WIDTH + STEP / 2, STEP)
    along = np.column_stack((across[:, 1], -across[:, 0]))
    points = (
        middles[:, None, None, :]
        + along[:, None, None, :] * ALONG[:, None]
        + across[:, None, None, :] * steps[:, None, None]
    )
    pixels = (camera.project(points.reshape(-1, 2)) * scale - 0.5).astype(np.float32)
    shape = (len(middles), len(steps) * len(ALONG))  # cv2.remap takes less than 32767 rows and columns
    sampled = cv2.remap(
        grey,
        pixels[:, 0].reshape(shape),
        pixels[:, 1].reshape(shape),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    profiles = np.asarray(sampled, float).reshape(len(middles), len(steps), len(ALONG)).mean(2)
    half = round(INK_WIDTH / STEP)
    ink = _boxed(profiles, 2 * half + 1)
    ground = (np.roll(ink, 2 * half, 1) + np.roll(ink, -2 * half, 1)) / 2
    ridge = (ground - ink)[:, 4 * half : -4 * half]  # positive where dark on light
    if np.quantile(ridge.max(1), 0.5) < np.quantile((-ridge).max(1), 0.5):
        ridge = -ridge
    best = np.clip(ridge.argmax(1), 1, ridge.shape[1] - 2)
    rows = np.arange(len(ridge))
    left, peak, right = ridge[rows, best - 1], ridge[rows, best], ridge[rows, best + 1]
    bend = np.minimum(left - 2 * peak + right, -1e-6)
    shift = np.clip(0.5 * (left - right) / bend, -1, 1)
    return steps[4 * half : -4 * half][best] + shift * STEP, peak


def _boxed(profiles: Floats, width: int) -> Floats:
    kernel = np.ones((1, width), np.float32) / width
    return np.asarray(cv2.filter2D(profiles, -1, kernel, borderType=cv2.BORDER_REPLICATE), float)


def _line_observations(camera: Camera, middles: Floats, across: Floats, offsets: Floats) -> Observations:
    seen = camera.project(middles + across * offsets[:, None])
    normal = camera.project(middles + across * 0.01) - camera.project(middles - across * 0.01)
    return Observations(middles, seen, NOISE_PX, normal / np.linalg.norm(normal, axis=1, keepdims=True))
