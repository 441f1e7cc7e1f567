"""A state looked up by place: what every rule about tiles, sites and sticks asks for."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.grid import Cells, Edge, Point, Triangle, triangles_around, triangles_beside
from scoring.state import Magistrate, Site, State, Stick, Tile

Cover = dict[Triangle, Tile | None]  # None: a hill
Line = tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """One state's pieces by their places. Of overlapping pieces the last one counts."""

    state: State
    cover: Cover
    magistrates: dict[Cells, tuple[str, ...]]
    sites: dict[Point, Site]
    lines: dict[str, Line]

    def with_tile(self, tile: Tile, magistrate: str | None = None) -> Board:
        """The board with one more tile, and perhaps a magistrate on it."""
        cover = {**self.cover, tile.cells[0]: tile, tile.cells[1]: tile}
        magistrates = self.magistrates
        if magistrate is not None:
            magistrates = {**magistrates, tile.cells: (*magistrates.get(tile.cells, ()), magistrate)}
        return Board(self.state, cover, magistrates, self.sites, self.lines)

    def tiles_at(self, point: Point) -> list[Tile]:
        """The tiles with a corner on a point, each once, in turning order."""
        found: list[Tile] = []
        for cell in triangles_around(point):
            tile = self.cover.get(cell)
            if tile is not None and not any(tile is other for other in found):
                found.append(tile)
        return found

    def hills_at(self, point: Point) -> int:
        """How many of the triangles around a point are hills."""
        cover = self.cover
        return sum(cell in cover and cover[cell] is None for cell in triangles_around(point))

    def may_carry_stick(self, side: Edge) -> bool:
        """Whether an edge is a side of a tile and no tile's short diagonal."""
        first, second = triangles_beside(side)
        one, other = self.cover.get(first), self.cover.get(second)
        return one is not other and (one is not None or other is not None)

    def points_with_sticks(self, but: str | None = None) -> set[Point]:
        """Every point that a stick reaches, leaving out those of one colour."""
        points = {p for colour, line in self.lines.items() if colour != but and len(line) > 1 for p in line}
        points.update(p for stick in self.state.loose_sticks if stick.colour != but for p in stick.edge)
        return points

    def loose(self, colour: str) -> list[Stick]:
        """A colour's sticks that belong to no line."""
        return [stick for stick in self.state.loose_sticks if stick.colour == colour]


def board_of(state: State) -> Board:
    """The state's pieces by place."""
    return Board(
        state,
        state.covered(),
        magistrates_by_tile(state.magistrates),
        {site.at: site for site in state.sites},
        dict(state.aqueducts),
    )


def magistrates_by_tile(magistrates: tuple[Magistrate, ...]) -> dict[Cells, tuple[str, ...]]:
    """The owners of the magistrates on each tile; legally there is one at most."""
    owners: dict[Cells, tuple[str, ...]] = {}
    for magistrate in magistrates:
        owners[magistrate.cells] = (*owners.get(magistrate.cells, ()), magistrate.owner)
    return owners
