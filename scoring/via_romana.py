"""Via Romana: the final score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from scoring import fields
from scoring.players import check_count
from scoring.ruleset import Ruleset, default_ruleset
from scoring.sheet import Line, PlayerSheet, ScoreSheet, rank

GAME = "via_romana"
LEAST_PLAYERS = 2
MOST_PLAYERS = 4

EAGLE_POINTS = 2
MISSION_POINTS = 5
MISSION_MARKERS = 4

CASTLES_A_PLAYER = 4
CASTLES_AT_THE_START = {2: 2, 3: 1, 4: 1}
# Each of the five provinces has four cities: one with the stack 2-3-4, two with 2-3, one with a single 2.
MARKERS_IN_BOX = {2: 20, 3: 15, 4: 5}
BARE_CITY = 1  # printed on the board; what a castle is worth when its city's stack is gone
BEST_CITY = 4
MOST_ITEMS = 200  # on one player's list: far above the box


@dataclass(frozen=True, slots=True)
class VRPlayer:
    """What a player has at the end. `castles`: for each castle the value that its city shows now."""

    name: str
    markers: tuple[int, ...] = ()
    castles: tuple[int, ...] = ()
    eagle: bool = False
    mission: bool = False
    colour: str | None = None

    @classmethod
    def from_json(cls, data: object, field: str) -> VRPlayer:
        """One player of `marble-players/1`. Raises BadInput with the field that is wrong."""
        player = fields.as_object(data, field)
        fields.only(player, ("name", "colour", "markers", "castles", "eagle", "mission"), field)
        colour = player.get("colour")
        return cls(
            name=fields.as_name(fields.member(player, "name", field), f"{field}.name"),
            markers=fields.list_of(_read_value, player.get("markers", []), f"{field}.markers", MOST_ITEMS),
            castles=fields.list_of(_read_value, player.get("castles", []), f"{field}.castles", MOST_ITEMS),
            eagle=fields.as_bool(player.get("eagle", False), f"{field}.eagle"),
            mission=fields.as_bool(player.get("mission", False), f"{field}.mission"),
            colour=None if colour is None else fields.as_name(colour, f"{field}.colour"),
        )

    def as_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            **({} if self.colour is None else {"colour": self.colour}),
            "markers": list(self.markers),
            "castles": list(self.castles),
            "eagle": self.eagle,
            "mission": self.mission,
        }


def _read_value(value: object, field: str) -> int:
    return fields.as_int(value, field, least=0)


def score(players: Sequence[VRPlayer], ruleset: Ruleset | None = None) -> ScoreSheet:
    """The score sheet; players in turn order, start player first.

    ruleset: is named on the sheet; everything that scores here is printed, so it changes nothing.
    Raises BadInput for a number of players that the game does not allow.
    """
    check_count(GAME, len(players), LEAST_PLAYERS, MOST_PLAYERS)
    sheets = tuple(_score_player(player) for player in players)
    after_eagle = _seats_after_eagle(players)
    keys = {
        sheet.name: (sheet.total, int(after_eagle is not None and seats == 0), -seats)
        for sheet, seats in zip(sheets, after_eagle or [0] * len(players), strict=True)
    }
    ranking, decided_by = rank(keys, ("points", "eagle", "turn_order"))
    warnings = list(find_warnings(players))
    if decided_by == "shared":
        holders = sum(player.eagle for player in players)
        who = "nobody holds" if holders == 0 else f"{holders} players are said to hold"
        warnings.append(f"the legion's eagle would break the tie, but {who} it; the first place is shared")
    return ScoreSheet(GAME, sheets, ranking, decided_by, tuple(warnings), (ruleset or default_ruleset()).name)


def _score_player(player: VRPlayer) -> PlayerSheet:
    lines = (
        Line("markers", sum(player.markers)),
        Line("castles", sum(player.castles)),
        Line("eagle", EAGLE_POINTS if player.eagle else 0),
        Line("mission", MISSION_POINTS if player.mission else 0),
    )
    return PlayerSheet(player.name, player.colour, lines)


def _seats_after_eagle(players: Sequence[VRPlayer]) -> list[int] | None:
    """How many turns after the eagle's holder each player comes; None unless exactly one holds it.

    Rulebook, end of the game: among the tied the holder wins, else who has a turn first after the holder.
    """
    holders = [seat for seat, player in enumerate(players) if player.eagle]
    if len(holders) != 1:
        return None
    return [(seat - holders[0]) % len(players) for seat in range(len(players))]


def find_warnings(players: Sequence[VRPlayer]) -> list[str]:
    """What cannot have come out of one box, in one game of this many players."""
    return [*_odd_players(players), *_odd_markers(players)]


def _odd_players(players: Sequence[VRPlayer]) -> Iterable[str]:
    first_castles = CASTLES_AT_THE_START[len(players)]
    for player in players:
        castles = len(player.castles)
        if castles > CASTLES_A_PLAYER:
            yield f"{player.name} has {castles} castles, but each player has only {CASTLES_A_PLAYER}"
        if castles < first_castles:
            yield f"castles of {player.name}: {castles}, but each player began with {first_castles}"
        for value in player.castles:
            if not BARE_CITY <= value <= BEST_CITY:
                yield f"{player.name} has a castle worth {value}; cities show {BARE_CITY} to {BEST_CITY}"
        for value in player.markers:
            if value not in MARKERS_IN_BOX:
                yield f"{player.name} has a marker of value {value}; markers show 2 to 4"
        if player.mission and len(player.markers) < MISSION_MARKERS:
            yield (
                f"{player.name} has fulfilled a mission with {len(player.markers)} markers, "
                f"but it takes {MISSION_MARKERS}"
            )
    eagles = sum(player.eagle for player in players)
    if eagles > 1:
        yield f"{eagles} players hold the legion's eagle, but there is one"


def _odd_markers(players: Sequence[VRPlayer]) -> Iterable[str]:
    """Markers won and markers still lying under castles must come from the same stacks."""
    won = Counter(value for player in players for value in player.markers)
    castles = [value for player in players for value in player.castles]
    for value, held in MARKERS_IN_BOX.items():
        # A city that shows 4 still has its 3 and 2 below.
        lying = sum(value <= castle <= BEST_CITY for castle in castles)
        if won[value] > held:
            yield f"{won[value]} markers of value {value} in all, but the box holds {held}"
        elif won[value] + lying > held:
            yield (
                f"{won[value]} markers of value {value} are won and {lying} lie in cities with castles, "
                f"but the box holds {held}"
            )
    for value in (2, 3):
        # Only cities whose best marker it is offer it at once; elsewhere the next higher one must go first.
        open_at_once = MARKERS_IN_BOX[value] - MARKERS_IN_BOX[value + 1]
        most = open_at_once + won[value + 1]
        if most < won[value] <= MARKERS_IN_BOX[value]:
            yield (
                f"{won[value]} markers of value {value} are won, but only {most} can be "
                f"as long as {won[value + 1]} of value {value + 1} are"
            )
