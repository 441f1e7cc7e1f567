"""The most probable aqueducts: one simple line a colour from its source, apart from the others."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count, pairwise

from scoring.grid import Edge, Point, edge, neighbours
from scoring.layout import Layout

Gains = Mapping[Edge, Mapping[str, float]]  # for each edge and colour: log odds of such a stick there

LOOSE = -5.0  # log odds of a stick that belongs to no line: people do lay them, but rarely
WEAK = -9.0  # a line never runs over an edge that shows so little of a stick
MOST_DOUBTFUL = 3  # a line holds at most so many edges with negative gain
MOST_SPLITS = 60  # ways of keeping lines apart that are tried
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
    best_paths = _choose(gains, certain, layout)
    used = {e for path in best_paths.values() for e in _edges(path)}
    loose = [(colour, side) for side, (colour, _) in certain.items() if side not in used]
    return _adopt_stray_lines(best_paths, loose, layout)


def _choose(
    gains: Gains, certain: Mapping[Edge, tuple[str, float]], layout: Layout
) -> dict[str, tuple[Point, ...]]:
    """The worthiest line of each colour such that no two touch.

    Where two lines meet, one of them must do without that point: both ways are tried, the more probable
    first. A list of each line's best variants would not do: they often differ only in how far they run
    over another colour's sticks.
    """
    closed = frozenset(layout.sources.values())  # no line runs over another one's source
    known: dict[tuple[str, frozenset[Point]], tuple[tuple[Point, ...], float]] = {}

    def best(colour: str, without: frozenset[Point]) -> tuple[tuple[Point, ...], float]:
        if (colour, without) not in known:
            known[colour, without] = _best_path(gains, colour, layout.sources[colour], certain, without)
        return known[colour, without]

    order = count()
    without = dict.fromkeys(layout.sources, closed)
    queue = [(-sum(best(c, w)[1] for c, w in without.items()), next(order), without)]
    paths: dict[str, tuple[Point, ...]] = {}
    for _ in range(MOST_SPLITS):
        _, _, without = heappop(queue)
        paths = {colour: best(colour, points)[0] for colour, points in without.items()}
        met = _meeting(paths)
        if met is None:
            break
        for colour in met[1:]:
            fewer = {**without, colour: without[colour] | {met[0]}}
            heappush(queue, (-sum(best(c, w)[1] for c, w in fewer.items()), next(order), fewer))
    while (met := _meeting(paths)) is not None:  # too many ways: cut the second line short
        point, _, colour = met
        paths[colour] = paths[colour][: paths[colour].index(point)]
    return {colour: path for colour, path in paths.items() if len(path) > 1}


def _meeting(paths: Mapping[str, tuple[Point, ...]]) -> tuple[Point, str, str] | None:
    """A point that two lines share, and their colours."""
    seen: dict[Point, str] = {}
    for colour, path in paths.items():
        if len(path) > 1:
            for point in path:
                if point in seen:
                    return point, seen[point], colour
            seen.update(dict.fromkeys(path, colour))
    return None


def _best_path(
    gains: Gains,
    colour: str,
    source: Point,
    certain: Mapping[Edge, tuple[str, float]],
    without: Collection[Point],
) -> tuple[tuple[Point, ...], float]:
    """The worthiest line from a source that leaves some points alone; only the source if none is worth it.

    A line's worth: its gain less what its sticks would be worth lying loose.
    """
    best: tuple[tuple[Point, ...], float] = ((source,), 0.0)
    tried = 0

    def extend(path: tuple[Point, ...], total: float, doubtful: int) -> None:
        nonlocal best, tried
        for step in neighbours(path[-1]):
            side = edge(path[-1], step)
            if step in path or step in without or side not in gains:
                continue
            gain = gains[side].get(colour, WEAK - 1)
            left = doubtful - (gain < 0)
            if gain < WEAK or left < 0:
                continue
            tried += 1
            worth = total + gain - (certain[side][1] + LOOSE if side in certain else 0.0)
            longer = (*path, step)
            if worth > best[1]:
                best = longer, worth
            if len(longer) < MOST_POINTS and tried < MOST_TRIED:
                extend(longer, worth, left)

    extend((source,), 0.0, MOST_DOUBTFUL)
    return best


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
