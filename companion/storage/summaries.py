"""Games in short: lines of the history, and results for statistics."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from companion.storage.saved_game import Document, read_time, time_text
from companion.storage.seats import Seat

FINISHED = "g.deleted IS NULL AND g.step = 'done' AND g.sheet IS NOT NULL"
_SEATS = "SELECT game_id, name, colour, started, total, place FROM seats "


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A line of the history: what a list shows without opening the game."""

    id: str
    game: str
    created: datetime
    modified: datetime
    step: str
    seats: tuple[Seat, ...]
    location: str
    notes: str
    duration_minutes: int | None
    photos: tuple[str, ...]
    deleted: bool

    @property
    def winners(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats if seat.won)

    @property
    def finished(self) -> bool:
        return self.step == "done"

    def as_json(self) -> Document:
        return {
            "id": self.id,
            "game": self.game,
            "created": time_text(self.created),
            "modified": time_text(self.modified),
            "step": self.step,
            "players": [
                {"name": s.name, "colour": s.colour, "started": s.started, "total": s.total, "place": s.place}
                for s in self.seats
            ],
            "winners": list(self.winners),
            "location": self.location,
            "notes": self.notes,
            "duration_minutes": self.duration_minutes,
            "photos": list(self.photos),
        }


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a finished game ended: what statistics look at, without the board and the reading."""

    id: str
    game: str
    created: datetime
    start_player: str | None
    duration_minutes: int | None
    sheet: Document


def read_summaries(
    connection: sqlite3.Connection, condition: str, values: list[Any], limit: int | None
) -> tuple[GameSummary, ...]:
    """The games that meet a condition on `g`, newest first."""
    rows = connection.execute(
        "SELECT g.id, g.game, g.created, g.modified, g.step, g.location, g.notes, g.duration_minutes, "
        "g.deleted "
        f"FROM games g WHERE {condition} ORDER BY g.created DESC, g.id LIMIT ?",
        (*values, -1 if limit is None else limit),
    ).fetchall()
    seats: dict[str, list[Seat]] = {}
    photos: dict[str, list[str]] = {}
    if len(rows) > 50:  # many: two passes over the tables are cheaper than two questions for each game
        seat_rows = connection.execute(_SEATS + "ORDER BY game_id, seat").fetchall()
        photo_rows = connection.execute(
            "SELECT game_id, photo FROM game_photos ORDER BY game_id, position"
        ).fetchall()
    else:
        wanted = [(row[0],) for row in rows]
        seat_rows = [
            s for w in wanted for s in connection.execute(_SEATS + "WHERE game_id = ? ORDER BY seat", w)
        ]
        photo_rows = [
            p
            for w in wanted
            for p in connection.execute(
                "SELECT game_id, photo FROM game_photos WHERE game_id = ? ORDER BY position", w
            )
        ]
    for game_id, name, colour, started, total, place in seat_rows:
        seats.setdefault(game_id, []).append(Seat(name, colour, bool(started), total, place))
    for game_id, photo in photo_rows:
        photos.setdefault(game_id, []).append(photo)
    return tuple(
        GameSummary(
            id=row[0],
            game=row[1],
            created=read_time(row[2], "created"),
            modified=read_time(row[3], "modified"),
            step=row[4],
            seats=tuple(seats.get(row[0], ())),
            location=row[5],
            notes=row[6],
            duration_minutes=row[7],
            photos=tuple(photos.get(row[0], ())),
            deleted=row[8] is not None,
        )
        for row in rows
    )


def read_results(connection: sqlite3.Connection, game: str | None) -> tuple[GameResult, ...]:
    """The finished games' results, newest first; None: of all games."""
    rows = connection.execute(
        "SELECT g.id, g.game, g.created, g.start_player, g.duration_minutes, g.sheet FROM games g "
        f"WHERE {FINISHED} AND g.game = coalesce(?, g.game) ORDER BY g.created DESC, g.id",
        (game,),
    ).fetchall()
    return tuple(
        GameResult(row[0], row[1], read_time(row[2], "created"), row[3], row[4], json.loads(row[5]))
        for row in rows
    )
