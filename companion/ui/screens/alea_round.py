"""Alea Iacta Est, during play: may these dice go there, and what does the round bring?"""

from __future__ import annotations

from typing import Any

from companion.translation import _
from companion.ui.alea_words import BUILDING_NAMES, board_lines, dice_text, forbidden_text, reward_lines
from companion.ui.kv import load_kv
from companion.ui.screen import AppScreen, Sample
from companion.ui.screens.alea import sample_players
from companion.ui.shell import MarbleApp
from companion.ui.theme import look
from companion.ui.widgets.card import Column
from companion.ui.widgets.choice import Chip
from companion.ui.widgets.tally import PieceCell, PlayerTabs
from companion.ui.widgets.text import SmallText, Text
from scoring.alea import COLUMNS, TEMPLUM_PLAYERS
from scoring.alea_buildings import BUILDINGS, DICE_A_PLAYER, SIDES, Board, Placement, evaluate, place

__all__ = ["AleaRoundScreen", "PlayerTabs"]


class AleaRoundScreen(AppScreen):
    """Dice are placed one group after another; what was placed can be taken back."""

    def setup(self) -> None:
        flow = self.app.flow
        seats = flow.turn_order() if flow is not None and flow.game == "alea" else []
        self.seats = [(seat.name, seat.colour) for seat in seats]
        if len(self.seats) not in COLUMNS:
            self.seats = [(_("Player {number}").format(number=n), None) for n in range(1, 5)]
        self.params.setdefault("player", 0)
        self.params.setdefault("building", "castrum")
        self.params.setdefault("dice", [])
        self.params.setdefault("placed", [])
        self.params["player"] = min(int(self.params["player"]), len(self.seats) - 1)
        self.board = self._replay()

    def _replay(self) -> Board:
        """The board after all that was placed; what no longer fits (other players) is left out."""
        names = tuple(name for name, _colour in self.seats)
        board, kept = Board(names), []
        for seat, building, dice in self.params["placed"]:
            if seat < len(names):
                board = place(board, names[seat], building, dice).board
                kept.append([seat, building, dice])
        self.params["placed"] = kept
        return board

    def enter(self) -> None:
        tabs = self.ids.tabs
        tabs.current = self.params["player"]
        tabs.players = self.seats
        tabs.bind(current=lambda _tabs, number: self.choose_player(int(number)))
        for value in range(1, SIDES + 1):
            cell = PieceCell(text=str(value), colour="joker", hint=f"die {value}")
            cell.value = value
            cell.bind(on_release=lambda tapped: self.add_die(tapped.value))
            self.ids.dice.add_widget(cell)
        for building in BUILDINGS:
            if building == "templum" and len(self.seats) not in TEMPLUM_PLAYERS:
                continue
            chip = Chip(text=BUILDING_NAMES[building], active=building == self.params["building"])
            chip.key = building
            chip.bind(on_release=lambda tapped: self.choose_building(tapped.key))
            self.ids.buildings.add_widget(chip)
        self.show()

    def choose_player(self, number: int) -> None:
        self.params["player"], self.params["dice"] = number, []
        self.show()

    def choose_building(self, building: str) -> None:
        self.params["building"] = building
        for chip in self.ids.buildings.children:
            chip.active = chip.key == building
        self.show()

    def add_die(self, value: int) -> None:
        self.params["dice"] = sorted([*self.params["dice"], value])
        self.show()

    def clear_dice(self) -> None:
        self.params["dice"] = []
        self.show()

    def attempt(self) -> Placement:
        """What placing the chosen dice would do."""
        name = self.seats[self.params["player"]][0]
        return place(self.board, name, self.params["building"], self.params["dice"])

    def put(self) -> None:
        """Place the chosen dice."""
        found = self.attempt()
        if not found.legal:
            return
        placed = [self.params["player"], self.params["building"], self.params["dice"]]
        self.params["placed"] = [*self.params["placed"], placed]
        self.params["dice"] = []
        self.board = found.board
        if found.fortuna:
            self.app.toast(_("Fortuna tiles to draw: {count}").format(count=found.fortuna))
        elif found.pushed_out:
            self.app.toast(_("Pushed into the latrina: {names}").format(names=", ".join(found.pushed_out)))
        self.show()

    def undo(self) -> None:
        """Take the last group back."""
        if self.params["placed"]:
            self.params["placed"] = self.params["placed"][:-1]
            self.board = self._replay()
            self.show()

    def restart(self) -> None:
        """A new round, with a way back."""
        before = self.params["placed"]
        self.params["placed"], self.params["dice"] = [], []
        self.board = self._replay()
        self.show()

        def restore() -> None:
            self.params["placed"] = before
            self.app.nav.rebuild()

        if before:
            self.app.toast(_("A new round begins."), _("Undo"), restore)

    def show(self) -> None:
        """Say what the chosen dice may do and what lies where."""
        self.app.save()
        dice = self.params["dice"]
        for cell in self.ids.dice.children:
            cell.count = dice.count(cell.value)
        self.ids.chosen.text = dice_text(tuple(dice)) or _("no dice")
        self.ids.clear_dice.disabled = not dice
        self.ids.tabs.points = [DICE_A_PLAYER - self.board.dice_placed(name) for name, _c in self.seats]
        found = self.attempt()
        answer = " ".join(forbidden_text(rule) for rule in found.forbidden_by)
        self.ids.answer.text = answer or _("Yes, they may go there.")
        self.ids.mark.icon = (
            "check_circle" if found.legal else "help_outline" if not dice else "not_interested"
        )
        self.ids.put.disabled = not found.legal
        self._list(self.ids.board, board_lines(self.board), _("No dice lie on the buildings yet."))
        self._list(self.ids.rewards, reward_lines(evaluate(self.board)), _("Nothing yet."))

    def _list(self, box: Any, lines: list[tuple[str, str]], empty: str) -> None:
        box.clear_widgets()
        for title, text in lines:
            column = Column(spacing=look.gap_tiny)
            column.add_widget(Text(text=title, bold=True, font_size=look.label))
            column.add_widget(Text(text=text, font_size=look.label))
            box.add_widget(column)
        if not lines:
            box.add_widget(SmallText(text=empty))


def _players(app: MarbleApp) -> None:
    sample_players(app)


def _scrolled(driver: Any) -> None:
    driver.app.nav.screen.ids.body.scroll_y = 0


_PLACED = [
    [0, "castrum", [4, 4]],
    [1, "senatus", [2, 3, 4]],
    [2, "forum", [3]],
    [3, "templum", [5]],
    [1, "castrum", [6]],
    [0, "forum", [1, 4]],
]

SAMPLES = (
    Sample("alea_round", params={"placed": _PLACED, "dice": [4, 4]}, prepare=_players),
    Sample("alea_round_forbidden", params={"placed": _PLACED, "player": 2, "dice": [4, 4]}, prepare=_players),
    Sample("alea_round_below", params={"placed": _PLACED}, prepare=_players, arrange=_scrolled),
)

load_kv(__file__)
