"""What the rules suggest while a board is being entered by hand."""

from __future__ import annotations

from scoring.board import board_of
from scoring.grid import Point
from scoring.influence import building_count
from scoring.layout import Layout
from scoring.ruleset import Ruleset
from scoring.state import FOUNTAIN, State


def fitting_kind(state: State, layout: Layout, ruleset: Ruleset, at: Point) -> str | None:
    """The kind that the tiles around a site ask for; None while it is not complete."""
    board = board_of(state)
    around = layout.around.get(at)
    if around is None or any(cell not in board.cover for cell in around):
        return None
    return ruleset.kind_by_buildings.get(building_count(board, at, ruleset))


def building_points(state: State, ruleset: Ruleset, owner: str) -> int:
    """What a player's buildings have brought: before the final scoring the track shows just that."""
    return sum(ruleset.points[s.kind] for s in state.sites if s.owner == owner and s.kind != FOUNTAIN)


def likely_score(state: State, ruleset: Ruleset, owner: str, space: int, length: int) -> int:
    """The score that a disc on a space stands for: of all laps the one nearest to the buildings."""
    if length < 1:
        return space
    points = building_points(state, ruleset, owner)
    laps = max(round((points - space) / length), 0)
    return space + laps * length
