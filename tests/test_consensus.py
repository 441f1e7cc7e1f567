"""A few right matches are found among many wrong ones, by what each says alone."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.consensus import find_consensus

Floats = NDArray[np.float64]
SLANT = np.array([[0.9, -0.5, 300.0], [0.4, 0.6, 120.0], [0.0002, -0.0004, 1.0]])


def seen(points: Floats) -> Floats:
    drawn = np.column_stack((points, np.ones(len(points)))) @ SLANT.T
    return np.asarray(drawn[:, :2] / drawn[:, 2:], float)


def shapes_at(points: Floats) -> Floats:
    """How the slanted view draws each point's surroundings, (N, 2, 2)."""
    right, down = (seen(points + step) - seen(points - step) for step in ((0.5, 0.0), (0.0, 0.5)))
    return np.stack((right, down), axis=2)


def made(right: int, wrong: int, seed: int) -> tuple[Floats, Floats, Floats]:
    random = np.random.default_rng(seed)
    board = random.uniform((0, 0), (700, 500), (right + wrong, 2))
    photo = random.uniform((0, 0), (1000, 700), (right + wrong, 2))
    turns, sizes = random.uniform(0, 2 * np.pi, wrong), np.exp(random.normal(0, 0.6, wrong))
    cos, sin = sizes * np.cos(turns), sizes * np.sin(turns)
    shapes = np.stack((np.stack((cos, sin), 1), np.stack((-sin, cos), 1)), axis=2)
    photo[:right] = seen(board[:right]) + random.normal(0, 0.7, (right, 2))
    # Sizes and turns of features are rough.
    rough = shapes_at(board[:right]) @ (np.eye(2) + random.normal(0, 0.1, (right, 2, 2)))
    return board, photo, np.concatenate((rough, shapes))


@pytest.mark.parametrize("seed", range(5))
def test_twelve_right_matches_among_five_hundred_are_found(seed: int) -> None:
    board, photo, shapes = made(12, 500, seed)
    agree = find_consensus(board, photo, shapes)
    assert agree[:12].sum() >= 11
    assert agree[12:].sum() <= 1


@pytest.mark.parametrize("seed", range(3))
def test_accidents_do_not_agree(seed: int) -> None:
    assert find_consensus(*made(0, 500, seed)).sum() < 8


def test_no_matches_are_no_consensus() -> None:
    assert not find_consensus(np.zeros((1, 2)), np.zeros((1, 2)), np.eye(2)[None]).any()
