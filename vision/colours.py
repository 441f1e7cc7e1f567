"""Colours of the pieces, learned from samples in even light, and how well a place matches each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

# How far a piece's colour strays from its sample in another photo, in the colour space below.
SPREAD = np.array([30.0, 9.0, 11.0])
DARK = 32.0  # added to every channel: the chroma of near-black pixels is noise
GLARE = 10.0  # of 255: how much a glossy piece's channels commonly gain
TYPICAL_SAMPLES = 2.0  # a new copy's few samples count as so many against the typical spread


@dataclass(frozen=True, slots=True, eq=False)
class Colour:
    """mean (3,) in the space of `to_space`; spread (3,): standard deviations; count: of its samples."""

    mean: Floats
    spread: Floats
    count: int

    @classmethod
    def learned(cls, samples: Sequence[Floats]) -> Colour:
        """From one value (3,) a sample. Raises ValueError without any."""
        values = np.array(samples, float).reshape(-1, 3)
        if not len(values):
            raise ValueError("a colour needs at least one sample")
        mean = np.median(values, axis=0)
        inside = ((values - mean) ** 2).sum(0)
        usual = usual_spread(mean)
        variance = (TYPICAL_SAMPLES * usual**2 + inside) / (TYPICAL_SAMPLES + len(values) - 1)
        return cls(mean, np.sqrt(np.maximum(variance, (usual / 2) ** 2)), len(values))

    def distance(self, values: NDArray[np.floating]) -> Floats:
        """Squared distance of values (..., 3) in standard deviations; a wide colour pays for its width."""
        width = 2 * float(np.log(self.spread / SPREAD).sum())
        return np.asarray((((values - self.mean) / self.spread) ** 2).sum(-1) + width, float)


def usual_spread(mean: Floats) -> Floats:
    """(3,): how far a colour usually strays. Glare adds light, which moves a dark channel most."""
    blue, green, red = 100 * GLARE / (np.maximum(from_space(mean), 0) + DARK)
    return np.asarray(
        np.sqrt(SPREAD**2 + [(blue**2 + green**2 + red**2) / 9, red**2 + green**2, blue**2 + green**2]), float
    )


def to_space(bgr: NDArray[Any]) -> NDArray[np.float32]:
    """Brightness, red against green, and blue against green of a picture (..., 3), as 100 times logarithms.

    More or less light moves only the first; so a colour keeps its chroma in a shadow.
    """
    logs = _LOGS[bgr] if bgr.dtype == np.uint8 else 100 * np.log(bgr + DARK)
    blue, green, red = logs[..., 0], logs[..., 1], logs[..., 2]
    return np.stack(((blue + green + red) / 3, red - green, blue - green), -1).astype(np.float32)


def from_space(values: Floats) -> Floats:
    """One value (3,) of the space as BGR (3,)."""
    brightness, red, blue = values
    green = brightness - (red + blue) / 3
    return np.asarray(np.exp(np.array([green + blue, green, green + red]) / 100) - DARK, float)


_LOGS = (100 * np.log(np.arange(256) + DARK)).astype(np.float32)
