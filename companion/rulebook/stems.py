"""Light stemmers for English, German and Dutch.

They only bring the forms of one word together; a stem need not be a word. Both the rules' texts and the
question pass through the same function, so being consistent matters more than being right.
"""

from __future__ import annotations

import re

_VOWEL = re.compile(r"[aeiouy]")
_DE_PREFIX = (
    "zuruck|heraus|hinaus|fertig|frei|nach|vor|auf|aus|ab|an|ein|hin|her|mit|weg|weiter|um|unter|uber|zu"
)
_DE_SEPARABLE = re.compile(rf"^({_DE_PREFIX})(?:ge|zu)([a-z]{{2,}}(?:t|en|n))$")
_DE_PARTICIPLE = re.compile(r"^ge([a-z]{3,}?(?:t|en))(?:e|em|en|er|es)?$")
_DE_ENDINGS = ("ern", "em", "en", "er", "es", "st", "et", "e", "n", "s", "t")
_NL_PREFIX = "terug|samen|voort|door|over|onder|aan|af|bij|in|mee|na|neer|om|op|toe|uit|vast|voor|weg"
_NL_SEPARABLE = re.compile(rf"^({_NL_PREFIX})(?:ge)([a-z]{{2,}}(?:t|d|en))$")
_NL_PARTICIPLE = re.compile(r"^ge([a-z]{3,}?(?:t|d|en))e?$")
_PREFIXED = {
    "de": re.compile(rf"^(?:{_DE_PREFIX})(?:ge|zu)?([a-z]{{4,}})$"),
    "nl": re.compile(rf"^(?:{_NL_PREFIX})(?:ge)?([a-z]{{4,}})$"),
}
_NL_DOUBLE_VOWEL = re.compile(r"([aeou])\1")


def without_prefix(word: str, lang: str) -> str | None:
    """The verb without its separable prefix ('weiterbauen': 'bauen'); None where it has none."""
    match = _PREFIXED[lang].match(word) if lang in _PREFIXED else None
    return match[1] if match else None


def stem(word: str, lang: str) -> str:
    """The stem of a folded word (lower case, no accents) in the language 'en', 'de' or 'nl'."""
    if len(word) <= 3 or not word.isalpha():
        return word
    if lang == "de":
        return _german(word)
    if lang == "nl":
        return _dutch(word)
    return _english(word)


def _undouble(word: str, keep: str = "") -> str:
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeiou" + keep:
        return word[:-1]
    return word


def _english(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        word = word[:-3] + "y"
    elif word.endswith(("sses", "shes", "ches", "xes")):
        word = word[:-2]
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for ending in ("ingly", "edly", "ing", "ed", "ly"):
        rest = word[: -len(ending)]
        if word.endswith(ending) and len(rest) >= 3 and _VOWEL.search(rest):
            word = _undouble(rest)
            break
    if word.endswith("e") and len(word) > 3:
        word = word[:-1]
    if word.endswith("y") and len(word) > 3:
        word = word[:-1] + "i"
    return word


def _german(word: str) -> str:
    match = _DE_SEPARABLE.match(word)
    if match:
        return match[1] + _german_endings(match[2])
    match = _DE_PARTICIPLE.match(word)
    if match:
        return _german_endings(match[1])
    return _german_endings(word)


def _german_endings(word: str) -> str:
    for _ in range(2):
        for ending in _DE_ENDINGS:
            if word.endswith(ending) and len(word) - len(ending) >= 3:
                word = word[: -len(ending)]
                break
        else:
            break
    return _undouble(word, keep="s")


def _dutch(word: str) -> str:
    match = _NL_SEPARABLE.match(word)
    if match:
        return match[1] + _dutch_endings(match[2])
    match = _NL_PARTICIPLE.match(word)
    if match:
        return _dutch_endings(match[1])
    return _dutch_endings(word)


def _dutch_endings(word: str) -> str:
    for ending in ("etjes", "etje", "tjes", "tje", "jes", "je", "heid", "eren", "ers", "en", "e", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
            break
    word = _undouble(word)
    if len(word) > 3 and word[-1] in "td" and word[-2] not in "aeiou":
        word = word[:-1]
    word = _undouble(word)
    word = _NL_DOUBLE_VOWEL.sub(r"\1", word)
    if word[-1] == "v":
        return word[:-1] + "f"
    return word[:-1] + "s" if word[-1] == "z" else word
