"""The sheet of a stored game, computed again: what was shown is kept, what differs is told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.storage.saved_game import Document, SavedGame
from scoring.errors import BadInput

Recompute = Callable[[SavedGame], Document | None]


@dataclass(frozen=True, slots=True)
class Difference:
    """Where today's scoring disagrees with the sheet that was shown.

    `rule` is a line's rule, `total`, `winners`, `ranking`, `players`, or `sheet` when it cannot be computed
    any more; then `now` says why. `player` is None where it is about all of them.
    """

    player: str | None
    rule: str
    shown: str
    now: str

    def as_json(self) -> Document:
        return {"player": self.player, "rule": self.rule, "shown": self.shown, "now": self.now}


@dataclass(frozen=True, slots=True)
class LoadedGame:
    """A stored game, the sheet as scoring would write it today, and where they differ (usually nowhere)."""

    game: SavedGame
    recomputed: Document | None
    differences: tuple[Difference, ...]


def recompute_sheet(game: SavedGame) -> Document | None:
    """The sheet by the rules, layout and ruleset that the game was saved with; None before it can have one.

    Raises BadInput when a document cannot be read.
    """
    from scoring.games import game_named  # loads the rules of three games; most storage work needs none

    rules = game_named(game.game)
    if game.sheet is None:
        return None
    from scoring.ruleset import default_ruleset, read_ruleset

    ruleset = default_ruleset() if game.ruleset is None else read_ruleset(game.ruleset)
    if rules.score is not None:
        return rules.score(rules.read_players(game.players), ruleset).as_json()
    if game.state is None:
        return None
    from scoring.layout import default_layout, read_layout
    from scoring.score import score
    from scoring.state import AQUEDUCTS, read_state

    layout = default_layout() if game.layout is None else read_layout(game.layout)
    state = read_state(game.state, {*AQUEDUCTS, *layout.sources})
    return score(state, rules.read_players(game.players), layout, ruleset).as_json()


def load(game: SavedGame, recompute: Recompute = recompute_sheet) -> LoadedGame:
    """The game with today's sheet beside the one that was shown."""
    if game.sheet is None:
        return LoadedGame(game, None, ())
    try:
        now = recompute(game)
    except BadInput as error:
        return LoadedGame(game, None, (Difference(None, "sheet", "", str(error)),))
    if now is None:
        why = "there is no board to compute it from"
        return LoadedGame(game, None, (Difference(None, "sheet", "", why),))
    return LoadedGame(game, now, differences(game.sheet, now))


def differences(shown: Document, now: Document) -> tuple[Difference, ...]:
    """Where two sheets differ in points or in who won, line by line. Places and warnings are not compared."""
    found: list[Difference] = []
    before, after = _by_name(shown), _by_name(now)
    if list(before) != list(after):
        found.append(Difference(None, "players", ", ".join(before), ", ".join(after)))
    for name in (name for name in before if name in after):
        old, new = _points(before[name]), _points(after[name])
        for rule in dict.fromkeys((*old, *new)):
            if old.get(rule) != new.get(rule):
                found.append(Difference(name, rule, str(old.get(rule, "-")), str(new.get(rule, "-"))))
        if before[name]["total"] != after[name]["total"]:
            found.append(Difference(name, "total", str(before[name]["total"]), str(after[name]["total"])))
    for key in ("ranking", "winners"):
        if shown[key] != now[key]:
            found.append(Difference(None, key, _ranks(shown[key]), _ranks(now[key])))
    return tuple(found)


def _by_name(sheet: Document) -> dict[str, Document]:
    return {player["name"]: player for player in sheet["players"]}


def _points(player: Document) -> dict[str, int]:
    return {line["rule"]: line["points"] for line in player["lines"]}


def _ranks(names: list[str] | list[list[str]]) -> str:
    return ", ".join(" = ".join(group) if isinstance(group, list) else group for group in names)
