"""Logarithms of probabilities, as all evidence is kept."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def normalised(logs: Floats) -> Floats:
    """Log weights (..., choices) as log probabilities."""
    if logs.size == 0:
        return logs
    logs = logs - logs.max(-1, keepdims=True)
    return np.asarray(logs - np.log(np.exp(logs).sum(-1, keepdims=True)), float)


def none_or_one(odds: Floats) -> Floats:
    """Log odds (N,) as log probabilities (N, 2) of none and one."""
    return np.stack((-np.logaddexp(0, odds), -np.logaddexp(0, -odds)), -1)
