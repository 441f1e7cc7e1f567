"""Who sat where in a game and how it ended for them: what lists, searches and statistics look at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.storage.saved_game import SavedGame, search_key

TITLES = {"marble": "Rome: City of Marble", "via_romana": "Via Romana", "alea": "Alea Iacta Est"}


@dataclass(frozen=True, slots=True)
class Seat:
    """One player of one game, in turn order. `total` and `place` are None before there is a sheet."""

    name: str
    colour: str | None
    started: bool
    total: int | None
    place: int | None

    @property
    def won(self) -> bool:
        return self.place == 1


def seats_of(game: SavedGame) -> tuple[Seat, ...]:
    """The seats of a game: from its sheet if it has one, else from its players."""
    if game.sheet is None:
        return tuple(
            Seat(player["name"], player.get("colour"), player["name"] == game.start_player, None, None)
            for player in game.players["players"]
        )
    place = places(game.sheet["ranking"])
    return tuple(
        Seat(
            player["name"],
            player.get("colour"),
            player["name"] == game.start_player,
            player["total"],
            place[player["name"]],
        )
        for player in game.sheet["players"]
    )


def places(ranking: list[list[str]]) -> dict[str, int]:
    """Name to place: tied players share one, and the places after them are left out (1, 1, 3)."""
    result: dict[str, int] = {}
    for group in ranking:
        place = len(result) + 1
        result.update({name: place for name in group})
    return result


def title(game: str) -> str:
    """The game's printed name, or its short one when it is not among ours."""
    return TITLES.get(game, game.replace("_", " ").title())


def search_text(game: SavedGame, seats: tuple[Seat, ...]) -> str:
    """All that a search looks through, normalised; parts apart, so that no match spans two of them."""
    colours = (seat.colour for seat in seats if seat.colour)
    parts: tuple[Any, ...] = (
        title(game.game),
        game.created.strftime("%Y-%m-%d"),
        *(seat.name for seat in seats),
        *colours,
        game.location,
        game.notes,
    )
    return search_key("\n".join(parts))
