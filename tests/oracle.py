"""A second scorer of City of Marble: slow, plain, and written from the rules on its own.

It shares no code with the package: it takes the JSON documents, and it knows the grid only as places in the
plane. Places that are an edge's length apart are neighbours; that is all the geometry there is.
"""

from __future__ import annotations

import itertools
import math
from typing import Any

Document = dict[str, Any]
CIVIC = ["temple", "bath", "theatre", "arena"]
RULES = ["buildings", "bridges", "aqueducts", "fountains", "coins", "most_coins", "imperium"]


def place(point: list[int]) -> tuple[float, float]:
    q, r = point
    return q + r / 2, r * math.sqrt(3) / 2


def next_to(a: list[int], b: list[int]) -> bool:
    (x, y), (u, v) = place(a), place(b)
    return abs(math.hypot(x - u, y - v) - 1) < 1e-6


def triangle_corners(cell: list[int]) -> list[list[int]]:
    q, r, k = cell
    if k == 0:
        return [[q, r], [q + 1, r], [q, r + 1]]
    return [[q + 1, r], [q + 1, r + 1], [q, r + 1]]


def on_a_tiles_middle(a: list[int], b: list[int], state: Document) -> bool:
    """Whether two neighbouring points are the ends of some tile's short diagonal."""
    for tile in state["tiles"]:
        one, other = (triangle_corners(cell) for cell in tile["cells"])
        if a in one and a in other and b in one and b in other:
            return True
    return False


def value(ruleset: Document, key: str) -> Any:
    return ruleset[key]["value"]


def buildings_of(state: Document, colour: str) -> list[Document]:
    return [site for site in state["sites"] if site["kind"] in CIVIC and site["owner"] == colour]


def points_for_buildings(state: Document, colour: str, ruleset: Document) -> int:
    total = 0
    for site in buildings_of(state, colour):
        total += value(ruleset, "points_" + site["kind"])
    return total


def watered(state: Document, colour: str) -> list[list[int]]:
    """The player's buildings that stand where a stick ends."""
    found = []
    for site in buildings_of(state, colour):
        for line in state["aqueducts"].values():
            for one, other in itertools.pairwise(line):
                if site["at"] in (one, other) and site["at"] not in found:
                    found.append(site["at"])
    return found


def beside_fountains(state: Document, colour: str, ruleset: Document) -> list[list[list[int]]]:
    """Pairs of the player's building and a fountain next to it."""
    pairs = []
    for site in buildings_of(state, colour):
        for other in state["sites"]:
            if other["kind"] != "fountain" or not next_to(site["at"], other["at"]):
                continue
            across_counts = value(ruleset, "fountain_across_diagonal")
            if not across_counts and on_a_tiles_middle(site["at"], other["at"], state):
                continue
            pairs.append([site["at"], other["at"]])
    return pairs


def most_coins(player: Document, players: list[Document], ruleset: Document) -> int:
    mine = player["coins"]
    others = [other["coins"] for other in players if other is not player]
    if any(coins > mine for coins in others):
        return 0
    if mine == 0 and not value(ruleset, "most_coins_without_any"):
        return 0
    if mine in others and value(ruleset, "most_coins_tied") == "nobody":
        return 0
    return int(value(ruleset, "most_coins_points"))


def imperium(player: Document, players: list[Document], ruleset: Document) -> tuple[int, list[str]]:
    points, colours = 0, []
    for colour in ["red", "yellow", "green", "blue"]:
        mine = player["imperium"].get(colour, 0)
        others = [other["imperium"].get(colour, 0) for other in players if other is not player]
        if any(tokens > mine for tokens in others):
            continue
        if mine == 0 and not value(ruleset, "imperium_without_any"):
            continue
        colours.append(colour)
        points += value(ruleset, "imperium_tied_points" if mine in others else "imperium_points")
    return points, colours


def score(state: Document, players: list[Document], ruleset: Document) -> Document:
    """`players` (lines by rule, total), `ranking`, `winners` and `decided_by`."""
    sheets = []
    for player in players:
        colour = player["colour"]
        tokens, colours = imperium(player, players, ruleset)
        pairs = beside_fountains(state, colour, ruleset)
        reached = watered(state, colour)
        lines = {
            "buildings": (
                points_for_buildings(state, colour, ruleset),
                [site["at"] for site in buildings_of(state, colour)],
            ),
            "bridges": (sum(player["bridges"]), []),
            "aqueducts": (value(ruleset, "aqueduct_points") * len(reached), reached),
            "fountains": (value(ruleset, "fountain_points") * len(pairs), pairs),
            "coins": (value(ruleset, "coin_points") * player["coins"], []),
            "most_coins": (most_coins(player, players, ruleset), []),
            "imperium": (tokens, colours),
        }
        total = sum(points for points, _ in lines.values())
        sheets.append({"name": player["name"], "lines": lines, "total": total})

    def beats(a: int, b: int) -> str | None:
        """What puts player a before player b: points, then buildings, then imperium tokens."""
        steps = [
            ("points", sheets[a]["total"], sheets[b]["total"]),
            (
                "buildings",
                len(buildings_of(state, players[a]["colour"])),
                len(buildings_of(state, players[b]["colour"])),
            ),
            ("imperium", sum(players[a]["imperium"].values()), sum(players[b]["imperium"].values())),
        ]
        for step, mine, theirs in steps:
            if mine > theirs:
                return step
            if mine < theirs:
                return None
        return None

    everyone = range(len(players))
    better = {a: [b for b in everyone if beats(b, a)] for a in everyone}
    ranking = []
    for place_taken in sorted({len(ahead) for ahead in better.values()}):
        ranking.append([players[a]["name"] for a in everyone if len(better[a]) == place_taken])
    first = [a for a in everyone if not better[a]]
    if len(first) > 1:
        decided = "shared"
    else:
        # The step that was needed against the strongest rival: the latest of all.
        order = ["points", "buildings", "imperium"]
        needed = [beats(first[0], b) or "points" for b in everyone if b != first[0]]
        decided = max(needed, key=order.index, default="points")
    return {
        "players": sheets,
        "ranking": ranking,
        "winners": [players[a]["name"] for a in first],
        "decided_by": decided,
    }


def track_differs(state: Document, players: list[Document], ruleset: Document, length: int) -> list[str]:
    """The colours whose disc does not stand where their buildings would put it."""
    wrong = []
    for player in players:
        shown = state["track"].get(player["colour"])
        if shown is None:
            continue
        points = points_for_buildings(state, player["colour"], ruleset)
        if length:
            shown, points = shown % length, points % length
        if shown != points:
            wrong.append(player["colour"])
    return wrong
