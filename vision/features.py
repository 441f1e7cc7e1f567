"""Features: places of a picture that can be told again in another one, whatever the scale and the turn."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo import Picture

Floats = NDArray[np.float64]

CONTRAST = 0.015
RATIO = 0.84  # how much nearer than the next best a match must be
LOOSE_RATIO = 0.92  # where wrong matches are told by their shapes
SAME_PLACE_PX = 6.0  # features of the reference that are no rivals of each other
LEAST_LIKENESS = 0.7
CHUNK = 1000  # features compared at a time, to save memory
TILTS = (0.0, np.pi / 4, np.pi / 2, 3 * np.pi / 4)  # directions in which the board is tilted away
FORESHORTENING = 1.4  # one over the cosine of 45 degrees


@dataclass(frozen=True, slots=True, eq=False)
class Features:
    """places (N, 2): continuous pixels of the picture; descriptors (N, 128) uint8, of SIFT.

    shapes (N, 2, 2): from a feature's own axes, one size long, to the picture's; empty where not kept.
    """

    places: Floats
    descriptors: NDArray[np.uint8]
    shapes: Floats = field(default_factory=lambda: np.zeros((0, 2, 2)))


def find_features(grey: Picture, most: int) -> Features:
    """The strongest features of a grey picture (H, W)."""
    sift = cv2.SIFT.create(nfeatures=most, contrastThreshold=CONTRAST)
    everywhere = np.full(grey.shape, 255, np.uint8)
    points, descriptors = sift.detectAndCompute(grey, everywhere)
    if not points:
        return Features(np.zeros((0, 2)), np.zeros((0, 128), np.uint8))
    places = np.array([p.pt for p in points], float) + 0.5
    angles = np.radians([p.angle for p in points])
    across = np.array([p.size for p in points])[:, None] * np.column_stack((np.cos(angles), np.sin(angles)))
    shapes = np.stack((across, across[:, ::-1] * (-1, 1)), axis=2)
    return Features(places, np.asarray(descriptors, np.uint8), shapes)


def find_tilted_features(grey: Picture, most: int, most_tilted: int) -> Features:
    """The features of a flat picture as it is and as it looks from four sides at 45 degrees."""
    height, width = grey.shape
    views = [find_features(grey, most)]
    for angle in TILTS:
        cos, sin = float(np.cos(angle)), float(np.sin(angle))
        turn = np.array([[cos, sin], [-sin, cos]])
        corners = np.array([(0, 0), (width, 0), (width, height), (0, height)]) @ turn.T
        low = corners.min(0)
        across, down = (int(v) for v in np.ceil(corners.max(0) - low))
        turned = cv2.warpAffine(
            grey, np.column_stack((turn, -low)), (across, down), borderMode=cv2.BORDER_REPLICATE
        )
        # What is squeezed would alias: blur it first, that way only.
        blur = 0.6 * float(np.sqrt(FORESHORTENING**2 - 1))
        turned = cv2.GaussianBlur(turned, (0, 0), sigmaX=0.01, sigmaY=blur)
        squeezed = cv2.resize(turned, (across, round(down / FORESHORTENING)))
        found = find_features(np.asarray(squeezed, np.uint8), most_tilted)
        stretched = found.places * (1, down / squeezed.shape[0])
        places = (stretched + low) @ turn
        inside = ((places > 3) & (places < (width - 3, height - 3))).all(1)
        shapes = turn.T @ (np.diag((1, down / squeezed.shape[0])) @ found.shapes)
        views.append(Features(places[inside], found.descriptors[inside], shapes[inside]))
    return Features(
        np.concatenate([v.places for v in views]),
        np.concatenate([v.descriptors for v in views]),
        np.concatenate([v.shapes for v in views]),
    )


def match(these: Features, reference: Features, ratio: float = RATIO) -> NDArray[np.intp]:
    """Pairs (N, 2) of indexes: alike, and clearly more so than with any other place of the reference."""
    if not len(these.places) or len(reference.places) < 2:
        return np.zeros((0, 2), np.intp)
    known = _rooted(reference.descriptors).T
    places = reference.places.astype(np.float32)
    pairs = []
    for start in range(0, len(these.places), CHUNK):
        alike = _rooted(these.descriptors[start : start + CHUNK]) @ known
        mine, theirs = _clear_matches(alike, places, ratio)
        pairs.append(np.column_stack((mine + start, theirs)))
    return np.concatenate(pairs)


def _clear_matches(
    alike: NDArray[np.float32], places: NDArray[np.float32], ratio: float
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Rows and columns of a table of likeness where a row's best is much better than the next elsewhere."""
    best = alike.argmax(1)
    first = alike[np.arange(len(best)), best]
    likely = np.flatnonzero(first > LEAST_LIKENESS)
    best, first, alike = best[likely], first[likely], alike[likely]
    x, y = places.T
    near = (np.abs(x[best, None] - x) < SAME_PLACE_PX) & (np.abs(y[best, None] - y) < SAME_PLACE_PX)
    alike[near] = -1
    clear = (1 - first) < ratio**2 * (1 - alike.max(1))
    return likely[clear], best[clear]


def _rooted(descriptors: NDArray[np.uint8]) -> NDArray[np.float32]:
    """RootSIFT: unit vectors whose product compares histograms by Hellinger's measure."""
    values = descriptors.astype(np.float32)
    values /= values.sum(1, keepdims=True) + 1e-6
    return np.sqrt(values)
