"""The score sheet of Via Romana and Alea Iacta Est: who won, why, and where the points come from."""

from __future__ import annotations

from typing import Any

from companion.my_copy import MyCopy, ruleset_or_shipped
from companion.translation import _
from companion.ui.kv import load_kv
from companion.ui.screen import AppScreen, Sample
from companion.ui.screens.alea import sample_players as alea_players
from companion.ui.screens.via_romana import sample_players as via_romana_players
from companion.ui.sheet_view import sheet_cards
from companion.ui.shell import MarbleApp
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.card import NoticeCard
from companion.ui.widgets.text import Text
from scoring.errors import BadInput
from scoring.games import game_named


class FinalScoreScreen(AppScreen):
    """Scores the game in the making; the sheet is kept with it."""

    def enter(self) -> None:
        flow = self.flow
        page = self.ids.page
        try:
            rules = game_named(flow.game)
            players = flow.players_document()
            if rules.score is None:
                raise BadInput(_("This game is scored from its board."), reason="wrong_game")
            ruleset = ruleset_or_shipped(MyCopy(self.app.folder))
            sheet = rules.score(rules.read_players(players), ruleset).as_json()
        except BadInput as error:
            card = NoticeCard()
            card.add_widget(Text(text=str(error)))
            back = PushButton(text=_("Change the entries"), icon="edit")
            back.bind(on_release=lambda _button: self.app.nav.back())
            card.add_widget(back)
            page.add_widget(card)
            self.ids.done.disabled = self.ids.share.disabled = True
            return
        if flow.sheet != sheet or flow.step not in ("sheet", "done"):
            flow.sheet, flow.ruleset = sheet, ruleset.as_json()
            self.app.save_step("sheet")
        for card in sheet_cards(self.app, sheet, players, ruleset):
            page.add_widget(card)

    def share(self) -> None:
        """Hand the result on."""
        from companion.ui.keeping import saved_game_of
        from companion.ui.share import share_game

        share_game(self.app, saved_game_of(self.flow))

    def finish(self) -> None:
        """The game is over: it moves to the history."""
        self.app.save_step("done")
        game_id = self.flow.id
        self.app.close_flow()
        self.app.nav.home()
        self.app.toast(
            _("The game is in the history."),
            _("Show"),
            lambda: self.app.nav.open("game_details", id=game_id),
        )


def _five_players(app: MarbleApp) -> None:
    alea_players(app)
    if app.flow is not None:
        from companion.ui.flow import Seat

        app.flow.seats.append(Seat("Maximilian", "grey", {"chips": 3}))


def _explained(rule: str) -> Any:
    def tap(driver: Any) -> None:
        from companion.sheet_words import rule_title

        for widget in driver.widgets():
            if type(widget).__name__ == "ScoreRow" and widget.title == rule_title(rule):
                driver.tap(widget)
                return

    return tap


SAMPLES = (
    Sample("final_score_via_romana", prepare=via_romana_players),
    Sample("final_score_alea", prepare=alea_players),
    Sample("final_score_five", prepare=_five_players),
    Sample("final_score_explained", prepare=alea_players, arrange=_explained("patricians")),
)

load_kv(__file__)
