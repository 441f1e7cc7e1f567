"""A saved game: everything that was known at the last completed step, as one value."""

from __future__ import annotations

import re
import unicodedata
import uuid
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from scoring import fields
from scoring.errors import BadInput

FORMAT = "marble-game/1"
STEPS = ("players", "photo", "review", "counts", "sheet", "done")
MAX_NOTES = 20_000
MAX_PHOTOS = 100
MAX_CORRECTIONS = 20_000
MAX_MINUTES = 7 * 24 * 60

Document = dict[str, Any]
Clock = Callable[[], datetime]

_ID = re.compile(r"[0-9a-f]{32}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_SHA256 = re.compile(r"[0-9a-f]{64}")
_GAME = re.compile(r"[a-z][a-z0-9_]{0,39}")


def utc_now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class SavedGame:
    """One game. Its documents are JSON values in the project's file formats and are never changed in place.

    `players` is a marble-players/1 document, which may still lack colours and counts; `start_player` is the
    name of who started, None when nobody said; `photos` are the SHA-256 of stored photos; `corrections` is
    the Review's list of edits; `sheet` is the marble-sheet/1 as it was shown; `draft` is whatever the app's
    screens need to go on where they were.
    """

    id: str
    game: str
    created: datetime
    modified: datetime
    step: str
    players: Document
    start_player: str | None = None
    photos: tuple[str, ...] = ()
    reading: Document | None = None
    corrections: tuple[Document, ...] = ()
    state: Document | None = None
    layout: Document | None = None
    ruleset: Document | None = None
    sheet: Document | None = None
    draft: Document | None = None
    notes: str = ""
    location: str = ""
    duration_minutes: int | None = None

    @property
    def player_names(self) -> tuple[str, ...]:
        return tuple(player["name"] for player in self.players["players"])

    def at_step(self, step: str, **changes: Any) -> SavedGame:
        """The game after a step, with what that step found out. Raises ValueError for an unknown step."""
        if step not in STEPS:
            raise ValueError(f"{step!r} is no step; they are {', '.join(STEPS)}")
        return replace(self, step=step, **changes)

    def as_json(self) -> Document:
        """The document `marble-game/1`."""
        return {
            "format": FORMAT,
            "id": self.id,
            "game": self.game,
            "created": time_text(self.created),
            "modified": time_text(self.modified),
            "step": self.step,
            "players": self.players,
            "start_player": self.start_player,
            "photos": list(self.photos),
            "reading": self.reading,
            "corrections": list(self.corrections),
            "state": self.state,
            "layout": self.layout,
            "ruleset": self.ruleset,
            "sheet": self.sheet,
            "draft": self.draft,
            "notes": self.notes,
            "location": self.location,
            "duration_minutes": self.duration_minutes,
        }


FIELDS = ("format", *(name for name in SavedGame.__dataclass_fields__))


def new_game(game: str, players: Document | None = None, *, clock: Clock = utc_now) -> SavedGame:
    """A game at its first step, with an id of its own. Raises BadInput for a wrong players document."""
    now = clock()
    started: Document = {"format": "marble-players/1", "game": game, "players": []}
    return check_game(
        SavedGame(
            id=str(uuid.uuid4()),
            game=game,
            created=now,
            modified=now,
            step="players",
            players=started if players is None else players,
        )
    )


def read_game(data: object) -> SavedGame:
    """The game in a `marble-game/1` document. Raises BadInput that names the field."""
    document = fields.as_object(data, "")
    fields.check_format(document, FORMAT)
    fields.only(document, FIELDS, "")
    minutes = document.get("duration_minutes")
    return check_game(
        SavedGame(
            id=fields.as_text(fields.member(document, "id", ""), "id"),
            game=fields.as_text(fields.member(document, "game", ""), "game"),
            created=read_time(fields.member(document, "created", ""), "created"),
            modified=read_time(fields.member(document, "modified", ""), "modified"),
            step=fields.as_text(fields.member(document, "step", ""), "step"),
            players=fields.as_object(fields.member(document, "players", ""), "players"),
            start_player=_optional(document, "start_player", fields.as_text),
            photos=fields.list_of(fields.as_text, document.get("photos", []), "photos", MAX_PHOTOS),
            reading=_optional(document, "reading", fields.as_object),
            corrections=fields.list_of(
                fields.as_object, document.get("corrections", []), "corrections", MAX_CORRECTIONS
            ),
            state=_optional(document, "state", fields.as_object),
            layout=_optional(document, "layout", fields.as_object),
            ruleset=_optional(document, "ruleset", fields.as_object),
            sheet=_optional(document, "sheet", fields.as_object),
            draft=_optional(document, "draft", fields.as_object),
            notes=fields.as_text(document.get("notes", ""), "notes", MAX_NOTES),
            location=fields.as_text(document.get("location", ""), "location"),
            duration_minutes=None if minutes is None else fields.as_int(minutes, "duration_minutes"),
        )
    )


def check_game(game: SavedGame) -> SavedGame:
    """The same game, once its shape is known to be sound. Raises BadInput that names the field.

    The rules are not applied here: what breaks them is still worth keeping. Scoring looks when a game is
    loaded.
    """
    if not _ID.fullmatch(game.id):
        raise fields.wrong("id", "a UUID in lower case", game.id, "wrong_id")
    if not _GAME.fullmatch(game.game):
        raise fields.wrong("game", "a game's name such as marble", game.game, "unknown_word")
    fields.as_word(game.step, STEPS, "step")
    names = _check_players(game.players, game.game)
    if game.start_player is not None and game.start_player not in names:
        raise fields.wrong("start_player", "one of the players", game.start_player, "unknown_word")
    for number, photo in enumerate(game.photos):
        if not is_sha256(photo):
            raise fields.wrong(f"photos[{number}]", "a SHA-256 in lower case", photo, "wrong_id")
    _check_format(game.reading, "reading", "marble-reading/1", needed=False)
    _check_format(game.state, "state", "marble-state/1", needed=True)
    _check_format(game.layout, "layout", "marble-layout/1", needed=False)
    _check_format(game.ruleset, "ruleset", "marble-ruleset/1", needed=False)
    if game.sheet is not None:
        _check_sheet(game.sheet)
    _check_text(game.notes, "notes")
    _check_text(game.location, "location")
    if game.duration_minutes is not None:
        fields.as_int(game.duration_minutes, "duration_minutes", 0, MAX_MINUTES)
    return game


def is_sha256(text: str) -> bool:
    return _SHA256.fullmatch(text) is not None


def search_key(text: str) -> str:
    """Text as it is compared in searches: without accents and case, so that 'Zoe' finds 'Zoë'."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(sign for sign in decomposed if not unicodedata.combining(sign)).casefold()


def time_text(moment: datetime) -> str:
    """UTC with microseconds, of constant width, so that texts sort as times do."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def read_time(value: object, field: str) -> datetime:
    """Raises BadInput unless it is an ISO 8601 time with a time zone, from 1970 on."""
    text = fields.as_text(value, field)
    try:
        moment = datetime.fromisoformat(text)
        if moment.tzinfo is None or not 1970 <= moment.year <= 2999:
            raise ValueError
    except ValueError:
        raise fields.wrong(field, "a time such as 2025-05-01T19:30:00Z", value, "wrong_time") from None
    return moment.astimezone(UTC)


def _optional(document: Document, key: str, read: Callable[[object, str], Any]) -> Any:
    value = document.get(key)
    return None if value is None else read(value, key)


def _check_text(text: str, field: str) -> None:
    """Raises BadInput for what SQLite or a file could not hold: half a surrogate pair, a null character."""
    if text.isascii() and "\0" not in text:
        return
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise fields.wrong(field, "a text in Unicode", text, "wrong_text") from None
    if "\0" in text:
        raise fields.wrong(field, "a text without null characters", text, "wrong_text")


def _check_format(document: Document | None, field: str, expected: str, needed: bool) -> None:
    if document is None or (not needed and "format" not in document):
        return
    if document.get("format") != expected:
        raise fields.wrong(f"{field}.format", f'"{expected}"', document.get("format"), "wrong_format")


def _check_players(document: Document, game: str) -> tuple[str, ...]:
    _check_format(document, "players", "marble-players/1", needed=True)
    if document.get("game", "marble") != game:
        raise fields.wrong("players.game", f'"{game}"', document.get("game"), "unknown_word")
    names: list[str] = []
    players = fields.as_list(fields.member(document, "players", "players"), "players.players")
    if len(players) > 20:
        raise BadInput(f"has {len(players)} players", reason="too_long", field="players.players")
    for number, player in enumerate(players):
        field = f"players.players[{number}]"
        row = fields.as_object(player, field)
        name = fields.as_name(fields.member(row, "name", field), f"{field}.name")
        _check_text(name, f"{field}.name")
        if row.get("colour") is not None:
            _check_text(fields.as_text(row["colour"], f"{field}.colour"), f"{field}.colour")
        if name in names:
            raise fields.wrong(f"{field}.name", "a name that no other player has", name, "duplicate")
        names.append(name)
    return tuple(names)


def _check_sheet(sheet: Document) -> None:
    """What every reader of stored sheets (history, statistics, sharing) relies on."""
    _check_format(sheet, "sheet", "marble-sheet/1", needed=True)
    names: set[str] = set()
    for number, player in enumerate(fields.as_list(sheet.get("players"), "sheet.players")):
        field = f"sheet.players[{number}]"
        row = fields.as_object(player, field)
        name = fields.as_name(row.get("name"), f"{field}.name")
        _check_text(name, f"{field}.name")
        names.add(name)
        if row.get("colour") is not None:
            fields.as_text(row["colour"], f"{field}.colour")
        fields.as_int(row.get("total"), f"{field}.total")
        for line_number, line in enumerate(fields.as_list(row.get("lines"), f"{field}.lines")):
            line_field = f"{field}.lines[{line_number}]"
            entry = fields.as_object(line, line_field)
            fields.as_text(entry.get("rule"), f"{line_field}.rule")
            fields.as_int(entry.get("points"), f"{line_field}.points")
    ranked: list[str] = []
    for number, group in enumerate(fields.as_list(sheet.get("ranking"), "sheet.ranking")):
        ranked.extend(fields.list_of(fields.as_text, group, f"sheet.ranking[{number}]"))
    if sorted(ranked) != sorted(names):
        raise fields.wrong("sheet.ranking", "every player once", sheet.get("ranking"), "wrong_ranking")
    winners = fields.list_of(fields.as_text, sheet.get("winners"), "sheet.winners")
    if not set(winners) <= names:
        raise fields.wrong("sheet.winners", "names of players", sheet.get("winners"), "wrong_ranking")
    fields.as_text(sheet.get("decided_by", ""), "sheet.decided_by")
    fields.list_of(_as_warning, sheet.get("warnings", []), "sheet.warnings")
    fields.as_text(sheet.get("ruleset", ""), "sheet.ruleset")


def _as_warning(value: object, field: str) -> str:
    return fields.as_text(value, field, 2000)
