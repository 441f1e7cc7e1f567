"""Tile colours in uneven light: shadows with hard edges, veils of glare, strong casts."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scoring.layout import default_layout
from vision.crops import triangle_poses
from vision.local_light import known_light, settle

Floats = NDArray[np.float64]

# Red, yellow, green and blue tiles, and bare paper, in the space of vision.colours.
TILES = np.array([[467.0, 53.0, -7.0], [492.0, 17.0, -46.0], [477.0, -18.0, -33.0], [482.0, -20.0, 30.0]])
PAPER = np.array([540.0, 3.0, -8.0])
PLACES = triangle_poses(default_layout().triangles)[:, :2]


def city(seed: int) -> tuple[NDArray[np.intp], Floats, Floats]:
    """A city full of tiles, as even light would show it: colours, what is seen, and what covers what."""
    rng = np.random.default_rng(seed)
    colours = rng.integers(0, 4, len(PLACES))
    what = np.tile([0.01, 0.97, 0.01, 0.01], (len(PLACES), 1))
    return colours, TILES[colours] + rng.normal(0, [4, 2, 2], (len(PLACES), 3)), what


def share_right(seen: Floats, what: Floats, colours: NDArray[np.intp]) -> float:
    bare = np.tile(PAPER, (len(seen), 1))
    logs, _ = settle(seen, bare, what, TILES, PLACES)
    return float((logs.argmax(1) == colours).mean())


def test_even_light_leaves_nothing_open() -> None:
    colours, seen, what = city(1)
    assert share_right(seen, what, colours) == 1.0


def test_a_blue_shadow_with_a_hard_edge_does_not_turn_yellow_into_green() -> None:
    colours, seen, what = city(2)
    shadow = PLACES[:, 0] + 0.4 * PLACES[:, 1] < np.median(PLACES[:, 0] + 0.4 * PLACES[:, 1])
    seen[shadow] += [-55.0, -16.0, 26.0]
    nearest = ((seen[:, None] - TILES[None]) ** 2).sum(-1).argmin(1)
    assert (nearest == colours).mean() < 0.9  # what each tile says by itself
    assert share_right(seen, what, colours) > 0.98


def test_a_veil_of_glare_that_washes_colours_out_is_seen_through() -> None:
    colours, seen, what = city(3)
    pivot = TILES.mean(0)
    seen[:, 1:] = pivot[1:] + 0.45 * (seen[:, 1:] - pivot[1:])
    seen += [20.0, 8.0, -12.0]
    assert share_right(seen, what, colours) > 0.98


def test_undoing_the_light_gives_the_even_colour_back() -> None:
    colours, even, _ = city(4)
    shift = np.array([-30.0, 6.0, -12.0])
    shares = np.column_stack((np.eye(4)[colours], np.zeros(len(PLACES))))
    light = known_light(even + shift, np.tile(PAPER, (len(PLACES), 1)), shares, TILES, PLACES)
    cube = np.array([[430.0, 10.0, 40.0]], np.float32)
    undone = light.undone((cube + shift).astype(np.float32), PLACES[len(PLACES) // 2][None])
    assert np.abs(undone - cube).max() < 8


def test_nothing_to_undo_is_no_error() -> None:
    _, seen, _ = city(5)
    shares = np.zeros((len(PLACES), 5))
    light = known_light(seen, seen, shares, TILES, PLACES)
    assert light.undone(np.zeros((0, 3), np.float32), np.zeros((0, 2))).shape == (0, 3)
