"""An answer as the app and the command line show it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.rulebook.entries import Source

FORMAT = "marble-answer/1"
ANSWERED, SILENT, REFUSED = "answered", "silent", "refused"


@dataclass(frozen=True, slots=True)
class Found:
    """One rule that answers, in the language asked for. `score`: how sure, between 0 and 1."""

    game: str
    rule: str
    title: str
    text: str
    source: Source
    score: float
    related: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """A row of `marble-answer/1`."""
        return {
            "rule": self.rule,
            "title": self.title,
            "text": self.text,
            "source": {"rulebook": self.source.rulebook, "section": self.source.section},
            "score": round(self.score, 3),
        }


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a question. With `refused` the rules in `answers` are only the nearest ones."""

    question: str
    status: str
    lang: str
    game: str | None
    answers: tuple[Found, ...]
    follow_up: bool = False

    @property
    def covered(self) -> bool:
        """Whether the rules answer the question."""
        return self.status == ANSWERED

    def as_json(self) -> dict[str, Any]:
        """The document `marble-answer/1`."""
        return {
            "format": FORMAT,
            "covered": self.covered,
            "status": self.status,
            "answers": [found.as_json() for found in self.answers],
        }


_PHRASES = {
    "en": {
        "silent": "The rulebook does not say.",
        "refused": "Not covered: no rule of these games answers that.",
        "nearest": "The nearest rules:",
        "also": "See also:",
        "source": "Source:",
    },
    "de": {
        "silent": "Die Spielregel sagt das nicht.",
        "refused": "Nicht geregelt: Keine Regel dieser Spiele beantwortet das.",
        "nearest": "Die nächsten Regeln:",
        "also": "Siehe auch:",
        "source": "Quelle:",
    },
    "nl": {
        "silent": "De spelregels zeggen het niet.",
        "refused": "Niet geregeld: geen regel van deze spellen beantwoordt dat.",
        "nearest": "De dichtstbijzijnde regels:",
        "also": "Zie ook:",
        "source": "Bron:",
    },
}


def for_people(answer: Answer, lang: str | None = None) -> str:
    """The answer as lines of text, in its own language unless another is given for the words around it."""
    phrases = _PHRASES.get(lang or answer.lang, _PHRASES["en"])
    if answer.status == REFUSED:
        lines = [phrases["refused"]]
        if answer.answers:
            lines.append(phrases["nearest"])
            lines += [f"  - {found.title}" for found in answer.answers]
        return "\n".join(lines)
    first, *others = answer.answers
    lines = [first.title, ""]
    if answer.status == SILENT:
        lines.append(phrases["silent"])
    lines += [first.text, "", f"{phrases['source']} {first.source.rulebook}, {first.source.section}"]
    if others:
        lines.append(f"{phrases['also']} " + "; ".join(found.title for found in others))
    return "\n".join(lines)
