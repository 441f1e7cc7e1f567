"""How sure is the best entry the answer? A logistic model over a few signs, so that doubt can refuse."""

from __future__ import annotations

import math
from collections.abc import Sequence

from companion.rulebook.learned import KINDS
from companion.rulebook.lexicon import Term
from companion.rulebook.ranking import FEATURES, UNKNOWN_IDF, GameIndex, Ranked

SIGNS = (
    "constant",
    "score",
    "margin",
    "ask",
    "ask_recall",
    "entry_recall",
    "pairs",
    "understood",
    "recall_of_all",
    "unknown_words",
    "alien_words",
    "missed_weight",
    "short",
    "game_words",
    "learned",
    "learned_of_all",
    "corrected",
    "none",
)
#: What an unknown everyday word weighs.
NEUTRAL_IDF = 0.5
_ASK = FEATURES.index("ask")
_RECALL = FEATURES.index("ask_recall")
_WHOLE = FEATURES.index("entry_recall")
_PAIRS = FEATURES.index("pairs")
_LEARNED = FEATURES.index("learned")


def signs(
    question: Sequence[Term], ranked: Sequence[Ranked], index: GameIndex, lang: str, none: float
) -> list[float]:
    """The values of SIGNS for a question and its ranking (which must not be empty).

    none: how likely no entry is meant, as the classifier sees it.
    """
    top = ranked[0]
    second = ranked[1].score if len(ranked) > 1 else top.score - 2.0
    known = 0.0
    unknown = 0.0
    missed = 0.0
    strange = 0
    aliens = 0
    game_words = 0
    corrected = 0
    impacts = index.raw(lang)["impacts"]
    for term in {term.name: term for term in question}.values():
        number = index.ids.get(term.name)
        if number is None:
            if term.name.isdecimal():
                continue
            if term.neutral or term.name in KINDS:
                # A colour or building that no rule names is still one of its kind.
                unknown += NEUTRAL_IDF
                continue
            unknown += UNKNOWN_IDF * (1.5 if term.alien else 1.0)
            strange += 1
            aliens += term.alien
            continue
        weight = index.idf(lang, number)
        known += weight * term.weight
        unknown += weight * (1 - term.weight)
        game_words += term.name in index.own
        corrected += term.weight < 0.85
        if top.entry not in impacts.get(str(number), ())[::2]:
            missed = max(missed, weight)
    understood = known / (known + unknown) if known + unknown else 0.0
    features = top.features
    likely = math.exp(features[_LEARNED])
    return [
        1.0,
        top.score,
        min(2.0, top.score - second),
        features[_ASK],
        features[_RECALL],
        features[_WHOLE],
        features[_PAIRS],
        understood,
        features[_RECALL] * understood,
        min(3, strange),
        min(2, aliens),
        missed,
        1.0 if known < 4.0 else 0.0,
        min(2, game_words),
        likely,
        likely * understood,
        min(2, corrected),
        none,
    ]


def confidence(values: Sequence[float], weights: Sequence[float]) -> float:
    """Between 0 and 1."""
    total = sum(value * weight for value, weight in zip(values, weights, strict=True))
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, total))))
