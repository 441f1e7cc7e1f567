"""Full random games of City of Marble, played through the project's own moves.

    python -m tests.random_play --seed 5 --players 4 -o state.json [--layout L.json]

The players are no fools: of a few random moves each takes the one that pays best, so that the boards look
as boards do. The same seed gives the same game.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from scoring.aqueduct import extensions, first_lines
from scoring.board import Board, Line, board_of
from scoring.grid import (
    Cells,
    Point,
    adjacent_triangles,
    neighbours,
    tile_corners,
    triangles_around,
)
from scoring.layout import Layout, default_layout, load_layout
from scoring.move import MoveResult, move_on
from scoring.placement import legal_placements
from scoring.play import extend, finish_site, lay_tile, recall, send_magistrates
from scoring.ruleset import Ruleset, default_ruleset
from scoring.state import (
    BUILDINGS,
    COLOUR_OF_KIND,
    FOUNTAIN,
    TILE_COLOURS,
    Magistrate,
    Site,
    State,
    Tile,
)

COLOURS = ("purple", "orange", "black", "white")
CANDIDATES = 40  # moves that a player looks at
MAX_TURNS = 400


@dataclass(slots=True)
class Seat:
    """What one player holds."""

    colour: str
    hand: list[str] = field(default_factory=list)
    drawn: list[str] = field(default_factory=list)
    rewards: list[str] = field(default_factory=list)  # kinds of the spaces where magistrates wait
    coins: int = 0
    bridges: list[int] = field(default_factory=list)
    imperium: Counter[str] = field(default_factory=Counter)


@dataclass(slots=True)
class Table:
    """A game in progress."""

    layout: Layout
    ruleset: Ruleset
    rng: random.Random
    state: State
    seats: list[Seat]
    stacks: Counter[str]
    bridge_tiles: list[int]
    watch: Callable[[State], None]

    def set_state(self, state: State) -> None:
        self.state = state
        self.watch(state)

    def at_home(self, seat: Seat) -> int:
        out = sum(m.owner == seat.colour for m in self.state.magistrates)
        return self.ruleset.number("supply_magistrates") - out - len(seat.rewards)


def random_game(
    layout: Layout,
    ruleset: Ruleset,
    players: int | Sequence[str],
    seed: int,
    until: int | None = None,
    watch: Callable[[State], None] | None = None,
) -> State:
    """The board at the end of a random game, or once `until` tiles lie.

    players: how many, or their colours in turn order; watch: is shown every state between two actions.
    """
    return random_table(layout, ruleset, players, seed, until, watch).state


def random_table(
    layout: Layout,
    ruleset: Ruleset,
    players: int | Sequence[str],
    seed: int,
    until: int | None = None,
    watch: Callable[[State], None] | None = None,
) -> Table:
    """As `random_game`, with what the players hold."""
    rng = random.Random(seed)
    colours = COLOURS[:players] if isinstance(players, int) else tuple(players)
    spaces = list(layout.hills.values())
    hills = rng.sample(spaces, min(len(spaces), ruleset.number("hills_laid")))
    stacks = Counter({c: ruleset.number(f"supply_tiles_{c}") for c in TILE_COLOURS})
    seats = []
    for colour in colours:
        seats.append(Seat(colour, hand=list(TILE_COLOURS)))
        stacks.subtract(TILE_COLOURS)
    low, high = ruleset.number("bridge_lowest"), ruleset.number("bridge_highest")
    values = [low + n % (high - low + 1) for n in range(len(layout.bridges) + 1)]
    rng.shuffle(values)
    table = Table(
        layout,
        ruleset,
        rng,
        State(hills=tuple(hills), track=tuple((c, 0) for c in colours)),
        seats,
        stacks,
        values,
        watch or (lambda state: None),
    )
    for turn in range(MAX_TURNS):
        seat = seats[turn % len(seats)]
        acted = [_act(table, seat) for _ in range(2)]
        _end_turn(seat)
        if until is not None and len(table.state.tiles) >= until:
            return table
        if sum(n <= 0 for n in stacks.values()) >= 3 or not any(acted):
            for n in range(len(seats)):
                last = seats[(turn + 1 + n) % len(seats)]
                _act(table, last, last_round=True)
                _end_turn(last)
            return table
    return table


def _end_turn(seat: Seat) -> None:
    seat.hand += seat.drawn
    seat.drawn = []
    for kind in seat.rewards:
        if kind == FOUNTAIN:
            seat.coins += 1
        else:
            seat.imperium[COLOUR_OF_KIND[kind]] += 1
    seat.rewards = []


def _act(table: Table, seat: Seat, last_round: bool = False) -> bool:
    """One action; False when there was none to take."""
    rng = table.rng
    wish = rng.random()
    if wish < (0.6 if last_round else 0.22) and _extend_aqueducts(table, seat):
        return True
    if not last_round and not seat.hand and _draw(table, seat):
        return True
    if not last_round and table.at_home(seat) == 0 and rng.random() < 0.5 and _recall(table, seat):
        return True
    if not last_round and len(seat.hand) < 3 and rng.random() < 0.1 and _draw(table, seat):
        return True
    if _play(table, seat):
        return True
    return (not last_round and _draw(table, seat)) or _extend_aqueducts(table, seat) or _recall(table, seat)


def _draw(table: Table, seat: Seat) -> bool:
    left = [c for c in TILE_COLOURS if table.stacks[c] > 0]
    if not left or len(seat.hand) + len(seat.drawn) > 7:
        return False
    # One stack only: two tiles of it, as many as there are (rulebook: drawing tiles).
    chosen = table.rng.sample(left, 2) if len(left) > 1 else left * min(2, table.stacks[left[0]])
    for colour in chosen:
        table.stacks[colour] -= 1
        seat.drawn.append(colour)
    return True


def _recall(table: Table, seat: Seat) -> bool:
    mine = [m for m in table.state.magistrates if m.owner == seat.colour]
    if not mine:
        return False
    # The one with the fewest sites left to win has done its duty.
    cover = table.state.covered()

    def open_corners(m: Magistrate) -> int:
        return sum(any(t not in cover for t in triangles_around(p)) for p in tile_corners(m.cells))

    gone = min(mine, key=open_corners)
    table.set_state(recall(table.state, gone.owner, gone.cells))
    return True


def _extend_aqueducts(table: Table, seat: Seat) -> bool:
    """One or two sticks, towards one's own buildings and fountains where they are near."""
    laid = 0
    for _ in range(2):
        sites = {site.at: site for site in table.state.sites}
        choices = [
            (colour, point)
            for colour, _ in table.state.aqueducts
            for point in extensions(table.state, table.layout, table.ruleset, colour)
        ]
        if not choices:
            break

        def worth(choice: tuple[str, Point], sites: dict[Point, Site] = sites) -> float:
            site = sites.get(choice[1])
            own = 0.0 if site is None else 1.2 if site.kind == FOUNTAIN else float(site.owner == seat.colour)
            near = sum(p in sites for p in neighbours(choice[1])) / 6
            return own + near + table.rng.random()

        colour, point = max(choices, key=worth)
        table.set_state(extend(table.state, table.layout, table.ruleset, colour, point))
        seat.coins += point in sites and sites[point].kind == FOUNTAIN
        laid += 1
    return laid > 0


def _play(table: Table, seat: Seat) -> bool:
    """The best of a few legal tiles, unless each would need a piece that the box does not hold."""
    rng = table.rng
    places = legal_placements(table.state, table.layout, table.ruleset)
    if not places or not seat.hand:
        return False
    board = board_of(table.state)
    closing = [p for p in places if any(_open_cells(board, table.layout, q) <= 2 for q in tile_corners(p))]
    best: tuple[float, Cells, str, str | None, MoveResult] | None = None
    hand = sorted(set(seat.hand))
    at_home = table.at_home(seat)
    for n in range(CANDIDATES):
        cells = rng.choice(closing if closing and n % 2 else places)
        colour = rng.choice(hand)
        magistrate = seat.colour if at_home > 0 and rng.random() < 0.7 else None
        result = move_on(board, table.layout, table.ruleset, cells, colour, magistrate)
        if not result.legal or not _in_the_box(table, result):
            continue
        value = _value(table, board, seat, cells, colour, magistrate, result)
        if best is None or value > best[0]:
            best = (value, cells, colour, magistrate, result)
    if best is None:
        return False
    _, cells, colour, magistrate, result = best
    seat.hand.remove(colour)
    _carry_out(table, seat, cells, colour, magistrate, result)
    return True


def _open_cells(board: Board, layout: Layout, point: Point) -> int:
    around = layout.around.get(point)
    return 6 if around is None else sum(cell not in board.cover for cell in around)


def _value(
    table: Table,
    board: Board,
    seat: Seat,
    cells: Cells,
    colour: str,
    magistrate: str | None,
    result: MoveResult,
) -> float:
    value = 2 * len(result.bridges) + 4 * len(result.aqueducts) + 2 * table.rng.random()
    value += _snugness(board, table.layout, cells)
    for site in result.sites:
        if site.builds == seat.colour:
            value += site.points
        elif site.builds is not None:
            value -= 0.3 * site.points
        else:
            value -= 1.2
    if magistrate is not None:
        # A magistrate is worth the sites that are still to come, least where hardly any are.
        value += 0.5 * sum(0 < _open_cells(board, table.layout, p) - 1 < 5 for p in tile_corners(cells)) - 1.2
        value += 0.3 * (colour in ("blue", "green"))
    return value


def _snugness(board: Board, layout: Layout, cells: Cells) -> float:
    """How well a tile fills the city: sides against others count for it, a hole that it leaves against it."""
    value = 0.0
    for cell in cells:
        for beside in adjacent_triangles(cell):
            if beside in cells:
                continue
            if beside in board.cover or beside not in layout.triangle_set:
                value += 1
            elif all(
                t in board.cover or t in cells or t not in layout.triangle_set
                for t in adjacent_triangles(beside)
            ):
                value -= 3.5
    return value


def _in_the_box(table: Table, result: MoveResult) -> bool:
    """Whether cubes, fountains and building tiles last for the sites that a move finishes."""
    if not result.sites:
        return True
    number = table.ruleset.number
    kinds = Counter(site.kind for site in table.state.sites)
    kinds.update(site.kind for site in result.sites)
    owners = Counter(site.owner for site in table.state.sites if site.owner is not None)
    # A magistrate that leaves can turn one player's building into another's, or into a fountain.
    slack = len(result.sites) if result.order_matters else 0
    owners.update(site.builds for site in result.sites if site.builds is not None)
    return (
        all(n + slack <= number("supply_cubes") for n in owners.values())
        and kinds[FOUNTAIN] + slack <= number("supply_fountains")
        and all(kinds[kind] + slack <= number("supply_building_faces") for kind in BUILDINGS)
        and sum(kinds[kind] for kind in BUILDINGS) + slack <= number("supply_buildings")
    )


def _carry_out(
    table: Table, seat: Seat, cells: Cells, colour: str, magistrate: str | None, result: MoveResult
) -> None:
    rng, layout, ruleset = table.rng, table.layout, table.ruleset
    lines: dict[str, Line] = {}
    board = board_of(table.state)
    after = board.with_tile(Tile(cells, colour))
    for name, _ in result.aqueducts:
        legal = first_lines(after, layout.sources[name], name, ruleset)
        if legal:
            lines[name] = max(legal, key=lambda line: _far_from_rim(layout, line) + rng.random())
            after = replace(after, lines={**after.lines, name: lines[name]})
    for line in lines.values():
        seat.coins += sum(p in board.sites and board.sites[p].kind == FOUNTAIN for p in line)
    state, _ = lay_tile(table.state, layout, ruleset, cells, colour, magistrate, lines)
    for _ in result.bridges:
        seat.bridges.append(table.bridge_tiles.pop())
    for at in rng.sample([site.at for site in result.sites], len(result.sites)):
        state = finish_site(state, layout, ruleset, at)
        built = next(site for site in state.sites if site.at == at)
        state = _reward(table, state, built)
    table.set_state(state)


def _far_from_rim(layout: Layout, line: Line) -> int:
    return sum(p in layout.around for p in line)


def _reward(table: Table, state: State, built: Site) -> State:
    """Some players send a magistrate from the site, rather one that does not count elsewhere soon."""
    board = board_of(state)
    district = {tile.cells for tile in board.tiles_at(built.at)}
    leaving = []
    for seat in table.seats:
        mine = [m.cells for m in state.magistrates if m.owner == seat.colour and m.cells in district]
        if mine and table.rng.random() < 0.75:
            leaving.append((seat.colour, table.rng.choice(mine)))
            seat.rewards.append(built.kind)
    return send_magistrates(state, built.at, leaving)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="write the board of a random game as marble-state/1")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", default="4", help="how many, or their colours: red,blue,green")
    parser.add_argument("--until", type=int, help="stop when so many tiles lie")
    parser.add_argument("--layout", help="a marble-layout/1 file")
    parser.add_argument("-o", "--output", required=True)
    args = parser.parse_args(arguments)
    layout = load_layout(args.layout) if args.layout else default_layout()
    players = int(args.players) if args.players.isdigit() else args.players.split(",")
    state = random_game(layout, default_ruleset(), players, args.seed, args.until)
    Path(args.output).write_text(json.dumps(state.as_json()) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
