"""The rulebook in memory: entries, indexes and lexicons, loaded once; each language's part when first needed."""

from __future__ import annotations

import gc
import gzip
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from companion.rulebook.answer import Found
from companion.rulebook.confidence import confidence, signs
from companion.rulebook.entries import GAMES, Entry, Source, Topic, Wording
from companion.rulebook.language import detect
from companion.rulebook.learned import Classifier, kind_of
from companion.rulebook.lexicon import Lexicon, Term, lexicon_from, words_of
from companion.rulebook.ranking import GameIndex, Ranked
from companion.rulebook.words import LANGUAGES

INDEX = Path(__file__).with_name("index.json.gz")
#: How well a game fits of which no entry shares a word with the question.
NO_FIT = -99.0
#: Questions that want more than a yes or a no.
_OPEN = frozenset(("HOWMANY", "WHO", "WHEN", "WHERE", "WHY"))
#: What the words of the question before still weigh in a follow-up.
EARLIER = 0.6


@dataclass(frozen=True, slots=True)
class Hit:
    """What a game's entries say to a question: the best ones, how sure the first is, how well the game fits."""

    game: str
    ranked: tuple[Ranked, ...]
    confidence: float
    fit: float
    asked: frozenset[str] = frozenset()


class Parts(Mapping[str, Any]):
    """Files of one kind by name (a language, a game), each read when it is first asked for."""

    def __init__(self, names: Sequence[str], path: Callable[[str], Path]) -> None:
        self._names = tuple(names)
        self._path = path
        self._read: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._names:
            raise KeyError(name)
        if name not in self._read:
            self._read[name] = read_packed(self._path(name))
        return self._read[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


class Classifiers(Mapping[str, Classifier]):
    """The games' classifiers, each made when its game is first searched: a table plays one game."""

    def __init__(self, learned: Mapping[str, Any], entries: Mapping[str, Sequence[str]]) -> None:
        self._learned = learned
        self._entries = entries
        self._made: dict[str, Classifier] = {}

    def __getitem__(self, game: str) -> Classifier:
        if game not in self._made:
            self._made[game] = Classifier(self._learned[game], self._entries[game])
        return self._made[game]

    def __iter__(self) -> Iterator[str]:
        return iter(GAMES)

    def __len__(self) -> int:
        return len(GAMES)


class Rulebook:
    """All entries of the three games, ready to be searched."""

    def __init__(self, document: Mapping[str, Any], learned: Mapping[str, Any]) -> None:
        self._languages: Mapping[str, Any] = document["languages"]
        self._rows = {game: document["games"][game]["entries"] for game in GAMES}
        self._numbers = {game: {row[0]: n for n, row in enumerate(rows)} for game, rows in self._rows.items()}
        self.indexes = {game: GameIndex(game, document["games"][game], self._languages) for game in GAMES}
        self.classifiers: Mapping[str, Classifier] = Classifiers(
            learned, {game: [row[0] for row in rows] for game, rows in self._rows.items()}
        )
        self.lexicons: dict[str, Lexicon] = {
            lang: lexicon_from(lang, document["lexicons"][lang]) for lang in LANGUAGES
        }
        for lexicon in self.lexicons.values():
            lexicon.vocabulary = {game: frozenset(self.indexes[game].ids) for game in GAMES}
        self.topics = tuple(Topic(game, name, tuple(titles)) for game, name, titles in document["topics"])
        self.weights: Mapping[str, Any] = document["weights"]
        self._turned: Mapping[str, Mapping[str, Any]] = document["turned"]

    def entry(self, game: str, number: int) -> Entry:
        """The entry with this number in its game, in all languages."""
        name, topic, kind, source, related = self._rows[game][number]
        wordings = tuple(self.wording(game, number, lang) for lang in LANGUAGES)
        return Entry(game, name, topic, kind, Source(*source), tuple(related), wordings)

    def wording(self, game: str, number: int, lang: str, asked: frozenset[str] = frozenset()) -> Wording:
        """An entry in one language. asked: MAY, MUST or what else was asked about, so that its yes or no is right."""
        title, answer, detail = self._languages[lang][game]["texts"][number]
        for concept, answers in self._turned[game].get(self._rows[game][number][0], {}).items():
            if concept in asked:
                answer = answers[LANGUAGES.index(lang)]
                break
        return Wording(title, answer, detail)

    def found(
        self, game: str, number: int, lang: str, score: float, asked: frozenset[str] = frozenset()
    ) -> Found:
        """An entry as a row of an answer."""
        name, _, _, source, related = self._rows[game][number]
        wording = self.wording(game, number, lang, asked)
        return Found(game, name, wording.title, wording.text, Source(*source), score, tuple(related))

    def entry_named(self, game: str, name: str) -> Entry:
        """The entry with this id. Raises KeyError."""
        return self.entry(game, self._numbers[game][name])

    def number(self, game: str, name: str) -> int:
        """The number of the entry with this id. Raises KeyError."""
        return self._numbers[game][name]

    def size(self, game: str) -> int:
        """How many entries a game has."""
        return len(self._rows[game])

    def language(self, text: str, fallback: str = "en") -> str:
        """The language of a text."""
        return detect(words_of(text), self.lexicons, fallback)

    def question(self, words: Sequence[str], game: str, lang: str, before: Sequence[str] = ()) -> list[Term]:
        """The terms of a question, and of the one before what it leaves unsaid: 'and the arena?' replaces a temple."""
        lexicon = self.lexicons[lang]
        question = lexicon.question_terms(words, game)
        asked = {kind_of(term.name) for term in question}
        return question + [
            replace(term, weight=term.weight * EARLIER)
            for term in lexicon.question_terms(before, game)
            if term.known and kind_of(term.name) not in asked
        ]

    def search(self, words: Sequence[str], game: str, lang: str, before: Sequence[str] = ()) -> Hit:
        """A game's entries for the words of a question in `lang`; `before`: the words of the one before it."""
        question = self.question(words, game, lang, before)
        index = self.indexes[game]
        terms = [(term.name, term.weight) for term in question]
        opinion = self.classifiers[game].opinion(terms)
        ranked = index.rank(question, lang, self.weights["ranking"], opinion.entries)
        if not ranked:
            return Hit(game, (), 0.0, NO_FIT)
        values = signs(question, ranked, index, lang, opinion.none)
        sure = confidence(values, self.weights["confidence"])
        fit = sum(weight * value for weight, value in zip(self.weights["game"], values, strict=True))
        return Hit(game, tuple(ranked[:8]), sure, fit, _asked(question))


def _asked(question: Sequence[Term]) -> frozenset[str]:
    """What a question that wants a yes or a no asks about: MAY or MUST (also with what else it names), or all it names."""
    names = {"MUST" if term.name == "NEED" else term.name for term in question}
    kinds = names & {"MAY", "MUST"}
    if len(kinds) == 1:
        kind = min(kinds)
        return frozenset((kind, *(f"{kind}_{name}" for name in names)))
    if kinds:
        return frozenset()
    return frozenset() if names & _OPEN else frozenset(names)


@lru_cache(maxsize=1)
def load(path: Path = INDEX) -> Rulebook:
    """The rulebook from its index file, read once."""
    document = read_packed(path)
    document["languages"] = Parts(LANGUAGES, lambda lang: path.with_name(language_file(lang)))
    return Rulebook(document, learned())


def learned() -> Parts:
    """What the games' classifiers have learned, each game's file read when first needed."""
    return Parts(GAMES, learned_file)


def learned_file(game: str) -> Path:
    """The file with a game's classifier."""
    return INDEX.with_name(f"learned_{game}.json.gz")


def language_file(lang: str) -> str:
    """The name of the file with a language's part of the index."""
    return f"index_{lang}.json.gz"


def read_packed(path: Path) -> Any:
    """A packed JSON file."""
    packed = path.read_bytes()
    # Nothing of what is read here is garbage, and looking for some takes a third of the time.
    collecting = gc.isenabled()
    gc.disable()
    try:
        return json.loads(gzip.decompress(packed))
    finally:
        if collecting:
            gc.enable()
