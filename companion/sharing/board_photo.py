"""The photo for the share picture: turned so that the board stands upright, with what was counted drawn on
it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.storage.saved_game import SavedGame
from scoring.errors import BadInput
from scoring.layout import default_layout, read_layout
from scoring.state import AQUEDUCTS, read_state
from vision.camera import Camera
from vision.overlay import draw
from vision.photo import Photo, load

MAX_PIXELS = 4_000_000

Pixels = NDArray[np.uint8]  # (height, width, 3)
Point = tuple[float, float]


@dataclass(frozen=True, slots=True, eq=False)
class BoardPhoto:
    """RGB pixels, and the board's middle in them (the photo's middle where nobody knows the board's)."""

    rgb: Pixels
    centre_px: Point


def board_photo(path: Path, game: SavedGame) -> BoardPhoto:
    """The game's photo, annotated as far as its reading and state allow. Raises BadInput when it cannot be
    read.
    """
    photo = load(path, MAX_PIXELS)
    corners = _corners((game.reading or {}).get("board_corners_px"))
    if corners is None:
        return BoardPhoto(_rgb(photo.bgr), (photo.bgr.shape[1] / 2, photo.bgr.shape[0] / 2))
    turns = quarter_turns(corners)
    for _ in range(turns):
        corners = [(y, photo.size_px[0] - x) for x, y in corners]
        turned = np.ascontiguousarray(np.rot90(photo.bgr))
        photo = replace(photo, bgr=turned, size_px=(photo.size_px[1], photo.size_px[0]))
    middle = np.mean(corners, axis=0) * photo.scale
    return BoardPhoto(_rgb(_annotated(photo, corners, game)), (float(middle[0]), float(middle[1])))


def quarter_turns(corners_px: Sequence[Point]) -> int:
    """How many quarter turns to the left bring the board's top edge nearest to the top of the picture.

    corners_px: the board's top left, top right, bottom right and bottom left.
    """
    corners = np.asarray(corners_px, float)
    x, y = corners[:2].mean(axis=0) - corners[2:].mean(axis=0)
    for turns in range(4):
        if -y >= abs(x):
            return turns
        x, y = y, -x  # a quarter turn to the left
    return 0


def _annotated(photo: Photo, corners: Sequence[Point], game: SavedGame) -> Pixels:
    """The photo with the state drawn on it; as it is where a document of an odd game cannot be used."""
    if game.state is None:
        return photo.bgr
    try:
        layout = default_layout() if game.layout is None else read_layout(game.layout)
        state = read_state(game.state, {*AQUEDUCTS, *layout.sources})
        camera = Camera.from_corners(layout, corners, photo.size_px, photo.focal_px)
    except (BadInput, ValueError):
        return photo.bgr
    return draw(photo, camera, layout, state)


def _corners(value: Any) -> list[Point] | None:
    try:
        corners = [(float(x), float(y)) for x, y in value]
    except (TypeError, ValueError):
        return None
    return corners if len(corners) == 4 and np.isfinite(corners).all() else None


def _rgb(bgr: Pixels) -> Pixels:
    return np.ascontiguousarray(bgr[:, :, ::-1])
