"""Every warning that scoring can write is known in all languages."""

from __future__ import annotations

import re

import pytest

from companion.translation import catalogue
from companion.warning_words import ALEA, VIA_ROMANA, _pattern, is_known, warning_text
from scoring.alea import AleaPlayer, SenateCard
from scoring.alea import find_warnings as alea_warnings
from scoring.alea_housing import Patrician, Province
from scoring.games import MARBLE
from scoring.layout import default_layout
from scoring.ruleset import default_ruleset
from scoring.score import score as score_marble
from scoring.state import read_state
from scoring.via_romana import VRPlayer
from scoring.via_romana import find_warnings as via_romana_warnings
from scoring.via_romana import score as score_via_romana


def via_romana() -> list[str]:
    odd = VRPlayer("Ann", (9, *[4] * 6, *[3] * 16), (7, 4, 3, 3, 3), True, False)
    few = VRPlayer("Bob", (2,) * 19, (), True, True)
    none = VRPlayer("Cat", (2, 2), (), False, True)
    found = [*via_romana_warnings((odd, few)), *via_romana_warnings((few, none))]
    found += via_romana_warnings((VRPlayer("Ann", (3,) * 15, (3,)), VRPlayer("Bob", (), (1,))))
    found += score_via_romana((VRPlayer("Ann", (2,), (1,)), VRPlayer("Bob", (2,), (1,)))).warnings
    found += score_via_romana((VRPlayer("Ann", (2,), (1,), True), VRPlayer("Bob", (2,), (1,), True))).warnings
    return found


def alea() -> list[str]:
    colours = ("red", "blue", "green", "white", "black", "pink", "grey")
    odd = AleaPlayer(
        "Ann",
        provinces=(Province("joker", 2), Province("joker", 0), Province("red", 9), Province("red", 9)),
        patricians=tuple(Patrician(colour, sex, 5) for colour in colours for sex in "ffffmmmm"),
        senate=(SenateCard(-1),) * 30,
        fortuna=(7, *[1] * 30),
        chips=31,
    )
    many = AleaPlayer("Bob", provinces=tuple(Province("red", n % 4 + 1) for n in range(40)))
    rest = [AleaPlayer(name) for name in ("Cat", "Dan")]
    return [*alea_warnings((odd, many)), *alea_warnings((odd, many, *rest))]


def marble() -> list[str]:
    state = read_state(
        {
            "format": "marble-state/1",
            "hills": [],
            "tiles": [{"cells": [[-1, 6, 0], [-1, 6, 1]], "colour": "green"}],
            "sites": [
                {"at": [0, 6], "kind": "temple", "owner": "pink"},
                {"at": [1, 5], "kind": "bath", "owner": None},
            ],
            "aqueducts": {},
            "magistrates": [{"cells": [[-1, 6, 0], [-1, 6, 1]], "owner": "grey"}],
        }
    )
    players = MARBLE.read_players(
        {
            "format": "marble-players/1",
            "game": "marble",
            "players": [
                {
                    "name": "Ann",
                    "colour": "red",
                    "coins": 40,
                    "bridges": [9],
                    "imperium": {"red": 30},
                    "track": 7,
                },
                {"name": "Bob", "colour": "blue"},
            ],
        }
    )
    return list(score_marble(state, players, default_layout(), default_ruleset()).warnings)


@pytest.mark.parametrize("warnings", [via_romana, alea, marble])
def test_every_warning_is_known(warnings: object) -> None:
    unknown = [text for text in warnings() if not is_known(text)]
    assert warnings() and not unknown, "\n".join(unknown)


@pytest.mark.parametrize("language", ["de", "nl"])
def test_numbers_names_and_colours_survive(language: str) -> None:
    catalogue.use(language)
    try:
        for text in [*via_romana(), *alea(), *marble()]:
            translated = warning_text(text)
            assert translated.lower() != text.lower() + "."
            assert (
                sorted(re.findall(r"\d+", translated)) == sorted(re.findall(r"\d+", text))
                or "één" in translated
            )
            assert ("Ann" in text) == ("Ann" in translated)
            assert not re.search(r"\b(red|green|temple|the box|players)\b", translated)
    finally:
        catalogue.use("en")


def test_an_unknown_warning_stays_as_it_is() -> None:
    assert warning_text("the moon is full") == "The moon is full."


def test_no_pattern_is_dead() -> None:
    """Each pattern of the games without a board is a sentence that scoring really writes."""
    said = [*via_romana(), *alea()]
    dead = [text for text in (*VIA_ROMANA, *ALEA) if not any(_pattern(text).fullmatch(one) for one in said)]
    assert not dead, "\n".join(dead)
