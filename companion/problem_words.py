"""What breaks a rule on a board, in the player's language; where it is, the board itself shows."""

from __future__ import annotations

from companion.colour_names import colour_name
from companion.translation import _, mark
from scoring.problem import Problem

WORDS: dict[str, str] = {
    "tile_shape": mark("This tile covers two triangles that do not touch."),
    "tile_outside": mark("This tile lies outside the city."),
    "tile_overlap": mark("More than one piece lies on this triangle."),
    "tile_apart": mark("This tile has no whole side against a hill or another tile that leads to one."),
    "too_many_tiles": mark("{count} tiles are {colour}, but the box holds {limit}."),
    "hill_off_space": mark("This hill tile does not lie on a hill space."),
    "hill_twice": mark("Two hill tiles lie on one space."),
    "hill_number": mark("{count} hill tiles lie here; the game is played with {limit}."),
    "site_outside": mark("This does not stand on the grid."),
    "site_on_rim": mark("On the rim of the city no site can be finished."),
    "site_twice": mark("Two buildings stand on one site."),
    "site_incomplete": mark("This site is not finished: {count} of its six triangles are uncovered."),
    "site_empty": mark("This site is finished, but nothing stands on it."),
    "wrong_kind": mark("A {kind} stands here, but {count} tiles make a {fitting}."),
    "odd_site": mark("{count} tiles meet here, which make no {kind}."),
    "building_unowned": mark("This building has no owner's cube."),
    "fountain_owned": mark("A fountain belongs to nobody, but a cube of {owner} lies on it."),
    "building_without_colour": mark("No {colour} tile lies beside this building, so nobody could build it."),
    "building_outvoted": mark(
        "This building belongs to {owner}, but {other} has as many magistrates here or more."
    ),
    "fountain_outvoted": mark(
        "A fountain lies here, but {owner} has the most magistrates and should have built."
    ),
    "aqueduct_without_source": mark("The board has no source for the {colour} sticks."),
    "aqueduct_start": mark("The {colour} aqueduct does not begin at its source."),
    "aqueduct_gap": mark("The {colour} aqueduct is interrupted here."),
    "aqueduct_loop": mark("The {colour} aqueduct runs into itself here."),
    "aqueduct_branch": mark("The {colour} aqueduct branches here."),
    "aqueduct_touch": mark("Two aqueducts touch here: {colour} and {other}."),
    "stick_outside": mark("This stick lies outside the city."),
    "stick_across_tile": mark("This stick lies across the middle of a tile."),
    "stick_off_tiles": mark("This stick lies beside no tile."),
    "stick_twice": mark("Two sticks lie on one edge."),
    "stick_loose": mark("This {colour} stick is not joined to its aqueduct."),
    "too_many_sticks": mark("{count} sticks are {colour}, but the box holds {limit}."),
    "aqueduct_missing": mark("A tile touches the {colour} source, but its aqueduct has not begun."),
    "aqueduct_short": mark("The {colour} aqueduct has {count} sticks, but begins with {limit}."),
    "magistrate_off_tile": mark("A magistrate stands where no tile lies."),
    "magistrate_twice": mark("Two magistrates stand on one tile."),
    "too_many_magistrates": mark("{count} magistrates are {owner}, but a player has {limit}."),
    "too_many_cubes": mark("{count} buildings are {owner}, but a player has {limit} cubes."),
    "too_many_fountains": mark("{count} fountains lie here, but the box holds {limit}."),
    "too_many_of_a_kind": mark("{count} buildings of one kind ({kind}), but the box holds {limit}."),
    "too_many_buildings": mark("{count} buildings stand here, but the box holds {limit}."),
    "too_many_players": mark("Pieces of {count} players lie here, but {limit} can play."),
    "track_wrong": mark("The disc of {owner} stands at {count}, but the buildings make {limit}."),
    "track_missing": mark("There is no disc of {owner} on the score track."),
}

KIND_WORDS: dict[str, str] = {
    "temple": mark("temple"),
    "bath": mark("bath"),
    "theatre": mark("theatre"),
    "arena": mark("arena"),
    "fountain": mark("fountain"),
}


def kind_word(kind: str) -> str:
    """A kind of building within a sentence."""
    return _(KIND_WORDS[kind]) if kind in KIND_WORDS else kind


def problem_text(problem: Problem) -> str:
    """The problem as a sentence; a rule that is not listed here in the scorer's own English."""
    if problem.rule not in WORDS:
        return problem.message
    facts: dict[str, str | int] = dict(problem.facts)
    for key in ("colour", "owner", "other"):
        if isinstance(facts.get(key), str):
            facts[key] = colour_name(str(facts[key]))
    for key in ("kind", "fitting"):
        if isinstance(facts.get(key), str):
            facts[key] = kind_word(str(facts[key]))
    try:
        text = _(WORDS[problem.rule]).format(**facts)
    except KeyError:
        return problem.message
    return text[:1].upper() + text[1:]
