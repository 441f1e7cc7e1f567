"""What lies before the players: bridge tiles, coins and imperium tokens."""

from __future__ import annotations

from typing import Any

from kivy.uix.widget import Widget

from companion.colour_names import colour_name
from companion.translation import _
from companion.ui.board.choices import PieceSign
from companion.ui.board.table import layout_of, ruleset_of
from companion.ui.example import begin_example
from companion.ui.flow import Seat
from companion.ui.kv import load_kv
from companion.ui.screen import Sample
from companion.ui.screens.via_romana import TallyCard
from companion.ui.shell import MarbleApp
from companion.ui.table_entry import TableEntryScreen
from companion.ui.theme import look
from companion.ui.widgets.card import Card, RowBox
from companion.ui.widgets.choice import Stepper
from companion.ui.widgets.text import Text
from companion.warning_words import warning_text
from scoring.errors import BadInput
from scoring.games import MARBLE
from scoring.score import score
from scoring.sheet import ScoreSheet
from scoring.state import AQUEDUCTS, TILE_COLOURS, State, read_state

# Of the sheet's warnings those that are about what is entered here.
ABOUT_COUNTS = ("bridge tile", "coins in all", "imperium tokens in all")


class CoinsCard(Card):
    """A large stepper for the coins."""

    def __init__(self, coins: int, on_change: Any) -> None:
        self.coins = coins
        super().__init__()
        self.ids.stepper.bind(value=lambda _stepper, value: on_change(int(value)))


class ImperiumCard(Card):
    """A stepper for each colour of imperium token."""

    def __init__(self, tokens: dict[str, int], on_change: Any) -> None:
        super().__init__()
        for colour in TILE_COLOURS:
            row = RowBox()
            row.add_widget(
                PieceSign(
                    sign=f"tile:{colour}",
                    size_hint=(None, None),
                    size=(look.touch * 0.75, look.touch * 0.75),
                    pos_hint={"center_y": 0.5},
                )
            )
            row.add_widget(Text(text=colour_name(colour).capitalize(), pos_hint={"center_y": 0.5}))
            stepper = Stepper(value=tokens.get(colour, 0), pos_hint={"center_y": 0.5})
            stepper.bind(value=lambda _stepper, value, colour=colour: on_change(colour, int(value)))
            row.add_widget(stepper)
            self.ids.rows.add_widget(row)


class CountsScreen(TableEntryScreen):
    """Player by player; the points so far include the board."""

    game = "marble"

    def setup(self) -> None:
        super().setup()
        self.bar_title = _("Coins and tokens")
        self.layout = layout_of(self.app, self.flow)
        self.ruleset = ruleset_of(self.app, self.flow)
        self.state = State()
        if self.flow.state is not None:
            try:
                self.state = read_state(self.flow.state, {*AQUEDUCTS, *self.layout.sources})
            except BadInput as error:
                self.app.report(error)

    def build_player(self, seat: Seat) -> list[Widget]:
        entry = seat.entry
        low, high = self.ruleset.number("bridge_lowest"), self.ruleset.number("bridge_highest")
        values = tuple(range(low, min(high, low + 5) + 1))

        def keep_bridges(items: list[int]) -> None:
            entry["bridges"] = sorted(items, reverse=True)
            self.changed()

        def keep_coins(coins: int) -> None:
            entry["coins"] = coins
            self.changed()

        def keep_tokens(colour: str, count: int) -> None:
            tokens = dict(entry.get("imperium", {}))
            tokens[colour] = count
            entry["imperium"] = {name: number for name, number in tokens.items() if number}
            self.changed()

        hint = _("Tap a value for each bridge tile.")
        self._bridges = TallyCard(_("Bridges"), hint, values, list(entry.get("bridges", [])), keep_bridges)
        self._coins = CoinsCard(int(entry.get("coins", 0)), keep_coins)
        self._imperium = ImperiumCard(dict(entry.get("imperium", {})), keep_tokens)
        return [self._coins, self._imperium, self._bridges]

    @property
    def left_cards(self) -> int:
        return 2

    def sheet(self) -> ScoreSheet:
        """What the board and the counts come to now. Raises `BadInput`."""
        players = MARBLE.read_players(self.flow.players_document())
        return score(self.state, players, self.layout, self.ruleset)

    def changed(self) -> None:
        self.app.save()
        try:
            sheet = self.sheet()
        except BadInput as error:
            self._show_warnings([str(error)])
            return
        self.ids.tabs.points = [player.total for player in sheet.players]
        self.sums_changed(sheet, self.seat)
        found = [w for w in sheet.warnings if any(words in w for words in ABOUT_COUNTS)]
        self._show_warnings([warning_text(warning) for warning in found])

    def sums_changed(self, sheet: ScoreSheet, seat: Seat) -> None:
        player = next(player for player in sheet.players if player.name == seat.name)
        self._bridges.section.points = str(player.points("bridges"))
        self._coins.ids.section.points = str(player.points("coins") + player.points("most_coins"))
        self._imperium.ids.section.points = str(player.points("imperium"))

    def next(self) -> None:
        number = int(self.params["player"])
        if number + 1 < len(self.seats):
            self.ids.tabs.current = number + 1
            return
        self.app.save_step("counts")
        self.app.nav.open("score_sheet")


def _example(app: MarbleApp) -> None:
    begin_example(app)


def _too_many(app: MarbleApp) -> None:
    begin_example(app)
    if app.flow is not None:
        app.flow.seats[0].entry["coins"] = 14
        app.flow.seats[0].entry["bridges"] = [4, 4, 3, 3, 2, 2, 1, 1, 1]


SAMPLES = (
    Sample("counts", prepare=_example, flow_step=7),
    Sample("counts_warnings", prepare=_too_many),
)

load_kv(__file__)
