"""Alea Iacta Est: each player's provinces, patricians, fortuna, chips and senate cards, entered with taps."""

from __future__ import annotations

from typing import Any

from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.colour_names import COLOUR_NAMES, colour_name
from companion.explanations import roman
from companion.storage import StorageError
from companion.translation import _
from companion.ui.flow import Seat
from companion.ui.kv import load_kv
from companion.ui.screen import Sample
from companion.ui.shell import MarbleApp
from companion.ui.table_entry import TableEntryScreen
from companion.ui.theme import look
from companion.ui.widgets.badge import letters_for
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.card import Card, RowBox
from companion.ui.widgets.choice import ChipBox
from companion.ui.widgets.overlay import Sheet
from companion.ui.widgets.tally import EntrySection, PieceCell, TallyRow
from scoring.alea import FORTUNA_IN_BOX, PATRICIANS_OF_A_KIND, TEMPLUM_PLAYERS
from scoring.alea_housing import JOKER, MAN, WOMAN
from scoring.sheet import ScoreSheet

# The six colours are not printed in the rulebook's text: the player sets those of his box once.
COLOURS = ("red", "orange", "yellow", "green", "blue", "purple")
COLOURS_SETTING = "alea.colours"
PROVINCE_VALUES, PATRICIAN_VALUES = (1, 2, 3, 4), (1, 2, 3)

__all__ = ["AleaScreen", "EntrySection", "TallyRow"]


class ColourTab(ButtonBehavior, BoxLayout):
    """The colour of a row of the grid; a tap changes it to the box's own."""

    def __init__(self, colour: str, letter: str, wide: bool) -> None:
        self.colour, self.letter, self.wide = colour, letter, wide
        self.tappable = wide
        super().__init__()


class SenateRow(BoxLayout):
    """A senate card: its points, and whether it is an extra province."""

    def __init__(self, screen: AleaScreen, number: int, card: dict[str, Any]) -> None:
        self.screen, self.number, self.card = screen, number, card
        super().__init__()


class GridCard(Card):
    """A card with a grid of pieces."""

    def __init__(self, title: str, hint: str) -> None:
        self.title, self.hint = title, hint
        super().__init__()


class CountsCard(Card):
    """Fortuna tiles and repete chips."""

    def __init__(self, screen: AleaScreen, seat: Seat, fortuna: bool) -> None:
        self.screen, self.seat, self.with_fortuna = screen, seat, fortuna
        self.chips = int(seat.entry.get("chips", 0))
        super().__init__()
        row = self.ids.fortuna
        row.items = list(seat.entry.get("fortuna", []))
        row.values = list(FORTUNA_IN_BOX)
        row.bind(
            items=lambda _row, items: screen.keep(seat, "fortuna", sorted(map(int, items), reverse=True))
        )


class SenateCardBox(Card):
    """The senate cards of a player."""

    def __init__(self, screen: AleaScreen) -> None:
        self.screen = screen
        super().__init__()


class AleaScreen(TableEntryScreen):
    """Quick entry for Alea Iacta Est."""

    game = "alea"
    bar_title = "Alea Iacta Est"

    def setup(self) -> None:
        super().setup()
        self.colours = _stored_colours(self.app)

    def enter(self) -> None:
        super().enter()
        self.add_action("casino", _("A round of dice"), lambda: self.app.nav.open("alea_round"))

    def build_player(self, seat: Seat) -> list[Widget]:
        fortuna = len(self.seats) in TEMPLUM_PLAYERS or bool(seat.entry.get("fortuna"))
        self._provinces = self._province_card(seat)
        self._patricians = self._patrician_card(seat)
        self._counts = CountsCard(self, seat, fortuna)
        self._senate = SenateCardBox(self)
        self._show_senate(seat)
        return [self._provinces, self._patricians, self._counts, self._senate]

    def keep(self, seat: Seat, what: str, value: Any) -> None:
        """Take over what was entered."""
        seat.entry[what] = value
        self.changed()

    def sums_changed(self, sheet: ScoreSheet, seat: Seat) -> None:
        player = next(player for player in sheet.players if player.name == seat.name)
        for card, rule in (
            (self._provinces, "provinces"),
            (self._patricians, "patricians"),
            (self._senate, "senate"),
        ):
            card.ids.section.points = str(player.points(rule))
        self._counts.ids.fortuna_section.points = str(player.points("fortuna"))
        self._counts.ids.chips_section.points = str(player.points("chips"))

    # Provinces

    def _province_card(self, seat: Seat) -> GridCard:
        card = GridCard(
            _("Provinces"), _("Tap what the player has. A tap on a colour changes it to your box's.")
        )
        letters = letters_for([colour_name(colour) for colour in self.colours])
        self._province_cells: dict[tuple[str, int], PieceCell] = {}
        for row, (colour, letter) in enumerate(zip(self.colours, letters, strict=True)):
            line = RowBox(spacing=0)
            tab = ColourTab(colour, letter, wide=True)
            tab.bind(on_release=lambda _tab, row=row: self.choose_colour(row))
            line.add_widget(tab)
            for value in PROVINCE_VALUES:
                line.add_widget(self._province_cell(seat, colour, value))
            card.ids.grid.add_widget(line)
        joker = self._province_cell(seat, JOKER, 0)
        card.ids.grid.add_widget(joker)
        return card

    def _province_cell(self, seat: Seat, colour: str, value: int) -> PieceCell:
        text = _("Joker province") if colour == JOKER else roman(value)
        cell = PieceCell(text=text, colour=colour, hint=f"{colour} {value}")
        self._province_cells[(colour, value)] = cell
        self._show_province(cell, seat, colour, value)
        cell.bind(on_release=lambda _cell: self.tap_province(seat, colour, value))
        return cell

    def _show_province(self, cell: PieceCell, seat: Seat, colour: str, value: int) -> None:
        piece = {"colour": colour, "value": value}
        cell.count = seat.entry.get("provinces", []).count(piece)
        letters = letters_for([one.name for one in self.seats])
        holders = [
            letter
            for one, letter in zip(self.seats, letters, strict=True)
            if one is not seat and piece in one.entry.get("provinces", [])
        ]
        cell.holder = "".join(holders[:1])

    def tap_province(self, seat: Seat, colour: str, value: int) -> None:
        """There is one of each: a tap takes it, from another player if need be, or gives it back."""
        piece = {"colour": colour, "value": value}
        mine = list(seat.entry.get("provinces", []))
        if piece in mine:
            mine.remove(piece)
        else:
            for other in self.seats:
                theirs = other.entry.get("provinces", [])
                if other is not seat and piece in theirs:
                    other.entry["provinces"] = [one for one in theirs if one != piece]
                    self.app.toast(_("It was with {name} until now.").format(name=other.name))
            mine.append(piece)
        seat.entry["provinces"] = sorted(mine, key=self._order)
        self._show_province(self._province_cells[(colour, value)], seat, colour, value)
        self.changed()

    def _order(self, piece: dict[str, Any]) -> tuple[int, str, str, int]:
        known = self.colours.index(piece["colour"]) if piece["colour"] in self.colours else len(self.colours)
        return known, piece["colour"], piece.get("sex", ""), piece["value"]

    # Patricians

    def _patrician_card(self, seat: Seat) -> GridCard:
        card = GridCard(
            _("Patricians"), _("Women on the left, men on the right. Tap again for a second one.")
        )
        letters = letters_for([colour_name(colour) for colour in self.colours])
        heads = PatricianHeads()
        card.ids.grid.add_widget(heads)
        for colour, letter in zip(self.colours, letters, strict=True):
            line = RowBox(spacing=0)
            line.add_widget(ColourTab(colour, letter, wide=False))
            for sex in (WOMAN, MAN):
                for value in PATRICIAN_VALUES:
                    line.add_widget(self._patrician_cell(seat, colour, sex, value))
            card.ids.grid.add_widget(line)
        return card

    def _patrician_cell(self, seat: Seat, colour: str, sex: str, value: int) -> PieceCell:
        piece = {"colour": colour, "sex": sex, "value": value}
        cell = PieceCell(text=roman(value), colour=colour, hint=f"{colour} {sex} {value}")
        cell.count = seat.entry.get("patricians", []).count(piece)
        cell.bind(on_release=lambda tapped: self.tap_patrician(seat, piece, tapped))
        return cell

    def tap_patrician(self, seat: Seat, piece: dict[str, Any], cell: PieceCell) -> None:
        """One more of them; after the third none again."""
        mine = [one for one in seat.entry.get("patricians", []) if one != piece]
        count = (int(cell.count) + 1) % (PATRICIANS_OF_A_KIND + 1)
        cell.count = count
        seat.entry["patricians"] = sorted([*mine, *([piece] * count)], key=self._order)
        self.changed()

    # Senate

    def _show_senate(self, seat: Seat) -> None:
        box = self._senate.ids.cards
        box.clear_widgets()
        for number, card in enumerate(seat.entry.get("senate", [])):
            box.add_widget(SenateRow(self, number, card))

    def add_senate(self, extra_province: bool) -> None:
        """One more card."""
        card = {"points": 0, "extra_province": True} if extra_province else {"points": 0}
        self.seat.entry["senate"] = [*self.seat.entry.get("senate", []), card]
        self._show_senate(self.seat)
        self.changed()

    def set_senate(self, number: int, points: int) -> None:
        cards = [dict(card) for card in self.seat.entry.get("senate", [])]
        cards[number]["points"] = points
        self.keep(self.seat, "senate", cards)

    def remove_senate(self, number: int) -> None:
        """Take a card away again."""
        cards = list(self.seat.entry.get("senate", []))
        del cards[number]
        self.seat.entry["senate"] = cards
        self._show_senate(self.seat)
        self.changed()

    # Colours of this box

    def choose_colour(self, row: int) -> None:
        """Let the player say what colour the box has instead of this one."""
        sheet = Sheet(_("Which colour does your box have here?"))
        box = ChipBox(spacing=look.gap_small)
        for colour in COLOUR_NAMES:
            if colour != JOKER:
                button = PushButton(
                    text=colour_name(colour),
                    kind="filled" if colour == self.colours[row] else "tonal",
                    hug=True,
                )
                button.bind(on_release=lambda _b, colour=colour: self._set_colour(sheet, row, colour))
                box.add_widget(button)
        sheet.add(box)
        self.app.overlay.show(sheet)

    def _set_colour(self, sheet: Sheet, row: int, colour: str) -> None:
        sheet.close()
        old = self.colours[row]
        if colour == old:
            return
        # A colour that another row has changes places with it.
        swap = {old: colour, colour: old}
        self.colours = tuple(swap.get(one, one) for one in self.colours)
        for seat in self.seats:
            for what in ("provinces", "patricians"):
                seat.entry[what] = [
                    {**one, "colour": swap.get(one["colour"], one["colour"])}
                    for one in seat.entry.get(what, [])
                ]
        try:
            self.app.store.set_setting(COLOURS_SETTING, list(self.colours))
        except StorageError as error:
            self.app.report(error)
        self.show_player(int(self.params["player"]))


class PatricianHeads(BoxLayout):
    """Above the grid: which half are women, which men."""


def _stored_colours(app: MarbleApp) -> tuple[str, ...]:
    try:
        stored = app.store.setting(COLOURS_SETTING, list(COLOURS))
    except StorageError:
        return COLOURS
    if not isinstance(stored, list) or len(set(stored)) != len(COLOURS):
        return COLOURS
    return tuple(str(colour) for colour in stored)


def sample_players(app: MarbleApp) -> None:
    """Four players, most of it entered."""
    app.start_flow("alea", [Seat(name, colour, dict(entry)) for name, colour, entry in SAMPLE_ENTRIES])


def _entry(
    provinces: str, patricians: str, fortuna: list[int], chips: int, senate: list[dict[str, Any]]
) -> dict[str, Any]:
    """Written short: `red3 joker0`, `redf2 bluem1`."""
    return {
        "provinces": [{"colour": word[:-1], "value": int(word[-1])} for word in provinces.split()],
        "patricians": [
            {"colour": word[:-2], "sex": word[-2], "value": int(word[-1])} for word in patricians.split()
        ],
        "fortuna": fortuna,
        "chips": chips,
        "senate": senate,
    }


SAMPLE_ENTRIES: tuple[tuple[str, str, dict[str, Any]], ...] = (
    (
        "Julia",
        "blue",
        _entry(
            "red3 red4 blue2 joker0",
            "redf3 redf2 redm3 bluem2 greenf1 greenm2",
            [3, 2, 2],
            5,
            [{"points": 4}, {"points": 0, "extra_province": True}],
        ),
    ),
    (
        "Marcus",
        "brown",
        _entry(
            "green1 green4 yellow3 purple2 orange1",
            "greenm3 yellowf2 yellowm1 purplef3",
            [3, 3, 1],
            3,
            [{"points": 6}],
        ),
    ),
    (
        "Octavia",
        "green",
        _entry("blue4 purple4 orange3", "bluef3 bluem1 purplem2 orangef2", [2, 2, 1], 8, []),
    ),
    (
        "Titus",
        "yellow",
        _entry("yellow4 orange2 red1", "yellowf3 orangem3 orangef1", [2, 1], 2, [{"points": 3}]),
    ),
)


def _two_players(app: MarbleApp) -> None:
    app.start_flow("alea", [Seat(name, colour, dict(entry)) for name, colour, entry in SAMPLE_ENTRIES[:2]])
    if app.flow is not None:
        app.flow.seats[1].entry["chips"] = 40


def _scrolled(driver: Any) -> None:
    driver.app.nav.screen.ids.body.scroll_y = 0


SAMPLES = (
    Sample("alea", prepare=sample_players),
    Sample("alea_below", prepare=sample_players, arrange=_scrolled),
    Sample("alea_warnings", params={"player": 1}, prepare=_two_players, arrange=_scrolled),
)

load_kv(__file__)
