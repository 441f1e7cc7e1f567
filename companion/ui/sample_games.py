"""A few finished games for the pictures and tests of history and statistics; always the same ones."""

from __future__ import annotations

import uuid
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from companion.storage import SavedGame, new_game
from scoring.games import game_named
from scoring.layout import default_layout
from scoring.ruleset import default_ruleset
from scoring.score import score
from scoring.state import read_state

if TYPE_CHECKING:
    from companion.ui.shell import MarbleApp

FIRST = datetime(2025, 1, 4, 19, 30, tzinfo=UTC)
NAMES = ("Julia", "Marcus", "Octavia", "Titus")
COLOURS = ("purple", "white", "black", "orange")


def _id(number: int) -> str:
    return str(uuid.UUID(int=0xA1EA << 96 | number, version=4))


def _via_romana(number: int) -> list[dict[str, Any]]:
    markers = ([4, 3, 3, 2, 2], [4, 2, 2, 2], [3, 3, 2, 2, 2], [4, 3, 2])
    castles = ([3, 2, 1], [3, 1, 1, 1], [2, 1], [1, 1, 2])
    return [
        {
            "markers": markers[(seat + number) % 4],
            "castles": castles[(seat * 3 + number) % 4],
            "eagle": seat == number % 3,
            "mission": (seat + number) % 2 == 0,
        }
        for seat in range(3)
    ]


def _alea(number: int) -> list[dict[str, Any]]:
    colours = ("red", "orange", "yellow", "green", "blue", "purple")
    entries = []
    for seat in range(4):
        own = [colours[(seat + number + step) % 6] for step in range(3)]
        entries.append(
            {
                "provinces": [
                    {"colour": colour, "value": (seat + step * 2 + number) % 4 + 1}
                    for step, colour in enumerate(own)
                ],
                "patricians": [
                    {"colour": colour, "sex": sex, "value": (seat + step + number) % 3 + 1}
                    for step, colour in enumerate(own[:2])
                    for sex in "fm"[: 1 + (seat + step) % 2]
                ],
                "fortuna": [3, 2, 1][: 1 + (seat + number) % 3],
                "chips": (seat * 5 + number * 3) % 9,
                "senate": [{"points": (seat + number * 2) % 5}],
            }
        )
    return entries


def _marble(number: int) -> list[dict[str, Any]]:
    return [
        {
            "bridges": [[3, 1], [2], [4, 2]][(seat + number) % 3],
            "coins": (seat * 2 + number) % 5 + 1,
            "imperium": {"red": (seat + number) % 3, "green": seat, "blue": (number + 2 * seat) % 4},
        }
        for seat in range(3)
    ]


def _marble_state(number: int) -> dict[str, Any]:
    """Buildings without their tiles: enough for a sheet."""
    points = sorted(default_layout().around)[number % 3 :: 4][:18]
    kinds = ("temple", "bath", "fountain", "theatre", "bath", "arena", "temple")
    sites = []
    for place, at in enumerate(points):
        kind = kinds[(place + number) % len(kinds)]
        owner = None if kind == "fountain" else COLOURS[(place * 2 + number) % 3]
        sites.append({"at": list(at), "kind": kind, "owner": owner})
    return {"format": "marble-state/1", "hills": [], "tiles": [], "sites": sites, "aqueducts": {}}


def sample_game(number: int) -> SavedGame:
    """Game number `number`: the three games in turn, City of Marble most often."""
    name = ("marble", "alea", "marble", "via_romana")[number % 4]
    entries = {"marble": _marble, "alea": _alea, "via_romana": _via_romana}[name](number)
    players = {
        "format": "marble-players/1",
        "game": name,
        "players": [
            {"name": NAMES[seat], "colour": COLOURS[seat], **entry} for seat, entry in enumerate(entries)
        ],
    }
    rules = game_named(name)
    found: dict[str, Any] = {}
    if rules.score is not None:
        sheet = rules.score(rules.read_players(players)).as_json()
    else:
        found["state"] = _marble_state(number)
        state = read_state(found["state"])
        sheet = score(state, rules.read_players(players), default_layout(), default_ruleset()).as_json()
    created = FIRST + timedelta(days=number * 9, minutes=number * 7)
    start_player = NAMES[number % len(entries)]
    return replace(
        new_game(name, players).at_step(
            "done", sheet={**sheet, "warnings": []}, start_player=start_player, **found
        ),
        id=_id(number),
        created=created,
        modified=created,
        location="Zürich" if number % 4 == 0 else "",
        duration_minutes=60 + number % 5 * 10,
        notes="Octavia's first game." if number == 0 else "",
    )


def store_samples(app: MarbleApp, count: int = 22) -> list[str]:
    """Put the games into the app's store, once; gives their ids, oldest first."""
    known = {summary.id for summary in app.store.games()}
    ids = []
    for number in range(count):
        game = sample_game(number)
        ids.append(game.id)
        if game.id not in known:
            app.store.save_step(game)
    return ids
