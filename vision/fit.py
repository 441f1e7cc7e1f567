"""Fits a camera to where things are seen: robust least squares with a phone's habits as prior."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import TYPICAL_FOCAL, Camera

Floats = NDArray[np.float64]

SPREAD_OF_TYPICAL_FOCAL = 0.12
SPREAD_OF_AXIS = 0.005  # of the longer side
SPREAD_OF_KNOWN_FOCAL = 0.04  # EXIF rounds to whole millimetres, and some phones correct the lens after it
UNKNOWNS = 12
TAIL = 2.0  # beyond so many times the noise an observation counts less and less (Cauchy)


@dataclass(frozen=True, slots=True)
class Prior:
    """What is believed of a camera before looking, with spreads (of focal and stretch: the log's)."""

    focal_px: float
    focal_spread: float
    k1: float = -0.005
    k1_spread: float = 0.025
    k2: float = 0.0
    k2_spread: float = 0.008
    stretch: float = 1.0
    stretch_spread: float = 0.002
    offset_spread_px: float = 1.0

    @classmethod
    def of_phone(
        cls,
        size_px: tuple[int, int],
        focal_px: float | None = None,
        stretch: float = 1.0,
        *,
        straight: bool = False,
    ) -> Prior:
        """straight: the lens does not distort."""
        known = focal_px is not None
        focal = focal_px if focal_px is not None else TYPICAL_FOCAL * max(size_px)
        # Where the empty board did not have the layout's proportions, they are uncertain by as much.
        spread = 0.002 + abs(float(np.log(stretch)))
        if straight:
            return cls(focal, _focal_spread(known), 0.0, 1e-9, 0.0, 1e-9, stretch, spread, 1e-3)
        return cls(
            focal,
            _focal_spread(known),
            stretch=stretch,
            stretch_spread=spread,
            offset_spread_px=SPREAD_OF_AXIS * max(size_px),
        )

    def loosened(self) -> Prior:
        """For a picture that was cropped or squeezed after it was taken."""
        return replace(
            self,
            focal_spread=0.4,
            stretch_spread=max(0.03, self.stretch_spread),
            offset_spread_px=0.33 * self.focal_px,
        )


def _focal_spread(known: bool) -> float:
    return SPREAD_OF_KNOWN_FOCAL if known else SPREAD_OF_TYPICAL_FOCAL


@dataclass(frozen=True, slots=True, eq=False)
class Observations:
    """Board points (N, 2) seen at pixels (N, 2) of the full picture, each about `noise_px` off.

    directions (N, 2): unit vectors along which the pixel is known, for points of lines; None: both ways.
    """

    board: Floats
    pixels: Floats
    noise_px: float
    directions: Floats | None = None


def fit_camera(
    start: Camera, prior: Prior, *observed: Observations, robust: bool = True, rounds: int = 10
) -> Camera:
    """The most probable camera given the prior and the observations, from `start` on."""
    camera = start
    residuals = _residuals(camera, observed)
    cost = _cost(camera, residuals, prior, robust)
    damping = 1e-4
    for _ in range(rounds):
        jacobian = _jacobian(camera, observed)
        weights = 1 / (1 + (residuals / TAIL) ** 2) if robust else np.ones(len(residuals))
        beliefs, precision = _beliefs(camera, prior)
        normal = (jacobian * weights[:, None]).T @ jacobian + np.diag(precision)
        slope = jacobian.T @ (weights * residuals) + precision * beliefs
        for _ in range(6):
            step = np.asarray(np.linalg.solve(normal + damping * np.diag(np.diag(normal)), -slope), float)
            tried = _moved(camera, step)
            new = _residuals(tried, observed)
            new_cost = _cost(tried, new, prior, robust)
            if np.isfinite(new_cost) and new_cost <= cost:
                break
            damping *= 10
        else:
            return camera
        gain, cost, camera, residuals = cost - new_cost, new_cost, tried, new
        damping = max(damping / 10, 1e-9)
        if gain < 1e-4 * (1 + cost):
            break
    return camera


def _beliefs(camera: Camera, prior: Prior) -> tuple[Floats, Floats]:
    """How far each parameter is from what was believed (12,), and one over the spread's square (12,)."""
    off = np.zeros(UNKNOWNS)
    off[6] = np.log(camera.focal_px / prior.focal_px)
    off[7] = camera.k1 - prior.k1
    off[8] = camera.k2 - prior.k2
    off[9] = np.log(camera.stretch / prior.stretch)
    off[10:] = np.array(camera.offset_px) / camera.focal_px
    aside = prior.offset_spread_px / prior.focal_px
    spreads = (prior.focal_spread, prior.k1_spread, prior.k2_spread, prior.stretch_spread, aside, aside)
    return off, np.concatenate((np.zeros(6), 1 / np.square(spreads)))


def _moved(camera: Camera, step: Floats) -> Camera:
    """step: rotation (3), translation (3, in distances), log of focal length, k1, k2, log of stretch, and
    the offset of the axis (2, in focal lengths)."""
    turn = np.asarray(cv2.Rodrigues(step[:3].copy())[0], float)
    rx, ry, rz = (float(v) for v in cv2.Rodrigues(turn @ camera.rotation_matrix())[0].ravel())
    tx, ty, tz = (float(v) for v in np.array(camera.translation) + step[3:6] * camera.translation[2])
    return Camera(
        camera.size_px,
        camera.focal_px * float(np.exp(np.clip(step[6], -1, 1))),
        camera.k1 + float(step[7]),
        camera.k2 + float(step[8]),
        camera.stretch * float(np.exp(np.clip(step[9], -1, 1))),
        (rx, ry, rz),
        (tx, ty, tz),
        (
            camera.offset_px[0] + float(step[10]) * camera.focal_px,
            camera.offset_px[1] + float(step[11]) * camera.focal_px,
        ),
    )


def _residuals(camera: Camera, observed: tuple[Observations, ...]) -> Floats:
    """In units of each observation's noise."""
    parts = []
    for seen in observed:
        off = (camera.project(seen.board) - seen.pixels) / seen.noise_px
        parts.append(off.ravel() if seen.directions is None else (off * seen.directions).sum(1))
    return np.concatenate(parts)


def _jacobian(camera: Camera, observed: tuple[Observations, ...]) -> Floats:
    parts = []
    for seen in observed:
        slopes = _slopes(camera, seen.board) / seen.noise_px
        if seen.directions is None:
            parts.append(slopes.reshape(-1, UNKNOWNS))
        else:
            parts.append((slopes * seen.directions[:, :, None]).sum(1))
    return np.concatenate(parts)


def _slopes(camera: Camera, board: Floats) -> Floats:
    """How each point's pixel moves with each of the parameters, (N, 2, UNKNOWNS)."""
    rotation, shift = camera.rotation_matrix(), np.array(camera.translation)
    turned = board[:, :1] * rotation[:, 0] + board[:, 1:2] * (camera.stretch * rotation[:, 1])
    seen = turned + shift
    flat = seen[:, :2] / seen[:, 2:]
    r2 = (flat * flat).sum(1)
    grown = 1 + camera.k1 * r2 + camera.k2 * r2 * r2
    growth = 2 * (camera.k1 + 2 * camera.k2 * r2)
    by_flat = camera.focal_px * (
        grown[:, None, None] * np.eye(2) + growth[:, None, None] * flat[:, :, None] * flat[:, None, :]
    )
    by_seen = np.zeros((len(board), 2, 3))
    by_seen[:, 0, 0] = by_seen[:, 1, 1] = 1
    by_seen[:, :, 2] = -flat
    by_seen = by_flat @ (by_seen / seen[:, 2, None, None])
    slopes = np.zeros((len(board), 2, UNKNOWNS))
    for axis in range(3):
        slopes[:, :, axis] = (by_seen @ np.cross(np.eye(3)[axis], turned)[:, :, None])[:, :, 0]
    slopes[:, :, 3:6] = by_seen * shift[2]
    slopes[:, :, 6] = camera.focal_px * flat * grown[:, None]
    slopes[:, :, 7] = camera.focal_px * flat * r2[:, None]
    slopes[:, :, 8] = camera.focal_px * flat * (r2 * r2)[:, None]
    slopes[:, :, 9] = by_seen @ rotation[:, 1] * (camera.stretch * board[:, 1])[:, None]
    slopes[:, 0, 10] = slopes[:, 1, 11] = camera.focal_px
    return slopes


def _cost(camera: Camera, residuals: Floats, prior: Prior, robust: bool) -> float:
    squares = (residuals / TAIL) ** 2
    fit = TAIL**2 * (np.log1p(squares).sum() if robust else squares.sum())
    beliefs, precision = _beliefs(camera, prior)
    return float(fit + (precision * beliefs**2).sum())
