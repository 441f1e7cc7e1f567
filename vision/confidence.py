"""How sure the reading is of each place, and what it has to ask."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import exp
from typing import Any

from scoring.layout import Layout
from scoring.players import Player
from scoring.ruleset import Ruleset
from scoring.score import score
from scoring.sheet import to_json
from scoring.state import Magistrate, Site, State, Stick, Tile, line_edges
from vision.decode import Belief
from vision.lines import longest_line

# Log weights are multiplied by these before they become confidences: fitted on held-out printings.
SCALE = {"site": 1.0, "tile": 1.0, "edge": 1.0, "hill": 1.0, "magistrate": 1.0, "track": 1.0}
# What is said with less confidence than this is asked.
BAR = {"site": 0.95, "tile": 0.95, "edge": 0.95, "hill": 0.95, "magistrate": 0.9, "track": 0.9}
MOST_ALTERNATIVES = 5
LEAST_ALTERNATIVE = 0.005  # less likely ones are not offered
CEILING = 0.9995
CLEAR = 9.0  # a distance of log weights that leaves no doubt at any bar


@dataclass(frozen=True, slots=True)
class Doubt:
    """A place to ask about. Values are JSON values, as the contract names them for each `what`."""

    what: str
    at: Any
    read: Any
    confidence: float
    alternatives: tuple[tuple[Any, float], ...]
    swing: int

    def as_json(self) -> dict[str, Any]:
        return {
            "what": self.what,
            "at": to_json(self.at),
            "read": self.read,
            "confidence": round(self.confidence, 4),
            "alternatives": [
                {"value": value, "confidence": round(share, 4)} for value, share in self.alternatives
            ],
            "swing": self.swing,
        }


def shares(belief: Belief) -> tuple[tuple[Any, float], ...]:
    """A belief's values with their probabilities; the first is what was read."""
    scale = SCALE[belief.what]
    highest = max(log for _, log in belief.weights)
    parts = [exp(scale * (log - highest)) for _, log in belief.weights]
    total = sum(parts)
    return tuple(
        (value, min(CEILING, part / total)) for (value, _), part in zip(belief.weights, parts, strict=True)
    )


def find_doubts(
    beliefs: Iterable[Belief], state: State, layout: Layout, ruleset: Ruleset
) -> tuple[Doubt, ...]:
    """What must be asked, the largest swing first, then the least sure."""
    before = board_points(state, layout, ruleset)
    doubts = []
    for belief in beliefs:
        if _is_clear(belief):
            continue
        (read, confidence), *others = shares(belief)
        if confidence >= BAR[belief.what]:
            continue
        ranked = sorted(others, key=lambda item: -item[1])
        offered = [item for item in ranked[:MOST_ALTERNATIVES] if item[1] >= LEAST_ALTERNATIVE] or ranked[:1]
        swing = max(
            (
                _difference(before, board_points(with_value(state, belief, value), layout, ruleset))
                for value, _ in offered
            ),
            default=0,
        )
        doubts.append(Doubt(belief.what, belief.at, read, confidence, tuple(offered), swing))
    doubts.sort(key=lambda d: (-d.swing, d.confidence))
    return tuple(doubts)


def _is_clear(belief: Belief) -> bool:
    """Whether what was read stands far above everything else; most places are so."""
    (_, first), *others = belief.weights
    return all(first - log > CLEAR for _, log in others)


def board_points(state: State, layout: Layout, ruleset: Ruleset) -> dict[str, int]:
    """The points that the board alone gives to each owner on it."""
    owners = sorted({site.owner for site in state.sites if site.owner is not None})
    if not owners:
        return {}
    players = [Player(owner, owner) for owner in owners]
    sheet = score(state, players, layout, ruleset)
    return {player.name: player.total for player in sheet.players}


def _difference(before: dict[str, int], after: dict[str, int]) -> int:
    return max((abs(before.get(o, 0) - after.get(o, 0)) for o in {*before, *after}), default=0)


def with_value(state: State, belief: Belief, value: Any) -> State:
    """The state with another value at a belief's place."""
    return changed(state, belief.what, belief.at, value)


def changed(state: State, what: str, at: Any, value: Any) -> State:
    """The state with a value put at a place; `what`, `at` and `value` as in a doubt.

    Raises ValueError for an unknown `what`.
    """
    if what == "site":
        rest = tuple(site for site in state.sites if site.at != at)
        new = () if value is None else (Site(at, value["kind"], value["owner"]),)
        return replace(state, sites=rest + new)
    if what == "tile":
        tiles = tuple(tile for tile in state.tiles if tile.cells != at)
        if value is not None:
            tiles = (*(t for t in tiles if not set(t.cells) & set(at)), Tile(at, value["colour"]))
        return replace(state, tiles=tiles)
    if what == "hill":
        hills = tuple(t for t in state.hills if t != at)
        return replace(state, hills=(*hills, at) if value else hills)
    if what == "magistrate":
        standing = tuple(m for m in state.magistrates if m.cells != at)
        return replace(state, magistrates=standing if value is None else (*standing, Magistrate(at, value)))
    if what == "track":
        track = tuple((who, n) for who, n in state.track if who != at)
        return replace(state, track=track if value is None else (*track, (at, value)))
    if what == "edge":
        return _with_stick(state, at, value)
    raise ValueError(f"unknown kind of doubt: {what}")


def _with_stick(state: State, at: Any, value: str | None) -> State:
    """Puts a stick on an edge, or takes it away, and lays the colour's line anew from all its sticks."""
    sticks = {e: colour for colour, line in state.aqueducts for e in line_edges(line)}
    sticks |= {stick.edge: stick.colour for stick in state.loose_sticks}
    sticks.pop(at, None)
    if value is not None:
        sticks[at] = value
    starts = {colour: line[0] for colour, line in state.aqueducts if line}
    lines: list[tuple[str, tuple[Any, ...]]] = []
    loose: list[Stick] = []
    for colour in dict.fromkeys((*starts, *sticks.values())):
        own = [e for e, c in sticks.items() if c == colour]
        path = _line_from(starts.get(colour), own)
        taken = set(line_edges(path))
        if len(path) > 1:
            lines.append((colour, path))
        loose += [Stick(colour, e) for e in own if e not in taken]
    return replace(state, aqueducts=tuple(lines), loose_sticks=tuple(loose))


def _line_from(start: Any, sides: Sequence[Any]) -> tuple[Any, ...]:
    """The longest line of the sticks that begins at a point; anywhere when no stick touches it."""
    points = {p for side in sides for p in side}
    if start in points:
        return longest_line(start, sides)
    return max((longest_line(p, sides) for p in sorted(points)), key=len, default=())
