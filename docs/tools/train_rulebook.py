"""Trains what the rules' search has learned: `python docs/tools/train_rulebook.py [--classifier|--further]`.

Three steps: a classifier from the entries' own phrasings; from questions that it has not seen, the weights of the ranking
and of the confidence; the classifier once more, with those questions too. Writes `learned_*.json.gz`, `weights.json` and the
index. The set-aside part of the benchmark in tests/questions is never read. With --classifier only the third step is
done and the weights stay as they are; with --further the classifier goes on from what it has learned, in few steps. Both are
enough after some new phrasings.
"""

from __future__ import annotations

import base64
import gzip
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from rulebook_questions import read_questions  # noqa: E402

from companion.rulebook import build  # noqa: E402
from companion.rulebook.book import Rulebook, learned_file, read_packed  # noqa: E402
from companion.rulebook.confidence import SIGNS, signs  # noqa: E402
from companion.rulebook.entries import GAMES, Entry  # noqa: E402
from companion.rulebook.learned import NONE, evidence  # noqa: E402
from companion.rulebook.lexicon import without_names, words_of  # noqa: E402
from companion.rulebook.ranking import FEATURES  # noqa: E402
from companion.rulebook.words import LANGUAGES  # noqa: E402

TRAINING = Path(__file__).with_name("rulebook_training.json")
TEXT_WEIGHTS = {"ask": 1.0, "title": 1.0, "answer": 0.5, "detail": 0.2}
DECAY = 5e-5
STEPS = 140
#: Going on from known weights takes fewer and smaller steps, small ones above all where little is new.
FURTHER_STEPS = 24
FURTHER_PACE = 0.15
FURTHER_FLOOR = 0.05
RANK_DECAY = 3e-3
CONFIDENCE_DECAY = 0.02
NOT_COVERED_WEIGHT = 2.0
NONE_WEIGHT = 1.0
FOLD = 8
#: How many entries of a sparse matrix are worked on at a time.
CHUNK = 1500
#: What a phrasing that was left out weighs against a question written for training.
PHRASING_WEIGHT = 0.2


@dataclass(frozen=True)
class Asked:
    """A training question; `rules` is empty where nothing covers it."""

    text: str
    lang: str
    about: str
    given: str | None
    rules: tuple[str, ...]
    source: str


def without_some_asks(library: build.Library) -> tuple[build.Library, list[Asked]]:
    """The entries without every eighth phrasing, and those phrasings as questions."""
    kept: dict[str, Any] = {}
    dropped: list[Asked] = []
    for game, (topics, entries) in library.items():
        thinned = []
        for entry in entries:
            wordings = []
            for lang, wording in zip(LANGUAGES, entry.wordings, strict=True):
                asks = enumerate(wording.ask)
                dropped += [
                    Asked(text, lang, game, game, (entry.id,), "phrasing")
                    for n, text in asks
                    if n % FOLD == 3
                ]
                rest = tuple(text for n, text in enumerate(wording.ask) if n % FOLD != 3)
                wordings.append(replace(wording, ask=rest))
            thinned.append(replace(entry, wordings=tuple(wordings)))
        kept[game] = (topics, thinned)
    return kept, dropped


def training_questions() -> list[Asked]:
    """The questions written for training, and the benchmark's tuning part."""
    document = json.loads(TRAINING.read_text(encoding="utf-8"))
    asked = [
        Asked(row["q"], row["lang"], row["game"], row["game"], tuple(row["rule"]), "training")
        for row in document["covered"]
    ]
    asked += [
        Asked(row["q"], row["lang"], row["game"] or "marble", row["game"], (), "training")
        for row in document["not_covered"]
    ]
    for question in read_questions():
        if not question.set_aside:
            # A silent topic is found like a rule: left out, the ranking would learn to prefer rules.
            rules = question.rules if question.status != "refused" else ()
            asked.append(Asked(question.text, question.lang, question.about, question.given, rules, "tuning"))
    return asked


def terms_of(book: Rulebook, text: str, lang: str, game: str) -> list[tuple[str, float]]:
    """A question's terms as the search sees them."""
    words, _ = without_names(words_of(text))
    return [(term.name, term.weight) for term in book.lexicons[lang].question_terms(words, game)]


class Sparse:
    """A sparse matrix of evidence (rows: texts), enough for training."""

    def __init__(
        self, texts: Sequence[Mapping[str, float]], terms: Mapping[str, int], idf: np.ndarray
    ) -> None:
        rows, columns, values = [], [], []
        for number, text in enumerate(texts):
            row = [(terms[name], value * idf[terms[name]]) for name, value in text.items() if name in terms]
            length = sum(value * value for _, value in row) ** 0.5 or 1.0
            for column, value in row:
                rows.append(number)
                columns.append(column)
                values.append(value / length)
        self.count, self.width = len(texts), len(terms)
        self.rows, self.columns = np.array(rows), np.array(columns)
        self.values = np.array(values, np.float32)[:, None]
        self.order = np.argsort(self.columns, kind="stable")
        self.row_starts = np.flatnonzero(np.r_[True, np.diff(self.rows) > 0])
        in_order = self.columns[self.order]
        self.column_starts = np.flatnonzero(np.r_[True, np.diff(in_order) > 0])

    def times(self, matrix: np.ndarray) -> np.ndarray:
        result = np.zeros((self.count, matrix.shape[1]), np.float32)
        _add_up(self.columns, self.values, self.row_starts, matrix, result, self.rows[self.row_starts])
        return result

    def transposed_times(self, matrix: np.ndarray) -> np.ndarray:
        result = np.zeros((self.width, matrix.shape[1]), np.float32)
        order = self.order
        into = self.columns[order][self.column_starts]
        _add_up(self.rows[order], self.values[order], self.column_starts, matrix, result, into)
        return result


def _add_up(
    places: np.ndarray,
    values: np.ndarray,
    starts: np.ndarray,
    matrix: np.ndarray,
    result: np.ndarray,
    into: np.ndarray,
) -> None:
    """Writes each group's weighted sum of the matrix's rows; some groups at a time, so that they fit the cache."""
    bounds = np.r_[starts, len(places)]
    first = 0
    while first < len(starts):
        last = max(first + 1, int(np.searchsorted(bounds, bounds[first] + CHUNK)) - 1)
        part = slice(bounds[first], bounds[last])
        rows = matrix[places[part]] * values[part]
        result[into[first:last]] = np.add.reduceat(rows, starts[first:last] - bounds[first], axis=0)
        first = last


def train_classifier(
    book: Rulebook,
    game: str,
    entries: Sequence[Entry],
    extra: Sequence[Asked],
    before: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The classifier of a game from its entries and further questions; `before`: the one to go on from."""
    numbers = {entry.id: number for number, entry in enumerate(entries)}
    texts: list[Mapping[str, float]] = []
    labels: list[int] = []
    worth: list[float] = []

    def add(text: str, lang: str, label: int, weight: float) -> None:
        texts.append(evidence(terms_of(book, text, lang, game)))
        labels.append(label)
        worth.append(weight)

    for label, entry in enumerate(entries):
        for lang in LANGUAGES:
            wording = entry.wording(lang)
            for field, weight in TEXT_WEIGHTS.items():
                value = getattr(wording, field)
                for text in (value,) if isinstance(value, str) else value:
                    add(text, lang, label, weight)
    for asked in extra:
        if not asked.rules and asked.given in (game, None):
            add(asked.text, asked.lang, len(entries), NONE_WEIGHT)
        if asked.about == game and asked.rules:
            for rule in asked.rules:
                add(asked.text, asked.lang, numbers[rule], 1.0 / len(asked.rules))
    names = [*(entry.id for entry in entries), NONE]
    return _fit_classifier(texts, np.array(labels), np.array(worth, np.float32), names, before)


def _fit_classifier(
    texts: Sequence[Mapping[str, float]],
    labels: np.ndarray,
    worth: np.ndarray,
    entries: list[str],
    before: Mapping[str, Any] | None,
) -> dict[str, Any]:
    frequency: dict[str, int] = {}
    for text in texts:
        for name in text:
            frequency[name] = frequency.get(name, 0) + 1
    names = [name for name, times in sorted(frequency.items()) if "+" not in name or times > 2]
    terms = {name: number for number, name in enumerate(names)}
    idf = np.sqrt(np.log(1 + len(texts) / np.array([frequency[name] for name in names])))
    matrix = Sparse(texts, terms, idf)
    target = np.zeros((len(texts), len(entries)), np.float32)
    target[np.arange(len(texts)), labels] = 1
    seen = np.maximum(1.0, np.bincount(labels, weights=worth, minlength=len(entries)))
    worth = (worth * np.sqrt(seen.mean() / seen)[labels]).astype(np.float32)[:, None]
    weights = known_weights(names, entries, before)
    momentum, squares = np.zeros_like(weights), np.zeros_like(weights)
    steps, floor = (STEPS, 1e-7) if before is None else (FURTHER_STEPS, 0.0)
    for step in range(1, steps + 1):
        chance = _softmax(matrix.times(weights))
        slope = matrix.transposed_times((chance - target) * worth) / worth.sum() + DECAY * weights
        floor = floor or FURTHER_FLOOR * float(np.abs(slope).max())
        momentum = 0.9 * momentum + 0.1 * slope
        squares = 0.99 * squares + 0.01 * slope * slope
        pace = np.sqrt(squares / (1 - 0.99**step)) + floor
        rate = 0.15 if before is None else FURTHER_PACE * (1 - (step - 1) / steps)
        weights -= rate * (momentum / (1 - 0.9**step)) / pace
    scale = float(np.abs(weights).max()) / 127
    return {
        "entries": entries,
        "terms": names,
        "idf": [round(float(value), 3) for value in idf],
        "scale": round(scale, 6),
        "weights": base64.b64encode(np.rint(weights / scale).astype(np.int8).tobytes()).decode(),
    }


def known_weights(
    names: Sequence[str], entries: Sequence[str], before: Mapping[str, Any] | None
) -> np.ndarray:
    """Where training begins: zero, or the weights of the classifier before for all terms and entries that it knew."""
    weights = np.zeros((len(names), len(entries)), np.float32)
    if before is None:
        return weights
    old = np.frombuffer(base64.b64decode(before["weights"]), np.int8).astype(np.float32) * before["scale"]
    old = old.reshape(len(before["terms"]), len(before["entries"]))
    rows = {name: number for number, name in enumerate(before["terms"])}
    columns = {name: number for number, name in enumerate(before["entries"])}
    kept = [number for number, name in enumerate(names) if name in rows]
    there = [number for number, name in enumerate(entries) if name in columns]
    found = old[np.ix_([rows[names[n]] for n in kept], [columns[entries[n]] for n in there])]
    weights[np.ix_(kept, there)] = found
    return weights


def _softmax(scores: np.ndarray) -> np.ndarray:
    shifted = np.exp(scores - scores.max(axis=1, keepdims=True))
    return shifted / shifted.sum(axis=1, keepdims=True)


def fit_ranking(book: Rulebook, questions: Sequence[Asked]) -> list[float]:
    """The ranking's weights: softmax over the candidates of each question."""
    flat = [0.0] * (len(FEATURES) - 1) + [1.0]
    rows: list[tuple[np.ndarray, list[int], float]] = []
    for asked in questions:
        if not asked.rules:
            continue
        words, _ = without_names(words_of(asked.text))
        terms = book.lexicons[asked.lang].question_terms(words, asked.about)
        opinion = book.classifiers[asked.about].opinion([(t.name, t.weight) for t in terms])
        ranked = book.indexes[asked.about].rank(terms, asked.lang, flat, opinion.entries)
        wanted = {book.number(asked.about, rule) for rule in asked.rules}
        right = [place for place, row in enumerate(ranked) if row.entry in wanted]
        if right:
            worth = PHRASING_WEIGHT if asked.source == "phrasing" else 1.0
            rows.append((np.array([row.features for row in ranked]), right, worth))
    total = sum(worth for *_, worth in rows)
    weights = np.zeros(len(FEATURES))
    weights[-1] = 1.0
    momentum, squares = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, 251):
        slope = RANK_DECAY * weights
        for features, right, worth in rows:
            chance = _softmax((features @ weights)[None, :])[0]
            target = np.zeros_like(chance)
            target[right] = chance[right] / chance[right].sum()
            slope = slope + worth * (features.T @ (chance - target)) / total
        momentum = 0.9 * momentum + 0.1 * slope
        squares = 0.99 * squares + 0.01 * slope * slope
        weights -= 0.1 * (momentum / (1 - 0.9**step)) / (np.sqrt(squares / (1 - 0.99**step)) + 1e-8)
    return [round(float(value), 3) for value in weights]


def fit_confidence(book: Rulebook, questions: Sequence[Asked]) -> list[float]:
    """The confidence's weights: covered or not. Silent entries refuse by themselves and are left out."""
    values, labels, worth = [], [], []
    for asked in questions:
        row = best_signs(book, asked)
        if row is None:
            continue
        found, silent = row
        if not asked.rules and silent:
            continue
        part = PHRASING_WEIGHT if asked.source == "phrasing" else 1.0
        values.append(found)
        labels.append(1.0 if asked.rules else 0.0)
        worth.append(part if asked.rules else NOT_COVERED_WEIGHT)
    matrix, label, weight = np.array(values), np.array(labels), np.array(worth)
    mean, spread = matrix.mean(axis=0), matrix.std(axis=0) + 1e-9
    mean[0], spread[0] = 0.0, 1.0
    scaled = (matrix - mean) / spread
    fitted = np.zeros(len(SIGNS))
    free = np.arange(len(SIGNS)) > 0
    for _ in range(60):
        chance = 1 / (1 + np.exp(-scaled @ fitted))
        slope = scaled.T @ (weight * (chance - label)) / weight.sum() + CONFIDENCE_DECAY * fitted * free
        curve = (scaled * (weight * chance * (1 - chance))[:, None]).T @ scaled / weight.sum()
        fitted -= np.linalg.solve(curve + CONFIDENCE_DECAY * np.eye(len(SIGNS)), slope)
    result = fitted / spread
    result[0] = fitted[0] - (fitted * mean / spread)[1:].sum()
    return [round(float(value), 4) for value in result]


def fit_game(book: Rulebook, questions: Sequence[Asked]) -> list[float]:
    """The weights by which a game is guessed: softmax over the games, from the signs of each game's best entry."""
    rows: list[tuple[np.ndarray, int, float]] = []
    for asked in questions:
        if not asked.rules:
            continue
        words, _ = without_names(words_of(asked.text))
        found = [game_signs(book, words, asked.lang, game) for game in GAMES]
        values = np.array([row[0] if row else [-9.0] * len(SIGNS) for row in found])
        part = PHRASING_WEIGHT if asked.source == "phrasing" else 1.0
        rows.append((values, GAMES.index(asked.about), part))
    features = np.array([row[0] for row in rows])
    right = np.array([row[1] for row in rows])
    worth = np.array([row[2] for row in rows])[:, None]
    target = np.eye(len(GAMES))[right]
    weights = np.zeros(len(SIGNS))
    momentum, squares = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, 401):
        chance = _softmax(features @ weights)
        slope = np.einsum("qg,qgs->s", (chance - target) * worth, features) / worth.sum() + 1e-3 * weights
        momentum = 0.9 * momentum + 0.1 * slope
        squares = 0.99 * squares + 0.01 * slope * slope
        weights -= 0.05 * (momentum / (1 - 0.9**step)) / (np.sqrt(squares / (1 - 0.99**step)) + 1e-8)
    weights[0] = 0.0
    return [round(float(value), 4) for value in weights]


def game_signs(book: Rulebook, words: Sequence[str], lang: str, game: str) -> tuple[list[float], bool] | None:
    """The signs of a game's best entry, and whether that entry is a silent one."""
    terms = book.lexicons[lang].question_terms(words, game)
    opinion = book.classifiers[game].opinion([(term.name, term.weight) for term in terms])
    ranked = book.indexes[game].rank(terms, lang, book.weights["ranking"], opinion.entries)
    if not ranked:
        return None
    found = signs(terms, ranked, book.indexes[game], lang, opinion.none)
    return found, ranked[0].entry in book.indexes[game].silent


def best_signs(book: Rulebook, asked: Asked) -> tuple[list[float], bool] | None:
    """The signs of the best game's best entry, and whether that entry is a silent one."""
    words, named = without_names(words_of(asked.text))
    given = asked.given or named
    best: tuple[float, list[float], bool] | None = None
    for game in (given,) if given else GAMES:
        row = game_signs(book, words, asked.lang, game)
        if row is None:
            continue
        fit = sum(weight * value for weight, value in zip(book.weights["game"], row[0], strict=True))
        if best is None or fit > best[0]:
            best = (fit, *row)
    return None if best is None else best[1:]


def blank_weights() -> dict[str, Any]:
    """Weights that prefer nothing."""
    zero = [0.0] * len(SIGNS)
    return {"ranking": [0.0] * len(FEATURES), "game": zero, "confidence": zero}


def blank_classifiers() -> dict[str, Any]:
    """Classifiers that know nothing, to load a rulebook before there are any."""
    return {game: {"entries": ["-"], "terms": [], "idf": [], "scale": 1.0, "weights": ""} for game in GAMES}


def known_classifiers() -> dict[str, Any]:
    """The classifiers as they were learned last."""
    return {game: read_packed(learned_file(game)) for game in GAMES}


def as_read(document: Mapping[str, Any]) -> dict[str, Any]:
    """The document as it comes back from its file."""
    result: dict[str, Any] = json.loads(json.dumps(document))
    return result


def train_classifiers(
    library: build.Library, extra: Sequence[Asked], before: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """The classifiers of all games."""
    blank = Rulebook(as_read(build.build_document(library, blank_weights())), blank_classifiers())
    return {
        game: train_classifier(blank, game, library[game][1], extra, before and before[game])
        for game in GAMES
    }


def main(arguments: Sequence[str]) -> None:
    """Trains and writes everything, or only the classifier."""
    questions = training_questions()
    library = build.read_library()
    weights = json.loads(build.WEIGHTS.read_text(encoding="utf-8"))
    further = "--further" in arguments
    if "--classifier" not in arguments and not further:
        weights = fit_weights(library, questions)
        build.WEIGHTS.write_text(json.dumps(weights, indent=1) + "\n", encoding="utf-8")
    trained = [asked for asked in questions if asked.source == "training"]
    learned = train_classifiers(library, trained, known_classifiers() if further else None)
    for game, classifier in learned.items():
        packed = json.dumps(classifier, separators=(",", ":")).encode()
        learned_file(game).write_bytes(gzip.compress(packed, compresslevel=6, mtime=0))
    build.main([])
    for name, names in (("ranking", FEATURES), ("game", SIGNS), ("confidence", SIGNS)):
        print(name, dict(zip(names, weights[name], strict=True)))


def fit_weights(library: build.Library, questions: Sequence[Asked]) -> dict[str, Any]:
    """The weights of the ranking, of the guess at a game and of the confidence, from questions not seen before."""
    thinned, phrasings = without_some_asks(library)
    document = as_read(build.build_document(thinned, blank_weights()))
    strangers = [asked for asked in questions if not asked.rules and asked.source == "training"]
    learned = train_classifiers(thinned, strangers[::2])
    unseen = [asked for asked in [*questions, *phrasings] if asked not in strangers[::2]]
    weights: dict[str, Any] = document["weights"]
    weights["ranking"] = fit_ranking(Rulebook(document, learned), unseen)
    weights["game"] = fit_game(Rulebook(document, learned), unseen)
    weights["confidence"] = fit_confidence(Rulebook(document, learned), unseen)
    return weights


if __name__ == "__main__":
    main(sys.argv[1:])
