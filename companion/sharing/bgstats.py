"""Handing finished games to BG Stats: the link that its app opens, and its own play file.

The link's format is BG Stats' published one for pushing plays from other apps; the file's is that of the
`.bgsplay` files that BG Stats itself shares. Its Android app refuses a play in which a yes-or-no is
missing, even those that its documentation calls optional, so all of them are always there.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from urllib.parse import quote

from companion.sharing.text import sheet_of
from companion.storage.saved_game import Document, SavedGame, search_key
from companion.storage.seats import Seat, seats_of, title

LINK = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Marble Companion"
FILE_ENDING = ".bgsplay"
MAX_COMMENTS = 400  # the whole play travels in a link
_SPACE = uuid.UUID("5d1f3c0a-6c0f-4d0e-9a53-7a0c1f2b9e44")  # ours, so that ids never change
_ABOUT = (
    "This is a Play file that can be read by Board Game Stats. If you see this text, try to use a share, "
    "export or open-in function to open it with Board Game Stats."
)


def create_play(game: SavedGame, bgg_ids: Mapping[str, int] | None = None) -> Document:
    """The play as BG Stats' link takes it. Raises BadInput for a game without a sheet.

    `bgg_ids` (game to BoardGameGeek's number) is left out where it is not known: a wrong one would file the
    play under another game, while without one BG Stats asks once and remembers.
    """
    sheet_of(game)
    about: Document = {"name": title(game.game), "sourceGameId": game.game}
    bgg_id = (bgg_ids or {}).get(game.game)
    if bgg_id is not None:
        about["bggId"] = int(bgg_id)
    about |= {"highestWins": True, "noPoints": False}
    return {
        "sourceName": SOURCE,
        "sourcePlayId": game.id,
        "playDate": _moment(game.created),
        "durationMin": game.duration_minutes or 0,
        "location": game.location,
        "comments": game.notes[:MAX_COMMENTS],
        "board": _board(game),
        "game": about,
        "players": [
            {
                "name": seat.name,
                "sourcePlayerId": _player_id(seat),
                "startPlayer": seat.started,
                "winner": seat.won,
                "score": seat.total,
                "rank": seat.place,
                "role": seat.colour or "",
            }
            for seat in seats_of(game)
        ],
    }


def play_link(game: SavedGame, bgg_ids: Mapping[str, int] | None = None) -> str:
    """The link that opens BG Stats with this play. Raises BadInput for a game without a sheet."""
    document = json.dumps(create_play(game, bgg_ids), ensure_ascii=False, separators=(",", ":"))
    return LINK + quote(document, safe="")


def play_file(games: Iterable[SavedGame], bgg_ids: Mapping[str, int] | None = None) -> str:
    """A `.bgsplay` file with any number of plays. Raises BadInput for a game without a sheet.

    The plays' ids are our games' own, so sharing a play again replaces it instead of adding it twice.
    """
    chosen = list(games)
    people: dict[str, tuple[int, Seat]] = {}
    places: dict[str, int] = {}
    kinds: dict[str, int] = {}
    plays = []
    for game in chosen:
        for seat in seats_of(game):
            people.setdefault(_player_id(seat), (len(people) + 1, seat))
        kinds.setdefault(game.game, len(kinds) + 1)
        if game.location:
            places.setdefault(game.location, len(places) + 1)
        plays.append(_play(game, people, places, kinds))
    changed = _moment(max((game.modified for game in chosen), default=datetime(1970, 1, 1, tzinfo=UTC)))
    document = {
        "about": _ABOUT,
        "players": [
            {
                "uuid": player_id,
                "id": number,
                "name": seat.name,
                "isAnonymous": False,
                "modificationDate": changed,
                "bggUsername": "",
            }
            for player_id, (number, seat) in people.items()
        ],
        "locations": [
            {"uuid": _own_id(f"location {name}"), "id": number, "name": name, "modificationDate": changed}
            for name, number in places.items()
        ],
        "games": [_kind(game, number, changed, bgg_ids or {}) for game, number in kinds.items()],
        "plays": plays,
        "userInfo": {"meRefId": 0},
    }
    return json.dumps(document, ensure_ascii=False, indent=1)


def _play(
    game: SavedGame, people: dict[str, tuple[int, Seat]], places: dict[str, int], kinds: dict[str, int]
) -> Document:
    sheet = sheet_of(game)
    play: Document = {
        "uuid": str(uuid.UUID(game.id)).upper(),
        "modificationDate": _moment(game.modified),
        "entryDate": _moment(game.created),
        "playDate": _moment(game.created),
        "playDateYmd": int(game.created.astimezone(UTC).strftime("%Y%m%d")),
        "usesTeams": False,
        "durationMin": game.duration_minutes or 0,
        "ignored": False,
        # A tie that buildings or the eagle broke: the points alone would name more winners.
        "manualWinner": sheet.get("decided_by") not in ("points", "shared"),
        "rounds": 0,
        "rating": 0,
        "scoringSetting": 0,
        "gameRefId": kinds[game.game],
        "board": _board(game),
        "comments": game.notes,
        "playImages": "[]",
        "playerScores": [
            {
                "score": str(seat.total),
                "winner": seat.won,
                "newPlayer": False,
                "startPlayer": seat.started,
                "playerRefId": people[_player_id(seat)][0],
                "role": seat.colour or "",
                "rank": seat.place,
                "seatOrder": number,
            }
            for number, seat in enumerate(seats_of(game), start=1)
        ],
    }
    if game.location:
        play["locationRefId"] = places[game.location]
    return play


def _kind(game: str, number: int, changed: str, bgg_ids: Mapping[str, int]) -> Document:
    return {
        "uuid": _own_id(f"game {game}"),
        "id": number,
        "name": title(game),
        "modificationDate": changed,
        "cooperative": False,
        "highestWins": True,
        "noPoints": False,
        "usesTeams": False,
        "bggId": int(bgg_ids.get(game, 0)),  # 0 is what BG Stats writes for a game that is not linked
        "bggName": "",
        "bggYear": 0,
        "designers": "",
        "isBaseGame": 1,
        "isExpansion": 0,
    }


def _board(game: SavedGame) -> str:
    """The layout's name where it is the players' own; the shipped one is no variant of the game."""
    name = (game.layout or {}).get("name", "")
    return name if isinstance(name, str) and name != "reconstructed" else ""


def _player_id(seat: Seat) -> str:
    return _own_id(f"player {search_key(seat.name).strip()}")


def _own_id(text: str) -> str:
    return str(uuid.uuid5(_SPACE, text)).upper()


def _moment(moment: datetime) -> str:
    """BG Stats reads UTC."""
    return moment.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S")
