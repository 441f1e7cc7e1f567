"""Situations of City of Marble's final scoring: bridges, coins, imperium, aqueducts and fountains."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import lru_cache

from companion.rulebook.situations import telling
from companion.rulebook.situations.scene import (
    ME,
    OTHER,
    Quantity,
    Scene,
    Worked,
    left_over,
    number_list,
    said_both,
    said_nobody,
)
from scoring.layout import Layout, default_layout
from scoring.players import Player
from scoring.ruleset import Ruleset, default_ruleset
from scoring.score import score
from scoring.sheet import ScoreSheet
from scoring.state import BUILDINGS, TILE_COLOURS, State

KINDS = {kind.upper(): kind for kind in BUILDINGS}
_BEATS = {"beat", "beats", "tops", "schlagt", "ubertrifft", "overtreft"}
COLOURS = {colour.upper(): colour for colour in TILE_COLOURS}


@lru_cache(maxsize=1)
def rules() -> tuple[Layout, Ruleset]:
    return default_layout(), default_ruleset()


def _sheet(players: list[Player]) -> ScoreSheet:
    """The final lines that need no board. A second player is added where there is only one."""
    layout, ruleset = rules()
    if len(players) == 1:
        players = [*players, Player("-", "-")]
    empty = State((), (), (), (), (), (), ())
    return score(empty, players, layout, ruleset)


def imperium(scene: Scene, lang: str) -> Worked | None:
    """Points for majorities of imperium tokens."""
    if (
        not scene.has("IMPERIUM")
        or scene.has("ACTION", "SPEND", "LAST")
        or (scene.has("TIE") and scene.has("BUILDING"))
    ):
        return None
    named = [COLOURS[name] for token in scene.tokens for name in token.concepts if name in COLOURS]
    tokens: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for quantity in scene.quantities:
        own = [COLOURS[name] for name in quantity.after if name in COLOURS]
        colour = own[0] if own else named[0] if len(set(named)) == 1 else "red" if not named else None
        if colour and not quantity.weak and not quantity.of("POINT", "BUILDING", "MAGISTRATE"):
            for actor in scene.owners(quantity):
                tokens[actor][colour] += quantity.number
    if said_both(scene) and len(tokens) == 1:
        tokens[OTHER] = next(iter(tokens.values()))
    if len(tokens) < 2 or not any(number for held in tokens.values() for number in held.values()):
        return None
    if said_nobody(scene):
        return None
    players = [Player(actor, actor, imperium=tuple(held.items())) for actor, held in tokens.items()][:4]
    rows = [(sheet.name, sheet.points("imperium")) for sheet in _sheet(players).players]
    tied = sorted(points for _, points in rows if points) in ([2, 2], [2, 2, 2], [2, 2, 2, 2])
    what = ", ".join(
        f"{telling.player(actor, lang)} {telling.points(points, lang)}" for actor, points in rows
    )
    text = telling.choose(
        lang,
        f"{telling.sentence(what)}. The most tokens of a colour score 5; players who tie for the most get 2 each.",
        f"{telling.sentence(what)}. Die meisten Plättchen einer Farbe bringen 5, bei Gleichstand jedem Beteiligten 2.",
        f"{telling.sentence(what)}. De meeste fiches van een kleur geven 5, bij gelijke stand ieder 2.",
    )
    return Worked("final-imperium-tie" if tied else "final-imperium", text)


def coins(scene: Scene, lang: str) -> Worked | None:
    """Points for coins, and for the most of them."""
    if (
        not scene.has("COIN")
        or not scene.asks_points
        or scene.has("FOUNTAIN", "TREASURY", "AQUEDUCT", "MAGISTRATE")
    ):
        return None
    held: dict[str, int] = {}
    for quantity in scene.quantities:
        if not quantity.of("POINT", "BUILDING") and not (quantity.weak and not quantity.of("COIN")):
            for actor in scene.owners(quantity) or (ME,):
                held.setdefault(actor, quantity.number)
    mine = [q for q in scene.quantities if q.after[:1] == ("COIN",) and not q.weak]
    first = scene.quantities[0] if scene.quantities else None
    if not mine and first is not None and "COIN" in first.before[-1:]:
        mine = [first]  # 'coins: Tom 3, me 1'
    if not mine or not any(held.values()) or len(scene.quantities) > 6:
        return None
    if said_nobody(scene) and not scene.has("MORE", "MOST") and not scene.said(_BEATS):
        return None
    if said_both(scene) and len(held) == 1:
        held[OTHER] = next(iter(held.values()))
    if len(held) == 1 and _leads_in_coins(scene):
        actor, number = next(iter(held.items()))
        sheet = _sheet([Player(actor, actor, coins=number), Player("-", "-")])
        base, bonus = sheet.players[0].points("coins"), sheet.players[0].points("most_coins")
        text = telling.choose(
            lang,
            f"{telling.points(base + bonus, lang)}: {base} for the coins and {bonus} for having the most.",
            f"{telling.points(base + bonus, lang)}: {base} für die Münzen und {bonus} für die meisten.",
            f"{telling.points(base + bonus, lang)}: {base} voor de munten en {bonus} voor de meeste.",
        )
        return Worked("most-coins", text)
    if len(held) == 1:
        actor, number = next(iter(held.items()))
        sheet = _sheet([Player(actor, actor, coins=number), Player("-", "-", coins=number + 1)])
        base = sheet.players[0].points("coins")
        best = base + rules()[1].number("most_coins_points")
        text = telling.choose(
            lang,
            f"{telling.points(base, lang)}: 1 for each coin; {best} in all if nobody has more coins.",
            f"{telling.points(base, lang)}: 1 je Münze; insgesamt {best}, wenn niemand mehr Münzen hat.",
            f"{telling.points(base, lang)}: 1 per munt; samen {best} als niemand meer munten heeft.",
        )
        return Worked("final-coins", text)
    players = [Player(actor, actor, coins=number) for actor, number in held.items()][:4]
    rows = [
        (sheet.name, sheet.points("coins") + sheet.points("most_coins"), sheet.points("most_coins"))
        for sheet in _sheet(players).players
    ]
    what = ", ".join(
        f"{telling.player(actor, lang)} {telling.points(total, lang)}"
        + (f" ({total - bonus} + {bonus})" if bonus else "")
        for actor, total, bonus in rows
    )
    text = telling.choose(
        lang,
        f"{telling.sentence(what)}: 1 for each coin and 2 more for the most, to each of those who tie.",
        f"{telling.sentence(what)}: 1 je Münze und 2 dazu für die meisten, bei Gleichstand für jeden Beteiligten.",
        f"{telling.sentence(what)}: 1 per munt en 2 extra voor de meeste, bij gelijke stand voor ieder.",
    )
    return Worked("most-coins", text)


def _leads_in_coins(scene: Scene) -> bool:
    """Whether one is said to have the most: 'the most coins', 'nobody has more'."""
    if scene.has("FEWER"):
        return scene.said(
            {"rest", "others", "everyone", "everybody", "alle", "anderen", "andere", "iedereen"}
        )
    if scene.said({"if", "wenn", "als", "falls"}):
        return False
    return scene.has("MOST") or (said_nobody(scene) and (scene.has("MORE") or scene.said(_BEATS)))


def several_lines(scene: Scene, lang: str) -> Worked | None:
    """Bridges and coins in one sum, with aqueducts and fountains where they are counted too."""
    if not scene.has("BRIDGE") or not scene.has("COIN") or not (scene.asks_points or scene.only_states):
        return None
    if scene.has("MAGISTRATE", "TREASURY", "IMPERIUM", "AQUEDUCT", "FOUNTAIN", "MAY", *KINDS):
        return None
    values = number_list(scene, "BRIDGE")
    coins = [q for q in scene.quantities if q.after[:1] == ("COIN",) and not q.weak]
    if len(coins) != 1 or not values or any(not 1 <= value <= 4 for value in values):
        return None
    if len({actor for q in scene.quantities for actor in scene.owners(q)}) > 1:
        return None
    rivals = Player("-", "-", coins=0 if _leads_in_coins(scene) else coins[0].number + 1)
    sheet = _sheet([Player(ME, ME, bridges=values, coins=coins[0].number), rivals]).players[0]
    bridges_, purse, most_ = (sheet.points(rule) for rule in ("bridges", "coins", "most_coins"))
    total = bridges_ + purse + most_
    extra = rules()[1].number("most_coins_points")
    text = telling.choose(
        lang,
        f"{telling.points(total, lang)}: bridges {bridges_}, coins {purse}"
        + (f", most coins {most_}." if most_ else f"; {extra} more if nobody has more coins."),
        f"{telling.points(total, lang)}: Brücken {bridges_}, Münzen {purse}"
        + (f", meiste Münzen {most_}." if most_ else f"; {extra} mehr, wenn niemand mehr Münzen hat."),
        f"{telling.points(total, lang)}: bruggen {bridges_}, munten {purse}"
        + (f", meeste munten {most_}." if most_ else f"; {extra} meer als niemand meer munten heeft."),
    )
    return Worked("final-scoring", text)


def bonus_of_a_building(scene: Scene, lang: str) -> Worked | None:
    """What one building on an aqueduct and beside fountains brings at the end."""
    if not scene.has("AQUEDUCT") or not scene.has("FOUNTAIN") or not scene.has("BUILDING", *KINDS):
        return None
    if not scene.asks_points or scene.has(
        "COIN", "STICK", "MAGISTRATE", "SOURCE", "TREASURY", "BRIDGE", "IMPERIUM"
    ):
        return None
    beside = [q.number for q in scene.quantities if q.of("FOUNTAIN") and not q.of("BUILDING", *KINDS)]
    if len(beside) != 1 or not 1 <= beside[0] <= 6:
        return None
    if any(
        _owned_buildings(q) and not q.weak and q.number > 1 and not q.of("FOUNTAIN") for q in scene.quantities
    ):
        return None
    ruleset = rules()[1]
    water, springs = ruleset.number("aqueduct_points"), beside[0] * ruleset.number("fountain_points")
    text = telling.choose(
        lang,
        f"{telling.points(water + springs, lang)} at the end: {water} for the aqueduct and {springs} for the fountains.",
        f"{telling.points(water + springs, lang)} am Ende: {water} für das Aquädukt und {springs} für die Brunnen.",
        f"{telling.points(water + springs, lang)} op het einde: {water} voor het aquaduct en {springs} voor de fonteinen.",
    )
    return Worked("final-fountains", text)


def bridges(scene: Scene, lang: str) -> Worked | None:
    """The sum of bridge tiles."""
    values = number_list(scene, "BRIDGE")
    if (
        not values
        or not (scene.asks_points or scene.only_states)
        or (len(values) < 2 and not scene.has("POINT"))
    ):
        return None
    if any(not 1 <= value <= 4 for value in values) or scene.has("SPACE", "COVER", "MAGISTRATE"):
        return None
    if any(quantity.of("BRIDGE") and not quantity.weak for quantity in scene.quantities) and len(values) < 2:
        return None
    if left_over(scene, values, "BRIDGE"):
        return None
    total = _sheet([Player(ME, ME, bridges=values)]).players[0].points("bridges")
    sum_ = " + ".join(map(str, values))
    text = telling.choose(
        lang,
        f"{telling.points(total, lang)}: bridge tiles score their printed value ({sum_}).",
        f"{telling.points(total, lang)}: Brückenplättchen zählen ihren aufgedruckten Wert ({sum_}).",
        f"{telling.points(total, lang)}: brugtegels tellen voor hun gedrukte waarde ({sum_}).",
    )
    return Worked("final-bridges", text)


def _owned_buildings(quantity: Quantity) -> bool:
    return quantity.of("BUILDING", *KINDS) and not quantity.of("MAGISTRATE")


def aqueduct(scene: Scene, lang: str) -> Worked | None:
    """Points for buildings on aqueducts."""
    if (
        not scene.has("AQUEDUCT")
        or not scene.asks_points
        or scene.has("FOUNTAIN", "STICK", "SOURCE", "COIN", "TWICE")
    ):
        return None
    number = sum(quantity.number for quantity in scene.quantities if _owned_buildings(quantity))
    strong = [q for q in scene.quantities if _owned_buildings(q) and not q.weak]
    if not strong or not scene.has("POINT", "SCORE", "BONUS", "GET"):
        return None
    total = number * rules()[1].number("aqueduct_points")
    text = telling.choose(
        lang,
        f"{telling.points(total, lang)}: 2 for each building on an aqueduct ({number} buildings), for their owner.",
        f"{telling.points(total, lang)}: 2 für jedes Gebäude an einem Aquädukt ({number} Gebäude), für den Besitzer.",
        f"{telling.points(total, lang)}: 2 voor elk gebouw aan een aquaduct ({number} gebouwen), voor de eigenaar.",
    )
    return Worked("final-aqueducts", text)


def fountains(scene: Scene, lang: str) -> Worked | None:
    """Points for fountains beside buildings: buildings times fountains, clause by clause."""
    if not scene.has("FOUNTAIN") or not (
        scene.has("POINT", "SCORE", "BONUS", "GET", "HOWMANY") or scene.only_states
    ):
        return None
    if scene.has(
        "AQUEDUCT", "STICK", "COIN", "MAGISTRATE", "TREASURY", "EMPTY", "SUPPLY", "BOX", "INFLUENCE"
    ):
        return None
    near = [
        q
        for place, q in enumerate(scene.quantities)
        if q.of("FOUNTAIN") or _next_to(q) or (place and _more_of_the_same(q, scene.quantities[place - 1]))
    ]
    strong = any(not q.weak for q in scene.quantities if q in near or _owned_buildings(q))
    if not near or not strong or not scene.has("BUILDING", *KINDS):
        return None
    total = 0
    for quantity in near:
        buildings = [
            q.number for q in scene.quantities if _owned_buildings(q) and q not in near and not q.weak
        ]
        total += quantity.number * (buildings[0] if len(near) == 1 and buildings else 1)
    total *= rules()[1].number("fountain_points")
    text = telling.choose(
        lang,
        f"{telling.points(total, lang)}: 1 for each building for each fountain next to it.",
        f"{telling.points(total, lang)}: 1 je Gebäude für jeden Brunnen daneben.",
        f"{telling.points(total, lang)}: 1 per gebouw voor elke fontein ernaast.",
    )
    return Worked("final-fountains", text)


def _more_of_the_same(quantity: Quantity, before: Quantity) -> bool:
    """'one fountain beside the bath and two beside the temple': two fountains."""
    return quantity.after[:1] == ("TOUCH",) and before.of("FOUNTAIN") and not quantity.of("FOUNTAIN")


def _next_to(quantity: Quantity) -> bool:
    """'... and my arena next to 1'."""
    return not quantity.weak and bool({"TOUCH", *KINDS} & set(quantity.before[-3:])) and not quantity.after
