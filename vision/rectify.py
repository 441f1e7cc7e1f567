"""Rectified pictures: the board, or a plane above it, as seen from straight above at a fixed scale."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.layout import Layout
from vision.camera import Camera, board_corners
from vision.photo import Photo, Picture

Floats = NDArray[np.float64]
MapPair = tuple[NDArray[np.float32], NDArray[np.float32]]

STRIDE = 16  # the camera is asked at every 16th pixel; between them the map is straight enough


@dataclass(frozen=True, slots=True)
class Frame:
    """A rectangle of the board, `width` x `height` pixels, its corner at (x0, y0) in grid units."""

    x0: float
    y0: float
    px_per_unit: float
    width: int
    height: int

    @classmethod
    def of_board(cls, layout: Layout, pixels: int) -> Frame:
        """The whole board in about so many pixels."""
        corners = board_corners(layout)
        low, high = corners.min(0), corners.max(0)
        px = float(np.sqrt(pixels / np.prod(high - low)))
        width, height = (max(8, round(float(v))) for v in (high - low) * px)
        return cls(float(low[0]), float(low[1]), px, width, height)

    def to_px(self, board: NDArray[np.floating]) -> Floats:
        """Board points (N, 2) to this frame's continuous pixels."""
        return (np.asarray(board, float) - (self.x0, self.y0)) * self.px_per_unit

    def to_board(self, pixels: NDArray[np.floating]) -> Floats:
        """This frame's continuous pixels (N, 2) to board points."""
        return np.asarray(pixels, float) / self.px_per_unit + (self.x0, self.y0)

    def maps(self, camera: Camera, scale: float = 1.0, z: float = 0.0) -> MapPair:
        """For cv2.remap: where each pixel of the frame lies in a picture reduced by `scale`."""
        across = (np.arange(-1, self.width // STRIDE + 2) + 0.5) * STRIDE
        down = (np.arange(-1, self.height // STRIDE + 2) + 0.5) * STRIDE
        nodes = np.stack(np.meshgrid(across, down), -1).reshape(-1, 2)
        points = np.column_stack((self.to_board(nodes), np.full(len(nodes), z)))
        coarse = (camera.project(points) * scale - 0.5).astype(np.float32).reshape(len(down), len(across), 2)
        size = (len(across) * STRIDE, len(down) * STRIDE)
        fine = cv2.resize(coarse, size, interpolation=cv2.INTER_LINEAR)
        fine = fine[STRIDE : STRIDE + self.height, STRIDE : STRIDE + self.width]
        return np.ascontiguousarray(fine[..., 0]), np.ascontiguousarray(fine[..., 1])


def warp(picture: Picture, camera: Camera, frame: Frame, scale: float = 1.0, z: float = 0.0) -> Picture:
    """The frame as the camera's picture, reduced by `scale`, shows it; black where it lies outside."""
    x, y = frame.maps(camera, scale, z)
    return np.asarray(cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT), np.uint8)


def rectify(photo: Photo, camera: Camera, frame: Frame, z: float = 0.0) -> Picture:
    """The frame as the photo shows it, in colour."""
    return warp(photo.bgr, camera, frame, photo.scale, z)
