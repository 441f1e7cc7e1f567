"""A score sheet in the player's language: its rules, who won and why."""

from __future__ import annotations

from typing import Any

from companion.translation import _, mark

Document = dict[str, Any]

RULE_TITLES: dict[str, str] = {
    "buildings": mark("Buildings"),
    "bridges": mark("Bridges"),
    "aqueducts": mark("Aqueducts"),
    "fountains": mark("Fountains"),
    "coins": mark("Coins"),
    "most_coins": mark("Most coins"),
    "imperium": mark("Imperium"),
    "markers": mark("Markers"),
    "castles": mark("Castles"),
    "eagle": mark("Eagle"),
    "mission": mark("Mission"),
    "provinces": mark("Provinces"),
    "patricians": mark("Patricians"),
    "senate": mark("Senate"),
    "fortuna": mark("Fortuna"),
    "chips": mark("Chips"),
}

RULE_TEXTS: dict[str, str] = {
    "buildings": mark("Each building brings its owner the points of its kind."),
    "bridges": mark("Each bridge tile brings the number on it."),
    "aqueducts": mark("Each building that an aqueduct passes brings its owner points, once at most."),
    "fountains": mark("Each fountain next to a building brings the building's owner a point."),
    "coins": mark("Each coin is a point."),
    "most_coins": mark("Whoever has the most coins gets a bonus; tied players each get it."),
    "imperium": mark("The most tokens of a colour bring points, fewer when several are tied."),
    "markers": mark("Every marker counts the number on it."),
    "castles": mark("Every castle counts the marker now on top of its city; 1 when the stack is gone."),
    "eagle": mark("The legion's eagle brings 2 points and breaks a tie."),
    "mission": mark("A fulfilled mission brings 5 points: its four markers have been collected."),
    "provinces": mark("A province counts its number when somebody lives there, one point less when empty."),
    "patricians": mark(
        "Each province houses one woman and one man of its colour. Whoever is housed counts; "
        "the app has found the best housing."
    ),
    "senate": mark("The points of the senate cards, as entered."),
    "fortuna": mark("Every fortuna tile counts the number on it."),
    "chips": mark("Two repete chips make a point; a single one left over counts nothing."),
}

REASONS: dict[str, str] = {
    "points": mark("The most points decide."),
    "buildings": mark("Tied on points; more civic buildings decide."),
    "imperium": mark("Tied on points and buildings; more imperium tokens decide."),
    "eagle": mark("Tied on points; the legion's eagle decides."),
    "turn_order": mark("Tied on points; whoever has a turn first after the eagle's holder wins."),
    "unhoused": mark("Tied on points; the higher value of unhoused patricians decides."),
    "shared": mark("Tied, and nothing breaks the tie: they share the victory."),
}


def rule_title(rule: str) -> str:
    """The rule's name; one that is not ours (a game of a later version) as it is."""
    return _(RULE_TITLES[rule]) if rule in RULE_TITLES else rule


def rule_text(rule: str) -> str:
    """How the rule scores, in a sentence; empty for a rule that is not ours."""
    return _(RULE_TEXTS[rule]) if rule in RULE_TEXTS else ""


def join_names(names: list[str]) -> str:
    """`Julia`, `Julia and Marcus`, `Julia, Octavia and Marcus`."""
    if len(names) < 2:
        return "".join(names)
    return _("{names} and {last}").format(names=", ".join(names[:-1]), last=names[-1])


def win_title(sheet: Document) -> str:
    """Who won, as a headline."""
    winners = [str(name) for name in sheet["winners"]]
    if len(winners) == 1:
        return _("{name} wins").format(name=winners[0])
    return _("{names} win together").format(names=join_names(winners))


def win_reason(sheet: Document) -> str:
    """What decided the first place: the points, or the tie-break in words."""
    text = _(REASONS[sheet["decided_by"]]) if sheet.get("decided_by") in REASONS else ""
    if sheet.get("decided_by") != "points":
        return text
    totals = sorted((int(player["total"]) for player in sheet["players"]), reverse=True)
    if len(totals) < 2:
        return text
    return _("{points} points, {ahead} ahead.").format(points=totals[0], ahead=totals[0] - totals[1])


def lead_reason(sheet: Document) -> str:
    """Which rule brought most of the lead over the second; empty where points did not decide."""
    if sheet.get("decided_by") != "points" or len(sheet["ranking"]) < 2 or len(sheet["winners"]) != 1:
        return ""
    by_name = {player["name"]: player for player in sheet["players"]}
    first, second = by_name[sheet["winners"][0]], by_name[sheet["ranking"][1][0]]
    theirs = {line["rule"]: int(line["points"]) for line in second["lines"]}
    gains = [(int(line["points"]) - theirs.get(line["rule"], 0), line) for line in first["lines"]]
    if not gains:
        return ""
    line = max(gains, key=lambda gain: gain[0])[1]
    return _("Above all {rule}: {points}, {second} has {fewer}.").format(
        rule=rule_title(line["rule"]),
        points=line["points"],
        second=second["name"],
        fewer=theirs.get(line["rule"], 0),
    )
