"""The app's texts in the player's language, read straight from the `.po` files.

English is the language of the source; `locales/<language>/LC_MESSAGES/*.po` hold the others, one file for
each part of the app. Reading `.po` directly means that there is no compiled file to forget.
All three languages have two forms: one, and any other number.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

LANGUAGES: dict[str, str] = {"en": "English", "de": "Deutsch", "nl": "Nederlands"}
LOCALES = Path(__file__).parent / "locales"


@dataclass(frozen=True, slots=True)
class Message:
    """One entry of a `.po` file; `strings` has two items where there is a plural."""

    text: str
    strings: tuple[str, ...]
    plural: str | None = None
    context: str | None = None
    fuzzy: bool = False
    references: tuple[str, ...] = ()


class CatalogueError(ValueError):
    """A `.po` file that cannot be understood."""


def parse_catalogue(source: str, name: str = "catalogue") -> Iterator[Message]:
    """The messages of a `.po` file's text, the header left out. Raises `CatalogueError`."""
    entry: dict[str, str] = {}
    flags: set[str] = set()
    references: list[str] = []
    field = ""

    def finished() -> Iterator[Message]:
        if entry.get("msgid"):
            plural = entry.get("msgid_plural")
            keys = ("msgstr[0]", "msgstr[1]") if plural is not None else ("msgstr",)
            strings = tuple(entry.get(key, "") for key in keys)
            context = entry.get("msgctxt")
            yield Message(entry["msgid"], strings, plural, context, "fuzzy" in flags, tuple(references))
        entry.clear()
        flags.clear()
        references.clear()

    for number, raw in enumerate(source.splitlines(), 1):
        line = raw.strip()
        if not line:
            yield from finished()
            field = ""
        elif line.startswith("#,"):
            flags.update(word.strip() for word in line[2:].split(","))
        elif line.startswith("#:"):
            references.extend(line[2:].split())
        elif line.startswith("#"):
            continue
        else:
            if line.startswith('"'):
                quoted = line
            else:
                field, _space, quoted = line.partition(" ")
                if field in entry:
                    raise CatalogueError(
                        f"{name}, line {number}: {field} comes twice; is an empty line missing?"
                    )
                entry[field] = ""
            try:
                entry[field] += str(ast.literal_eval(quoted))
            except (ValueError, SyntaxError, KeyError):
                raise CatalogueError(f"{name}, line {number}: cannot read {line!r}") from None
    yield from finished()


def read_language(language: str) -> Iterator[Message]:
    """All messages of a language, from all its files."""
    for path in sorted((LOCALES / language / "LC_MESSAGES").glob("*.po")):
        yield from parse_catalogue(path.read_text(encoding="utf-8"), path.name)


class Catalogue:
    """The texts of one language at a time."""

    def __init__(self) -> None:
        self.language = "en"
        self._one: dict[str, str] = {}
        self._many: dict[str, tuple[str, ...]] = {}

    def use(self, language: str) -> None:
        """Switch the language. Raises `ValueError` for one that does not exist."""
        if language not in LANGUAGES:
            raise ValueError(f"no language {language!r}; there are {', '.join(LANGUAGES)}")
        if language == self.language:
            return
        self._one, self._many = {}, {}
        for message in () if language == "en" else read_language(language):
            if message.fuzzy or not all(message.strings):
                continue
            if message.plural is None:
                self._one[message.text] = message.strings[0]
            else:
                self._many[message.text] = message.strings
        self.language = language

    def get(self, text: str) -> str:
        return self._one.get(text, text)

    def get_plural(self, one: str, many: str, count: int) -> str:
        forms = self._many.get(one, (one, many))
        return forms[0] if count == 1 else forms[1]


catalogue = Catalogue()


def _(text: str) -> str:
    """The text in the player's language; placeholders (`{name}`) are filled by the caller with `.format`."""
    return catalogue.get(text)


def ngettext(one: str, many: str, count: int) -> str:
    """The form for `count`, with `{count}` filled in."""
    return catalogue.get_plural(one, many, count).format(count=count)


def mark(text: str) -> str:
    """Mark a text for translation where it is written down but translated later with `_(value)`."""
    return text


def language_for(locale: str) -> str:
    """The nearest language to a locale name such as `de_AT.UTF-8`; English if there is none."""
    code = locale.replace("-", "_").split("_")[0].split(".")[0].lower()
    return code if code in LANGUAGES else "en"
