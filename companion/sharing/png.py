"""Pixels as a PNG file with nothing in it but the pixels."""

from __future__ import annotations

import struct
import zlib

import numpy as np
from numpy.typing import NDArray


def png_bytes(pixels: NDArray[np.uint8]) -> bytes:
    """A PNG of an RGB picture (height, width, 3), uint8. Raises ValueError for another shape or type."""
    if pixels.ndim != 3 or pixels.shape[2] != 3 or pixels.dtype != np.uint8:
        raise ValueError(f"expected (height, width, 3) uint8, found {pixels.shape} {pixels.dtype}")
    height, width = pixels.shape[:2]
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)),
            _chunk(b"IDAT", zlib.compress(_filtered(pixels), 7)),
            _chunk(b"IEND", b""),
        )
    )


def _filtered(pixels: NDArray[np.uint8]) -> bytes:
    """Each row by the filter (none, left, above) whose differences are smallest, as the PNG standard
    advises.
    """
    height, width = pixels.shape[:2]
    rows = pixels.reshape(height, width * 3)
    left = rows.copy()
    left[:, 3:] -= rows[:, :-3]
    above = rows.copy()
    above[1:] -= rows[:-1]
    choices = np.stack((rows, left, above))
    # As signed numbers, so that -1 (255) counts as small.
    sizes = np.abs(choices.view(np.int8).astype(np.int16)).sum(axis=2, dtype=np.int64)
    best = sizes.argmin(axis=0).astype(np.uint8)
    chosen = choices[best, np.arange(height)]
    return bytes(np.concatenate((best[:, None], chosen), axis=1))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
