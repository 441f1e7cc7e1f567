"""Draws the pictures of docs/calibrate.md from the photos in tests/photos.

python docs/tools/calibrate_pictures.py
"""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.grid import position
from scoring.layout import Layout, default_layout
from vision.evaluate import load_truth
from vision.photo import Picture, load

ROOT = Path(__file__).parents[2]
PHOTOS = ROOT / "tests" / "photos" / "A"
OUT = ROOT / "docs" / "calibrate"
WIDTH = 720
YELLOW, RED, LIGHT, DARK = (40, 220, 250), (40, 40, 200), (255, 255, 255), (20, 20, 20)
OFF = (0.9, 0.6)  # how far the misplaced corner lies from its place, in grid units


def main() -> int:
    OUT.mkdir(exist_ok=True)
    layout = default_layout()
    corners = np.array(load_truth(PHOTOS / "empty.json").corners_px, float)
    empty = _reduced(PHOTOS / "empty.jpg")
    _write("corners", _with_rings(empty, corners))
    _write("grid-fits", _with_grid(empty, corners, layout))
    wrong = corners.copy()
    unit = np.linalg.norm(corners[1] - corners[0]) / np.ptp([x for x, _ in layout.board_corners])
    wrong[2] -= np.array(OFF) * unit
    _write("grid-is-off", _with_grid(empty, wrong, layout))
    _write("sampler", _reduced(PHOTOS / "sample.jpg")[0])
    return 0


def _reduced(path: Path) -> tuple[Picture, float]:
    """The photo, and how many of its pixels make one of the file's."""
    photo = load(path)
    scale = WIDTH / photo.bgr.shape[1]
    small = cv2.resize(photo.bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), scale * photo.scale


def _with_rings(reduced: tuple[Picture, float], corners: NDArray[np.float64]) -> Picture:
    picture, scale = reduced[0].copy(), reduced[1]
    places = np.round(corners * scale).astype(int)
    cv2.polylines(picture, [places], True, YELLOW, 2, cv2.LINE_AA)
    for number, (x, y) in enumerate(places, 1):
        cv2.circle(picture, (x, y), 16, LIGHT, -1, cv2.LINE_AA)
        cv2.circle(picture, (x, y), 14, RED, -1, cv2.LINE_AA)
        cv2.putText(
            picture, str(number), (x - 6, y + 7), cv2.FONT_HERSHEY_SIMPLEX, 0.65, LIGHT, 2, cv2.LINE_AA
        )
    return picture


def _with_grid(reduced: tuple[Picture, float], corners: NDArray[np.float64], layout: Layout) -> Picture:
    picture, scale = reduced[0].copy(), reduced[1]
    board = np.array(layout.board_corners, np.float32)
    to_photo = cv2.getPerspectiveTransform(board, np.asarray(corners * scale, np.float32))
    for a, b in layout.edges:
        ends = np.array([[position(a), position(b)]], np.float32)
        p, q = np.round(cv2.perspectiveTransform(ends, to_photo)[0]).astype(int)
        cv2.line(picture, p.tolist(), q.tolist(), DARK, 3, cv2.LINE_AA)
        cv2.line(picture, p.tolist(), q.tolist(), YELLOW, 1, cv2.LINE_AA)
    return picture


def _write(name: str, picture: Picture) -> None:
    cv2.imwrite(str(OUT / f"{name}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 82])


if __name__ == "__main__":
    raise SystemExit(main())
