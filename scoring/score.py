"""The score sheet of City of Marble: every line with the places that it comes from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from scoring.grid import Point, is_tile, neighbours, short_diagonal
from scoring.layout import Layout
from scoring.players import Player
from scoring.ruleset import Ruleset
from scoring.sheet import Line, PlayerSheet, ScoreSheet, rank
from scoring.state import FOUNTAIN, TILE_COLOURS, Site, State, Tile

RULES = ("buildings", "bridges", "aqueducts", "fountains", "coins", "most_coins", "imperium")


def score(state: State, players: Sequence[Player], layout: Layout, ruleset: Ruleset) -> ScoreSheet:
    """What each player would have if the game ended now, who wins, and what looks impossible."""
    owned: dict[str, list[Site]] = {player.colour: [] for player in players}
    strangers: list[Site] = []
    for site in state.sites:
        if site.kind != FOUNTAIN and site.owner is not None:
            owned.get(site.owner, strangers).append(site)
    watered = {p for _, line in state.aqueducts if len(line) > 1 for p in line}
    fountains = {site.at for site in state.sites if site.kind == FOUNTAIN}
    blocked = set() if ruleset.flag("fountain_across_diagonal") else _middles(state)
    coins = _most_coins(players, ruleset)
    imperium = _imperium(players, ruleset)
    sheets = []
    for player in players:
        sites = owned[player.colour]
        reached = [site.at for site in sites if site.at in watered]
        beside = [
            (site.at, p)
            for site in sites
            for p in neighbours(site.at)
            if p in fountains and (min(site.at, p), max(site.at, p)) not in blocked
        ]
        colours = imperium[player.colour]
        lines = (
            Line("buildings", sum(ruleset.points[s.kind] for s in sites), tuple(s.at for s in sites)),
            Line("bridges", sum(player.bridges)),
            Line("aqueducts", len(reached) * ruleset.number("aqueduct_points"), tuple(reached)),
            Line("fountains", len(beside) * ruleset.number("fountain_points"), tuple(beside)),
            Line("coins", player.coins * ruleset.number("coin_points")),
            Line("most_coins", coins[player.colour]),
            Line("imperium", sum(points for _, points in colours), tuple(c for c, _ in colours)),
        )
        sheets.append(PlayerSheet(player.name, player.colour, lines))
    ranking, decided_by = _rank(players, sheets, owned)
    warnings = (
        *_stranger_warnings(strangers, state, players),
        *_kind_warnings(state, layout, ruleset),
        *_track_warnings(state, players, sheets, layout),
        *_supply_warnings(state, players, layout, ruleset),
    )
    return ScoreSheet("marble", tuple(sheets), ranking, decided_by, warnings, ruleset.name)


def count_buildings(at: Point, cover: dict[Any, Tile | None], layout: Layout, ruleset: Ruleset) -> int | None:
    """How many buildings stand round a finished site; None while a triangle there is uncovered."""
    tiles: set[Tile] = set()
    hills = 0
    cells = layout.around.get(at)
    if cells is None:
        return None
    for cell in cells:
        if cell not in cover:
            return None
        tile = cover[cell]
        if tile is None:
            hills += 1
        else:
            tiles.add(tile)
    return len(tiles) + (hills if ruleset.flag("hill_corner_counts") else 0)


def _middles(state: State) -> set[tuple[Point, Point]]:
    return {short_diagonal(tile.cells) for tile in state.tiles if is_tile(tile.cells)}


def _most_coins(players: Sequence[Player], ruleset: Ruleset) -> dict[str, int]:
    best = max(player.coins for player in players)
    holders = [player for player in players if player.coins == best]
    nobody = (best == 0 and not ruleset.flag("most_coins_without_any")) or (
        len(holders) > 1 and ruleset.word("most_coins_tied") == "nobody"
    )
    points = 0 if nobody else ruleset.number("most_coins_points")
    return {player.colour: points if player in holders else 0 for player in players}


def _imperium(players: Sequence[Player], ruleset: Ruleset) -> dict[str, list[tuple[str, int]]]:
    """For each player the colours that score, with their points."""
    scored: dict[str, list[tuple[str, int]]] = {player.colour: [] for player in players}
    for colour in TILE_COLOURS:
        counts = [player.tokens(colour) for player in players]
        best = max(counts)
        if best == 0 and not ruleset.flag("imperium_without_any"):
            continue
        alone = counts.count(best) == 1
        points = ruleset.number("imperium_points" if alone else "imperium_tied_points")
        for player, count in zip(players, counts, strict=True):
            if count == best:
                scored[player.colour].append((colour, points))
    return scored


def _rank(
    players: Sequence[Player], sheets: Sequence[PlayerSheet], owned: dict[str, list[Site]]
) -> tuple[tuple[tuple[str, ...], ...], str]:
    """The ranking, tied names together, and what decided the first place (rulebook: end of the game)."""
    keys = {
        sheet.name: (sheet.total, len(owned[player.colour]), sum(n for _, n in player.imperium))
        for player, sheet in zip(players, sheets, strict=True)
    }
    return rank(keys, ("points", "buildings", "imperium"))


def _stranger_warnings(strangers: Iterable[Site], state: State, players: Sequence[Player]) -> list[str]:
    known = {player.colour for player in players}
    texts = []
    counts: dict[str, int] = {}
    for site in strangers:
        counts[str(site.owner)] = counts.get(str(site.owner), 0) + 1
    for owner, count in counts.items():
        texts.append(
            f"{count} building(s) belong to {owner}, who is not among the players; nobody scores them"
        )
    for site in state.sites:
        if site.kind != FOUNTAIN and site.owner is None:
            texts.append(f"the {site.kind} at {list(site.at)} has no owner; nobody scores it")
    for owner in dict.fromkeys(m.owner for m in state.magistrates):
        if owner not in known and owner not in counts:
            texts.append(f"a magistrate belongs to {owner}, who is not among the players")
    return texts


def _kind_warnings(state: State, layout: Layout, ruleset: Ruleset) -> list[str]:
    cover = state.covered()
    texts = []
    for site in state.sites:
        if site.kind == FOUNTAIN:
            continue
        count = count_buildings(site.at, cover, layout, ruleset)
        fitting = None if count is None else ruleset.kind_by_buildings.get(count)
        if count is None:
            texts.append(f"the {site.kind} at {list(site.at)} stands on a site that is not complete")
        elif fitting != site.kind:
            meant = f"a {fitting}" if fitting else "no building"
            texts.append(f"the {site.kind} at {list(site.at)}: its {count} tiles make {meant}")
    return texts


def _track_warnings(
    state: State, players: Sequence[Player], sheets: Sequence[PlayerSheet], layout: Layout
) -> list[str]:
    """The track before final scoring shows just the points for buildings, so it is an audit."""
    length = len(layout.track)
    board = dict(state.track)
    texts = []
    for player, sheet in zip(players, sheets, strict=True):
        track = board.get(player.colour) if player.track is None else player.track
        if track is None:
            continue
        points = sheet.points("buildings")
        if (track - points) % length if length else track != points:
            texts.append(
                f"{player.name}'s disc on the score track says {track}, "
                f"the buildings on the board make {points}; the sheet counts the buildings"
            )
    return texts


def _supply_warnings(state: State, players: Sequence[Player], layout: Layout, ruleset: Ruleset) -> list[str]:
    texts = []
    coins = sum(player.coins for player in players)
    if coins > ruleset.number("supply_coins"):
        texts.append(f"{coins} coins in all, but the box holds {ruleset.number('supply_coins')}")
    for colour in TILE_COLOURS:
        tokens = sum(player.tokens(colour) for player in players)
        if tokens > ruleset.number("supply_imperium"):
            texts.append(
                f"{tokens} {colour} imperium tokens in all, but the box holds "
                f"{ruleset.number('supply_imperium')}"
            )
    lowest, highest = ruleset.number("bridge_lowest"), ruleset.number("bridge_highest")
    for player in players:
        for value in player.bridges:
            if not lowest <= value <= highest:
                texts.append(
                    f"{player.name} has a bridge tile worth {value}; they are worth {lowest} to {highest}"
                )
    taken = sum(len(player.bridges) for player in players)
    cells = {cell for tile in state.tiles for cell in tile.cells}
    covered = sum(bridge in cells for bridge in layout.bridges)
    if taken > covered:
        texts.append(f"{taken} bridge tiles in all, but tiles cover only {covered} bridge spaces")
    elif taken > ruleset.number("supply_bridges"):
        texts.append(f"{taken} bridge tiles in all, but the box holds {ruleset.number('supply_bridges')}")
    return texts
