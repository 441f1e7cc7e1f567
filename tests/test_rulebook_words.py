"""Words: folding, stems, compounds, spelling, language."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rulebook import LANGUAGES, load
from companion.rulebook.lexicon import without_names, words_of
from companion.rulebook.spelling import typo_distance
from companion.rulebook.stems import stem
from companion.rulebook.words import digits, fold, split_words


def test_fold() -> None:
    assert fold("Aquädukt GRÖSSE Straße één") == "aquadukt grosse strasse een"


def test_split_words_keeps_numbers_and_drops_apostrophes() -> None:
    assert split_words("Can't I've 3-4, z'n!") == ["cant", "ive", "3", "4", "zn"]


@pytest.mark.parametrize(
    ("lang", "forms"),
    [
        ("en", ("place", "places", "placed", "placing")),
        ("en", ("city", "cities")),
        ("en", ("draw", "draws", "drawing")),
        ("de", ("bauen", "baut", "gebaut", "baue")),
        ("de", ("legen", "legt", "gelegt", "gelegtes")),
        ("de", ("werten", "gewertet", "gewerteten")),
        ("nl", ("bouwen", "bouwt", "gebouwd")),
        ("nl", ("leggen", "legt", "gelegd", "gelegde")),
        ("nl", ("tegel", "tegels")),
    ],
)
def test_forms_of_a_word_share_a_stem(lang: str, forms: tuple[str, ...]) -> None:
    assert len({stem(form, lang) for form in forms}) == 1


@pytest.mark.parametrize(
    ("lang", "word", "number"),
    [
        ("en", "twelve", "12"),
        ("de", "funf", "5"),
        ("nl", "zeven", "7"),
        ("nl", "een", "een"),
        ("en", "tile", "tile"),
    ],
)
def test_number_words(lang: str, word: str, number: str) -> None:
    assert digits(word, lang) == number


@pytest.mark.parametrize(
    ("lang", "game", "word", "terms"),
    [
        ("en", "marble", "meeple", ["MAGISTRATE"]),
        ("de", "marble", "Beamter", ["MAGISTRATE"]),
        ("nl", "marble", "poppetje", ["MAGISTRATE"]),
        ("de", "marble", "Brunnenvorrat", ["FOUNTAIN", "SUPPLY"]),
        ("nl", "marble", "fonteinvoorraad", ["FOUNTAIN", "SUPPLY"]),
        ("de", "alea", "Würfel", ["DICE"]),
        ("de", "via_romana", "weiterbauen", ["BUILD"]),
        ("en", "via_romana", "how many", ["HOWMANY"]),
    ],
)
def test_words_become_concepts(lang: str, game: str, word: str, terms: list[str]) -> None:
    assert load().lexicons[lang].terms(split_words(word), game) == terms


@pytest.mark.parametrize(
    ("lang", "typed", "meant"),
    [
        ("en", "aquaeduct", "aqueduct"),
        ("en", "magstrate", "magistrate"),
        ("en", "teh", "the"),
        ("en", "fountian", "fountain"),
        ("de", "Aquaedukt", "aquadukt"),
        ("de", "Bruecke", "brucke"),
        ("nl", "magistraaat", "magistraat"),
        ("nl", "dobblesteen", "dobbelsteen"),
    ],
)
def test_typos(lang: str, typed: str, meant: str) -> None:
    assert load().lexicons[lang].corrected(fold(typed))[0][0] == meant


def test_real_words_are_not_taken_for_typos() -> None:
    lexicon = load().lexicons["en"]
    for word in ("wheat", "toll", "horses", "castling"):
        assert [right for right, _ in lexicon.corrected(word)] == [word]


def test_words_run_together_are_parted() -> None:
    assert [right for right, _ in load().lexicons["en"].corrected("eachother")] == ["each", "other"]


def test_typo_distance() -> None:
    assert typo_distance("tile", "tile", 2) == 0
    assert typo_distance("tiel", "tile", 2) == pytest.approx(0.6)
    assert typo_distance("tiile", "tile", 2) == pytest.approx(0.6)
    assert typo_distance("tale", "tile", 2) == 1
    assert typo_distance("fountain", "tile", 2) > 2


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("who starts", "en"),
        ("wie begint", "nl"),
        ("wer beginnt", "de"),
        ("wie viele Karten", "de"),
        ("hoeveel kaarten", "nl"),
        ("handkartenlimit?", "de"),
        ("points for a temple", "en"),
        ("mag dat", "nl"),
        ("darf man das", "de"),
    ],
)
def test_language(text: str, lang: str) -> None:
    assert load().language(text) == lang


def test_language_falls_back() -> None:
    assert load().language("???", "nl") == "nl"


def test_names_of_games_are_taken_out() -> None:
    assert without_names(words_of("who starts in Via Romana?")) == (["who", "starts", "in"], "via_romana")
    assert without_names(words_of("rome city of marble coins")) == (["coins"], "marble")
    assert without_names(words_of("alea iacta est")) == (["alea", "iacta", "est"], "alea")


@given(st.text(max_size=60), st.sampled_from(LANGUAGES))
def test_stems_take_any_word(text: str, lang: str) -> None:
    for word in split_words(text):
        assert stem(word, lang)
