"""Finds every translatable text in the source and brings the `.po` files up to date.

    python docs/tools/texts.py            add new texts (empty), drop unused ones, in all languages
    python docs/tools/texts.py --check    only say what is missing, unused or inconsistent
    python docs/tools/texts.py --fill F   also take over translations from a table: English, German, Dutch, with
                                     tabs between; the two forms of a plural with ` || ` between

A text belongs to the file of the screen that uses it: `screens/photo.py` and `photo.kv` to `photo.po`,
everything else, and whatever several modules share, to `common.po`.
"""

from __future__ import annotations

import argparse
import ast
import re
import string
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from companion.translation import LANGUAGES, LOCALES, Message, parse_catalogue  # noqa: E402

FUNCTIONS = {"_", "ngettext", "mark"}
KV_CALL = re.compile(r"""\b(?:_|mark)\(\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\s*\)""")
KV_PLURAL = re.compile(r"""\bngettext\(\s*("(?:[^"\\]|\\.)*")\s*,\s*("(?:[^"\\]|\\.)*")\s*,""")


@dataclass(frozen=True, slots=True)
class Use:
    """A text in the source."""

    text: str
    plural: str | None
    path: str
    line: int


def find_uses() -> list[Use]:
    """Every text of the package `companion`. Raises `SystemExit` for a text that is not written out."""
    uses: list[Use] = []
    for path in sorted((ROOT / "companion").rglob("*.py")):
        uses.extend(python_uses(path))
    for path in sorted((ROOT / "companion").rglob("*.kv")):
        uses.extend(kv_uses(path))
    return uses


def python_uses(path: Path) -> Iterator[Use]:
    """The texts of a Python module."""
    where = path.relative_to(ROOT).as_posix()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        if node.func.id not in FUNCTIONS or not node.args:
            continue
        words = [a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
        if not words:
            if isinstance(node.args[0], ast.JoinedStr | ast.BinOp):
                raise SystemExit(f"{where}:{node.lineno}: write the text out and fill it with .format()")
            continue  # `_(value)` of something marked elsewhere
        plural = words[1] if node.func.id == "ngettext" and len(words) > 1 else None
        yield Use(words[0], plural, where, node.lineno)


def kv_uses(path: Path) -> Iterator[Use]:
    """The texts of a kv file."""
    where = path.relative_to(ROOT).as_posix()
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        for match in KV_CALL.finditer(line):
            yield Use(ast.literal_eval(match[1]), None, where, number)
        for match in KV_PLURAL.finditer(line):
            yield Use(ast.literal_eval(match[1]), ast.literal_eval(match[2]), where, number)


def part_of(path: str) -> str:
    """The `.po` file, without ending, for texts of a source file."""
    file = Path(path)
    return file.stem if file.parent.as_posix() == "companion/ui/screens" else "common"


def wanted(uses: list[Use]) -> dict[str, dict[str, list[Use]]]:
    """For each `.po` file its texts with their uses, in the order of the source."""
    by_text: dict[str, list[Use]] = {}
    for use in uses:
        by_text.setdefault(use.text, []).append(use)
    parts: dict[str, dict[str, list[Use]]] = {}
    for text, places in by_text.items():
        homes = {part_of(place.path) for place in places}
        part = homes.pop() if len(homes) == 1 else "common"
        parts.setdefault(part, {})[text] = places
    return parts


def stored(language: str) -> dict[str, Message]:
    """What a language has now, whatever file it is in."""
    folder = LOCALES / language / "LC_MESSAGES"
    messages: dict[str, Message] = {}
    for path in sorted(folder.glob("*.po")):
        for message in parse_catalogue(path.read_text(encoding="utf-8"), path.name):
            if message.text not in messages or not all(messages[message.text].strings):
                messages[message.text] = message
    return messages


def read_table(path: Path) -> dict[str, dict[str, tuple[str, ...]]]:
    """Translations by language and English text (its first form). Raises `SystemExit` for a bad line."""
    table: dict[str, dict[str, tuple[str, ...]]] = {"de": {}, "nl": {}}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip():
            continue
        columns = [column.replace("\\n", "\n") for column in line.split("\t")]
        if len(columns) != 3:
            raise SystemExit(f"{path}:{number}: expected three columns, found {len(columns)}")
        english = columns[0].split(" || ")[0]
        table["de"][english] = tuple(columns[1].split(" || "))
        table["nl"][english] = tuple(columns[2].split(" || "))
    return table


def update(uses: list[Use], table: dict[str, dict[str, tuple[str, ...]]]) -> None:
    """Write all files anew; translations are kept, a text that moved takes its translation along."""
    parts = wanted(uses)
    for language in LANGUAGES:
        if language == "en":
            continue
        known = stored(language)
        known.update({text: Message(text, strings) for text, strings in table.get(language, {}).items()})
        folder = LOCALES / language / "LC_MESSAGES"
        folder.mkdir(parents=True, exist_ok=True)
        for part, texts in parts.items():
            content = _header(language) + "".join(_entry(t, p, known.get(t)) for t, p in texts.items())
            path = folder / f"{part}.po"
            if not path.exists() or path.read_text(encoding="utf-8") != content:
                path.write_text(content, encoding="utf-8")
        for path in folder.glob("*.po"):
            if path.stem not in parts:
                path.unlink()


def _header(language: str) -> str:
    lines = (
        f"Language: {language}\\n",
        "Content-Type: text/plain; charset=UTF-8\\n",
        "Plural-Forms: nplurals=2; plural=(n != 1);\\n",
    )
    return 'msgid ""\nmsgstr ""\n' + "".join(f'"{line}"\n' for line in lines) + "\n"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _entry(text: str, uses: list[Use], known: Message | None) -> str:
    files = sorted({use.path for use in uses})
    lines = [f"#: {file}" for file in files]
    plural = next((use.plural for use in uses if use.plural is not None), None)
    if known is not None and known.fuzzy:
        lines.append("#, fuzzy")
    lines.append(f"msgid {_quoted(text)}")
    if plural is None:
        lines.append(f"msgstr {_quoted(known.strings[0] if known else '')}")
    else:
        strings = known.strings if known is not None and len(known.strings) == 2 else ("", "")
        lines.append(f"msgid_plural {_quoted(plural)}")
        lines.extend(f"msgstr[{n}] {_quoted(strings[n])}" for n in (0, 1))
    return "\n".join(lines) + "\n\n"


def placeholders(text: str) -> list[str]:
    """The names in braces, sorted."""
    return sorted(name for _t, name, _f, _c in string.Formatter().parse(text) if name is not None)


def complaints(uses: list[Use]) -> list[str]:
    """What is missing, unused or inconsistent."""
    found: list[str] = []
    texts = {use.text: use for use in uses}
    for language in LANGUAGES:
        if language == "en":
            continue
        known = stored(language)
        for text, use in texts.items():
            message = known.get(text)
            if message is None or not all(message.strings) or message.fuzzy:
                found.append(f"{language}: not translated: {text!r} ({use.path}:{use.line})")
                continue
            if (message.plural is None) != (use.plural is None):
                found.append(f"{language}: plural in one place only: {text!r}")
            originals = (text,) if use.plural is None else (text, use.plural)
            for original, translation in zip(originals, message.strings, strict=False):
                if placeholders(original) != placeholders(translation):
                    found.append(f"{language}: other placeholders: {text!r} -> {translation!r}")
                if (original[-1] in ".?!:…") != (translation[-1] in ".?!:…"):
                    found.append(f"{language}: ends differently: {text!r} -> {translation!r}")
        found.extend(f"{language}: not used: {text!r}" for text in known if text not in texts)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description="Bring the translation files up to date.")
    parser.add_argument(
        "--check", action="store_true", help="change nothing; exit code 1 if something is wrong"
    )
    parser.add_argument("--fill", type=Path, metavar="FILE", help="a table of translations to take over")
    options = parser.parse_args()
    uses = find_uses()
    if not options.check:
        update(uses, read_table(options.fill) if options.fill else {})
    problems = complaints(uses)
    for problem in problems:
        print(problem)
    print(f"{len({use.text for use in uses})} texts, {len(problems)} complaints")
    return 1 if problems and options.check else 0


if __name__ == "__main__":
    raise SystemExit(main())
