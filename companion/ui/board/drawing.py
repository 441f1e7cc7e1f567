"""Draws what lies on a board: solid on a drawn board, as outlines and small signs on a photo."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import atan2, cos, hypot, pi, sin
from typing import Any

from kivy.graphics import Color, Ellipse, InstructionGroup, Mesh, Rectangle

from companion.ui import theme
from companion.ui.board.glyphs import colour_letter, glyph, icon_glyph, kind_glyph
from companion.ui.board.projection import BUILDING_MM, Projection, View
from companion.ui.theme import Colour, look, mix, rgb, with_alpha
from companion.ui.widgets.badge import pattern_of
from companion.ui.widgets.pattern import pattern_texture
from scoring.grid import (
    Cells,
    Edge,
    Point,
    Triangle,
    is_tile,
    neighbours,
    position,
    short_diagonal,
    tile_corners,
)
from scoring.state import AQUEDUCTS, FOUNTAIN, TILE_COLOURS, State, line_edges

PARCHMENT, RIVER, HILL, GRID = rgb("EFE4C8"), rgb("9CC3DA"), rgb("B48A5A"), rgb("8A7A5C")
INK, CASING = rgb("201813"), rgb("FFFFFF")
FOUNTAIN_BLUE = rgb("2B8FD0")
TILE_PATTERNS = {"red": 1, "yellow": 2, "green": 5, "blue": 4}


class Pen:
    """Adds shapes to an instruction group; lengths are in grid edges."""

    def __init__(self, group: InstructionGroup, projection: Projection, letters: Mapping[str, str]) -> None:
        self.group = group
        self.projection = projection
        self.edge = projection.edge
        self.letters = letters

    def colour(self, colour: Colour) -> None:
        self.group.add(Color(*colour))

    def polygon(self, views: Sequence[View], colour: Colour, texture: Any = None) -> None:
        """A filled convex shape; a texture is laid over it at one edge's size."""
        vertices: list[float] = []
        for x, y in views:
            vertices += [x, y, x / self.edge * 1.6, y / self.edge * 1.6]
        self.colour(colour)
        if texture is not None:
            texture.wrap = "repeat"
        mesh = Mesh(vertices=vertices, indices=list(range(len(views))), mode="triangle_fan", texture=texture)
        self.group.add(mesh)

    def line(self, views: Sequence[View], colour: Colour, width: float, close: bool = False) -> None:
        """A stroke as a mesh: Kivy's own lines take ten times as long to build."""
        half = width * self.edge / 2
        vertices, indices = ring_mesh(views, half) if close else path_mesh(views, half)
        self.colour(colour)
        self.group.add(Mesh(vertices=vertices, indices=indices, mode="triangle_strip"))

    def cased_line(self, views: Sequence[View], colour: Colour, width: float, close: bool = False) -> None:
        """With a rim that is seen on any ground."""
        casing = CASING if ink_on(colour)[0] > 0.5 else INK
        self.line(views, casing, width + 0.035, close)
        self.line(views, colour, width, close)

    def disc(self, at: View, radius: float, colour: Colour, texture: Any = None) -> None:
        r = radius * self.edge
        self.colour(colour)
        self.group.add(Ellipse(pos=(at[0] - r, at[1] - r), size=(2 * r, 2 * r), texture=texture))

    def sign(self, at: View, texture: Any, height: float, colour: Colour) -> None:
        """A letter or icon in the middle of a place."""
        wide, high = texture.size
        h = height * self.edge
        w = h * wide / high
        self.colour(colour)
        self.group.add(Rectangle(pos=(at[0] - w / 2, at[1] - h / 2), size=(w, h), texture=texture))

    def badge(self, at: View, owner: str, radius: float) -> None:
        """A player's disc: colour, pattern and letter."""
        fill = look.piece(owner)
        ink = ink_on(fill)
        self.disc(at, radius * 1.16, with_alpha(ink, 0.85))
        self.disc(at, radius, fill)
        if pattern_of(owner):
            self.disc(at, radius, with_alpha(mix(fill, ink, 0.5), 0.8), pattern_texture(pattern_of(owner)))
            self.disc(at, radius * 0.72, fill)
        self.sign(at, glyph(self.letters.get(owner) or colour_letter(owner, ())), radius * 1.5, ink)


@cache
def ink_on(colour: Colour) -> Colour:
    """The theme's own, remembered: a board asks for the same few colours hundreds of times."""
    return theme.ink_on(colour)


def path_mesh(views: Sequence[View], half: float) -> tuple[list[float], list[int]]:
    """An open line with square ends, as a strip of triangles."""
    vertices: list[float] = []
    for n, (x, y) in enumerate(views):
        before, after = views[max(n - 1, 0)], views[min(n + 1, len(views) - 1)]
        dx, dy = after[0] - before[0], after[1] - before[1]
        length = hypot(dx, dy) or 1.0
        dx, dy = dx / length * half, dy / length * half
        out = -1.0 if n == 0 else 1.0 if n == len(views) - 1 else 0.0
        x, y = x + dx * out, y + dy * out
        vertices += [x - dy, y + dx, 0, 0, x + dy, y - dx, 0, 0]
    return vertices, list(range(2 * len(views)))


def ring_mesh(views: Sequence[View], half: float) -> tuple[list[float], list[int]]:
    """A closed line with sharp corners, as a strip of triangles."""
    vertices: list[float] = []
    count = len(views)
    for n, (x, y) in enumerate(views):
        ax, ay = _unit(views[n - 1], (x, y))
        bx, by = _unit((x, y), views[(n + 1) % count])
        mx, my = -(ay + by), ax + bx  # along the bisector
        length = hypot(mx, my) or 1.0
        mx, my = mx / length, my / length
        reach = half / max(mx * -by + my * bx, 0.35)  # very sharp corners are cut
        vertices += [x + mx * reach, y + my * reach, 0, 0, x - mx * reach, y - my * reach, 0, 0]
    return vertices, [*range(2 * count), 0, 1]


def _unit(a: View, b: View) -> View:
    length = hypot(b[0] - a[0], b[1] - a[1]) or 1.0
    return (b[0] - a[0]) / length, (b[1] - a[1]) / length


def shrunk(views: Sequence[View], share: float) -> list[View]:
    """A shape pulled towards its middle."""
    mx, my = sum(x for x, _ in views) / len(views), sum(y for _, y in views) / len(views)
    return [(mx + (x - mx) * share, my + (y - my) * share) for x, y in views]


def rhombus(cells: Cells, projection: Projection) -> list[View]:
    """A tile's four corners in turning order; fewer if it lies outside the grid or is no tile."""
    if not is_tile(cells):
        return []
    one, other = short_diagonal(cells)
    tips = [p for p in tile_corners(cells) if p not in (one, other)]
    return [projection.raised[p] for p in (one, tips[0], other, tips[1]) if p in projection.raised]


def hexagon(at: Point, projection: Projection, radius: float) -> list[View]:
    """A building's outline around a point: its corners lie towards the six neighbouring points."""
    views = projection.built
    around = neighbours(at)
    if at in views and all(p in views for p in around):
        x, y = views[at]
        return [(x + (u - x) * radius, y + (v - y) * radius) for u, v in (views[p] for p in around)]
    x, y = position(at)
    ring = [(x + radius * cos(n * pi / 3), y + radius * sin(n * pi / 3)) for n in range(6)]
    return [(float(u), float(v)) for u, v in projection.project(ring, BUILDING_MM)]


def draw_ground(pen: Pen) -> None:
    """The printed board, where there is no photo: grid, hills, bridges, sources and score track."""
    projection, layout = pen.projection, pen.projection.layout
    outline = projection.board_outline()
    pen.polygon(outline, PARCHMENT)
    pen.line(outline, GRID, 0.06, close=True)
    for triangle in layout.triangles:
        pen.polygon(projection.outline(triangle, raised=False), rgb("F7F0DC"))
    for bridge in layout.bridges:
        pen.polygon(projection.outline(bridge, raised=False), RIVER)
        pen.sign(_centre(bridge, projection), icon_glyph("water"), 0.3, rgb("2A5C7C"))
    for space in layout.hills.values():
        pen.polygon(projection.outline(space, raised=False), mix(PARCHMENT, HILL, 0.45))
        pen.sign(_centre(space, projection), icon_glyph("terrain"), 0.36, rgb("6B4A24"))
    draw_grid(pen, GRID, 0.022)
    for colour, point in layout.sources.items():
        draw_source(pen, colour, point)
    for number, place in enumerate(layout.track):
        at = projection.view(place)
        pen.disc(at, 0.22, rgb("DFC9A0") if number % 5 else rgb("C98F7A"))
        pen.sign(at, glyph(str(number)), 0.24, INK)


def draw_grid(pen: Pen, colour: Colour, width: float) -> None:
    """All edges of the city's grid, in few instructions: rows of edges in one line each are not worth it."""
    vertices: list[float] = []
    indices: list[int] = []
    ground = pen.projection.ground
    half = width * pen.edge / 2
    for a, b in pen.projection.layout.edges:
        (ax, ay), (bx, by) = ground[a], ground[b]
        length = hypot(bx - ax, by - ay) or 1.0
        nx, ny = -(by - ay) / length * half, (bx - ax) / length * half
        first = len(vertices) // 4
        for x, y in ((ax + nx, ay + ny), (bx + nx, by + ny), (bx - nx, by - ny), (ax - nx, ay - ny)):
            vertices += [x, y, 0, 0]
        indices += [first, first + 1, first + 2, first, first + 2, first + 3]
    pen.colour(colour)
    step = 2048 * 4  # indices are 16 bits wide
    for begin in range(0, len(indices), step):
        part = indices[begin : begin + step]
        low = min(part)
        high = max(part)
        pen.group.add(
            Mesh(
                vertices=vertices[low * 4 : (high + 1) * 4], indices=[i - low for i in part], mode="triangles"
            )
        )


def draw_source(pen: Pen, colour: str, point: Point) -> None:
    """Where an aqueduct begins."""
    if point not in pen.projection.ground:
        return
    at = pen.projection.ground[point]
    fill = look.piece(colour)
    pen.disc(at, 0.24, INK)
    pen.disc(at, 0.2, fill)
    pen.sign(at, icon_glyph("water_drop"), 0.28, ink_on(fill))


def draw_state(pen: Pen, state: State, solid: bool, detailed: bool = True) -> None:
    """All pieces; `solid` on a drawn board, outlines on a photo, without small signs unless `detailed`."""
    tile_letters = {colour: glyph(colour_letter(colour, TILE_COLOURS)) for colour in TILE_COLOURS}
    _draw_hills(pen, state, solid)
    for tile in state.tiles:
        views = rhombus(tile.cells, pen.projection)
        if len(views) != 4:
            continue
        fill = look.piece(tile.colour)
        middle = _between(views[0], views[2])
        if solid:
            pen.polygon(shrunk(views, 0.96), fill)
            texture = pattern_texture(TILE_PATTERNS[tile.colour])
            pen.polygon(shrunk(views, 0.96), with_alpha(mix(fill, ink_on(fill), 0.3), 0.4), texture)
            pen.disc(middle, 0.15, fill)
            pen.sign(middle, tile_letters[tile.colour], 0.26, ink_on(fill))
        else:
            if not detailed:
                pen.disc(middle, 0.12, ink_on(fill))
                pen.disc(middle, 0.09, fill)
                continue
            # A bar from triangle to triangle tells how the tile lies and leaves its corners in sight.
            ends = [_centre(cell, pen.projection) for cell in tile.cells]
            pen.cased_line(ends, fill, 0.07)
            pen.disc(middle, 0.1, fill)
            pen.sign(middle, tile_letters[tile.colour], 0.17, ink_on(fill))
    for colour, line in state.aqueducts:
        _draw_sticks(pen, colour, line_edges(line))
    for stick in state.loose_sticks:
        _draw_sticks(pen, stick.colour, [stick.edge])
    for site in state.sites:
        if site.at in pen.projection.ground:
            draw_site(pen, site.at, site.kind, site.owner, solid, detailed)
    for magistrate in state.magistrates:
        draw_magistrate(pen, magistrate.cells, magistrate.owner)
    _draw_track(pen, state)


def draw_site(pen: Pen, at: Point, kind: str, owner: str | None, solid: bool, detailed: bool = True) -> None:
    """A building's hexagon with the sign of its kind and its owner's disc."""
    fill = FOUNTAIN_BLUE if kind == FOUNTAIN else rgb("FBF6EA")
    middle = pen.projection.built[at]
    if solid:
        pen.polygon(hexagon(at, pen.projection, 0.36), INK)
        pen.polygon(hexagon(at, pen.projection, 0.33), fill)
        low = (middle[0], middle[1] - 0.13 * pen.edge) if owner else middle
        pen.sign(low, kind_glyph(kind), 0.34 if owner else 0.44, ink_on(fill))
        if owner:
            pen.badge((middle[0], middle[1] + 0.16 * pen.edge), owner, 0.15)
        return
    ring = look.piece(owner) if owner else FOUNTAIN_BLUE
    pen.cased_line(hexagon(at, pen.projection, 0.36), ring, 0.045, close=True)
    if not detailed:
        return
    # Beside the piece, not on it: the photo must stay in sight.
    beside = (middle[0] + (0.17 if owner else 0.0) * pen.edge, middle[1] - 0.36 * pen.edge)
    pen.disc(beside, 0.15, INK)
    pen.disc(beside, 0.13, fill)
    pen.sign(beside, kind_glyph(kind), 0.19, ink_on(fill))
    if owner:
        pen.badge((middle[0] - 0.15 * pen.edge, middle[1] - 0.36 * pen.edge), owner, 0.13)


def draw_magistrate(pen: Pen, cells: Cells, owner: str) -> None:
    """A player's figure on a tile."""
    views = rhombus(cells, pen.projection)
    if len(views) != 4:
        return
    at = _between(views[0], views[2])
    fill = look.piece(owner)
    pen.disc(at, 0.25, ink_on(fill))
    pen.disc(at, 0.225, fill)
    pen.sign((at[0], at[1] + 0.06 * pen.edge), icon_glyph("person"), 0.26, ink_on(fill))
    letter = glyph(pen.letters.get(owner) or colour_letter(owner, ()))
    pen.sign((at[0], at[1] - 0.12 * pen.edge), letter, 0.18, ink_on(fill))


def _draw_hills(pen: Pen, state: State, solid: bool) -> None:
    for hill in state.hills:
        views = pen.projection.outline(hill)
        if len(views) != 3:
            continue
        if solid:
            pen.polygon(shrunk(views, 0.97), rgb("6F4A24"))
            pen.polygon(shrunk(views, 0.88), HILL)
        else:
            pen.cased_line(shrunk(views, 0.72), HILL, 0.06, close=True)
        pen.sign(_centre(hill, pen.projection), icon_glyph("terrain"), 0.36 if solid else 0.3, rgb("FFF6E4"))


def _draw_sticks(pen: Pen, colour: str, edges: Iterable[Edge]) -> None:
    fill = look.piece(colour)
    points = pen.projection.bridged
    for a, b in edges:
        if a not in points or b not in points:
            continue
        (ax, ay), (bx, by) = points[a], points[b]
        views = [(ax + (bx - ax) * s, ay + (by - ay) * s) for s in (0.28, 0.72)]
        pen.cased_line(views, fill, 0.1)
        pen.sign(_between(views[0], views[1]), glyph(colour_letter(colour, AQUEDUCTS)), 0.13, ink_on(fill))


def _draw_track(pen: Pen, state: State) -> None:
    layout = pen.projection.layout
    if not layout.track:
        return
    stacked: dict[int, int] = {}
    for colour, score in state.track:
        space = score % len(layout.track)
        x, y = pen.projection.view(layout.track[space])
        level = stacked.get(space, 0)
        stacked[space] = level + 1
        pen.badge((x + level * 0.16 * pen.edge, y + level * 0.16 * pen.edge), colour, 0.2)


def draw_mark(pen: Pen, what: str, at: Any, colour: Colour, filled: bool = True) -> None:
    """A ring, outline or bar around a place that is spoken of; not filled where it must stay in sight."""
    projection, width = pen.projection, 0.08
    if what == "site":
        views = hexagon(at, projection, 0.5)
    elif what == "edge":
        if not all(p in projection.raised for p in at):
            return
        if not filled:
            ring = _capsule(projection.raised[at[0]], projection.raised[at[1]], 0.2 * pen.edge)
            pen.line(ring, CASING, width * 1.9, close=True)
            pen.line(ring, colour, width, close=True)
            return
        pen.line([projection.raised[p] for p in at], CASING, 0.26)
        pen.line([projection.raised[p] for p in at], colour, 0.16)
        return
    elif what == "owner":
        point, owner = at
        x, y = projection.built[point]
        pen.badge((x, y - 0.42 * pen.edge), owner, 0.19)
        return
    elif what in ("tile", "magistrate"):
        views = rhombus(at, projection)
    elif what == "hill":
        views = projection.outline(at)
    elif what == "track_space" and projection.layout.track:
        ring = [(0.36 * cos(n * pi / 8), 0.36 * sin(n * pi / 8)) for n in range(16)]
        x, y = projection.layout.track[at % len(projection.layout.track)]
        views = [(float(u), float(v)) for u, v in projection.project([(x + a, y + b) for a, b in ring])]
    else:
        return
    if len(views) < 3:
        return
    if filled:
        pen.polygon(views, with_alpha(colour, 0.28))
    rim = INK if ink_on(colour)[0] < 0.5 else CASING
    pen.line(views, rim, width * 1.9, close=True)
    pen.line(views, colour, width, close=True)


def _capsule(a: View, b: View, radius: float) -> list[View]:
    """A ring around an edge that leaves the edge itself free."""
    angle = atan2(b[1] - a[1], b[0] - a[0])
    ring = []
    for end, turn in ((b, -pi / 2), (a, pi / 2)):
        ring += [
            (
                end[0] + radius * cos(angle + turn + n * pi / 8),
                end[1] + radius * sin(angle + turn + n * pi / 8),
            )
            for n in range(9)
        ]
    return ring


def _between(a: View, b: View) -> View:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _centre(triangle: Triangle, projection: Projection) -> View:
    views = projection.outline(triangle)
    return sum(x for x, _ in views) / 3, sum(y for _, y in views) / 3
