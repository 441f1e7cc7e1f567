"""Colours measured on a view: of tiles, cards, and of the small wooden pieces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.grid import Triangle, centre, corners, position
from scoring.layout import Layout
from vision.colours import SPREAD, Colour, to_space
from vision.crops import Cut, cut_crops
from vision.local_light import LocalLight
from vision.odds import normalised
from vision.photo import Picture
from vision.view import CARD_MM, CUBE_MM, STICK_MM, TILE_MM, View

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]

FAR = 16.0  # a squared distance beyond which a pixel is just 'another colour'


@dataclass(frozen=True, slots=True)
class Window:
    """Where a wooden piece shows its colour: on which plane, in which part of a crop, how far to search."""

    plane_mm: float
    cut: Cut
    half_x: int  # of the window that must fill with the colour, px
    half_y: int
    search: int  # px
    sharpness: float  # how much a mean squared distance weighs
    loose_px: float  # how far pieces usually lie off their place

    @property
    def stray(self) -> Floats32:
        """(2 search + 1, 2 search + 1): how much a place counts against itself for lying off the middle."""
        steps = np.arange(-self.search, self.search + 1, dtype=np.float32)
        return (steps[:, None] ** 2 + steps[None] ** 2) / (2 * self.loose_px**2)


# Sharpness: where the log loss over 28 rendered photos, twelve of them hard, had fallen by half and no colour
# said with 95% confidence was wrong.
CUBE = Window(CUBE_MM, Cut(24, 24, 40.0), 3, 3, 4, 1.2, 2.0)
STICK = Window(STICK_MM, Cut(28, 14, 48.0), 5, 2, 2, 1.5, 2.0)
MAGISTRATE = Window(CUBE_MM, Cut(28, 28, 40.0), 3, 3, 5, 1.2, 3.0)

_CARD_CUT = Cut(24, 24, 40.0)
_CARD_RING = (0.185, 0.25)  # between the cube and the card's rim, in grid units


def measure_tiles(view: View, triangles: Sequence[Triangle]) -> Floats:
    """(N, 3): each triangle's median colour at a tile's height, its corners left out."""
    return _medians(view, view.planes[TILE_MM], triangles)


def measure_ground(view: View, triangles: Sequence[Triangle]) -> Floats:
    """(N, 3): each triangle's median colour on the empty board."""
    return _medians(view, view.empty, triangles)


def _medians(view: View, picture: Picture, triangles: Sequence[Triangle]) -> Floats:
    """(N, 3): the median colour of each triangle, without its corners and rim."""
    px = view.frame.px_per_unit
    size = round(px)
    result = np.zeros((len(triangles), 3))
    for up in (0, 1):
        chosen = [n for n, t in enumerate(triangles) if t[2] == up]
        if not chosen:
            continue
        first = triangles[chosen[0]]
        outline = np.array([position(p) for p in corners(first)]) - centre(first)
        mask = np.zeros((size, size), np.uint8)
        cv2.fillConvexPoly(mask, np.round(outline * 0.55 * px + size / 2).astype(np.int32), 1)
        offsets = np.argwhere(mask) - size // 2
        middles = np.round(view.frame.to_px(np.array([centre(triangles[n]) for n in chosen]))).astype(int)
        rows = np.clip(middles[:, 1, None] + offsets[None, :, 0], 0, picture.shape[0] - 1)
        columns = np.clip(middles[:, 0, None] + offsets[None, :, 1], 0, picture.shape[1] - 1)
        result[chosen] = np.median(to_space(picture[rows, columns]), axis=1)
    return result


def measure_cards(view: View, poses: Floats, light: LocalLight) -> Floats:
    """(N, 3): the median colour of a card's rim round each point, in even light."""
    crops = to_space(cut_crops(view.planes[CARD_MM], view.frame, _CARD_CUT, poses))
    rows, columns = np.mgrid[0 : _CARD_CUT.height, 0 : _CARD_CUT.width] + 0.5
    radius = np.hypot(rows - _CARD_CUT.height / 2, columns - _CARD_CUT.width / 2) / _CARD_CUT.px_per_unit
    ring = (radius > _CARD_RING[0]) & (radius < _CARD_RING[1])
    return np.asarray(light.undone(np.median(crops[:, ring], axis=1), poses[:, :2]), float)


def sample_window(view: View, window: Window, poses: Floats, light: LocalLight) -> Floats:
    """(N, 3): the median colour in the middle of each window, where a known piece stands."""
    crops = to_space(cut_crops(view.planes[window.plane_mm], view.frame, window.cut, poses))
    y, x = window.cut.height // 2, window.cut.width // 2
    middle = crops[:, y - window.half_y : y + window.half_y + 1, x - window.half_x : x + window.half_x + 1]
    colours = np.median(middle.reshape(len(poses), -1, 3), axis=1)
    return np.asarray(light.undone(colours, poses[:, :2], wooden=True), float)


def measure_windows(
    view: View,
    window: Window,
    poses: Floats,
    colours: Mapping[str, Colour],
    light: LocalLight,
    ground: Floats,
) -> tuple[Floats, Floats]:
    """How badly each colour fits where it fits best, and how much that place differs from the ground.

    ground (N, 2, 3): the colours that surround each place, in even light. Returns (N, colours), both mean
    squared distances in standard deviations, and (N,) for the best colour.
    """
    crops = to_space(cut_crops(view.planes[window.plane_mm], view.frame, window.cut, poses))
    crops = light.undone(crops, poses[:, :2], wooden=True)
    count = len(crops)
    fits = [
        (_searched(colour.distance(crops), window) + window.stray).reshape(count, -1)
        for colour in colours.values()
    ]
    misfit = np.stack([fit.min(1) for fit in fits], 1)
    off = [(((crops - ground[:, k, None, None]) / SPREAD) ** 2).sum(-1) for k in range(2)]
    differs = _searched(np.minimum(*off), window).reshape(count, -1)
    best = misfit.argmin(1)
    where = np.stack([fit.argmin(1) for fit in fits], 1)[np.arange(count), best]
    return misfit, np.asarray(differs[np.arange(count), where], float)


def _searched(distance: NDArray[np.floating], window: Window) -> Floats32:
    """(N, searched, searched): the mean squared distance (N, H, W) in the window at each place searched."""
    size = (2 * window.half_x + 1, 2 * window.half_y + 1)
    y, x, s = window.cut.height // 2, window.cut.width // 2, window.search
    count, height, width = distance.shape
    # Blurred as one tall picture: the searched part stays clear of the seams.
    tall = np.minimum(distance, FAR).astype(np.float32).reshape(count * height, width)
    blurred = cv2.blur(tall, size, borderType=cv2.BORDER_REPLICATE).reshape(count, height, width)
    return np.asarray(blurred[:, y - s : y + s + 1, x - s : x + s + 1], np.float32)


def measure_discs(view: View, layout: Layout, colours: Mapping[str, Colour]) -> Floats:
    """(owners, spaces + 1): log probabilities of where each owner's disc stands; the last: nowhere.

    A disc shows as a space that differs from the bare board more than the track does on the whole, in
    a colour near some owner's. Discs are glossy, so their colour counts less than their place.
    """
    spaces = len(layout.track)
    if not spaces or not colours:
        return np.zeros((len(colours), spaces + 1))
    poses = np.array([(x, y, 0.0) for x, y in layout.track])
    now = to_space(cut_crops(view.border, view.border_frame, DISC_CUT, poses)).reshape(spaces, -1, 3)
    bare = to_space(cut_crops(view.border_empty, view.border_frame, DISC_CUT, poses)).reshape(spaces, -1, 3)
    change = np.median(np.linalg.norm((now - bare) / _DISC_CHANGE, axis=-1), axis=1)
    middle = np.median(now, axis=1)
    misfit = np.stack(
        [(((middle - c.mean) / _DISC_SPREAD) ** 2).sum(-1) for c in colours.values()], 0
    )  # (owners, spaces)
    a, b, c, d = _DISC_ODDS
    odds = a * np.minimum(change, 20) + b * np.median(change) + c * np.minimum(misfit.min(0), 20) + d
    whose = normalised((-_DISC_SHARPNESS * misfit).T).T
    logs = np.clip(odds, -9, 6)[None] + np.maximum(whose, _STACKED)
    logs = np.column_stack((logs, np.full(len(colours), _NO_DISC)))
    return normalised(logs)


# Discs: weights of a logistic regression (change of the space, of the whole track, misfit, constant) over
# rendered photos, the spreads of their glossy colours, and the least that a disc under another one shows.
DISC_CUT = Cut(17, 17, 40.0)
_DISC_CHANGE = np.array([25.0, 8.0, 9.0])
_DISC_SPREAD = np.array([45.0, 14.0, 16.0])
_DISC_ODDS = (1.57, -2.72, -0.35, -3.65)
_DISC_SHARPNESS = 0.35
_STACKED = -9.0
_NO_DISC = -1.0
