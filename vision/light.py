"""The light in a photo, estimated where nothing covers the board, and taken out of it.

Photo and empty board differ by a gain for each channel that changes slowly over the table. It is
fitted as a polynomial to the board outside the city; discs, hands and shadows there are outliers.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.grid import centre, corners, position
from scoring.layout import Layout
from vision.camera import board_corners
from vision.photo import Picture
from vision.rectify import Frame

Floats = NDArray[np.float64]

DEGREE = 3
ROUNDS = 7
FIT_PIXELS = 7_000
OFFSET = 4.0  # keeps the logarithm of dark pixels from being all noise
RIM = 0.97  # the part of the board's half-width that is used: its very edge is often torn or shaded
# How strongly the polynomial's terms are held at zero, by their degree, as a part of the pixel count.
STIFFNESS = (0.0, 5e-5, 5e-5, 1e-3)


@dataclass(frozen=True, slots=True)
class Light:
    """log gain = polynomial of the place on the board. spread: how well the board's rim follows it."""

    coefficients: Floats  # (terms, 3)
    middle: Floats  # (2,) of the board, in grid units
    half_size: Floats  # (2,)
    spread: float

    def gain(self, frame: Frame) -> NDArray[np.float32]:
        """(H, W, 3): how much brighter the photo is than the empty board's picture."""
        step = 16
        across, down = np.arange(0, frame.width + step, step), np.arange(0, frame.height + step, step)
        nodes = np.stack(np.meshgrid(across, down), -1).reshape(-1, 2)
        logs = _terms((frame.to_board(nodes) - self.middle) / self.half_size) @ self.coefficients
        coarse = np.exp(np.clip(logs, -4, 4)).reshape(len(down), len(across), 3).astype(np.float32)
        fine = cv2.resize(coarse, (len(across) * step, len(down) * step), interpolation=cv2.INTER_LINEAR)
        shift = step // 2  # cv2.resize puts a node in the middle of its cell
        return np.ascontiguousarray(
            np.pad(fine, ((0, shift), (0, shift), (0, 0)), mode="edge")[
                shift : shift + frame.height, shift : shift + frame.width
            ]
        )

    def even(self, picture: Picture, gain: NDArray[np.float32]) -> Picture:
        """The picture as if it had been taken in the empty board's light."""
        lit = (picture.astype(np.float32) + OFFSET) / gain - OFFSET
        return np.clip(lit, 0, 255).astype(np.uint8)


def fit_light(photo_board: Picture, empty_board: Picture, frame: Frame, layout: Layout) -> Light:
    """From the rectified board (H, W, 3) in the photo and in the empty board's picture, both in `frame`."""
    small = Frame.of_board(layout, FIT_PIXELS)
    size = (small.width, small.height)
    photo = cv2.resize(photo_board, size, interpolation=cv2.INTER_AREA).reshape(-1, 3).astype(float)
    empty = cv2.resize(empty_board, size, interpolation=cv2.INTER_AREA).reshape(-1, 3).astype(float)
    rim = board_corners(layout)
    middle, half = (rim.min(0) + rim.max(0)) / 2, (rim.max(0) - rim.min(0)) / 2
    rows, columns = np.mgrid[0 : small.height, 0 : small.width]
    places = small.to_board(np.stack((columns.ravel() + 0.5, rows.ravel() + 0.5), -1))
    places = (places - middle) / half
    usable = (
        ~city_mask(layout, small).ravel()
        & (np.abs(places) < RIM).all(1)
        & (photo.max(1) > 0)
        & (photo.max(1) < 252)
    )
    if usable.sum() < 100:
        return Light(np.zeros((len(_terms(places[:1])[0]), 3)), middle, half, 1.0)
    terms = _terms(places[usable])
    logs = np.log((photo[usable] + OFFSET) / (empty[usable] + OFFSET))
    hold = np.diag([STIFFNESS[i + j] * len(terms) for i, j in _powers()])
    weights = np.ones(len(terms))
    coefficients = np.zeros((terms.shape[1], 3))
    scale = 1.0
    for _ in range(ROUNDS):
        weighted = terms * weights[:, None]
        coefficients = np.linalg.solve(weighted.T @ terms + hold, weighted.T @ logs)
        off = np.linalg.norm(logs - terms @ coefficients, axis=1)
        scale = 1.4826 * float(np.median(off)) + 1e-3
        weights = (1 + (off / (1.5 * scale)) ** 2) ** -2.0
    return Light(coefficients, middle, half, scale)


def city_mask(layout: Layout, frame: Frame, grow: float = 0.24) -> NDArray[np.bool_]:
    """(H, W): where the city's triangles lie, each grown by a part of its size."""
    mask = np.zeros((frame.height, frame.width), np.uint8)
    for triangle in layout.triangles:
        middle = np.array(centre(triangle))
        outline = middle + (np.array([position(p) for p in corners(triangle)]) - middle) * (1 + grow)
        cv2.fillConvexPoly(mask, np.round(frame.to_px(outline)).astype(np.int32), 1)
    return mask > 0


def _powers() -> list[tuple[int, int]]:
    return [(i, j) for i in range(DEGREE + 1) for j in range(DEGREE + 1 - i)]


def _terms(places: Floats) -> Floats:
    """(N, terms) of places scaled to -1 .. 1."""
    x, y = places[:, 0], places[:, 1]
    return np.stack([x**i * y**j for i, j in _powers()], -1)
