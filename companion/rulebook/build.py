"""Makes the index (`index*.json.gz`) from the entries and the word lists: `python -m companion.rulebook.build`.

With `--check` nothing is written; the exit code says whether the index is up to date.
"""

from __future__ import annotations

import gzip
import json
import math
import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.rulebook.book import INDEX, language_file, read_packed
from companion.rulebook.entries import GAMES, Entry, Topic, read_entries
from companion.rulebook.lexicon import Lexicon, lexicon_from
from companion.rulebook.ranking import weigh
from companion.rulebook.stems import stem
from companion.rulebook.words import LANGUAGES, NUMBERS, split_words

HERE = Path(__file__).parent
WEIGHTS = HERE / "weights.json"
FORMAT = "marble-rule-index/1"

#: BM25F: how much a word counts by the field where it stands, and saturation. Chosen on the tuning questions.
FIELD_WEIGHTS = {"title": 2.0, "ask": 1.0, "answer": 1.0, "detail": 0.5}
FIELD_B = {"title": 0.3, "ask": 0.5, "answer": 0.5, "detail": 0.5}
SATURATION = 1.4

Library = Mapping[str, tuple[Sequence[Topic], Sequence[Entry]]]


def read_library() -> Library:
    """Topics and entries of all games."""
    return {game: read_entries(game) for game in GAMES}


def word_lists() -> dict[str, Any]:
    """The word lists beside this module, as read."""
    return {
        name: tomllib.loads((HERE / f"{name}.toml").read_text(encoding="utf-8"))
        for name in ("thesaurus", "stopwords", "alien", "neutral", "turned")
    }


def concept_table(lang: str, game: str, thesaurus: Mapping[str, Any]) -> tuple[dict[str, str], list[Any]]:
    """Words (and stems, marked with ~) to concepts, and phrases as [first word, other words, concept]."""
    table: dict[str, str] = {}
    stems: dict[str, str] = {}
    phrases: list[Any] = []
    for section in ("all", game):
        for concept, words in thesaurus[section].items():
            for word in words.get(lang, "").split():
                parts = split_words(word.replace("_", " "))
                if len(parts) == 1:
                    table[parts[0]] = concept.upper()
                    stems["~" + stem(parts[0], lang)] = concept.upper()
                else:
                    phrases.append([parts[0], parts[1:], concept.upper()])
    phrases.sort(key=lambda phrase: (phrase[0], -len(phrase[1]), phrase[1]))
    return {**stems, **table}, phrases


def build_document(library: Library, weights: Mapping[str, Any]) -> dict[str, Any]:
    """The whole index as one JSON document; its `languages` go into files of their own."""
    lists = word_lists()
    raw_lexicons = {lang: _raw_lexicon(lang, library, lists) for lang in LANGUAGES}
    games: dict[str, Any] = {}
    languages: dict[str, dict[str, Any]] = {lang: {} for lang in LANGUAGES}
    for lang in LANGUAGES:
        lexicon = lexicon_from(lang, raw_lexicons[lang])
        for game in GAMES:
            entries = library[game][1]
            raw = games.setdefault(
                game,
                {
                    "entries": [_entry_row(entry) for entry in entries],
                    "own": _own(lists["thesaurus"], game),
                    "terms": {},
                },
            )
            languages[lang][game] = _index_language(entries, lexicon, game, raw["terms"])
    for raw in games.values():
        raw["terms"] = list(raw["terms"])
    return {
        "format": FORMAT,
        "games": games,
        "lexicons": raw_lexicons,
        "topics": [
            [topic.game, topic.id, list(topic.titles)] for game in GAMES for topic in library[game][0]
        ],
        "turned": _turned(lists["turned"], lists["thesaurus"], library),
        "weights": dict(weights),
        "languages": languages,
    }


def _turned(raw: Mapping[str, Any], thesaurus: Mapping[str, Any], library: Library) -> dict[str, Any]:
    """For each game the entries that are told otherwise when asked another way: concept to texts."""
    turned: dict[str, dict[str, Any]] = {game: {} for game in GAMES}
    for game, rows in raw.items():
        names = {entry.id for entry in library[game][1]}
        for name, forms in rows.items():
            if name not in names:  # a part of the library has fewer entries
                continue
            for concept, row in forms.items():
                # 'may_anywhere': asked with may, and 'anywhere' named too; 'may_2': and the number.
                parts = [part for part in concept.split("_") if not part.isdecimal()]
                if any(part not in thesaurus["all"] and part not in thesaurus[game] for part in parts):
                    raise ValueError(
                        f"turned.toml: {game}.{name}: {concept!r} is no concept of the thesaurus"
                    )
                texts = [row[lang] for lang in LANGUAGES]
                turned[game].setdefault(name, {})[concept.upper()] = texts
    return turned


def _own(thesaurus: Mapping[str, Any], game: str) -> list[str]:
    """The concepts that belong to a game alone."""
    return [concept.upper() for concept in thesaurus[game] if concept not in thesaurus["all"]]


def _raw_lexicon(lang: str, library: Library, lists: Mapping[str, Any]) -> dict[str, Any]:
    stopwords = sorted(set(split_words(lists["stopwords"][lang].replace("'", ""))))
    aliens = sorted(set(lists["alien"][lang].split()))
    neutral = sorted(set(lists["neutral"][lang].split()) - set(aliens))
    concepts: dict[str, dict[str, str]] = {}
    phrases: dict[str, list[Any]] = {}
    known: Counter[str] = Counter()
    used: dict[str, list[str]] = {}
    for game in GAMES:
        before = known.copy()
        concepts[game], phrases[game] = concept_table(lang, game, lists["thesaurus"])
        for entry in library[game][1]:
            wording = entry.wording(lang)
            for text in (wording.title, wording.answer, wording.detail, *wording.ask):
                known.update(word for word in split_words(text) if word.isalpha())
        own = Counter(known)
        own.subtract(before)
        used[game] = [word for word in aliens if own[word] > 0 or word in concepts[game]]
        known.update({word for word in concepts[game] if word.isalpha()})
        for first, rest, _ in phrases[game]:
            known.update({first, *rest})
    known.update(stopwords)
    known.update(NUMBERS[lang])
    stems = sorted({stem(word, lang) for word in known if len(word) > 3})
    return {
        "stopwords": stopwords,
        "aliens": aliens,
        "used_aliens": used,
        "neutral": neutral,
        "concepts": _in_common(concepts),
        "phrases": phrases,
        "known": dict(sorted((word, n) for word, n in known.items() if word.isalpha())),
        "stems": stems,
    }


def _in_common(tables: Mapping[str, Mapping[str, str]]) -> dict[str, dict[str, str]]:
    """The tables with what all of them say only once, under no name."""
    first, *others = tables.values()
    common = {word: name for word, name in first.items() if all(table.get(word) == name for table in others)}
    own = {game: {w: name for w, name in table.items() if w not in common} for game, table in tables.items()}
    return {"": common, **own}


def _entry_row(entry: Entry) -> list[Any]:
    source = [entry.source.rulebook, entry.source.section]
    return [entry.id, entry.topic, entry.kind, source, list(entry.related)]


def _index_language(
    entries: Sequence[Entry], lexicon: Lexicon, game: str, numbers: dict[str, int]
) -> dict[str, Any]:
    def ids(text: str) -> list[int]:
        found = lexicon.terms(split_words(text), game)
        return [numbers.setdefault(name, len(numbers)) for name in found]

    fields: dict[str, list[list[int]]] = {name: [] for name in FIELD_WEIGHTS}
    asks: list[list[list[int]]] = []
    for entry in entries:
        wording = entry.wording(lexicon.lang)
        phrasings = [ids(text) for text in wording.ask]
        asks.append([*phrasings, ids(wording.title)])
        fields["title"].append(ids(wording.title))
        fields["answer"].append(ids(wording.answer))
        fields["detail"].append(ids(wording.detail))
        fields["ask"].append([term for phrasing in phrasings for term in phrasing])
    impacts = _impacts(fields)
    names = list(numbers)

    def phrasing(terms: list[int]) -> list[int]:
        different = list(dict.fromkeys(terms))
        mass = sum(weigh(impacts["idf"][str(term)], names[term]) for term in different)
        return [max(1, round(1000 * mass)), *different]

    bodies = [
        sorted({*title, *answer}) for title, answer in zip(fields["title"], fields["answer"], strict=True)
    ]
    wordings = [entry.wording(lexicon.lang) for entry in entries]
    return {
        "asks": [[phrasing(row) for row in rows] for rows in asks],
        "answers": bodies,
        "texts": [[wording.title, wording.answer, wording.detail] for wording in wordings],
        **impacts,
    }


def _impacts(fields: Mapping[str, list[list[int]]]) -> dict[str, Any]:
    """BM25F: for each term its weight and [entry, impact, entry, impact ...] in thousandths."""
    count = len(fields["title"])
    mean = {name: sum(map(len, rows)) / max(1, count) or 1.0 for name, rows in fields.items()}
    frequency: defaultdict[int, dict[int, float]] = defaultdict(dict)
    for name, rows in fields.items():
        for entry, row in enumerate(rows):
            norm = 1 - FIELD_B[name] + FIELD_B[name] * len(row) / mean[name]
            for term, times in Counter(row).items():
                so_far = frequency[term].get(entry, 0.0)
                frequency[term][entry] = so_far + FIELD_WEIGHTS[name] * times / norm
    idf: dict[str, float] = {}
    impacts: dict[str, list[int]] = {}
    for term, by_entry in sorted(frequency.items()):
        weight = math.log(1 + (count - len(by_entry) + 0.5) / (len(by_entry) + 0.5))
        idf[str(term)] = round(weight, 3)
        listed: list[int] = []
        for entry, mass in sorted(by_entry.items()):
            listed += [entry, round(1000 * mass / (SATURATION + mass))]
        impacts[str(term)] = listed
    return {"idf": idf, "impacts": impacts}


def files_of(document: Mapping[str, Any]) -> dict[str, Any]:
    """What goes into which file: the languages apart from the rest."""
    rest = {key: value for key, value in document.items() if key != "languages"}
    parts = {language_file(lang): part for lang, part in document["languages"].items()}
    return {INDEX.name: rest, **parts}


def packed(document: Any) -> bytes:
    """A file's bytes; the same document always gives the same bytes."""
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    return gzip.compress(text.encode(), compresslevel=6, mtime=0)


def stale_files() -> list[str]:
    """The names of the index's files that do not say what the entries, word lists and weights say now."""
    weights = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    fresh = json.loads(json.dumps(files_of(build_document(read_library(), weights))))
    return [
        name
        for name, content in fresh.items()
        if not (HERE / name).exists() or read_packed(HERE / name) != content
    ]


def main(arguments: Sequence[str]) -> int:
    """Builds the index, or checks it. Returns the exit code."""
    if "--check" in arguments:
        return 1 if stale_files() else 0
    weights = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    for name, content in files_of(build_document(read_library(), weights)).items():
        (HERE / name).write_bytes(packed(content))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
