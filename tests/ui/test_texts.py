"""Every text of the app is translated, used, and keeps its placeholders."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path

import pytest

from companion.translation import LANGUAGES, Catalogue, CatalogueError, language_for, parse_catalogue

TOOL = Path(__file__).parents[2] / "docs" / "tools" / "texts.py"
spec = importlib.util.spec_from_file_location("texts", TOOL)
texts = importlib.util.module_from_spec(spec)
sys.modules["texts"] = texts
spec.loader.exec_module(texts)


def test_all_texts_are_translated_and_used() -> None:
    problems = texts.complaints(texts.find_uses())
    assert not problems, "\n".join(problems)


def test_kv_files_show_no_untranslated_words() -> None:
    shown = re.compile(r"""^\s*(?:text|title|hint|hint_text|stage):\s*(["'])(.*?)\1""")
    found = []
    for path in (texts.ROOT / "companion").rglob("*.kv"):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            match = shown.match(line)
            words = re.sub(r"\{[^}]*\}", "", match[2]) if match else ""
            if any(letter.isalpha() for letter in words) and words != "Marble Companion":
                found.append(f"{path.name}:{number}: {line.strip()}")
    assert not found, "\n".join(found)


def test_language_switch_at_run_time() -> None:
    catalogue = Catalogue()
    assert catalogue.get("Settings") == "Settings"
    catalogue.use("de")
    assert catalogue.get("Settings") == "Einstellungen"
    catalogue.use("nl")
    assert catalogue.get("Settings") == "Instellingen"
    catalogue.use("en")
    assert catalogue.get("Settings") == "Settings"
    with pytest.raises(ValueError, match="'fr'"):
        catalogue.use("fr")


@pytest.mark.parametrize(
    ("locale", "language"),
    [("de_AT.UTF-8", "de"), ("nl-BE", "nl"), ("en", "en"), ("fr_FR", "en"), ("C", "en"), ("", "en")],
)
def test_language_for_locale(locale: str, language: str) -> None:
    assert language_for(locale) == language
    assert language in LANGUAGES


def test_catalogue_plural_fuzzy_and_escapes() -> None:
    source = """
msgid ""
msgstr "Language: de\\n"

#, fuzzy
msgid "old"
msgstr "alt"

msgid "{count} game"
msgid_plural "{count} games"
msgstr[0] "{count} Spiel"
msgstr[1] "{count} Spiele"

msgid "two "
"lines\\n"
msgstr "zwei \\"Zeilen\\"\\n"
"""
    old, games, lines = parse_catalogue(source)
    assert old.fuzzy
    assert games.strings == ("{count} Spiel", "{count} Spiele")
    assert lines.text == "two lines\n"
    assert lines.strings == ('zwei "Zeilen"\n',)


@pytest.mark.parametrize("line", ['msgid "open', "msgid x", '"lost"'])
def test_broken_catalogue_names_the_line(line: str) -> None:
    with pytest.raises(CatalogueError, match="line 2"):
        list(parse_catalogue("\n" + line, "broken.po"))
