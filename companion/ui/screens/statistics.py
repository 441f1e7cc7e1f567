"""What the stored games say: wins, averages, points by category, and whether it helps to start."""

from __future__ import annotations

from typing import Any

from kivy.uix.widget import Widget

from companion.colour_names import colour_name
from companion.statistics import Record, Share, StartAdvantage, Statistics, statistics
from companion.translation import _, catalogue, ngettext
from companion.ui.dates import day_text
from companion.ui.games import GAME_CARDS, game_card
from companion.ui.kv import load_kv
from companion.ui.sample_games import store_samples
from companion.ui.screen import AppScreen, Sample
from companion.ui.shell import MarbleApp
from companion.ui.theme import look
from companion.ui.widgets.card import Card, Column, RowBox
from companion.ui.widgets.choice import Chip
from companion.ui.widgets.empty import EmptyState
from companion.ui.widgets.plots import AverageRow, ShareRow
from companion.ui.widgets.score import Legend, LegendItem
from companion.ui.widgets.text import Heading, SmallText, SoftText, Text

MOST_PLAYERS = 12


class StatisticsScreen(AppScreen):
    """Plots over all finished games, or those of one kind."""

    def setup(self) -> None:
        self.game: str | None = self.params.get("game")

    def enter(self) -> None:
        for key, title in [(None, _("All")), *((card.key, card.title) for card in GAME_CARDS)]:
            chip = Chip(text=title, active=self.game == key)
            chip.key = key
            chip.bind(on_release=lambda tapped: self.choose_game(tapped.key))
            self.ids.games.add_widget(chip)
        self.count()

    def choose_game(self, key: str | None) -> None:
        """Only the games of one kind, or all."""
        self.game = self.params["game"] = key
        self.app.save()
        for chip in self.ids.games.children:
            chip.active = chip.key == key
        self.count()

    def count(self) -> None:
        """Work it out in the background."""
        game = self.game
        self.app.worker.submit(
            lambda _ticket: statistics(self.app.store.results(game)),
            game_id="history",
            kind="statistics",
            on_done=self.show,
            on_error=self.app.report,
        )

    def show(self, found: Statistics) -> None:
        """Draw the plots."""
        if self.app.nav.screen is not self:
            return
        box = self.ids.plots
        box.clear_widgets()
        if not found.games:
            box.add_widget(self._empty())
            return
        cards = self.cards(found)
        if not look.wide:
            for card in cards:
                box.add_widget(card)
            return
        row = RowBox(spacing=look.gap)
        for half in (cards[0::2], cards[1::2]):
            column = Column(spacing=look.gap, pos_hint={"top": 1})
            for card in half:
                column.add_widget(card)
            row.add_widget(column)
        box.add_widget(row)

    def _empty(self) -> EmptyState:
        return EmptyState(
            icon="emoji_events",
            title=_("No finished games yet."),
            hint=_("After the first one, wins and averages are drawn here."),
            action=_("Score a game"),
            on_go=lambda _state: self.app.nav.home(),
        )

    def cards(self, found: Statistics) -> list[Widget]:
        """All plots that there is something to say in."""
        cards: list[Widget] = [self._overview(found), self._wins(found), self._start(found)]
        for game in found.by_game:
            cards.append(self._averages(found, game.record.game))
        if self.game is not None and found.by_colour:
            cards.append(self._colours(found))
        return cards

    def _overview(self, found: Statistics) -> Card:
        card = _card(ngettext("{count} game", "{count} games", found.games))
        for one in found.by_game:
            lines = [
                _("Average of the winners: {points}").format(points=number(one.winning_average)),
                _("Best: {points}, {name}, {date}").format(
                    points=one.record.best.total,
                    name=one.record.best.name,
                    date=day_text(one.record.best.created),
                ),
            ]
            if one.minutes_average is not None:
                lines.append(
                    _("Average length: {minutes} minutes").format(minutes=round(one.minutes_average))
                )
            title = f"{_title(one.record.game)}: " + ngettext("{count} game", "{count} games", one.games)
            card.add_widget(Text(text=title, bold=True, font_size=look.label))
            card.add_widget(SmallText(text="\n".join(lines)))
        return card

    def _wins(self, found: Statistics) -> Card:
        card = _card(
            _("Wins"), _("The line across each bar is the 95% interval, the upright mark a fair share.")
        )
        for player in found.by_player[:MOST_PLAYERS]:
            card.add_widget(share_row(player.name, player.wins))
        return card

    def _start(self, found: Statistics) -> Card:
        card = _card(_("Does it help to start?"))
        shown = [one for one in found.start_player if one.players is None and one.share.n]
        if self.game is not None:
            whole = [one for one in found.start_player if one.game is not None and one.players is None]
            shown = [one for one in whole if one.share.n]
            # By the number of players only where that divides the games.
            shown += [one for one in found.start_player if one.players and 0 < one.share.n < whole[0].share.n]
        if not shown:
            card.add_widget(SoftText(text=_("For no finished game is it known who began.")))
            return card
        card.add_widget(Text(text=verdict_text(shown[0])))
        for one in shown:
            card.add_widget(share_row(_start_title(one), one.share))
        return card

    def _averages(self, found: Statistics, game: str) -> Card:
        card = _card(_("Points by category"), _title(game))
        records = [
            (player.name, record)
            for player in found.by_player
            for record in player.games
            if record.game == game
        ][:MOST_PLAYERS]
        most = max([1.0, *(sum(max(v, 0) for v in record.points.values()) for _name, record in records)])
        for name, record in records:
            card.add_widget(average_row(name, record, most))
        legend = Legend()
        for rule in records[0][1].points:
            legend.add_widget(LegendItem(rule=rule))
        card.add_widget(legend)
        return card

    def _colours(self, found: Statistics) -> Card:
        card = _card(_("Wins by colour"))
        for one in found.by_colour:
            card.add_widget(share_row(colour_name(one.colour), one.record.wins))
        return card


def share_row(name: str, share: Share) -> ShareRow:
    """A share in words and as a plot."""
    low, high = share.interval
    return ShareRow(
        name=name,
        words=share_text(share),
        rate=-1 if share.rate is None else share.rate,
        low=low,
        high=high,
        fair=-1 if share.fair is None else share.fair,
    )


def share_text(share: Share) -> str:
    """Such as `5 of 12: 42 % (19–68)`."""
    if share.rate is None:
        return _("no games")
    low, high = share.interval
    return _("{wins} of {n}: {rate}% ({low}–{high})").format(
        wins=share.wins,
        n=share.n,
        rate=round(share.rate * 100),
        low=round(low * 100),
        high=round(high * 100),
    )


def average_row(name: str, record: Record, most: float) -> AverageRow:
    """A player's average with its parts."""
    words = _("average {points}, best {best}").format(points=number(record.average), best=record.best.total)
    parts: list[Any] = [(rule, round(value, 1)) for rule, value in record.points.items()]
    return AverageRow(name=name, words=words, parts=parts, most=most)


def verdict_text(one: StartAdvantage) -> str:
    """What the interval allows to say, and no more."""
    return {
        "more": _("Start players win more often than chance would have it."),
        "less": _("Start players win less often than chance would have it."),
        "unclear": _("These games cannot tell: the fair share lies within the interval."),
    }[one.share.verdict]


def number(value: float) -> str:
    """With one decimal, and the comma where the language has one."""
    text = f"{value:.1f}"
    return text if catalogue.language == "en" else text.replace(".", ",")


def _start_title(one: StartAdvantage) -> str:
    title = _("All games") if one.game is None else _title(one.game)
    if one.players is None:
        return title
    return ngettext("{count} player", "{count} players", one.players)


def _title(game: str) -> str:
    known = [card.key for card in GAME_CARDS]
    return game_card(game).title if game in known else game


def _card(title: str, hint: str = "") -> Card:
    card = Card(spacing=look.gap_small * 1.5)
    card.add_widget(Heading(text=title))
    if hint:
        card.add_widget(SmallText(text=hint))
    return card


def _stored(app: MarbleApp) -> None:
    for game_id in store_samples(app):
        app.store.undelete(game_id)


def _emptied(app: MarbleApp) -> None:
    for summary in app.store.games():
        app.store.delete(summary.id)


def _wait(driver: Any) -> None:
    driver.until(lambda: driver.app.nav.screen.ids.plots.children)


def _scrolled(driver: Any) -> None:
    _wait(driver)
    driver.frames(3)
    driver.app.nav.screen.ids.page.body.scroll_y = 0


SAMPLES = (
    Sample("statistics_empty", prepare=_emptied, arrange=_wait),
    Sample("statistics", prepare=_stored, arrange=_wait),
    Sample("statistics_game", params={"game": "marble"}, prepare=_stored, arrange=_wait),
    Sample("statistics_below", params={"game": "marble"}, prepare=_stored, arrange=_scrolled),
)

load_kv(__file__)
