"""The rules as entries: one fact each, in three languages, as written in `entries/*.json`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.rulebook.words import LANGUAGES

GAMES = ("marble", "via_romana", "alea")
KINDS = ("rule", "disputed", "silent")
FOLDER = Path(__file__).parent / "entries"
FORMAT = "marble-rules/1"


@dataclass(frozen=True, slots=True)
class Source:
    """Where a rule is printed."""

    rulebook: str
    section: str


@dataclass(frozen=True, slots=True)
class Wording:
    """An entry in one language; `ask` holds ways in which people ask for it (only where the file was read)."""

    title: str
    answer: str
    detail: str
    ask: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """What a player reads."""
        return f"{self.answer} {self.detail}".strip()


@dataclass(frozen=True, slots=True)
class Entry:
    """One rule. `kind`: rule, disputed (the rulebooks differ) or silent (no rulebook says)."""

    game: str
    id: str
    topic: str
    kind: str
    source: Source
    related: tuple[str, ...]
    wordings: tuple[Wording, ...]

    def wording(self, lang: str) -> Wording:
        """The entry in one of LANGUAGES."""
        return self.wordings[LANGUAGES.index(lang)]


@dataclass(frozen=True, slots=True)
class Topic:
    """A heading under which entries are browsed."""

    game: str
    id: str
    titles: tuple[str, ...]

    def title(self, lang: str) -> str:
        """The heading in one of LANGUAGES."""
        return self.titles[LANGUAGES.index(lang)]


def read_entries(game: str, folder: Path = FOLDER) -> tuple[tuple[Topic, ...], tuple[Entry, ...]]:
    """Topics and entries of a game from its file. Raises ValueError where the file is not well formed."""
    path = folder / f"{game}.json"
    document = json.loads(path.read_text(encoding="utf-8"))
    if document.get("format") != FORMAT or document.get("game") != game:
        raise ValueError(f"{path.name}: expected format {FORMAT!r} and game {game!r}")
    topics = tuple(Topic(game, t["id"], tuple(t[lang] for lang in LANGUAGES)) for t in document["topics"])
    entries = tuple(entry_from(game, raw, path.name) for raw in document["entries"])
    ids = [entry.id for entry in entries]
    doubles = {name for name in ids if ids.count(name) > 1}
    if doubles:
        raise ValueError(f"{path.name}: ids used twice: {sorted(doubles)}")
    return topics, entries


def entry_from(game: str, raw: Mapping[str, Any], where: str) -> Entry:
    """An entry from its JSON object. Raises ValueError that names the entry."""
    try:
        wordings = tuple(
            Wording(raw[lang]["title"], raw[lang]["answer"], raw[lang]["detail"], tuple(raw[lang]["ask"]))
            for lang in LANGUAGES
        )
        source = Source(raw["source"]["rulebook"], raw["source"]["section"])
        kind = raw["kind"]
        if kind not in KINDS:
            raise ValueError(f"{where}: entry {raw['id']!r} has the unknown kind {kind!r}")
        return Entry(game, raw["id"], raw["topic"], kind, source, tuple(raw["related"]), wordings)
    except KeyError as missing:
        raise ValueError(f"{where}: entry {raw.get('id')!r} lacks {missing}") from None
