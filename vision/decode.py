"""From evidence to a board: the most probable state that obeys the rules, or breaks them as little as
the photo allows; and how sure each part of it is."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from scoring.grid import Cells, Edge, Point, Triangle, short_diagonal, tile_edges, triangles_beside
from scoring.layout import Layout
from scoring.ruleset import Ruleset
from scoring.state import (
    BUILDINGS,
    FOUNTAIN,
    TILE_COLOURS,
    Magistrate,
    Site,
    State,
    Stick,
    Tile,
    line_edges,
)
from vision.evidence import BRIDGE, BUILDING_CARD, EMPTY, FOUNTAIN_CARD, HILL, NOTHING, TILE, Evidence
from vision.lines import LOOSE, Gains, find_lines
from vision.palette import Palette
from vision.tiling import HILL_ELSEWHERE, Ground, count, suit_sites, survey, tile

# Log probabilities by which the rules speak. A board that people misplayed still comes through when the
# photo is clear; a guess that breaks a rule does not.
SITE_UNFINISHED = -6.0  # a card on a site that is not complete
SITE_FORGOTTEN = -6.0  # none on one that is
SITE_WRONG_KIND = -6.0  # a building that its tiles do not make
CUBE_FORGOTTEN = -5.0  # a building without its owner's cube
FOUNTAIN_SHARE = float(np.log(0.2))
BUILDING_SHARE = float(np.log(0.8))
STICK_OFF_TILE = -5.0  # on an edge that is no tile's side
MAGISTRATE_OFF_TILE = -6.0
TRACK_AGREES = 7.0  # the disc stands where the buildings say, perhaps under another one
TRACK_OF_NOBODY = -3.0  # a disc of somebody who has nothing on the board
FAINT_STICK = -3.0  # log odds from which a stick may carry a line on
MOST_FAINT = 3  # of them in a row
HILL_COUNT = 5.0  # how much it is worth to find as many hills as the set-up lays
HILL_TOO_MANY = 3.0  # and how much one more counts against itself

Value = Any  # a JSON value as the contract names it for each kind of doubt


@dataclass(frozen=True, slots=True)
class Belief:
    """What one place holds: the values with their log weights, best first."""

    what: str
    at: Any
    weights: tuple[tuple[Value, float], ...]


@dataclass(frozen=True, slots=True)
class Decoded:
    state: State
    beliefs: tuple[Belief, ...]
    tiles: dict[Cells, str] = field(repr=False)


def decode(evidence: Evidence, layout: Layout, palette: Palette, ruleset: Ruleset) -> Decoded:
    """The most probable state and what else each place could hold."""
    index = {p: n for n, p in enumerate(layout.points)}
    sites = _SiteWeights(evidence, palette, ruleset, index)
    ground = _settle_hills(survey(evidence, layout), evidence, layout, ruleset)
    matching = suit_sites(tile(ground), ground, layout, sites.best)
    owner = {cell: cells for cells in matching for cell in cells}
    colours = {cells: TILE_COLOURS[int(np.argmax(ground.rhombi[cells].colours))] for cells in matching}
    hills = tuple(t for t in layout.triangles if t not in owner and ground.other[t][0] == HILL)
    beliefs: list[Belief] = []
    beliefs += _tile_beliefs(matching, ground, layout, owner, sites)
    beliefs += _hill_beliefs(evidence, layout, owner, hills)
    found_sites, site_beliefs = _decode_sites(sites, ground, layout, owner)
    beliefs += site_beliefs
    lines, loose, edge_beliefs = _decode_sticks(evidence, layout, palette, matching)
    beliefs += edge_beliefs
    magistrates, magistrate_beliefs = _decode_magistrates(evidence, layout, palette, matching)
    beliefs += magistrate_beliefs
    track, track_beliefs = _decode_track(
        evidence, layout, palette, ruleset, found_sites, site_beliefs, magistrates
    )
    beliefs += track_beliefs
    state = State(
        hills=hills,
        tiles=tuple(Tile(cells, colours[cells]) for cells in sorted(matching)),
        sites=tuple(found_sites),
        aqueducts=tuple(lines.items()),
        loose_sticks=tuple(Stick(colour, side) for colour, side in loose),
        magistrates=tuple(magistrates),
        track=tuple(track.items()),
    )
    return Decoded(state, tuple(beliefs), colours)


class _SiteWeights:
    """Log weights of what a point may hold, given how many tiles meet there."""

    def __init__(
        self, evidence: Evidence, palette: Palette, ruleset: Ruleset, index: Mapping[Point, int]
    ) -> None:
        self.evidence, self.index, self.ruleset = evidence, index, ruleset
        self.owners = palette.owners
        self.kinds = list(palette.cards)
        self.known: dict[tuple[Point, int | None, bool], list[tuple[Value, float]]] = {}

    def weights(self, point: Point, tiles: int | None, inner: bool = True) -> list[tuple[Value, float]]:
        place = (point, tiles, inner)
        if place not in self.known:  # the search for the best tiling asks for many again
            self.known[place] = self._weighed(point, tiles, inner)
        return self.known[place]

    def _weighed(self, point: Point, tiles: int | None, inner: bool) -> list[tuple[Value, float]]:
        n = self.index[point]
        card, kind = self.evidence.point[n], self.evidence.kind[n]
        bare, marked = self.evidence.cube[n]
        owners: list[tuple[str | None, float]] = [(None, bare + CUBE_FORGOTTEN)]
        owners += zip(self.owners, marked + self.evidence.owner[n], strict=True)
        fits = None if tiles is None else self.ruleset.kind_by_buildings.get(tiles)
        done = tiles is not None and inner
        result: list[tuple[Value, float]] = [(None, card[NOTHING] + (SITE_FORGOTTEN if done else 0.0))]
        rule = FOUNTAIN_SHARE if done else SITE_UNFINISHED
        result.append(
            (
                {"kind": FOUNTAIN, "owner": None},
                card[FOUNTAIN_CARD] + kind[self.kinds.index(FOUNTAIN)] + rule,
            )
        )
        for name in BUILDINGS:
            rule = SITE_UNFINISHED if not done else BUILDING_SHARE if name == fits else SITE_WRONG_KIND
            for who, seen in owners:
                log = card[BUILDING_CARD] + kind[self.kinds.index(name)] + seen + rule
                result.append(({"kind": name, "owner": who}, log))
        result.sort(key=lambda item: -item[1])
        return [(value, float(log)) for value, log in result]

    def best(self, point: Point, tiles: int | None) -> float:
        return self.weights(point, tiles)[0][1]


def _settle_hills(ground: Ground, evidence: Evidence, layout: Layout, ruleset: Ruleset) -> Ground:
    """Prefers the set-up's number of hills where the photo leaves it open."""
    index = {t: n for n, t in enumerate(layout.triangles)}
    wanted = ruleset.number("hills_laid")
    odds = {}
    for triangle in layout.hills.values():
        logs = evidence.triangle[index[triangle]]
        open_ground = np.logaddexp(logs[EMPTY], logs[BRIDGE]) - ground.support[triangle]
        rest = np.logaddexp(open_ground, logs[TILE])
        odds[triangle] = float(logs[HILL] - rest)
    ranked = sorted(odds, key=lambda t: -odds[t])
    other = dict(ground.other)
    for place, triangle in enumerate(ranked):
        is_hill = other[triangle][0] == HILL
        logs = evidence.triangle[index[triangle]]
        if place < wanted and odds[triangle] + HILL_COUNT > 0:
            other[triangle] = HILL, float(logs[HILL] + HILL_COUNT + ground.support[triangle])
        elif place >= wanted and is_hill and odds[triangle] - HILL_TOO_MANY < 0:
            other[triangle] = EMPTY, float(logs[EMPTY])
    return replace(ground, rhombi=_reweighed(ground, other), other=other)


def _reweighed(ground: Ground, other: dict[Triangle, tuple[int, float]]) -> Any:
    rhombi = {}
    for cells, rhombus in ground.rhombi.items():
        shift = sum(ground.other[c][1] - other[c][1] for c in cells)
        rhombi[cells] = replace(rhombus, weight=rhombus.weight + shift) if shift else rhombus
    return rhombi


def _tile_beliefs(
    matching: set[Cells], ground: Ground, layout: Layout, owner: dict[Triangle, Cells], sites: _SiteWeights
) -> list[Belief]:
    beliefs = []
    for cells in sorted(matching):
        rhombus = ground.rhombi[cells]
        weights: list[tuple[Value, float]] = [
            ({"colour": colour}, rhombus.weight - max(rhombus.colours) + log)
            for colour, log in zip(TILE_COLOURS, rhombus.colours, strict=True)
        ]
        weights.append((None, max(0.0, _replacement(cells, ground, owner))))
        weights.sort(key=lambda item: -item[1])
        beliefs.append(Belief("tile", cells, tuple(weights)))
    for cells, rhombus in ground.rhombi.items():
        if cells in matching or any(c in owner for c in cells):
            continue
        colour = TILE_COLOURS[int(np.argmax(rhombus.colours))]
        beliefs.append(Belief("tile", cells, ((None, 0.0), ({"colour": colour}, rhombus.weight))))
    return beliefs


def _replacement(cells: Cells, ground: Ground, owner: dict[Triangle, Cells]) -> float:
    """The best weight that this tile's triangles could get from free neighbours instead."""
    best = 0.0
    for cell in cells:
        for other_cells, rhombus in ground.rhombi.items():
            if cell in other_cells and other_cells != cells:
                partner = other_cells[1] if other_cells[0] == cell else other_cells[0]
                if partner not in owner:
                    best = max(best, rhombus.weight)
    return best


def _hill_beliefs(
    evidence: Evidence, layout: Layout, owner: dict[Triangle, Cells], hills: tuple[Triangle, ...]
) -> list[Belief]:
    index = {t: n for n, t in enumerate(layout.triangles)}
    beliefs = []
    for triangle in layout.triangles:
        if triangle in owner:
            continue
        logs = evidence.triangle[index[triangle]]
        here = triangle in layout.hills.values()
        yes = float(logs[HILL]) + (0.0 if here else HILL_ELSEWHERE)
        no = float(np.logaddexp(logs[0], logs[3]))
        if triangle in hills:
            no = float(np.logaddexp(no, logs[TILE] - HILL_COUNT))
            weights = ((True, max(yes, no)), (False, min(yes, no)))
        else:
            weights = ((False, max(yes, no)), (True, min(yes, no)))
        beliefs.append(Belief("hill", triangle, weights))
    return beliefs


def _decode_sites(
    weights: _SiteWeights, ground: Ground, layout: Layout, owner: dict[Triangle, Cells]
) -> tuple[list[Site], list[Belief]]:
    sites, beliefs = [], []
    for point in layout.points:
        inner = point in layout.around
        tiles = count(point, owner, layout, ground) if inner else None
        ranked = weights.weights(point, tiles, inner)
        value = ranked[0][0]
        if value is not None:
            sites.append(Site(point, value["kind"], value["owner"]))
        beliefs.append(Belief("site", point, tuple(ranked)))
    return sites, beliefs


def _decode_sticks(
    evidence: Evidence, layout: Layout, palette: Palette, matching: set[Cells]
) -> tuple[dict[str, tuple[Point, ...]], list[tuple[str, Edge]], list[Belief]]:
    sides = {e for cells in matching for e in tile_edges(cells)}
    middles = {short_diagonal(cells) for cells in matching}
    names = list(palette.sticks)
    gains: dict[Edge, dict[str, float]] = {}
    for n, side in enumerate(layout.edges):
        rule = 0.0 if side in sides and side not in middles else STICK_OFF_TILE
        odds = float(evidence.stick[n, 1] - evidence.stick[n, 0]) + rule
        gains[side] = {name: odds + float(evidence.stick_colour[n, k]) for k, name in enumerate(names)}
    found = find_lines(gains, layout) if names else None
    if found is None:
        return {}, [], []
    on_line = {e: (colour, path) for colour, path in found.paths.items() for e in line_edges(path)}
    loose = dict((side, colour) for colour, side in found.loose)
    ends = {path[-1] for path in found.paths.values()}
    starts = {p for colour, p in layout.sources.items() if colour not in found.paths}
    frontier = _frontier(gains, on_line, ends | starts)
    beliefs = []
    for side in layout.edges:
        ranked = sorted(gains[side].items(), key=lambda item: -item[1])
        if side in on_line:
            colour, path = on_line[side]
            # Taking a stick out of a line leaves the rest of it lying loose.
            behind = len(path) - 1 - max(path.index(side[0]), path.index(side[1]))
            kept = -LOOSE * min(behind, 2)
            weights = [(colour, gains[side][colour] + kept), (None, 0.0)]
            weights += [(name, gain + LOOSE) for name, gain in ranked if name != colour]
        elif side in loose:
            colour = loose[side]
            weights = [(colour, gains[side][colour] + LOOSE), (None, 0.0)]
            weights += [(name, gain + LOOSE) for name, gain in ranked if name != colour]
        else:
            grows = bool(frontier.intersection(side))
            weights = [(None, 0.0)]
            weights += [(name, gain + (0.0 if grows else LOOSE)) for name, gain in ranked]
        first, *rest = weights
        rest.sort(key=lambda item: -item[1])
        beliefs.append(Belief("edge", side, (first, *rest)))
    return found.paths, list(found.loose), beliefs


def _frontier(gains: Gains, on_line: Collection[Edge], ends: set[Point]) -> set[Point]:
    """Where a line could go on: its ends, and beyond them whatever sticks are not out of the question."""
    reached = set(ends)
    hopeful = {
        e for e, logs in gains.items() if e not in on_line and max(logs.values(), default=0.0) > FAINT_STICK
    }
    for _ in range(MOST_FAINT):
        more = {p for e in hopeful for p in e if not reached.isdisjoint(e)} - reached
        if not more:
            break
        reached |= more
    return reached


def _decode_magistrates(
    evidence: Evidence, layout: Layout, palette: Palette, matching: set[Cells]
) -> tuple[list[Magistrate], list[Belief]]:
    middles = {short_diagonal(cells): cells for cells in matching}
    owners = list(palette.magistrates)
    magistrates, beliefs = [], []
    for n, side in enumerate(layout.edges):
        a, b = triangles_beside(side)
        if a not in layout.triangle_set or b not in layout.triangle_set or not owners:
            continue
        rule = 0.0 if side in middles else MAGISTRATE_OFF_TILE
        odds = float(evidence.magistrate[n, 1] - evidence.magistrate[n, 0]) + rule
        weights: list[tuple[Value, float]] = [(None, 0.0)]
        weights += [(who, odds + float(evidence.magistrate_owner[n, k])) for k, who in enumerate(owners)]
        weights.sort(key=lambda item: -item[1])
        cells = middles.get(side, (a, b) if a <= b else (b, a))
        if weights[0][0] is not None:
            magistrates.append(Magistrate(cells, weights[0][0]))
        beliefs.append(Belief("magistrate", cells, tuple(weights)))
    return magistrates, beliefs


def _decode_track(
    evidence: Evidence,
    layout: Layout,
    palette: Palette,
    ruleset: Ruleset,
    sites: list[Site],
    site_beliefs: list[Belief],
    magistrates: list[Magistrate],
) -> tuple[dict[str, int], list[Belief]]:
    length = len(layout.track)
    track: dict[str, int] = {}
    beliefs: list[Belief] = []
    if not length:
        return track, beliefs
    playing = {site.owner for site in sites} | {m.owner for m in magistrates}
    for k, who in enumerate(palette.discs):
        points = sum(ruleset.points[s.kind] for s in sites if s.owner == who and s.kind != FOUNTAIN)
        logs = evidence.disc[k].copy()
        if who in playing:
            for likely, gap in _likely_points(who, points, site_beliefs, ruleset).items():
                space = likely % length
                logs[space] = max(logs[space], evidence.disc[k, space] + TRACK_AGREES + gap)
        else:
            logs[:length] += TRACK_OF_NOBODY
        order = np.argsort(-logs)[:4]
        weights = tuple(
            (None if n == length else _lap(int(n), points, length), float(logs[n])) for n in order
        )
        if weights[0][0] is not None:
            track[who] = weights[0][0]
        if weights[0][0] is not None or who in playing:
            beliefs.append(Belief("track", who, weights))
    return track, beliefs


def _likely_points(who: str, points: int, site_beliefs: list[Belief], ruleset: Ruleset) -> dict[int, float]:
    """What an owner's buildings may make, with log weights: as they were read, or one of them otherwise."""

    def worth(value: Value) -> int:
        mine = value is not None and value["owner"] == who and value["kind"] != FOUNTAIN
        return ruleset.points[value["kind"]] if mine else 0

    likely = {points: 0.0}
    for belief in site_beliefs:
        (read, first), *others = belief.weights
        for value, log in others:
            total = points - worth(read) + worth(value)
            if log - first > -TRACK_AGREES:
                likely[total] = max(likely.get(total, -TRACK_AGREES), log - first)
    return likely


def _lap(space: int, points: int, length: int) -> int:
    """The score that a disc on a space means, if the buildings make so many points."""
    laps = max(0, round((points - space) / length))
    return space + laps * length
