"""Sentences about players in three languages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.rulebook.situations.scene import ME, OTHER

_NAMES = {
    "en": {ME: "you", "she": "she", "he": "he", OTHER: "the other player", "you": "the other player"},
    "de": {ME: "du", "she": "sie", "he": "er", OTHER: "die andere Person", "you": "die andere Person"},
    "nl": {ME: "jij", "she": "zij", "he": "hij", OTHER: "de andere speler", "you": "de andere speler"},
}
_VERBS = {
    "build": {"en": ("build", "builds"), "de": ("baust", "baut"), "nl": ("bouwt", "bouwt")},
    "win": {"en": ("win", "wins"), "de": ("gewinnst", "gewinnt"), "nl": ("wint", "wint")},
    "get": {"en": ("get", "gets"), "de": ("bekommst", "bekommt"), "nl": ("krijgt", "krijgt")},
    "choose": {
        "en": ("choose first", "chooses first"),
        "de": ("wählst zuerst", "wählt zuerst"),
        "nl": ("kiest als eerste", "kiest als eerste"),
    },
}
_AND = {"en": "and", "de": "und", "nl": "en"}
COLOURS: Mapping[str, Mapping[str, str]] = {
    "en": {name: name for name in ("red", "yellow", "green", "blue")},
    "de": {"red": "rot", "yellow": "gelb", "green": "grün", "blue": "blau"},
    "nl": {"red": "rood", "yellow": "geel", "green": "groen", "blue": "blauw"},
}
BUILDINGS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "temple": "the temple", "bath": "the bath", "theatre": "the theatre", "arena": "the arena", "fountain": "a fountain",
    },
    "de": {
        "temple": "den Tempel", "bath": "das Bad", "theatre": "das Theater", "arena": "die Arena", "fountain": "ein Brunnen",
    },
    "nl": {
        "temple": "de tempel", "bath": "het badhuis", "theatre": "het theater", "arena": "de arena", "fountain": "een fontein",
    },
}  # fmt: skip


def player(actor: str, lang: str) -> str:
    """What to call a player: 'you', 'she' or a name."""
    return _NAMES[lang].get(actor, actor)


def does(actor: str, verb: str, lang: str) -> str:
    """Subject and verb: 'You build', 'Tom builds'."""
    first, third = _VERBS[verb][lang]
    return sentence(f"{player(actor, lang)} {first if actor == ME else third}")


def sentence(text: str) -> str:
    """The text with a capital."""
    return text[:1].upper() + text[1:]


def listed(items: Iterable[str], lang: str) -> str:
    """'a, b and c'."""
    words = list(items)
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {_AND[lang]} {words[-1]}"


def points(number: int, lang: str) -> str:
    """'1 point', '8 points'."""
    word = {"en": ("point", "points"), "de": ("Punkt", "Punkte"), "nl": ("punt", "punten")}[lang]
    return f"{number} {word[0] if abs(number) == 1 else word[1]}"


def counts(rows: Iterable[tuple[str, int]], lang: str) -> str:
    """'you 2, Tom 1'."""
    return ", ".join(f"{player(actor, lang)} {number}" for actor, number in rows)


def choose(lang: str, en: str, de: str, nl: str) -> str:
    """One of three wordings."""
    return {"en": en, "de": de, "nl": nl}[lang]
