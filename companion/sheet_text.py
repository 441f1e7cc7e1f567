"""A score sheet as plain text, for the terminal."""

from __future__ import annotations

from scoring.sheet import ScoreSheet

TITLES = {
    "buildings": "Buildings",
    "bridges": "Bridges",
    "aqueducts": "Aqueducts",
    "fountains": "Fountains",
    "coins": "Coins",
    "most_coins": "Most coins",
    "imperium": "Imperium",
    "markers": "Markers",
    "castles": "Castles",
    "eagle": "Eagle",
    "mission": "Mission",
    "provinces": "Provinces",
    "patricians": "Patricians",
    "senate": "Senate",
    "fortuna": "Fortuna",
    "chips": "Repete chips",
}
REASONS = {
    "points": "on points",
    "buildings": "with more buildings, after a tie on points",
    "imperium": "with more imperium tokens, after a tie on points and buildings",
    "eagle": "with the legion's eagle, after a tie on points",
    "turn_order": "as the next in turn order after the eagle's holder, after a tie on points",
    "unhoused": "with more value in unhoused patricians, after a tie on points",
    "shared": "together: nothing breaks the tie",
}


def describe_sheet(sheet: ScoreSheet) -> str:
    """A table with one column a player, then who won and what looks odd."""
    names = [player.name for player in sheet.players]
    widths = [max(6, len(name)) for name in names]
    rows = [(TITLES.get(line.rule, line.rule), line.rule) for line in sheet.players[0].lines]
    first = max(len(title) for title, _ in [*rows, ("Total", "")])

    def row(title: str, cells: list[str]) -> str:
        return title.ljust(first) + "".join(f"  {c:>{w}}" for c, w in zip(cells, widths, strict=True))

    lines = [row("", names)]
    lines += [row(title, [str(p.points(rule)) for p in sheet.players]) for title, rule in rows]
    lines.append("-" * len(lines[0]))
    lines.append(row("Total", [str(p.total) for p in sheet.players]))
    won = "wins" if len(sheet.winners) == 1 else "win"
    lines += [
        "",
        f"{' and '.join(sheet.winners)} {won} {REASONS.get(sheet.decided_by, f'by {sheet.decided_by}')}.",
    ]
    lines += [f"Note: {warning}." for warning in sheet.warnings]
    lines.append(f"Ruleset: {sheet.ruleset}")
    return "\n".join(lines)
