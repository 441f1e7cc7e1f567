"""The three games, each a value: what it is called, how many play, how it is read and scored."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from scoring import alea, score, via_romana
from scoring.alea import AleaPlayer
from scoring.errors import BadInput
from scoring.players import check_count, read_player, read_players
from scoring.ruleset import Ruleset
from scoring.sheet import ScoreSheet
from scoring.via_romana import VRPlayer


class Scorer(Protocol):
    """Scores a game's players without a board, by the shipped ruleset if none is given."""

    def __call__(self, players: Sequence[Any], ruleset: Ruleset | None = None) -> ScoreSheet: ...


@dataclass(frozen=True, slots=True)
class Game:
    """A game at the table.

    start_rule: the rulebook's own way to choose the start player. rules: the score sheet's lines, in order.
    score: what scores its players; None where a board is needed (City of Marble: scoring.score).
    """

    name: str
    title: str
    least: int
    most: int
    start_rule: str
    rules: tuple[str, ...]
    read_player: Callable[[Any, str], Any]
    score: Scorer | None = None

    def read_players(self, document: object) -> tuple[Any, ...]:
        """The players in a `marble-players/1` document, in turn order. Raises BadInput."""
        return read_players(document, self.name, self.read_player, self.least, self.most)

    def check_count(self, count: int) -> None:
        """Raises BadInput when the game is not for so many players."""
        check_count(self.name, count, self.least, self.most)


MARBLE = Game(
    "marble",
    "Rome: City of Marble",
    2,
    4,
    "whoever was most likely raised by wolves",
    score.RULES,
    read_player,
)
VIA_ROMANA = Game(
    "via_romana",
    "Via Romana",
    2,
    4,
    "by lot",
    ("markers", "castles", "eagle", "mission"),
    VRPlayer.from_json,
    via_romana.score,
)
ALEA = Game(
    "alea",
    "Alea Iacta Est",
    2,
    5,
    "the youngest",
    ("provinces", "patricians", "senate", "fortuna", "chips"),
    AleaPlayer.from_json,
    alea.score,
)
GAMES = (MARBLE, VIA_ROMANA, ALEA)


def game_named(name: str) -> Game:
    """Raises BadInput for a game that is not one of ours."""
    for game in GAMES:
        if game.name == name:
            return game
    known = ", ".join(game.name for game in GAMES)
    raise BadInput(f"expected one of {known}, found {name!r}", reason="unknown_word", field="game")
