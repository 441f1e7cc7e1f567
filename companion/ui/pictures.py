"""Small pictures of large screens: shrunk, with at most 256 colours, written as PNG by hand."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]  # (height, width, 3), RGB


def shrink(pixels: Pixels, width: int) -> Pixels:
    """The picture at another width, each pixel the mean of what it covers."""
    if width >= pixels.shape[1]:
        return pixels
    height = round(pixels.shape[0] * width / pixels.shape[1])
    flat = _averaged(_averaged(pixels.astype(np.float32), height), width, axis=1)
    result: Pixels = np.clip(flat + 0.5, 0, 255).astype(np.uint8)
    return result


def _averaged(values: NDArray[np.float32], few: int, axis: int = 0) -> NDArray[np.float32]:
    """Means of equal parts along an axis, by differences of the running sum."""
    moved = np.moveaxis(values, axis, 0)
    many = moved.shape[0]
    running = np.concatenate(
        [np.zeros_like(moved[:1], np.float64), np.cumsum(moved, axis=0, dtype=np.float64)]
    )
    edges = np.linspace(0, many, few + 1)
    whole = np.minimum(edges.astype(int), many - 1)
    part = (edges - whole).reshape(-1, *([1] * (moved.ndim - 1)))
    at_edges = running[whole] + part * (running[whole + 1] - running[whole])
    means: NDArray[np.float32] = (np.diff(at_edges, axis=0) * (few / many)).astype(np.float32)
    return np.moveaxis(means, 0, axis)


def write_png(path: Path, pixels: Pixels) -> None:
    """Write with a palette of the 256 most frequent colours; the others take the nearest of them."""
    coarse = (pixels >> 3).astype(np.uint32)
    codes = (coarse[:, :, 0] << 10) | (coarse[:, :, 1] << 5) | coarse[:, :, 2]
    present, counts = np.unique(codes, return_counts=True)
    sums = np.stack(
        [np.bincount(codes.ravel(), pixels[:, :, c].ravel(), minlength=1 << 15)[present] for c in range(3)], 1
    )
    means = sums / counts[:, None]
    kept = np.argsort(-counts)[:256]
    palette = means[kept]
    nearest = np.empty(1 << 15, np.uint8)
    for begin in range(0, len(present), 1024):
        part = means[begin : begin + 1024]
        distances = ((part[:, None, :] - palette[None, :, :]) ** 2).sum(axis=2)
        nearest[present[begin : begin + 1024]] = distances.argmin(axis=1)
    rows = nearest[codes]
    height, width = rows.shape
    raw = b"".join(b"\0" + row.tobytes() for row in rows)
    colours = np.clip(palette + 0.5, 0, 255).astype(np.uint8).tobytes()
    chunks = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        (b"PLTE", colours),
        (b"IDAT", zlib.compress(raw, 9)),
        (b"IEND", b""),
    )
    with path.open("wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n")
        for kind, data in chunks:
            file.write(struct.pack(">I", len(data)) + kind + data)
            file.write(struct.pack(">I", zlib.crc32(kind + data)))


def contact_sheet(pictures: list[Pixels], columns: int, gap: int = 24, ground: int = 244) -> Pixels:
    """Pictures of one size side by side on a light ground."""
    height, width = pictures[0].shape[:2]
    rows = -(-len(pictures) // columns)
    sheet = np.full((rows * (height + gap) + gap, columns * (width + gap) + gap, 3), ground, np.uint8)
    for number, picture in enumerate(pictures):
        top, left = gap + number // columns * (height + gap), gap + number % columns * (width + gap)
        sheet[top : top + height, left : left + width] = picture
    return sheet
