"""Photo files: decoded once, upright, bounded in size."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.errors import BadInput
from vision.header import Header, read_header

Picture = NDArray[np.uint8]

MAX_FILE_BYTES = 120_000_000
MAX_DECODED_PIXELS = 80_000_000
MAX_DECODING_BYTES = 400_000_000
MAX_PASSES = 200  # cameras and tools write about ten; each one more costs time over the whole picture
MIN_SIDE_PX = 64
WORKING_PIXELS = 3_200_000

FILM_DIAGONAL_MM = 43.27

# EXIF's orientation to what turns the stored picture upright: transpose first, then flip (cv2's code).
UPRIGHT: dict[int, tuple[bool, int | None]] = {
    1: (False, None),
    2: (False, 1),
    3: (False, -1),
    4: (False, 0),
    5: (True, None),
    6: (True, 1),
    7: (True, -1),
    8: (True, 0),
}


REDUCED = {
    1: cv2.IMREAD_COLOR,
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """bgr (H, W, 3) uint8, upright and perhaps reduced: its pixels are the full picture's times `scale`."""

    bgr: Picture
    size_px: tuple[int, int]  # width and height of the full upright picture
    scale: float
    focal_px: float | None  # in pixels of the full picture, if the file says it
    name: str
    sha256: str


def load(path: str | Path, max_pixels: int = WORKING_PIXELS) -> Photo:
    """Decodes a JPEG, PNG or WebP file to at most about `max_pixels`. Raises BadInput if it cannot."""
    path = Path(path)
    try:
        if not path.is_file():
            raise BadInput("there is no such file", reason="no_file", file=str(path))
        if path.stat().st_size > MAX_FILE_BYTES:
            raise BadInput("the file is too large for a photo", reason="too_large", file=str(path))
        data = path.read_bytes()
    except OSError as error:
        raise BadInput(
            f"the file cannot be read: {error.strerror}", reason="no_file", file=str(path)
        ) from error
    return decode(data, str(path), max_pixels)


def decode(data: bytes, name: str, max_pixels: int = WORKING_PIXELS) -> Photo:
    """As `load`, from a file's bytes."""
    try:
        header = read_header(data)
    except ValueError as error:
        raise BadInput(str(error), reason="not_a_photo", file=name) from error
    pixels = header.width * header.height
    if pixels > MAX_DECODED_PIXELS:
        raise BadInput(
            f"the picture is too large: {header.width} x {header.height} pixels; at most 80 megapixels",
            reason="too_large",
            file=name,
        )
    if min(header.width, header.height) < MIN_SIDE_PX:
        raise BadInput(
            f"the picture is too small to show a board: {header.width} x {header.height} pixels",
            reason="too_small",
            file=name,
        )
    times = _reduction(header, max_pixels)
    if header.passes > MAX_PASSES or len(data) + _decoding_bytes(header, times) > MAX_DECODING_BYTES:
        raise BadInput(
            f"the picture takes too much to unpack: {header.width} x {header.height} pixels; "
            "save it again as an ordinary JPEG, or smaller",
            reason="too_large",
            file=name,
        )
    stored = _decoded(data, times)
    if stored is None or not _has_size(stored, header, times):
        raise BadInput("the file is cut short or damaged", reason="damaged", file=name)
    small, factor = reduced(stored, max_pixels)
    bgr = _upright(small, header.orientation)
    size = (header.height, header.width) if UPRIGHT[header.orientation][0] else (header.width, header.height)
    focal = None
    if header.focal_35mm is not None:
        focal = header.focal_35mm / FILM_DIAGONAL_MM * float(np.hypot(*size))
    return Photo(bgr, size, factor / times, focal, Path(name).name, hashlib.sha256(data).hexdigest())


def _reduction(header: Header, max_pixels: int) -> int:
    """By how much the sides shrink while decoding: only JPEG does that at less than the full cost."""
    pixels = header.width * header.height
    if header.kind != "jpeg":
        return 1
    return next((times for times in (8, 4, 2) if pixels >= 0.9 * max_pixels * times * times), 1)


def _decoding_bytes(header: Header, times: int) -> float:
    """How much memory decoding takes, by kind; measured on pictures of 50 megapixels."""
    pixels = header.width * header.height
    if header.kind == "jpeg":
        kept = 2 * header.channels if header.passes > 1 else 0  # several layers: all of it, at full size
        return pixels * (kept + 3 / times**2)
    return pixels * (7 if header.kind == "webp" else 6)


def _has_size(stored: Picture, header: Header, times: int) -> bool:
    """Whether the decoder found the picture that the header describes."""
    height, width = stored.shape[:2]
    return abs(width - header.width / times) <= 1 and abs(height - header.height / times) <= 1


def _decoded(data: bytes, times: int) -> Picture | None:
    flags = REDUCED[times] | cv2.IMREAD_IGNORE_ORIENTATION
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), flags)
    except cv2.error:
        return None
    return None if picture is None else np.asarray(picture, np.uint8)


def reduced(picture: Picture, pixels: float) -> tuple[Picture, float]:
    """The picture with at most about so many pixels, and the factor by which its coordinates shrank."""
    height, width = picture.shape[:2]
    factor = float(np.sqrt(pixels / (width * height)))
    if factor > 0.9:
        return picture, 1.0
    # By the factor, not by the size: a rounded size would scale width and height differently.
    small = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), factor


def _upright(picture: Picture, orientation: int) -> Picture:
    transpose, flip = UPRIGHT[orientation]
    if transpose:
        picture = np.asarray(cv2.transpose(picture), np.uint8)
    if flip is not None:
        picture = np.asarray(cv2.flip(picture, flip), np.uint8)
    return picture
