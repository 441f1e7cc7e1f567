"""Questions about a board, answered in words: may a tile go here, who gets a site, where may a stick go?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.colour_names import colour_name
from companion.problem_words import kind_word
from companion.sheet_words import join_names
from companion.translation import _, mark, ngettext
from scoring.aqueduct import extensions
from scoring.board import board_of
from scoring.grid import Cells, Edge, Point, edge
from scoring.influence import Influence, site_outlook
from scoring.layout import Layout
from scoring.move import MoveResult, move
from scoring.ruleset import Ruleset
from scoring.state import FOUNTAIN, Magistrate, Site, State, Tile

FORBIDDEN = {
    "tile_shape": mark("The two triangles do not lie side by side."),
    "tile_outside": mark("That is outside the city."),
    "tile_overlap": mark("Something lies there already."),
    "tile_apart": mark("It would have no whole side against a hill or another tile."),
    "too_many_tiles": mark("All tiles of this colour lie on the board already."),
    "too_many_magistrates": mark("All magistrates of this player stand on the board already."),
}

Names = Mapping[str, str]  # player colour to the player's name


@dataclass(frozen=True, slots=True)
class Answer:
    """`yes` is None where it is no question of yes or no."""

    yes: bool | None
    headline: str
    lines: tuple[str, ...] = ()


def person(owner: str, names: Names) -> str:
    """The player's name, or the colour where nobody has it."""
    return names.get(owner) or colour_name(owner)


def tile_answer(result: MoveResult, names: Names) -> Answer:
    """May this tile be laid, and what follows."""
    if not result.legal:
        return Answer(False, _("No"), tuple(_(FORBIDDEN[r]) for r in result.forbidden_by if r in FORBIDDEN))
    lines: list[str] = []
    if result.bridges:
        count = len(result.bridges)
        lines.append(ngettext("It brings {count} bridge tile.", "It brings {count} bridge tiles.", count))
    for colour, first in result.aqueducts:
        if first:
            sticks = len(first[0]) - 1
            text = ngettext(
                "The {{colour}} aqueduct begins at once, with {count} stick.",
                "The {{colour}} aqueduct begins at once, with {count} sticks.",
                sticks,
            )
        else:
            text = _("The {colour} aqueduct should begin, but no stick fits.")
        lines.append(text.format(colour=colour_name(colour)))
    for site in result.sites:
        if site.builds is None:
            lines.append(_("A site is finished: a fountain, for nobody has the most influence."))
        else:
            lines.append(
                _("A site is finished: a {kind} for {name}, {points} points.").format(
                    kind=kind_word(site.kind), name=person(site.builds, names), points=site.points
                )
            )
        if site.influence:
            lines.append(_influence(site.influence, names))
        if site.may_leave:
            people = join_names([person(owner, names) for owner in site.may_leave])
            lines.append(_("One magistrate each may leave afterwards: {names}.").format(names=people))
    if result.order_matters:
        lines.append(_("The order of the sites matters: whoever lays the tile chooses it."))
    if not lines:
        lines.append(_("No site is finished by it."))
    return Answer(True, _("Yes"), tuple(lines))


def site_answer(state: State, layout: Layout, ruleset: Ruleset, at: Point, names: Names) -> Answer:
    """Who gets a site, now or once it is finished. Raises ValueError for a point that is no site."""
    outlook = site_outlook(state, layout, ruleset, at)
    if outlook.built is not None:
        site = state.site_at(at)
        owner = None if site is None else site.owner
        if owner is None:
            return Answer(None, _("A {kind} stands here already.").format(kind=kind_word(outlook.built)))
        text = _("A {kind} of {name} stands here already.")
        return Answer(None, text.format(kind=kind_word(outlook.built), name=person(owner, names)))
    lines: list[str] = []
    missing = len(outlook.missing)
    for prospect in outlook.prospects:
        if prospect.builder is None:
            text = _("As a {kind}: a fountain, for nobody has the most influence.")
            lines.append(text.format(kind=kind_word(prospect.kind)))
        else:
            text = _("As a {kind}: {name}, {points} points.")
            lines.append(
                text.format(
                    kind=kind_word(prospect.kind),
                    name=person(prospect.builder, names),
                    points=prospect.points,
                )
            )
        if prospect.influence:
            lines.append(_influence(prospect.influence, names))
    if not lines:
        lines.append(_("No building can come to stand here any more."))
    headline = (
        ngettext("{count} triangle is still uncovered", "{count} triangles are still uncovered", missing)
        if missing
        else _("All six triangles are covered")
    )
    return Answer(None, headline, tuple(lines))


def aqueduct_answer(
    state: State, layout: Layout, ruleset: Ruleset, colour: str
) -> tuple[Answer, tuple[Edge, ...]]:
    """Where an aqueduct's next stick may go, and those edges."""
    line = board_of(state).lines.get(colour, ())
    name = colour_name(colour)
    if len(line) < 2:
        text = _("The {colour} aqueduct has not begun").format(colour=name)
        return Answer(None, text, (_("It begins with the tile that touches its source."),)), ()
    ends = extensions(state, layout, ruleset, colour)
    edges = tuple(edge(line[-1], p) for p in ends)
    sticks = ngettext("It has {count} stick.", "It has {count} sticks.", len(line) - 1)
    if not ends:
        headline = _("The {colour} aqueduct cannot go on").format(colour=name)
        return Answer(False, headline, (sticks,)), ()
    headline = ngettext(
        "The {{colour}} aqueduct has {count} way on", "The {{colour}} aqueduct has {count} ways on", len(ends)
    ).format(colour=name)
    lines = [sticks]
    fountains = sum(1 for p in ends if (s := state.site_at(p)) is not None and s.kind == FOUNTAIN)
    if fountains:
        lines.append(
            ngettext(
                "{count} of them reaches a fountain: a coin for whoever lays it.",
                "{count} of them reach a fountain: a coin for whoever lays it.",
                fountains,
            )
        )
    return Answer(True, headline, tuple(lines)), edges


def aqueduct_ending_at(state: State, layout: Layout, point: Point) -> str | None:
    """The aqueduct that ends at a point, or whose source it is before it has begun."""
    lines = dict(state.aqueducts)
    for colour, line in lines.items():
        if len(line) > 1 and line[-1] == point:
            return colour
    for colour, source in layout.sources.items():
        if source == point and len(lines.get(colour, ())) < 2:
            return colour
    return None


def with_tile_laid(
    state: State, layout: Layout, ruleset: Ruleset, cells: Cells, colour: str, magistrate: str | None
) -> State:
    """The board after a legal move: the tile, its magistrate, and what it finishes. No magistrate leaves."""
    result = move(state, layout, ruleset, cells, colour, magistrate)
    if not result.legal:
        return state
    sites = tuple(Site(s.at, s.kind, s.builds) for s in result.sites)
    people = () if magistrate is None else (Magistrate(cells, magistrate),)
    return replace(
        state,
        tiles=(*state.tiles, Tile(cells, colour)),
        sites=tuple(sorted((*state.sites, *sites), key=lambda s: s.at)),
        magistrates=(*state.magistrates, *people),
    )


def _influence(influence: Influence, names: Names) -> str:
    parts = ", ".join(f"{person(owner, names)} {count}" for owner, count in influence)
    return _("Influence: {who}").format(who=parts)
