"""Ranks a game's entries for a question: BM25F finds them, a linear model over a few features orders them."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest
from typing import Any

from companion.rulebook.lexicon import Term
from companion.rulebook.words import NUMBER_FACTOR

#: What an unknown word weighs against known ones when it is asked how much of a question is understood.
UNKNOWN_IDF = 4.0
#: How many entries BM25F and the classifier hand on to the finer features.
CANDIDATES = 24
LEARNED_CANDIDATES = 8
FEATURES = (
    "bm25",
    "ask",
    "ask_precision",
    "ask_recall",
    "ask_top3",
    "pairs",
    "title",
    "answer_recall",
    "entry_recall",
    "question_word",
    "missed",
    "silent",
    "learned",
)
QUESTION_WORDS = ("HOWMANY", "WHO", "WHEN", "WHERE", "WHY", "MAY", "MUST", "BEGIN", "HAPPEN", "EMPTY", "TIE")


@dataclass(frozen=True, slots=True)
class Ranked:
    """An entry (its number in the game) with its score and the features that made it."""

    entry: int
    score: float
    features: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Weighed:
    """A question's known terms with what each weighs, and the pairs of neighbouring ones."""

    mass: Mapping[int, float]
    total: float
    pairs: frozenset[tuple[int, int]]
    asked: frozenset[int]


class GameIndex:
    """What is known of one game's entries, as lists from the index file.

    A phrasing is a list: its mass in thousandths, then the numbers of its different terms in order.
    """

    __slots__ = ("_game", "_languages", "_question_ids", "count", "ids", "own", "silent", "terms")

    def __init__(self, game: str, raw: Mapping[str, Any], languages: Mapping[str, Any]) -> None:
        self._game = game
        self._languages = languages
        self.terms: Sequence[str] = raw["terms"]
        self.ids = {name: number for number, name in enumerate(self.terms)}
        self.own = frozenset(raw["own"])
        self.count = len(raw["entries"])
        self.silent = frozenset(number for number, row in enumerate(raw["entries"]) if row[2] == "silent")
        self._question_ids = frozenset(self.ids[name] for name in QUESTION_WORDS if name in self.ids)

    def raw(self, lang: str) -> Mapping[str, Any]:
        """The game's lists in a language."""
        lists: Mapping[str, Any] = self._languages[lang][self._game]
        return lists

    def idf(self, lang: str, term: int) -> float:
        """How telling a term is in a language of this game."""
        return weigh(self.raw(lang)["idf"].get(str(term), UNKNOWN_IDF), self.terms[term])

    def weighed(self, question: Sequence[Term], lang: str) -> Weighed:
        """The question as the ranking sees it."""
        mass: dict[int, float] = {}
        order: list[int] = []
        for term in question:
            number = self.ids.get(term.name)
            if number is not None:
                mass[number] = max(mass.get(number, 0.0), term.weight * self.idf(lang, number))
                order.append(number)
        pairs = frozenset((a, b) for a, b in itertools.pairwise(order) if a != b)
        return Weighed(mass, sum(mass.values()) or 1.0, pairs, self._question_ids & mass.keys())

    def rank(
        self, question: Sequence[Term], lang: str, weights: Sequence[float], learned: Sequence[float]
    ) -> list[Ranked]:
        """The entries that may answer, best first. `learned`: the classifier's opinion of each entry."""
        weighed = self.weighed(question, lang)
        found, matched = self._bm25(weighed, lang)
        chosen = dict(found.most_common(CANDIDATES))
        if chosen:
            for entry in nlargest(LEARNED_CANDIDATES, range(self.count), key=learned.__getitem__):
                chosen.setdefault(entry, found[entry])
        ranked = []
        for entry, bm25 in chosen.items():
            features = (*self._features(entry, bm25, matched.get(entry, ()), weighed, lang), learned[entry])
            score = sum(w * f for w, f in zip(weights, features, strict=True))
            ranked.append(Ranked(entry, score, features))
        ranked.sort(key=lambda row: (-row.score, row.entry))
        return ranked

    def _bm25(self, weighed: Weighed, lang: str) -> tuple[Counter[int], dict[int, list[int]]]:
        """BM25F of each entry that shares a term, and which terms it shares."""
        found: Counter[int] = Counter()
        matched: dict[int, list[int]] = {}
        impacts = self.raw(lang)["impacts"]
        for number, weight in weighed.mass.items():
            row = impacts.get(str(number), ())
            for place in range(0, len(row), 2):
                entry = row[place]
                found[entry] += weight * row[place + 1] / 1000
                matched.setdefault(entry, []).append(number)
        return found, matched

    def _features(
        self, entry: int, bm25: float, matched: Sequence[int], weighed: Weighed, lang: str
    ) -> tuple[float, ...]:
        raw = self.raw(lang)
        mass, total = weighed.mass, weighed.total
        phrasings = raw["asks"][entry]
        best = [(0.0, 0.0, 0.0)]
        title = pairs = 0.0
        for row in phrasings:
            overlap = sum([mass[term] for term in row[1:] if term in mass])
            title = 0.0
            if overlap:
                size = row[0] / 1000
                title = overlap / math.sqrt(total * size)
                best.append((title, overlap / size, overlap / total))
                if weighed.pairs:
                    pairs = max(pairs, sum(pair in weighed.pairs for pair in itertools.pairwise(row)))
        best.sort(reverse=True)
        sim, precision, recall = best[0]
        body = sum([mass[term] for term in raw["answers"][entry] if term in mass]) / total
        missed = max((weight for term, weight in mass.items() if term not in matched), default=0.0)
        return (
            bm25 / total,
            sim,
            precision,
            recall,
            sum(row[0] for row in best[:3]) / 3,
            min(1.0, pairs / (len(weighed.pairs) or 1)),
            title,
            body,
            sum([mass[term] for term in matched]) / total,
            _share_with(phrasings, weighed.asked),
            missed / 4,
            1.0 if entry in self.silent else 0.0,
        )


def weigh(idf: float, name: str) -> float:
    """A term's weight: numbers count less."""
    return idf * NUMBER_FACTOR if name.isdecimal() else idf


def _share_with(phrasings: Sequence[Sequence[int]], asked: frozenset[int]) -> float:
    if not asked:
        return 0.0
    return sum(1 for row in phrasings if not asked.isdisjoint(row[1:])) / len(phrasings)
