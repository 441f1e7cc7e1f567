"""Where the points of a line come from, player by player, in the player's language."""

from __future__ import annotations

from typing import Any

from companion.colour_names import colour_name
from companion.translation import _, ngettext
from scoring.alea import AleaPlayer, best_housing
from scoring.alea_housing import JOKER, WOMAN, Patrician, Province
from scoring.ruleset import Ruleset

Document = dict[str, Any]

ROMAN = ("0", "I", "II", "III", "IV")


def explain_line(rule: str, entry: Document, line: Document, ruleset: Ruleset | None = None) -> str:
    """How a player came to the points of a line.

    `entry` is the player's entry in `marble-players/1`, `line` his line in `marble-sheet/1`;
    `ruleset` the one that the sheet was made with, None for the shipped one.
    """
    if rule in ("markers", "castles", "fortuna", "bridges"):
        return _sum([int(value) for value in entry.get(rule, [])])
    if rule == "senate":
        return _sum([int(card.get("points", 0)) for card in entry.get("senate", [])])
    if rule == "eagle":
        return _("holds the eagle") if entry.get("eagle") else _("does not hold the eagle")
    if rule == "mission":
        return _("mission fulfilled") if entry.get("mission") else _("no mission fulfilled")
    if rule == "coins":
        return ngettext("{count} coin", "{count} coins", int(entry.get("coins", 0)))
    if rule == "chips":
        return ngettext("{count} chip", "{count} chips", int(entry.get("chips", 0)))
    if rule == "provinces":
        return _explain_provinces(entry, ruleset)
    if rule == "patricians":
        return _explain_patricians(entry, ruleset)
    if rule == "imperium":
        return ", ".join(colour_name(str(colour)) for colour in line.get("because", [])) or _("nothing")
    if rule == "most_coins":
        return _("the most coins") if line["points"] else _("others have more")
    places = len(line.get("because", []))
    return ngettext("{count} place", "{count} places", places)


def province_name(province: Province) -> str:
    """Such as `red III`; the joker has no number."""
    if province.colour == JOKER:
        return _("joker province")
    return f"{colour_name(province.colour)} {roman(province.value)}"


def patrician_name(patrician: Patrician) -> str:
    """Such as `red woman 3`."""
    text = _("{colour} woman {value}") if patrician.sex == WOMAN else _("{colour} man {value}")
    return text.format(colour=colour_name(patrician.colour), value=roman(patrician.value))


def roman(value: int) -> str:
    return ROMAN[value] if 0 <= value < len(ROMAN) else str(value)


def _sum(values: list[int]) -> str:
    if not values:
        return _("none")
    if len(values) == 1:
        return str(values[0])
    return " + ".join(map(str, sorted(values, reverse=True))) + f" = {sum(values)}"


def _explain_provinces(entry: Document, ruleset: Ruleset | None) -> str:
    player = AleaPlayer.from_json({"name": "-", **entry}, "player")
    lived_in = {place for place, _who in best_housing(player, ruleset).pairs}
    parts = []
    for number, province in enumerate(player.provinces):
        name = province_name(province)
        if number in lived_in:
            parts.append(_("{place}: {points}").format(place=name, points=province.value))
        else:
            parts.append(_("{place}, empty: {points}").format(place=name, points=province.value - 1))
    return "\n".join(parts) or _("none")


def _explain_patricians(entry: Document, ruleset: Ruleset | None) -> str:
    player = AleaPlayer.from_json({"name": "-", **entry}, "player")
    housing = best_housing(player, ruleset)
    parts = []
    for place, who in housing.pairs:
        province = player.provinces[place] if place < len(player.provinces) else None
        parts.append(
            _("{who} lives in {place}").format(
                who=patrician_name(player.patricians[who]),
                place=_("the extra province") if province is None else province_name(province),
            )
        )
    if housing.unhoused:
        parts.append(_("Value without a home: {points}").format(points=housing.unhoused))
    return "\n".join(parts) or _("none")
