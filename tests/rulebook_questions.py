"""The benchmark of rules questions: reading it, its fixed split and its figures.

Two thirds are for tuning; the rest is set aside: nobody looks at its single results, only at its totals.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "questions"
GAMES = ("marble", "via_romana", "alea")
LANGUAGES = ("en", "de", "nl")


@dataclass(frozen=True, slots=True)
class Question:
    """A question with what a right answer says (every pattern of `facts`) and the entries that say it."""

    text: str
    lang: str
    about: str
    given: str | None
    facts: tuple[str, ...]
    rules: tuple[str, ...]
    status: str

    @property
    def covered(self) -> bool:
        """Whether the rules answer it."""
        return self.status == "answered"

    @property
    def set_aside(self) -> bool:
        """Whether it belongs to the third that nothing was tuned on."""
        return hashlib.sha256(self.text.encode()).digest()[0] % 3 == 0


def read_questions() -> tuple[Question, ...]:
    """All questions of the three games."""
    questions = []
    for game in GAMES:
        document = json.loads((FOLDER / f"{game}.json").read_text(encoding="utf-8"))
        for raw in document["questions"]:
            facts, rules = tuple(raw["fact"]), tuple(raw["rule"])
            questions.append(Question(raw["q"], raw["lang"], game, raw["game"], facts, rules, raw["status"]))
    return tuple(questions)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one answer was worth."""

    first: bool
    in_three: bool
    fact: bool
    refused: bool
    language: bool


def says(text: str, facts: Iterable[str]) -> bool:
    """Whether a text contains every fact."""
    return all(re.search(fact, text, re.IGNORECASE) for fact in facts)


def judge(question: Question, answer: dict[str, Any]) -> Outcome:
    """Compares an answer (`marble-answer/1`) with what was expected."""
    rules = [row["rule"] for row in answer["answers"]]
    texts = [row["text"] for row in answer["answers"]]
    right = [
        rule in question.rules and says(text, question.facts) for rule, text in zip(rules, texts, strict=True)
    ]
    return Outcome(
        first=bool(right[:1] == [True]),
        in_three=any(right[:3]),
        fact=bool(texts) and answer["covered"] and says(texts[0], question.facts),
        refused=not answer["covered"],
        language=True,
    )


def figures(questions: Iterable[Question], answer: Callable[[Question], dict[str, Any]]) -> dict[str, float]:
    """The benchmark's figures, each between 0 and 1."""
    covered: list[Outcome] = []
    uncovered: list[Outcome] = []
    by_lang: dict[str, list[Outcome]] = {lang: [] for lang in LANGUAGES}
    for question in questions:
        outcome = judge(question, answer(question))
        (covered if question.covered else uncovered).append(outcome)
        if question.covered:
            by_lang[question.lang].append(outcome)
    result = {
        "covered": float(len(covered)),
        "not_covered": float(len(uncovered)),
        "first": _share(o.first and not o.refused for o in covered),
        "in_three": _share(o.in_three for o in covered),
        "fact": _share(o.fact for o in covered),
        "wrongly_refused": _share(o.refused for o in covered),
        "refused": _share(o.refused for o in uncovered),
    }
    for lang, outcomes in by_lang.items():
        result[f"first_{lang}"] = _share(o.first and not o.refused for o in outcomes)
    return result


def _share(values: Iterable[bool]) -> float:
    collected = list(values)
    return sum(collected) / max(1, len(collected))


def main() -> None:
    """Prints the figures of both parts."""
    from companion.rulebook import run_ask

    for aside in (False, True):
        part = [question for question in read_questions() if question.set_aside is aside]
        rates = figures(part, lambda question: run_ask(question.text, question.given))
        print("set aside" if aside else "tuning", {name: round(rate, 3) for name, rate in rates.items()})


if __name__ == "__main__":
    main()
