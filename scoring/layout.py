"""A printed board as data: the city's triangles, hills, bridges, sources and the score track."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any

from scoring.errors import BadInput
from scoring.fields import (
    as_int,
    as_list,
    as_name,
    as_number,
    as_object,
    check_format,
    list_of,
    load_json,
    member,
    only,
    wrong,
)
from scoring.grid import (
    ROW,
    Edge,
    Point,
    Triangle,
    corners,
    position,
    triangle_edges,
    triangles_around,
    triangles_beside,
)

FORMAT = "marble-layout/1"
EDGE_MM = 36.0
FARTHEST = 10_000  # coordinates beyond this are a slip of the pen
MOST_SOURCES = 50
_KNOWN = ("format", "name", "triangles", "hills", "bridges", "sources", "board_corners", "track", "edge_mm")


@dataclass(frozen=True, slots=True)
class Layout:
    """One printing's board. The fields after `edge_mm` follow from those before."""

    name: str
    triangles: tuple[Triangle, ...]
    hills: dict[str, Triangle]
    bridges: tuple[Triangle, ...]
    sources: dict[str, Point]
    board_corners: tuple[tuple[float, float], ...]
    track: tuple[tuple[float, float], ...]
    edge_mm: float = EDGE_MM
    triangle_set: frozenset[Triangle] = field(init=False, repr=False, compare=False)
    points: tuple[Point, ...] = field(init=False, repr=False, compare=False)
    point_set: frozenset[Point] = field(init=False, repr=False, compare=False)
    edges: tuple[Edge, ...] = field(init=False, repr=False, compare=False)
    around: dict[Point, tuple[Triangle, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        known = frozenset(self.triangles)
        points = sorted({p for t in self.triangles for p in corners(t)})
        edges = sorted({e for t in self.triangles for e in triangle_edges(t)})
        derived = {
            "triangle_set": known,
            "points": tuple(points),
            "point_set": frozenset(points),
            "edges": tuple(edges),
            "around": {p: cells for p in points if known.issuperset(cells := triangles_around(p))},
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)

    @property
    def inner_points(self) -> tuple[Point, ...]:
        """The sites: points whose six triangles all belong to the city (`around` maps them to those)."""
        return tuple(self.around)

    def tile_places(self) -> tuple[tuple[Triangle, Triangle], ...]:
        """Every pair of the city's triangles that a tile could cover."""
        pairs = (triangles_beside(e) for e in self.edges)
        known = self.triangle_set
        return tuple(sorted((min(p), max(p)) for p in pairs if p[0] in known and p[1] in known))

    def as_json(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "name": self.name,
            "triangles": [list(t) for t in self.triangles],
            "hills": {name: list(t) for name, t in self.hills.items()},
            "bridges": [list(t) for t in self.bridges],
            "sources": {colour: list(p) for colour, p in self.sources.items()},
            "board_corners": [list(p) for p in self.board_corners],
            "track": [list(p) for p in self.track],
            "edge_mm": self.edge_mm,
        }


def read_point(value: object, field: str) -> Point:
    """[q, r] as a Point. Raises BadInput."""
    numbers = as_list(value, field)
    if len(numbers) != 2:
        raise wrong(field, "a point [q, r]", value)
    q, r = (as_int(n, field, -FARTHEST, FARTHEST) for n in numbers)
    return q, r


def read_triangle(value: object, field: str) -> Triangle:
    """[q, r, k] as a Triangle. Raises BadInput."""
    numbers = as_list(value, field)
    if len(numbers) != 3:
        raise wrong(field, "a triangle [q, r, 0 or 1]", value)
    q, r = (as_int(n, field, -FARTHEST, FARTHEST) for n in numbers[:2])
    return q, r, as_int(numbers[2], field, 0, 1)


def read_place(value: object, field: str) -> tuple[float, float]:
    """[x, y] as numbers. Raises BadInput."""
    numbers = as_list(value, field)
    if len(numbers) != 2:
        raise wrong(field, "a place [x, y]", value)
    return as_number(numbers[0], field), as_number(numbers[1], field)


def _default_corners(triangles: tuple[Triangle, ...]) -> tuple[tuple[float, float], ...]:
    places = [position(p) for t in triangles for p in corners(t)]
    x0, x1 = min(x for x, _ in places) - 1, max(x for x, _ in places) + 1
    y0, y1 = min(y for _, y in places) - ROW, max(y for _, y in places) + ROW
    return (x0, y0), (x1, y0), (x1, y1), (x0, y1)


def read_layout(data: object) -> Layout:
    """A Layout from a `marble-layout/1` document. Raises BadInput."""
    doc = as_object(data, "")
    check_format(doc, FORMAT)
    only(doc, _KNOWN, "")
    triangles = list_of(read_triangle, member(doc, "triangles", ""), "triangles")
    if not triangles:
        raise BadInput("a board needs at least one triangle", reason="empty", field="triangles")
    if len(set(triangles)) != len(triangles):
        raise BadInput("a triangle is named twice", reason="duplicate", field="triangles")
    known = frozenset(triangles)
    hills = {
        as_name(name, "hills"): read_triangle(t, f"hills.{name}")
        for name, t in as_object(doc.get("hills", {}), "hills").items()
    }
    bridges = list_of(read_triangle, doc.get("bridges", []), "bridges")
    for place, cells in (("hills", tuple(hills.values())), ("bridges", bridges)):
        if len(set(cells)) != len(cells):
            raise BadInput("a triangle is named twice", reason="duplicate", field=place)
        for cell in cells:
            if cell not in known:
                raise BadInput(
                    f"{list(cell)} is not one of the triangles", reason="outside_the_grid", field=place
                )
    points = {p for t in triangles for p in corners(t)}
    sources = {
        as_name(colour, "sources"): read_point(p, f"sources.{colour}")
        for colour, p in as_object(doc.get("sources", {}), "sources").items()
    }
    if len(sources) > MOST_SOURCES:
        raise BadInput(
            f"has {len(sources)} sources; at most {MOST_SOURCES} make sense",
            reason="too_long",
            field="sources",
        )
    for colour, p in sources.items():
        if p not in points:
            raise BadInput(
                f"{list(p)} is not a point of the grid", reason="outside_the_grid", field=f"sources.{colour}"
            )
    rim = doc.get("board_corners")
    outline = _default_corners(triangles) if rim is None else list_of(read_place, rim, "board_corners")
    if len(outline) != 4:
        raise wrong("board_corners", "four corners", rim)
    if abs(signed_area(outline)) < 1e-6:
        raise wrong("board_corners", "four corners of a board", rim, "not_a_board")
    edge_mm = as_number(doc.get("edge_mm", EDGE_MM), "edge_mm")
    if not 1 <= edge_mm <= 1000:
        raise wrong("edge_mm", "an edge's length in mm, from 1 to 1000", edge_mm, "out_of_range")
    return Layout(
        name=as_name(member(doc, "name", ""), "name"),
        triangles=triangles,
        hills=hills,
        bridges=bridges,
        sources=sources,
        board_corners=outline,
        track=list_of(read_place, doc.get("track", []), "track"),
        edge_mm=edge_mm,
    )


def signed_area(polygon: tuple[tuple[float, float], ...]) -> float:
    """Signed area; positive when the corners turn clockwise as seen (y down)."""
    pairs = zip(polygon, polygon[1:] + polygon[:1], strict=True)
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs) / 2


def load_layout(path: str | Path) -> Layout:
    """A Layout from a file. Raises BadInput, with the file's name."""
    try:
        return read_layout(load_json(path))
    except BadInput as error:
        raise error.in_file(str(path)) from None


def default_layout() -> Layout:
    """The reconstruction of the published board that ships with the app."""
    return load_layout(Path(str(files("scoring") / "layouts" / "reconstructed.json")))
