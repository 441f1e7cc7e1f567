"""The entry screens of the games without a board photo: player by player, with the points so far."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.uix.widget import Widget

from companion.my_copy import MyCopy, ruleset_or_shipped
from companion.translation import _, ngettext
from companion.ui.flow import Seat
from companion.ui.kv import load_kv
from companion.ui.screen import AppScreen
from companion.ui.theme import look
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.card import Card, Column, RowBox
from companion.ui.widgets.overlay import Sheet
from companion.ui.widgets.page import BarAction, PageBody, PageColumn, PageFooter, TopBar
from companion.ui.widgets.tally import PlayerTabs, WarningStrip
from companion.ui.widgets.text import SmallText, Text
from companion.warning_words import warning_text
from scoring.errors import BadInput
from scoring.games import game_named
from scoring.sheet import ScoreSheet

__all__ = ["PageBody", "PageColumn", "PageFooter", "PlayerTabs", "TableEntryScreen", "TopBar", "WarningStrip"]

# Said only at the end: while the players still enter, it is true of everybody.
TOO_EARLY = "but each player began with"


class TableEntryScreen(AppScreen):
    """Base of the entry screens. A subclass builds a player's page in `build_player` and calls `changed`."""

    game: str = ""

    def setup(self) -> None:
        self.seats: list[Seat] = self.flow.turn_order()
        self.params.setdefault("player", 0)
        self._warnings: list[str] = []

    def enter(self) -> None:
        if len(self.seats) < game_named(self.game).least:
            self._ask_for_players()
            return
        self.add_action("delete_outline", _("Empty this page"), self.ask_to_clear)
        tabs = self.ids.tabs
        tabs.current = min(int(self.params["player"]), len(self.seats) - 1)
        tabs.players = [(seat.name, seat.colour) for seat in self.seats]
        tabs.bind(current=lambda _tabs, number: self.show_player(int(number)))
        self.show_player(tabs.current)

    def add_action(self, icon: str, hint: str, on_tap: Callable[[], None]) -> None:
        action = BarAction(icon=icon, hint=hint)
        action.bind(on_release=lambda _action: on_tap())
        self.ids.bar.add_widget(action)

    def build_player(self, seat: Seat) -> list[Widget]:
        """The cards of a player's page, in order."""
        raise NotImplementedError

    def sums_changed(self, sheet: ScoreSheet, seat: Seat) -> None:
        """Show the points of each section."""

    @property
    def seat(self) -> Seat:
        """The player whose page is open."""
        return self.seats[int(self.params["player"])]

    def show_player(self, number: int) -> None:
        """Open a player's page."""
        self.params["player"] = number
        column = self.ids.column
        column.clear_widgets()
        cards = self.build_player(self.seats[number])
        if look.wide:
            row = RowBox(spacing=look.gap)
            halves = [Column(spacing=look.gap, pos_hint={"top": 1}) for _half in range(2)]
            for index, card in enumerate(cards):
                halves[0 if index < self.left_cards else 1].add_widget(card)
            for half in halves:
                row.add_widget(half)
            column.add_widget(row)
        else:
            for card in cards:
                column.add_widget(card)
        self.ids.body.scroll_y = 1
        last = number == len(self.seats) - 1
        button = self.ids.next
        button.text = _("Who won?") if last else _("Next: {name}").format(name=self.seats[number + 1].name)
        button.icon = "emoji_events" if last else "arrow_forward"
        self.changed()

    @property
    def left_cards(self) -> int:
        """How many of the cards stand on the left in a wide window."""
        return 1

    def changed(self) -> None:
        """Something was entered: keep it, and show what it comes to."""
        self.app.save()
        try:
            rules = game_named(self.game)
            sheet = None
            if rules.score is not None:
                players = rules.read_players(self.flow.players_document())
                sheet = rules.score(players, ruleset_or_shipped(MyCopy(self.app.folder)))
        except BadInput as error:
            self._show_warnings([str(error)])
            return
        if sheet is None:
            return
        self.ids.tabs.points = [player.total for player in sheet.players]
        self.sums_changed(sheet, self.seat)
        name = self.seat.name
        others = [seat.name for seat in self.seats if seat.name != name]
        self._show_warnings(
            [
                warning_text(warning)
                for warning in sheet.warnings
                if TOO_EARLY not in warning
                and "first place is shared" not in warning
                and (name in warning or not any(other in warning for other in others))
            ]
        )

    def next(self) -> None:
        """The next player's page, or the result."""
        number = int(self.params["player"])
        if number + 1 < len(self.seats):
            self.ids.tabs.current = number + 1
            return
        self.app.save_step("counts")
        self.app.nav.open("final_score")

    def _show_warnings(self, texts: list[str]) -> None:
        self._warnings = texts
        more = len(texts) - 1
        if more > 0:
            rest = ngettext("and {count} more", "and {count} more", more)
            self.ids.odd.text = f"{texts[0]} ({rest})"
        else:
            self.ids.odd.text = "".join(texts)

    def tell_warnings(self) -> None:
        """All that looks impossible, in a sheet; nothing is forbidden."""
        sheet = Sheet(_("Is that right?"))
        for text in self._warnings:
            sheet.add(Text(text=text))
        sheet.add(SmallText(text=_("It counts as entered; nothing is forbidden.")))
        close = PushButton(text=_("Close"), kind="tonal")
        close.bind(on_release=lambda _button: sheet.close())
        sheet.add(close)
        self.app.overlay.show(sheet)

    def _ask_for_players(self) -> None:
        card = Card()
        card.add_widget(Text(text=_("Who plays? Add at least two players.")))
        button = PushButton(text=_("Players"), icon="people")
        button.bind(on_release=lambda _button: self.app.nav.replace("players", game=self.game))
        card.add_widget(button)
        self.ids.column.add_widget(card)
        self.ids.next.disabled = True

    def ask_to_clear(self) -> None:
        """Empty the open player's page, with a way back."""
        seat = self.seat
        before: dict[str, Any] = dict(seat.entry)
        if not before:
            return
        seat.entry.clear()
        self.show_player(int(self.params["player"]))

        def restore() -> None:
            seat.entry.update(before)
            self.show_player(int(self.params["player"]))

        self.app.toast(_("Emptied: {name}.").format(name=seat.name), _("Undo"), restore)


load_kv(__file__)
