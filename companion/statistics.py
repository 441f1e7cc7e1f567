"""What the stored games say: by player, by game, by colour, and whether it helps to start.

Shares come with the 95% interval of Wilson's score method, which stays honest for the few games that a
group of friends plays; a share without one would say more than it knows.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from statistics import fmean
from typing import Any, Protocol

from companion.storage.saved_game import search_key, time_text
from companion.storage.seats import places

FORMAT = "marble-stats/1"
Z95 = 1.959964  # the normal distribution's 97.5th percentile
Document = dict[str, Any]


class Played(Protocol):
    """What statistics need of a game: a `GameResult` of the store, or a whole `SavedGame`."""

    @property
    def id(self) -> str: ...
    @property
    def game(self) -> str: ...
    @property
    def created(self) -> datetime: ...
    @property
    def start_player(self) -> str | None: ...
    @property
    def duration_minutes(self) -> int | None: ...
    @property
    def sheet(self) -> Document | None: ...


@dataclass(frozen=True, slots=True)
class Share:
    """`wins` of `n`, as a rate with its 95% interval, and `fair`: the rate if nobody were favoured.

    Without any game the rate is None and the interval everything.
    """

    wins: int
    n: int
    fair: float | None

    @property
    def rate(self) -> float | None:
        return self.wins / self.n if self.n else None

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.wins, self.n)

    @property
    def verdict(self) -> str:
        """`more` or `less` when the whole interval lies on one side of the fair rate, else `unclear`."""
        low, high = self.interval
        if self.fair is None or low <= self.fair <= high:
            return "unclear"
        return "more" if low > self.fair else "less"

    def as_json(self) -> Document:
        low, high = self.interval
        return {
            "wins": self.wins,
            "n": self.n,
            "rate": _rounded(self.rate),
            "low": _rounded(low),
            "high": _rounded(high),
            "fair": _rounded(self.fair),
            "verdict": self.verdict,
        }


@dataclass(frozen=True, slots=True)
class Best:
    """The highest total, the first time that it was reached."""

    total: int
    name: str
    game_id: str
    created: datetime

    def as_json(self) -> Document:
        return {
            "total": self.total,
            "name": self.name,
            "id": self.game_id,
            "created": time_text(self.created),
        }


@dataclass(frozen=True, slots=True)
class Record:
    """How a set of results within one game went: one player's, one colour's, or everybody's.

    `wins` counts shared first places too; `points` is the average by rule.
    """

    game: str
    plays: int
    wins: Share
    shared_wins: int
    average: float
    spread: float
    best: Best
    average_place: float
    points: dict[str, float]

    def as_json(self) -> Document:
        return {
            "game": self.game,
            "plays": self.plays,
            "wins": self.wins.as_json(),
            "shared_wins": self.shared_wins,
            "average": _rounded(self.average),
            "spread": _rounded(self.spread),
            "best": self.best.as_json(),
            "average_place": _rounded(self.average_place),
            "points": {rule: _rounded(value) for rule, value in self.points.items()},
        }


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """A player over all games, and in each game."""

    name: str
    plays: int
    wins: Share
    games: tuple[Record, ...]

    def as_json(self) -> Document:
        return {
            "name": self.name,
            "plays": self.plays,
            "wins": self.wins.as_json(),
            "games": [record.as_json() for record in self.games],
        }


@dataclass(frozen=True, slots=True)
class ColourRecord:
    """A piece colour in one game."""

    colour: str
    record: Record

    def as_json(self) -> Document:
        return {"colour": self.colour, **self.record.as_json()}


@dataclass(frozen=True, slots=True)
class GameRecord:
    """All plays of one game. `record` is over all its players, so its wins say nothing new."""

    record: Record
    games: int
    winning_average: float
    players_average: float
    minutes_average: float | None

    def as_json(self) -> Document:
        everybody = self.record.as_json()
        del everybody["wins"], everybody["average_place"]
        return {
            **everybody,
            "games": self.games,
            "winning_average": _rounded(self.winning_average),
            "players_average": _rounded(self.players_average),
            "minutes_average": _rounded(self.minutes_average),
        }


@dataclass(frozen=True, slots=True)
class StartAdvantage:
    """How often the start player won. `game` None: all games; `players` None: any number of players.

    Only games count whose start player is known (`unknown` others are left out) and that one player won
    alone (`shared` are left out: half a win fits no binomial). `share.fair` is the average of one in the
    number of players; mixing numbers of players makes the true interval a little narrower than the one
    given, never wider.
    """

    game: str | None
    players: int | None
    share: Share
    shared: int
    unknown: int

    def as_json(self) -> Document:
        return {
            "game": self.game,
            "players": self.players,
            **self.share.as_json(),
            "shared_left_out": self.shared,
            "unknown_left_out": self.unknown,
        }


@dataclass(frozen=True, slots=True)
class Statistics:
    games: int
    by_game: tuple[GameRecord, ...]
    by_player: tuple[PlayerRecord, ...]
    by_colour: tuple[ColourRecord, ...]
    start_player: tuple[StartAdvantage, ...]

    def as_json(self) -> Document:
        """The document `marble-stats/1`."""
        return {
            "format": FORMAT,
            "games": self.games,
            "by_game": [record.as_json() for record in self.by_game],
            "by_player": [record.as_json() for record in self.by_player],
            "by_colour": [record.as_json() for record in self.by_colour],
            "start_player": [advantage.as_json() for advantage in self.start_player],
        }


@dataclass(frozen=True, slots=True)
class _Play:
    """One player's result in one game."""

    name: str
    key: str
    colour: str | None
    total: int
    place: int
    shared: bool
    fair: float
    points: dict[str, int]
    game: Played

    @property
    def won(self) -> bool:
        return self.place == 1


def statistics(games: Iterable[Played]) -> Statistics:
    """The statistics of finished games (`Store.results`); those without a sheet are left out.

    A player is the same person under the same name, whatever its accents and capitals.
    """
    scored = [game for game in games if game.sheet is not None and game.sheet["players"]]
    plays = [play for game in scored for play in _plays(game)]
    names = list(dict.fromkeys(game.game for game in scored))
    colours = sorted({(play.game.game, play.colour) for play in plays if play.colour is not None})
    return Statistics(
        games=len(scored),
        by_game=tuple(_game_record(name, [game for game in scored if game.game == name]) for name in names),
        by_player=_by_player(plays),
        by_colour=tuple(
            ColourRecord(
                str(colour), _record([p for p in plays if (p.game.game, p.colour) == (game, colour)])
            )
            for game, colour in colours
        ),
        start_player=_start_player(scored),
    )


def wilson(successes: int, n: int, z: float = Z95) -> tuple[float, float]:
    """Wilson's score interval for a share. Raises ValueError for more successes than trials."""
    if not 0 <= successes <= n:
        raise ValueError(f"{successes} of {n} is no share")
    if n == 0:
        return 0.0, 1.0
    share = successes / n
    centre = share + z * z / (2 * n)
    reach = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    bottom = 1 + z * z / n
    low = 0.0 if successes == 0 else (centre - reach) / bottom
    high = 1.0 if successes == n else (centre + reach) / bottom
    return low, high


def _plays(game: Played) -> list[_Play]:
    sheet = game.sheet or {}
    place = places(sheet["ranking"])
    tied = len(sheet["ranking"][0]) > 1 if sheet["ranking"] else False
    return [
        _Play(
            name=player["name"],
            key=search_key(player["name"]).strip(),
            colour=player.get("colour"),
            total=player["total"],
            place=place[player["name"]],
            shared=tied and place[player["name"]] == 1,
            fair=1 / len(sheet["players"]),
            points={line["rule"]: line["points"] for line in player["lines"]},
            game=game,
        )
        for player in sheet["players"]
    ]


def _share(plays: Sequence[_Play]) -> Share:
    return Share(sum(play.won for play in plays), len(plays), fmean(play.fair for play in plays))


def _record(plays: Sequence[_Play]) -> Record:
    totals = [play.total for play in plays]
    average = fmean(totals)
    top = min(plays, key=lambda play: (-play.total, play.game.created))
    rules = dict.fromkeys(rule for play in plays for rule in play.points)
    return Record(
        game=plays[0].game.game,
        plays=len(plays),
        wins=_share(plays),
        shared_wins=sum(play.shared for play in plays),
        average=average,
        spread=math.sqrt(fmean((total - average) ** 2 for total in totals)),
        best=Best(top.total, top.name, top.game.id, top.game.created),
        average_place=fmean(play.place for play in plays),
        points={rule: fmean(play.points.get(rule, 0) for play in plays) for rule in rules},
    )


def _game_record(name: str, games: Sequence[Played]) -> GameRecord:
    plays = [play for game in games for play in _plays(game)]
    minutes = [game.duration_minutes for game in games if game.duration_minutes]
    return GameRecord(
        record=_record(plays),
        games=len(games),
        winning_average=fmean(max(play.total for play in _plays(game)) for game in games),
        players_average=len(plays) / len(games),
        minutes_average=fmean(minutes) if minutes else None,
    )


def _by_player(plays: Sequence[_Play]) -> tuple[PlayerRecord, ...]:
    """Who played most first; the name as it was spelt in the newest game."""
    groups: dict[str, list[_Play]] = {}
    for play in plays:
        groups.setdefault(play.key, []).append(play)
    records = []
    for group in groups.values():
        newest = max(group, key=lambda play: play.game.created)
        games = dict.fromkeys(play.game.game for play in group)
        by_game = tuple(_record([play for play in group if play.game.game == game]) for game in games)
        records.append(PlayerRecord(newest.name, len(group), _share(group), by_game))
    return tuple(sorted(records, key=lambda record: (-record.plays, -record.wins.wins, record.name)))


def _start_player(games: Sequence[Played]) -> tuple[StartAdvantage, ...]:
    """All together, then each game, then each game by its number of players."""
    groups: dict[tuple[str | None, int | None], list[Played]] = {(None, None): []}
    for game in games:
        for key in ((None, None), (game.game, None), (game.game, _size(game))):
            groups.setdefault(key, []).append(game)
    ordered = sorted(
        groups, key=lambda key: (key[0] is not None, key[1] is not None, key[0] or "", key[1] or 0)
    )
    return tuple(_advantage(name, size, groups[name, size]) for name, size in ordered)


def _size(game: Played) -> int:
    return len((game.sheet or {})["players"])


def _advantage(name: str | None, size: int | None, games: Sequence[Played]) -> StartAdvantage:
    wins = shared = unknown = 0
    fair: list[float] = []
    for game in games:
        winners = (game.sheet or {})["winners"]
        if game.start_player is None:
            unknown += 1
        elif len(winners) != 1:
            shared += 1
        else:
            wins += winners[0] == game.start_player
            fair.append(1 / _size(game))
    return StartAdvantage(name, size, Share(wins, len(fair), fmean(fair) if fair else None), shared, unknown)


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
