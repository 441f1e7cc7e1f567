"""Random games: every board on the way is legal, and two scorers that know nothing of each other agree."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from functools import cache
from typing import Any

import oracle
import pytest
from layouts_for_tests import hexagon, parallelogram, ring, strip
from mistakes import MISTAKES, misplayed
from random_play import Table, random_game, random_table

from scoring.check import check
from scoring.check_votes import check_votes
from scoring.layout import Layout, default_layout
from scoring.players import Player
from scoring.ruleset import Ruleset, default_ruleset
from scoring.score import score
from scoring.state import TILE_COLOURS, State, read_state

# Boards and how many games on each: the second number only in the slow run. 2,450 in all.
GAMES = [
    ("reconstructed", default_layout, 60, 900),
    ("hexagon", lambda: hexagon(3), 110, 500),
    ("parallelogram", parallelogram, 30, 300),
    ("ring", ring, 40, 300),
    ("strip", strip, 60, 150),
]


def house_rules(seed: int) -> Ruleset:
    """The shipped rules for most games, changed ones for some."""
    rng = random.Random(seed)
    rules = default_ruleset()
    if seed % 3 == 0:
        rules = rules.with_value("hill_corner_counts", rng.random() < 0.5)
        rules = rules.with_value("other_count_builds", rng.choice(["fountain", "nothing"]))
        rules = rules.with_value("fountain_across_diagonal", rng.random() < 0.5)
        rules = rules.with_value("most_coins_tied", rng.choice(["each", "nobody"]))
        rules = rules.with_value("most_coins_without_any", rng.random() < 0.5)
        rules = rules.with_value("imperium_without_any", rng.random() < 0.5)
        rules = rules.with_value("start_sticks", rng.choice([1, 2, 3, 4]))
        rules = rules.with_value("start_sticks_fewer", rng.random() < 0.5)
        rules = rules.with_value("points_arena", rng.choice([6, 8]), "house rules")
    return rules


def players_of(table: Table, seed: int) -> list[Player]:
    """What the players hold at the end; now and then made equal, so that ties are common."""
    rng = random.Random(seed)
    level = rng.random() < 0.3
    return [
        Player(
            name=f"player {n}",
            colour=seat.colour,
            bridges=tuple(seat.bridges),
            coins=3 if level else seat.coins,
            imperium=tuple((c, 1 if level else seat.imperium[c]) for c in TILE_COLOURS),
        )
        for n, seat in enumerate(table.seats, 1)
    ]


def assert_scorers_agree(state: State, players: list[Player], layout: Layout, ruleset: Ruleset) -> None:
    document = json.loads(json.dumps(state.as_json()))
    held = [json.loads(json.dumps(player.as_json())) for player in players]
    expected = oracle.score(document, held, ruleset.as_json())
    sheet = json.loads(json.dumps(score(state, players, layout, ruleset).as_json()))
    for found, wanted in zip(sheet["players"], expected["players"], strict=True):
        assert [line["rule"] for line in found["lines"]] == oracle.RULES
        for line in found["lines"]:
            points, because = wanted["lines"][line["rule"]]
            assert line["points"] == points, (found["name"], line["rule"])
            assert sorted(line["because"]) == sorted(because), (found["name"], line["rule"])
        assert found["total"] == wanted["total"]
    for field in ("ranking", "winners", "decided_by"):
        assert sheet[field] == expected[field], field
    wrong = oracle.track_differs(document, held, ruleset.as_json(), len(layout.track))
    assert len(wrong) == sum("score track" in warning for warning in sheet["warnings"])


def play_and_compare(layout: Layout, seed: int, every_state: bool) -> None:
    ruleset = house_rules(seed)
    colours = 2 + seed % 3

    def watch(state: State) -> None:
        problems = (*check(state, layout, ruleset), *check_votes(state, layout, ruleset))
        assert not problems, (seed, problems)

    table = random_table(layout, ruleset, colours, seed, watch=watch if every_state else None)
    watch(table.state)
    players = players_of(table, seed)
    assert_scorers_agree(table.state, players, layout, ruleset)
    # A disc put wrong, and ties forced by taking everybody's buildings away.
    rng = random.Random(seed)
    if len(table.state.track) > 1 and layout.track:
        assert_scorers_agree(misplayed(table.state, "wrong_track", rng, layout), players, layout, ruleset)
    bare = replace(table.state, sites=(), track=())
    level = [replace(player, coins=2, bridges=(), imperium=(("red", 2),)) for player in players]
    assert_scorers_agree(bare, level, layout, ruleset)


@pytest.mark.parametrize(("name", "make", "games", "_more"), GAMES, ids=[g[0] for g in GAMES])
def test_every_reached_board_is_legal_and_the_scorers_agree(
    name: str, make: Any, games: int, _more: int
) -> None:
    layout = make()
    for seed in range(games):
        play_and_compare(layout, seed, every_state=seed % 3 == 0)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("name", "make", "games", "more"), GAMES, ids=[g[0] for g in GAMES])
def test_thousands_of_games(name: str, make: Any, games: int, more: int) -> None:
    layout = make()
    for seed in range(games, games + more):
        play_and_compare(layout, seed, every_state=True)


def test_a_seed_gives_the_same_game() -> None:
    layout, ruleset = default_layout(), default_ruleset()
    assert random_game(layout, ruleset, 4, 11) == random_game(layout, ruleset, 4, 11)
    assert random_game(layout, ruleset, 4, 11) != random_game(layout, ruleset, 4, 12)


def test_random_boards_look_like_boards() -> None:
    layout, ruleset = default_layout(), default_ruleset()
    boards = [random_game(layout, ruleset, 2 + seed % 3, seed) for seed in range(20)]
    fountains = sum(site.kind == "fountain" for state in boards for site in state.sites) / len(boards)
    sites = sum(len(state.sites) for state in boards) / len(boards)
    lines = [len(line) - 1 for state in boards for _, line in state.aqueducts]
    assert 4 <= fountains <= 11
    assert sites > 28
    assert sum(lines) / len(lines) > 6
    assert all(len(state.tiles) >= 40 for state in boards)


def test_a_game_survives_being_written_down() -> None:
    state = random_game(default_layout(), default_ruleset(), 3, 4)
    assert read_state(json.loads(json.dumps(state.as_json()))) == state


@cache
def finished_game(seed: int) -> State:
    return random_game(default_layout(), default_ruleset(), 3, seed)


@pytest.mark.parametrize("kind", MISTAKES)
def test_every_mistake_is_a_problem(kind: str) -> None:
    layout, ruleset = default_layout(), default_ruleset()
    made = 0
    for seed in range(12):
        state = finished_game(seed)
        try:
            wrong = misplayed(state, kind, random.Random(seed), layout)
        except ValueError:
            continue
        made += 1
        assert check(wrong, layout, ruleset), (kind, seed)
    assert made >= 3


def test_an_unknown_mistake_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown mistake"):
        misplayed(State(), "sneeze", random.Random(1))
