"""Statistics: counted by hand on small tables, and honest about how little a few games say."""

from __future__ import annotations

import json
import math
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from stored_games import Clock, via_romana_game

from companion.statistics import Share, statistics, wilson
from companion.storage import SavedGame, new_game, open_store
from companion.storage.bench import sample_games


def played(
    totals: dict[str, int], clock: Clock, *, start: str | None = None, game: str = "marble", **changes: Any
) -> SavedGame:
    """A finished game with these totals; one point of each is for coins, the rest for buildings."""
    clock.jump(days=1)
    order = sorted(set(totals.values()), reverse=True)
    ranking = [[name for name, total in totals.items() if total == level] for level in order]
    colours = ("purple", "black", "white", "orange")
    seats = list(zip(totals, colours, strict=False))
    sheet = {
        "format": "marble-sheet/1",
        "game": game,
        "players": [
            {
                "name": name,
                "colour": colour,
                "lines": [
                    {"rule": "buildings", "points": totals[name] - 1, "because": []},
                    {"rule": "coins", "points": 1, "because": []},
                ],
                "total": totals[name],
            }
            for name, colour in seats
        ],
        "ranking": ranking,
        "winners": ranking[0],
        "decided_by": "points" if len(ranking[0]) == 1 else "shared",
        "warnings": [],
        "ruleset": "default",
    }
    players = {
        "format": "marble-players/1",
        "game": game,
        "players": [{"name": name, "colour": colour} for name, colour in seats],
    }
    return new_game(game, players, clock=clock).at_step("done", sheet=sheet, start_player=start, **changes)


def test_no_games_give_empty_statistics() -> None:
    stats = statistics([])
    assert (stats.games, stats.by_game, stats.by_player, stats.by_colour) == (0, (), (), ())
    (nothing,) = stats.start_player
    assert nothing.share.rate is None and nothing.share.interval == (0.0, 1.0)
    assert nothing.share.verdict == "unclear"
    json.dumps(stats.as_json(), allow_nan=False)


def test_wins_averages_and_best_are_counted() -> None:
    clock = Clock()
    games = [
        played({"Julia": 40, "Marcus": 30}, clock, duration_minutes=60),
        played({"Marcus": 50, "julia": 45, "Zoë": 20}, clock),
        played({"Julia": 33, "Zoe": 33}, clock, duration_minutes=90),
        via_romana_game(clock),
        replace(new_game("alea", clock=clock), step="done"),
    ]
    stats = statistics(games)
    assert stats.games == 4, "a game without a sheet says nothing"
    julia, marcus, zoe = stats.by_player
    assert (julia.name, julia.plays, julia.wins.wins) == ("Julia", 4, 3)
    assert julia.wins.fair == pytest.approx((1 / 2 + 1 / 3 + 1 / 2 + 1 / 2) / 4)
    marble = julia.games[0]
    assert (marble.game, marble.plays, marble.wins.wins, marble.shared_wins) == ("marble", 3, 2, 1)
    assert marble.average == pytest.approx((40 + 45 + 33) / 3)
    assert (marble.best.total, marble.best.game_id) == (45, games[1].id)
    assert marble.average_place == pytest.approx((1 + 2 + 1) / 3)
    assert marble.points == {"buildings": pytest.approx((39 + 44 + 32) / 3), "coins": 1}
    assert marble.spread == pytest.approx(
        math.sqrt(((40 - 118 / 3) ** 2 + (45 - 118 / 3) ** 2 + (33 - 118 / 3) ** 2) / 3)
    )
    assert (zoe.name, zoe.plays) == ("Zoe", 2), "the same person, as spelt last"
    assert {record.game for record in marcus.games} == {"marble", "via_romana"}
    rome = next(record for record in stats.by_game if record.record.game == "marble")
    assert (rome.games, rome.record.plays) == (3, 7)
    assert rome.winning_average == pytest.approx((40 + 50 + 33) / 3)
    assert rome.minutes_average == 75
    assert (rome.record.best.total, rome.record.best.name) == (50, "Marcus")
    purple = next(record for record in stats.by_colour if record.colour == "purple")
    assert (purple.record.plays, purple.record.wins.wins) == (3, 3)
    assert all(record.record.game == "marble" for record in stats.by_colour)
    json.dumps(stats.as_json(), allow_nan=False)


def test_the_start_player_counts_only_where_it_says_something() -> None:
    clock = Clock()
    games = [
        played({"A": 10, "B": 5}, clock, start="A"),
        played({"A": 10, "B": 12}, clock, start="A"),
        played({"A": 10, "B": 12, "C": 3}, clock, start="B"),
        played({"A": 10, "B": 10}, clock, start="A"),
        played({"A": 10, "B": 5}, clock),
    ]
    rows = {(row.game, row.players): row for row in statistics(games).start_player}
    assert list(rows) == [(None, None), ("marble", None), ("marble", 2), ("marble", 3)]
    row = rows["marble", None]
    assert (row.share.wins, row.share.n, row.shared, row.unknown) == (2, 3, 1, 1)
    assert row.share.fair == pytest.approx((1 / 2 + 1 / 2 + 1 / 3) / 3)
    assert row.share.verdict == "unclear"
    assert rows["marble", 2].share == Share(1, 2, 0.5)
    assert rows["marble", 3].share == Share(1, 1, 1 / 3)


def test_an_advantage_is_claimed_only_when_the_games_show_it() -> None:
    clock = Clock()
    strong = [played({"A": 10, "B": 5}, clock, start="A") for _ in range(10)]
    weak = [played({"A": 5, "B": 10}, clock, start="A") for _ in range(2)]
    assert statistics(strong[:3]).start_player[0].share.verdict == "unclear"
    assert statistics([*strong, *weak]).start_player[0].share.verdict == "more"
    losing = [played({"A": 5, "B": 10}, clock, start="A") for _ in range(10)]
    assert statistics(losing).start_player[0].share.verdict == "less"


@pytest.mark.parametrize(
    ("wins", "n", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (5, 10, 0.2366, 0.7634),
        (81, 263, 0.2553, 0.3662),
        (1, 1, 0.2065, 1.0),
    ],
)
def test_the_interval_is_wilsons(wins: int, n: int, low: float, high: float) -> None:
    """81 of 263 is the example of Newcombe (1998), which gives 0.2553 to 0.3662."""
    assert wilson(wins, n) == pytest.approx((low, high), abs=5e-5)


def test_the_interval_covers_the_truth_about_as_often_as_it_says() -> None:
    """Exactly, by summing the binomial distribution; single values of n swing around 95%."""
    coverage = []
    for n in (4, 8, 15, 30, 60):
        for truth in (0.2, 0.25, 1 / 3, 0.4, 0.5):
            covered = 0.0
            for wins in range(n + 1):
                low, high = wilson(wins, n)
                if low <= truth <= high:
                    covered += math.comb(n, wins) * truth**wins * (1 - truth) ** (n - wins)
            coverage.append(covered)
    assert min(coverage) > 0.87
    assert 0.94 < sum(coverage) / len(coverage) < 0.98


def test_mixed_tables_do_not_make_the_interval_too_narrow() -> None:
    draw = random.Random(3)
    covered = 0
    for _ in range(2000):
        sizes = [draw.choice((2, 3, 4)) for _ in range(20)]
        wins = sum(draw.random() < 1 / size for size in sizes)
        low, high = wilson(wins, len(sizes))
        covered += low <= sum(1 / size for size in sizes) / len(sizes) <= high
    assert covered / 2000 > 0.94


def test_the_store_gives_what_statistics_need(tmp_path: Path) -> None:
    clock = Clock()
    with open_store(tmp_path, clock=clock) as store:
        for game in (
            played({"A": 10, "B": 5}, clock, start="A", duration_minutes=30),
            via_romana_game(clock),
            new_game("marble", clock=clock),
        ):
            store.save_step(game)
        assert statistics(store.results()) == statistics(store.finished_games())
        assert statistics(store.results("marble")).games == 1
        assert statistics(store.results()).games == 2


def test_wrong_counts_are_a_programmers_error() -> None:
    with pytest.raises(ValueError, match="no share"):
        wilson(3, 2)


def test_many_games_are_counted_alike_in_any_order() -> None:
    games = sample_games(200, 4)
    straight, backwards = statistics(games), statistics(reversed(games))
    for one, other in zip(straight.by_player, backwards.by_player, strict=True):
        assert (one.name, one.plays, one.wins.wins) == (other.name, other.plays, other.wins.wins)
    assert straight.by_colour == backwards.by_colour
    assert straight.start_player == backwards.start_player
    assert sum(record.games for record in straight.by_game) == 200
    wins = sum(record.wins.wins for record in straight.by_player)
    assert wins == sum(len((game.sheet or {})["ranking"][0]) for game in games)
