"""Alea Iacta Est: the final score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from scoring import fields
from scoring.alea_housing import JOKER, MAN, WOMAN, Housing, Patrician, Province, house
from scoring.players import check_count
from scoring.ruleset import Ruleset, default_ruleset
from scoring.sheet import Line, PlayerSheet, ScoreSheet, rank

GAME = "alea"
LEAST_PLAYERS = 2
MOST_PLAYERS = 5
ROUNDS = {2: 6, 3: 6, 4: 5, 5: 5}
COLUMNS = {2: 4, 3: 5, 4: 6, 5: 7}  # of the forum; as many patricians are offered a round
SENATE_CARDS_A_ROUND = {2: 1, 3: 2, 4: 2, 5: 3}
TEMPLUM_PLAYERS = (4, 5)  # with fewer there are no fortuna tiles

COLOURS_IN_BOX = 6
PATRICIANS_OF_A_KIND = 3  # of one colour and sex
FORTUNA_IN_BOX = {1: 8, 2: 14, 3: 8}
CHIPS_IN_BOX = 30
CHIPS_A_POINT = 2
MOST_ITEMS = 200  # of one sort on one player's list: far above the box


@dataclass(frozen=True, slots=True)
class SenateCard:
    """What a senate card brings by its sheet, as the player says."""

    points: int = 0
    extra_province: bool = False

    @classmethod
    def from_json(cls, data: object, field: str) -> SenateCard:
        """Raises BadInput with the field that is wrong."""
        card = fields.as_object(data, field)
        fields.only(card, ("points", "extra_province"), field)
        return cls(
            points=fields.as_int(card.get("points", 0), f"{field}.points"),
            extra_province=fields.as_bool(card.get("extra_province", False), f"{field}.extra_province"),
        )

    def as_json(self) -> dict[str, Any]:
        return {"points": self.points} | ({"extra_province": True} if self.extra_province else {})


@dataclass(frozen=True, slots=True)
class AleaPlayer:
    """What lies before a player at the end."""

    name: str
    provinces: tuple[Province, ...] = ()
    patricians: tuple[Patrician, ...] = ()
    senate: tuple[SenateCard, ...] = ()
    fortuna: tuple[int, ...] = ()
    chips: int = 0
    colour: str | None = None

    @property
    def extra_places(self) -> int:
        return sum(card.extra_province for card in self.senate)

    @classmethod
    def from_json(cls, data: object, field: str) -> AleaPlayer:
        """One player of `marble-players/1`. Raises BadInput with the field that is wrong."""
        player = fields.as_object(data, field)
        known = ("name", "colour", "provinces", "patricians", "fortuna", "chips", "senate")
        fields.only(player, known, field)
        colour = player.get("colour")
        return cls(
            name=fields.as_name(fields.member(player, "name", field), f"{field}.name"),
            provinces=fields.list_of(
                _read_province, player.get("provinces", []), f"{field}.provinces", MOST_ITEMS
            ),
            patricians=fields.list_of(
                _read_patrician, player.get("patricians", []), f"{field}.patricians", MOST_ITEMS
            ),
            senate=fields.list_of(
                SenateCard.from_json, player.get("senate", []), f"{field}.senate", MOST_ITEMS
            ),
            fortuna=fields.list_of(_read_value, player.get("fortuna", []), f"{field}.fortuna", MOST_ITEMS),
            chips=fields.as_int(player.get("chips", 0), f"{field}.chips", least=0),
            colour=None if colour is None else fields.as_name(colour, f"{field}.colour"),
        )

    def as_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            **({} if self.colour is None else {"colour": self.colour}),
            "provinces": [{"colour": one.colour, "value": one.value} for one in self.provinces],
            "patricians": [
                {"colour": one.colour, "sex": one.sex, "value": one.value} for one in self.patricians
            ],
            "fortuna": list(self.fortuna),
            "chips": self.chips,
            "senate": [card.as_json() for card in self.senate],
        }


def _read_value(value: object, field: str) -> int:
    return fields.as_int(value, field, least=0)


def _read_province(data: object, field: str) -> Province:
    province = fields.as_object(data, field)
    fields.only(province, ("colour", "value"), field)
    return Province(
        colour=fields.as_name(fields.member(province, "colour", field), f"{field}.colour"),
        value=_read_value(fields.member(province, "value", field), f"{field}.value"),
    )


def _read_patrician(data: object, field: str) -> Patrician:
    patrician = fields.as_object(data, field)
    fields.only(patrician, ("colour", "sex", "value"), field)
    colour = fields.as_name(fields.member(patrician, "colour", field), f"{field}.colour")
    if colour == JOKER:
        raise fields.wrong(f"{field}.colour", "a patrician's own colour", colour, "unknown_word")
    return Patrician(
        colour=colour,
        sex=fields.as_word(fields.member(patrician, "sex", field), (WOMAN, MAN), f"{field}.sex"),
        value=_read_value(fields.member(patrician, "value", field), f"{field}.value"),
    )


def score(players: Sequence[AleaPlayer], ruleset: Ruleset | None = None) -> ScoreSheet:
    """The score sheet; players in turn order, start player first. ruleset: the shipped one if none is given.

    Raises BadInput for a number of players that the game does not allow.
    """
    check_count(GAME, len(players), LEAST_PLAYERS, MOST_PLAYERS)
    rules = ruleset or default_ruleset()
    housings = [best_housing(player, rules) for player in players]
    sheets = [_score_player(player, housing) for player, housing in zip(players, housings, strict=True)]
    keys = {
        sheet.name: (sheet.total, housing.unhoused) for sheet, housing in zip(sheets, housings, strict=True)
    }
    ranking, decided_by = rank(keys, ("points", "unhoused"))
    return ScoreSheet(GAME, tuple(sheets), ranking, decided_by, tuple(find_warnings(players)), rules.name)


def best_housing(player: AleaPlayer, ruleset: Ruleset | None = None) -> Housing:
    """Where this player's patricians live best, and what is left over for a tie."""
    rules = ruleset or default_ruleset()
    return house(
        player.provinces,
        player.patricians,
        player.extra_places,
        extra_scores=rules.flag("alea_extra_province_scores"),
        joker_scores=rules.flag("alea_empty_joker_loses"),
    )


def _score_player(player: AleaPlayer, housing: Housing) -> PlayerSheet:
    lines = (
        Line("provinces", housing.province_points),
        Line("patricians", housing.patrician_points, housing.pairs),
        Line("senate", sum(card.points for card in player.senate)),
        Line("fortuna", sum(player.fortuna)),
        Line("chips", player.chips // CHIPS_A_POINT),
    )
    return PlayerSheet(player.name, player.colour, lines)


def find_warnings(players: Sequence[AleaPlayer]) -> list[str]:
    """What cannot have come out of one box, in one game of this many players."""
    return [
        *(warning for player in players for warning in _odd_values(player)),
        *_more_than_the_box_holds(players),
        *_more_than_the_rounds_give(players),
    ]


def _odd_values(player: AleaPlayer) -> Iterable[str]:
    for province in player.provinces:
        if province.colour == JOKER and province.value != 0:
            yield f"{player.name}: the joker province is worth 0, not {province.value}"
        if province.colour != JOKER and not 1 <= province.value <= 4:
            yield f"{player.name}: a province is worth 1 to 4, not {province.value} ({province.colour})"
    for patrician in player.patricians:
        if not 1 <= patrician.value <= 3:
            yield f"{player.name}: a patrician is worth 1 to 3, not {patrician.value} ({patrician.colour})"
    for value in player.fortuna:
        if value not in FORTUNA_IN_BOX:
            yield f"{player.name}: a fortuna tile is worth 1 to 3, not {value}"
    for card in player.senate:
        if card.points < 0:
            yield f"{player.name}: a senate card brings {card.points} points; none should take points away"


def _more_than_the_box_holds(players: Sequence[AleaPlayer]) -> Iterable[str]:
    provinces = Counter(one for player in players for one in player.provinces)
    patricians = Counter((one.colour, one.sex) for player in players for one in player.patricians)
    fortuna = Counter(value for player in players for value in player.fortuna)
    chips = sum(player.chips for player in players)
    jokers = sum(count for one, count in provinces.items() if one.colour == JOKER)
    if jokers > 1:
        yield f"{jokers} joker provinces, but the box holds one"
    for province, count in provinces.items():
        if province.colour != JOKER and count > 1:
            yield f"{count} {province.colour} provinces of value {province.value}, but the box holds one"
    for (colour, sex), count in patricians.items():
        if count > PATRICIANS_OF_A_KIND:
            kind = "women" if sex == WOMAN else "men"
            yield f"{count} {colour} {kind} in all, but the box holds {PATRICIANS_OF_A_KIND}"
    colours = {one.colour for one in provinces if one.colour != JOKER} | {colour for colour, _ in patricians}
    if len(colours) > COLOURS_IN_BOX:
        names = ", ".join(sorted(colours))
        yield f"{len(colours)} province colours ({names}), but the box has {COLOURS_IN_BOX}"
    for value, held in FORTUNA_IN_BOX.items():
        if fortuna[value] > held:
            yield f"{fortuna[value]} fortuna tiles of value {value} in all, but the box holds {held}"
    if chips > CHIPS_IN_BOX:
        yield f"{chips} repete chips in all, but the box holds {CHIPS_IN_BOX}"


def _more_than_the_rounds_give(players: Sequence[AleaPlayer]) -> Iterable[str]:
    """Each round offers a fixed number of things; nobody can hold more than all rounds gave."""
    count = len(players)
    rounds = ROUNDS[count]
    fortuna = sum(len(player.fortuna) for player in players)
    if count not in TEMPLUM_PLAYERS:
        if fortuna:
            yield f"{fortuna} fortuna tiles in all, but with {count} players there are none in the game"
    else:
        # Each player keeps one a round at most, and the one with the most dice a second.
        most = rounds * (count + 1)
        if fortuna > most:
            yield f"{fortuna} fortuna tiles in all, but {rounds} rounds give at most {most}"
        for player in players:
            own = len(player.fortuna)
            if own > 2 * rounds:
                yield f"{player.name} has {own} fortuna tiles, but {rounds} rounds give at most {2 * rounds}"
    for what, held, given in (
        ("provinces", sum(len(player.provinces) for player in players), rounds * count),
        ("patricians", sum(len(player.patricians) for player in players), rounds * COLUMNS[count]),
        ("senate cards", sum(len(player.senate) for player in players), rounds * SENATE_CARDS_A_ROUND[count]),
    ):
        if held > given:
            yield f"{held} {what} in all, but {rounds} rounds with {count} players give at most {given}"
    for player in players:
        if len(player.senate) > rounds:
            yield f"{player.name} has {len(player.senate)} senate cards, but {rounds} rounds give one each"
