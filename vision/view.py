"""One photo as the reader looks at it: the city in even light, as seen from straight above at
the heights where the pieces' faces lie."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from scoring.errors import BadInput
from scoring.grid import position
from scoring.layout import Layout
from vision.camera import Camera
from vision.light import Light, fit_light
from vision.photo import Photo, Picture
from vision.rectify import Frame, rectify

# Heights above the board, mm: a tile's face, a site's card, a stick's top, a cube's top, a disc's top.
TILE_MM, CARD_MM, STICK_MM, CUBE_MM, DISC_MM = 2.0, 4.0, 7.0, 12.0, 5.0
PLANES_MM = (TILE_MM, CARD_MM, STICK_MM, CUBE_MM)
PX_PER_UNIT = 56.0
MARGIN = 0.9  # of the city's frame, in grid units
# About 28 by 28 triangle edges, a metre of board: more than a photo shows and than memory should hold.
MAX_CITY_PIXELS = 2_500_000


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """planes: even-lit BGR pictures (H, W, 3) of the city by height; empty: the bare board there;
    border: the even-lit whole board at the height of a disc, in `border_frame`."""

    frame: Frame
    planes: dict[float, Picture]
    empty: Picture
    border_frame: Frame
    border: Picture
    border_empty: Picture
    light: Light


def city_frame(layout: Layout) -> Frame:
    """The rectangle around the city's points, with a margin for what lies on its rim."""
    places = np.array([position(p) for p in layout.points])
    low, high = places.min(0) - MARGIN, places.max(0) + MARGIN
    width, height = (round(float(v)) for v in (high - low) * PX_PER_UNIT)
    return Frame(float(low[0]), float(low[1]), PX_PER_UNIT, width, height)


def check_city(layout: Layout) -> None:
    """Raises BadInput when the layout is larger than any board in a photo."""
    frame = city_frame(layout)
    if frame.width * frame.height > MAX_CITY_PIXELS:
        raise BadInput(
            f"the city is too large to be read from a photo: {frame.width / PX_PER_UNIT:.0f} x "
            f"{frame.height / PX_PER_UNIT:.0f} edges; correct the triangles that lie far outside",
            reason="too_large",
            field="triangles",
        )


def look(photo: Photo, camera: Camera, layout: Layout, empty_board: Picture, board_frame: Frame) -> View:
    """The view of a photo whose camera is known. empty_board: the bare board's picture in `board_frame`."""
    light = fit_light(rectify(photo, camera, board_frame), empty_board, board_frame, layout)
    frame = city_frame(layout)
    gain = light.gain(frame)
    planes = {mm: light.even(rectify(photo, camera, frame, mm / layout.edge_mm), gain) for mm in PLANES_MM}
    border = rectify(photo, camera, board_frame, DISC_MM / layout.edge_mm)
    return View(
        frame,
        planes,
        crop(empty_board, board_frame, frame),
        board_frame,
        light.even(border, light.gain(board_frame)),
        empty_board,
        light,
    )


def crop(picture: Picture, source: Frame, target: Frame) -> Picture:
    """The part of one frame's picture that another frame shows."""
    scale = source.px_per_unit / target.px_per_unit
    x, y = (np.array([target.x0, target.y0]) - (source.x0, source.y0)) * source.px_per_unit
    # From the target's pixel centres to the source's.
    matrix = np.array([[scale, 0, x + scale / 2 - 0.5], [0, scale, y + scale / 2 - 0.5]])
    return np.asarray(
        cv2.warpAffine(
            picture,
            matrix,
            (target.width, target.height),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        ),
        np.uint8,
    )
