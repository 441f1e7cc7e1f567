"""Situations of Alea Iacta Est."""

from __future__ import annotations

from itertools import pairwise

from companion.rulebook.situations import telling
from companion.rulebook.situations.alea_final import chips_and_tiles, provinces, unhoused
from companion.rulebook.situations.scene import ME, OTHER, Run, Scene, Worked, said_together
from scoring.alea_buildings import Board, DiceGroup, Die, evaluate, place

_NAMES = {
    "en": {"senatus": "Senatus", "castrum": "Castrum", "templum": "Templum", "forum": "Forum"},
    "de": {"senatus": "Senatus", "castrum": "Castrum", "templum": "Templum", "forum": "Forum"},
    "nl": {"senatus": "Senatus", "castrum": "Castrum", "templum": "Templum", "forum": "Forum"},
}
_WHY = {
    "senatus_straight": {
        "en": "the dice are not a straight of consecutive numbers",
        "de": "die Würfel sind keine Straße aufeinander folgender Zahlen",
        "nl": "de dobbelstenen zijn geen straat van opeenvolgende getallen",
    },
    "senatus_identical": {
        "en": "the same straight already lies there",
        "de": "dieselbe Straße liegt dort schon",
        "nl": "dezelfde straat ligt er al",
    },
    "castrum_one_number": {
        "en": "all dice of a set must show the same number",
        "de": "alle Würfel eines Paschs müssen dieselbe Zahl zeigen",
        "nl": "alle dobbelstenen van een pasch moeten hetzelfde getal tonen",
    },
    "castrum_identical": {
        "en": "the same set already lies there",
        "de": "derselbe Pasch liegt dort schon",
        "nl": "dezelfde pasch ligt er al",
    },
    "templum_number": {
        "en": "exactly one die more than before is needed",
        "de": "es braucht genau einen Würfel mehr als zuvor",
        "nl": "er is precies één dobbelsteen meer nodig dan daarvoor",
    },
    "templum_sum": {
        "en": "the sum must be higher than the one before",
        "de": "die Summe muss höher sein als die vorige",
        "nl": "de som moet hoger zijn dan de vorige",
    },
    "forum_one_or_five": {
        "en": "only one die, or two that add up to exactly 5",
        "de": "nur ein Würfel oder zwei mit genau der Summe 5",
        "nl": "alleen één dobbelsteen, of twee met precies de som 5",
    },
}
#: Words after which a run is what lies there, not what is to be placed.
_ALREADY = {"already", "another", "schon", "bereits", "neuen", "al", "nog", "same"}
_RULE = {
    "senatus_straight": "senatus-straight",
    "senatus_identical": "senatus-identical",
    "castrum_one_number": "castrum-set",
    "castrum_identical": "castrum-identical",
    "templum_number": "templum-later",
    "templum_sum": "templum-sum",
    "forum_one_or_five": "forum-sum-five",
}


def who_first(scene: Scene, lang: str) -> Worked | None:
    """Whose straight or set chooses first."""
    groups = _groups(scene)
    owners = list(dict.fromkeys(group.player for group in groups))
    if len(groups) < 2 or len(owners) < 2 or (scene.has("MAY") and not scene.has("WHO", "FIRST", "WIN")):
        return None
    seats = (*owners, *(f"-{n}" for n in range(4)))[: max(3, len(owners))]
    if scene.has("CASTRUM", "SET") or all(len(set(group.values)) == 1 for group in groups):
        order = [group for group in evaluate(Board(seats, castrum=tuple(groups))).castrum]
        building, rule = "castrum", "castrum-evaluation"
        shown = {group.player: group.values for group in order}
    else:
        rewards = evaluate(Board(seats, senatus=tuple(groups))).senatus
        building, rule = "senatus", "senatus-evaluation"
        shown = {share.player: share.straight for share in rewards}
    if not shown:
        return None
    first = next(iter(shown))
    lengths = sorted((len(group.values) for group in groups), reverse=True)
    tied = lengths[0] == lengths[1]
    dice = "-".join(map(str, shown[first]))
    name = _NAMES[lang][building]
    longer = telling.choose(lang, "more dice", "mehr Würfel", "meer dobbelstenen")
    higher = telling.choose(
        lang, "equally many dice, but a higher number", "gleich viele Würfel, aber eine höhere Zahl",
        "evenveel dobbelstenen, maar een hoger getal",
    )  # fmt: skip
    who = telling.does(first, "choose", lang)
    if not any(run.actor for run in scene.runs):
        who = f"{dice} {telling.does(OTHER, 'choose', lang).removeprefix(telling.sentence(telling.player(OTHER, lang))).strip()}"
    text = f"{who} ({name}): {dice}, {higher if tied else longer}."
    return Worked(f"{building}-tie" if tied else rule, text)


def identical(scene: Scene, lang: str) -> Worked | None:
    """Two players with the same straight or set: 'two people have 3-4-5 in the senate'."""
    runs = {run.values for run in scene.runs}
    if (
        len(runs) != 1
        or len(scene.runs) > 2
        or (len(scene.runs) == 2 and not (scene.has("WHO", "FIRST", "TIE") or scene.said(_ALREADY)))
    ):
        return None
    many = any(quantity.number > 1 and quantity.of("PLAYER") for quantity in scene.quantities)
    if len(scene.runs) == 2 and all(run.actor == ME for run in scene.runs) and not scene.said(_ALREADY):
        return None
    if len(scene.runs) == 1 and not (many or said_together(scene)):
        return None
    values = tuple(sorted(runs.pop()))
    building = "castrum" if len(set(values)) == 1 else "senatus"
    there = (DiceGroup(OTHER, values),)
    seats = (ME, OTHER, "-1", "-2")
    board = Board(seats, castrum=there) if building == "castrum" else Board(seats, senatus=there)
    if any(not 1 <= value <= 6 for value in values) or len(values) < 2:
        return None
    forbidden = place(board, ME, building, values).forbidden_by
    if forbidden != (f"{building}_identical",):
        return None
    dice, name = "-".join(map(str, values)), _NAMES[lang][building]
    text = telling.choose(
        lang,
        f"No, that cannot happen: {dice} may lie in the {name} only once, so whoever comes later must place other dice.",
        f"Nein, das kann nicht vorkommen: {dice} darf im {name} nur einmal liegen; wer später kommt, muss anders setzen.",
        f"Nee, dat kan niet voorkomen: {dice} mag maar één keer in {'de' if building == 'senatus' else 'het'} {name} "
        f"liggen; wie later komt, moet anders leggen.",
    )
    return Worked(f"{building}-identical", text)


def _groups(scene: Scene) -> list[DiceGroup]:
    rows: list[DiceGroup] = []
    for run in scene.runs:
        owner = run.actor or (ME if not rows else OTHER)
        if owner in {group.player for group in rows} and not run.actor:
            owner = f"{OTHER}{len(rows)}"
        if all(1 <= value <= 6 for value in run.values) and len(run.values) <= 8:
            rows.append(DiceGroup(owner, run.values))
    return rows


def may_place(scene: Scene, lang: str) -> Worked | None:
    """Whether dice written as a run, or given by their number and sum, may go to a building."""
    if not scene.has("MAY", "PLACE"):
        return None
    if scene.has("TEMPLUM") and not scene.runs:
        return _may_templum(scene, lang)
    if (
        not scene.runs
        or scene.said(_ALREADY)
        or (len(scene.runs) > 1 and not any(run.actor for run in scene.runs))
    ):
        return None
    if len(scene.runs) == 1 and scene.runs[0].actor not in ("", ME):
        return None
    building = next(
        (b for b, c in (("senatus", "SENATE"), ("castrum", "CASTRUM"), ("forum", "FORUM")) if scene.has(c)),
        "",
    )
    building = building or ("castrum" if len(set(scene.runs[0].values)) == 1 else "senatus")
    if building == "senatus" and len(scene.runs) == 1 and scene.has("ADD", "EXTEND", "PLACE"):
        more = [q.number for q in scene.quantities if not q.weak and 1 <= q.number <= 6]
        if 1 <= len(more) <= 4:
            return _may_extend(scene.runs[0].values, tuple(more), lang)
    mine, others = _mine(scene.runs)
    if (
        mine is None
        or _goes_round(mine.values)
        or any(not 1 <= value <= 6 for run in scene.runs for value in run.values)
    ):
        return None
    there = tuple(DiceGroup(OTHER, run.values) for run in others)
    seats = (ME, OTHER, "-1", "-2")
    board = Board(seats)
    if building == "senatus":
        board = Board(seats, senatus=there[:1])
    elif building == "castrum":
        board = Board(seats, castrum=there)
    result = place(board, ME, building, mine.values)
    return _verdict(result.forbidden_by, mine.values, building, lang)


def _may_extend(straight: tuple[int, ...], dice: tuple[int, ...], lang: str) -> Worked | None:
    """Whether dice may be added to one's own straight."""
    board = Board((ME, OTHER, "-1", "-2"), senatus=(DiceGroup(ME, straight),))
    result = place(board, ME, "senatus", dice)
    shown = "-".join(map(str, sorted((*straight, *dice))))
    added = telling.listed(map(str, dice), lang)
    text = telling.choose(
        lang,
        f"Yes: with the {added} your straight is {shown}, as long as nobody else has the same one.",
        f"Ja: Mit der {added} ist deine Straße {shown}, solange niemand sonst dieselbe hat.",
        f"Ja: met de {added} is je straat {shown}, zolang niemand anders dezelfde heeft.",
    )
    if not result.legal:
        text = telling.choose(
            lang,
            f"No: {shown} is not a straight; it can only grow at its ends.",
            f"Nein: {shown} ist keine Straße; sie wächst nur an den Enden.",
            f"Nee: {shown} is geen straat; ze groeit alleen aan de uiteinden.",
        )
    return Worked("senatus-extend", text)


def _goes_round(values: tuple[int, ...]) -> bool:
    """A straight from 6 on to 1, of which the rulebook says nothing."""
    return {1, 6} <= set(values) and len(values) < 6 and all((b - a) % 6 == 1 for a, b in pairwise(values))


def _mine(runs: tuple[Run, ...]) -> tuple[Run | None, list[Run]]:
    """Which run is to be placed: mine, else the last one."""
    own = [run for run in runs if run.actor == ME]
    chosen = own[-1] if own else runs[-1]
    if len(runs) > 1 and len(own) == len(runs):
        return None, []
    return chosen, [run for run in runs if run is not chosen]


def _may_templum(scene: Scene, lang: str) -> Worked | None:
    """Numbers of dice and sums: 'two dice with sum 9, I have three with sum 9'."""
    numbers = [q for q in scene.quantities if not (q.weak and not q.of("DICE"))]
    counted = [q for q in numbers if q.of("DICE")] or [q for q in numbers if "DICE" in q.before[-1:]]
    dice = [q.number for q in counted]
    sums = [q.number for q in numbers if q not in counted]
    if len(dice) != 2 or len(sums) != 2:
        return None
    if any(not count <= total <= 6 * count for count, total in zip(dice, sums, strict=True)) or max(dice) > 7:
        return None
    board = Board((ME, OTHER, "-1", "-2"), templum=(DiceGroup(OTHER, _spread(dice[0], sums[0])),))
    values = _spread(dice[1], sums[1])
    result = place(board, ME, "templum", values)
    if result.legal:
        text = telling.choose(
            lang,
            f"Yes: {dice[1]} dice are one more than {dice[0]}, and {sums[1]} is higher than {sums[0]}.",
            f"Ja: {dice[1]} Würfel sind einer mehr als {dice[0]}, und {sums[1]} ist höher als {sums[0]}.",
            f"Ja: {dice[1]} dobbelstenen is er één meer dan {dice[0]}, en {sums[1]} is hoger dan {sums[0]}.",
        )
        return Worked("templum-later", text)
    reasons = telling.listed((_WHY[why][lang] for why in result.forbidden_by), lang)
    no = telling.choose(lang, "No", "Nein", "Nee")
    return Worked(_RULE[result.forbidden_by[-1]], f"{no}: {reasons} ({sums[0]}).")


def _spread(count: int, total: int) -> tuple[int, ...]:
    """Some dice with this sum."""
    values = [1] * count
    rest = total - count
    for n in range(count):
        more = min(5, rest)
        values[n] += more
        rest -= more
    return tuple(values)


def _verdict(forbidden: tuple[str, ...], values: tuple[int, ...], building: str, lang: str) -> Worked | None:
    dice = "-".join(map(str, values))
    name = _NAMES[lang][building]
    if not forbidden:
        text = telling.choose(
            lang,
            f"Yes, {dice} may go to the {name}.",
            f"Ja, {dice} darf ins {name}." if building != "senatus" else f"Ja, {dice} darf in den {name}.",
            f"Ja, {dice} mag in het {name}." if building != "senatus" else f"Ja, {dice} mag in de {name}.",
        )
        rule = {"senatus": "senatus-straight", "castrum": "castrum-set", "forum": "forum-placing"}[building]
        if building == "forum" and len(values) == 2:
            rule = "forum-sum-five"
        return Worked(rule, text)
    known = [why for why in forbidden if why in _WHY]
    if not known:
        return None
    no = telling.choose(lang, "No", "Nein", "Nee")
    return Worked(_RULE[known[0]], f"{no}, {dice}: {telling.listed((_WHY[w][lang] for w in known), lang)}.")


def forum(scene: Scene, lang: str) -> Worked | None:
    """Where a die goes in the forum, or whether two dice may go there."""
    if not scene.has("FORUM") or scene.runs or scene.has("PLAYER", "COLUMN", "PATRICIAN"):
        return None
    numbers = [q.number for q in scene.quantities if not q.weak and not q.of("DICE", "SUM")]
    if not numbers or any(not 1 <= n <= 6 for n in numbers):
        return None
    if len(numbers) == 2 and scene.has("MAY") and not scene.has("WHERE"):
        result = place(Board((ME, OTHER, "-1", "-2")), ME, "forum", numbers)
        return _verdict(result.forbidden_by, tuple(numbers), "forum", lang)
    if len(numbers) < 3 or not scene.has("WHERE", "PLACE", "LEFT"):
        return None
    *lying, mine = numbers
    board = Board((ME, OTHER, "-1", "-2"), forum=tuple(Die(OTHER, value) for value in sorted(lying)))
    result = place(board, ME, "forum", [mine])
    if not result.legal:
        return None
    row = [die.value for die in result.board.forum]
    at = next(n for n, die in enumerate(result.board.forum) if die.player == ME) + 1
    shown = "-".join(map(str, row))
    text = telling.choose(
        lang,
        f"Your {mine} goes to column {at} from the left: the row is then {shown}.",
        f"Deine {mine} kommt auf Säule {at} von links: Die Reihe ist dann {shown}.",
        f"Je {mine} komt op zuil {at} van links: de rij is dan {shown}.",
    )
    return Worked("forum-equal" if mine in lying else "forum-sort", text)


def templum_next(scene: Scene, lang: str) -> Worked | None:
    """How many dice the Templum asks for, after what lies there."""
    if (
        not scene.has("TEMPLUM")
        or scene.has("MAY", "FORTUNA", "ROUND", "WIN")
        or not scene.has("HOWMANY", "NEED", "MUST")
    ):
        return None
    others: list[tuple[int, int]] = []
    mine = 0
    for quantity in scene.quantities:
        if quantity.of("DICE") and not quantity.of("PLAYER") and quantity.actor != ME:
            sums = [
                q.number
                for q in scene.quantities
                if q is not quantity and (q.of("SUM") or "SUM" in q.before[-3:])
            ]
            others.append((quantity.number, sums[0] if len(sums) == 1 else 0))
        elif quantity.of("DICE") and quantity.actor == ME:
            mine = quantity.number
    if len(others) != 1 or not 1 <= others[0][0] <= 6 or mine > others[0][0]:
        return None
    there, total = others[0]
    if total and not there <= total <= 6 * there:
        return None
    whole, more = there + 1, there + 1 - mine
    over = {"en": f"higher than {total}", "de": f"höher als {total}", "nl": f"hoger dan {total}"}[lang] if total else {
        "en": "higher than before", "de": "höher als zuvor", "nl": "hoger dan daarvoor",
    }[lang]  # fmt: skip
    added = (
        {"en": f"; you add {more}", "de": f"; du legst {more} dazu", "nl": f"; je legt er {more} bij"}[lang]
        if mine
        else ""
    )
    text = telling.choose(
        lang,
        f"{whole} dice{added}: exactly one more than the {there} there, with a sum {over}.",
        f"{whole} Würfel{added}: genau einer mehr als die {there} dort, mit einer Summe {over}.",
        f"{whole} dobbelstenen{added}: precies één meer dan de {there} daar, met een som {over}.",
    )
    return Worked("templum-again" if mine else "templum-later", text)


def latrina(scene: Scene, lang: str) -> Worked | None:
    """Chips for dice on the latrina."""
    dice = [q.number for q in scene.quantities if q.of("DICE") and not q.weak]
    if not scene.has("LATRINA") or len(dice) != 1 or scene.has("MAY", "MUST") or not 1 <= dice[0] <= 8:
        return None
    if not scene.has("CHIP", "GET", "HOWMANY"):
        return None
    chips = dict(evaluate(Board((ME, OTHER, "-1"), latrina=(ME,) * dice[0])).chips)[ME]
    text = telling.choose(
        lang,
        f"{chips} Repete chips: one for each die there.",
        f"{chips} Repete!-Chips: einer für jeden Würfel dort.",
        f"{chips} Repete-fiches: één voor elke dobbelsteen daar.",
    )
    return Worked("latrina-chips", text)


SOLVERS = (
    identical,
    who_first,
    may_place,
    forum,
    unhoused,
    provinces,
    chips_and_tiles,
    templum_next,
    latrina,
)
