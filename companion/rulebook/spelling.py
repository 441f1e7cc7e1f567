"""Typos: an unknown word becomes the known word that it was most likely meant to be."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

_UMLAUTS = (("ae", "a"), ("oe", "o"), ("ue", "u"))
_CANDIDATES = 96


@dataclass(slots=True)
class Speller:
    """Corrects words of one language. `known` maps a word to how often the rules use it."""

    known: Mapping[str, int]
    stopwords: frozenset[str]
    stems: frozenset[str]
    umlauts: bool = False
    _by_pair: dict[str, list[str]] = field(default_factory=dict)
    _cache: dict[str, tuple[tuple[str, float], ...]] = field(default_factory=dict)

    def correct(self, word: str) -> tuple[tuple[str, float], ...]:
        """The likeliest words meant, each with a weight below 1; the word itself where none is near."""
        cached = self._cache.get(word)
        if cached is None:
            cached = self._correct(word)
            if len(self._cache) > 5_000:
                self._cache.clear()
            self._cache[word] = cached
        return cached

    def _correct(self, word: str) -> tuple[tuple[str, float], ...]:
        if self.umlauts:
            plain = word
            for written, letter in _UMLAUTS:
                plain = plain.replace(written, letter)
                if plain in self.known:
                    return ((plain, 1.0),)
        best = self._nearest(word)
        if best is not None:
            return (best,)
        for cut in range(2, len(word) - 1):
            head, tail = word[:cut], word[cut:]
            if len(word) >= 5 and head in self.known and tail in self.known and max(cut, len(tail)) >= 3:
                return ((head, 0.9), (tail, 0.9))
        return ((word, 1.0),)

    def _nearest(self, word: str) -> tuple[str, float] | None:
        if len(word) < 3:
            return None
        allowed = 1 if len(word) <= 6 else 2
        shared: Counter[str] = Counter()
        pairs = self._pairs()
        for pair in letter_pairs(word):
            shared.update(pairs.get(pair, ()))
        best: tuple[float, int, str] | None = None
        # A swap in a short word leaves few of its pairs, so it is looked up by itself.
        swapped = [near for near in swaps(word) if near in self.known]
        for candidate in (*swapped, *(name for name, _ in shared.most_common(_CANDIDATES))):
            if abs(len(candidate) - len(word)) > allowed:
                continue
            distance = typo_distance(word, candidate, allowed)
            if distance > allowed or not self._plausible(word, candidate, distance):
                continue
            key = (distance + (0.3 if candidate[0] != word[0] else 0), -self.known[candidate], candidate)
            if best is None or key < best:
                best = key
        return (best[2], 0.9 if best[0] <= 0.6 else 0.8 if best[0] <= 1 else 0.65) if best else None

    def _plausible(self, word: str, candidate: str, distance: float) -> bool:
        swapped = sorted(word) == sorted(candidate)
        if len(word) == 3 or len(candidate) == 3:
            return swapped and candidate[0] == word[0]
        if candidate in self.stopwords:
            return swapped or (distance <= 0.6 and len(word) >= 5)
        if len(word) == 4:
            return distance <= 0.6 or (swapped and word[0] == candidate[0])
        return distance <= 1 or word[:2] == candidate[:2] or len(word) >= 9

    def _pairs(self) -> dict[str, list[str]]:
        if not self._by_pair:
            by_pair: defaultdict[str, list[str]] = defaultdict(list)
            for word in self.known:
                for pair in letter_pairs(word):
                    by_pair[pair].append(word)
            self._by_pair = dict(by_pair)
        return self._by_pair


def swaps(word: str) -> list[str]:
    """The word with two neighbouring letters swapped, in every way."""
    return [word[:i] + word[i + 1] + word[i] + word[i + 2 :] for i in range(len(word) - 1)]


def letter_pairs(word: str) -> set[str]:
    """The pairs of neighbouring letters, with marks for the word's ends."""
    marked = f"^{word}$"
    return {marked[i : i + 2] for i in range(len(marked) - 1)}


def typo_distance(left: str, right: str, limit: int) -> float:
    """Damerau's distance with cheap slips: a swap or a doubled letter costs 0.6. Above `limit` any number."""
    if abs(len(left) - len(right)) > limit:
        return limit + 1.0
    before: list[float] = []
    previous = [float(j) for j in range(len(right) + 1)]
    for i, a in enumerate(left, 1):
        current = [float(i)]
        for j, b in enumerate(right, 1):
            double_left = i > 1 and left[i - 2] == a
            double_right = j > 1 and right[j - 2] == b
            cost = min(
                previous[j] + (0.6 if double_left else 1.0),
                current[j - 1] + (0.6 if double_right else 1.0),
                previous[j - 1] + (a != b),
            )
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                cost = min(cost, before[j - 2] + 0.6)
            current.append(cost)
        if min(current) > limit:
            return limit + 1.0
        before, previous = previous, current
    return previous[-1]
