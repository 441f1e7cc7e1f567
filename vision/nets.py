"""Three small networks that tell shapes apart, whatever the art and the colours.

They were trained on rendered photos of many printings, with colours mixed at random (docs/networks.md),
and see a crop of the photo at the pieces' heights beside the same crop of the empty board.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.odds import normalised

Floats = NDArray[np.float64]

# The networks' logits are divided by these before they count as evidence: measured on held-out printings
# so that what they say at 90% is right nine times in ten.
TEMPERATURES = {"triangle": (1.0,), "edge": (1.0, 1.0, 1.0), "point": (1.0, 1.0)}
HEADS = {"triangle": (4,), "edge": (3, 2, 2), "point": (3, 2)}
FLOOR = -12.0  # no single look is surer than this


@dataclass(frozen=True, slots=True, eq=False)
class Nets:
    """Loaded once; not for use by two threads at a time."""

    loaded: dict[str, Any]

    @classmethod
    def load(cls) -> Nets:
        folder = files("vision") / "weights"
        loaded = {}
        for name in HEADS:
            data = np.frombuffer((folder / f"{name}.onnx").read_bytes(), np.uint8)
            loaded[name] = cv2.dnn.readNetFromONNX(data)
        return cls(loaded)

    def triangle(self, stacks: NDArray[np.uint8]) -> Floats:
        """(N, 4) log probabilities: empty, tile, hill, bridge."""
        (what,) = self._run("triangle", stacks)
        return what

    def edge(self, stacks: NDArray[np.uint8]) -> tuple[Floats, Floats, Floats]:
        """(N, 3): bare, side, middle; (N, 2): stick; (N, 2): magistrate."""
        kind, stick, magistrate = self._run("edge", stacks)
        return kind, stick, magistrate

    def point(self, stacks: NDArray[np.uint8]) -> tuple[Floats, Floats]:
        """(N, 3): nothing, fountain, building; (N, 2): cube."""
        card, cube = self._run("point", stacks)
        return card, cube

    def _run(self, name: str, stacks: NDArray[np.uint8]) -> list[Floats]:
        net = self.loaded[name]
        net.setInput(np.ascontiguousarray(stacks.transpose(0, 3, 1, 2), np.float32))
        logits = np.asarray(net.forward(), float)
        results, first = [], 0
        for size, temperature in zip(HEADS[name], TEMPERATURES[name], strict=True):
            part = logits[:, first : first + size] / temperature
            first += size
            results.append(np.maximum(normalised(part), FLOOR))
        return results
