"""Every rule that a board can break: its word, what it demands, and how a breach of it is told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scoring.problem import Problem
from scoring.sheet import to_json


@dataclass(frozen=True, slots=True)
class Rule:
    """`message` is a pattern over the facts of a Problem; `place` in it is where, as coordinates."""

    word: str
    demands: str
    message: str


RULES: tuple[Rule, ...] = (
    Rule(
        "tile_shape",
        "A tile covers two triangles with a common edge.",
        "The {colour} tile on {place} covers two triangles that have no edge in common.",
    ),
    Rule(
        "tile_outside",
        "Tiles lie within the city's grid.",
        "The {colour} tile on {place} lies outside the city.",
    ),
    Rule(
        "tile_overlap",
        "A tile overlaps neither a hill nor another tile.",
        "More than one piece lies on the triangle {place}.",
    ),
    Rule(
        "tile_apart",
        "A tile has a whole side against a hill or an earlier tile.",
        "The {colour} tile on {place} is not joined by whole sides to any hill.",
    ),
    Rule(
        "too_many_tiles",
        "The box holds so many tiles of each colour.",
        "{count} {colour} tiles lie on the board, but the box holds {limit}.",
    ),
    Rule(
        "hill_off_space",
        "Hill tiles lie on the printed hill spaces.",
        "The hill on {place} does not lie on a hill space.",
    ),
    Rule(
        "hill_twice",
        "A hill space takes one hill tile.",
        "{count} hill tiles lie on the triangle {place}.",
    ),
    Rule(
        "hill_number",
        "So many hill tiles are laid before the game.",
        "{count} hill tiles lie on the board; the game is played with {limit}.",
    ),
    Rule(
        "site_outside",
        "Buildings and fountains stand on points of the grid.",
        "The {kind} at {place} does not stand on the grid.",
    ),
    Rule(
        "site_on_rim",
        "A point of the grid's rim is never finished.",
        "The {kind} at {place} stands on the rim of the city, where no site can be finished.",
    ),
    Rule(
        "site_twice",
        "A site takes one building or fountain.",
        "{count} buildings or fountains stand at {place}.",
    ),
    Rule(
        "site_incomplete",
        "A site is finished when all six triangles around it are covered.",
        "The {kind} at {place} stands on a site with {count} of its six triangles uncovered.",
    ),
    Rule(
        "site_empty",
        "A complete site gets its building or fountain at once.",
        "The site at {place} is complete, but neither a building nor a fountain stands there.",
    ),
    Rule(
        "wrong_kind",
        "The number of buildings around a site decides the kind.",
        "The {kind} at {place} has {count} tile corners around it, which make a {fitting}.",
    ),
    Rule(
        "odd_site",
        "A number of buildings that belongs to no kind makes no building.",
        "The {kind} at {place} has {count} tile corners around it, which make no such thing.",
    ),
    Rule(
        "building_unowned",
        "A civic building carries its builder's cube.",
        "The {kind} at {place} has no owner.",
    ),
    Rule(
        "fountain_owned",
        "A fountain belongs to nobody.",
        "The fountain at {place} has an owner, {owner}.",
    ),
    Rule(
        "building_without_colour",
        "Only magistrates on tiles of the building's colour have influence.",
        "The {kind} at {place} has no {colour} tile beside it, so nobody could build it.",
    ),
    Rule(
        "building_outvoted",
        "The player with strictly the most influence builds.",
        "The {kind} at {place} belongs to {owner}, but the magistrates still there show that "
        "{other} had as much influence or more.",
    ),
    Rule(
        "fountain_outvoted",
        "A fountain is built only where nobody has strictly the most influence.",
        "A fountain stands at {place}, but the magistrates still there show that {owner} had the most "
        "influence, for a {kind}.",
    ),
    Rule(
        "aqueduct_without_source",
        "Each aqueduct begins at the printed source of its colour.",
        "The board has no source for the {colour} sticks.",
    ),
    Rule(
        "aqueduct_start",
        "An aqueduct begins at its own source.",
        "The {colour} aqueduct begins at {place}, which is not its source.",
    ),
    Rule(
        "aqueduct_gap",
        "An aqueduct is one unbroken line.",
        "The {colour} aqueduct is broken at {place}.",
    ),
    Rule(
        "aqueduct_loop",
        "An aqueduct never runs into itself.",
        "The {colour} aqueduct runs into itself at {place}.",
    ),
    Rule(
        "aqueduct_branch",
        "An aqueduct never branches.",
        "The {colour} aqueduct branches at {place}.",
    ),
    Rule(
        "aqueduct_touch",
        "Aqueducts never touch or cross each other.",
        "The {colour} and the {other} aqueduct touch at {place}.",
    ),
    Rule(
        "stick_outside",
        "Sticks lie on edges of the grid.",
        "A {colour} stick lies outside the city, at {place}.",
    ),
    Rule(
        "stick_across_tile",
        "Sticks lie on the sides of tiles, not across them.",
        "A {colour} stick lies across the middle of a tile, at {place}.",
    ),
    Rule(
        "stick_off_tiles",
        "Every stick lies on the side of a tile.",
        "A {colour} stick lies on no tile's side, at {place}.",
    ),
    Rule(
        "stick_twice",
        "An edge takes one stick.",
        "{count} sticks lie on the same edge, at {place}.",
    ),
    Rule(
        "stick_loose",
        "Every stick belongs to its aqueduct's line.",
        "A {colour} stick belongs to no aqueduct, at {place}.",
    ),
    Rule(
        "too_many_sticks",
        "The box holds so many sticks of each colour.",
        "{count} {colour} sticks lie on the board, but the box holds {limit}.",
    ),
    Rule(
        "aqueduct_missing",
        "A tile that touches a source starts its aqueduct at once.",
        "A tile touches the {colour} source at {place}, but its aqueduct has not been started.",
    ),
    Rule(
        "aqueduct_short",
        "A new aqueduct begins with as many sticks as the rules say, or as fit.",
        "The {colour} aqueduct has {count} sticks, but begins with {limit}.",
    ),
    Rule(
        "magistrate_off_tile",
        "Magistrates stand on tiles.",
        "A magistrate of {owner} stands on {place}, where no tile lies.",
    ),
    Rule(
        "magistrate_twice",
        "A tile carries one magistrate at most.",
        "{count} magistrates stand on the tile on {place}.",
    ),
    Rule(
        "too_many_magistrates",
        "A player has so many magistrates.",
        "{count} magistrates of {owner} stand on the board; a player has {limit}.",
    ),
    Rule(
        "too_many_cubes",
        "A player has so many cubes.",
        "{owner} owns {count} buildings, but a player has {limit} cubes.",
    ),
    Rule(
        "too_many_fountains",
        "The box holds so many fountains.",
        "{count} fountains lie on the board, but the box holds {limit}.",
    ),
    Rule(
        "too_many_of_a_kind",
        "The box holds so many building faces of each kind.",
        "{count} buildings are of the kind {kind}, but the box holds {limit} of it.",
    ),
    Rule(
        "too_many_buildings",
        "The box holds so many building tiles.",
        "{count} buildings stand on the board, but the box holds {limit}.",
    ),
    Rule(
        "too_many_players",
        "So many players can play.",
        "The board shows pieces of {count} players; at most {limit} can play.",
    ),
    Rule(
        "track_wrong",
        "During the game points come from buildings only, so the track shows their sum.",
        "The disc of {owner} stands at {count} on the score track; the buildings make {limit}.",
    ),
    Rule(
        "track_missing",
        "Every player has a disc on the score track.",
        "{owner} has pieces on the board, but no disc on the score track.",
    ),
)

_PATTERNS = {rule.word: rule.message for rule in RULES}


def breach(word: str, at: tuple[Any, ...], **facts: str | int) -> Problem:
    """The Problem of a broken rule at these places; raises KeyError for a word that is not in the list."""
    place = ", ".join(str(to_json(item)) for item in at)
    return Problem(word, at, _PATTERNS[word].format(place=place, **facts), tuple(facts.items()))
