"""What the players of City of Marble hold, and the document that names the players of any game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from scoring.errors import BadInput
from scoring.fields import as_int, as_list, as_name, as_object, as_word, check_format, list_of, member, only
from scoring.state import TILE_COLOURS

FORMAT = "marble-players/1"
P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class Player:
    """A player of City of Marble. `imperium`: tokens by colour; `track`: what the score track says."""

    name: str
    colour: str
    bridges: tuple[int, ...] = ()
    coins: int = 0
    imperium: tuple[tuple[str, int], ...] = ()
    track: int | None = None

    def tokens(self, colour: str) -> int:
        """How many imperium tokens of a colour the player holds."""
        return sum(count for name, count in self.imperium if name == colour)

    def as_json(self) -> dict[str, Any]:
        doc: dict[str, Any] = {
            "name": self.name,
            "colour": self.colour,
            "bridges": list(self.bridges),
            "coins": self.coins,
            "imperium": dict(self.imperium),
        }
        if self.track is not None:
            doc["track"] = self.track
        return doc


def read_player(value: object, field: str) -> Player:
    """A player of City of Marble. Raises BadInput."""
    data = as_object(value, field)
    only(data, ("name", "colour", "bridges", "coins", "imperium", "track"), field)
    tokens = as_object(data.get("imperium", {}), f"{field}.imperium")
    track = data.get("track")
    return Player(
        name=as_name(member(data, "name", field), f"{field}.name"),
        colour=as_name(member(data, "colour", field), f"{field}.colour"),
        bridges=list_of(lambda v, f: as_int(v, f, 0), data.get("bridges", []), f"{field}.bridges"),
        coins=as_int(data.get("coins", 0), f"{field}.coins", 0),
        imperium=tuple(
            (as_word(colour, TILE_COLOURS, f"{field}.imperium"), as_int(n, f"{field}.imperium.{colour}", 0))
            for colour, n in tokens.items()
        ),
        track=None if track is None else as_int(track, f"{field}.track", 0),
    )


def read_game_name(data: object) -> str:
    """Which game a `marble-players/1` document is for. Raises BadInput."""
    doc = as_object(data, "")
    check_format(doc, FORMAT)
    only(doc, ("format", "game", "players"), "")
    return as_name(member(doc, "game", ""), "game")


def read_players(
    data: object, game: str, read: Callable[[Any, str], P], least: int, most: int
) -> tuple[P, ...]:
    """The players of a game in turn order, each read with `read(value, field)`. Raises BadInput."""
    found = read_game_name(data)
    if found != game:
        raise BadInput(f"these are players of {found}, not of {game}", reason="wrong_game", field="game")
    items = as_list(member(as_object(data, ""), "players", ""), "players")
    check_count(game, len(items), least, most)
    players = tuple(read(item, f"players[{n}]") for n, item in enumerate(items))
    for what in ("name", "colour"):
        seen: set[str] = set()
        for n, player in enumerate(players):
            word = getattr(player, what, None)
            if word is not None and word in seen:
                raise BadInput(
                    f"two players have the {what} {word!r}; each needs one of their own",
                    reason="duplicate",
                    field=f"players[{n}].{what}",
                )
            if word is not None:
                seen.add(word)
    return players


def check_count(game: str, count: int, least: int, most: int) -> None:
    """Raises BadInput when a game is not for so many players."""
    if not least <= count <= most:
        raise BadInput(
            f"{game} is for {least} to {most} players; there are {count}",
            reason="player_count",
            field="players",
        )
