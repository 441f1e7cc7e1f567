"""What can be wrong with buildings, fountains and magistrates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from scoring.board import Board
from scoring.influence import building_count
from scoring.layout import Layout
from scoring.problem import Problem
from scoring.ruleset import Ruleset
from scoring.state import FOUNTAIN, Site
from scoring.violations import breach


def check_sites(board: Board, layout: Layout, ruleset: Ruleset) -> Iterator[Problem]:
    """Every finished site against the rules, and every complete one that was forgotten."""
    cover = board.cover
    for at, count in Counter(site.at for site in board.state.sites).items():
        if count > 1:
            yield breach("site_twice", (at,), count=count)
    for site in board.state.sites:
        around = layout.around.get(site.at)
        if around is None:
            rule = "site_on_rim" if site.at in layout.point_set else "site_outside"
            yield breach(rule, (site.at,), kind=site.kind)
        else:
            open_cells = sum(cell not in cover for cell in around)
            if open_cells:
                yield breach("site_incomplete", (site.at,), kind=site.kind, count=open_cells)
            else:
                yield from _check_kind(board, site, ruleset)
        if site.kind == FOUNTAIN:
            if site.owner is not None:
                yield breach("fountain_owned", (site.at,), owner=site.owner)
        elif site.owner is None:
            yield breach("building_unowned", (site.at,), kind=site.kind)
    nothing = ruleset.word("other_count_builds") == "nothing"
    for point, around in layout.around.items():
        if point in board.sites or not all(cell in cover for cell in around):
            continue
        if nothing and building_count(board, point, ruleset) not in ruleset.kind_by_buildings:
            continue
        yield breach("site_empty", (point,))


def _check_kind(board: Board, site: Site, ruleset: Ruleset) -> Iterator[Problem]:
    """Whether what stands on a complete site is of the kind that its tiles make."""
    count = building_count(board, site.at, ruleset)
    wanted = ruleset.kind_by_buildings.get(count)
    if wanted is None:
        if site.kind != FOUNTAIN or ruleset.word("other_count_builds") == "nothing":
            yield breach("odd_site", (site.at,), kind=site.kind, count=count)
    elif site.kind not in (FOUNTAIN, wanted):
        yield breach("wrong_kind", (site.at,), kind=site.kind, count=count, fitting=wanted)


def check_magistrates(board: Board, ruleset: Ruleset) -> Iterator[Problem]:
    """Magistrates without a tile, two on one, more than a player has."""
    laid = {tile.cells for tile in board.state.tiles}
    for magistrate in board.state.magistrates:
        if magistrate.cells not in laid:
            yield breach("magistrate_off_tile", magistrate.cells, owner=magistrate.owner)
    for cells, owners in board.magistrates.items():
        if len(owners) > 1:
            yield breach("magistrate_twice", cells, count=len(owners))
    limit = ruleset.number("supply_magistrates")
    for owner, count in Counter(m.owner for m in board.state.magistrates).items():
        if count > limit:
            places = tuple(cell for m in board.state.magistrates if m.owner == owner for cell in m.cells)
            yield breach("too_many_magistrates", places, owner=owner, count=count, limit=limit)
