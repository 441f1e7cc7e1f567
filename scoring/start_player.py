"""Who begins: by lot, and fairly."""

from __future__ import annotations

import random
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.errors import BadInput

FORMAT = "marble-start/1"


@dataclass(frozen=True, slots=True)
class StartChoice:
    """The start player, and the given seating turned so that it begins with that player."""

    start: str
    order: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """The document `marble-start/1`."""
        return {"format": FORMAT, "start": self.start, "order": list(self.order)}


def choose(
    names: Sequence[str], *, seed: int | None = None, starts: Mapping[str, int] | None = None
) -> StartChoice:
    """Draws the start player; each candidate is equally likely.

    names: the players as they sit, clockwise. seed: makes the draw repeatable; without it the system's
    randomness decides. starts: how often each player began so far (not named: never); then only
    those who began least often are candidates.
    Raises BadInput for fewer than two players, blank or double names and negative numbers of starts.
    """
    _check(names, starts)
    candidates = least_often(names, starts) if starts is not None else tuple(names)
    draw: random.Random = secrets.SystemRandom() if seed is None else random.Random(seed)
    return rotate(names, candidates[draw.randrange(len(candidates))])


def least_often(names: Sequence[str], starts: Mapping[str, int]) -> tuple[str, ...]:
    """Those of the players who began least often, as they sit."""
    fewest = min(starts.get(name, 0) for name in names)
    return tuple(name for name in names if starts.get(name, 0) == fewest)


def rotate(names: Sequence[str], start: str) -> StartChoice:
    """The seating from a start player whom the players named themselves, by the game's own rule.

    Raises BadInput when the player is not among the names.
    """
    if start not in names:
        raise BadInput(f"{start!r} is not one of the players", reason="unknown_word", field="start")
    first = list(names).index(start)
    return StartChoice(start, (*names[first:], *names[:first]))


def _check(names: Sequence[str], starts: Mapping[str, int] | None) -> None:
    if len(names) < 2:
        raise BadInput(
            "a start player is chosen among at least two players", reason="player_count", field="names"
        )
    seen: set[str] = set()
    for number, name in enumerate(names):
        field = f"names[{number}]"
        if not name.strip():
            raise BadInput("a player's name is blank", reason="empty", field=field)
        if name in seen:
            raise BadInput(
                f"two players are called {name!r}; tell them apart", reason="duplicate", field=field
            )
        seen.add(name)
    for name, count in (starts or {}).items():
        if count < 0:
            raise BadInput(
                f"{name!r} cannot have begun {count} times", reason="out_of_range", field=f"starts.{name}"
            )
