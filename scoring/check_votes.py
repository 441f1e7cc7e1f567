"""What the colours of tiles and the magistrates still there prove about who built a site.

Apart from `check`: it judges what lies on the board, this judges how it came about. A board copied from a
photo or typed in by hand may be laid out right and still name an owner who cannot have won the vote.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from scoring.board import Board, board_of
from scoring.influence import building_count
from scoring.layout import Layout
from scoring.problem import Problem
from scoring.ruleset import Ruleset
from scoring.state import COLOUR_OF_KIND, FOUNTAIN, Site, State, Tile
from scoring.violations import breach


def check_votes(state: State, layout: Layout, ruleset: Ruleset) -> tuple[Problem, ...]:
    """Finished sites whose builder, or whose fountain, the rules about influence rule out."""
    board = board_of(state)
    return tuple(problem for site in state.sites for problem in _check_site(board, site, layout, ruleset))


def _check_site(board: Board, site: Site, layout: Layout, ruleset: Ruleset) -> Iterator[Problem]:
    around = layout.around.get(site.at)
    if around is None or not all(cell in board.cover for cell in around):
        return
    wanted = ruleset.kind_by_buildings.get(building_count(board, site.at, ruleset))
    if wanted is None or site.kind not in (FOUNTAIN, wanted):
        return
    colour = COLOUR_OF_KIND[wanted]
    district = [tile for tile in board.tiles_at(site.at) if tile.colour == colour]
    if site.kind != FOUNTAIN and not district:
        yield breach("building_without_colour", (site.at,), kind=site.kind, colour=colour)
    elif any(tile.cells in board.magistrates for tile in district):
        yield from _check_votes(board, site, wanted, district, ruleset)


def _check_votes(
    board: Board, site: Site, wanted: str, district: list[Tile], ruleset: Ruleset
) -> Iterator[Problem]:
    """What the magistrates that are still there prove about the vote.

    A magistrate comes to a tile only when that is laid, so those that stand at a finished site now stood
    there when it was finished; on the tiles without one there may have been anybody's, or nobody's.
    """
    standing: Counter[str] = Counter()
    for tile in district:
        owners = board.magistrates.get(tile.cells, ())
        if len(owners) > 1:
            return
        standing.update(owners)
    vacant = len(district) - standing.total()
    if site.kind == FOUNTAIN:
        (owner, top), *rest = standing.most_common(2)
        second = rest[0][1] if rest else 0
        if second + vacant < top:
            yield breach("fountain_outvoted", (site.at,), owner=owner, kind=wanted)
    elif site.owner is not None:
        possible = min(standing.pop(site.owner, 0) + vacant, ruleset.number("supply_magistrates"))
        for other, votes in standing.most_common(1):
            if possible <= votes:
                yield breach("building_outvoted", (site.at,), kind=site.kind, owner=site.owner, other=other)
