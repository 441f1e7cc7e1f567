"""What lies on the board: anything that can be laid on the grid is a state, legal or not."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from scoring.errors import BadInput
from scoring.fields import (
    as_int,
    as_list,
    as_name,
    as_object,
    as_word,
    check_format,
    list_of,
    load_json,
    member,
    only,
    wrong,
)
from scoring.grid import Cells, Edge, Point, Triangle, cells_of, edge
from scoring.layout import read_point, read_triangle

FORMAT = "marble-state/1"
LABEL_FORMAT = "marble-photo/1"
TILE_COLOURS = ("red", "yellow", "green", "blue")
BUILDINGS = ("temple", "bath", "theatre", "arena")
FOUNTAIN = "fountain"
KINDS = (*BUILDINGS, FOUNTAIN)
AQUEDUCTS = ("grey", "brown", "white")
COLOUR_OF_KIND = {"arena": "red", "theatre": "yellow", "temple": "green", "bath": "blue"}
MOST_POINTS = 2000  # of all aqueducts together: far above any box, and few enough to compare each with each
_KNOWN = ("format", "hills", "tiles", "sites", "aqueducts", "loose_sticks", "magistrates", "track")


@dataclass(frozen=True, slots=True)
class Tile:
    cells: Cells
    colour: str


@dataclass(frozen=True, slots=True)
class Site:
    """A finished site: a building with its owner, or a fountain without."""

    at: Point
    kind: str
    owner: str | None = None


@dataclass(frozen=True, slots=True)
class Stick:
    colour: str
    edge: Edge


@dataclass(frozen=True, slots=True)
class Magistrate:
    cells: Cells
    owner: str


@dataclass(frozen=True, slots=True)
class State:
    """A board. `aqueducts`: each colour's line of points; `track`: each player's true score."""

    hills: tuple[Triangle, ...] = ()
    tiles: tuple[Tile, ...] = ()
    sites: tuple[Site, ...] = ()
    aqueducts: tuple[tuple[str, tuple[Point, ...]], ...] = ()
    loose_sticks: tuple[Stick, ...] = ()
    magistrates: tuple[Magistrate, ...] = ()
    track: tuple[tuple[str, int], ...] = ()

    def covered(self) -> dict[Triangle, Tile | None]:
        """Every covered triangle with the tile on it, None for a hill."""
        cover: dict[Triangle, Tile | None] = dict.fromkeys(self.hills)
        for tile in self.tiles:
            cover[tile.cells[0]] = tile
            cover[tile.cells[1]] = tile
        return cover

    def site_at(self, point: Point) -> Site | None:
        return next((site for site in self.sites if site.at == point), None)

    def as_json(self) -> dict[str, Any]:
        """The document `marble-state/1`."""
        doc: dict[str, Any] = {
            "format": FORMAT,
            "hills": [list(t) for t in self.hills],
            "tiles": [{"cells": [list(c) for c in t.cells], "colour": t.colour} for t in self.tiles],
            "sites": [{"at": list(s.at), "kind": s.kind, "owner": s.owner} for s in self.sites],
            "aqueducts": {colour: [list(p) for p in line] for colour, line in self.aqueducts},
            "magistrates": [
                {"cells": [list(c) for c in m.cells], "owner": m.owner} for m in self.magistrates
            ],
            "track": dict(self.track),
        }
        if self.loose_sticks:
            doc["loose_sticks"] = [
                {"colour": s.colour, "edge": [list(p) for p in s.edge]} for s in self.loose_sticks
            ]
        return doc


def line_edges(line: tuple[Point, ...]) -> tuple[Edge, ...]:
    """The edges that an aqueduct's sticks lie on."""
    return tuple(edge(a, b) for a, b in pairwise(line))


def read_cells(value: object, field: str) -> Cells:
    """Two triangles, sorted. Raises BadInput."""
    cells = as_list(value, field)
    if len(cells) != 2:
        raise wrong(field, "a tile's two triangles", value)
    a, b = (read_triangle(c, f"{field}[{n}]") for n, c in enumerate(cells))
    return cells_of(a, b)


def _read_tile(value: object, field: str) -> Tile:
    data = as_object(value, field)
    only(data, ("cells", "colour"), field)
    return Tile(
        read_cells(member(data, "cells", field), f"{field}.cells"),
        as_word(member(data, "colour", field), TILE_COLOURS, f"{field}.colour"),
    )


def _read_site(value: object, field: str) -> Site:
    data = as_object(value, field)
    only(data, ("at", "kind", "owner"), field)
    owner = data.get("owner")
    return Site(
        read_point(member(data, "at", field), f"{field}.at"),
        as_word(member(data, "kind", field), KINDS, f"{field}.kind"),
        None if owner is None else as_name(owner, f"{field}.owner"),
    )


def _read_magistrate(value: object, field: str) -> Magistrate:
    data = as_object(value, field)
    only(data, ("cells", "owner"), field)
    return Magistrate(
        read_cells(member(data, "cells", field), f"{field}.cells"),
        as_name(member(data, "owner", field), f"{field}.owner"),
    )


def read_edge(value: object, field: str) -> Edge:
    """Two points, sorted. Raises BadInput."""
    ends = as_list(value, field)
    if len(ends) != 2:
        raise wrong(field, "an edge's two points", value)
    return edge(read_point(ends[0], f"{field}[0]"), read_point(ends[1], f"{field}[1]"))


def read_state(data: object, aqueduct_colours: Collection[str] = AQUEDUCTS) -> State:
    """A State from a `marble-state/1` document, or from a photo's label. Raises BadInput."""
    doc = as_object(data, "")
    if doc.get("format") == LABEL_FORMAT:
        inner = as_object(member(doc, "state", ""), "state")
        try:
            return _read_bare(inner, aqueduct_colours)
        except BadInput as error:
            raise error.within("state") from None
    return _read_bare(doc, aqueduct_colours)


def _read_bare(doc: dict[str, Any], aqueduct_colours: Collection[str]) -> State:
    check_format(doc, FORMAT)
    only(doc, _KNOWN, "")

    def read_stick(value: object, field: str) -> Stick:
        stick = as_object(value, field)
        only(stick, ("colour", "edge"), field)
        return Stick(
            as_word(member(stick, "colour", field), aqueduct_colours, f"{field}.colour"),
            read_edge(member(stick, "edge", field), f"{field}.edge"),
        )

    lines = as_object(member(doc, "aqueducts", ""), "aqueducts")
    points = sum(len(line) for line in lines.values() if isinstance(line, list))
    if points > MOST_POINTS:
        raise BadInput(
            f"has {points} points; at most {MOST_POINTS} make sense", reason="too_long", field="aqueducts"
        )
    track = as_object(doc.get("track", {}), "track")
    return State(
        hills=list_of(read_triangle, member(doc, "hills", ""), "hills"),
        tiles=list_of(_read_tile, member(doc, "tiles", ""), "tiles"),
        sites=list_of(_read_site, member(doc, "sites", ""), "sites"),
        aqueducts=tuple(
            (
                as_word(colour, aqueduct_colours, "aqueducts"),
                list_of(read_point, line, f"aqueducts.{colour}"),
            )
            for colour, line in lines.items()
        ),
        loose_sticks=list_of(read_stick, doc.get("loose_sticks", []), "loose_sticks"),
        magistrates=list_of(_read_magistrate, doc.get("magistrates", []), "magistrates"),
        track=tuple(
            (as_name(colour, "track"), as_int(score, f"track.{colour}", 0)) for colour, score in track.items()
        ),
    )


def load_state(path: str | Path, aqueduct_colours: Collection[str] = AQUEDUCTS) -> State:
    """A State from a file. Raises BadInput, with the file's name."""
    try:
        return read_state(load_json(path), aqueduct_colours)
    except BadInput as error:
        raise error.in_file(str(path)) from None
