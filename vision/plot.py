"""Small line plots as pictures: how one quantity grows with another."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from vision.photo import Picture

SIZE = (960, 600)
LEFT, RIGHT, TOP, BOTTOM = 90, 30, 74, 70
INK, FAINT, PAPER = (60, 50, 45), (222, 222, 222), (255, 255, 255)
# BGR; told apart by people who see colours differently, and by their marks.
LINES = ((160, 90, 0), (0, 110, 213), (120, 158, 0), (167, 121, 204), (66, 66, 66))
MARKS = (
    cv2.MARKER_SQUARE,
    cv2.MARKER_TRIANGLE_UP,
    cv2.MARKER_DIAMOND,
    cv2.MARKER_TILTED_CROSS,
    cv2.MARKER_CROSS,
)

Series = Mapping[str, Sequence[tuple[float, float]]]


def draw_plot(title: str, across: str, up: str, series: Series) -> Picture:
    """A picture (H, W, 3) of each series as a line of marked points; both axes begin at 0.

    The texts may hold ASCII only. Raises ValueError when there is no point to draw.
    """
    points = [point for line in series.values() for point in line]
    if not points:
        raise ValueError("there is nothing to plot")
    width, height = SIZE
    picture = np.full((height, width, 3), PAPER, np.uint8)
    steps_x = _steps(max(x for x, _ in points))
    steps_y = _steps(1.25 * max(y for _, y in points))  # room for the names of the lines

    def place(x: float, y: float) -> tuple[int, int]:
        return (
            round(LEFT + x / steps_x[-1] * (width - LEFT - RIGHT)),
            round(height - BOTTOM - y / steps_y[-1] * (height - TOP - BOTTOM)),
        )

    for x in steps_x:
        cv2.line(picture, place(x, 0), place(x, steps_y[-1]), FAINT, 1)
        _write(picture, f"{x:g}", place(x, 0), (0.5, 1.9))
    for y in steps_y:
        cv2.line(picture, place(0, y), place(steps_x[-1], y), FAINT, 1)
        _write(picture, f"{y:g}", place(0, y), (1.15, 0.5))
    _write(picture, title, (LEFT, 30), (0, 0.5), 0.65)
    _write(picture, across, (width - RIGHT, height - 18), (1, 0.5))
    _write(picture, up, (LEFT, TOP - 14), (0, 0))
    for number, (name, line) in enumerate(series.items()):
        colour, mark = LINES[number % len(LINES)], MARKS[number % len(MARKS)]
        dots = [place(x, y) for x, y in sorted(line)]
        cv2.polylines(picture, [np.array(dots, np.int32)], False, colour, 2, cv2.LINE_AA)
        for dot in dots:
            cv2.drawMarker(picture, dot, colour, mark, 10, 2)
        key = (LEFT + 20, TOP + 18 + 24 * number)
        cv2.drawMarker(picture, key, colour, mark, 10, 2)
        _write(picture, name, (key[0] + 16, key[1]), (0, 0.5), colour=colour)
    return picture


def _steps(most: float) -> list[float]:
    """Round numbers from 0 to just above the largest value."""
    if most <= 0:
        return [0.0, 1.0]
    rough = most / 6
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * times for times in (1, 2, 2.5, 5, 10) if power * times >= rough * 0.999)
    return [round(step * n, 10) for n in range(math.ceil(most / step - 1e-9) + 1)]


def _write(
    picture: Picture,
    text: str,
    at: tuple[int, int],
    anchor: tuple[float, float],
    size: float = 0.5,
    colour: tuple[int, int, int] = INK,
) -> None:
    """Text whose box lies so that `anchor` (0 left or bottom, 1 right or top) of it is at the place."""
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, 1)
    origin = (round(at[0] - anchor[0] * width), round(at[1] + anchor[1] * height))
    cv2.putText(picture, text, origin, cv2.FONT_HERSHEY_SIMPLEX, size, colour, 1, cv2.LINE_AA)
