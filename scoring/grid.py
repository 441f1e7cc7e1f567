"""The triangular grid: points, triangles, edges and how they meet.

A point (q, r) lies at x = q + r/2, y = r * sqrt(3)/2, in units of one edge, y down.
Triangle (q, r, 0) points down, (q, r, 1) points up. A tile covers two triangles with a common edge.
"""

from __future__ import annotations

from math import sqrt

Point = tuple[int, int]
Triangle = tuple[int, int, int]
Edge = tuple[Point, Point]  # sorted
Cells = tuple[Triangle, Triangle]  # a tile's triangles, sorted

ROW = sqrt(3) / 2  # the distance of two rows of points
DIRECTIONS: tuple[Point, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def position(point: Point) -> tuple[float, float]:
    """Where a point lies, in edges."""
    return point[0] + point[1] / 2, point[1] * ROW


def corners(triangle: Triangle) -> tuple[Point, Point, Point]:
    q, r, up = triangle
    return ((q + 1, r), (q + 1, r + 1), (q, r + 1)) if up else ((q, r), (q + 1, r), (q, r + 1))


def centre(triangle: Triangle) -> tuple[float, float]:
    """The middle of a triangle, in edges."""
    xs, ys = zip(*(position(p) for p in corners(triangle)), strict=True)
    return sum(xs) / 3, sum(ys) / 3


def edge(a: Point, b: Point) -> Edge:
    return (a, b) if a <= b else (b, a)


def are_neighbours(a: Point, b: Point) -> bool:
    return (b[0] - a[0], b[1] - a[1]) in DIRECTIONS


def neighbours(point: Point) -> tuple[Point, ...]:
    """The six points around a point."""
    q, r = point
    return tuple((q + dq, r + dr) for dq, dr in DIRECTIONS)


def triangle_edges(triangle: Triangle) -> tuple[Edge, Edge, Edge]:
    a, b, c = corners(triangle)
    return edge(a, b), edge(b, c), edge(a, c)


def adjacent_triangles(triangle: Triangle) -> tuple[Triangle, Triangle, Triangle]:
    """The three triangles that share an edge with a triangle."""
    q, r, up = triangle
    return ((q, r, 0), (q + 1, r, 0), (q, r + 1, 0)) if up else ((q, r, 1), (q - 1, r, 1), (q, r - 1, 1))


def triangles_around(point: Point) -> tuple[Triangle, ...]:
    """The six triangles that meet in a point, in turning order."""
    q, r = point
    return (
        (q, r, 0),
        (q - 1, r, 1),
        (q - 1, r, 0),
        (q - 1, r - 1, 1),
        (q, r - 1, 0),
        (q, r - 1, 1),
    )


def triangles_beside(side: Edge) -> tuple[Triangle, Triangle]:
    """The two triangles that share an edge."""
    (q, r), (s, t) = side
    if t == r:
        return (q, r, 0), (q, r - 1, 1)
    if s == q:
        return (q, r, 0), (q - 1, r, 1)
    return (q, t, 0), (q, t, 1)


def cells_of(a: Triangle, b: Triangle) -> Cells:
    return (a, b) if a <= b else (b, a)


def is_tile(cells: Cells) -> bool:
    """Whether two triangles have a common edge, as a tile's must."""
    return cells[1] in adjacent_triangles(cells[0])


def short_diagonal(cells: Cells) -> Edge:
    """The edge that a tile covers with its middle. Raises ValueError when the cells are no tile."""
    common = sorted(set(corners(cells[0])) & set(corners(cells[1])))
    if len(common) != 2:
        raise ValueError(f"{cells} are not two triangles with a common edge")
    return common[0], common[1]


def tile_edges(cells: Cells) -> tuple[Edge, ...]:
    """The four sides of a tile."""
    middle = short_diagonal(cells)
    return tuple(e for cell in cells for e in triangle_edges(cell) if e != middle)


def tile_corners(cells: Cells) -> tuple[Point, ...]:
    """The four points of a tile, sorted."""
    return tuple(sorted(set(corners(cells[0])) | set(corners(cells[1]))))
