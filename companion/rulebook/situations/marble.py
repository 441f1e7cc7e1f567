"""Situations of City of Marble."""

from __future__ import annotations

from collections import Counter, defaultdict

from companion.rulebook.situations import telling
from companion.rulebook.situations.marble_final import (
    COLOURS,
    KINDS,
    aqueduct,
    bonus_of_a_building,
    bridges,
    coins,
    fountains,
    imperium,
    rules,
    several_lines,
)
from companion.rulebook.situations.scene import (
    ME,
    OTHER,
    Scene,
    Worked,
    said_both,
    said_nobody,
)
from scoring.influence import most
from scoring.sheet import rank
from scoring.state import COLOUR_OF_KIND

#: What an imperium token is called when it is not called imperium.
_TOKENS = {"token", "tokens", "fiche", "fiches"}
#: Actions of a turn, without those paid with imperium.
_ACTIONS = 2


def _kind(scene: Scene) -> str | None:
    """The kind of building that a site becomes, named or by its number of buildings."""
    named = {KINDS[name] for token in scene.tokens for name in token.concepts if name in KINDS}
    if len(named) == 1:
        return named.pop()
    if named:
        return None
    for quantity in scene.quantities:
        if not quantity.weak and quantity.of("BUILDING", "TILE") and not quantity.of("MAGISTRATE"):
            return rules()[1].kind_by_buildings.get(quantity.number)
    return None


def influence(scene: Scene, lang: str) -> Worked | None:
    """Who builds, from magistrates by player and tile colour."""
    kind = _kind(scene)
    standing: defaultdict[str, Counter[str]] = defaultdict(Counter)
    named = {COLOURS[name] for token in scene.tokens for name in token.concepts if name in COLOURS}
    for quantity in scene.quantities:
        colours = [COLOURS[name] for name in quantity.after if name in COLOURS]
        if (
            not colours
            and len(named) == 1
            and set(quantity.after) <= {"MAGISTRATE"}
            and not (quantity.weak or quantity.shared)
        ):
            colours = list(named)  # 'red: me 1, Anna 2'
        if len(colours) == 1 and not quantity.of("IMPERIUM", "COIN", "AQUEDUCT"):
            for actor in scene.owners(quantity):
                standing[actor][colours[0]] += quantity.number
    if said_both(scene) and len(standing) == 1:
        standing[OTHER] = next(iter(standing.values()))
    alone = said_nobody(scene) and scene.has("SITE", "GET", "WIN", "BUILD")
    asked = scene.has("WHO", "INFLUENCE", "TIE", "BUILD", "WIN") or len(standing) > 1 or alone
    if kind is None or not standing or not asked or scene.has("IMPERIUM", "COIN", "AQUEDUCT", "POINT"):
        return None
    if len(standing) == 1 and not scene.has("MAGISTRATE", "INFLUENCE") and not alone:
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
    won = telling.points(rules()[1].points[kind], lang)
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
        token = token or "IMPERIUM" in quantity.before[-1:]
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


def actions(scene: Scene, lang: str) -> Worked | None:
    """How many actions a turn has in which imperium tokens are spent."""
    if (
        not scene.has("ACTION")
        or not scene.has("HOWMANY", "SUM", "MAY")
        or scene.has("LAST", "POINT", "MAGISTRATE")
    ):
        return None
    spent = [q.number for q in scene.quantities if q.of("IMPERIUM") and not q.of("ACTION")]
    spent = spent or [q.number for q in scene.quantities if q.of("IMPERIUM")]
    if not spent and scene.said(_TOKENS):
        spent = [q.number for q in scene.quantities if not q.weak and q.after[:1] != ("ACTION",)]
    if len(spent) != 1 or not 1 <= spent[0] <= 48:
        return None
    number = spent[0]
    wanted = [q.number for q in scene.quantities if q.of("ACTION") and not q.of("IMPERIUM") and not q.weak]
    may = scene.has("MAY") and not scene.has("HOWMANY")
    if may and len(wanted) != 1:
        return None
    if may and wanted[0] > _ACTIONS:
        yes = wanted[0] <= number + _ACTIONS
        text = telling.choose(
            lang,
            f"{'Yes' if yes else 'No'}: {_ACTIONS} actions and {number} extra, one for each token spent, make "
            f"{number + _ACTIONS}.",
            f"{'Ja' if yes else 'Nein'}: {_ACTIONS} Aktionen und {number} zusätzliche, je abgegebenem Plättchen eine, sind "
            f"{number + _ACTIONS}.",
            f"{'Ja' if yes else 'Nee'}: {_ACTIONS} acties en {number} extra, één per ingeleverd fiche, zijn er "
            f"{number + _ACTIONS}.",
        )
        return Worked("imperium-spend-many", text)
    text = telling.choose(
        lang,
        f"{number + _ACTIONS} actions in that turn: the {_ACTIONS} normal ones and {number} extra, one for each token spent.",
        f"{number + _ACTIONS} Aktionen in diesem Zug: die {_ACTIONS} üblichen und {number} zusätzliche, je abgegebenem "
        f"Plättchen eine.",
        f"{number + _ACTIONS} acties in die beurt: de {_ACTIONS} gewone en {number} extra, één per ingeleverd fiche.",
    )
    return Worked("imperium-spend-many", text)


def building_points(scene: Scene, lang: str) -> Worked | None:
    """Points for several buildings of one's own."""
    if scene.has(
        "AQUEDUCT", "FOUNTAIN", "MAGISTRATE", "INFLUENCE", "SITE", "TILE", "IMPERIUM", "COIN", "BRIDGE"
    ):
        return None
    if not scene.has("POINT", "SCORE"):
        return None
    rows = [
        (quantity.number, KINDS[name])
        for quantity in scene.quantities
        for name in quantity.after[:1]
        if name in KINDS
    ]
    if not rows or (len(rows) == 1 and rows[0][0] == 1):
        return None
    ruleset = rules()[1]
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
    if scene.has("MAY", "MUST", "FINISH", "HOWMANY", "WHO", "PLAYER", "FOUNTAIN", "IMPERIUM", *KINDS):
        return None
    if scene.said({"need", "brauche", "braucht", "nodig", "enough", "genug", "genoeg"}):
        return None
    numbers = {q.number for q in scene.quantities if q.of("BUILDING", "TILE") and not q.weak}
    if len(numbers) != 1:
        return None
    number = numbers.pop()
    kind = rules()[1].kind_by_buildings.get(number)
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


SOLVERS = (
    influence,
    tie_break,
    actions,
    imperium,
    several_lines,
    coins,
    bridges,
    bonus_of_a_building,
    aqueduct,
    fountains,
    building_points,
    which_kind,
)
