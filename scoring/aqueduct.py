"""Where an aqueduct may begin and how it may go on."""

from __future__ import annotations

from collections.abc import Set

from scoring.board import Board, Line, board_of
from scoring.grid import Point, edge, neighbours
from scoring.layout import Layout
from scoring.ruleset import Ruleset
from scoring.state import State


def has_begun(board: Board, colour: str) -> bool:
    """Whether a stick of the colour lies on the board."""
    return len(board.lines.get(colour, ())) > 1 or bool(board.loose(colour))


def next_points(board: Board, line: Line, taken: Set[Point]) -> list[Point]:
    """Where the line's next stick may end: along a tile's side, touching neither itself nor another line."""
    end = line[-1]
    return [
        p for p in neighbours(end) if p not in taken and p not in line and board.may_carry_stick(edge(end, p))
    ]


def first_lines(board: Board, source: Point, colour: str, ruleset: Ruleset) -> tuple[Line, ...]:
    """Every legal beginning of an aqueduct, each from the source, sorted.

    As many sticks as a beginning takes; where none of that length fits, by the ruleset the longest that do.
    """
    taken = board.points_with_sticks(but=colour)
    if source in taken:
        return ()
    wanted = ruleset.number("start_sticks")
    lines: list[Line] = [(source,)]
    for _ in range(wanted):
        longer = [(*line, p) for line in lines for p in next_points(board, line, taken)]
        if not longer:
            break
        lines = longer
    sticks = len(lines[0]) - 1
    if sticks == 0 or (sticks < wanted and not ruleset.flag("start_sticks_fewer")):
        return ()
    return tuple(sorted(lines))


def extensions(state: State, layout: Layout, ruleset: Ruleset, colour: str) -> tuple[Point, ...]:
    """The points that the next stick of an aqueduct may reach, sorted; none before it has begun."""
    board = board_of(state)
    line = board.lines.get(colour, ())
    if len(line) < 2 or len(line) - 1 + len(board.loose(colour)) >= ruleset.number("supply_sticks"):
        return ()
    taken = board.points_with_sticks(but=colour) | {p for s in board.loose(colour) for p in s.edge}
    return tuple(sorted(p for p in next_points(board, line, taken) if p in layout.point_set))
