"""Via Romana: each player's markers, castles, eagle and mission, entered with taps."""

from __future__ import annotations

from typing import Any

from kivy.uix.widget import Widget

from companion.translation import _
from companion.ui.flow import Seat
from companion.ui.kv import load_kv
from companion.ui.screen import Sample
from companion.ui.shell import MarbleApp
from companion.ui.table_entry import TableEntryScreen
from companion.ui.widgets.card import Card
from companion.ui.widgets.tally import EntrySection
from scoring.sheet import ScoreSheet

MARKERS, CASTLES = (2, 3, 4), (1, 2, 3, 4)


class TallyCard(Card):
    """A section whose pieces are counted by value; `on_items` is called with all values."""

    def __init__(
        self, title: str, hint: str, values: tuple[int, ...], items: list[int], on_items: Any
    ) -> None:
        self.title, self.hint, self.values, self.items = title, hint, values, items
        super().__init__()
        self.ids.row.items = list(items)
        self.ids.row.values = list(values)
        self.ids.row.bind(items=lambda _row, found: on_items([int(item) for item in found]))

    @property
    def section(self) -> EntrySection:
        return self.ids.section


class BonusCard(Card):
    """The eagle, which only one player holds, and the mission."""

    def __init__(self, screen: ViaRomanaScreen, seat: Seat) -> None:
        self.screen, self.seat = screen, seat
        super().__init__()


class ViaRomanaScreen(TableEntryScreen):
    """Quick entry for Via Romana."""

    game = "via_romana"
    bar_title = "Via Romana"

    def enter(self) -> None:
        super().enter()
        self.add_action("route", _("A road is complete"), lambda: self.app.nav.open("road"))

    def build_player(self, seat: Seat) -> list[Widget]:
        def keep(what: str) -> Any:
            def take(items: list[int]) -> None:
                seat.entry[what] = sorted(items, reverse=True)
                self.changed()

            return take

        entry = seat.entry
        self._markers = TallyCard(
            _("Markers"),
            _("Tap a value for each marker won."),
            MARKERS,
            entry.get("markers", []),
            keep("markers"),
        )
        self._castles = TallyCard(
            _("Castles"),
            _("Tap for each castle what its city shows now."),
            CASTLES,
            entry.get("castles", []),
            keep("castles"),
        )
        return [self._markers, self._castles, BonusCard(self, seat)]

    def sums_changed(self, sheet: ScoreSheet, seat: Seat) -> None:
        player = next(player for player in sheet.players if player.name == seat.name)
        self._markers.section.points = str(player.points("markers"))
        self._castles.section.points = str(player.points("castles"))

    def set_eagle(self, seat: Seat, holds: bool) -> None:
        """There is one eagle: whoever had it before loses it."""
        before = next((one for one in self.seats if one.entry.get("eagle") and one is not seat), None)
        seat.entry["eagle"] = holds
        if holds and before is not None:
            before.entry["eagle"] = False
            self.app.toast(_("The eagle moves here from {name}.").format(name=before.name))
        self.changed()

    def set_mission(self, seat: Seat, fulfilled: bool) -> None:
        seat.entry["mission"] = fulfilled
        self.changed()


def sample_players(app: MarbleApp) -> None:
    """A game in the middle of being entered."""
    app.start_flow(
        "via_romana",
        [
            Seat(
                "Julia",
                "purple",
                {"markers": [4, 3, 3, 2, 2], "castles": [3, 2, 1], "eagle": True, "mission": True},
            ),
            Seat("Marcus", "white", {"markers": [4, 2, 2, 2], "castles": [3, 1, 1, 1]}),
            Seat("Octavia", "black", {"markers": [3, 3, 2, 2, 2], "castles": [2, 1], "mission": True}),
        ],
    )


def _impossible(app: MarbleApp) -> None:
    sample_players(app)
    if app.flow is not None:
        app.flow.seats[0].entry |= {"castles": [4, 4, 3, 3, 2], "markers": [4, 4, 4, 4, 4, 4]}


SAMPLES = (
    Sample("via_romana", prepare=sample_players),
    Sample("via_romana_warnings", prepare=_impossible),
    Sample("via_romana_last", params={"player": 2}, prepare=sample_players),
)

load_kv(__file__)
