"""Asking: from a question to an answer, alone or within a conversation."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from companion.rulebook.answer import ANSWERED, REFUSED, SILENT, Answer, Found
from companion.rulebook.book import Hit, Rulebook, load
from companion.rulebook.entries import GAMES, Entry, Topic
from companion.rulebook.learned import kind_of
from companion.rulebook.lexicon import without_names, words_of
from companion.rulebook.ranking import QUESTION_WORDS
from companion.rulebook.words import LANGUAGES, digits

if TYPE_CHECKING:
    from companion.rulebook.situations import Worked

#: Below this confidence a question counts as not covered. Chosen on the tuning questions.
THRESHOLD = 0.7
#: How sure a computed answer is at least: its situation was recognised in full.
WORKED_OUT = 0.9
#: How many rules an answer holds.
ANSWERS = 3
#: The second rule's answer is told too when its score is at least this part of the first's.
CLOSE = 0.55
#: Another game's best rule is offered too when it fits almost as well.
NEAR = 0.7
#: How much better another game must fit than the one that was just talked about.
SAME_TABLE = 2.0
#: What an entry loses in a follow-up that just answered the question before.
ALREADY_SAID = 2.0
_OPENINGS = {
    "en": (("and",), ("what", "about"), ("how", "about"), ("but",), ("or",), ("then",), ("also",), ("same",), ("what", "if")),
    "de": (("und",), ("aber",), ("oder",), ("was", "ist", "mit"), ("wie", "ist", "es"), ("auch",), ("dann",), ("was", "wenn")),
    "nl": (("en",), ("maar",), ("of",), ("hoe", "zit"), ("wat", "met"), ("ook",), ("dan",), ("wat", "als"), ("wat", "over")),
}  # fmt: skip
_LONGEST_FOLLOW_UP = 9
#: A follow-up with so few things in it and no question word leaves its question unsaid.
_ELLIPTIC = 2
_NUMBER = re.compile(r"\d+")
#: Words that are the number 0.
_NONE = frozenset(("no", "none", "without", "kein", "keine", "keinen", "ohne", "geen", "zonder"))


@dataclass(slots=True)
class Conversation:
    """What was asked so far, so that 'and in the last round?' is understood."""

    game: str | None = None
    lang: str | None = None
    words: tuple[str, ...] = ()
    rule: tuple[str, str] | None = None
    history: list[Answer] = field(default_factory=list)


def ask(
    question: str,
    game: str | None = None,
    lang: str | None = None,
    conversation: Conversation | None = None,
) -> Answer:
    """The rules that answer a question, best first.

    game: None to let it be guessed. lang: of the answer, None for the question's own. A conversation is read
    and updated. Raises ValueError for an unknown game or language; never for any text.
    """
    if game is not None and game not in GAMES:
        raise ValueError(f"unknown game {game!r}: expected one of {', '.join(GAMES)}")
    if lang is not None and lang not in LANGUAGES:
        raise ValueError(f"unknown language {lang!r}: expected one of {', '.join(LANGUAGES)}")
    book = load()
    words = words_of(question)
    spoken = book.language(question, lang or (conversation.lang if conversation else None) or "en")
    words, named = without_names(words)
    chosen = game or named
    hits = _search(book, words, spoken, chosen, conversation)
    follow_up = False
    if conversation is not None and conversation.words:
        later = _follow_up(book, words, spoken, chosen, conversation, hits)
        follow_up = later is not None
        hits = later or hits
    told = question
    if follow_up and conversation is not None and conversation.history:
        told = _resumed(book, conversation.history[-1].question, question, hits[0].game, spoken) or ""
    answer = replace(_answer(book, told, spoken, lang or spoken, hits, follow_up), question=question)
    if conversation is not None:
        _remember(conversation, answer, words, spoken, follow_up)
    return answer


def _search(
    book: Rulebook, words: Sequence[str], spoken: str, game: str | None, conversation: Conversation | None
) -> list[Hit]:
    """A hit for each game that comes into question, best first."""
    hits = [book.search(words, name, spoken) for name in ((game,) if game else GAMES)]
    hits.sort(key=lambda hit: -hit.fit)
    if game is None and conversation is not None and conversation.game is not None:
        # The table plays one game: another one must fit clearly better.
        hits.sort(key=lambda hit: -(hit.fit + (SAME_TABLE if hit.game == conversation.game else 0)))
    return hits


def _follow_up(
    book: Rulebook,
    words: Sequence[str],
    spoken: str,
    game: str | None,
    conversation: Conversation,
    alone: Sequence[Hit],
) -> list[Hit] | None:
    """The search with the question before, where this one leans on it."""
    about = game or conversation.game
    if about is None or (game is not None and game != conversation.game) or spoken != conversation.lang:
        return None
    opened = any(tuple(words[: len(opening)]) == opening for opening in _OPENINGS[spoken])
    short = len(words) <= _LONGEST_FOLLOW_UP
    doubtful = not alone or alone[0].confidence < THRESHOLD
    if not short or not (opened or doubtful):
        return None
    hit = book.search(words, about, spoken, conversation.words)
    elliptic = opened and _is_elliptic(book, words, about, spoken)
    if not hit.ranked or (not opened and hit.confidence < THRESHOLD):
        return None
    if elliptic:
        # The game is known and the question before was understood: what the two say together counts.
        hit = replace(hit, confidence=max(hit.confidence, alone[0].confidence if alone else 0.0))
    elif opened and not doubtful and alone[0].game == about and alone[0].confidence > hit.confidence + 0.1:
        return None
    same_rule = elliptic and _replaces(book, words, conversation.words, about, spoken)
    if conversation.rule is not None and conversation.rule[0] == about and not same_rule:
        said = book.number(*conversation.rule)
        ranked = sorted(hit.ranked, key=lambda row: -(row.score - (ALREADY_SAID if row.entry == said else 0)))
        hit = replace(hit, ranked=tuple(ranked))
    return [hit]


def _resumed(book: Rulebook, before: str, question: str, game: str, lang: str) -> str | None:
    """The situation before with the new number, and the new thing of its kind: '5 chips: points?', 'and 8?'."""
    new, old = _NUMBER.findall(question), _NUMBER.findall(before)
    if len(new) != 1 or len(old) != 1:
        return None

    def terms(word: str) -> list[str]:
        return [term.name for term in book.lexicons[lang].question_terms(words_of(word), game) if term.known]

    earlier = terms(before)
    text = _NUMBER.sub(new[0], before)
    for word in words_of(question):
        for name in terms(word):
            if name.isdecimal() or name in earlier:
                continue
            replaced = [known for known in earlier if kind_of(known) == kind_of(name)]
            if not replaced:
                return None
            text = " ".join(word if set(terms(one)) & set(replaced) else one for one in text.split())
    return text


def _is_elliptic(book: Rulebook, words: Sequence[str], game: str, lang: str) -> bool:
    """Whether a question only names another thing ('and an arena?'), so that it asks what was asked before."""
    terms = book.lexicons[lang].question_terms(words, game)
    names = {term.name for term in terms if term.known}
    return 0 < len(names) <= _ELLIPTIC and names.isdisjoint(QUESTION_WORDS)


def _replaces(book: Rulebook, words: Sequence[str], before: Sequence[str], game: str, lang: str) -> bool:
    """Whether something is named of a kind that was named before: an arena after a temple, 8 after 5."""
    lexicon = book.lexicons[lang]
    earlier = {kind_of(term.name) for term in lexicon.question_terms(before, game)}
    return any(kind_of(term.name) in earlier for term in lexicon.question_terms(words, game))


def _answer(
    book: Rulebook, question: str, spoken: str, lang: str, hits: Sequence[Hit], follow_up: bool
) -> Answer:
    worked = _worked(book, question, spoken, lang, hits)
    best = hits[0]
    if worked is not None:
        game, result = worked
        best = next(hit for hit in hits if hit.game == game)
        found = [_computed(book, best, result, lang)]
        found += [row for row in _rows(book, best, lang) if row.rule != result.rule]
        return Answer(question, ANSWERED, lang, game, tuple(found[:ANSWERS]), follow_up)
    if not best.ranked:
        return Answer(question, REFUSED, lang, None, (), follow_up)
    found = _rows(book, best, lang)
    found[0] = _with_runner_up(book, best, found, lang)
    for other in hits[1:]:
        if other.ranked and other.fit > best.fit - NEAR:
            found.insert(1, _rows(book, other, lang)[0])
    if best.confidence < THRESHOLD:
        return Answer(question, REFUSED, lang, None, tuple(found[:ANSWERS]), follow_up)
    silent = best.ranked[0].entry in book.indexes[best.game].silent
    status = SILENT if silent else ANSWERED
    return Answer(question, status, lang, best.game, tuple(found[:ANSWERS]), follow_up)


def _with_runner_up(book: Rulebook, hit: Hit, found: Sequence[Found], lang: str) -> Found:
    """The first rule; where the second is almost as likely meant, its short answer follows."""
    first = found[0]
    if len(found) < 2 or found[1].score < CLOSE * first.score:
        return first
    second = book.wording(hit.game, hit.ranked[1].entry, lang, hit.asked)
    return replace(first, text=f"{first.text} {second.title}: {second.answer}")


def _worked(
    book: Rulebook, question: str, spoken: str, lang: str, hits: Sequence[Hit]
) -> tuple[str, Worked] | None:
    if not any(word in _NONE or digits(word, spoken).isdecimal() for word in words_of(question)):
        return None
    # The scorer is loaded only for a question that needs it, so that the others are answered sooner.
    from companion.rulebook.situations import work_out

    for hit in hits:
        result = work_out(question, hit.game, book.lexicons[spoken], lang)
        if result is not None:
            return hit.game, result
    return None


def _computed(book: Rulebook, hit: Hit, result: Worked, lang: str) -> Found:
    number = book.number(hit.game, result.rule)
    found = book.found(hit.game, number, lang, max(hit.confidence, WORKED_OUT))
    return replace(found, text=f"{result.text} {book.wording(hit.game, number, lang).answer}")


def _rows(book: Rulebook, hit: Hit, lang: str) -> list[Found]:
    rows = []
    for row in hit.ranked[:ANSWERS]:
        score = hit.confidence * math.exp(min(0.0, row.score - hit.ranked[0].score) / 2)
        rows.append(book.found(hit.game, row.entry, lang, score, hit.asked))
    return rows


def _remember(
    conversation: Conversation, answer: Answer, words: Sequence[str], spoken: str, follow_up: bool
) -> None:
    conversation.history.append(answer)
    conversation.lang = spoken
    if answer.status == REFUSED:
        return
    conversation.game = answer.game
    conversation.words = (*conversation.words, *words)[-30:] if follow_up else tuple(words)
    first = answer.answers[0]
    conversation.rule = (first.game, first.rule)


def topics(game: str) -> tuple[Topic, ...]:
    """A game's headings, in order. Raises ValueError for an unknown game."""
    if game not in GAMES:
        raise ValueError(f"unknown game {game!r}: expected one of {', '.join(GAMES)}")
    return tuple(topic for topic in load().topics if topic.game == game)


def entries_of(game: str, topic: str | None = None) -> tuple[Entry, ...]:
    """A game's entries, all or under one heading. Raises ValueError for an unknown game."""
    if game not in GAMES:
        raise ValueError(f"unknown game {game!r}: expected one of {', '.join(GAMES)}")
    book = load()
    found = (book.entry(game, number) for number in range(book.size(game)))
    return tuple(one for one in found if topic is None or one.topic == topic)


def entry(game: str, name: str) -> Entry:
    """One entry. Raises KeyError where there is none of this name."""
    return load().entry_named(game, name)


def run_ask(question: str, game: str | None = None, lang: str | None = None) -> dict[str, Any]:
    """The document `marble-answer/1` for a question."""
    return ask(question, game, lang).as_json()
