"""The scoring examples of the rulebooks, by both scorers."""

from __future__ import annotations

from dataclasses import replace

import oracle
from layouts_for_tests import board, hexagon_triangles

from scoring.layout import Layout
from scoring.players import Player
from scoring.ruleset import default_ruleset
from scoring.score import score
from scoring.state import Site, State

JULIA, OCTAVIA = Player("Julia", "purple"), Player("Octavia", "white")


def both(state: State, rule: str) -> tuple[int, int]:
    """Julia's and Octavia's points by a rule; the two scorers must agree."""
    ruleset = default_ruleset()
    sheet = score(state, [JULIA, OCTAVIA], plain(), ruleset)
    second = oracle.score(state.as_json(), [JULIA.as_json(), OCTAVIA.as_json()], ruleset.as_json())
    points = [player.points(rule) for player in sheet.players]
    assert points == [player["lines"][rule][0] for player in second["players"]]
    return points[0], points[1]


def plain() -> Layout:
    return board("plain", hexagon_triangles(5), hills=[(0, 0, 0)], sources={"grey": (5, 0)})


def grey_aqueduct() -> State:
    """Octavia's temple, then Julia's arena, two temples and theatre along the grey line."""
    line = ((5, 0), (4, 0), (3, 0), (2, 0), (1, 0), (0, 0), (-1, 0))
    return State(
        sites=(
            Site((4, 0), "temple", "white"),
            Site((3, 0), "arena", "purple"),
            Site((2, 0), "temple", "purple"),
            Site((1, 0), "temple", "purple"),
            Site((-1, 0), "theatre", "purple"),
            Site((2, 2), "bath", "white"),
        ),
        aqueducts=(("grey", line),),
    )


def test_rulebook_example_the_grey_aqueduct() -> None:
    assert both(grey_aqueduct(), "aqueducts") == (8, 2)


def test_a_building_at_two_aqueducts_scores_once() -> None:
    state = grey_aqueduct()
    twice = replace(state, aqueducts=(*state.aqueducts, ("brown", ((4, 1), (4, 0), (4, -1)))))
    assert both(twice, "aqueducts") == (8, 2)


def test_a_building_beside_the_line_is_not_connected() -> None:
    state = grey_aqueduct()
    assert both(replace(state, sites=(*state.sites, Site((1, 1), "bath", "purple"))), "aqueducts") == (8, 2)


def test_rulebook_example_the_fountain_with_three_buildings() -> None:
    state = State(
        sites=(
            Site((0, 0), "fountain"),
            Site((1, 0), "bath", "purple"),
            Site((-1, 1), "temple", "purple"),
            Site((0, -1), "temple", "white"),
            Site((2, 0), "arena", "white"),
        )
    )
    assert both(state, "fountains") == (2, 1)


def test_two_fountains_at_one_building_count_both() -> None:
    state = State(sites=(Site((0, 0), "fountain"), Site((1, -1), "fountain"), Site((1, 0), "bath", "purple")))
    assert both(state, "fountains") == (2, 0)
