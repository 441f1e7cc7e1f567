"""A question as a scene: who has how many of what. Works on the thesaurus's concepts, so in any language."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from companion.rulebook.lexicon import Lexicon
from companion.rulebook.words import digits, fold

ME, OTHER = "me", "other"
_TOKEN = re.compile(r"\d(?:\s*-\s*\d)+(?!\d)|\d+|[^\W\d_]+(?:['’][^\W\d_]+)?|[,;:.?!()=&+–]|(?<=\s)-(?=\s)")
#: '1/4' names a kind of city, not two numbers.
_FRACTION = re.compile(r"\d+\s*/\s*(\d+)")
_RUN = re.compile(r"^\d(?:\s*-\s*\d)+$")
_ROMAN = {"I": 1, "II": 2, "III": 3, "IV": 4}
_PRONOUNS = {
    "en": {
        "i": ME, "me": ME, "my": ME, "mine": ME, "ive": ME, "im": ME, "she": "she", "her": "she", "hers": "she", "he": "he",
        "him": "he", "his": "he", "they": OTHER, "them": OTHER, "their": OTHER, "opponent": OTHER, "opponents": OTHER,
        "wife": "she", "husband": "he", "hes": "he", "shes": "she", "theyve": OTHER, "theyre": OTHER, "you": "you", "your": "you",
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
_ONES = {
    "en": {"one", "a", "an"},
    "de": {"ein", "eine", "einen", "einem", "einer", "eins"},
    "nl": {"een", "eentje"},
}
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
_NO_OTHER = {("no", "one"), ("kein", "anderer"), ("keine", "andere"), ("geen", "ander"), ("geen", "andere")}
_BOTH = {"both", "beide", "beiden", "each", "jeder", "je", "elk", "allebei"}
_WE = {"we", "us", "wir", "uns", "wij", "ons"}
#: Words after which a number is everybody's: 'we both have 64 points', '8 buildings each'.
_SHARED = _BOTH | _WE | {"ieder"}
_PLURAL = {"s", "er", "en"}
#: Dice named by what they show: 'two sixes'.
_FACES = {
    word: str(number)
    for words in (
        ("ones", "twos", "threes", "fours", "fives", "sixes"),
        ("einsen", "zweien", "dreien", "vieren", "funfen", "sechsen"),
        ("einser", "zweier", "dreier", "vierer", "funfer", "sechser"),
        ("enen", "tweeen", "drieen", "vieren", "vijven", "zessen"),
        ("eentjes", "tweetjes", "drietjes", "viertjes", "vijfjes", "zesjes"),
    )
    for number, word in enumerate(words, 1)
}
#: The people of the rulebooks' examples, whose names are known words.
_EXAMPLE_NAMES = {
    "julia",
    "claudia",
    "tiberius",
    "octavia",
    "oktavia",
    "hadrian",
    "antonius",
    "brutus",
    "claudius",
    "darius",
}
#: How many 'a pair of' means. German and Dutch 'paar' only means some.
_GROUPS = {
    "pair": 2,
    "couple": 2,
    "duo": 2,
    "trio": 3,
    "triplet": 3,
    "quartet": 4,
    "tweetal": 2,
    "drietal": 3,
    "viertal": 4,
}
_AND = {"and", "und", "en", "plus"}
_ARTICLES = {"a", "an"}
_VERSUS = {"vs", "versus", "against", "gegen", "tegen"}
_TOTAL = {"total", "totals", "altogether", "insgesamt", "gesamt", "zusammen", "totaal", "samen"}
#: Concepts of a question that does not ask what something is worth.
_OTHERWISE = (
    "MAY",
    "MUST",
    "WHO",
    "WHEN",
    "WHERE",
    "WHY",
    "HAPPEN",
    "NEED",
    "KEEP",
    "USE",
    "REROLL",
    "PURPOSE",
)
#: Concepts that nobody counts, so that a number before them belongs to what came before it.
_ASKING = frozenset(("HOWMANY", "SCORE", "COUNT", "SUM", "BONUS", "WIN", *_OTHERWISE))
_COLOURS = frozenset(("RED", "YELLOW", "GREEN", "BLUE", "GREY", "BROWN", "WHITE", "PURPLE"))
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
    shared: bool = False

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
    """A question taken apart. `highest`: of the cities named as '1/4', '1/3' or '1/2' the second figure."""

    lang: str
    tokens: tuple[Token, ...]
    quantities: tuple[Quantity, ...]
    runs: tuple[Run, ...]
    highest: tuple[int, ...] = ()

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
        return self.has("POINT", "SCORE", "HOWMANY", "COUNT", "BONUS", "GET", "SUM") or self.said(_TOTAL)

    @property
    def only_states(self) -> bool:
        """Whether nothing is asked, so that what it states wants to be counted: 'tiles 3, 1 and 4 chips'."""
        return not self.has(*_OTHERWISE)

    def owners(self, quantity: Quantity) -> tuple[str, ...]:
        """Whose a quantity is: one player's, or of all who are named, or nobody's."""
        if not quantity.shared:
            return (quantity.actor,) if quantity.actor else ()
        named = [actor for actor in self.actors if actor != "you"]
        if ME not in named and len(named) < 2:
            named.insert(0, ME)
        return tuple(named) if len(named) > 1 else (*named, OTHER)


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
    tokens = _with_phrases(_with_listed_ones(tokens), game, lexicon)
    highest = tuple(int(figure[:4]) for figure in _FRACTION.findall(text[:1000]))
    return Scene(lang, tuple(tokens), tuple(_quantities(tokens)), tuple(_runs(tokens)), highest)


def _with_listed_ones(tokens: list[Token]) -> list[Token]:
    """'een' is an article, but in 'een en twee' a number like the others."""
    result = list(tokens)

    def joins(place: int) -> bool:
        return 0 <= place < len(result) and (result[place].word in _AND or result[place].raw in ",+")

    def number(place: int) -> bool:
        return 0 <= place < len(result) and result[place].number is not None and not result[place].weak

    for place, token in reversed(list(enumerate(tokens))):
        if not token.weak or token.number != 1 or token.word in _ARTICLES:
            continue
        first = joins(place + 1) and number(place + 2)
        last = joins(place - 1) and number(place - 2) and (place + 1 == len(tokens) or tokens[place + 1].mark)
        if first or last:
            result[place] = replace(token, weak=False)
    return result


def _with_phrases(tokens: list[Token], game: str, lexicon: Lexicon) -> list[Token]:
    """What several words mean together ('gelijke stand': a tie) is said by the first of them."""
    words = [token.word for token in tokens]
    result = []
    for place, token in enumerate(tokens):
        found = token
        for rest, concept in lexicon.phrases[game].get(token.word, ()) if token.word else ():
            if tuple(words[place + 1 : place + 1 + len(rest)]) == tuple(rest) and token.number is None:
                found = replace(token, concepts=(*token.concepts, concept))
                break
        result.append(found)
    return result


def _gathered(raws: list[str], lang: str) -> list[str]:
    """'three', '4', 's' become the run '4-4-4', and so do 'three', 'fours'."""
    rest = _without_groups(list(raws), lang)
    for place in range(len(rest) - 1, 0, -1):
        count, face = digits(fold(rest[place - 1]), lang), _FACES.get(fold(rest[place]))
        if face is not None and count.isdecimal() and 2 <= int(count) <= 8:
            rest[place - 1 : place + 1] = ["-".join([face] * int(count))]
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


def _without_groups(raws: list[str], lang: str) -> list[str]:
    """'a pair of' becomes 2; 'a three' only names the three."""
    rest: list[str] = []
    for place, raw in enumerate(raws):
        word, following = fold(raw), fold(raws[place + 1]) if place + 1 < len(raws) else ""
        before = fold(rest[-1]) if rest else ""
        group = _GROUPS.get(word)
        if group is not None and (following in _OF or following in _FACES or following.isdecimal()):
            if before in _ONES[lang]:
                rest.pop()
            rest.append(str(group))
        elif word in _OF and place and fold(raws[place - 1]) in _GROUPS:
            continue
        else:
            number = digits(word, lang)
            alone = before in _ONES[lang] or before == "1"
            if alone and number.isdecimal() and not raw.isdecimal() and word not in _ONES[lang]:
                rest.pop()
            rest.append(raw)
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
    if word in _EXAMPLE_NAMES or raw == "Max":
        return True
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
    shared = False
    before: list[str] = []
    for place, token in enumerate(tokens):
        if token.mark:
            clause += 1
            if token.raw in ".?!;":
                before = []
        if token.word in _SHARED:
            shared = True
        if token.actor:
            actor, shared = token.actor, False
        if token.word in _NOBODY and any(t.word in _NOBODY for t in tokens[place : place + 2]):
            actor = OTHER
        number = token.number
        if token.word in _NONE and number is None:
            number = 0
        if number is None:
            before += () if token.actor else token.concepts
            continue
        after, later = _after(tokens, place)
        everybody = (shared and not later) or _each(tokens, place)
        if not later:
            actor = _across(tokens, place, actor)
        yield Quantity(number, later or actor, after, tuple(before), clause, token.weak, everybody)
        before = []


def _across(tokens: list[Token], place: int, actor: str) -> str:
    """Whose a number is in '4 against 2 for me' or 'I have 4 against 2': not the same player's as the other number."""
    others = [token.actor for token in tokens if token.actor and token.actor != actor]
    opposite = others[0] if others else OTHER
    if place and tokens[place - 1].word in _VERSUS:
        return opposite if actor else OTHER
    if place + 2 < len(tokens) and tokens[place + 1].word in _VERSUS and tokens[place + 2].number is not None:
        return opposite if _after(tokens, place + 2)[1] == actor and actor else actor
    return actor


def _each(tokens: list[Token], place: int) -> bool:
    """Whether 'each' or 'both' follows a number before anything else is counted."""
    for token in tokens[place + 1 : place + 4]:
        if token.mark or token.number is not None or token.actor:
            return token.word in _BOTH
        if token.word in _SHARED:
            return True
    return False


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


def said_nobody(scene: Scene) -> bool:
    """Whether it is said that nobody (else) has something."""
    pairs = set(pairwise(token.word for token in scene.tokens))
    return scene.said(_NOBODY - {"else"}) or not pairs.isdisjoint(_NO_OTHER)


def said_both(scene: Scene) -> bool:
    """'We both have ...'."""
    return scene.said(_BOTH) and scene.said(_WE | _BOTH)


def said_together(scene: Scene) -> bool:
    """Whether several players are said to have the same: 'we both', 'my friend and I each'."""
    return scene.said(_SHARED | {"everyone", "everybody", "alle", "iedereen", "same"})


def number_list(scene: Scene, *concepts: str) -> tuple[int, ...]:
    """The numbers listed after a word of these concepts: 'bridges 3, 1 and 4'."""
    found: list[int] = []
    inside = False
    many, since = 1, 0
    previous: Token | None = None
    for place, token in enumerate((*scene.tokens, None)):
        ends = token is None
        if inside and token is not None and _counts_the_next(scene.tokens, place):
            # 'three of 2 and one of 4'
            found += _repeated(found[since:], many)
            many, since, previous = token.number or 1, len(found), None
            continue
        if token is not None and token.word == "plus":
            previous = None
            continue
        if token is not None and token.concepts:
            if any(concept in concepts for concept in token.concepts):
                counted = previous is not None and previous.number is not None and not previous.weak
                if inside and counted:
                    del found[max(since, len(found) - 1) :]
                if inside:
                    found += _repeated(found[since:], many)
                if not (previous is not None and set(previous.concepts) & set(concepts)):
                    many = previous.number or 1 if counted and previous is not None else 1
                inside, since = True, len(found)
            elif inside and not set(token.concepts) <= _LIST_WORDS:
                ends = True
                thing = not set(token.concepts) <= _COLOURS | _ASKING
                if thing and previous is not None and previous.number is not None and not previous.weak:
                    # '4 chips' after the tiles: the number counts the next thing.
                    del found[max(since, len(found) - 1) :]
        elif token is not None and (token.actor or (token.raw in ".?!;:" and len(found) > since)):
            ends = True
        if ends and inside:
            found += _repeated(found[since:], many)
            inside = False
        if token is None:
            break
        if inside and token.number is not None and not token.weak:
            found.append(token.number)
        if inside and token.run:
            found += token.run
        previous = token
    return tuple(found)


def _counts_the_next(tokens: Sequence[Token], place: int) -> bool:
    """Whether a number tells how many there are of the next one: 'three of 2'."""
    following = tokens[place + 1 : place + 3]
    return (
        tokens[place].number is not None
        and len(following) == 2
        and following[0].word in _OF
        and following[1].number is not None
    )


def left_over(scene: Scene, placed: Iterable[int], *concepts: str) -> bool:
    """Whether a number was said that is not placed and does not count things of these concepts."""
    said: Counter[int] = Counter()
    for place, token in enumerate(scene.tokens):
        if token.number is None or token.weak or _counts_the_next(scene.tokens, place):
            continue
        following = scene.tokens[place + 1 : place + 2]
        if not any(set(each.concepts) & set(concepts) for each in following):
            said[token.number] += 1
    return bool(said - Counter(placed))


def _repeated(values: list[int], many: int) -> list[int]:
    """What '3 markers of 2' adds to the one 2 that was read."""
    return values * (many - 1) if len(values) == 1 and 1 < many <= 12 else []


_LIST_WORDS = {"POINT", "TILE", "CITY", "GET", "MAY", "WITH", "NUMBER"}
