"""Patches: small windows of the empty board's picture that are looked for where a photo should show them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Camera
from vision.photo import Picture
from vision.rectify import Frame, warp

Floats = NDArray[np.float64]

HALF = 13  # a patch has 2 * HALF + 1 pixels a side
SIDE = 2 * HALF + 1
SMOOTHING = 1.2  # pixels; evens out what blur, noise and sharpening do to the finest detail
CELLS = (12, 10)  # patches are spread over so many cells of the board
IN_A_CELL = 2
APART = 18  # pixels


@dataclass(frozen=True, slots=True, eq=False)
class Sightings:
    """What was found of each patch.

    centres (N, 2): board points whose pixels, by the camera with which they were looked for, show the patch;
    likeness (N,): normalised correlation there, -1 to 1; visible (N,) bool: whether it lies inside the photo.
    """

    centres: Floats
    likeness: Floats
    visible: NDArray[np.bool_]


def evened(grey: Picture) -> Picture:
    """The picture's detail alone: each pixel against its surroundings' mean and contrast."""
    values = cv2.GaussianBlur(grey, (0, 0), SMOOTHING).astype(np.float32)
    mean = cv2.boxFilter(values, -1, (SIDE, SIDE))
    square = cv2.boxFilter(values * values, -1, (SIDE, SIDE))
    contrast = np.sqrt(np.maximum(square - mean * mean, 0)) + 3
    return np.asarray(np.clip((values - mean) * (40 / contrast) + 128, 0, 255), np.uint8)


def choose_patches(grey: Picture) -> NDArray[np.float32]:
    """Centres (N, 2) of windows with structure both ways, spread over the picture, in continuous pixels."""
    picture = cv2.GaussianBlur(grey, (0, 0), SMOOTHING).astype(np.float32)
    strength = np.sqrt(np.maximum(cv2.cornerMinEigenVal(picture, SIDE - 6), 0))
    inner = np.zeros_like(strength)
    inner[HALF + 1 : -HALF - 1, HALF + 1 : -HALF - 1] = 1
    strength = strength * inner
    floor = 0.1 * float(np.quantile(strength, 0.9))
    chosen = []
    height, width = strength.shape
    for top, bottom in pairwise(np.linspace(0, height, CELLS[1] + 1).astype(int)):
        for left, right in pairwise(np.linspace(0, width, CELLS[0] + 1).astype(int)):
            for _ in range(IN_A_CELL):
                cell = strength[top:bottom, left:right]
                y, x = (int(v) for v in np.unravel_index(int(cell.argmax()), cell.shape))
                if cell[y, x] <= floor:
                    break
                x, y = x + int(left), y + int(top)
                chosen.append((x + 0.5, y + 0.5))
                strength[max(0, y - APART) : y + APART + 1, max(0, x - APART) : x + APART + 1] = 0
    return np.array(chosen, np.float32).reshape(-1, 2)


def find_patches(
    picture: Picture, patches: NDArray[np.float32], frame: Frame, grey: Picture, scale: float, camera: Camera
) -> Sightings:
    """Looks for patches of the evened reference picture in a photo, from where the camera says they are.

    grey: the photo, reduced by `scale`.
    """
    seen = evened(warp(grey, camera, frame, scale))
    places = patches - 0.5
    tracked = cv2.calcOpticalFlowPyrLK(
        picture, seen, places[:, None], places[:, None].copy(), winSize=(SIDE, SIDE), maxLevel=2
    )[0]
    found = np.asarray(tracked, np.float32)[:, 0]
    visible = _visible(patches, grey, scale, camera, frame)
    return Sightings(frame.to_board(found + 0.5), likeness(picture, seen, places, found), visible)


def likeness(
    picture: Picture,
    seen: Picture,
    places: NDArray[np.float32],
    found: NDArray[np.float32] | None = None,
) -> Floats:
    """Normalised correlation (N,) of windows at `places` with those of another picture, there or at `found`.

    Both in pixels that begin at a pixel's centre, as cv2 counts.
    """
    mine, theirs = _windows(picture, places), _windows(seen, places if found is None else found)
    mine -= mine.mean(1, keepdims=True)
    theirs -= theirs.mean(1, keepdims=True)
    energy = (mine * mine).sum(1) * (theirs * theirs).sum(1)
    return np.asarray((mine * theirs).sum(1) / np.sqrt(energy + 1), float)


def _windows(picture: Picture, places: NDArray[np.float32]) -> NDArray[np.float32]:
    """The windows around places, (N, SIDE * SIDE)."""
    steps = np.arange(-HALF, HALF + 1, dtype=np.float32)
    x = np.broadcast_to(places[:, 0, None, None] + steps, (len(places), SIDE, SIDE))
    y = np.broadcast_to(places[:, 1, None, None] + steps[:, None], (len(places), SIDE, SIDE))
    shape = (len(places) * SIDE, SIDE)
    values = cv2.remap(picture, x.reshape(shape), y.reshape(shape), cv2.INTER_LINEAR)
    return np.asarray(values, np.float32).reshape(len(places), SIDE * SIDE)


def _visible(
    patches: NDArray[np.float32], grey: Picture, scale: float, camera: Camera, frame: Frame
) -> NDArray[np.bool_]:
    around = np.array([(-HALF, -HALF), (HALF, -HALF), (HALF, HALF), (-HALF, HALF)])
    pixels = camera.project(frame.to_board((patches[:, None] + around).reshape(-1, 2))) * scale
    inside = (pixels > 0).all(1) & (pixels < grey.shape[::-1]).all(1)
    return np.asarray(inside.reshape(-1, 4).all(1))
