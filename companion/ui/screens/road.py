"""Via Romana, during play: who wins a completed road, and who takes how many cards."""

from __future__ import annotations

from typing import Any

from companion.translation import _, ngettext
from companion.ui.kv import load_kv
from companion.ui.screen import AppScreen, Sample
from companion.ui.shell import MarbleApp
from companion.ui.theme import look
from companion.ui.widgets.card import Card, NoticeCard
from companion.ui.widgets.choice import Chip
from companion.ui.widgets.text import Heading, Text
from scoring.errors import BadInput
from scoring.via_romana_roads import (
    MOST,
    OPEN_CARDS,
    TIE_CLOCKWISE,
    TIE_NOBODY,
    TIE_TRIGGER,
    RoadPlayer,
    RoadScore,
    Variants,
    score_road,
)

TOPS = (None, 2, 3, 4)


class PiecesRow(Card):
    """A player's pieces on the road."""

    def __init__(self, screen: RoadScreen, name: str, pieces: int) -> None:
        self.screen, self.name, self.pieces = screen, name, pieces
        super().__init__()


class RoadScreen(AppScreen):
    """Settles a road; the players are those of the game in the making, if there is one."""

    def setup(self) -> None:
        flow = self.app.flow
        names = [seat.name for seat in flow.seats] if flow is not None and flow.game == "via_romana" else []
        if len(names) < 2:
            names = [_("Player {number}").format(number=n) for n in range(1, 5)]
        self.names = names
        self.params.setdefault("pieces", {})
        self.params.setdefault("tops", [None, None])
        self.params.setdefault("open", OPEN_CARDS)
        self.params.setdefault("tie_pays_nobody", False)
        if self.params.get("trigger") not in names:
            self.params["trigger"] = names[0]

    def enter(self) -> None:
        if not look.wide:  # empty, it would leave a gap
            self.ids.result_on_top.parent.remove_widget(self.ids.result_on_top)
        for name in self.names:
            self.ids.pieces.add_widget(PiecesRow(self, name, int(self.params["pieces"].get(name, 0))))
            chip = Chip(text=name, active=name == self.params["trigger"])
            chip.bind(on_release=lambda tapped: self.set_trigger(tapped.text))
            self.ids.trigger.add_widget(chip)
        for side, row in enumerate((self.ids.one_end, self.ids.other_end)):
            row.options = [(value, _("none") if value is None else str(value)) for value in TOPS]
            row.value = self.params["tops"][side]
            row.on_value(row, row.value)
            row.bind(value=lambda _row, value, side=side: self.set_top(side, value))
        self.settle()

    def set_pieces(self, name: str, pieces: int) -> None:
        self.params["pieces"][name] = pieces
        self.settle()

    def set_trigger(self, name: str) -> None:
        self.params["trigger"] = name
        for chip in self.ids.trigger.children:
            chip.active = chip.text == name
        self.settle()

    def set_top(self, side: int, value: int | None) -> None:
        self.params["tops"][side] = value
        self.settle()

    def set_open(self, cards: int) -> None:
        self.params["open"] = cards
        self.settle()

    def set_variant(self, active: bool) -> None:
        self.params["tie_pays_nobody"] = active
        self.settle()

    def settle(self) -> None:
        """Work out who wins and say it."""
        self.app.save()
        # A low window has no room for it at the bottom.
        box = self.ids.result_on_top if look.wide else self.ids.result
        box.clear_widgets()
        pieces = {name: int(self.params["pieces"].get(name, 0)) for name in self.names}
        if not any(pieces.values()):
            box.add_widget(self._notice(_("Enter how many pieces each player has on the road.")))
            return
        one, other = self.params["tops"]
        try:
            result = score_road(
                [RoadPlayer(name, count) for name, count in pieces.items()],
                self.params["trigger"],
                tops=(one, other),
                open_cards=int(self.params["open"]),
                variants=Variants(dangerous_tie=bool(self.params["tie_pays_nobody"])),
            )
        except BadInput:
            text = _("{name} completed the road and so must have a piece there.")
            box.add_widget(self._notice(text.format(name=self.params["trigger"])))
            return
        box.add_widget(RoadResult(result))

    def _notice(self, text: str) -> NoticeCard:
        card = NoticeCard()
        card.add_widget(Text(text=text, color=look.palette.on_warning))
        return card


class RoadResult(Card):
    """Who takes a marker, and then the cards."""

    def __init__(self, result: RoadScore) -> None:
        super().__init__()
        self.fill, self.edge = look.palette.success, look.palette.laurel
        ink = look.palette.on_success
        self.add_widget(Heading(text=road_title(result), color=ink))
        self.add_widget(Text(text=road_reason(result), color=ink))
        for share in result.cards:
            text = ngettext("{count} card", "{count} cards", share.cards)
            if share.from_pile:
                text += " " + _("({open} open, {pile} from the pile)").format(
                    open=share.from_open, pile=share.from_pile
                )
            self.add_widget(Text(text=f"{share.name}: {text}", color=ink))


def road_title(result: RoadScore) -> str:
    """Who wins the road."""
    if result.winner is None:
        return _("Nobody wins the road")
    if not result.markers:
        return _("{name} wins, but no marker is left").format(name=result.winner)
    values = " / ".join(str(value) for value in result.markers)
    return _("{name} takes a marker: {values}").format(name=result.winner, values=values)


def road_reason(result: RoadScore) -> str:
    """What decided it."""
    return {
        MOST: _("Most pieces on the road."),
        TIE_TRIGGER: _("Tied for the most pieces, and completed the road."),
        TIE_CLOCKWISE: _("Tied for the most pieces, and the first clockwise after who completed the road."),
        TIE_NOBODY: _("A tie without the player who completed the road pays nobody in this variant."),
    }[result.decided_by]


def _players(app: MarbleApp) -> None:
    from companion.ui.screens.via_romana import sample_players

    sample_players(app)


def _scrolled(driver: Any) -> None:
    driver.app.nav.screen.ids.body.scroll_y = 0


_ROAD = {"pieces": {"Julia": 2, "Marcus": 3, "Octavia": 3}, "trigger": "Julia", "tops": [3, None]}

SAMPLES = (
    Sample("road_empty"),
    Sample("road", params=dict(_ROAD), prepare=_players),
    Sample("road_below", params=dict(_ROAD), prepare=_players, arrange=_scrolled),
)

load_kv(__file__)
