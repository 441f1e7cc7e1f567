"""Who plays: names, piece colours, seating order, and who begins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.properties import BooleanProperty, NumericProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.colour_names import colour_name
from companion.my_copy import COMMON_OWNERS, MyCopy
from companion.sheet_words import join_names
from companion.storage.errors import StorageError
from companion.storage.seats import Seat as PlayedSeat
from companion.translation import _, ngettext
from companion.ui.board.glyphs import colour_letter
from companion.ui.flow import Seat
from companion.ui.games import game_card
from companion.ui.headless import Driver
from companion.ui.kv import load_kv
from companion.ui.sample_games import store_samples
from companion.ui.screen import AppScreen, Sample
from companion.ui.shell import MarbleApp
from companion.ui.theme import look
from companion.ui.widgets.badge import letters_for
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.card import Card, CardButton, Column
from companion.ui.widgets.choice import Chip, ListRow
from companion.ui.widgets.field import Field
from companion.ui.widgets.overlay import Sheet
from companion.ui.widgets.page import DragHandle
from companion.ui.widgets.text import Symbol

LONGEST_NAME = 40
SUGGESTIONS = 12
REMEMBERED_GAMES = 20  # how far back a player's usual colour is looked for


def piece_colours(app: MarbleApp) -> tuple[str, ...]:
    """The colours of the pieces in this copy of the game; all common ones until they are known."""
    return MyCopy(app.folder).owners() or COMMON_OWNERS


class SeatHandle(DragHandle):
    """Drags its row up and down."""

    def on_touch_down(self, touch: Any) -> bool:
        if not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        self.row.begin_drag(touch.y)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        self.row.drag(touch.y)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self.row.end_drag()
        return True


class SeatColour(ButtonBehavior, Widget):
    """The badge as a target of its own."""


class SeatName(ButtonBehavior, BoxLayout):
    """The name as a target of its own."""


class ColourTile(CardButton):
    """A piece colour with its name and who has it."""

    def __init__(self, colour: str, letter: str, owner: str, mine: bool) -> None:
        self.colour = colour
        self.letter = letter
        self.colour_text = colour_name(colour)
        self.owner = owner
        self.mine = mine
        super().__init__()


class SeatRow(Card):
    """A player: handle, badge (tap: colour), name (tap: change), and whether he begins."""

    lift = NumericProperty(0.0)  # how far the row is from its place while it is dragged
    dragged = BooleanProperty(False)

    def __init__(self, seat: Seat, letters: str, starts: bool, screen: PlayersScreen) -> None:
        self.seat = seat
        self.letters = letters
        self.starts = starts
        self.screen = screen
        self.has_colours = bool(screen.colours)
        self.colour_text = "" if seat.colour is None else colour_name(seat.colour)
        self._from = 0.0
        super().__init__()

    def begin_drag(self, y: float) -> None:
        """The finger is on the handle."""
        self._from = y
        self.dragged = True

    def drag(self, y: float) -> None:
        """Follow the finger; change places when it is over another row."""
        column = self.parent
        step = self.height + column.spacing
        places = round((y - self._from) / step)
        if places:
            moved = self.screen.move_seat(self.seat, -places)
            # The row's own place moved by as much, so the finger's starting point moves along.
            self._from += -moved * step
        self.lift = y - self._from

    def end_drag(self) -> None:
        """Back into the place below the finger."""
        self.lift, self.dragged = 0.0, False
        self.screen.show_seats()


class PlayersScreen(AppScreen):
    """`params`: first_begins (the first name that is entered belongs to the start player)."""

    def setup(self) -> None:
        if self.app.flow is None:
            self.app.start_flow(self.params.get("game", "marble"))
        self.card = game_card(self.flow.game)
        self.colours = piece_colours(self.app) if self.flow.game == "marble" else ()
        uncoloured = [seat for seat in self.flow.seats if seat.colour is None]  # they come from the wheel
        for seat in sorted(uncoloured, key=lambda seat: self._usual_colour(seat.name) is None):
            seat.colour = self._colour_for(seat.name)

    def enter(self) -> None:
        self.ids.name.text = self.params.pop("typed", "")
        self.show_seats()

    def remember(self) -> None:
        self.params["typed"] = self.ids.name.text

    def typed(self) -> None:
        """The name field changed: other suggestions fit."""
        if self.app.nav.screen is self:
            self._show_suggestions()

    def show_seats(self) -> None:
        """Rows, suggestions and the footer as the flow is now."""
        flow = self.flow
        column: Column = self.ids.seats
        column.clear_widgets()
        letters = letters_for([seat.name for seat in flow.seats])
        for number, (seat, letter) in enumerate(zip(flow.seats, letters, strict=True)):
            column.add_widget(SeatRow(seat, letter, number == flow.start, self))
        if not flow.seats:
            self._offer_last_group(column)
        self._show_suggestions()
        self._show_what_is_missing()

    def _offer_last_group(self, column: Column) -> None:
        """One tap for those who play together again."""
        group = self._last_group()
        if not group:
            return
        names = join_names([seat.name for seat in group])
        row = ListRow(icon="people", title=_("As last time"), text=names)
        row.bind(on_release=lambda _row: self.seat_group(group))
        row.add_widget(Symbol(icon="chevron_right", pos_hint={"center_y": 0.5}))
        card = Card(padding=(look.gap, look.gap_tiny))
        card.add_widget(row)
        column.add_widget(card)

    def _last_group(self) -> tuple[PlayedSeat, ...]:
        """Who sat at the newest game, of this kind if there is one; nobody if they are too many."""
        try:
            for game in (self.flow.game, None):
                for summary in self.app.store.games(game=game, limit=2):
                    if summary.id != self.flow.id and 1 < len(summary.seats) <= self.card.players[1]:
                        return summary.seats
        except StorageError as error:
            self.app.report(error)
        return ()

    def seat_group(self, group: Sequence[PlayedSeat]) -> None:
        """These players as they sat, with their colours where this copy has them; who begins is open."""
        for seat in group:
            self.flow.seats.append(Seat(seat.name, self._colour_for(seat.name)))
        self._changed()

    def _show_suggestions(self) -> None:
        box = self.ids.suggestions
        box.clear_widgets()
        taken = {seat.name.casefold() for seat in self.flow.seats}
        begin = self.ids.name.text.strip().casefold()
        names = [name for name in self._earlier_names() if name.casefold() not in taken]
        fitting = [name for name in names if begin in name.casefold()]
        if self._full():
            fitting = []
        for name in fitting[:SUGGESTIONS]:
            chip = Chip(text=name)
            chip.bind(on_release=lambda chip: self.add(chip.text))
            box.add_widget(chip)
        heading = self.ids.suggestions_title
        heading.text = _("From earlier games") if fitting else ""

    def _show_what_is_missing(self) -> None:
        flow, (fewest, most) = self.flow, self.card.players
        count = len(flow.seats)
        if count < fewest:
            text = ngettext(
                "{count} more player is needed", "{count} more players are needed", fewest - count
            )
        elif count > most:
            text = _("{title} is for at most {most} players").format(title=self.card.title, most=most)
        elif self.colours and any(seat.colour is None for seat in flow.seats):
            text = _("Every player needs a colour")
        else:
            text = ""
        self.ids.missing.text = text
        self.ids.next.disabled = bool(text)
        self.ids.next.text = _("Next: the photo") if self.flow.game == "marble" else _("Next: the points")
        self.ids.entry.disabled = self._full()
        begins = "" if flow.start is None else flow.seats[flow.start].name
        self.ids.start.title = _("{name} begins").format(name=begins) if begins else _("Who begins?")

    def _full(self) -> bool:
        return len(self.flow.seats) >= self.card.players[1]

    def _earlier_names(self) -> list[str]:
        try:
            return list(self.app.store.player_names())
        except StorageError as error:
            self.app.report(error)
            return []

    # Changes

    def add(self, typed: str) -> None:
        """A new player with the next free colour."""
        name = self._checked(typed)
        field: Field = self.ids.name
        if name is None or self._full():
            return
        seat = Seat(name, self._colour_for(name))
        self.flow.seats.append(seat)
        if self.params.pop("first_begins", False):
            self.flow.start = 0
        field.text = ""
        self._changed()

    def _checked(self, typed: str, but: Seat | None = None) -> str | None:
        """The name as it can be used; None, with a message, if it cannot."""
        name = " ".join(typed.split())[:LONGEST_NAME]
        if not name:
            return None
        others = [seat.name.casefold() for seat in self.flow.seats if seat is not but]
        if name.casefold() in others:
            self.app.toast(_("There is a {name} already: tell them apart.").format(name=name))
            return None
        return name

    def _colour_for(self, name: str) -> str | None:
        """The colour that this player had last, else the next one, if it is free."""
        taken = {seat.colour for seat in self.flow.seats}
        free = [colour for colour in self.colours if colour not in taken]
        usual = self._usual_colour(name) if free else None
        return usual if usual in free else next(iter(free), None)

    def _usual_colour(self, name: str) -> str | None:
        try:
            games = self.app.store.games(search=name, game=self.flow.game, limit=REMEMBERED_GAMES)
        except StorageError as error:
            self.app.report(error)
            return None
        seats = (seat for game in games if game.id != self.flow.id for seat in game.seats)
        same = (seat.colour for seat in seats if seat.name.casefold() == name.casefold() and seat.colour)
        return next(same, None)

    def move_seat(self, seat: Seat, by: int) -> int:
        """Change the seating, clockwise; gives by how many places the seat really moved."""
        flow = self.flow
        starter = None if flow.start is None else flow.seats[flow.start]
        before = flow.seats.index(seat)
        after = min(max(before + by, 0), len(flow.seats) - 1)
        flow.seats.insert(after, flow.seats.pop(before))
        flow.start = None if starter is None else flow.seats.index(starter)
        column = self.ids.seats
        row = next(child for child in column.children if child.seat is seat)
        column.remove_widget(row)
        column.add_widget(row, len(flow.seats) - 1 - after)
        self.app.save()
        return after - before

    def begin_with(self, seat: Seat) -> None:
        """This player begins; a second tap takes it back."""
        place = self.flow.seats.index(seat)
        self.flow.start = None if self.flow.start == place else place
        self._changed()

    def change(self, seat: Seat) -> None:
        """A sheet to rename or remove a player."""
        sheet = Sheet(_("Player"))
        field = Field(text=seat.name)
        sheet.add(field)

        def rename(_widget: Any) -> None:
            name = self._checked(field.text, but=seat)
            if name is not None:
                seat.name = name
                sheet.close()
                self._changed()

        def remove(_widget: Any) -> None:
            sheet.close()
            self.remove(seat)

        field.bind(on_text_validate=rename)
        accept = PushButton(text=_("Take over"), icon="check")
        accept.bind(on_release=rename)
        drop = PushButton(text=_("Does not play"), icon="delete_outline", kind="outline")
        drop.bind(on_release=remove)
        sheet.add_choices(accept, drop)
        self.app.overlay.show(sheet)

    def remove(self, seat: Seat) -> None:
        """Take a player off the list, with a way back."""
        flow = self.flow
        seats, start = list(flow.seats), flow.start
        starter = None if start is None else flow.seats[start]
        flow.seats.remove(seat)
        flow.start = flow.seats.index(starter) if starter is not None and starter is not seat else None
        self._changed()

        def restore() -> None:
            flow.seats[:], flow.start = seats, start
            self._changed()

        self.app.toast(_("{name} does not play.").format(name=seat.name), _("Undo"), restore)

    def choose_colour(self, seat: Seat) -> None:
        """A sheet with the piece colours of this copy; a taken one is swapped."""
        if not self.colours:
            self.change(seat)
            return
        sheet = Sheet(_("Colour of {name}").format(name=seat.name))
        owners = {other.colour: other for other in self.flow.seats}
        grid = GridLayout(cols=3, size_hint_y=None, spacing=look.gap_small)
        grid.bind(minimum_height=grid.setter("height"))
        for colour in self.colours:
            owner = owners.get(colour)
            letter = colour_letter(colour, self.colours)
            tile = ColourTile(colour, letter, "" if owner is None else owner.name, owner is seat)

            def take(_tile: Any, colour: str = colour, owner: Seat | None = owner) -> None:
                if owner is not None:
                    owner.colour = seat.colour
                seat.colour = colour
                sheet.close()
                self._changed()

            tile.bind(on_release=take)
            grid.add_widget(tile)
        sheet.add(grid)
        self.app.overlay.show(sheet)

    def _changed(self) -> None:
        self.app.save()
        self.show_seats()

    # What follows

    def draw_start_player(self) -> None:
        """Fingers or wheel."""
        self.app.nav.open("start_player", game=self.flow.game)

    def go_on(self) -> None:
        """On to what is counted in this game."""
        self.app.save_step("players")
        self.app.nav.open(self.card.entry_screen)


def _three_players(app: MarbleApp) -> None:
    flow = app.start_flow(
        "marble", [Seat("Julia", "purple"), Seat("Octavia", "black"), Seat("Marcus", "white")]
    )
    flow.start = 0


def _alea_players(app: MarbleApp) -> None:
    app.start_flow("alea", [Seat("Julia"), Seat("Maximilian-Alexander"), Seat("Marcus"), Seat("Livia")])


def _same_again(app: MarbleApp) -> None:
    store_samples(app)
    app.start_flow("marble")


def _no_players(app: MarbleApp) -> None:
    app.start_flow("via_romana")


def _open_colours(driver: Driver) -> None:
    screen = driver.app.nav.screen
    if isinstance(screen, PlayersScreen):
        screen.choose_colour(screen.flow.seats[1])


SAMPLES = (
    Sample("players", prepare=_three_players, flow_step=3),
    Sample("players_colours", prepare=_three_players, arrange=_open_colours),
    Sample("players_alea", prepare=_alea_players),
    Sample("players_empty", prepare=_no_players),
    Sample("players_again", prepare=_same_again),
)

load_kv(__file__)
