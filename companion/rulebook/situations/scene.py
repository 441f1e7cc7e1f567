"""A question as a scene: who has how many of what. Works on the thesaurus's concepts, so in any language."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from companion.rulebook.lexicon import Lexicon
from companion.rulebook.words import digits, fold

ME, OTHER = "me", "other"
_TOKEN = re.compile(r"\d(?:\s*-\s*\d)+(?!\d)|\d+|[^\W\d_]+(?:['’][^\W\d_]+)?|[,;:.?!()=&+–]|(?<=\s)-(?=\s)")
#: '1/4' names a kind of city, not two numbers.
_FRACTION = re.compile(r"\d+\s*/\s*\d+")
_RUN = re.compile(r"^\d(?:\s*-\s*\d)+$")
_ROMAN = {"I": 1, "II": 2, "III": 3, "IV": 4}
_PRONOUNS = {
    "en": {
        "i": ME, "me": ME, "my": ME, "mine": ME, "ive": ME, "im": ME, "she": "she", "her": "she", "hers": "she", "he": "he",
        "him": "he", "his": "he", "they": OTHER, "them": OTHER, "their": OTHER, "opponent": OTHER, "opponents": OTHER,
        "wife": "she", "husband": "he", "you": "you", "your": "you",
    },
    "de": {
        "ich": ME, "mir": ME, "mein": ME, "meine": ME, "meinem": ME, "meiner": ME, "meinen": ME, "sie": "she", "ihr": "she",
        "ihre": "she", "er": "he", "ihm": "he", "sein": "he", "seine": "he", "gegner": OTHER, "gegnerin": OTHER, "du": "you",
    },
    "nl": {
        "ik": ME, "mij": ME, "mijn": ME, "zij": "she", "ze": "she", "haar": "she", "hij": "he", "hem": "he", "hun": OTHER,
        "tegenstander": OTHER, "jij": "you", "je": "", "jullie": OTHER,
    },
}  # fmt: skip
_ONES = {"en": {"one", "a", "an"}, "de": {"ein", "eine", "einen", "einem", "einer", "eins"}, "nl": {"een"}}
_OWNERSHIP = {"has", "have", "had", "hat", "habe", "haben", "heeft", "heb", "hebben", "got", "gets", "with", "mit", "met",
              "holds", "owns", "besitzt"}  # fmt: skip
_NONE = {
    "no",
    "none",
    "kein",
    "keine",
    "keinen",
    "geen",
    "nothing",
    "without",
    "ohne",
    "zonder",
    "zero",
    "null",
    "nul",
}
_NOBODY = {"nobody", "niemand", "noone", "keiner", "else"}
_BOTH = {"both", "beide", "beiden", "each", "jeder", "je", "elk", "allebei"}
_WE = {"we", "wir", "wij"}
_PLURAL = {"s", "er", "en"}
_OF = {"of", "von", "van"}
_TO = {"for", "by", "fur", "von", "bei", "voor", "van", "bij"}


@dataclass(frozen=True, slots=True)
class Token:
    """A word, number, run of dice ('3-4-5') or mark."""

    word: str
    raw: str
    number: int | None = None
    weak: bool = False
    run: tuple[int, ...] = ()
    concepts: tuple[str, ...] = ()
    actor: str = ""

    @property
    def mark(self) -> bool:
        """Whether it is punctuation."""
        return not self.word and self.number is None and not self.run


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with whose it is (or ''), the concepts after it up to the next number, and those before it."""

    number: int
    actor: str
    after: tuple[str, ...]
    before: tuple[str, ...]
    clause: int
    weak: bool = False

    def of(self, *concepts: str) -> bool:
        """Whether it counts one of the concepts."""
        return any(concept in self.after for concept in concepts)


@dataclass(frozen=True, slots=True)
class Run:
    """Dice written as a run, with whose they are."""

    values: tuple[int, ...]
    actor: str


@dataclass(frozen=True, slots=True)
class Scene:
    """A question taken apart."""

    lang: str
    tokens: tuple[Token, ...]
    quantities: tuple[Quantity, ...]
    runs: tuple[Run, ...]

    def has(self, *concepts: str) -> bool:
        """Whether any of the concepts is named."""
        return any(concept in token.concepts for token in self.tokens for concept in concepts)

    def said(self, words: Iterable[str]) -> bool:
        """Whether any of the folded words is said."""
        return not {token.word for token in self.tokens}.isdisjoint(words)

    @property
    def actors(self) -> tuple[str, ...]:
        """Everybody named, in order."""
        return tuple(dict.fromkeys(token.actor for token in self.tokens if token.actor))

    @property
    def asks_points(self) -> bool:
        """Whether it asks for points: 'how many', 'points', 'worth', 'score', 'total'."""
        return self.has("POINT", "SCORE", "HOWMANY", "COUNT", "BONUS", "GET", "SUM")


@dataclass(frozen=True, slots=True)
class Worked:
    """A computed answer and the rule that it follows from."""

    rule: str
    text: str


def read_scene(text: str, game: str, lexicon: Lexicon) -> Scene:
    """Takes a question apart."""
    lang = lexicon.lang
    raws = _gathered(_TOKEN.findall(_FRACTION.sub(" ", text[:1000])), lang)
    tokens: list[Token] = []
    for place, raw in enumerate(raws):
        previous = raws[place - 1] if place else "."
        following = raws[place + 1] if place + 1 < len(raws) else ""
        tokens.append(_token(raw, previous, following, game, lexicon))
    return Scene(lang, tuple(tokens), tuple(_quantities(tokens)), tuple(_runs(tokens)))


def _gathered(raws: list[str], lang: str) -> list[str]:
    """'three', '4', 's' become the run '4-4-4'."""
    rest = list(raws)
    for place in range(len(rest) - 2, 0, -1):
        if place + 1 >= len(rest):
            continue
        count = digits(fold(rest[place - 1]), lang)
        plural = fold(rest[place + 1]) in _PLURAL
        if (
            plural
            and rest[place].isdecimal()
            and len(rest[place]) == 1
            and count.isdecimal()
            and 2 <= int(count) <= 8
        ):
            rest[place - 1 : place + 2] = ["-".join([rest[place]] * int(count))]
    return rest


def _token(raw: str, previous: str, following: str, game: str, lexicon: Lexicon) -> Token:
    lang = lexicon.lang
    if _RUN.match(raw):
        return Token("", raw, run=tuple(int(digit) for digit in re.findall(r"\d", raw)))
    if raw.isdecimal():
        return Token("", raw, number=min(int(raw[:9]), 10_000))
    if not raw[0].isalpha():
        return Token("", raw)
    word = fold(raw).replace("'", "").replace("’", "")
    if raw in _ROMAN and len(raw) > 1:
        return Token(word, raw, number=_ROMAN[raw])
    number = digits(word, lang)
    if number.isdecimal() and word not in _ONES[lang]:
        return Token(word, raw, number=int(number), weak=word in _BOTH)
    if word in _ONES[lang]:
        return Token(word, raw, number=1, weak=True)
    actor = _PRONOUNS[lang].get(word, "")
    right = lexicon.corrected(word)[0][0]
    concepts = tuple(lexicon.terms([right], game))
    if not actor and _is_name(raw, word, previous, following, lexicon):
        actor = raw if raw[0].isupper() else raw.capitalize()
    return Token(word, raw, concepts=concepts, actor=actor)


def _is_name(raw: str, word: str, previous: str, following: str, lexicon: Lexicon) -> bool:
    """A stranger among the words who has something, or is written like a name."""
    if word in lexicon.speller.known or len(word) < 2 or word in lexicon.aliens:
        return False
    owns = (
        fold(following) in _OWNERSHIP
        or following.isdecimal()
        or digits(fold(following), lexicon.lang).isdecimal()
    )
    capital = raw[0].isupper() and not raw.isupper() and lexicon.lang != "de"
    mid_sentence = previous not in ".?!"
    return owns or following == ":" or (capital and (mid_sentence or owns))


def _quantities(tokens: list[Token]) -> Iterable[Quantity]:
    actor = ""
    clause = 0
    before: list[str] = []
    for place, token in enumerate(tokens):
        if token.mark:
            clause += 1
            if token.raw in ".?!;":
                before = []
        if token.actor:
            actor = token.actor
        if token.word in _NOBODY and any(t.word in _NOBODY for t in tokens[place : place + 2]):
            actor = OTHER
        number = token.number
        if token.word in _NONE and number is None:
            number = 0
        if number is None:
            before += token.concepts
            continue
        after, later = _after(tokens, place)
        yield Quantity(number, later or actor, after, tuple(before), clause, token.weak)
        before = []


def _after(tokens: list[Token], place: int) -> tuple[tuple[str, ...], str]:
    """The concepts that follow a number, and an actor named after it ('2 for me')."""
    concepts: list[str] = []
    later = ""
    for n in range(place + 1, min(len(tokens), place + 7)):
        token = tokens[n]
        if (token.number is not None and not token.weak) or token.run or (token.mark and token.raw != "("):
            break
        if token.number is not None:
            break
        if token.actor:
            if tokens[n - 1].word in _TO:
                later = token.actor
                if token.actor == ME and tokens[n - 1].word in _OF:
                    continue
            elif tokens[n - 1].word in _OF:
                continue
            break
        concepts += token.concepts
    return tuple(concepts), later


def _runs(tokens: list[Token]) -> Iterable[Run]:
    actor = ""
    for token in tokens:
        if token.actor:
            actor = token.actor
        elif token.word in _NOBODY | {"someone", "jemand", "iemand", "anderer", "ander"}:
            actor = OTHER
        if token.run:
            yield Run(token.run, actor)


def said_both(scene: Scene) -> bool:
    """'We both have ...'."""
    return scene.said(_BOTH) and scene.said(_WE | _BOTH)


def number_list(scene: Scene, *concepts: str) -> tuple[int, ...]:
    """The numbers listed after a word of these concepts: 'bridges 3, 1 and 4'."""
    found: list[int] = []
    inside = False
    for token in scene.tokens:
        if token.concepts:
            if any(concept in concepts for concept in token.concepts):
                inside = True
            elif inside and not set(token.concepts) <= _LIST_WORDS:
                inside = False
        elif token.actor or (token.raw in ".?!;:" and found):
            inside = False
        if inside and token.number is not None and not token.weak:
            found.append(token.number)
        if inside and token.run:
            found += token.run
    return tuple(found)


_LIST_WORDS = {"POINT", "TILE", "GET", "MAY", "WITH", "NUMBER"}
