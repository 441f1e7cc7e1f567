"""Rules questions: a question in a player's own words, the rule that answers it, or that none does.

`ask` finds the rule, works out situations with numbers, and says when the rulebook is silent or the question is not
about these games. Everything is offline and in pure Python; see docs/rules-questions.md.
"""

from __future__ import annotations

from companion.rulebook.answer import Answer, Found, for_people
from companion.rulebook.asking import Conversation, ask, entries_of, entry, run_ask, topics
from companion.rulebook.book import Rulebook, load
from companion.rulebook.entries import GAMES, Entry, Source, Topic, Wording
from companion.rulebook.words import LANGUAGES

__all__ = [
    "GAMES",
    "LANGUAGES",
    "Answer",
    "Conversation",
    "Entry",
    "Found",
    "Rulebook",
    "Source",
    "Topic",
    "Wording",
    "ask",
    "entries_of",
    "entry",
    "for_people",
    "load",
    "run_ask",
    "topics",
]
