"""The rule entries are complete in three languages, and the index says what they say."""

from __future__ import annotations

import json
import re

import pytest

from companion.rulebook import GAMES, LANGUAGES, entries_of, entry, load, topics
from companion.rulebook.book import learned_file, read_packed
from companion.rulebook.build import HERE, _turned, build_document, read_library, stale_files, word_lists
from companion.rulebook.entries import KINDS, Entry, entry_from, read_entries
from companion.rulebook.learned import NONE

LEAST = {"marble": 80, "via_romana": 50, "alea": 60}
ENTRIES = [one for game in GAMES for one in read_entries(game)[1]]


@pytest.mark.parametrize("game", GAMES)
def test_enough_entries(game: str) -> None:
    assert len(read_entries(game)[1]) >= LEAST[game]


@pytest.mark.parametrize("one", ENTRIES, ids=lambda one: f"{one.game}/{one.id}")
def test_entry_is_complete(one: Entry) -> None:
    names = {other.id for other in ENTRIES if other.game == one.game}
    headings = {topic.id for topic in read_entries(one.game)[0]}
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", one.id)
    assert one.kind in KINDS
    assert one.topic in headings
    assert one.source.rulebook and one.source.section
    assert set(one.related) <= names - {one.id}
    for lang in LANGUAGES:
        wording = one.wording(lang)
        for text in (wording.title, wording.answer, wording.detail):
            assert text.strip() == text and text
        assert wording.answer[-1] in ".!?"
        assert len(wording.ask) >= 5
        assert len({phrase.casefold() for phrase in wording.ask}) == len(wording.ask)


@pytest.mark.parametrize("game", GAMES)
def test_every_topic_is_named_and_used(game: str) -> None:
    found = read_entries(game)[0]
    assert [topic.id for topic in found] == [topic.id for topic in topics(game)]
    for topic in found:
        assert all(topic.title(lang) for lang in LANGUAGES)
        assert entries_of(game, topic.id)


def test_languages_say_different_things() -> None:
    for one in ENTRIES:
        answers = {one.wording(lang).answer for lang in LANGUAGES}
        assert len(answers) == len(LANGUAGES), one.id


def test_index_is_up_to_date() -> None:
    assert stale_files() == [], "run: python -m companion.rulebook.build"


def test_classifier_knows_every_entry() -> None:
    learned = {game: read_packed(learned_file(game)) for game in GAMES}
    for game in GAMES:
        names = {one.id for one in ENTRIES if one.game == game}
        assert set(learned[game]["entries"]) == names | {NONE}, "run: python docs/tools/train_rulebook.py"


def test_building_twice_gives_the_same() -> None:
    weights = json.loads((HERE / "weights.json").read_text(encoding="utf-8"))
    library = read_library()
    assert json.dumps(build_document(library, weights)) == json.dumps(build_document(library, weights))


def test_loaded_entries_are_the_written_ones() -> None:
    for game in GAMES:
        for written, loaded in zip(read_entries(game)[1], entries_of(game), strict=True):
            assert (written.id, written.kind, written.source) == (loaded.id, loaded.kind, loaded.source)
            for lang in LANGUAGES:
                assert written.wording(lang).text == loaded.wording(lang).text
    assert entry("marble", "aqueduct-no-branch").topic == "aqueducts"
    with pytest.raises(KeyError):
        entry("marble", "no-such-rule")
    with pytest.raises(ValueError, match="catan"):
        entries_of("catan")


def test_answers_the_other_way_belong_to_entries() -> None:
    for game, rows in word_lists()["turned"].items():
        names = {one.id for one in ENTRIES if one.game == game}
        for name, forms in rows.items():
            assert name in names
            for row in forms.values():
                assert set(row) == set(LANGUAGES)
                assert len(set(row.values())) == len(LANGUAGES)


def test_an_answer_for_no_concept_is_refused() -> None:
    library = read_library()
    lists = word_lists()
    rows = {"marble": {"goal": {"sing": dict.fromkeys(LANGUAGES, "La.")}}}
    with pytest.raises(ValueError, match="'sing' is no concept"):
        _turned(rows, lists["thesaurus"], library)


def test_thesaurus_words_are_folded() -> None:
    for section in word_lists()["thesaurus"].values():
        for concept, words in section.items():
            assert set(words) <= set(LANGUAGES)
            for text in words.values():
                assert text == text.lower(), concept


def test_bad_entries_are_refused() -> None:
    raw = json.loads((HERE / "entries" / "alea.json").read_text(encoding="utf-8"))["entries"][0]
    assert entry_from("alea", raw, "alea.json").id == raw["id"]
    with pytest.raises(ValueError, match="lacks 'kind'"):
        entry_from("alea", {key: value for key, value in raw.items() if key != "kind"}, "alea.json")
    with pytest.raises(ValueError, match="unknown kind 'guess'"):
        entry_from("alea", {**raw, "kind": "guess"}, "alea.json")


def test_loading_reads_a_language_only_when_needed() -> None:
    load.cache_clear()
    book = load()
    assert book._languages._read == {}  # type: ignore[attr-defined]
    book.search(["coins"], "marble", "nl")
    assert set(book._languages._read) == {"nl"}  # type: ignore[attr-defined]
