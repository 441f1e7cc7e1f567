"""What the players say about a board: a reading (or an empty board) and their corrections on top of it.

A Review is a value. Every change gives a new one; nothing is forgotten, so undo and redo have no limit.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from scoring import fields
from scoring.check import check
from scoring.errors import BadInput
from scoring.grid import Cells, Edge, Point, Triangle, edge, is_tile, short_diagonal
from scoring.layout import Layout, read_point, read_triangle
from scoring.problem import Problem
from scoring.ruleset import Ruleset
from scoring.sheet import to_json
from scoring.state import (
    AQUEDUCTS,
    KINDS,
    TILE_COLOURS,
    Magistrate,
    Site,
    State,
    Stick,
    Tile,
    line_edges,
    read_cells,
    read_edge,
    read_state,
)

Document = dict[str, Any]
Place = Any  # a Point, Triangle, Edge, Cells or a player colour, by the kind of thing

WHAT = ("tile", "site", "edge", "hill", "magistrate", "track")
MOST_STEPS = 20_000  # of looking for the longest line: aqueducts have 13 sticks, a tangle may have more


@dataclass(frozen=True, slots=True)
class Correction:
    """One thing that lies on the board after all; `value` is in the form of the contract's doubts."""

    what: str
    at: Place
    value: Any

    def as_json(self) -> Document:
        return {"what": self.what, "at": to_json(self.at), "value": self.value}


@dataclass(frozen=True, slots=True)
class Question:
    """A doubt of the reading as players see it; `choices` are values with confidences, likeliest first."""

    what: str
    at: Place
    read: Any
    confidence: float
    choices: tuple[tuple[Any, float], ...]
    swing: int


@dataclass(frozen=True)
class Review:
    """`corrections` in the order in which they were made; `undone` those taken back, next to redo last."""

    layout: Layout
    base: State
    questions: tuple[Question, ...] = ()
    corrections: tuple[Correction, ...] = ()
    undone: tuple[Correction, ...] = ()

    @cached_property
    def state(self) -> State:
        """The board as the players see it."""
        state = self.base
        for correction in self.corrections:
            state = apply(state, correction, self.layout)
        return state

    @property
    def open_questions(self) -> tuple[Question, ...]:
        """The doubts nobody has answered yet, the biggest swing first."""
        answered = {(c.what, c.at) for c in self.corrections}
        return tuple(q for q in self.questions if (q.what, q.at) not in answered)

    @property
    def can_undo(self) -> bool:
        return bool(self.corrections)

    @property
    def can_redo(self) -> bool:
        return bool(self.undone)

    def change(self, what: str, at: Place, value: Any) -> Review:
        """Say what lies at a place. Raises BadInput for a place or value that does not fit."""
        checked = read_value(what, value, self.colours)
        correction = Correction(what, read_place(what, to_json(at), "at"), checked)
        return replace(self, corrections=(*self.corrections, correction), undone=())

    def undo(self) -> Review:
        """Take the last change back; the same Review if there is none."""
        if not self.corrections:
            return self
        return replace(self, corrections=self.corrections[:-1], undone=(*self.undone, self.corrections[-1]))

    def redo(self) -> Review:
        """Make the change again that was taken back last."""
        if not self.undone:
            return self
        return replace(self, corrections=(*self.corrections, self.undone[-1]), undone=self.undone[:-1])

    def value_at(self, what: str, at: Place) -> Any:
        """What lies at a place now, in the form of the contract's doubts."""
        return value_at(self.state, what, at)

    def problems(self, ruleset: Ruleset) -> tuple[Problem, ...]:
        """Where the board breaks the rules."""
        return check(self.state, self.layout, ruleset)

    @property
    def colours(self) -> tuple[str, ...]:
        """The aqueducts' colours."""
        return tuple(dict.fromkeys((*self.layout.sources, *AQUEDUCTS)))


def new_review(layout: Layout, reading: Document | None = None) -> Review:
    """A review of a reading (`marble-reading/1`), or of an empty board. Raises BadInput."""
    if reading is None:
        return Review(layout, State())
    doc = fields.as_object(reading, "reading")
    state = read_state(fields.member(doc, "state", "reading"), {*AQUEDUCTS, *layout.sources})
    doubts = fields.as_list(doc.get("doubts", []), "reading.doubts")
    questions = tuple(_read_question(d, f"reading.doubts[{n}]") for n, d in enumerate(doubts))
    return Review(layout, state, tuple(sorted(questions, key=lambda q: (-q.swing, q.confidence))))


def restore_review(
    layout: Layout, reading: Document | None, corrections: Iterable[object], undone: Iterable[object] = ()
) -> Review:
    """A review as it was left: its reading and the documents of its corrections. Raises BadInput."""
    review = new_review(layout, reading)
    colours = review.colours
    return replace(
        review,
        corrections=tuple(
            _read_correction(c, f"corrections[{n}]", colours) for n, c in enumerate(corrections)
        ),
        undone=tuple(_read_correction(c, f"undone[{n}]", colours) for n, c in enumerate(undone)),
    )


def _read_question(data: object, field: str) -> Question:
    doc = fields.as_object(data, field)
    what = fields.as_word(fields.member(doc, "what", field), WHAT, f"{field}.what")
    read = doc.get("read")
    confidence = fields.as_number(doc.get("confidence", 0.0), f"{field}.confidence")
    choices: list[tuple[Any, float]] = [(read, confidence)]
    for n, entry in enumerate(fields.as_list(doc.get("alternatives", []), f"{field}.alternatives")):
        name = f"{field}.alternatives[{n}]"
        other = fields.as_object(entry, name)
        value = other.get("value")
        if all(value != known for known, _ in choices):
            choices.append((value, fields.as_number(other.get("confidence", 0.0), f"{name}.confidence")))
    choices.sort(key=lambda choice: -choice[1])
    swing = fields.as_int(doc.get("swing", 0), f"{field}.swing")
    return Question(
        what, read_place(what, doc.get("at"), f"{field}.at"), read, confidence, tuple(choices), swing
    )


def _read_correction(data: object, field: str, colours: Collection[str]) -> Correction:
    doc = fields.as_object(data, field)
    what = fields.as_word(fields.member(doc, "what", field), WHAT, f"{field}.what")
    return Correction(
        what, read_place(what, doc.get("at"), f"{field}.at"), read_value(what, doc.get("value"), colours)
    )


def read_place(what: str, value: object, field: str) -> Place:
    """The `at` of a doubt or correction. Raises BadInput."""
    if what == "site":
        return read_point(value, field)
    if what == "hill":
        return read_triangle(value, field)
    if what == "edge":
        return read_edge(value, field)
    if what == "track":
        return fields.as_name(value, field)
    return read_cells(value, field)


def read_value(what: str, value: Any, aqueduct_colours: Collection[str] = AQUEDUCTS) -> Any:
    """The same value if it fits the kind of thing. Raises BadInput."""
    if what == "hill":
        return fields.as_bool(value, "value")
    if value is None:
        return None
    if what == "tile":
        colour = fields.as_word(fields.as_object(value, "value").get("colour"), TILE_COLOURS, "value.colour")
        return {"colour": colour}
    if what == "site":
        doc = fields.as_object(value, "value")
        owner = doc.get("owner")
        return {
            "kind": fields.as_word(doc.get("kind"), KINDS, "value.kind"),
            "owner": None if owner is None else fields.as_name(owner, "value.owner"),
        }
    if what == "edge":
        return fields.as_word(value, tuple(aqueduct_colours), "value")
    if what == "track":
        return fields.as_int(value, "value", 0)
    if what == "magistrate":
        return fields.as_name(value, "value")
    raise BadInput(f"expected one of {', '.join(WHAT)}, found {what!r}", reason="unknown_word", field="what")


def value_at(state: State, what: str, at: Place) -> Any:
    """What a state has at a place, in the form of the contract's doubts."""
    if what == "tile":
        return next(({"colour": t.colour} for t in state.tiles if t.cells == at), None)
    if what == "site":
        site = state.site_at(at)
        return None if site is None else {"kind": site.kind, "owner": site.owner}
    if what == "edge":
        return sticks_of(state).get(at)
    if what == "hill":
        return at in state.hills
    if what == "magistrate":
        return next((m.owner for m in state.magistrates if m.cells == at), None)
    return dict(state.track).get(at)


def sticks_of(state: State) -> dict[Edge, str]:
    """Every stick of a state: its edge and its colour."""
    sticks = {stick.edge: stick.colour for stick in state.loose_sticks}
    for colour, line in state.aqueducts:
        sticks.update(dict.fromkeys(line_edges(line), colour))
    return sticks


def apply(state: State, correction: Correction, layout: Layout) -> State:
    """The state with one thing changed; what would lie under a new tile or hill makes room."""
    what, at, value = correction.what, correction.at, correction.value
    if what == "tile":
        return _with_tile(state, at, value)
    if what == "hill":
        cleared = _without_cells(state, (at,)) if value else state
        hills = tuple(h for h in cleared.hills if h != at)
        return replace(cleared, hills=(*hills, at) if value else hills)
    if what == "site":
        sites = tuple(s for s in state.sites if s.at != at)
        if value is None:
            return replace(state, sites=sites)
        return replace(state, sites=tuple(sorted((*sites, Site(at, **value)), key=lambda s: s.at)))
    if what == "magistrate":
        others = tuple(m for m in state.magistrates if m.cells != at)
        return replace(state, magistrates=others if value is None else (*others, Magistrate(at, value)))
    if what == "track":
        track = tuple((colour, score) for colour, score in state.track if colour != at)
        return replace(state, track=track if value is None else (*track, (at, value)))
    return _with_stick(state, at, value, layout)


def _with_tile(state: State, cells: Cells, value: Any) -> State:
    if value is None:
        return replace(
            state,
            tiles=tuple(t for t in state.tiles if t.cells != cells),
            magistrates=tuple(m for m in state.magistrates if m.cells != cells),
        )
    same = [n for n, t in enumerate(state.tiles) if t.cells == cells]
    if same:
        tiles = list(state.tiles)
        tiles[same[0]] = Tile(cells, value["colour"])
        return replace(state, tiles=tuple(tiles))
    cleared = _without_cells(state, cells)
    hills = tuple(h for h in cleared.hills if h not in cells)
    return replace(cleared, hills=hills, tiles=(*cleared.tiles, Tile(cells, value["colour"])))


def _without_cells(state: State, cells: tuple[Triangle, ...]) -> State:
    gone = {t.cells for t in state.tiles if not set(cells).isdisjoint(t.cells)}
    return replace(
        state,
        tiles=tuple(t for t in state.tiles if t.cells not in gone),
        magistrates=tuple(m for m in state.magistrates if m.cells not in gone),
    )


def _with_stick(state: State, at: Edge, value: str | None, layout: Layout) -> State:
    """Only the lines of the colours concerned are laid anew: the others stay as they were read."""
    sticks = sticks_of(state)
    touched = {colour for colour in (sticks.get(at), value) if colour is not None}
    sticks.pop(at, None)
    if value is not None:
        sticks[at] = value
    lines = {colour: line for colour, line in state.aqueducts if colour not in touched}
    loose = [stick for stick in state.loose_sticks if stick.colour not in touched]
    for colour in sorted(touched):
        edges = [e for e, c in sticks.items() if c == colour]
        line = longest_line(edges, layout.sources.get(colour))
        if len(line) > 1:
            lines[colour] = line
        laid = set(line_edges(line))
        loose += [Stick(colour, e) for e in sorted(edges) if e not in laid]
    return replace(state, aqueducts=tuple(sorted(lines.items())), loose_sticks=tuple(loose))


def longest_line(edges: Collection[Edge], source: Point | None) -> tuple[Point, ...]:
    """The longest line of sticks from the source, or from wherever it is longest if none lies there."""
    beside: dict[Point, list[Point]] = {}
    for a, b in edges:
        beside.setdefault(a, []).append(b)
        beside.setdefault(b, []).append(a)
    if not beside:
        return ()
    ends = [p for p in sorted(beside) if len(beside[p]) == 1]
    starts = [source] if source in beside and source is not None else ends or [min(beside)]
    best: tuple[Point, ...] = ()
    steps = 0
    for start in starts:
        waiting: list[tuple[Point, ...]] = [(start,)]
        while waiting and steps < MOST_STEPS:
            steps += 1
            line = waiting.pop()
            if len(line) > len(best):
                best = line
            waiting.extend((*line, p) for p in sorted(beside[line[-1]]) if p not in line)
    return best


def places_of(what: str, at: Place) -> tuple[Any, ...]:
    """The points, triangles or edges that a doubt or correction is about; none for the track."""
    if what == "track":
        return ()
    if what in ("tile", "magistrate"):
        return tuple(at)
    return (at,)


def tile_over(state: State, cell: Triangle) -> Tile | None:
    """The tile that covers a triangle."""
    return next((t for t in state.tiles if cell in t.cells), None)


def is_middle_of_tile(state: State, side: Edge) -> bool:
    """Whether an edge is a laid tile's short diagonal, where no stick can lie."""
    return any(is_tile(t.cells) and short_diagonal(t.cells) == edge(*side) for t in state.tiles)
