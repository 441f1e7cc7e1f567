"""Games as a table for spreadsheets: CSV, one row for each player of each game."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from companion.sharing.text import played_on
from companion.storage.saved_game import SavedGame
from companion.storage.seats import seats_of, title

FIXED = ("game", "date", "id", "place", "name", "colour", "started", "total")
# A spreadsheet would run a cell that begins so as a formula (OWASP: CSV injection).
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def share_csv(games: Iterable[SavedGame]) -> str:
    """The games that have a sheet; the columns after the fixed ones are the rules, named as in the file
    formats.

    `started` is 1 or 0, empty where nobody said who started.
    """
    rows: list[dict[str, str | int]] = []
    rules: dict[str, None] = {}
    for game in games:
        if game.sheet is None:
            continue
        points = {player["name"]: player["lines"] for player in game.sheet["players"]}
        for seat in seats_of(game):
            lines = {line["rule"]: line["points"] for line in points[seat.name]}
            rules.update(dict.fromkeys(lines))
            started = "" if game.start_player is None else int(seat.started)
            fixed = (
                title(game.game),
                played_on(game),
                game.id,
                seat.place or "",
                _plain(seat.name),
                _plain(seat.colour or ""),
                started,
                seat.total if seat.total is not None else "",
            )
            rows.append({**dict(zip(FIXED, fixed, strict=True)), **lines})
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, (*FIXED, *(rule for rule in rules if rule not in FIXED)), restval="")
    writer.writeheader()
    writer.writerows(rows)
    return buffer.getvalue()


def _plain(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA) else text
