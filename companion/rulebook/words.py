"""From a text to words: folding of case and accents, splitting, numbers written as words."""

from __future__ import annotations

import re
import unicodedata

LANGUAGES = ("en", "de", "nl")
#: Numbers say little about which rule is meant: they are the situation's.
NUMBER_FACTOR = 0.35

_WORD = re.compile(r"[a-z]+|[0-9]+")
_APOSTROPHES = re.compile(r"(?<=[a-z])['’`´](?=[a-z])")
_SPECIAL = str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ı": "i", "ł": "l"})

#: Number words that become digits. The words for one are left out where they are articles.
NUMBERS = {
    "en": ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
           "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
           "nineteen", "twenty"),
    "de": ("null", "eins", "zwei", "drei", "vier", "funf", "sechs", "sieben", "acht", "neun", "zehn",
           "elf", "zwolf", "dreizehn", "vierzehn", "funfzehn", "sechzehn", "siebzehn", "achtzehn",
           "neunzehn", "zwanzig"),
    "nl": ("nul", "een", "twee", "drie", "vier", "vijf", "zes", "zeven", "acht", "negen", "tien",
           "elf", "twaalf", "dertien", "veertien", "vijftien", "zestien", "zeventien", "achttien",
           "negentien", "twintig"),
}  # fmt: skip
_INFLECTED = {
    "en": {"single": 1, "both": 2, "twice": 2, "couple": 2, "dozen": 12},
    "de": {"beide": 2, "beiden": 2, "zwo": 2, "zweimal": 2, "zweien": 2, "zweit": 2, "dritt": 3, "viert": 4,
           "funft": 5},
    "nl": {"beide": 2, "twee": 2, "tweeen": 2, "drieen": 3, "vieren": 4, "vijven": 5, "zessen": 6,
           "tweemaal": 2},
}  # fmt: skip
_DIGITS = {
    lang: {word: str(n) for n, word in enumerate(words) if not (lang != "en" and n == 1)}
    | {word: str(n) for word, n in _INFLECTED[lang].items()}
    for lang, words in NUMBERS.items()
}


def fold(text: str) -> str:
    """Lower case without accents: 'Aquädukt' becomes 'aquadukt'."""
    lowered = unicodedata.normalize("NFKC", text).lower().translate(_SPECIAL)
    decomposed = unicodedata.normalize("NFKD", lowered)
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def split_words(text: str) -> list[str]:
    """The folded words and numbers of a text, in order; apostrophes inside words vanish ("can't": cant)."""
    return _WORD.findall(_APOSTROPHES.sub("", fold(text)))


def digits(word: str, lang: str) -> str:
    """The number that a folded word means, as digits; any other word as it is."""
    return _DIGITS[lang].get(word, word)
