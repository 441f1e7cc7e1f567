"""Which language is a question in?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.rulebook.lexicon import Lexicon
from companion.rulebook.stems import stem

#: What a word is worth for a language that has it: little words tell more than the games' own terms.
_STOPWORD, _KNOWN, _STEM = 1.5, 1.0, 0.5


def detect(words: Sequence[str], lexicons: Mapping[str, Lexicon], fallback: str) -> str:
    """The language whose words these are; `fallback` where nothing tells."""
    scores = dict.fromkeys(lexicons, 0.0)
    for word in words:
        worth = {lang: _worth(word, lexicon) for lang, lexicon in lexicons.items()}
        exact = [lang for lang, value in worth.items() if value >= _KNOWN]
        for lang in exact or [lang for lang, value in worth.items() if value > 0]:
            scores[lang] += worth[lang] / max(1, len(exact)) ** 1.5
    best = max(scores.values(), default=0.0)
    if best == 0 or scores.get(fallback, 0.0) >= best - 0.05:
        return fallback
    return max(scores, key=lambda lang: scores[lang])


def _worth(word: str, lexicon: Lexicon) -> float:
    if word in lexicon.stopwords:
        return _STOPWORD
    if word in lexicon.speller.known or word in lexicon.aliens or word in lexicon.neutral:
        return _KNOWN
    return _STEM if len(word) > 3 and stem(word, lexicon.lang) in lexicon.speller.stems else 0.0
