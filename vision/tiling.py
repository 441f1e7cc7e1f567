"""The most probable tiling: a matching of neighbouring triangles, then flips that suit the buildings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scoring.grid import Cells, Edge, Point, Triangle, corners, triangles_beside
from scoring.layout import Layout
from vision.evidence import (
    BARE,
    BRIDGE,
    BUILDING_CARD,
    EMPTY,
    FOUNTAIN_CARD,
    HILL,
    MIDDLE,
    NOTHING,
    SIDE,
    TILE,
    Evidence,
)

Floats = NDArray[np.float64]

CARD_SUPPORT = 6.0  # how much a card that surely lies on a point speaks for tiles on its six triangles
HILL_ELSEWHERE = -9.0  # log odds of a hill tile on a triangle that is no hill space
FORBIDDEN = -1e6
MAX_PASSES = 6


@dataclass(frozen=True, slots=True)
class Rhombus:
    """A place for a tile: its cells, the edge in its middle, how much more likely it is than no tile
    there, and the log probabilities of its colours."""

    cells: Cells
    middle: Edge
    weight: float
    colours: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Ground:
    """What the evidence says of all places for tiles. other: each triangle's best explanation without
    a tile (EMPTY, HILL or BRIDGE) and its log probability; support: how much cards on its corners speak
    for a tile or a hill there."""

    rhombi: dict[Cells, Rhombus]
    other: dict[Triangle, tuple[int, float]]
    support: dict[Triangle, float]


def survey(evidence: Evidence, layout: Layout) -> Ground:
    """Weighs every place for a tile against its triangles staying without one."""
    index = {t: n for n, t in enumerate(layout.triangles)}
    hills = set(layout.hills.values())
    bridges = set(layout.bridges)
    other = {}
    support = _card_support(evidence, layout)
    for triangle, n in index.items():
        logs = evidence.triangle[n]
        choices = {
            EMPTY: logs[EMPTY],
            # A card speaks for a hill beside it as much as for a tile: both finish its site.
            HILL: logs[HILL] + (support[triangle] if triangle in hills else HILL_ELSEWHERE),
        }
        if triangle in bridges:
            choices[BRIDGE] = logs[BRIDGE]
        else:  # what looks like a bridge card elsewhere is bare ground with something printed on it
            choices[EMPTY] = float(np.logaddexp(logs[EMPTY], logs[BRIDGE]))
        best = max(choices, key=lambda k: choices[k])
        other[triangle] = best, float(choices[best])
    rhombi = {}
    for n, side in enumerate(layout.edges):
        a, b = triangles_beside(side)
        if a not in index or b not in index:
            continue
        colours = evidence.tile_colour[index[a]] + evidence.tile_colour[index[b]]
        covered = evidence.triangle[index[a], TILE] + evidence.triangle[index[b], TILE]
        # Against the alternative that each triangle belongs to another tile, only the edge and the
        # colours' agreement speak; the matching weighs both kinds of alternative by itself.
        kinds = evidence.edge[n]
        middle = kinds[MIDDLE] - float(np.logaddexp(kinds[SIDE], kinds[BARE]))
        weight = covered + float(colours.max()) + middle - other[a][1] - other[b][1]
        weight += support[a] + support[b]
        cells = (a, b) if a <= b else (b, a)
        rhombi[cells] = Rhombus(cells, side, float(weight), tuple(colours.tolist()))
    return Ground(rhombi, other, support)


def _card_support(evidence: Evidence, layout: Layout) -> dict[Triangle, float]:
    """For each triangle, how much the cards on its corners speak for a tile or a hill there."""
    support = dict.fromkeys(layout.triangles, 0.0)
    for n, point in enumerate(layout.points):
        if point in layout.around:
            logs = evidence.point[n]
            odds = float(np.logaddexp(logs[FOUNTAIN_CARD], logs[BUILDING_CARD]) - logs[NOTHING])
            for triangle in layout.around[point]:
                support[triangle] += min(CARD_SUPPORT, max(0.0, odds))
    return support


def tile(ground: Ground) -> set[Cells]:
    """The maximum-weight matching: which places hold tiles."""
    useful = [r for r in ground.rhombi.values() if r.weight > 0]
    ups = sorted({c for r in useful for c in r.cells if c[2] == 1})
    downs = sorted({c for r in useful for c in r.cells if c[2] == 0})
    if not useful:
        return set()
    row, column = {c: n for n, c in enumerate(downs)}, {c: n for n, c in enumerate(ups)}
    weights = np.full((len(downs), len(ups) + len(downs)), FORBIDDEN)
    weights[:, len(ups) :] = 0.0  # staying without a tile
    cells_at = {}
    for r in useful:
        down, up = (r.cells[0], r.cells[1]) if r.cells[0][2] == 0 else (r.cells[1], r.cells[0])
        weights[row[down], column[up]] = r.weight
        cells_at[row[down], column[up]] = r.cells
    chosen = assign(weights)
    return {cells_at[n, int(c)] for n, c in enumerate(chosen) if (n, int(c)) in cells_at}


def assign(weights: Floats) -> NDArray[np.intp]:
    """For each row its column in the assignment of greatest total weight (rows <= columns)."""
    cost = -weights
    rows, columns = cost.shape
    u, v = np.zeros(rows + 1), np.zeros(columns + 1)
    match = np.zeros(columns + 1, np.intp)  # the row (from 1) that each column (from 1) holds
    for i in range(1, rows + 1):
        match[0] = i
        j0 = 0
        least = np.full(columns + 1, np.inf)
        used = np.zeros(columns + 1, bool)
        way = np.zeros(columns + 1, np.intp)
        while True:
            used[j0] = True
            i0 = match[j0]
            current = cost[i0 - 1] - u[i0] - v[1:]
            better = (current < least[1:]) & ~used[1:]
            least[1:][better] = current[better]
            way[1:][better] = j0
            free = np.where(used[1:], np.inf, least[1:])
            j1 = int(free.argmin()) + 1
            delta = free[j1 - 1]
            u[match[used]] += delta
            v[used] -= delta
            least[1:][~used[1:]] -= delta
            j0 = j1
            if match[j0] == 0:
                break
        while j0:
            match[j0] = match[way[j0]]
            j0 = int(way[j0])
    result = np.zeros(rows, np.intp)
    for j in range(1, columns + 1):
        if match[j]:
            result[match[j] - 1] = j - 1
    return result


def suit_sites(
    tiles: set[Cells], ground: Ground, layout: Layout, value_of: Callable[[Point, int | None], float]
) -> set[Cells]:
    """Turns three tiles round a point the other way wherever that makes everything more probable.

    value_of(point, tiles there or None while uncovered): the log probability of what lies on the point.
    Any tiling of a region without holes can be reached by such turns.
    """
    owner = {cell: cells for cells in tiles for cell in cells}
    for _ in range(MAX_PASSES):
        changed = False
        for around in layout.around.values():
            new = _turned(around, owner)
            if new is None:
                continue
            old = [owner[cell] for cell in around[::2]]
            gain = sum(_weight(ground, c) for c in new) - sum(_weight(ground, c) for c in old)
            if gain < -40:
                continue
            touched = [p for p in _points_near(around) if p in layout.around]
            before = sum(value_of(p, count(p, owner, layout, ground)) for p in touched)
            trial = dict(owner)
            for cells in new:
                trial[cells[0]] = trial[cells[1]] = cells
            after = sum(value_of(p, count(p, trial, layout, ground)) for p in touched)
            if gain + after - before > 1e-9:
                owner, changed = trial, True
        if not changed:
            break
    return set(owner.values())


def count(point: Point, owner: dict[Triangle, Cells], layout: Layout, ground: Ground) -> int | None:
    """How many tiles meet in a point; None while a triangle there is neither under a tile nor a hill."""
    tiles = set()
    for cell in layout.around[point]:
        if cell in owner:
            tiles.add(owner[cell])
        elif ground.other[cell][0] != HILL:
            return None
    return len(tiles)


def _weight(ground: Ground, cells: Cells) -> float:
    rhombus = ground.rhombi.get(cells)
    return rhombus.weight if rhombus else FORBIDDEN


def _turned(around: tuple[Triangle, ...], owner: dict[Triangle, Cells]) -> list[Cells] | None:
    """The other pairing of six triangles that three tiles cover exactly; None where they do not."""
    for first in (0, 1):
        pairs = [_pair(around[(first + k) % 6], around[(first + k + 1) % 6]) for k in (0, 2, 4)]
        if all(owner.get(p[0]) == p and owner.get(p[1]) == p for p in pairs):
            return [_pair(around[(first + k + 1) % 6], around[(first + k + 2) % 6]) for k in (0, 2, 4)]
    return None


def _pair(a: Triangle, b: Triangle) -> Cells:
    return (a, b) if a <= b else (b, a)


def _points_near(around: tuple[Triangle, ...]) -> set[Point]:
    return {p for cell in around for p in corners(cell)}
