"""Who won City of Marble and why: every line lights up its places on the photo."""

from __future__ import annotations

from typing import Any

from companion.board_explanations import explain_board_line, track_differences
from companion.misread import misread_zip
from companion.sheet_words import rule_text, rule_title
from companion.storage.errors import PhotoRefused, StorageError
from companion.translation import _
from companion.ui.board.frame import BoardFrame
from companion.ui.board.places import as_place
from companion.ui.board.table import layout_of, letters_of, projection_of, ruleset_of, show_game
from companion.ui.board.view import BoardView, Mark
from companion.ui.example import begin_example
from companion.ui.keeping import saved_game_of
from companion.ui.kv import load_kv
from companion.ui.lesson import can_teach, is_learning, teach
from companion.ui.screen import AppScreen, Sample
from companion.ui.share import hand_on, share_game
from companion.ui.shell import MarbleApp
from companion.ui.theme import look
from companion.ui.widgets.badge import PlayerBadge
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.card import Card, CardButton, Column, NoticeCard, RowBox
from companion.ui.widgets.choice import Chip, ChipBox
from companion.ui.widgets.score import ScoreBars, ScoreTable, WinnerCard
from companion.ui.widgets.text import Heading, SmallText, SoftText, Text
from companion.warning_words import warning_text
from scoring.errors import BadInput
from scoring.games import MARBLE
from scoring.players import Player
from scoring.score import score
from scoring.sheet import ScoreSheet
from scoring.state import AQUEDUCTS, State, read_state

ON_BOARD = ("buildings", "aqueducts", "fountains")
TRACK_WARNING = "disc on the score track says"


class ScoreSheetScreen(AppScreen):
    """`params`: the rule whose places are lit up, and perhaps the player whose."""

    def setup(self) -> None:
        self.layout = layout_of(self.app, self.flow)
        self.ruleset = ruleset_of(self.app, self.flow)
        self.state = State()
        self.players: tuple[Player, ...] = ()
        self.sheet: ScoreSheet | None = None
        self.trouble = ""
        try:
            if self.flow.state is not None:
                self.state = read_state(self.flow.state, {*AQUEDUCTS, *self.layout.sources})
            self.players = MARBLE.read_players(self.flow.players_document())
            self.sheet = score(self.state, self.players, self.layout, self.ruleset)
        except BadInput as error:
            self.trouble = str(error)
        self.letters = letters_of(self.flow)
        self.has_photo = projection_of(self.flow, self.layout) is not None
        self.view = BoardView()

    def enter(self) -> None:
        self.frame: BoardFrame = self.ids.frame
        self.frame.put(self.view)
        if self.sheet is None:
            self._show_trouble()
            return
        document = self.sheet.as_json()
        if self.flow.sheet != document or self.flow.step not in ("sheet", "done"):
            self.flow.sheet = document
            self.app.save_step("sheet")
        self.view.pieces = not self.has_photo
        self.view.hollow = self.has_photo
        self.view.bind(on_tap=lambda _view, place: self.ask_about(place))
        show_game(self.app, self.flow, self.view, self.state, not self.has_photo, on_shown=self._light)
        self.show()

    def _show_trouble(self) -> None:
        card = NoticeCard()
        card.add_widget(Text(text=self.trouble, color=look.palette.on_warning))
        back = PushButton(text=_("Players"), icon="people")
        back.bind(on_release=lambda _b: self.app.nav.back_to("players"))
        card.add_widget(back)
        self.frame.fill(card)
        self.ids.done.disabled = self.ids.share.disabled = True

    # The panel

    def show(self) -> None:
        """The whole sheet, or one line of it."""
        if self.sheet is None:
            return
        if self.params.get("rule"):
            self._show_line(str(self.params["rule"]))
        else:
            self._show_sheet()
        self._light()

    def _show_sheet(self) -> None:
        if self.sheet is None:
            return
        document = self.sheet.as_json()
        table = Card()
        table.padding = (look.gap, look.gap, look.gap, look.gap_small)
        table.add_widget(Heading(text=_("Score sheet")))
        table.add_widget(SmallText(text=_("Tap a line: its places light up on the board.")))
        table.add_widget(ScoreTable(document, self.open_line, spacing=0))
        bars = Card()
        bars.add_widget(SmallText(text=_("Tap a part of a bar to see where it comes from.")))
        bars.add_widget(ScoreBars(document, self.open_line, spacing=look.gap))
        self.frame.fill(
            WinnerCard(document), bars, table, *self._track_cards(), *self._warning_cards(), self._last_card()
        )

    def _track_cards(self) -> list[Any]:
        if self.sheet is None:
            return []
        length = len(self.layout.track)
        found = track_differences(self.sheet, self.players, self.state, self.ruleset, length)
        if not found:
            if not self.state.track:
                return []
            card = Card()
            card.add_widget(Heading(text=_("Score track")))
            card.add_widget(
                SoftText(text=_("Every disc stands where the buildings say."), font_size=look.label)
            )
            return [card]
        card = NoticeCard()
        card.add_widget(Heading(text=_("Score track"), color=look.palette.on_warning))
        for difference in found:
            card.add_widget(Text(text=difference.text, color=look.palette.on_warning, font_size=look.label))
        note = _("The sheet counts the buildings on the board, not the track.")
        card.add_widget(SmallText(text=note, color=look.palette.on_warning))
        return [card]

    def _warning_cards(self) -> list[Any]:
        cards: list[Any] = []
        for warning in self.sheet.warnings if self.sheet is not None else ():
            if TRACK_WARNING in warning:
                continue
            card = NoticeCard()
            card.add_widget(
                Text(text=warning_text(warning), color=look.palette.on_warning, font_size=look.label)
            )
            cards.append(card)
        return cards

    def _last_card(self) -> Column:
        box = Column()
        ruleset = "" if self.sheet is None else self.sheet.ruleset
        box.add_widget(SmallText(text=_("Ruleset: {name}").format(name=ruleset)))
        ask = PushButton(text=_("What if? Ask the board"), icon="live_help", kind="outline")
        ask.bind(on_release=lambda _b: self.app.nav.open("what_if"))
        box.add_widget(ask)
        if self.flow.photos:
            if is_learning(self.app):
                box.add_widget(SoftText(text=_("Learning goes on in the background.")))
            elif can_teach(self.app, self.flow):
                learn = PushButton(text=_("Learn from this photo"), icon="school", kind="plain")
                learn.bind(on_release=lambda _b: self.ask_to_teach())
                box.add_widget(learn)
            wrong = PushButton(text=_("This was misread"), icon="bug_report", kind="plain")
            wrong.bind(on_release=lambda _b: self.report_misread())
            box.add_widget(wrong)
        return box

    # One line

    def open_line(self, rule: str) -> None:
        """Light up a line's places."""
        self.params.update(rule=rule, player=None)
        self.app.save()
        self.show()

    def close_line(self) -> None:
        """Back to the whole sheet."""
        self.params.update(rule=None, player=None)
        self.show()

    def _show_line(self, rule: str) -> None:
        if self.sheet is None:
            return
        head = RowBox()
        head.add_widget(Heading(text=rule_title(rule), pos_hint={"center_y": 0.5}))
        close = PushButton(text=_("Score sheet"), icon="arrow_back", kind="plain", hug=True)
        close.bind(on_release=lambda _b: self.close_line())
        head.add_widget(close)
        widgets: list[Any] = [head, SoftText(text=rule_text(rule), font_size=look.label)]
        rules = ChipBox()
        for line in self.sheet.players[0].lines:
            chip = Chip(text=rule_title(line.rule), active=line.rule == rule)
            chip.bind(on_release=lambda _c, other=line.rule: self.open_line(other))
            rules.add_widget(chip)
        entries = {seat.name: seat.entry for seat in self.flow.seats}
        for player in self.sheet.players:
            line = next(one for one in player.lines if one.rule == rule)
            row = CardButton(orientation="horizontal", padding=look.gap_small)
            chosen = self.params.get("player") == player.name
            if chosen:
                row.edge = look.palette.primary_text
                row.fill = look.palette.tonal
            badge = PlayerBadge(
                text=self.letters.get(player.colour or "", player.name[:1]),
                colour=player.colour or "",
                pos_hint={"center_y": 0.5},
            )
            row.add_widget(badge)
            words = Column(spacing=0, pos_hint={"center_y": 0.5})
            words.add_widget(Text(text=player.name, bold=True))
            why = explain_board_line(line, player, self.state, self.ruleset, entries.get(player.name, {}))
            words.add_widget(SmallText(text=why))
            row.add_widget(words)
            row.add_widget(
                Text(
                    text=str(line.points),
                    hug=True,
                    bold=True,
                    font_size=look.heading,
                    pos_hint={"center_y": 0.5},
                )
            )
            row.bind(on_release=lambda _r, name=player.name: self.choose_player(name))
            widgets.append(row)
        self.frame.fill(*widgets, rules)

    def choose_player(self, name: str) -> None:
        """Only this player's places, or all again."""
        self.params["player"] = None if self.params.get("player") == name else name
        self.show()

    def _light(self) -> None:
        """Mark the places of the line that is open."""
        rule, only = self.params.get("rule"), self.params.get("player")
        marks: list[Mark] = []
        for player in self.sheet.players if self.sheet is not None and rule in ON_BOARD else ():
            if only and player.name != only:
                continue
            colour = look.piece(player.colour or "")
            for place in next(line for line in player.lines if line.rule == rule).because:
                at = as_place(place)
                site = at[0] if isinstance(at[0], tuple) else at
                if site is not at:
                    marks.append(("edge", at, colour))
                marks.append(("site", site, colour))
                marks.append(("owner", (site, player.colour or ""), colour))
        self.view.show_marks(marks, dimmed=bool(marks))
        if marks:
            self.view.look_at_city()
        else:
            self.view.look_at_all()

    # On from here

    def ask_about(self, place: tuple[float, float]) -> None:
        """A tap on the board: what if?"""
        self.app.nav.open("what_if", place=list(place))

    def share(self) -> None:
        """Hand the result on."""
        share_game(self.app, saved_game_of(self.flow))

    def ask_to_teach(self) -> None:
        """Photo and corrected board for the profile of this copy, only when the player wants it."""
        self.app.overlay.ask(
            _("Learn from this photo?"),
            _(
                "Only if the board was checked and is right now. The app looks at the colours of the pieces "
                "again, with this photo too, and keeps what it learned only if no photo is read worse. "
                "Nothing leaves the phone."
            ),
            _("Learn"),
            self._teach,
            _("Cancel"),
        )

    def _teach(self) -> None:
        teach(self.app, self.flow)

    def report_misread(self) -> None:
        """One file about the misread photo, only after the player has read what is in it."""
        self.app.overlay.ask(
            _("Save what was misread?"),
            _(
                "One file with the photo, what the app read and what was corrected. It holds no names. "
                "It stays with you until you send it to somebody."
            ),
            _("Save the file"),
            self._save_misread,
            _("Cancel"),
        )

    def _save_misread(self) -> None:
        flow = self.flow
        try:
            paths = [self.app.store.photo_path(sha) for sha in flow.photos]
            photos = [path.read_bytes() for path in paths if path is not None]
            corners = flow.section("photo").get("corners")
            data = misread_zip(photos, flow.reading, flow.corrections, flow.state, flow.layout, corners)
        except (StorageError, PhotoRefused, OSError) as error:
            self.app.report(error)
            return
        hand_on(self.app, f"misread-{flow.id[:8]}.zip", data, "application/zip", _("A misread board"))

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

    def handle_back(self) -> bool:
        if self.params.get("rule"):
            self.close_line()
            return True
        return False


def _example(app: MarbleApp) -> None:
    begin_example(app)


def _ready(driver: Any) -> None:
    view = driver.app.nav.screen.view
    driver.until(lambda: view.projection is not None)


def _sharing(driver: Any) -> None:
    _ready(driver)
    driver.app.nav.screen.share()


SAMPLES = (
    Sample("score_sheet", prepare=_example, arrange=_ready, flow_step=8),
    Sample("score_sheet_line", params={"rule": "aqueducts"}, prepare=_example, arrange=_ready, flow_step=9),
    Sample("score_sheet_share", prepare=_example, arrange=_sharing),
)

load_kv(__file__)
