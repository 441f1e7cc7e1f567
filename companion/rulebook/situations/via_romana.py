"""Situations of Via Romana."""

from __future__ import annotations

from collections.abc import Sequence

from companion.rulebook.situations import telling
from companion.rulebook.situations.scene import (
    ME,
    OTHER,
    Quantity,
    Scene,
    Token,
    Worked,
    number_list,
    said_both,
    said_nobody,
)
from scoring.errors import BadInput
from scoring.via_romana import BARE_CITY, VRPlayer, score
from scoring.via_romana_roads import HAND_LIMIT, RoadPlayer, score_road

_PLAYER_COLOURS = {
    "RED": {"en": "red", "de": "Rot", "nl": "rood"},
    "BLUE": {"en": "blue", "de": "Blau", "nl": "blauw"},
    "YELLOW": {"en": "yellow", "de": "Gelb", "nl": "geel"},
    "GREEN": {"en": "green", "de": "Grün", "nl": "groen"},
}
_WITHOUT = {
    "no",
    "not",
    "without",
    "kein",
    "keinen",
    "keine",
    "nicht",
    "ohne",
    "geen",
    "niet",
    "zonder",
    "didnt",
    "dont",
}
_FAILED = {"failed", "unfinished", "missed", "verfehlt", "gescheitert", "mislukt", "gemist"}


def road(scene: Scene, lang: str) -> Worked | None:
    """Who wins a road, from pieces by player."""
    if not scene.has("ROAD", "SCORE", "WIN", "PIECE", "MILESTONE") or scene.has("MISSION"):
        return None
    if scene.has("CARD") and not (scene.has("PIECE", "MILESTONE") and scene.has("WHO")):
        return None
    if scene.has("MARKER") and not scene.has("PIECE", "MILESTONE"):
        return None
    if scene.has("END") and not scene.has("ROAD"):
        return None
    pieces: dict[str, int] = {}
    for name, number in _by_player(scene):
        pieces[name] = pieces.get(name, 0) + number
    if len(pieces) == 1 and said_both(scene):
        pieces[OTHER if ME in pieces else ME] = next(iter(pieces.values()))
    if not 2 <= len(pieces) <= 4:
        return None
    best = max(pieces.values())
    leaders = [name for name, number in pieces.items() if number == best]
    trigger = _trigger(scene, list(pieces))
    if len(leaders) > 1 and trigger is None:
        return Worked("road-tie", _open_tie(leaders, lang))
    if trigger not in leaders and len(leaders) > 1 and not scene.has("ORDER"):
        return Worked("road-tie", _first_clockwise(leaders, trigger or ME, lang))
    seats = [RoadPlayer(name, number) for name, number in pieces.items()]
    try:
        result = score_road(seats, trigger or leaders[0])
    except BadInput:
        return None
    winner = result.winner or leaders[0]
    cards = ", ".join(f"{_called(share.name, lang)} {share.cards}" for share in result.cards)
    text = telling.choose(
        lang,
        f"{_called(winner, lang, start=True)} {'win' if winner == ME else 'wins'} the road ({_rows(pieces, lang)}) and takes "
        f"the top marker of one of its two cities; cards for the others: {cards}.",
        f"{_called(winner, lang, start=True)} {'gewinnst' if winner == ME else 'gewinnt'} die Straße "
        f"({_rows(pieces, lang)}): der oberste Marker einer der beiden Städte; Karten für die anderen: {cards}.",
        f"{_called(winner, lang, start=True)} wint de weg ({_rows(pieces, lang)}): de bovenste marker van een van "
        f"beide steden; kaarten voor de anderen: {cards}.",
    )
    return Worked("road-tie" if len(leaders) > 1 else "road-winner", text)


def _by_player(scene: Scene) -> list[tuple[str, int]]:
    """Pieces by player; colours are players here."""
    rows: list[tuple[str, int]] = []
    name = ""
    waiting: list[str] = []
    pending: int | None = None
    both = said_both(scene)
    for token in scene.tokens:
        if token.actor:
            name = token.actor
        for concept in token.concepts:
            if concept in _PLAYER_COLOURS:
                name = concept
                waiting.append(concept)
        if token.actor and token.actor not in waiting:
            waiting.append(token.actor)
        if name and pending is not None:
            # '3 blue pieces': the number came before its player.
            rows.append((name, pending))
            name, waiting, pending = "", [], None
        if token.number is not None and not token.weak:
            if name:
                rows += [(each, token.number) for each in (waiting if both else [name])]
                name, waiting = "", []
            else:
                pending = token.number
    return rows


def _trigger(scene: Scene, names: list[str]) -> str | None:
    """Who completed the road: the player named just before 'finished', 'completed', 'triggered'."""
    last: str | None = None
    for token in scene.tokens:
        if token.actor:
            last = token.actor
        for concept in token.concepts:
            if concept in _PLAYER_COLOURS:
                last = concept
            elif concept in ("TRIGGER", "FINISH") and last in names:
                return last
    return None


def _open_tie(leaders: list[str], lang: str) -> str:
    tied = telling.listed([_called(name, lang) for name in leaders], lang)
    return telling.choose(
        lang,
        f"A tie between {tied}: whoever of them completed the road wins it; if somebody else did, the first of them "
        f"clockwise from that player.",
        f"Gleichstand zwischen {tied}: Wer von ihnen die Wertung ausgelöst hat, gewinnt; war es jemand anders, dann "
        f"der Erste von ihnen im Uhrzeigersinn danach.",
        f"Gelijke stand tussen {tied}: wie van hen de waardering uitlokte, wint; was het iemand anders, dan de eerste "
        f"van hen met de klok mee.",
    )


def _first_clockwise(leaders: list[str], trigger: str, lang: str) -> str:
    tied = telling.listed([_called(name, lang) for name in leaders], lang)
    after = {"en": "you", "de": "dir", "nl": "jou"}[lang] if trigger == ME else _called(trigger, lang)
    return telling.choose(
        lang,
        f"A tie between {tied}: the first of them clockwise from {after} takes the marker; the other gets cards.",
        f"Gleichstand zwischen {tied}: Der Erste von ihnen im Uhrzeigersinn nach {after} nimmt den Marker; der andere "
        f"bekommt Karten.",
        f"Gelijke stand tussen {tied}: de eerste van hen met de klok mee vanaf {after} neemt de marker; de ander krijgt "
        f"kaarten.",
    )


def _called(name: str, lang: str, start: bool = False) -> str:
    word = _PLAYER_COLOURS[name][lang] if name in _PLAYER_COLOURS else telling.player(name, lang)
    return telling.sentence(word) if start else word


def _rows(pieces: dict[str, int], lang: str) -> str:
    return ", ".join(f"{_called(name, lang)} {number}" for name, number in pieces.items())


def final(scene: Scene, lang: str) -> Worked | None:
    """A player's final score."""
    if not (scene.asks_points or scene.only_states) or scene.has("TRIGGER", "CARD"):
        return None
    markers = number_list(scene, "MARKER") if scene.has("MARKER") else _unnamed_markers(scene)
    castles = number_list(scene, "CASTLE")
    eagle = _with(scene, "EAGLE")
    mission = _with(scene, "MISSION")
    if (scene.has("CASTLE") and not castles and not markers) or (scene.runs and not markers):
        return None
    if not (markers or castles) or len(markers) + len(castles) + eagle + mission < 2:
        return None
    if any(not 1 <= value <= 4 for value in (*markers, *castles)):
        return None
    others = VRPlayer("-")
    sheet = score([VRPlayer(ME, markers, castles, eagle, mission), others]).players[0]
    names = {
        "en": ("markers", "castles", "eagle", "mission"),
        "de": ("Marker", "Burgen", "Adler", "Auftrag"),
        "nl": ("markers", "kastelen", "adelaar", "opdracht"),
    }[lang]
    parts = [f"{name} {line.points}" for name, line in zip(names, sheet.lines, strict=True) if line.points]
    rule = (
        "marker-points"
        if len(parts) == 1 and markers
        else "castle-points"
        if len(parts) == 1
        else "final-lines"
    )
    return Worked(rule, f"{telling.points(sheet.total, lang)}: {', '.join(parts)}.")


def _unnamed_markers(scene: Scene) -> tuple[int, ...]:
    """'2 fours and a three, castles ...': numbers before anything else that scores are markers."""
    found: list[int] = []
    for place, token in enumerate(scene.tokens):
        if {"CASTLE", "EAGLE", "MISSION"} & set(token.concepts):
            if place and scene.tokens[place - 1].number is not None and not scene.tokens[place - 1].weak:
                found = found[:-1]
            return tuple(found) if scene.runs or len(found) > 1 else ()
        if {"CARD", "PIECE", "MILESTONE", "ROAD", "PLAYER", "POINT", "CITY"} & set(token.concepts):
            return ()
        if token.run:
            found += token.run
        elif token.number is not None and not token.weak:
            found.append(token.number)
    return ()


def _with(scene: Scene, concept: str) -> bool:
    """Whether a thing is said to be there, not missing."""
    for place, token in enumerate(scene.tokens):
        if concept in token.concepts:
            before, after = scene.tokens[max(0, place - 3) : place], scene.tokens[place + 1 : place + 3]
            marks = [n for n, t in enumerate(before) if t.mark]
            ends = [n for n, t in enumerate(after) if t.mark]
            around = before[marks[-1] + 1 if marks else 0 :] + after[: ends[0] if ends else len(after)]
            return not {t.word for t in around} & _WITHOUT and not _failed(around)
    return False


def _failed(tokens: Sequence[Token]) -> bool:
    """Whether it is said to have failed: 'mission failed', 'Auftrag verfehlt'."""
    return not {token.word for token in tokens}.isdisjoint(_FAILED)


def hand(scene: Scene, lang: str) -> Worked | None:
    """How many cards must be discarded at the start of a turn."""
    held = [
        q for q in scene.quantities if q.of("CARD", "HAND") and not q.weak and HAND_LIMIT < q.number <= 30
    ]
    if (
        len(held) != 1
        or not (scene.has("BEGIN", "DISCARD", "TURN", "HAND", "MUST"))
        or scene.has("PLAYER", "VARIANT", "END")
        or (scene.has("ROAD") and not scene.said({"weg"}))
        or scene.said({"between", "zwischen", "tussen"})
    ):
        return None
    number = held[0].number
    surplus = number - HAND_LIMIT
    asked = scene.has("MUST") and not scene.has("HOWMANY")
    kept = scene.has("MAY") and not scene.has("HOWMANY")
    text = telling.choose(
        lang,
        f"{'Yes, you' if asked else 'No, you' if kept else 'You'} must discard {surplus}: at most {HAND_LIMIT} of your {number} cards may stay at the start of your turn.",
        f"{'Ja, du' if asked else 'Nein, du' if kept else 'Du'} musst {surplus} abwerfen: Zu Beginn deines Zuges dürfen von {number} Karten höchstens {HAND_LIMIT} bleiben.",
        f"{'Ja, je' if asked else 'Nee, je' if kept else 'Je'} moet er {surplus} afleggen: aan het begin van je beurt mag je van {number} kaarten er hoogstens "
        f"{HAND_LIMIT} houden.",
    )
    return Worked("hand-limit", text)


def cards(scene: Scene, lang: str) -> Worked | None:
    """Cards for a player who did not win a road."""
    lost = scene.has("LOSE") or (scene.has("WIN") and bool({t.word for t in scene.tokens} & _WITHOUT))
    own = [q for q in scene.quantities if q.of("PIECE", "MILESTONE") and not q.weak]
    if not lost or len(own) != 1 or not scene.has("CARD"):
        return None
    number = own[0].number
    result = score_road([RoadPlayer(ME, number), RoadPlayer("-", number + 1)], "-")
    taken = result.cards[0].cards
    text = telling.choose(
        lang,
        f"{taken} card{'' if taken == 1 else 's'}: one for each of your pieces at the scored road.",
        f"{taken} Karte{'' if taken == 1 else 'n'}: eine für jeden deiner Steine an der gewerteten Straße.",
        f"{taken} kaart{'' if taken == 1 else 'en'}: één voor elk van je stenen aan de gewaardeerde weg.",
    )
    return Worked("scoring-cards", text)


def bare_castle(scene: Scene, lang: str) -> Worked | None:
    """A castle whose city has no marker left."""

    def bare(quantity: Quantity) -> bool:
        return quantity.number == 0 and quantity.of("MARKER")

    if not scene.has("CASTLE") or not any(map(bare, scene.quantities)) or not scene.has("POINT"):
        return None
    total = score([VRPlayer(ME, castles=(BARE_CITY,)), VRPlayer("-")]).players[0].points("castles")
    text = telling.choose(
        lang,
        f"{telling.points(total, lang)}: without a marker the city is worth its printed 1.",
        f"{telling.points(total, lang)}: Ohne Marker ist die Stadt den aufgedruckten Wert 1 wert.",
        f"{telling.points(total, lang)}: zonder marker is de stad haar gedrukte waarde 1 waard.",
    )
    return Worked("castle-no-marker", text)


def castle_now(scene: Scene, lang: str) -> Worked | None:
    """A castle in a 1/4 city of which some markers were taken."""
    if len(scene.highest) != 1 or scene.highest[0] not in (2, 3, 4) or not scene.has("CASTLE"):
        return None
    if not (scene.asks_points or scene.only_states) or scene.has("CARD", "SETUP"):
        return None
    gone = [
        q.number
        for q in scene.quantities
        if q.of("MARKER", "TAKE", "REMOVE", "EMPTY") or "MARKER" in q.before[-2:]
    ]
    if len(gone) > 1 or (not gone and scene.has("TAKE", "REMOVE") and not said_nobody(scene)):
        return None
    taken = gone[0] if gone else 0
    if not 0 <= taken < scene.highest[0]:
        return None
    value = scene.highest[0] - taken
    total = score([VRPlayer(ME, castles=(value,)), VRPlayer("-")]).players[0].points("castles")
    text = telling.choose(
        lang,
        f"{telling.points(total, lang)}: a castle scores what its city shows at the end, here {value}.",
        f"{telling.points(total, lang)}: Ein Kastell zählt, was seine Stadt am Ende zeigt, hier {value}.",
        f"{telling.points(total, lang)}: een kasteel telt wat zijn stad op het einde toont, hier {value}.",
    )
    return Worked("castle-points", text)


SOLVERS = (castle_now, cards, hand, bare_castle, road, final)
