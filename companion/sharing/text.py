"""A finished game as a text to send, and as a name for files."""

from __future__ import annotations

import re

from companion.colour_names import colour_name
from companion.sheet_words import rule_title, win_reason, win_title
from companion.storage.saved_game import Document, SavedGame, search_key
from companion.storage.seats import Seat, seats_of, title
from scoring.errors import BadInput


def share_text(game: SavedGame) -> str:
    """Who won, the ranking, and the points by rule, in the player's language.

    What the players noted (place, remarks) is theirs and is not passed on. Raises BadInput for a game
    without a sheet.
    """
    sheet = sheet_of(game)
    ranked = sorted(seats_of(game), key=lambda seat: seat.place or 0)
    lines = [
        f"{title(game.game)}, {played_on(game)}",
        "",
        f"{win_title(sheet)}. {win_reason(sheet)}".strip(),
        "",
        *(f"{seat.place}. {_player(seat)}: {seat.total}" for seat in ranked),
        "",
    ]
    points = {
        player["name"]: {line["rule"]: line["points"] for line in player["lines"]}
        for player in sheet["players"]
    }
    for rule in dict.fromkeys(rule for lines_of in points.values() for rule in lines_of):
        amounts = ", ".join(f"{seat.name} {points[seat.name].get(rule, 0)}" for seat in ranked)
        lines.append(f"{rule_title(rule)}: {amounts}")
    return "\n".join(lines)


def played_on(game: SavedGame) -> str:
    """The day of the game where the phone is, in the one order of numbers that all languages read alike."""
    return game.created.astimezone().strftime("%Y-%m-%d")


def file_stem(game: SavedGame) -> str:
    """A plain name for files about this game, such as `marble-2025-03-01-julia-claudia`."""
    names = "-".join(game.player_names)
    words = re.sub(r"[^a-z0-9]+", "-", search_key(f"{game.game} {played_on(game)} {names}"))
    return words.strip("-")[:80].strip("-")


def sheet_of(game: SavedGame) -> Document:
    """The sheet that was shown. Raises BadInput while there is none."""
    if game.sheet is None:
        raise BadInput("has no score sheet yet; finish the game first", reason="unfinished", field=game.id)
    return game.sheet


def _player(seat: Seat) -> str:
    return f"{seat.name} ({colour_name(seat.colour)})" if seat.colour else seat.name
