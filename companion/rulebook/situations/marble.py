"""Situations of City of Marble."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import lru_cache

from companion.rulebook.situations import telling
from companion.rulebook.situations.scene import ME, OTHER, Quantity, Scene, Worked, number_list, said_both
from scoring.influence import most
from scoring.layout import Layout, default_layout
from scoring.players import Player
from scoring.ruleset import Ruleset, default_ruleset
from scoring.score import score
from scoring.sheet import ScoreSheet, rank
from scoring.state import BUILDINGS, COLOUR_OF_KIND, TILE_COLOURS, State

_KINDS = {kind.upper(): kind for kind in BUILDINGS}
_COLOURS = {colour.upper(): colour for colour in TILE_COLOURS}


@lru_cache(maxsize=1)
def _rules() -> tuple[Layout, Ruleset]:
    return default_layout(), default_ruleset()


def _sheet(players: list[Player]) -> ScoreSheet:
    """The final lines that need no board. A second player is added where there is only one."""
    layout, ruleset = _rules()
    if len(players) == 1:
        players = [*players, Player("-", "-")]
    empty = State((), (), (), (), (), (), ())
    return score(empty, players, layout, ruleset)


def _kind(scene: Scene) -> str | None:
    """The kind of building that a site becomes, named or by its number of buildings."""
    named = {_KINDS[name] for token in scene.tokens for name in token.concepts if name in _KINDS}
    if len(named) == 1:
        return named.pop()
    if named:
        return None
    for quantity in scene.quantities:
        if not quantity.weak and quantity.of("BUILDING", "TILE") and not quantity.of("MAGISTRATE"):
            return _rules()[1].kind_by_buildings.get(quantity.number)
    return None


def influence(scene: Scene, lang: str) -> Worked | None:
    """Who builds, from magistrates by player and tile colour."""
    kind = _kind(scene)
    standing: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for quantity in scene.quantities:
        colours = [_COLOURS[name] for name in quantity.after if name in _COLOURS]
        if len(colours) == 1 and not quantity.of("IMPERIUM", "COIN", "AQUEDUCT"):
            for actor in scene.owners(quantity):
                standing[actor][colours[0]] += quantity.number
    if said_both(scene) and len(standing) == 1:
        standing[OTHER] = next(iter(standing.values()))
    asked = scene.has("WHO", "INFLUENCE", "TIE", "BUILD", "WIN") or len(standing) > 1
    if kind is None or not standing or not asked or scene.has("IMPERIUM", "COIN"):
        return None
    if len(standing) == 1 and not scene.has("MAGISTRATE", "INFLUENCE"):
        return None
    colour = COLOUR_OF_KIND[kind]
    counted = Counter({actor: colours[colour] for actor, colours in standing.items()})
    builder = most(counted)
    rows = telling.counts(counted.items(), lang)
    tint, name = telling.COLOURS[lang][colour], telling.BUILDINGS[lang][kind]
    only = telling.choose(
        lang,
        f"only magistrates on {tint} tiles count there ({rows})",
        f"dort zählen nur Beamte auf Plättchen der Farbe {tint} ({rows})",
        f"daar tellen alleen magistraten op tegels van de kleur {tint} ({rows})",
    )
    if builder is None:
        tied = max(counted.values()) > 0
        text = telling.choose(
            lang,
            f"A fountain: nobody builds, because {only}, so {'it is a tie' if tied else 'nobody has influence'}.",
            f"Ein Brunnen: Niemand baut, denn {only}; "
            f"{'das ist ein Gleichstand' if tied else 'also hat niemand Einfluss'}.",
            f"Een fontein: niemand bouwt, want {only}; "
            f"{'dat is een gelijke stand' if tied else 'dus heeft niemand invloed'}.",
        )
        return Worked("influence-tie" if tied else "influence-none", text)
    won = telling.points(_rules()[1].points[kind], lang)
    text = telling.choose(
        lang,
        f"{telling.does(builder, 'build', lang)} {name} and score{'' if builder == ME else 's'} {won}: {only}.",
        f"{telling.does(builder, 'build', lang)} {name}, das bringt {won}: {only}.",
        f"{telling.does(builder, 'build', lang)} {name}, dat geeft {won}: {only}.",
    )
    return Worked("influence-most", text)


def tie_break(scene: Scene, lang: str) -> Worked | None:
    """Who wins a tie on points, from numbers of buildings and imperium tokens."""
    level = (
        scene.has("TIE")
        or scene.said({"tied", "draw"})
        or any(
            quantity.shared and (quantity.of("POINT") or not quantity.after) for quantity in scene.quantities
        )
    )
    if not level or not scene.has("BUILDING"):
        return None
    if scene.has("INFLUENCE", "SITE", "AQUEDUCT", "FOUNTAIN", "MAGISTRATE"):
        return None
    held: defaultdict[str, dict[str, int]] = defaultdict(dict)
    thing = ""
    for quantity in scene.quantities:
        if quantity.weak:
            continue
        # German calls the tokens tiles, and here no other tile matters.
        token = quantity.of("IMPERIUM") or (scene.lang == "de" and quantity.of("TILE"))
        thing = "BUILDING" if quantity.of("BUILDING") else "IMPERIUM" if token else thing
        if thing and not quantity.of("POINT"):
            for actor in scene.owners(quantity):
                held[actor].setdefault(thing, quantity.number)
    built = {actor: what["BUILDING"] for actor, what in held.items() if "BUILDING" in what}
    if not built:
        return None
    if len(built) == 1:
        actor, number = next(iter(built.items()))
        return Worked("tie-break", _if_most_buildings(actor, number, lang))
    keys = {actor: (0, number, held[actor].get("IMPERIUM", 0)) for actor, number in built.items()}
    ranking, decided_by = rank(keys, ("points", "buildings", "imperium"))
    rows = telling.counts(built.items(), lang)
    first = ranking[0]
    if decided_by == "buildings":
        text = telling.choose(
            lang,
            f"{telling.does(first[0], 'win', lang)}: on equal points the most civic buildings decide ({rows}).",
            f"{telling.does(first[0], 'win', lang)}: Bei gleichen Punkten entscheiden die meisten Gebäude ({rows}).",
            f"{telling.does(first[0], 'win', lang)}: bij gelijke punten beslissen de meeste gebouwen ({rows}).",
        )
    elif decided_by == "imperium":
        tokens = telling.counts(((actor, key[2]) for actor, key in keys.items()), lang)
        text = telling.choose(
            lang,
            f"{telling.does(first[0], 'win', lang)}: with points and buildings equal, the most imperium tokens decide "
            f"({tokens}).",
            f"{telling.does(first[0], 'win', lang)}: Bei gleichen Punkten und Gebäuden entscheiden die meisten "
            f"Imperiumsplättchen ({tokens}).",
            f"{telling.does(first[0], 'win', lang)}: bij gelijke punten en gebouwen beslissen de meeste "
            f"imperiumfiches ({tokens}).",
        )
    else:
        text = telling.choose(
            lang,
            f"Still tied ({rows} buildings): then the most imperium tokens win; if those are equal too, you share the "
            f"victory.",
            f"Immer noch gleich ({rows} Gebäude): Dann gewinnt, wer mehr Imperiumsplättchen hat; sind auch die gleich, "
            f"teilt ihr den Sieg.",
            f"Nog steeds gelijk ({rows} gebouwen): dan winnen de meeste imperiumfiches; zijn ook die gelijk, dan delen "
            f"jullie de winst.",
        )
    return Worked("tie-break", text)


def _if_most_buildings(actor: str, number: int, lang: str) -> str:
    wins = telling.does(actor, "win", lang)
    return telling.choose(
        lang,
        f"{wins} if the other tied players have fewer than {number} civic buildings: on equal points the most "
        f"buildings decide, then the most imperium tokens.",
        f"{wins}, wenn die anderen am Gleichstand Beteiligten weniger als {number} Gebäude haben: Erst entscheiden "
        f"die meisten Gebäude, dann die meisten Imperiumsplättchen.",
        f"{wins} als de andere gelijke spelers minder dan {number} gebouwen hebben: eerst beslissen de meeste "
        f"gebouwen, daarna de meeste imperiumfiches.",
    )


def imperium(scene: Scene, lang: str) -> Worked | None:
    """Points for majorities of imperium tokens."""
    if (
        not scene.has("IMPERIUM")
        or scene.has("ACTION", "SPEND", "LAST")
        or (scene.has("TIE") and scene.has("BUILDING"))
    ):
        return None
    named = [_COLOURS[name] for token in scene.tokens for name in token.concepts if name in _COLOURS]
    tokens: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for quantity in scene.quantities:
        own = [_COLOURS[name] for name in quantity.after if name in _COLOURS]
        colour = own[0] if own else named[0] if len(set(named)) == 1 else "red" if not named else None
        if colour and not quantity.weak and not quantity.of("POINT", "BUILDING", "MAGISTRATE"):
            for actor in scene.owners(quantity):
                tokens[actor][colour] += quantity.number
    if said_both(scene) and len(tokens) == 1:
        tokens[OTHER] = next(iter(tokens.values()))
    if len(tokens) < 2:
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
    if not mine or not any(held.values()) or len(scene.quantities) > 6:
        return None
    if said_both(scene) and len(held) == 1:
        held[OTHER] = next(iter(held.values()))
    if len(held) == 1:
        actor, number = next(iter(held.items()))
        sheet = _sheet([Player(actor, actor, coins=number), Player("-", "-", coins=number + 1)])
        base = sheet.players[0].points("coins")
        best = base + _rules()[1].number("most_coins_points")
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


def bridges(scene: Scene, lang: str) -> Worked | None:
    """The sum of bridge tiles."""
    values = number_list(scene, "BRIDGE")
    if not values or not scene.asks_points or (len(values) < 2 and not scene.has("POINT")):
        return None
    if any(not 1 <= value <= 4 for value in values) or scene.has("SPACE", "COVER", "MAGISTRATE"):
        return None
    if any(quantity.of("BRIDGE") and not quantity.weak for quantity in scene.quantities) and len(values) < 2:
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
    return quantity.of("BUILDING", *_KINDS) and not quantity.of("MAGISTRATE")


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
    total = number * _rules()[1].number("aqueduct_points")
    text = telling.choose(
        lang,
        f"{telling.points(total, lang)}: 2 for each building on an aqueduct ({number} buildings), for their owner.",
        f"{telling.points(total, lang)}: 2 für jedes Gebäude an einem Aquädukt ({number} Gebäude), für den Besitzer.",
        f"{telling.points(total, lang)}: 2 voor elk gebouw aan een aquaduct ({number} gebouwen), voor de eigenaar.",
    )
    return Worked("final-aqueducts", text)


def fountains(scene: Scene, lang: str) -> Worked | None:
    """Points for fountains beside buildings: buildings times fountains, clause by clause."""
    if not scene.has("FOUNTAIN") or not scene.has("POINT", "SCORE", "BONUS", "GET", "HOWMANY"):
        return None
    if scene.has(
        "AQUEDUCT", "STICK", "COIN", "MAGISTRATE", "TREASURY", "EMPTY", "SUPPLY", "BOX", "INFLUENCE"
    ):
        return None
    near = [q for q in scene.quantities if q.of("FOUNTAIN") or _next_to(q)]
    strong = any(not q.weak for q in scene.quantities if q in near or _owned_buildings(q))
    if not near or not strong or not scene.has("BUILDING", *_KINDS):
        return None
    total = 0
    for quantity in near:
        buildings = [
            q.number for q in scene.quantities if _owned_buildings(q) and q is not quantity and not q.weak
        ]
        total += quantity.number * (buildings[0] if len(near) == 1 and buildings else 1)
    total *= _rules()[1].number("fountain_points")
    text = telling.choose(
        lang,
        f"{telling.points(total, lang)}: 1 for each building for each fountain next to it.",
        f"{telling.points(total, lang)}: 1 je Gebäude für jeden Brunnen daneben.",
        f"{telling.points(total, lang)}: 1 per gebouw voor elke fontein ernaast.",
    )
    return Worked("final-fountains", text)


def _next_to(quantity: Quantity) -> bool:
    """'... and my arena next to 1'."""
    return not quantity.weak and bool({"TOUCH", *_KINDS} & set(quantity.before[-3:])) and not quantity.after


def building_points(scene: Scene, lang: str) -> Worked | None:
    """Points for several buildings of one's own."""
    if scene.has(
        "AQUEDUCT", "FOUNTAIN", "MAGISTRATE", "INFLUENCE", "SITE", "TILE", "IMPERIUM", "COIN", "BRIDGE"
    ):
        return None
    if not scene.has("POINT", "SCORE"):
        return None
    rows = [
        (quantity.number, _KINDS[name])
        for quantity in scene.quantities
        for name in quantity.after[:1]
        if name in _KINDS
    ]
    if not rows or (len(rows) == 1 and rows[0][0] == 1):
        return None
    ruleset = _rules()[1]
    total = sum(number * ruleset.points[kind] for number, kind in rows)
    sum_ = " + ".join(f"{number} x {ruleset.points[kind]}" for number, kind in rows)
    text = telling.choose(
        lang,
        f"{telling.points(total, lang)} for building them ({sum_}).",
        f"{telling.points(total, lang)} für den Bau ({sum_}).",
        f"{telling.points(total, lang)} voor het bouwen ({sum_}).",
    )
    return Worked("building-points", text)


def which_kind(scene: Scene, lang: str) -> Worked | None:
    """The building that a number of tiles makes."""
    if not scene.has("SITE", "BUILDING", "TILE") or scene.has(
        "MAGISTRATE", "AQUEDUCT", "COIN", "POINT", "DRAW", "ACTION"
    ):
        return None
    if not (
        scene.has("SITE", "BUILD")
        or scene.said({"point", "around", "meet", "punkt", "herum", "rond", "samen"})
    ):
        return None
    if scene.has("MAY", "MUST", "FINISH", "HOWMANY", "WHO", "PLAYER", "FOUNTAIN", "IMPERIUM", *_KINDS):
        return None
    if scene.said({"need", "brauche", "braucht", "nodig", "enough", "genug", "genoeg"}):
        return None
    numbers = {q.number for q in scene.quantities if q.of("BUILDING", "TILE") and not q.weak}
    if len(numbers) != 1:
        return None
    number = numbers.pop()
    kind = _rules()[1].kind_by_buildings.get(number)
    if kind is None:
        return None
    bare = telling.BUILDINGS[lang][kind].split(" ", 1)[1]
    text = telling.choose(
        lang,
        f"{'An' if bare[0] == 'a' else 'A'} {bare}: {number} buildings at the site make that kind.",
        f"{bare}: {number} Bauten auf dem Bauplatz ergeben diesen Typ.",
        f"{telling.sentence(bare)}: {number} gebouwen op de bouwplaats geven dit type.",
    )
    return Worked("site-type", text)


SOLVERS = (influence, tie_break, imperium, coins, bridges, aqueduct, fountains, building_points, which_kind)
