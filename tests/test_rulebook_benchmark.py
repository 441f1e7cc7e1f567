"""The benchmark of rules questions, with the figures that the search must reach.

Questions in tests/questions were split once: two thirds for tuning, one third set aside.
Nothing was tuned on the latter.
"""

from __future__ import annotations

from typing import Any

import pytest
from rulebook_questions import GAMES, LANGUAGES, Question, figures, read_questions

from companion.rulebook import entry, run_ask

QUESTIONS = read_questions()


def _answer(question: Question) -> dict[str, Any]:
    return run_ask(question.text, question.given)


def test_the_benchmark_is_what_it_should_be() -> None:
    for game in GAMES:
        own = [question for question in QUESTIONS if question.about == game]
        assert len(own) >= 110
        shares = {lang: sum(q.lang == lang for q in own) / len(own) for lang in LANGUAGES}
        assert 0.5 < shares["en"] < 0.7
        assert min(shares["de"], shares["nl"]) > 0.15
        assert sum(not q.covered for q in own) / len(own) > 0.1
    assert len({(question.text, question.given) for question in QUESTIONS}) == len(QUESTIONS)
    aside = sum(question.set_aside for question in QUESTIONS)
    assert 0.27 < aside / len(QUESTIONS) < 0.4


def test_questions_name_real_rules_that_say_the_fact() -> None:
    for question in QUESTIONS:
        kinds = {entry(question.about, rule).kind for rule in question.rules}
        if question.covered:
            assert kinds and "silent" not in kinds, question.text
        if question.status == "silent":
            assert kinds == {"silent"}, question.text


@pytest.fixture(scope="module")
def tuning() -> dict[str, float]:
    return figures((q for q in QUESTIONS if not q.set_aside), _answer)


@pytest.fixture(scope="module")
def set_aside() -> dict[str, float]:
    return figures((q for q in QUESTIONS if q.set_aside), _answer)


def test_tuning_part(tuning: dict[str, float]) -> None:
    assert tuning["first"] >= 0.95
    assert tuning["in_three"] >= 0.98
    assert tuning["fact"] >= 0.96
    assert tuning["wrongly_refused"] <= 0.03
    assert tuning["refused"] >= 0.9


def test_set_aside_part(set_aside: dict[str, float]) -> None:
    assert set_aside["first"] >= 0.92
    assert set_aside["in_three"] >= 0.98
    assert set_aside["fact"] >= 0.95
    assert set_aside["wrongly_refused"] <= 0.03
    assert set_aside["refused"] >= 0.9


def test_no_language_is_left_behind(set_aside: dict[str, float]) -> None:
    by_language = [set_aside[f"first_{lang}"] for lang in LANGUAGES]
    assert max(by_language) - min(by_language) <= 0.05
