"""How a photo of a registered board looks beside the empty board: blur, art and colours."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.layout import Layout
from vision.camera import Camera, board_corners
from vision.patches import SIDE, likeness
from vision.photo import Photo, Picture
from vision.rectify import rectify, warp
from vision.reference import Reference, draw_city

Floats = NDArray[np.float64]

FINE, COARSE = 1.2, 3.0  # blurs in pixels of the frame; the coarsest is a patch's mean
SHARP = 0.26  # photos with less of the empty board's fine detail are misread; hard ones have over 0.5
CELLS = 36  # across the board, for colours
DARKEST, BRIGHTEST = 30, 240  # values between which a pixel's colour can be told
LEAST_CELLS = 100  # without that many, colours are not compared
SCAN_MARGIN = 0.02  # of the picture's size


@dataclass(frozen=True, slots=True)
class Looks:
    """sharpness: how much fine detail is seen beside coarse detail, against the empty board's.

    likeness: of what is seen to the empty board, sharp or blurred, whichever is more alike.
    related: how much of the colours' variation over the board any mixture of the empty board's explains;
    kept: how much it explains channel by channel, as another light on the same board does.
    """

    sharpness: float
    likeness: float
    related: float
    kept: float

    @property
    def blurred(self) -> bool:
        return self.sharpness < SHARP

    @property
    def strange(self) -> bool:
        """Whether this is another printing: other art, or the same art in other colours.

        Of more than 90 photos of their own printing, half of them hard, the least alike has 0.91 and all but
        one keep 0.97 of their relation; that one, half in the sun, is related by 0.53 and loses 0.047. Copies
        A and B have 0.83 of likeness; of reprints in other shades the clearly different ones lose more.
        """
        recoloured = self.related > 0.5 and self.related - self.kept > max(0.06, 0.08 * self.related)
        redrawn = self.likeness < 0.88 and self.kept < 0.85
        return recoloured or redrawn


def compare_looks(photo: Photo, reference: Reference, layout: Layout, camera: Camera) -> Looks:
    """Compares the board's surroundings of the city in a photo with those of the empty board."""
    seen = rectify(photo, camera, reference.frame)
    inside = warp(np.full(photo.bgr.shape[:2], 255, np.uint8), camera, reference.frame, photo.scale)
    usable = (_cells(inside) > 250) & (_cells(draw_city(reference.frame, layout)) < 5)
    related, kept = _colours(_cells(seen), _cells(reference.picture), usable)
    patches = reference.patches[reference.outside] if reference.outside.any() else reference.patches
    here = _Detail.of(np.asarray(cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY), np.uint8))
    there = _Detail.of(reference.grey())
    sharpness = float(np.median(here.sharpness(patches) / there.sharpness(patches)))
    return Looks(sharpness, _likeness(here, there, patches), related, kept)


def is_scan(reference: Reference, layout: Layout) -> bool:
    """Whether the empty board came as a flat scan, whose colours are not those that a phone sees."""
    size = np.array(reference.camera.size_px)
    corners = reference.camera.project(board_corners(layout)) / size
    return bool((np.abs(corners - ((0, 0), (1, 0), (1, 1), (0, 1))) < SCAN_MARGIN).all())


@dataclass(frozen=True, slots=True, eq=False)
class _Detail:
    """A grey picture at three blurs."""

    fine: Picture
    coarse: Picture
    coarsest: Picture

    @classmethod
    def of(cls, grey: Picture) -> _Detail:
        fine, coarse = (np.asarray(cv2.GaussianBlur(grey, (0, 0), b), np.uint8) for b in (FINE, COARSE))
        return cls(fine, coarse, np.asarray(cv2.blur(grey, (SIDE, SIDE)), np.uint8))

    def sharpness(self, patches: NDArray[np.float32]) -> Floats:
        """Fine detail over coarse detail (N,) around each patch's centre."""
        x, y = patches.astype(int).T
        fine, coarse = (
            cv2.boxFilter(cv2.absdiff(a, b), cv2.CV_32F, (SIDE, SIDE))[y, x]
            for a, b in ((self.fine, self.coarse), (self.coarse, self.coarsest))
        )
        return np.asarray((fine + 0.05) / (coarse + 0.5), float)


def _likeness(here: _Detail, there: _Detail, patches: NDArray[np.float32]) -> float:
    """Half of the patches that nothing covers are at least so alike."""
    places = patches - 0.5
    levels = np.array([likeness(empty, here.fine, places) for empty in (there.fine, there.coarse)])
    uncovered = levels.max(0) > 0.5
    return float(np.median(levels[:, uncovered], 1).max()) if uncovered.any() else 0.0


def _colours(
    here: NDArray[np.float32], there: NDArray[np.float32], usable: NDArray[np.bool_]
) -> tuple[float, float]:
    """`related` and `kept` of Looks, from the cells of the photo and of the empty board."""
    told = usable.copy()
    for picture in (here, there):
        brightest = picture.max(2)
        told &= (brightest > DARKEST) & (brightest < BRIGHTEST)
    if told.sum() < LEAST_CELLS:
        return 0.0, 1.0
    mine, theirs = _chroma(here[told]), _chroma(there[told])
    y, x = np.nonzero(told)
    light = np.column_stack((np.ones(len(x)), x / CELLS, y / CELLS))  # its colour may change over the board
    both = np.column_stack((theirs, light))
    weights = np.ones(len(x))
    for _ in range(4):
        off = np.linalg.norm(_left(mine, both, weights), axis=1)
        weights = 1 / np.sqrt(1 + (off / (1.5 * np.median(off) + 0.01)) ** 2)
    total = float(_energy(mine, light, weights).sum())
    if total < 1e-9:  # a photo without colours says nothing about them
        return 0.0, 1.0
    related = 1 - _energy(mine, both, weights).sum() / total
    alone = [_energy(mine[:, [c]], np.column_stack((theirs[:, c], light)), weights).sum() for c in range(2)]
    return float(related), float(1 - sum(alone) / total)


def _cells(picture: Picture) -> NDArray[np.float32]:
    height, width = picture.shape[:2]
    size = (CELLS, max(1, round(CELLS * height / width)))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.float32)


def _chroma(bgr: NDArray[np.float32]) -> Floats:
    """Red and blue against green (N, 2), as logarithms: another light adds the same to all."""
    light = np.log((bgr / 255) ** 2.2 + 0.004)
    return np.column_stack((light[:, 2] - light[:, 1], light[:, 0] - light[:, 1])).astype(float)


def _left(values: Floats, causes: Floats, weights: Floats) -> Floats:
    """What the causes (N, M) do not explain of the values (N, K), by weighted least squares."""
    w = weights[:, None]
    return np.asarray(values - causes @ np.linalg.lstsq(causes * w, values * w, rcond=None)[0], float)


def _energy(values: Floats, causes: Floats, weights: Floats) -> Floats:
    return np.asarray(((weights[:, None] * _left(values, causes, weights)) ** 2).sum(0), float)
