"""Draws the app's icon, its adaptive icon and the picture shown while it starts.

    python docs/tools/draw_icons.py

The pictures are in `companion/platform/android_res/pictures`; `buildozer.spec` names them. Numpy and the
standard library are enough; colours are those of `companion/ui/theme.py`.
"""

from __future__ import annotations

import math
import struct
import sys
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

FOLDER = Path(__file__).parents[2] / "companion" / "platform" / "android_res" / "pictures"
FINE = 4  # samples along each side of a pixel

RED, DEEP_RED = "8E2A22", "6B1F19"
PATTERN = "FFD9A8"
GOLD = "C2963C"
MARBLE, MARBLE_SOFT, MARBLE_SHADE = "FFFDF9", "EDE4D6", "DDD0BD"

Picture = NDArray[np.float32]  # (size, size, 4): red, green, blue, opacity; 0 to 1
Mask = NDArray[np.float32]  # (size, size): how much of each pixel is covered
Grid = NDArray[np.float32]
Points = Sequence[tuple[float, float]]


def colour(code: str) -> NDArray[np.float32]:
    return np.array([int(code[at : at + 2], 16) / 255 for at in (0, 2, 4)], np.float32)


class Canvas:
    """A square picture whose coordinates run from 0 to 1, y down."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.rgba: Picture = np.zeros((size, size, 4), np.float32)

    def polygon(self, points: Points) -> Mask:
        """Where a convex polygon lies; its points go round either way."""

        def inside(x: Grid, y: Grid) -> NDArray[np.bool_]:
            x0, y0 = points[-1]
            sides = []
            for x1, y1 in points:
                sides.append((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0))
                x0, y0 = x1, y1
            left, right = (np.all([side * way >= 0 for side in sides], axis=0) for way in (1, -1))
            both: NDArray[np.bool_] = left | right
            return both

        xs, ys = zip(*points, strict=True)
        return self._cover(inside, (min(xs), min(ys), max(xs), max(ys)))

    def disc(self, x: float, y: float, radius: float) -> Mask:
        """Where a disc lies."""
        box = (x - radius, y - radius, x + radius, y + radius)
        return self._cover(lambda xs, ys: (xs - x) ** 2 + (ys - y) ** 2 <= radius**2, box)

    def _cover(
        self, inside: Callable[[Grid, Grid], NDArray[np.bool_]], box: tuple[float, float, float, float]
    ) -> Mask:
        """Samples every pixel that the shape's box touches."""
        mask: Mask = np.zeros((self.size, self.size), np.float32)
        left, top = (min(max(int(side * self.size), 0), self.size) for side in box[:2])
        right, low = (min(max(int(side * self.size) + 1, 0), self.size) for side in box[2:])
        if left < right and top < low:
            xs, ys = (
                (np.arange(first * FINE, last * FINE, dtype=np.float32) + 0.5) / (self.size * FINE)
                for first, last in ((left, right), (top, low))
            )
            samples = inside(*np.meshgrid(xs, ys)).reshape(low - top, FINE, right - left, FINE)
            mask[top:low, left:right] = samples.mean(axis=(1, 3), dtype=np.float32)
        return mask

    def paint(self, mask: Mask, code: str, opacity: float = 1.0) -> None:
        """Lay a colour over what is there."""
        where = mask > 0
        over = (mask[where] * opacity)[:, None]
        below = self.rgba[where]
        alpha = below[:, 3:] * (1 - over)
        mixed = (colour(code) * over + below[:, :3] * alpha) / (over + alpha)
        self.rgba[where] = np.concatenate((mixed, over + alpha), axis=1)

    def cut(self, mask: Mask) -> None:
        """Keep only what lies in the mask."""
        self.rgba[..., 3] *= mask


def rhombi(edge: float) -> list[tuple[int, Points]]:
    """The floor of the app's header: rhombi in three directions over the whole square."""
    across, up = edge * math.sqrt(3) / 2, edge / 2
    found: list[tuple[int, Points]] = []
    rows = int(1 / (edge * 1.5)) + 3
    for row in range(-1, rows):
        y = row * edge * 1.5
        x = -across + (across if row % 2 else 0)
        while x < 1 + across * 2:
            top, low = (x, y - edge), (x, y + edge)
            left, right = (x - across, y - up), (x + across, y - up)
            found.append((0, [top, right, (x, y), left]))
            found.append((1, [left, (x, y), low, (x - across, y + up)]))
            found.append((2, [right, (x, y), low, (x + across, y + up)]))
            x += across * 2
    return found


def paint_floor(canvas: Canvas, edge: float) -> None:
    """Pompeian red with the rhombus floor on it."""
    canvas.paint(canvas.polygon([(0, 0), (1, 0), (1, 1), (0, 1)]), RED)
    for direction, points in rhombi(edge):
        shade = (("FFD9A8", 0.13), ("FFD9A8", 0.04), (DEEP_RED, 0.5))[direction]
        canvas.paint(canvas.polygon(points), *shade)


def hexagon(x: float, y: float, radius: float) -> Points:
    """Standing on a point, as the rhombi meet."""
    turns = [math.radians(60 * number + 30) for number in range(6)]
    return [(x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns]


def paint_temple(canvas: Canvas, x: float, y: float, scale: float) -> None:
    """A hexagon of three marble tiles, and a temple on it; `scale` is the hexagon's radius."""

    def at(points: Points) -> Points:
        return [(x + dx * scale, y + dy * scale) for dx, dy in points]

    canvas.paint(canvas.polygon(hexagon(x, y, scale * 1.09)), GOLD)
    corners = hexagon(0, 0, 1)
    low_right, low, low_left, high_left, high, high_right = corners
    for shade, points in (
        (MARBLE, [high, high_right, (0, 0), high_left]),
        (MARBLE_SOFT, [high_left, (0, 0), low, low_left]),
        (MARBLE_SHADE, [high_right, (0, 0), low, low_right]),
    ):
        canvas.paint(canvas.polygon(at(points)), shade)
    red = DEEP_RED
    canvas.paint(canvas.polygon(at([(0, -0.62), (0.66, -0.27), (-0.66, -0.27)])), red)
    canvas.paint(canvas.polygon(at([(0, -0.5), (0.36, -0.31), (-0.36, -0.31)])), GOLD)
    canvas.paint(canvas.polygon(at([(-0.62, -0.24), (0.62, -0.24), (0.62, -0.13), (-0.62, -0.13)])), red)
    for column in (-0.5, -0.167, 0.167, 0.5):
        canvas.paint(canvas.polygon(at([(column - 0.09, -0.1), (column + 0.09, -0.1), *foot(column)])), red)
    canvas.paint(canvas.polygon(at([(-0.62, 0.36), (0.62, 0.36), (0.62, 0.46), (-0.62, 0.46)])), red)
    canvas.paint(canvas.polygon(at([(-0.72, 0.49), (0.72, 0.49), (0.72, 0.58), (-0.72, 0.58)])), red)


def foot(column: float) -> list[tuple[float, float]]:
    """A column is a little wider at its foot."""
    return [(column + 0.105, 0.33), (column - 0.105, 0.33)]


def draw_icon(size: int = 512) -> Picture:
    """For old phones: round corners, nothing is cut off."""
    canvas = Canvas(size)
    paint_floor(canvas, 0.16)
    paint_temple(canvas, 0.5, 0.5, 0.37)
    edge, radius = 0.02, 0.2
    near, far = edge + radius, 1 - edge - radius
    rim = [canvas.disc(x, y, radius) for x in (near, far) for y in (near, far)]
    rim.append(canvas.polygon([(edge, near), (1 - edge, near), (1 - edge, far), (edge, far)]))
    rim.append(canvas.polygon([(near, edge), (far, edge), (far, 1 - edge), (near, 1 - edge)]))
    canvas.cut(np.max(rim, axis=0))
    return canvas.rgba


def draw_foreground(size: int = 432) -> Picture:
    """Android cuts any shape out of the middle: 66 of 108 units are safe."""
    canvas = Canvas(size)
    paint_temple(canvas, 0.5, 0.5, 0.262)
    return canvas.rgba


def draw_background(size: int = 432) -> Picture:
    canvas = Canvas(size)
    paint_floor(canvas, 0.115)
    return canvas.rgba


def draw_presplash(size: int = 768) -> Picture:
    """On the colour that the spec gives to the rest of the screen; shown in the middle, so it has margins."""
    canvas = Canvas(size)
    canvas.paint(canvas.polygon([(0, 0), (1, 0), (1, 1), (0, 1)]), RED)
    paint_temple(canvas, 0.5, 0.5, 0.22)
    return canvas.rgba


PICTURES = {
    "icon.png": draw_icon,
    "icon_foreground.png": draw_foreground,
    "icon_background.png": draw_background,
    "presplash.png": draw_presplash,
}


def pixels(picture: Picture) -> NDArray[np.uint8]:
    """As it is stored: (size, size, 4) uint8."""
    return np.clip(np.round(picture * 255), 0, 255).astype(np.uint8)


def png(picture: Picture) -> bytes:
    """The picture as a PNG file."""
    rows = pixels(picture)
    height, width = rows.shape[:2]
    raw = b"".join(b"\0" + row.tobytes() for row in rows)

    def chunk(kind: bytes, content: bytes) -> bytes:
        body = kind + content
        return struct.pack(">I", len(content)) + body + struct.pack(">I", zlib.crc32(body))

    header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    parts = (chunk(b"IHDR", header), chunk(b"IDAT", zlib.compress(raw, 9)), chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def main() -> int:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, draw in PICTURES.items():
        (FOLDER / name).write_bytes(png(draw()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
