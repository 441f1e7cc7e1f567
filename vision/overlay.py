"""The reading drawn on its photo, so that a board can be checked at a glance."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.grid import position, tile_corners
from scoring.layout import Layout
from scoring.state import FOUNTAIN, State, line_edges
from vision.camera import Camera
from vision.confidence import Doubt
from vision.photo import Photo, Picture
from vision.view import CARD_MM, CUBE_MM, DISC_MM, STICK_MM, TILE_MM

# BGR, chosen to stand out from the printed colours below them.
TILE_LINES = {"red": (60, 60, 235), "yellow": (40, 220, 250), "green": (90, 220, 90), "blue": (250, 150, 60)}
STICK_LINES = {"grey": (170, 170, 170), "brown": (40, 90, 160), "white": (255, 255, 255)}
OWNER_FILLS = {
    "red": (40, 40, 200),
    "blue": (190, 90, 30),
    "green": (60, 140, 50),
    "yellow": (40, 200, 240),
    "purple": (150, 50, 120),
    "orange": (30, 120, 240),
    "black": (30, 30, 30),
    "white": (240, 240, 240),
    "brown": (40, 70, 110),
    "grey": (130, 130, 130),
    "pink": (190, 140, 240),
}
LETTERS = {"temple": "T", "bath": "B", "theatre": "H", "arena": "A", "fountain": "F"}
DOUBT = (255, 0, 255)
HILL_LINE = (60, 120, 160)
DARK, LIGHT = (20, 20, 20), (255, 255, 255)


def draw(photo: Photo, camera: Camera, layout: Layout, state: State, doubts: Sequence[Doubt] = ()) -> Picture:
    """A picture (H, W, 3) of the photo with tiles, sites and owners, aqueducts, discs and doubts marked."""
    canvas = _Canvas(photo, camera, layout)
    for cell in state.hills:
        canvas.outline(_triangle(cell), TILE_MM, HILL_LINE)
    for tile in state.tiles:
        canvas.outline(_rhombus(tile.cells), TILE_MM, TILE_LINES[tile.colour])
    for colour, line in state.aqueducts:
        for a, b in line_edges(line):
            canvas.stick(position(a), position(b), STICK_LINES.get(colour, LIGHT))
    for stick in state.loose_sticks:
        canvas.stick(position(stick.edge[0]), position(stick.edge[1]), STICK_LINES.get(stick.colour, LIGHT))
    for site in state.sites:
        fill = (230, 170, 40) if site.kind == FOUNTAIN else OWNER_FILLS.get(site.owner or "", LIGHT)
        canvas.badge(position(site.at), CARD_MM, fill, LETTERS[site.kind])
    for magistrate in state.magistrates:
        middle = np.mean([position(p) for p in tile_corners(magistrate.cells)], axis=0)
        canvas.badge((middle[0], middle[1]), CUBE_MM, OWNER_FILLS.get(magistrate.owner, LIGHT), "M")
    for owner, points in state.track:
        if layout.track:
            place = layout.track[points % len(layout.track)]
            canvas.badge(place, DISC_MM, OWNER_FILLS.get(owner, LIGHT), str(points))
    for doubt in doubts:
        place_at = _middle(doubt, layout)
        if place_at is not None:
            canvas.ring(place_at)
    return canvas.picture


def save_picture(picture: Picture, path: str) -> bool:
    """Writes a PNG or JPEG file; False when that fails."""
    try:
        return bool(cv2.imwrite(path, picture))
    except cv2.error:
        return False


class _Canvas:
    def __init__(self, photo: Photo, camera: Camera, layout: Layout) -> None:
        self.picture = photo.bgr.copy()
        self.camera, self.scale, self.edge_mm = camera, photo.scale, layout.edge_mm
        rim = self.at([(x, y) for x, y in layout.board_corners], 0.0)
        across = float(np.linalg.norm(rim[1] - rim[0]))
        units = float(np.linalg.norm(np.subtract(layout.board_corners[1], layout.board_corners[0])))
        self.unit = max(8.0, across / max(units, 1e-6))  # about one edge, in pixels of the picture
        self.thin = max(1, round(self.unit / 40))

    def at(self, places: Sequence[tuple[float, float]], mm: float) -> NDArray[np.float64]:
        points = np.array([(x, y, mm / self.edge_mm) for x, y in places], float)
        pixels = np.nan_to_num(self.camera.project(points) * self.scale - 0.5)
        return np.clip(pixels, -30_000, 30_000)

    def outline(self, places: Sequence[tuple[float, float]], mm: float, colour: tuple[int, int, int]) -> None:
        middle = np.mean(places, axis=0)
        inside = [tuple(middle + (np.array(p) - middle) * 0.93) for p in places]
        line = np.round(self.at(inside, mm)).astype(np.int32)
        cv2.polylines(self.picture, [line], True, DARK, self.thin + 2, cv2.LINE_AA)
        cv2.polylines(self.picture, [line], True, colour, self.thin, cv2.LINE_AA)

    def stick(self, a: tuple[float, float], b: tuple[float, float], colour: tuple[int, int, int]) -> None:
        first, second = np.array(a), np.array(b)
        ends = [tuple(first + (second - first) * part) for part in (0.3, 0.7)]
        p, q = (tuple(int(v) for v in np.round(e)) for e in self.at(ends, STICK_MM))
        cv2.line(self.picture, p, q, DARK, round(self.unit * 0.12) + 3, cv2.LINE_AA)
        cv2.line(self.picture, p, q, colour, round(self.unit * 0.12), cv2.LINE_AA)

    def badge(self, place: tuple[float, float], mm: float, fill: tuple[int, int, int], text: str) -> None:
        x, y = (int(v) for v in np.round(self.at([place], mm)[0]))
        radius = round(self.unit * 0.17)
        cv2.circle(self.picture, (x, y), radius + 2, LIGHT, -1, cv2.LINE_AA)
        cv2.circle(self.picture, (x, y), radius, fill, -1, cv2.LINE_AA)
        ink = DARK if sum(fill) > 330 else LIGHT
        font, size = cv2.FONT_HERSHEY_SIMPLEX, self.unit / 95 / max(1, len(text) * 0.75)
        weight = max(1, round(self.unit / 45))
        (width, height), _ = cv2.getTextSize(text, font, size, weight)
        origin = (x - width // 2, y + height // 2)
        cv2.putText(self.picture, text, origin, font, size, ink, weight, cv2.LINE_AA)

    def ring(self, place: tuple[float, float]) -> None:
        x, y = (int(v) for v in np.round(self.at([place], CARD_MM)[0]))
        cv2.circle(self.picture, (x, y), round(self.unit * 0.33), LIGHT, self.thin + 4, cv2.LINE_AA)
        cv2.circle(self.picture, (x, y), round(self.unit * 0.33), DOUBT, self.thin + 2, cv2.LINE_AA)


def _triangle(cell: tuple[int, int, int]) -> list[tuple[float, float]]:
    from scoring.grid import corners

    return [position(p) for p in corners(cell)]


def _rhombus(cells: tuple[tuple[int, int, int], tuple[int, int, int]]) -> list[tuple[float, float]]:
    """A tile's corners in turning order."""
    places = np.array([position(p) for p in tile_corners(cells)])
    middle = places.mean(0)
    turn = np.argsort(np.arctan2(places[:, 1] - middle[1], places[:, 0] - middle[0]))
    return [(float(x), float(y)) for x, y in places[turn]]


def _middle(doubt: Doubt, layout: Layout) -> tuple[float, float] | None:
    """Where a doubt's place lies on the board, in grid units."""
    if doubt.what == "site":
        return position(doubt.at)
    if doubt.what == "edge":
        places = [position(p) for p in doubt.at]
    elif doubt.what in ("tile", "magistrate"):
        places = _rhombus(doubt.at)
    elif doubt.what == "hill":
        places = _triangle(doubt.at)
    elif layout.track and doubt.read is not None:
        return layout.track[doubt.read % len(layout.track)]
    else:
        return None
    x, y = np.mean(places, axis=0)
    return float(x), float(y)
