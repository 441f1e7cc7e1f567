"""Saved games as rows of the database, and back."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from typing import Any

from companion.storage.errors import GameNotFound, StorageError
from companion.storage.saved_game import Document, SavedGame, read_time, search_key, time_text
from companion.storage.seats import search_text, seats_of
from scoring.errors import BadInput

_COLUMNS = (
    "id, game, created, modified, step, players, start_player, reading, corrections, state, layout, ruleset, "
    "sheet, draft, notes, location, duration_minutes"
)
_READ_COLUMNS = _COLUMNS.replace("layout, ruleset", "l.body, r.body")
_SELECT = (
    f"SELECT {_READ_COLUMNS} FROM games g LEFT JOIN documents l ON l.sha256 = g.layout "
    "LEFT JOIN documents r ON r.sha256 = g.ruleset"
)
_UPSERT = (
    f"INSERT INTO games ({_COLUMNS}) VALUES ({', '.join('?' * 17)}) "
    "ON CONFLICT (id) DO UPDATE SET deleted = NULL, "
    + ", ".join(f"{name} = excluded.{name}" for name in _COLUMNS.split(", ")[1:])
)


def dump(value: object) -> str:
    """JSON as it is stored: compact and ASCII only, so that any text survives."""
    return json.dumps(value, separators=(",", ":"))


class DocumentShelf:
    """Stores layouts and rulesets once, whatever number of games share them.

    Documents that are the same object are written only once in the life of a shelf, which is one transaction.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._written: dict[int, tuple[Document, str]] = {}

    def put(self, document: Document | None) -> str | None:
        """The document's SHA-256 once it is stored; None for none."""
        if document is None:
            return None
        known = self._written.get(id(document))
        if known is not None:
            return known[1]
        body, sha256 = canonical(document)
        self._connection.execute(
            "INSERT OR IGNORE INTO documents (sha256, body) VALUES (?, ?)", (sha256, body)
        )
        self._written[id(document)] = (document, sha256)  # held, so that its id stays its own
        return sha256


def canonical(document: Document) -> tuple[str, str]:
    """The document as text that does not depend on the order of its keys, and the SHA-256 of that."""
    body = json.dumps(document, separators=(",", ":"), sort_keys=True)
    return body, hashlib.sha256(body.encode("ascii")).hexdigest()


def write_row(connection: sqlite3.Connection, game: SavedGame, shelf: DocumentShelf | None = None) -> None:
    """Inserts or replaces a game with its photos and seats; a deleted one comes back. Needs a transaction."""
    shelf = shelf or DocumentShelf(connection)
    connection.execute(
        _UPSERT,
        (
            game.id,
            game.game,
            time_text(game.created),
            time_text(game.modified),
            game.step,
            dump(game.players),
            game.start_player,
            _dump_optional(game.reading),
            dump(list(game.corrections)),
            _dump_optional(game.state),
            shelf.put(game.layout),
            shelf.put(game.ruleset),
            _dump_optional(game.sheet),
            _dump_optional(game.draft),
            game.notes,
            game.location,
            game.duration_minutes,
        ),
    )
    connection.execute("DELETE FROM game_photos WHERE game_id = ?", (game.id,))
    connection.executemany(
        "INSERT INTO game_photos (game_id, position, photo) VALUES (?, ?, ?)",
        [(game.id, position, photo) for position, photo in enumerate(game.photos)],
    )
    index_game(connection, game)


def index_game(connection: sqlite3.Connection, game: SavedGame) -> None:
    """Writes what lists and searches look at. Needs a transaction."""
    seats = seats_of(game)
    connection.execute("DELETE FROM seats WHERE game_id = ?", (game.id,))
    connection.executemany(
        "INSERT INTO seats (game_id, seat, name, name_key, colour, started, total, place) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (game.id, number, s.name, search_key(s.name), s.colour, int(s.started), s.total, s.place)
            for number, s in enumerate(seats)
        ],
    )
    connection.execute("UPDATE games SET search_text = ? WHERE id = ?", (search_text(game, seats), game.id))


def read_row(connection: sqlite3.Connection, game_id: str) -> SavedGame:
    """Raises GameNotFound."""
    row = connection.execute(f"{_SELECT} WHERE g.id = ?", (game_id,)).fetchone()
    if row is None:
        raise GameNotFound(
            "no stored game has this id; `marble games` lists them", reason="not_found", field=game_id
        )
    return _game(connection, row)


def read_rows(connection: sqlite3.Connection, condition: str, values: tuple[Any, ...]) -> list[SavedGame]:
    """All games that meet a condition on `g`, newest first."""
    rows = connection.execute(f"{_SELECT} WHERE {condition} ORDER BY g.created DESC, g.id", values).fetchall()
    shared: dict[str, Document] = {}
    return [_game(connection, row, shared) for row in rows]


def _game(
    connection: sqlite3.Connection, row: tuple[Any, ...], shared: dict[str, Document] | None = None
) -> SavedGame:
    """`shared` holds layouts and rulesets that were met before, by their text."""
    photos = connection.execute(
        "SELECT photo FROM game_photos WHERE game_id = ? ORDER BY position", (row[0],)
    ).fetchall()
    try:
        return SavedGame(
            id=row[0],
            game=row[1],
            created=read_time(row[2], "created"),
            modified=read_time(row[3], "modified"),
            step=row[4],
            players=json.loads(row[5]),
            start_player=row[6],
            photos=tuple(photo for (photo,) in photos),
            reading=_load_optional(row[7]),
            corrections=tuple(json.loads(row[8])),
            state=_load_optional(row[9]),
            layout=_load_shared(row[10], shared),
            ruleset=_load_shared(row[11], shared),
            sheet=_load_optional(row[12]),
            draft=_load_optional(row[13]),
            notes=row[14],
            location=row[15],
            duration_minutes=row[16],
        )
    except (ValueError, BadInput) as error:
        raise StorageError(
            f"this stored game cannot be read ({error})", reason="damaged", field=row[0]
        ) from error


def _dump_optional(document: Document | None) -> str | None:
    return None if document is None else dump(document)


def _load_optional(text: str | None) -> Document | None:
    if text is None:
        return None
    document: Document = json.loads(text)
    return document


def _load_shared(text: str | None, shared: dict[str, Document] | None) -> Document | None:
    if text is None or shared is None:
        return _load_optional(text)
    if text not in shared:
        shared[text] = json.loads(text)
    return shared[text]
