"""The most probable aqueducts: one simple line a colour from its source, apart from the others."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product

from scoring.grid import Edge, Point, edge, neighbours
from scoring.layout import Layout

Gains = Mapping[Edge, Mapping[str, float]]  # for each edge and colour: log odds of such a stick there

LOOSE = -5.0  # log odds of a stick that belongs to no line: people do lay them, but rarely
WEAK = -9.0  # a line never runs over an edge that shows so little of a stick
MOST_DOUBTFUL = 3  # a line holds at most so many edges with negative gain
KEPT = 12  # candidates kept for each colour
MOST_POINTS = 60  # of a line, far above what the box holds
MOST_TRIED = 4000


@dataclass(frozen=True, slots=True)
class Lines:
    """paths: each colour's points; loose: sticks outside them."""

    paths: dict[str, tuple[Point, ...]]
    loose: tuple[tuple[str, Edge], ...]


def find_lines(gains: Gains, layout: Layout) -> Lines:
    """The set of lines and loose sticks with the greatest total log odds."""
    certain = {side: _best(colours) for side, colours in gains.items()}
    certain = {side: best for side, best in certain.items() if best[1] + LOOSE > 0}
    # A line's worth: its gain less what its sticks would be worth lying loose.
    closed = set(layout.sources.values())  # no line runs over another one's source
    candidates = {
        colour: _paths(gains, colour, source, certain, closed) for colour, source in layout.sources.items()
    }
    best_paths = _choose(candidates)
    used = {e for path in best_paths.values() for e in _edges(path)}
    loose = [(colour, side) for side, (colour, _) in certain.items() if side not in used]
    return _adopt_stray_lines(best_paths, loose, layout)


def _choose(
    candidates: Mapping[str, Sequence[tuple[tuple[Point, ...], float]]],
) -> dict[str, tuple[Point, ...]]:
    """The worthiest line of each colour such that no two touch."""
    best_total = float("-inf")
    best: tuple[tuple[tuple[Point, ...], float], ...] = tuple(((), 0.0) for _ in candidates)
    for combination in product(*candidates.values()):
        total = sum(worth for _, worth in combination)
        if total > best_total and _apart([path for path, _ in combination]):
            best_total, best = total, combination
            if all(line is lines[0] for line, lines in zip(combination, candidates.values(), strict=True)):
                break  # each colour has its best already
    return {colour: path for colour, (path, _) in zip(candidates, best, strict=True) if len(path) > 1}


def _paths(
    gains: Gains,
    colour: str,
    source: Point,
    certain: Mapping[Edge, tuple[str, float]],
    closed: Collection[Point],
) -> list[tuple[tuple[Point, ...], float]]:
    """The worthiest lines from a source, the empty one included, best first."""
    found: list[tuple[tuple[Point, ...], float]] = [((source,), 0.0)]

    def extend(path: tuple[Point, ...], total: float, doubtful: int) -> None:
        for step in neighbours(path[-1]):
            side = edge(path[-1], step)
            if step in path or step in closed or side not in gains:
                continue
            gain = gains[side].get(colour, WEAK - 1)
            left = doubtful - (gain < 0)
            if gain < WEAK or left < 0:
                continue
            worth = total + gain - (certain[side][1] + LOOSE if side in certain else 0.0)
            longer = (*path, step)
            found.append((longer, worth))
            if len(longer) < MOST_POINTS and len(found) < MOST_TRIED:
                extend(longer, worth, left)

    extend((source,), 0.0, MOST_DOUBTFUL)
    found.sort(key=lambda item: -item[1])
    kept = found[:KEPT]
    if all(len(path) > 1 for path, _ in kept):
        kept.append(((source,), 0.0))
    return kept


def _apart(paths: Sequence[tuple[Point, ...]]) -> bool:
    seen: set[Point] = set()
    for path in paths:
        if len(path) < 2:
            continue
        if not seen.isdisjoint(path):
            return False
        seen.update(path)
    return True


def _best(colours: Mapping[str, float]) -> tuple[str, float]:
    colour = max(colours, key=lambda c: colours[c])
    return colour, colours[colour]


def _edges(path: tuple[Point, ...]) -> list[Edge]:
    return [edge(a, b) for a, b in pairwise(path)]


def _adopt_stray_lines(
    paths: dict[str, tuple[Point, ...]], loose: list[tuple[str, Edge]], layout: Layout
) -> Lines:
    """Stray sticks that form a line become one, wherever it starts, if their colour has no line yet.

    A line that begins at another colour's free source is of that colour: in odd light a stick's colour
    misleads, its source does not.
    """
    for seen in dict.fromkeys(c for c, _ in loose):
        own = [side for c, side in loose if c == seen]
        longest = max((longest_line(start, own) for start in {p for side in own for p in side}), key=len)
        starts = {source: colour for colour, source in layout.sources.items() if colour not in paths}
        if longest[-1] in starts and longest[0] not in starts:
            longest = longest[::-1]
        colour = starts.get(longest[0], seen)
        if colour in paths:
            continue
        source = layout.sources.get(colour)
        if source is not None and _far(longest[0], source) > _far(longest[-1], source):
            longest = longest[::-1]
        paths[colour] = longest
        taken = set(_edges(longest))
        loose = [(c, side) for c, side in loose if c != seen or side not in taken]
    return Lines(paths, tuple(loose))


def longest_line(start: Point, sides: Sequence[Edge]) -> tuple[Point, ...]:
    """The longest simple line of sticks from a point."""
    best: tuple[Point, ...] = (start,)
    stack: list[tuple[Point, ...]] = [(start,)]
    tried = 0
    while stack and tried < 2000:
        path = stack.pop()
        tried += 1
        if len(path) > len(best):
            best = path
        for side in sides:
            if path[-1] in side:
                step = side[1] if side[0] == path[-1] else side[0]
                if step not in path:
                    stack.append((*path, step))
    return best


def _far(a: Point, b: Point) -> int:
    dq, dr = a[0] - b[0], a[1] - b[1]
    return max(abs(dq), abs(dr), abs(dq + dr))
