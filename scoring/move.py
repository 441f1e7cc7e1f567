"""May this tile be laid here, and everything that follows if it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from scoring.aqueduct import first_lines, has_begun
from scoring.board import Board, Line, board_of
from scoring.grid import Cells, Point, Triangle, cells_of, is_tile, tile_corners
from scoring.influence import Influence, Verdict, judge, present_at
from scoring.layout import Layout
from scoring.placement import why_not_there
from scoring.ruleset import Ruleset
from scoring.sheet import to_json
from scoring.state import COLOUR_OF_KIND, TILE_COLOURS, State, Tile

FORMAT = "marble-move/1"


@dataclass(frozen=True, slots=True)
class FinishedSite:
    """A site that a tile finishes, judged before any magistrate leaves."""

    at: Point
    kind: str
    influence: Influence
    builds: str | None
    points: int
    may_leave: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        return {
            "at": list(self.at),
            "kind": self.kind,
            "influence": dict(self.influence),
            "builds": self.builds,
            "points": self.points,
            "may_leave": list(self.may_leave),
        }


@dataclass(frozen=True, slots=True)
class MoveResult:
    """The answer to a move; all that follows is empty when it is forbidden.

    `aqueducts`: for each aqueduct that the tile must start, its legal first lines (none where nothing fits).
    """

    legal: bool
    forbidden_by: tuple[str, ...] = ()
    bridges: tuple[Triangle, ...] = ()
    aqueducts: tuple[tuple[str, tuple[Line, ...]], ...] = ()
    sites: tuple[FinishedSite, ...] = ()
    order_matters: bool = False

    def as_json(self) -> dict[str, Any]:
        """The document `marble-move/1`."""
        return {
            "format": FORMAT,
            "legal": self.legal,
            "forbidden_by": list(self.forbidden_by),
            "bridges": to_json(self.bridges),
            "aqueducts": {colour: to_json(lines) for colour, lines in self.aqueducts},
            "sites": [site.as_json() for site in self.sites],
            "order_matters": self.order_matters,
        }


def move(
    state: State, layout: Layout, ruleset: Ruleset, cells: Cells, colour: str, magistrate: str | None = None
) -> MoveResult:
    """What laying a tile of this colour here leads to, with this player's magistrate on it if one is named.

    A state that already breaks rules is taken as it lies. Raises ValueError for an unknown tile colour.
    """
    return move_on(board_of(state), layout, ruleset, cells, colour, magistrate)


def move_on(
    board: Board, layout: Layout, ruleset: Ruleset, cells: Cells, colour: str, magistrate: str | None = None
) -> MoveResult:
    """As `move`, for many moves from one board."""
    if colour not in TILE_COLOURS:
        raise ValueError(f"unknown tile colour {colour!r}")
    cells = cells_of(*cells)
    reasons = forbidden_by(board, layout, ruleset, cells, colour, magistrate)
    if reasons:
        return MoveResult(False, reasons)
    after = board.with_tile(Tile(cells, colour), magistrate)
    judged = finished_by(board, after, layout, ruleset, cells)
    sites = tuple(
        FinishedSite(at, v.kind, v.influence, v.builder, v.points, present_at(after, at)) for at, v in judged
    )
    return MoveResult(
        legal=True,
        bridges=tuple(cell for cell in cells if cell in layout.bridges),
        aqueducts=tuple(
            (name, first_lines(after, source, name, ruleset))
            for name, source in layout.sources.items()
            if source in tile_corners(cells) and not has_begun(board, name)
        ),
        sites=sites,
        order_matters=len(judged) > 1 and order_matters(after, judged),
    )


def forbidden_by(
    board: Board, layout: Layout, ruleset: Ruleset, cells: Cells, colour: str, magistrate: str | None
) -> tuple[str, ...]:
    """The rules that forbid a move; none when it is legal."""
    reasons = list(why_not_there(cells, board.cover, layout))
    if sum(tile.colour == colour for tile in board.state.tiles) >= ruleset.number(f"supply_tiles_{colour}"):
        reasons.append("too_many_tiles")
    if magistrate is not None:
        out = sum(m.owner == magistrate for m in board.state.magistrates)
        if out >= ruleset.number("supply_magistrates"):
            reasons.append("too_many_magistrates")
    return tuple(reasons)


def finished_by(
    before: Board, after: Board, layout: Layout, ruleset: Ruleset, cells: Cells
) -> list[tuple[Point, Verdict]]:
    """The sites that a tile completes and what each becomes, before any magistrate leaves."""
    judged: list[tuple[Point, Verdict]] = []
    if not is_tile(cells):
        return judged
    cover = after.cover
    for point in tile_corners(cells):
        around = layout.around.get(point)
        if around is None or point in before.sites or not all(cell in cover for cell in around):
            continue
        verdict = judge(after, point, ruleset)
        if verdict is not None:
            judged.append((point, verdict))
    return judged


def order_matters(board: Board, judged: Sequence[tuple[Point, Verdict]]) -> bool:
    """Whether magistrates leaving one finished site can change who builds another.

    The site that is finished first is built as judged; one that comes later may have lost magistrates. So
    the order matters just when some departures allowed at the other sites change a site's builder.
    """
    districts = {at: {tile.cells for tile in board.tiles_at(at)} for at, _ in judged}
    for at, verdict in judged:
        if verdict.wanted is None:
            continue
        counted = dict(verdict.influence)
        others = [cells for point, cells in districts.items() if point != at]
        leaving = _most_departures(board, at, COLOUR_OF_KIND[verdict.wanted], others)
        if verdict.builder is not None:
            rest = counted.pop(verdict.builder) - leaving[verdict.builder]
            if rest <= max(counted.values(), default=0):
                return True
        elif any(
            all(n - leaving[other] < own for other, n in counted.items() if other != owner)
            for owner, own in counted.items()
        ):
            return True
    return False


def _most_departures(board: Board, at: Point, colour: str, others: Sequence[set[Cells]]) -> Counter[str]:
    """How many magistrates that count at a site each player could lose to the other sites beforehand.

    Each of those sites takes one magistrate of a player at most, so it is a matching of sites with
    magistrates; its size follows from Hall's condition, and there are three other sites at most.
    """
    standing: dict[str, list[Cells]] = {}
    for tile in board.tiles_at(at):
        if tile.colour == colour:
            for owner in board.magistrates.get(tile.cells, ()):
                standing.setdefault(owner, []).append(tile.cells)
    losses: Counter[str] = Counter()
    for owner, places in standing.items():
        losses[owner] = min(
            sum(any(cells in district for district in some) for cells in places) + len(others) - size
            for size in range(len(others) + 1)
            for some in combinations(others, size)
        )
    return losses
