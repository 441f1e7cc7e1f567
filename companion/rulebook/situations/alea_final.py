"""Situations of Alea Iacta Est's final scoring: provinces, patricians, fortuna tiles and chips."""

from __future__ import annotations

from companion.rulebook.situations import telling
from companion.rulebook.situations.scene import ME, Scene, Worked, left_over, number_list
from scoring.alea import AleaPlayer, score
from scoring.alea_housing import JOKER, MAN, WOMAN, Patrician, Province
from scoring.sheet import PlayerSheet

_COLOURS = ("RED", "YELLOW", "GREEN", "BLUE", "GREY", "BROWN", "WHITE", "PURPLE")
#: A number written like this beside a colour alone is a province.
_VALUES = {"II", "III", "IV"}
#: After these words each number is a value: 'provinces red 3 and blue 2'.
_LISTS = {"provinces", "provinzen", "provincies"}
#: Several people of one sex.
_PEOPLE = {"men", "women", "males", "females", "manner", "frauen", "mannen", "vrouwen"}
_LINES = {
    "provinces": {"en": "provinces", "de": "Provinzen", "nl": "provincies"},
    "patricians": {"en": "patricians", "de": "Patrizier", "nl": "patriciërs"},
    "fortuna": {"en": "fortuna tiles", "de": "Fortuna-Plättchen", "nl": "Fortuna-fiches"},
    "chips": {"en": "chips", "de": "Chips", "nl": "chips"},
}


def _sheet(player: AleaPlayer) -> PlayerSheet:
    return score([player, AleaPlayer("-")]).players[0]


def provinces(scene: Scene, lang: str) -> Worked | None:
    """Points of provinces with the patricians in them, and of chips and fortuna tiles where they are named too."""
    if not scene.has("PROVINCE", "PATRICIAN", "MAN", "WOMAN") or not (scene.asks_points or scene.only_states):
        return None
    if scene.has("SENATE", "CASTRUM", "PLAYER", "OPENLY", "DRAW") or scene.runs:
        return None
    places, people = _household(scene)
    empty = scene.has("UNOCCUPIED", "EMPTY", "NOBODY")
    if not places or (not people and not empty):
        return None
    held = [q.number for q in scene.quantities if q.of("CHIP") and not q.weak]
    tiles = number_list(scene, "FORTUNA")
    if len(held) > 1 or any(not 1 <= value <= 3 for value in tiles):
        return None
    chips = held[0] if held else 0
    sheet = _sheet(AleaPlayer(ME, tuple(places), tuple(people), fortuna=tiles, chips=chips))
    parts = [(_LINES["provinces"][lang], sheet.points("provinces"))]
    parts += [(_LINES["patricians"][lang], sheet.points("patricians"))] if people else []
    parts += [(_LINES["fortuna"][lang], sheet.points("fortuna"))] if tiles else []
    parts += [(_LINES["chips"][lang], sheet.points("chips"))] if held else []
    text = (
        f"{telling.points(sheet.total, lang)}: "
        + ", ".join(f"{name} {points}" for name, points in parts)
        + "."
    )
    rule = "final-lines" if held or tiles else "province-empty" if empty else "province-occupied"
    return Worked(rule, text)


def unhoused(scene: Scene, lang: str) -> Worked | None:
    """Who wins a tie, from the values of the patricians without a home."""
    level = scene.has("TIE") or any(quantity.shared and quantity.of("POINT") for quantity in scene.quantities)
    if not level or not scene.has("PATRICIAN", "HOUSED") or scene.has("SENATE", "CASTRUM", "FORUM", "DICE"):
        return None
    held: dict[str, int] = {}
    for quantity in scene.quantities:
        if not quantity.shared and quantity.actor and not quantity.weak:
            held[quantity.actor] = quantity.number
    if not 2 <= len(held) <= 5:
        return None
    best = max(held.values())
    leaders = [actor for actor, value in held.items() if value == best]
    rows = telling.counts(held.items(), lang)
    if len(leaders) > 1:
        text = telling.choose(
            lang,
            f"You share the victory: the unhoused patricians are worth the same ({rows}).",
            f"Ihr teilt den Sieg: Die nicht untergebrachten Patrizier sind gleich viel wert ({rows}).",
            f"Jullie delen de winst: de niet ondergebrachte patriciërs zijn evenveel waard ({rows}).",
        )
    else:
        text = telling.choose(
            lang,
            f"{telling.does(leaders[0], 'win', lang)}: in a tie the higher value of unhoused patricians decides ({rows}).",
            f"{telling.does(leaders[0], 'win', lang)}: Bei Gleichstand entscheidet der höhere Wert der nicht "
            f"untergebrachten Patrizier ({rows}).",
            f"{telling.does(leaders[0], 'win', lang)}: bij gelijke stand beslist de hogere waarde van de niet "
            f"ondergebrachte patriciërs ({rows}).",
        )
    return Worked("tie-break", text)


def _household(scene: Scene) -> tuple[list[Province], list[Patrician]]:
    """Provinces and patricians: a thing, the numbers beside it, and the last colour named.

    Nothing where it is told how many there are, but not what each is worth.
    """
    places: list[Province] = []
    people: list[Patrician] = []
    colour = "red"
    thing = ""
    several = False
    pending: int | None = None
    joker = False
    told = wanted = 0
    for token in scene.tokens:
        if "JOKER" in token.concepts and not joker:
            places.append(Province(JOKER, 0))
        behind, joker = joker, "JOKER" in token.concepts
        for concept in token.concepts:
            if concept in _COLOURS:
                colour = concept.lower()
            elif concept == "PROVINCE" and behind:
                thing = ""
            elif concept in ("PROVINCE", "MAN", "WOMAN"):
                thing, several = concept, token.word in _LISTS
                if pending is not None and pending > 1 and (several or token.word in _PEOPLE):
                    # 'two red provinces': how many, not what they are worth.
                    if told != wanted:
                        return [], []
                    told, wanted, several, pending = 0, pending, True, None
                if pending is not None:
                    _settle(places, people, thing, colour, pending)
                    thing, pending = "", None
            elif concept in ("UNOCCUPIED", "EMPTY") and pending is not None:
                _settle(places, people, "PROVINCE", colour, pending)
                pending = None
            elif concept in ("CHIP", "FORTUNA"):
                thing, pending = "", None
        if token.number is not None and not token.weak:
            if thing or token.raw in _VALUES:
                _settle(places, people, thing or "PROVINCE", colour, token.number)
                told += 1 if wanted and told < wanted else 0
                thing = thing if several else ""
            else:
                pending = token.number
    return (places, people) if told == wanted else ([], [])


def _settle(places: list[Province], people: list[Patrician], thing: str, colour: str, value: int) -> None:
    if thing == "PROVINCE" and value <= 4:
        places.append(Province(colour, value))
    elif thing != "PROVINCE" and 1 <= value <= 3:
        people.append(Patrician(colour, WOMAN if thing == "WOMAN" else MAN, value))


def chips_and_tiles(scene: Scene, lang: str) -> Worked | None:
    """Points for Repete chips and fortuna tiles."""
    if not (scene.asks_points or scene.only_states) or scene.has(
        "PROVINCE", "PATRICIAN", "SENATE", "DICE", "PLAYER"
    ):
        return None
    # In Dutch both kinds of tokens are called fiches: chips, unless fortuna is named just before.
    held = [
        q.number
        for q in scene.quantities
        if not q.weak
        and (q.of("CHIP") or (q.of("~fiches") if not scene.has("FORTUNA") else q.after[:1] == ("~fiches",)))
    ]
    tiles = number_list(scene, "FORTUNA", "TILE")
    if len(held) > 1 or (not held and len(tiles) < 2) or any(not 1 <= value <= 3 for value in tiles):
        return None
    if scene.has("BOX", "USE", "REROLL") or left_over(scene, (*held, *tiles), "FORTUNA", "TILE"):
        return None
    sheet = _sheet(AleaPlayer(ME, fortuna=tiles, chips=held[0] if held else 0))
    parts = []
    if held:
        got = telling.points(sheet.points("chips"), lang)
        parts.append(
            telling.choose(
                lang,
                f"{held[0]} chips make {got} (two for 1)",
                f"{held[0]} Chips sind {got} (zwei für 1)",
                f"{held[0]} chips geven {got} (twee voor 1)",
            )
        )
    if tiles:
        name = telling.choose(lang, "fortuna tiles", "Fortuna-Plättchen", "Fortuna-fiches")
        parts.append(f"{name} {sheet.points('fortuna')}")
    text = f"{telling.points(sheet.total, lang)}: {', '.join(parts)}."
    return Worked("repete-points" if held else "final-fortuna", text)
