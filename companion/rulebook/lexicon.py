"""What words mean at the table: from words to terms that rules and questions share.

A term is a concept of the thesaurus (upper case), a number, or a stem. Compounds of German and Dutch are split
where all their parts are known concepts; unknown words are corrected to known ones where that is plausible.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from companion.rulebook.spelling import Speller
from companion.rulebook.stems import stem, without_prefix
from companion.rulebook.words import digits, split_words

#: Letters that may join the parts of a compound.
_LINKS = {"en": ("",), "de": ("", "s", "n", "en", "es", "er", "e"), "nl": ("", "s", "en", "e", "n")}
#: 'What does it do', 'what is it for': the question's ends ask for a purpose.
_WHAT = frozenset(("what", "whats", "wat", "was"))
_FOR = frozenset(("do", "for", "voor", "toe"))
#: Marks a term that no entry can hold.
ALIEN = "!"
_SHORTEST_PART = 3
_SHORTEST_COMPOUND = 7


@dataclass(frozen=True, slots=True)
class Term:
    """A term of a question: how sure it is (less than 1 after a correction) and the word it came from."""

    name: str
    weight: float
    word: str
    known: bool
    alien: bool = False
    neutral: bool = False


@dataclass(slots=True)
class Lexicon:
    """The words of one language. `concepts` and `phrases` are by game."""

    lang: str
    stopwords: frozenset[str]
    aliens: frozenset[str]
    used_aliens: Mapping[str, frozenset[str]]
    neutral: frozenset[str]
    concepts: Mapping[str, Mapping[str, str]]
    phrases: Mapping[str, Mapping[str, Sequence[tuple[tuple[str, ...], str]]]]
    vocabulary: Mapping[str, frozenset[str]]
    speller: Speller
    _cache: dict[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)

    def terms(self, words: Sequence[str], game: str) -> list[str]:
        """The terms of words that are spelled right, such as those of a rule."""
        return [name for name, _ in self._walk(words, game)]

    def question_terms(self, words: Sequence[str], game: str) -> list[Term]:
        """The terms of a question, its spelling corrected."""
        spelled: list[str] = []
        weights: list[float] = []
        for word in words:
            for right, weight in self.corrected(word):
                spelled.append(right)
                weights.append(weight)
        known = self.vocabulary[game]
        result = []
        for name, place in self._walk(spelled, game):
            word = spelled[place]
            alien = word in self.aliens and word not in self.used_aliens[game]
            in_game = not alien and (name in known or name.isdecimal())
            result.append(
                Term(
                    ALIEN + word if alien else name,
                    weights[place],
                    word,
                    in_game,
                    alien,
                    word in self.neutral,
                )
            )
        return result

    def corrected(self, word: str) -> tuple[tuple[str, float], ...]:
        """The word, or its correction with how sure it is; two words where a blank was left out."""
        if word in self.speller.known or word in self.aliens or word in self.neutral or not word.isalpha():
            return ((word, 1.0),)
        if stem(word, self.lang) in self.speller.stems or self._compound_known(word):
            return ((word, 1.0),)
        return self.speller.correct(word)

    def _compound_known(self, word: str) -> bool:
        # English has no compounds: there a blank was left out, and the speller parts the words.
        return self.lang != "en" and any(self._split(word, game) for game in self.concepts)

    def _walk(self, words: Sequence[str], game: str) -> list[tuple[str, int]]:
        phrases = self.phrases[game]
        result: list[tuple[str, int]] = []
        place = 0
        if len(words) > 2 and words[0] in _WHAT and words[-1] in _FOR:
            result.append(("PURPOSE", 0))
        while place < len(words):
            word = words[place]
            length = 1
            for rest, concept in phrases.get(word, ()):
                if tuple(words[place + 1 : place + 1 + len(rest)]) == rest:
                    result.append((concept, place))
                    length = 1 + len(rest)
                    break
            else:
                result.extend((name, place) for name in self._word_terms(word, game))
            place += length
        return result

    def _word_terms(self, word: str, game: str) -> tuple[str, ...]:
        key = (word, game)
        cached = self._cache.get(key)
        if cached is None:
            cached = self._word_terms_of(word, game)
            if len(self._cache) > 20_000:
                self._cache.clear()
            self._cache[key] = cached
        return cached

    def _word_terms_of(self, word: str, game: str) -> tuple[str, ...]:
        number = digits(word, self.lang)
        if number.isdecimal():
            return (number.lstrip("0") or "0",)
        concepts = self.concepts[game]
        if word in concepts:
            return (concepts[word],)
        if word in self.stopwords:
            return ()
        root = stem(word, self.lang)
        if "~" + root in concepts:
            return (concepts["~" + root],)
        if any(word in table for table in self.concepts.values()):
            # A term of another game: it must not fall together with a word of this one by its stem.
            return ("~" + word,)
        split = self._split(word, game)
        if split:
            return split
        verb = without_prefix(word, self.lang)
        if verb is not None:
            base = concepts.get(verb) or concepts.get("~" + stem(verb, self.lang))
            if base is not None:
                return (base,)
        return (root,)

    def _split(self, word: str, game: str) -> tuple[str, ...]:
        if len(word) < _SHORTEST_COMPOUND:
            return ()
        return _split_compound(word, self.lang, _Parts(self.concepts[game]))


def lexicon_from(lang: str, raw: Mapping[str, Any]) -> Lexicon:
    """A lexicon from its part of the index; its vocabulary is filled in by whoever knows the terms."""
    stopwords = frozenset(raw["stopwords"])
    phrases: dict[str, dict[str, list[tuple[tuple[str, ...], str]]]] = {}
    for game, rows in raw["phrases"].items():
        by_first: defaultdict[str, list[tuple[tuple[str, ...], str]]] = defaultdict(list)
        for first, rest, concept in rows:
            by_first[first].append((tuple(rest), concept))
        phrases[game] = dict(by_first)
    common = raw["concepts"][""]
    concepts = {game: {**common, **own} for game, own in raw["concepts"].items() if game}
    speller = Speller(raw["known"], stopwords, frozenset(raw["stems"]), umlauts=lang == "de")
    return Lexicon(
        lang,
        stopwords,
        frozenset(raw["aliens"]),
        {game: frozenset(raw["used_aliens"][game]) for game in concepts},
        frozenset(raw["neutral"]),
        concepts,
        phrases,
        {game: frozenset() for game in concepts},
        speller,
    )


class _Parts:
    """A mapping that hashes by identity, so that splits can be remembered."""

    __slots__ = ("words",)

    def __init__(self, words: Mapping[str, str]) -> None:
        self.words = words

    def __hash__(self) -> int:
        return id(self.words)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Parts) and other.words is self.words


@lru_cache(maxsize=4096)
def _split_compound(word: str, lang: str, parts: _Parts) -> tuple[str, ...]:
    """The concepts of a compound's parts, longest first part first; () where it does not split."""
    concepts = parts.words
    for cut in range(len(word) - _SHORTEST_PART, _SHORTEST_PART - 1, -1):
        head = concepts.get(word[:cut])
        if head is None:
            continue
        for link in _LINKS[lang]:
            if not word.startswith(link, cut):
                continue
            tail = word[cut + len(link) :]
            if len(tail) < _SHORTEST_PART:
                continue
            whole = concepts.get(tail) or concepts.get("~" + stem(tail, lang))
            if whole:
                return (head, whole)
            deeper = _split_compound(tail, lang, parts) if len(tail) >= _SHORTEST_COMPOUND else ()
            if deeper:
                return (head, *deeper)
    return ()


#: What players call the games.
_NAMES = (
    ("marble", ("rome", "city", "of", "marble")),
    ("marble", ("city", "of", "marble")),
    ("marble", ("rom", "stadt", "aus", "marmor")),
    ("marble", ("marble",)),
    ("via_romana", ("via", "romana")),
    ("alea", ("alea", "iacta", "est")),
    ("alea", ("alea", "jacta", "est")),
    ("alea", ("alea", "iacta")),
    ("alea", ("alea",)),
)


#: '+4' standing alone is a card of another game; '1+4' is a sum.
_PLUS_CARD = re.compile(r"(?<![\d)])(?<![\d)] )\+\s?(?=\d)")


def words_of(text: str) -> list[str]:
    """The words of a question, at most 80 of them: what is longer is no question."""
    return split_words(_PLUS_CARD.sub(" uno ", text[:2000]))[:80]


def without_names(words: Sequence[str]) -> tuple[list[str], str | None]:
    """The words without the names of games, and the game that was named last, if any."""
    rest = list(words)
    named = None
    for game, name in _NAMES:
        for place in range(len(rest) - len(name), -1, -1):
            if tuple(rest[place : place + len(name)]) == name:
                named = named or game
                del rest[place : place + len(name)]
    return rest or list(words), named
