"""What is assumed of a copy that nobody has calibrated: plain paper and common colours."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scoring.layout import Layout
from scoring.state import AQUEDUCTS
from vision.colours import SPREAD, Colour, to_space
from vision.palette import Palette

PAPER_BGR = (190, 205, 210)

# Common shades as phones show them, BGR: medians over rendered photos of seven printings. Owners go by the
# nearest of these names.
TILES = {"red": (81, 81, 185), "yellow": (79, 167, 202), "green": (91, 144, 102), "blue": (192, 129, 81)}
CARDS = {
    "temple": (158, 187, 173),
    "bath": (198, 171, 145),
    "theatre": (140, 199, 214),
    "arena": (132, 150, 203),
    "fountain": (204, 179, 76),
}
STICKS = {"grey": (150, 136, 125), "brown": (61, 76, 118), "white": (221, 222, 216)}
OWNERS = {
    "red": (42, 44, 175),
    "blue": (168, 74, 60),
    "green": (68, 116, 60),
    "yellow": (40, 198, 232),
    "purple": (188, 61, 110),
    "orange": (50, 108, 216),
    "black": (71, 62, 59),
    "white": (240, 246, 231),
    "brown": (45, 75, 120),
    "grey": (140, 138, 135),
    "pink": (185, 140, 235),
}


def palette(layout: Layout) -> Palette:
    """The built-in colours, with those sticks that the layout's sources name."""
    sticks = {name: STICKS[name] for name in (*AQUEDUCTS, *layout.sources) if name in STICKS}
    owners = _colours(OWNERS)
    return Palette(_colours(TILES), _colours(CARDS), _colours(sticks), owners, dict(owners), dict(owners))


def _colours(shades: dict[str, tuple[int, int, int]]) -> dict[str, Colour]:
    return {
        name: _colour(to_space(np.array([bgr], np.uint8))[0].astype(float)) for name, bgr in shades.items()
    }


def _colour(mean: NDArray[np.float64]) -> Colour:
    return Colour(mean, SPREAD * 1.5, 0)
