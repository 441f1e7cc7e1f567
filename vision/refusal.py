"""Why a photo is refused, in words that a player can act on."""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.grid import centre
from scoring.layout import Layout
from vision.camera import Camera, board_corners
from vision.errors import BoardNotFound
from vision.looks import compare_looks, is_scan
from vision.photo import Photo, Picture, reduced
from vision.reference import Reference

Floats = NDArray[np.float64]

MOST_CUT_OFF = 0.03  # of the city's triangles
SIDES = ("top", "right", "bottom", "left")

# Blurred photos of boards have less than 0.2 of their coarse detail also in the fine, sharp ones over 0.3.
SHARPNESS_PIXELS = 400_000
LEAST_SHARPNESS = 0.21
LEAST_DETAIL = 2.0  # levels of grey; below it a photo shows nothing at all

SHEET_PIXELS = 100_000
SHEET_SHARES = (0.1, 0.95)  # a board's part of the photo


def refuse_unfit(photo: Photo, reference: Reference, layout: Layout, camera: Camera) -> None:
    """Raises BoardNotFound if the board was found but cannot be read, or is another printing."""
    cut = _cut_off(photo, layout, camera)
    if cut is not None:
        side, edge = cut
        raise BoardNotFound(
            "cut_off",
            f"The board's {side} side is cut off at the photo's {edge} edge. "
            "Take the photo again with the whole city in it.",
        )
    looks = compare_looks(photo, reference, layout, camera)
    if looks.blurred:
        raise _too_blurred()
    if looks.strange and not is_scan(reference, layout):
        raise _not_this_board()


def refuse_missing(grey: Picture) -> BoardNotFound:
    """The error for a photo in which the calibrated board was not recognised."""
    if _is_blurred(grey):
        return _too_blurred()
    if _shows_sheet(grey):
        return _not_this_board()
    return BoardNotFound(
        "no_board",
        "There is no board in the photo, or too little of it is seen. "
        "Take the photo from above with the whole board in it, or drag the four corners.",
    )


def _too_blurred() -> BoardNotFound:
    return BoardNotFound(
        "too_blurred", "The photo is too blurred. Hold the phone still, tap on the board and take it again."
    )


def _not_this_board() -> BoardNotFound:
    return BoardNotFound(
        "not_this_board",
        "This is not the calibrated board. Take the copy that the profile was made from, "
        "or calibrate this one.",
    )


def _cut_off(photo: Photo, layout: Layout, camera: Camera) -> tuple[str, str] | None:
    """The board's side and the photo's edge over which too much of the city is lost, if it is."""
    cells = np.array([centre(t) for t in layout.triangles])
    pixels = camera.project(cells)
    width, height = photo.size_px
    beyond = np.column_stack((-pixels[:, 1], pixels[:, 0] - width, pixels[:, 1] - height, -pixels[:, 0]))
    lost = ~(beyond.max(1) <= 0)  # so that what lies behind the camera is lost too
    if lost.mean() <= MOST_CUT_OFF:
        return None
    edge = int((np.nan_to_num(beyond) > 0).sum(0).argmax())
    corners = board_corners(layout)
    x, y = (cells[lost].mean(0) - corners.min(0)) / (corners.max(0) - corners.min(0))
    side = int(np.argmax((1 - y, x, y, 1 - x)))
    return SIDES[side], SIDES[edge]


def _is_blurred(grey: Picture) -> bool:
    """Whether a photo has coarse detail, but hardly any fine."""
    values = reduced(grey, SHARPNESS_PIXELS)[0].astype(np.float32)
    levels = [cv2.GaussianBlur(values, (0, 0), sigma) for sigma in (1, 2, 4, 8, 16)]
    fine, _, coarse, coarsest = (float(np.abs(a - b).mean()) for a, b in pairwise(levels))
    return coarsest > LEAST_DETAIL and fine < LEAST_SHARPNESS * coarse


def _shows_sheet(grey: Picture) -> bool:
    """Whether a large four-cornered thing lies in the photo."""
    small = cv2.GaussianBlur(reduced(grey, SHEET_PIXELS)[0], (0, 0), 1.5)
    edges = cv2.dilate(cv2.Canny(small, 30, 90), np.ones((3, 3), np.uint8))
    outlines, _ = cv2.findContours(edges, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    for outline in outlines:
        hull = cv2.convexHull(outline)
        share = cv2.contourArea(hull) / small.size
        if not SHEET_SHARES[0] < share < SHEET_SHARES[1]:
            continue
        if len(cv2.approxPolyDP(hull, 0.03 * cv2.arcLength(hull, True), True)) == 4:
            return True
    return False
