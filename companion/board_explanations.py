"""Why a board scores as it does: points of a line, and what differs from the score track."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from companion.explanations import explain_line
from companion.problem_words import kind_word
from companion.translation import _, ngettext
from scoring.players import Player
from scoring.ruleset import Ruleset
from scoring.sheet import Line, PlayerSheet, ScoreSheet
from scoring.state import BUILDINGS, State

Document = dict[str, Any]


def explain_board_line(
    line: Line, player: PlayerSheet, state: State, ruleset: Ruleset, entry: Document
) -> str:
    """How a player came to the points of a line of City of Marble."""
    count = len(line.because)
    if line.rule == "buildings":
        kinds = Counter(s.kind for s in state.sites if s.owner == player.colour and s.kind in BUILDINGS)
        parts = [
            _("{count} × {kind} at {points}").format(
                count=kinds[kind], kind=kind_word(kind), points=ruleset.points[kind]
            )
            for kind in BUILDINGS
            if kinds[kind]
        ]
        return ", ".join(parts) or _("no buildings")
    if line.rule == "aqueducts":
        each = ruleset.number("aqueduct_points")
        words = ngettext("{count} building on an aqueduct", "{count} buildings on an aqueduct", count)
        return _("{what}, {points} each").format(what=words, points=each) if count else words
    if line.rule == "fountains":
        words = ngettext("{count} fountain beside a building", "{count} fountains beside buildings", count)
        return (
            _("{what}, {points} each").format(what=words, points=ruleset.number("fountain_points"))
            if count
            else words
        )
    return explain_line(line.rule, entry, {"points": line.points, "because": list(line.because)})


@dataclass(frozen=True, slots=True)
class TrackDifference:
    """A player whose disc does not stand where the buildings say."""

    player: str
    shown: int
    built: int
    text: str


def track_differences(
    sheet: ScoreSheet, players: tuple[Player, ...], state: State, ruleset: Ruleset, length: int
) -> list[TrackDifference]:
    """Where the score track and the board disagree, with what may explain it."""
    discs = dict(state.track)
    found = []
    for player, line in zip(players, sheet.players, strict=True):
        shown = discs.get(player.colour) if player.track is None else player.track
        built = line.points("buildings")
        if shown is None:
            continue
        off = shown - built
        if length:
            # The disc may have gone round: the nearest way to read it.
            off = (off + length // 2) % length - length // 2
        if not off:
            continue
        found.append(TrackDifference(player.name, shown, built, _difference(player.name, off, ruleset)))
    return found


def _difference(name: str, off: int, ruleset: Ruleset) -> str:
    points = abs(off)
    if off > 0:
        text = ngettext(
            "{{name}}: the disc stands {count} point ahead of the buildings.",
            "{{name}}: the disc stands {count} points ahead of the buildings.",
            points,
        )
    else:
        text = ngettext(
            "{{name}}: the disc stands {count} point behind the buildings.",
            "{{name}}: the disc stands {count} points behind the buildings.",
            points,
        )
    text = text.format(name=name)
    kind = next((kind for kind, worth in ruleset.points.items() if worth == points), None)
    if kind is None:
        return text
    hint = (
        _("That is just a {kind}: was one overlooked on the board?")
        if off > 0
        else _("That is just a {kind}: was it forgotten on the track?")
    )
    return f"{text} {hint.format(kind=kind_word(kind))}"
