"""The warnings of a score sheet in the player's language.

Scoring writes its warnings in English, because a stored sheet must not depend on a language. Here each
sentence is known as a pattern; what fits none (a later version's) is shown as it is.
"""

from __future__ import annotations

import re
import string
from functools import cache

from companion.colour_names import colour_name
from companion.translation import _, mark

VIA_ROMANA = (
    mark("{name} has {count} castles, but each player has only {limit}"),
    mark("castles of {name}: {count}, but each player began with {limit}"),
    mark("{name} has a castle worth {value}; cities show {least} to {most}"),
    mark("{name} has a marker of value {value}; markers show 2 to 4"),
    mark("{name} has fulfilled a mission with {count} markers, but it takes {limit}"),
    mark("{count} players hold the legion's eagle, but there is one"),
    mark("{count} markers of value {value} in all, but the box holds {limit}"),
    mark(
        "{count} markers of value {value} are won and {lying} lie in cities with castles, "
        "but the box holds {limit}"
    ),
    mark(
        "{count} markers of value {value} are won, but only {most} can be "
        "as long as {won} of value {next} are"
    ),
    mark("the legion's eagle would break the tie, but nobody holds it; the first place is shared"),
    mark(
        "the legion's eagle would break the tie, but {count} players are said to hold it; "
        "the first place is shared"
    ),
)
ALEA = (
    mark("{name}: the joker province is worth 0, not {value}"),
    mark("{name}: a province is worth 1 to 4, not {value} ({colour})"),
    mark("{name}: a patrician is worth 1 to 3, not {value} ({colour})"),
    mark("{name}: a fortuna tile is worth 1 to 3, not {value}"),
    mark("{name}: a senate card brings {value} points; none should take points away"),
    mark("{count} joker provinces, but the box holds one"),
    mark("{count} {colour} provinces of value {value}, but the box holds one"),
    mark("{count} {colour} women in all, but the box holds {limit}"),
    mark("{count} {colour} men in all, but the box holds {limit}"),
    mark("{count} province colours ({colours}), but the box has {limit}"),
    mark("{count} fortuna tiles of value {value} in all, but the box holds {limit}"),
    mark("{count} repete chips in all, but the box holds {limit}"),
    mark("{count} fortuna tiles in all, but with {players} players there are none in the game"),
    mark("{count} fortuna tiles in all, but {rounds} rounds give at most {limit}"),
    mark("{name} has {count} fortuna tiles, but {rounds} rounds give at most {limit}"),
    mark("{count} provinces in all, but {rounds} rounds with {players} players give at most {limit}"),
    mark("{count} patricians in all, but {rounds} rounds with {players} players give at most {limit}"),
    mark("{count} senate cards in all, but {rounds} rounds with {players} players give at most {limit}"),
    mark("{name} has {count} senate cards, but {rounds} rounds give one each"),
)
MARBLE = (
    mark("{count} building(s) belong to {colour}, who is not among the players; nobody scores them"),
    mark("the {kind} at {place} has no owner; nobody scores it"),
    mark("a magistrate belongs to {colour}, who is not among the players"),
    mark("the {kind} at {place} stands on a site that is not complete"),
    mark("the {kind} at {place}: its {count} tiles make a {fitting}"),
    mark("the {kind} at {place}: its {count} tiles make no building"),
    mark(
        "{name}'s disc on the score track says {track}, the buildings on the board make {points}; "
        "the sheet counts the buildings"
    ),
    mark("{count} coins in all, but the box holds {limit}"),
    mark("{count} {colour} imperium tokens in all, but the box holds {limit}"),
    mark("{name} has a bridge tile worth {value}; they are worth {least} to {most}"),
    mark("{count} bridge tiles in all, but tiles cover only {limit} bridge spaces"),
    mark("{count} bridge tiles in all, but the box holds {limit}"),
)
KINDS: dict[str, str] = {
    "temple": mark("temple"),
    "bath": mark("bath"),
    "theatre": mark("theatre"),
    "arena": mark("arena"),
    "fountain": mark("fountain"),
}
_NUMBERS = (
    "count",
    "limit",
    "value",
    "least",
    "most",
    "lying",
    "won",
    "next",
    "rounds",
    "players",
    "points",
    "track",
)


def warning_text(warning: str) -> str:
    """A warning of a score sheet in the player's language, as a sentence of its own."""
    for template, pattern in _patterns():
        found = pattern.fullmatch(warning)
        if found is not None:
            return _sentence(
                _(template).format(**{key: _word(key, said) for key, said in found.groupdict().items()})
            )
    return _sentence(warning)


def is_known(warning: str) -> bool:
    """Whether a warning can be translated."""
    return any(pattern.fullmatch(warning) for _template, pattern in _patterns())


def _word(key: str, said: str) -> str:
    if key == "colour":
        return colour_name(said)
    if key == "colours":
        return ", ".join(colour_name(one) for one in said.split(", "))
    if key in ("kind", "fitting"):
        return _(KINDS[said]) if said in KINDS else said
    return said


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + "."


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((template, _pattern(template)) for template in (*VIA_ROMANA, *ALEA, *MARBLE))


def _pattern(template: str) -> re.Pattern[str]:
    parts = []
    for text, name, _spec, _conversion in string.Formatter().parse(template):
        parts.append(re.escape(text))
        if name is not None:
            parts.append(f"(?P<{name}>-?\\d+)" if name in _NUMBERS else f"(?P<{name}>.+)")
    return re.compile("".join(parts), re.DOTALL)
