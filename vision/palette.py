"""The colours of one copy's pieces, learned from photos whose state is known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.colours import Colour

GROUPS = ("tiles", "cards", "sticks", "cubes", "magistrates", "discs")


@dataclass(frozen=True, slots=True, eq=False)
class Palette:
    """Each group's colours by name: tiles by colour, cards by kind, sticks by colour, the rest by owner."""

    tiles: dict[str, Colour]
    cards: dict[str, Colour]
    sticks: dict[str, Colour]
    cubes: dict[str, Colour]
    magistrates: dict[str, Colour]
    discs: dict[str, Colour]

    @property
    def owners(self) -> tuple[str, ...]:
        return tuple(self.cubes)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """For an npz file: each colour as mean, spread and count."""
        arrays = {}
        for group in GROUPS:
            for name, colour in getattr(self, group).items():
                arrays[f"{group}/{name}"] = np.concatenate((colour.mean, colour.spread, [colour.count]))
        return arrays

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Palette:
        """Raises ValueError if an array is not a colour."""
        groups: dict[str, dict[str, Colour]] = {group: {} for group in GROUPS}
        for key, values in arrays.items():
            group, _, name = key.partition("/")
            if group not in groups or not name:
                continue
            if values.shape != (7,) or values.dtype.kind != "f" or not np.isfinite(values).all():
                raise ValueError(f"{key}: not a colour")
            if (values[3:6] <= 0).any() or values[6] < 0:
                raise ValueError(f"{key}: a colour's spread and count are positive")
            groups[group][name] = Colour(values[:3].astype(float), values[3:6].astype(float), int(values[6]))
        return cls(**groups)
