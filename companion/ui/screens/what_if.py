"""Rules questions asked on a board: tap two triangles, a site, or the end of an aqueduct."""

from __future__ import annotations

from typing import Any

from companion.storage.errors import StorageError
from companion.translation import _
from companion.ui.board.choices import PieceButton, PieceGrid, piece_button
from companion.ui.board.frame import BoardFrame
from companion.ui.board.hits import nearest_point, triangle_at
from companion.ui.board.places import as_place
from companion.ui.board.projection import drawn_projection
from companion.ui.board.table import layout_of, letters_of, owners_of, projection_of, ruleset_of, show_game
from companion.ui.board.view import BoardView, Mark
from companion.ui.example import begin_example
from companion.ui.flow import Flow
from companion.ui.keeping import flow_of
from companion.ui.kv import load_kv
from companion.ui.screen import AppScreen, Sample
from companion.ui.shell import MarbleApp
from companion.ui.theme import look
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.card import Card
from companion.ui.widgets.text import Heading, SmallText, SoftText, Text
from companion.what_if import (
    Answer,
    aqueduct_answer,
    aqueduct_ending_at,
    site_answer,
    tile_answer,
    with_tile_laid,
)
from scoring.errors import BadInput
from scoring.grid import Cells, cells_of, is_tile
from scoring.move import move
from scoring.state import AQUEDUCTS, TILE_COLOURS, State, read_state


class WhatIfScreen(AppScreen):
    """`params`: the picked triangles or point, the tile's colour, the magistrate, a board of its own."""

    def setup(self) -> None:
        self.board_flow: Flow | None = self._find_flow()
        self.layout = layout_of(self.app, self.board_flow)
        self.ruleset = ruleset_of(self.app, self.board_flow)
        self.names = {
            str(seat.colour): seat.name
            for seat in (self.board_flow.seats if self.board_flow is not None else [])
            if seat.colour
        }
        self.params.setdefault("colour", TILE_COLOURS[0])
        self.params.setdefault("picked", [])
        self.state = self._find_state()
        self.owners = owners_of(self.app, self.board_flow, self.state)
        self.view = BoardView()

    def _find_flow(self) -> Flow | None:
        """The open game, else the newest stored one that has a board."""
        flow = self.app.flow
        if flow is not None and flow.game == "marble" and flow.state is not None:
            return flow
        try:
            for summary in self.app.store.games(game="marble", limit=20):
                game = self.app.store.game(summary.id)
                if game.state is not None:
                    return flow_of(game)
        except (StorageError, ValueError) as error:
            self.app.report(error)
        return None

    def _find_state(self) -> State:
        own = self.params.get("state")
        document = own if own is not None else self.board_flow.state if self.board_flow is not None else None
        if document is None:
            return State()
        try:
            return read_state(document, {*AQUEDUCTS, *self.layout.sources})
        except BadInput as error:
            self.app.report(error)
            return State()

    @property
    def changed(self) -> bool:
        """Whether the board shown is no longer the game's: then it is drawn, not photographed."""
        return self.params.get("state") is not None

    def enter(self) -> None:
        self.frame: BoardFrame = self.ids.frame
        self.frame.put(self.view)
        self.view.bind(on_tap=lambda _view, place: self.tapped(place))
        self.view.letters = letters_of(self.board_flow)
        flow = self.board_flow
        if flow is None or self.changed or projection_of(flow, self.layout) is None:
            self.view.show_board(drawn_projection(self.layout), self.state)
            self._begin()
        else:
            self.view.pieces = False
            show_game(self.app, flow, self.view, self.state, False, on_shown=self._begin)

    def _begin(self) -> None:
        self.view.look_at_city()
        place = self.params.pop("place", None)
        if place is not None:
            self.tapped((float(place[0]), float(place[1])))
        else:
            self.show()

    # Fingers

    def tapped(self, place: tuple[float, float]) -> None:
        """A site, an aqueduct's end, or a triangle."""
        point = nearest_point(place, self.layout)
        if point is not None and (
            point in self.layout.around or aqueduct_ending_at(self.state, self.layout, point)
        ):
            self.params.update(point=list(point), picked=[])
            self.show()
            return
        cell = triangle_at(place)
        if cell not in self.layout.triangle_set:
            return
        picked = [as_place(other) for other in self.params["picked"]]
        if len(picked) == 1 and is_tile(cells_of(picked[0], cell)):
            picked = [picked[0], cell]
        elif picked == [cell]:
            picked = []
        else:
            picked = [cell]
        self.params.update(picked=[list(other) for other in picked], point=None)
        self.show()

    # The panel

    def show(self) -> None:
        """What was asked, and the answer."""
        picked = [as_place(cell) for cell in self.params["picked"]]
        if self.params.get("point") is not None:
            self._show_point(as_place(self.params["point"]))
        elif len(picked) == 2:
            self._show_tile(cells_of(picked[0], picked[1]))
        elif picked:
            self._show_first(picked[0])
        else:
            self._show_help()
        able = bool(self.params.get("before"))
        self.ids.undo.disabled = not able
        self.ids.undo.opacity = 1 if able else 0.35

    def _show_help(self) -> None:
        widgets: list[Any] = [Heading(text=_("Ask the board"))]
        for text in (
            _("Tap two triangles side by side: may a tile go there, and what would happen?"),
            _("Tap a site, where six triangles meet: who would get it?"),
            _("Tap the end of an aqueduct: where may it go?"),
        ):
            widgets.append(Text(text=text))
        if self.board_flow is None:
            hint = _("There is no board yet: tap hill spaces to lay hills, then lay tiles.")
            widgets.append(SoftText(text=hint, font_size=look.label))
        if self.state.tiles or self.state.hills:
            empty = PushButton(text=_("Begin with an empty board"), icon="restart_alt", kind="plain")
            empty.bind(on_release=lambda _b: self.take(State()))
            widgets.append(empty)
        self.frame.fill(*widgets)
        self.view.show_marks([])

    def _show_first(self, cell: Any) -> None:
        widgets: list[Any] = [
            Heading(text=_("Now the second triangle")),
            SoftText(text=_("It must lie beside the first.")),
        ]
        if cell in self.layout.hills.values() and not any(cell in t.cells for t in self.state.tiles):
            laid = cell in self.state.hills
            words = _("Take the hill tile away") if laid else _("Lay a hill tile here")
            button = PushButton(text=words, icon="terrain", kind="tonal")
            button.bind(on_release=lambda _b: self.toggle_hill(cell))
            widgets.append(button)
        self.frame.fill(*widgets)
        self.view.show_marks([("hill", cell, look.palette.gold)])

    def _show_tile(self, cells: Cells) -> None:
        colour, magistrate = self.params["colour"], self.params.get("magistrate")
        result = move(self.state, self.layout, self.ruleset, cells, colour, magistrate)
        answer = tile_answer(result, self.names)
        colours = PieceGrid(narrowest=look.touch * 2.7)
        for name in TILE_COLOURS:
            button = piece_button(f"tile:{name}", {}, name == colour)
            button.bind(on_release=lambda _b, name=name: self.choose(colour=name))
            colours.add_widget(button)
        people = PieceGrid(narrowest=look.touch * 2.7)
        nobody = PieceButton(text=_("Nobody"), sign="icon:close", active=magistrate is None)
        nobody.bind(on_release=lambda _b: self.choose(magistrate=None))
        people.add_widget(nobody)
        letters = letters_of(self.board_flow)
        for owner in self.owners:
            button = piece_button(f"owner:{owner}", letters, owner == magistrate)
            button.text = self.names.get(owner, button.text)
            button.bind(on_release=lambda _b, owner=owner: self.choose(magistrate=owner))
            people.add_widget(button)
        widgets: list[Any] = [self._card(answer, _("May a tile go here?"))]
        if result.legal:
            lay = PushButton(text=_("Lay it and ask on"), icon="add", kind="outline")
            lay.bind(on_release=lambda _b: self.lay(cells))
            widgets.append(lay)
        widgets += [Heading(text=_("Tile")), colours, Heading(text=_("Magistrate on it")), people]
        self.frame.fill(*widgets)
        tone = look.palette.laurel if result.legal else look.palette.danger
        marks: list[Mark] = [("tile", cells, tone)]
        marks += [("site", site.at, look.palette.gold) for site in result.sites]
        self.view.show_marks(marks)

    def _show_point(self, point: Any) -> None:
        widgets: list[Any] = []
        marks: list[Mark] = [("site", point, look.palette.gold)]
        colour = aqueduct_ending_at(self.state, self.layout, point)
        if colour is not None:
            answer, edges = aqueduct_answer(self.state, self.layout, self.ruleset, colour)
            widgets.append(self._card(answer, _("Where may it go?")))
            marks += [("edge", side, look.palette.laurel) for side in edges]
        if point in self.layout.around:
            site = site_answer(self.state, self.layout, self.ruleset, point, self.names)
            widgets.append(self._card(site, _("Who would get this site?")))
        self.frame.fill(*widgets)
        self.view.show_marks(marks)

    def _card(self, answer: Answer, question: str) -> Card:
        card = Card()
        palette = look.palette
        ink = palette.text
        if answer.yes is not None:
            card.fill, card.edge, ink = (
                (palette.success, palette.laurel, palette.on_success)
                if answer.yes
                else (palette.warning, palette.gold, palette.on_warning)
            )
        card.add_widget(SmallText(text=question, color=ink))
        card.add_widget(Heading(text=answer.headline, color=ink))
        for line in answer.lines:
            card.add_widget(Text(text=line, color=ink, font_size=look.label))
        return card

    # Changes

    def choose(self, **values: Any) -> None:
        """Another colour or magistrate for the tile asked about."""
        self.params.update(values)
        self.show()

    def lay(self, cells: Cells) -> None:
        """Go on from the board with this tile on it."""
        colour, magistrate = self.params["colour"], self.params.get("magistrate")
        self.take(with_tile_laid(self.state, self.layout, self.ruleset, cells, colour, magistrate))

    def toggle_hill(self, cell: Any) -> None:
        """Lay or take a hill tile."""
        from dataclasses import replace

        hills = self.state.hills
        self.take(
            replace(
                self.state, hills=tuple(h for h in hills if h != cell) if cell in hills else (*hills, cell)
            )
        )

    def take(self, state: State) -> None:
        """Ask about another board from now on; the game keeps its own."""
        self.params["before"] = [*self.params.get("before", []), self.params.get("state")]
        self._put(state.as_json())

    def undo(self) -> None:
        """Back to the board before."""
        *before, last = self.params["before"]
        self.params["before"] = before
        self._put(last)

    def _put(self, document: Any) -> None:
        self.params.update(state=document, picked=[], point=None)
        self.app.save()
        self.app.nav.rebuild()

    def handle_back(self) -> bool:
        if self.params["picked"] or self.params.get("point") is not None:
            self.params.update(picked=[], point=None)
            self.show()
            return True
        return False


def _example(app: MarbleApp) -> None:
    begin_example(app)


def _ready(driver: Any) -> None:
    driver.until(lambda: driver.app.nav.screen.view.projection is not None)


SAMPLES = (
    Sample("what_if", prepare=_example, arrange=_ready),
    Sample(
        "what_if_tile",
        params={"picked": [[-4, 4, 0], [-4, 4, 1]], "colour": "blue", "magistrate": "white"},
        prepare=_example,
        arrange=_ready,
    ),
    Sample("what_if_site", params={"point": [-3, 6]}, prepare=_example, arrange=_ready),
    Sample("what_if_empty"),
)

load_kv(__file__)
