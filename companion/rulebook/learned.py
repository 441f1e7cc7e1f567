"""A classifier that has seen many phrasings of every rule: how likely is each entry the one meant, or none?

Softmax regression over the question's terms and pairs of terms, one for each game. The terms are concepts, so phrasings
of all languages teach together. It is trained by `docs/tools/train_rulebook.py` and stored as one byte a weight.
"""

from __future__ import annotations

import base64
import itertools
import math
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.rulebook.words import NUMBER_FACTOR

PAIR = 0.7
KIND = 0.5
#: Concepts that stand for their kind too, so that what was asked of red is understood of blue.
KINDS = {
    **dict.fromkeys(("RED", "YELLOW", "GREEN", "BLUE", "GREY", "BROWN", "WHITE", "PURPLE"), "#COLOUR"),
    **dict.fromkeys(("TEMPLE", "BATH", "THEATRE", "ARENA"), "#BUILDING"),
    **dict.fromkeys(("SENATE", "CASTRUM", "FORUM", "TEMPLUM"), "#PLACE"),
}
_LEAST = -9.0
#: The name under which questions that no rule covers were learned.
NONE = "-"


def kind_of(name: str) -> str:
    """What a term can be replaced by: another of its kind, for a number another number, else only itself."""
    return "#NUMBER" if name.isdecimal() else KINDS.get(name, name)


@dataclass(frozen=True, slots=True)
class Opinion:
    """For each entry the logarithm of how likely it is meant (at least -9), and how likely none is."""

    entries: tuple[float, ...]
    none: float


def evidence(terms: Sequence[tuple[str, float]]) -> dict[str, float]:
    """What the classifier sees of a text: its terms, their kinds and pairs of neighbours, each with a weight."""
    seen: dict[str, float] = {}
    for name, weight in terms:
        value = weight * NUMBER_FACTOR if name.isdecimal() else weight
        seen[name] = max(seen.get(name, 0.0), value)
        kind = KINDS.get(name)
        if kind:
            seen[kind] = KIND
    for (left, _), (right, _) in itertools.pairwise(terms):
        seen[f"{left}+{right}"] = PAIR
    return seen


class Classifier:
    """The classifier of one game."""

    __slots__ = ("_idf", "_ids", "_none", "_rows", "_scale", "_terms", "_width", "entries")

    def __init__(self, raw: Mapping[str, Any], entries: Sequence[str]) -> None:
        self._terms: dict[str, int] = {name: n for n, name in enumerate(raw["terms"])}
        self._idf: Sequence[float] = raw["idf"]
        self._scale: float = raw["scale"]
        self._rows = array("b")
        self._rows.frombytes(base64.b64decode(raw["weights"]))
        self._width = len(raw["entries"])
        places = {name: n for n, name in enumerate(raw["entries"])}
        self._ids = [places.get(name, -1) for name in entries]
        self._none = places.get(NONE, -1)
        self.entries: tuple[str, ...] = tuple(raw["entries"])

    def opinion(self, terms: Sequence[tuple[str, float]]) -> Opinion:
        """What it thinks of a question."""
        found = []
        for name, value in evidence(terms).items():
            number = self._terms.get(name)
            if number is not None:
                found.append((number, value * self._idf[number]))
        length = math.sqrt(sum(value * value for _, value in found)) or 1.0
        scores = [0.0] * self._width
        for number, value in found:
            factor = value / length * self._scale
            row = self._rows[number * self._width : (number + 1) * self._width]
            scores = [score + factor * weight for score, weight in zip(scores, row, strict=True)]
        none = math.exp(min(30.0, scores[self._none])) if self._none >= 0 else 0.0
        powers = [math.exp(min(30.0, score)) for score in scores]
        total = sum(powers) - none or 1.0
        shift = math.log(total)
        entries = tuple(max(_LEAST, scores[n] - shift) if n >= 0 else _LEAST for n in self._ids)
        return Opinion(entries, none / (none + total))
