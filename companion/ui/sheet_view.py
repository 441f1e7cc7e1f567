"""A whole score sheet as a column of cards: winner, bars, table with explanations, housing, warnings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kivy.uix.widget import Widget

from companion.explanations import explain_line
from companion.sheet_words import rule_text, rule_title
from companion.translation import _
from companion.ui.theme import look
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.card import Card, Column, NoticeCard, RowBox
from companion.ui.widgets.housing import HousingView
from companion.ui.widgets.overlay import Sheet
from companion.ui.widgets.score import ScoreBars, ScoreTable, WinnerCard
from companion.ui.widgets.text import Heading, SmallText, Text
from companion.warning_words import warning_text

if TYPE_CHECKING:
    from companion.ui.shell import MarbleApp
    from scoring.ruleset import Ruleset

Document = dict[str, Any]


def sheet_cards(
    app: MarbleApp, sheet: Document, players: Document, ruleset: Ruleset | None = None
) -> list[Widget]:
    """The cards of a `marble-sheet/1` with its `marble-players/1`; in a wide window two columns of them.

    `ruleset` is the one that the sheet was made with, None for the shipped one.
    """
    left: list[Widget] = [WinnerCard(sheet)]
    left.extend(_warning_cards(sheet))

    def tell(rule: str) -> None:
        explain(app, sheet, players, rule, ruleset)

    bars = ScoreBars(sheet, tell, spacing=look.gap)
    left.append(_titled(_("Points"), bars, _("Tap a part of a bar to see where it comes from.")))
    table = _titled(
        _("Score sheet"),
        ScoreTable(sheet, tell, spacing=0),
        _("Tap a line to see where it comes from."),
    )
    table.padding = (look.gap, look.gap, look.gap, look.gap_small)
    right: list[Widget] = [table]
    if sheet.get("game") == "alea":
        right.extend(HousingCard(player, ruleset) for player in players["players"])
    if not look.wide:
        return [*left, *right]
    row = RowBox(spacing=look.gap)
    for half in (left, right):
        column = Column(spacing=look.gap, pos_hint={"top": 1})
        for card in half:
            column.add_widget(card)
        row.add_widget(column)
    return [row]


class HousingCard(Card):
    """The best housing of a player: which patrician lives in which province."""

    def __init__(self, player: Document, ruleset: Ruleset | None) -> None:
        super().__init__()
        self.add_widget(Heading(text=_("Where {name}'s patricians live").format(name=player["name"])))
        self.add_widget(HousingView(_entry_of(player), ruleset))


def explain(
    app: MarbleApp, sheet: Document, players: Document, rule: str, ruleset: Ruleset | None = None
) -> Sheet:
    """Tell for each player where the points of a line come from."""
    panel = Sheet(rule_title(rule))
    if rule_text(rule):
        panel.add(SmallText(text=rule_text(rule)))
    entries = {player["name"]: player for player in players["players"]}
    body = Column(spacing=look.gap_small * 1.5)
    for player in sheet["players"]:
        line = next((line for line in player["lines"] if line["rule"] == rule), None)
        if line is None:
            continue
        head = RowBox()
        head.add_widget(Text(text=player["name"], bold=True))
        head.add_widget(Text(text=str(line["points"]), hug=True, bold=True))
        body.add_widget(head)
        why = explain_line(rule, _entry_of(entries.get(player["name"], {})), line, ruleset)
        body.add_widget(Text(text=why, color=look.palette.text_soft, font_size=look.label))
    panel.add(body)
    close = PushButton(text=_("Close"), kind="tonal")
    close.bind(on_release=lambda _button: panel.close())
    panel.add(close)
    return app.overlay.show(panel)


def _entry_of(player: Document) -> Document:
    return {key: value for key, value in player.items() if key not in ("name", "colour")}


def _warning_cards(sheet: Document) -> list[Widget]:
    cards: list[Widget] = []
    for warning in sheet.get("warnings", []):
        card = NoticeCard()
        card.add_widget(Text(text=warning_text(warning), color=look.palette.on_warning))
        cards.append(card)
    return cards


def _titled(title: str, content: Widget, hint: str = "") -> Card:
    card = Card()
    card.add_widget(Heading(text=title))
    if hint:
        card.add_widget(SmallText(text=hint))
    card.add_widget(content)
    return card
