"""What a profile keeps of the empty board, to find it again in other photos."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.grid import corners, position
from scoring.layout import Layout
from vision.camera import Camera
from vision.features import Features, find_tilted_features
from vision.lens import fit_lens
from vision.patches import HALF, choose_patches, evened
from vision.photo import Photo, Picture, reduced
from vision.rectify import Frame, rectify

PICTURE_PIXELS = 400_000
QUICK_PIXELS = 80_000
QUICK_FEATURES = (800, 400)  # as seen from above, and from each of four sides
THOROUGH_PIXELS = 250_000
THOROUGH_FEATURES = (1500, 800)
EVENED_FEATURES = (2500, 1200)


@dataclass(frozen=True, slots=True, eq=False)
class Reference:
    """The empty board, rectified, and what to look for on it.

    camera: that of the empty board's photo. picture (H, W, 3) uint8 BGR, laid out as `frame` says.
    features: for a quick search; their places are pixels of the frame. patches (N, 2) float32: centres, also
    in the frame; outside (N,) bool: those that no piece on the grid covers.
    """

    camera: Camera
    frame: Frame
    picture: Picture
    features: Features
    patches: NDArray[np.float32]
    outside: NDArray[np.bool_]

    @classmethod
    def from_photo(cls, photo: Photo, corners_px: Sequence[Sequence[float]], layout: Layout) -> Reference:
        """From a photo or a flat scan of the empty board. Raises ValueError for bad corners."""
        camera = Camera.from_corners(layout, corners_px, photo.size_px, photo.focal_px)
        camera = fit_lens(photo, layout, corners_px, camera)
        frame = Frame.of_board(layout, PICTURE_PIXELS)
        picture = rectify(photo, camera, frame)
        grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
        features = _features(grey, QUICK_PIXELS, QUICK_FEATURES)
        patches = choose_patches(grey)
        return cls(camera, frame, picture, features, patches, ~_on_grid(patches, frame, layout))

    def grey(self) -> Picture:
        """The picture without colour, (H, W) uint8."""
        return np.asarray(cv2.cvtColor(self.picture, cv2.COLOR_BGR2GRAY), np.uint8)

    def thorough_features(self) -> Features:
        """More features than those kept, for a photo in which a quick search fails. Takes half a second."""
        return _features(self.grey(), THOROUGH_PIXELS, THOROUGH_FEATURES)

    def evened_features(self) -> Features:
        """As many, of the picture's detail alone: for pale boards under bright pieces."""
        return _features(evened(self.grey()), THOROUGH_PIXELS, EVENED_FEATURES)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """For an npz file; `from_arrays` takes them back."""
        f = self.frame
        return {
            "camera": np.array(self.camera.parameters()),
            "frame": np.array([f.x0, f.y0, f.px_per_unit, f.width, f.height]),
            "picture": self.picture,
            "places": self.features.places.astype(np.float32),
            "descriptors": self.features.descriptors,
            "patches": self.patches,
            "outside": self.outside,
        }

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Reference:
        """Raises ValueError if an array is missing or is not what it should be."""
        numbers = _array(arrays, "frame", "f", (5,))
        if not ((numbers[2:] > 0).all() and (numbers[3:] <= 10_000).all()):
            raise ValueError(f"frame: not a frame: {numbers.tolist()}")
        x0, y0, px, width, height = (float(v) for v in numbers)
        frame = Frame(x0, y0, px, int(width), int(height))
        picture = _array(arrays, "picture", "u", (frame.height, frame.width, 3))
        places = _array(arrays, "places", "f", (None, 2)).astype(float)
        descriptors = _array(arrays, "descriptors", "u", (len(places), 128))
        patches = _array(arrays, "patches", "f", (None, 2)).astype(np.float32)
        if not ((patches > 0) & (patches < (frame.width, frame.height))).all():
            raise ValueError("patches: not all lie inside the frame")
        outside = _array(arrays, "outside", "b", (len(patches),))
        camera = Camera.from_parameters(_array(arrays, "camera", "f", (None,)).tolist())
        return cls(camera, frame, picture, Features(places, descriptors), patches, outside)


def _features(grey: Picture, pixels: int, most: tuple[int, int]) -> Features:
    """The features of a frame's picture, found in a reduced copy; their places are in the frame's pixels."""
    small, factor = reduced(grey, pixels)
    found = find_tilted_features(small, *most)
    return Features(found.places / factor, found.descriptors, found.shapes / factor)


def draw_city(frame: Frame, layout: Layout) -> Picture:
    """(H, W) uint8: 255 where the grid lies, else 0."""
    city = np.zeros((frame.height, frame.width), np.uint8)
    for triangle in layout.triangles:
        outline = frame.to_px(np.array([position(p) for p in corners(triangle)]))
        cv2.fillConvexPoly(city, np.round(outline).astype(np.int32), 255)
    return city


def _on_grid(patches: NDArray[np.float32], frame: Frame, layout: Layout) -> NDArray[np.bool_]:
    """Whether each patch touches the city, so that a tile may cover it."""
    reach = cv2.dilate(draw_city(frame, layout), np.ones((2 * HALF + 1, 2 * HALF + 1), np.uint8))
    x, y = patches.astype(int).T
    return np.asarray(reach[y, x] > 0)


def _array(
    arrays: Mapping[str, NDArray[Any]], name: str, kind: str, shape: tuple[int | None, ...]
) -> NDArray[Any]:
    if name not in arrays:
        raise ValueError(f"{name}: missing")
    array = arrays[name]
    fits = array.ndim == len(shape) and all(
        n is None or n == m for n, m in zip(shape, array.shape, strict=True)
    )
    if array.dtype.kind != kind or (kind == "u" and array.dtype != np.uint8) or not fits:
        raise ValueError(f"{name}: expected {kind} {shape}, found {array.dtype} {array.shape}")
    if kind == "f" and not np.isfinite(array).all():
        raise ValueError(f"{name}: not all numbers are finite")
    return array
