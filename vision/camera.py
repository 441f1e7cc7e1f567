"""The camera: where a point of the board, or above it, lies in the photo, and back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.layout import Layout

Floats = NDArray[np.float64]

# A phone's main camera, by its focal length over the photo's longer side: 24 to 28 mm of 35 mm film.
TYPICAL_FOCAL = 0.76


@dataclass(frozen=True, slots=True)
class Camera:
    """A pinhole camera with radial lens distortion that looks at a flat board.

    Board coordinates are grid units, x to the right, y down, z the height above the board's surface.
    Pixels are continuous, of the full upright picture. `stretch` scales the board's y: printed boards
    are not always exactly as their layout says.
    """

    size_px: tuple[int, int]  # width, height
    focal_px: float
    k1: float
    k2: float
    stretch: float
    rotation: tuple[float, float, float]  # Rodrigues vector, board to camera
    translation: tuple[float, float, float]  # in grid units
    offset_px: tuple[float, float] = (
        0.0,
        0.0,
    )  # of the lens' axis from the picture's middle; large if cropped

    def parameters(self) -> tuple[float, ...]:
        """All numbers, in the order of the fields; `from_parameters` takes them back."""
        return (
            *(float(v) for v in self.size_px),
            self.focal_px,
            self.k1,
            self.k2,
            self.stretch,
            *self.rotation,
            *self.translation,
            *self.offset_px,
        )

    @classmethod
    def from_parameters(cls, values: Sequence[float]) -> Camera:
        """Raises ValueError if these are not the parameters of a camera."""
        v = [float(x) for x in values]
        if len(v) not in (12, 14) or not np.isfinite(v).all():
            raise ValueError(f"a camera has 12 or 14 finite parameters, found {v}")
        if min(v[0], v[1], v[2], v[5]) <= 0:
            raise ValueError(f"a camera's size, focal length and stretch are positive, found {v[:6]}")
        offset = (v[12], v[13]) if len(v) == 14 else (0.0, 0.0)  # older files have none
        turn, shift = (v[6], v[7], v[8]), (v[9], v[10], v[11])
        return cls((int(v[0]), int(v[1])), v[2], v[3], v[4], v[5], turn, shift, offset)

    @classmethod
    def from_corners(
        cls,
        layout: Layout,
        corners_px: Sequence[Sequence[float]],
        size_px: tuple[int, int],
        focal_px: float | None = None,
    ) -> Camera:
        """The camera that sees the board's corners (its own order) at these pixels, without lens distortion.

        The focal length is estimated where the board's tilt shows it, else taken as a typical phone's.
        Raises ValueError if the corners are not those of a board seen from above.
        """
        from vision.fit import Observations, Prior, fit_camera  # it fits cameras, so it imports this module

        board = board_corners(layout)
        corners = np.asarray(corners_px, float).reshape(-1, 2)
        if corners.shape != (4, 2) or not np.isfinite(corners).all():
            raise ValueError("four corners with two finite numbers each are needed")
        if not _convex(corners):
            raise ValueError("the corners do not go round the board clockwise")
        homography = cv2.getPerspectiveTransform(board.astype(np.float32), corners.astype(np.float32))
        start = cls.from_homography(np.asarray(homography, float), size_px, focal_px)
        prior = Prior.of_phone(size_px, focal_px, straight=True)
        seen = Observations(board, corners, 0.05)
        camera = fit_camera(start, prior, seen, robust=False, rounds=20)
        if np.abs(camera.project(board) - corners).max() < 0.5:
            return camera
        return fit_camera(start, prior.loosened(), seen, robust=False, rounds=40)  # a cropped picture

    @classmethod
    def from_homography(
        cls, homography: Floats, size_px: tuple[int, int], focal_px: float | None = None
    ) -> Camera:
        """The undistorted camera nearest to a homography (3, 3) from the board to pixels."""
        focal = focal_px or TYPICAL_FOCAL * max(size_px)
        centre = np.array([[1, 0, -size_px[0] / 2], [0, 1, -size_px[1] / 2], [0, 0, 1]])
        columns = np.diag([1 / focal, 1 / focal, 1]) @ centre @ homography
        columns = columns / np.sqrt(np.linalg.norm(columns[:, 0]) * np.linalg.norm(columns[:, 1]))
        if columns[2, 2] < 0:
            columns = -columns
        third = np.cross(columns[:, 0], columns[:, 1])
        u, _, vt = np.linalg.svd(np.column_stack((columns[:, :2], third)))
        rotation = cv2.Rodrigues(u @ np.diag([1, 1, np.linalg.det(u @ vt)]) @ vt)[0].ravel()
        return cls(size_px, float(focal), 0.0, 0.0, 1.0, _triple(rotation), _triple(columns[:, 2]))

    def project(self, points: NDArray[np.floating]) -> Floats:
        """Board points (N, 2) or (N, 3) to pixels (N, 2); nan for what lies behind the camera."""
        seen = self._seen(np.asarray(points, float))
        with np.errstate(invalid="ignore", divide="ignore"):
            flat = np.where(seen[:, 2:] > 1e-6, seen[:, :2] / seen[:, 2:], np.nan)
        r2 = (flat * flat).sum(1)
        bent = flat * (1 + self.k1 * r2 + self.k2 * r2 * r2)[:, None]
        return np.asarray(bent * self.focal_px + self.axis_px(), float)

    def unproject(self, pixels: NDArray[np.floating], z: float = 0.0) -> Floats:
        """Pixels (N, 2) to the points (N, 2) of the plane at height z that are seen there."""
        bent = (np.asarray(pixels, float).reshape(-1, 2) - self.axis_px()) / self.focal_px
        flat = bent.copy()
        for _ in range(8):
            r2 = (flat * flat).sum(1)
            flat = bent / (1 + self.k1 * r2 + self.k2 * r2 * r2)[:, None]
        rotation = self.rotation_matrix()
        plane = np.column_stack(
            (
                rotation[:, 0],
                rotation[:, 1] * self.stretch,
                np.array(self.translation) - z * rotation[:, 2],
            )
        )
        rays = np.column_stack((flat, np.ones(len(flat)))) @ np.linalg.inv(plane).T
        return np.asarray(rays[:, :2] / rays[:, 2:], float)

    def axis_px(self) -> Floats:
        """(2,) the pixel straight ahead."""
        return np.array(self.size_px) / 2 + self.offset_px

    def rotation_matrix(self) -> Floats:
        """(3, 3), from board axes (x, y, into the table) to camera axes."""
        return np.asarray(cv2.Rodrigues(np.array(self.rotation))[0], float)

    def position(self) -> Floats:
        """(3,) where the camera stands: x, y and height z over the board, in grid units."""
        x, y, depth = -self.rotation_matrix().T @ np.array(self.translation)
        return np.array([x, y / self.stretch, -depth])

    def tilt_degrees(self) -> float:
        """Between the viewing direction and straight down."""
        return float(np.degrees(np.arccos(np.clip(self.rotation_matrix()[2, 2], -1, 1))))

    def with_lens(self, k1: float, k2: float) -> Camera:
        """The same camera with another lens distortion."""
        return replace(self, k1=k1, k2=k2)

    def _seen(self, points: Floats) -> Floats:
        """Points in camera axes (N, 3)."""
        board = np.zeros((len(points), 3))
        board[:, : points.shape[1]] = points
        board[:, 1] *= self.stretch
        board[:, 2] *= -1
        return np.asarray(board @ self.rotation_matrix().T + np.array(self.translation), float)


def board_corners(layout: Layout) -> Floats:
    """The board's four corners (4, 2) in grid units."""
    return np.asarray(layout.board_corners, float).reshape(4, 2)


def _triple(values: NDArray[np.floating]) -> tuple[float, float, float]:
    x, y, z = (float(v) for v in values)
    return x, y, z


def _convex(corners: Floats) -> bool:
    """Whether the four pixels go round clockwise, as a board seen from above does."""
    sides = np.roll(corners, -1, 0) - corners
    following = np.roll(sides, -1, 0)
    return bool((sides[:, 0] * following[:, 1] - sides[:, 1] * following[:, 0] > 0).all())
