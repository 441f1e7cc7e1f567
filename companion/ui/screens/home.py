"""The first screen: the three games, and a game that waits to be finished."""

from __future__ import annotations

from companion.translation import _
from companion.ui.flow import Flow, Seat
from companion.ui.games import GAME_CARDS, GameCardFacts, game_card
from companion.ui.kv import load_kv
from companion.ui.screen import AppScreen, Sample
from companion.ui.shell import MarbleApp
from companion.ui.theme import look
from companion.ui.widgets.card import Card, Column, RowBox
from companion.ui.widgets.mosaic import Mosaic


class HomeHeader(Mosaic):
    """The name of the app on the mosaic floor."""


class GameCard(Card):
    """The game that the app is about, with its three buttons."""

    def __init__(self, facts: GameCardFacts, screen: HomeScreen) -> None:
        self.facts = facts
        self.screen = screen
        super().__init__()


class SmallGameCard(Card):
    """One of the other games."""

    def __init__(self, facts: GameCardFacts, screen: HomeScreen) -> None:
        self.facts = facts
        self.screen = screen
        super().__init__()


class ResumeCard(Card):
    """The game in the making."""

    def __init__(self, flow: Flow, screen: HomeScreen) -> None:
        self.flow = flow
        self.screen = screen
        self.game_title = game_card(flow.game).title
        self.names = ", ".join(seat.name for seat in flow.seats) or _("no players yet")
        super().__init__()


class HomeScreen(AppScreen):
    """Three games; start player, score, rules; history and settings."""

    def enter(self) -> None:
        first = rest = self.ids.games
        if look.wide:
            first, rest = Column(spacing=look.gap), Column(spacing=look.gap)
            row = RowBox(spacing=look.gap)
            for column in (first, rest):
                column.pos_hint = {"top": 1}
                row.add_widget(column)
            self.ids.games.add_widget(row)
        if self.app.flow is not None and not self.app.flow.finished:
            first.add_widget(ResumeCard(self.app.flow, self))
        first.add_widget(GameCard(GAME_CARDS[0], self))
        for facts in GAME_CARDS[1:]:
            rest.add_widget(SmallGameCard(facts, self))

    def score(self, game: str) -> None:
        """A new game; one that is unfinished is only given up after asking."""
        flow = self.app.flow
        if flow is None or flow.finished:
            self._begin(game)
            return
        self.app.overlay.ask(
            _("Begin a new game?"),
            _("The unfinished game of {title} is then given up.").format(title=game_card(flow.game).title),
            _("Begin a new game"),
            lambda: self._begin(game),
            _("Keep it"),
        )

    def _begin(self, game: str) -> None:
        self.app.start_flow(game)
        self.app.nav.open("players", game=game)

    def resume(self) -> None:
        """Where the game was left."""
        self.app.resume_flow()

    def discard(self) -> None:
        """Give the unfinished game up, with a way back."""
        flow = self.app.flow
        self.app.close_flow()
        self.app.nav.rebuild()

        def restore() -> None:
            self.app.session.flow = flow
            self.app.save()
            self.app.nav.rebuild()

        self.app.toast(_("The unfinished game is gone."), _("Undo"), restore)


def _with_unfinished_game(app: MarbleApp) -> None:
    app.start_flow("marble", [Seat("Julia", "purple"), Seat("Octavia", "black"), Seat("Marcus", "white")])


SAMPLES = (Sample("home", flow_step=1), Sample("home_resume", prepare=_with_unfinished_game))

load_kv(__file__)
