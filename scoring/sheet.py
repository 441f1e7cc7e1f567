"""The score sheet: who got how many points by which rule, from which places, and who won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

FORMAT = "marble-sheet/1"


@dataclass(frozen=True, slots=True)
class Line:
    """Points by one rule. `because` names their places in JSON form (points, pairs, colours or indexes)."""

    rule: str
    points: int
    because: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayerSheet:
    name: str
    colour: str | None
    lines: tuple[Line, ...]

    @property
    def total(self) -> int:
        return sum(line.points for line in self.lines)

    def points(self, rule: str) -> int:
        return sum(line.points for line in self.lines if line.rule == rule)


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """Players in turn order; `ranking` holds names, tied ones together."""

    game: str
    players: tuple[PlayerSheet, ...]
    ranking: tuple[tuple[str, ...], ...]
    decided_by: str
    warnings: tuple[str, ...]
    ruleset: str

    @property
    def winners(self) -> tuple[str, ...]:
        return self.ranking[0]

    def as_json(self) -> dict[str, Any]:
        """The document `marble-sheet/1`."""
        return {
            "format": FORMAT,
            "game": self.game,
            "players": [
                {
                    "name": player.name,
                    "colour": player.colour,
                    "lines": [
                        {"rule": line.rule, "points": line.points, "because": to_json(line.because)}
                        for line in player.lines
                    ],
                    "total": player.total,
                }
                for player in self.players
            ],
            "ranking": [list(names) for names in self.ranking],
            "winners": list(self.winners),
            "decided_by": self.decided_by,
            "warnings": list(self.warnings),
            "ruleset": self.ruleset,
        }


def rank(
    keys: Mapping[str, tuple[int, ...]], deciders: Sequence[str]
) -> tuple[tuple[tuple[str, ...], ...], str]:
    """Names by their keys, highest first, equal ones together; and which part of the key decided."""
    ordered = sorted(set(keys.values()), reverse=True)
    ranking = tuple(tuple(name for name, key in keys.items() if key == level) for level in ordered)
    if len(ranking[0]) > 1:
        return ranking, "shared"
    if len(ordered) == 1:
        return ranking, deciders[0]
    first, second = ordered[0], ordered[1]
    return ranking, next(d for d, a, b in zip(deciders, first, second, strict=True) if a != b)


def to_json(value: Any) -> Any:
    """Tuples as lists, all the way down."""
    return [to_json(item) for item in value] if isinstance(value, tuple | list) else value
