"""Finds the calibrated board in a photo, or says why not.

Features give a first camera, patches of the empty board refine it, and those that are seen just where the
camera says decide whether it is believed. A quick search comes first; only if it fails, slower ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.layout import Layout
from vision.camera import Camera, board_corners
from vision.consensus import find_consensus
from vision.features import LOOSE_RATIO, RATIO, Features, find_features, match
from vision.fit import Observations, Prior, fit_camera
from vision.patches import evened, find_patches
from vision.photo import Photo, Picture, reduced
from vision.reference import Reference
from vision.refusal import refuse_missing, refuse_unfit

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Search:
    """How hard to look: the photo's size, its features, and whether the reference's few or many are tried.

    evened: in both pictures only the detail counts, however faint it is.
    """

    pixels: int
    features: int
    thorough: bool
    evened: bool = False


# Chosen on 300 photos of 28 boards: rendered ones in play, and flat art laid into photographs with pieces,
# glare, shade, blur and noise. The first finds all of the former and 8 of 10 of the latter, the second all
# but 3 in a hundred; the fourth is for boards that are small in the photo, the last for pale ones. The
# thorough ones sort matches by their shapes (see `consensus`): on 73 photos of flat art under glare, pieces
# and tilts to 48 degrees that took those found from 60 to 65.
SEARCHES = (
    Search(60_000, 600, False),
    Search(160_000, 1200, False),
    Search(400_000, 2000, True),
    Search(1_200_000, 4000, True),
    Search(600_000, 4000, True, evened=True),
)

LEAST_MATCHES = 8
LEAST_KEPT = 0.7  # of the matches that a homography explains, those that a camera must explain
MATCH_NOISE = 0.9  # pixels of the picture in which features were found
PATCH_PIXELS = 800_000
PATCH_ROUNDS = 2
PATCH_NOISE = 0.25  # pixels of the frame, on a flat board
ALIKE = 0.6  # correlation from which on a patch counts as seen
POOR_FIT = 0.8  # pixels of the frame; a flat board in a whole photo has 0.1 to 0.5
AGREES = 3.0  # pixels of the frame between where a patch is seen and where the camera says
ENOUGH_OUTSIDE = 40  # patches beside the city; with fewer, those in it count too

# A photo of this board has dozens of patches that agree, and an eighth of them at worst, under glare and
# pieces; of 500 pictures of anything else 8 gave a candidate at all, none with eight patches even alike.
LEAST_AGREEING = 24
LEAST_SHARE = 0.12
LEAST_SPREAD = 0.35


@dataclass(frozen=True, slots=True)
class Registration:
    """Where the board lies. corners_px: the board's own order, pixels of the full picture.

    agreeing: how many patches of the empty board are seen just where the camera says; share: their part of
    those that should be seen; spread: how much of the board's visible area lies between them.
    """

    camera: Camera
    corners_px: tuple[tuple[float, float], ...]
    confidence: float
    agreeing: int
    share: float
    spread: float

    @property
    def believed(self) -> bool:
        """Whether this can be no accident."""
        return self.agreeing >= LEAST_AGREEING and self.share >= LEAST_SHARE and self.spread >= LEAST_SPREAD


def register(photo: Photo, reference: Reference, layout: Layout) -> Registration:
    """Raises BoardNotFound if the calibrated board is not there, or not seen well enough to be sure."""
    grey = _grey(photo)
    prior = Prior.of_phone(photo.size_px, photo.focal_px, reference.camera.stretch)
    for camera in _candidates(photo, grey, reference, prior):
        found = _refined(photo, grey, reference, layout, prior, camera)
        if found.believed:
            refuse_unfit(photo, reference, layout, found.camera)
            return found
    raise refuse_missing(grey)


def register_at(
    photo: Photo, reference: Reference, layout: Layout, corners_px: Sequence[Sequence[float]]
) -> Registration:
    """With the corners given: refined where the empty board is recognised, else as the corners say.

    Raises ValueError if the corners are not those of a board seen from above.
    """
    given = Camera.from_corners(layout, corners_px, photo.size_px, photo.focal_px)
    prior = Prior.of_phone(photo.size_px, photo.focal_px, reference.camera.stretch)
    found = _refined(photo, _grey(photo), reference, layout, prior, given)
    if found.believed:
        return found
    return Registration(given, _corners(given, layout), 1.0, found.agreeing, found.share, found.spread)


def _grey(photo: Photo) -> Picture:
    return np.asarray(cv2.cvtColor(photo.bgr, cv2.COLOR_BGR2GRAY), np.uint8)


def _corners(camera: Camera, layout: Layout) -> tuple[tuple[float, float], ...]:
    return tuple((float(x), float(y)) for x, y in camera.project(board_corners(layout)))


def _candidates(photo: Photo, grey: Picture, reference: Reference, prior: Prior) -> Iterator[Camera]:
    many = None
    for search in SEARCHES:
        features = reference.features
        if search.evened:
            features = reference.evened_features()
        elif search.thorough:
            features = many = many or reference.thorough_features()
        camera = _matched(photo, grey, search, reference, features, prior)
        if camera is not None:
            yield camera


def _matched(
    photo: Photo, grey: Picture, search: Search, reference: Reference, features: Features, prior: Prior
) -> Camera | None:
    """The camera by which features of the photo are those of the empty board, if there are enough."""
    small, factor = reduced(grey, search.pixels)
    found = find_features(evened(small) if search.evened else small, search.features)
    pairs = match(found, features, LOOSE_RATIO if search.thorough else RATIO)
    if len(pairs) < LEAST_MATCHES:
        return None
    scale = photo.scale * factor
    mine, theirs = pairs.T
    pixels = found.places[mine] / scale
    board = reference.frame.to_board(features.places[theirs])
    if search.thorough:
        shapes = found.shapes[mine] @ np.linalg.inv(features.shapes[theirs])
        chosen = find_consensus(features.places[theirs], found.places[mine], shapes)
        method = 0
    else:
        chosen = np.ones(len(pairs), bool)
        method = cv2.USAC_MAGSAC
    if chosen.sum() < LEAST_MATCHES:
        return None
    homography, inside = cv2.findHomography(board[chosen], pixels[chosen], method, 5 / scale, maxIters=3000)
    if homography is None or inside.sum() < LEAST_MATCHES:
        return None
    chosen[chosen] = inside.ravel() > 0
    start = Camera.from_homography(np.asarray(homography, float), photo.size_px, photo.focal_px)
    for belief in (prior, prior.loosened()):
        seen = Observations(board[chosen], pixels[chosen], MATCH_NOISE / scale)
        camera = fit_camera(start, belief, seen, robust=False)
        near = np.linalg.norm(camera.project(board) - pixels, axis=1) < 3 / scale
        if near.sum() >= max(LEAST_MATCHES, LEAST_KEPT * chosen.sum()):
            return fit_camera(camera, belief, Observations(board[near], pixels[near], MATCH_NOISE / scale))
    return None


def _refined(
    photo: Photo, grey: Picture, reference: Reference, layout: Layout, prior: Prior, camera: Camera
) -> Registration:
    """The camera fitted to patches of the empty board, and how many of them agree.

    Where they agree badly, once more as if the picture had been cropped.
    """
    small, factor = reduced(grey, PATCH_PIXELS)
    search = _PatchSearch(small, photo.scale * factor, reference, evened(reference.grey()))
    found, off = search.fit(camera, prior, layout)
    if found.believed and off < POOR_FIT:
        return found
    other, _ = search.fit(camera, prior.loosened(), layout)
    return other if other.agreeing > found.agreeing else found


@dataclass(frozen=True, slots=True, eq=False)
class _PatchSearch:
    """A photo's grey picture, reduced by `scale`, and the patches to look for in it."""

    grey: Picture
    scale: float
    reference: Reference
    empty: Picture  # the reference's picture, evened

    def fit(self, camera: Camera, prior: Prior, layout: Layout) -> tuple[Registration, float]:
        """The registration, and how far patches usually lie off, in pixels of the frame."""
        frame, patches = self.reference.frame, self.reference.patches
        if self.reference.outside.sum() >= ENOUGH_OUTSIDE:
            patches = patches[self.reference.outside]
        board = frame.to_board(patches)
        frame_px = _px_per_unit(camera, layout) / frame.px_per_unit  # a pixel of the frame, in the photo
        usual = PATCH_NOISE
        for _ in range(PATCH_ROUNDS):
            found = find_patches(self.empty, patches, frame, self.grey, self.scale, camera)
            pixels = camera.project(found.centres)
            alike = found.visible & (found.likeness > ALIKE) & np.isfinite(pixels).all(1)
            if alike.sum() < LEAST_MATCHES:
                return _judged(camera, layout, board, np.zeros(len(board), bool), alike), np.inf
            noise = max(PATCH_NOISE, usual) * frame_px
            camera = fit_camera(camera, prior, Observations(board[alike], pixels[alike], noise))
            off = np.linalg.norm(camera.project(board) - pixels, axis=1) / frame_px
            # A board that does not lie flat is off everywhere by more than its patches' noise.
            usual = float(np.median(off[alike]))
        return _judged(camera, layout, board, alike & (off < AGREES), found.visible), usual


def _judged(
    camera: Camera,
    layout: Layout,
    board: Floats,
    agreeing: NDArray[np.bool_],
    visible: NDArray[np.bool_],
) -> Registration:
    share = float(agreeing.sum() / max(1, visible.sum()))
    spread = _area(board[agreeing]) / max(_area(board[visible]), 1e-9)
    confidence = 1 - 0.5 * float(np.exp((LEAST_SHARE - share) / 0.1)) if share > LEAST_SHARE else 0.0
    return Registration(camera, _corners(camera, layout), confidence, int(agreeing.sum()), share, spread)


def _area(points: Floats) -> float:
    """Of the convex hull."""
    if len(points) < 3:
        return 0.0
    return float(cv2.contourArea(cv2.convexHull(points.astype(np.float32))))


def _px_per_unit(camera: Camera, layout: Layout) -> float:
    """About, for the board as a whole."""
    board = board_corners(layout)
    pixels = np.nan_to_num(camera.project(board))
    sides = np.linalg.norm(np.roll(pixels, -1, 0) - pixels, axis=1)
    return float(sides.sum() / np.linalg.norm(np.roll(board, -1, 0) - board, axis=1).sum())
