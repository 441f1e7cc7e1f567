"""One stored game: its result, its photo, notes, and what can be done with it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kivy.clock import Clock
from kivy.properties import ObjectProperty
from kivy.uix.widget import Widget

from companion.sheet_words import rule_title
from companion.storage import Difference, LoadedGame, SavedGame, StorageError
from companion.storage import title as game_title
from companion.translation import _
from companion.ui.board.photos import ShownPhoto, show_photo
from companion.ui.dates import time_text
from companion.ui.kv import load_kv
from companion.ui.sample_games import sample_game, store_samples
from companion.ui.screen import AppScreen, Sample
from companion.ui.sheet_view import sheet_cards
from companion.ui.shell import MarbleApp
from companion.ui.theme import look
from companion.ui.widgets.card import Card, NoticeCard
from companion.ui.widgets.text import Heading, Text
from scoring.errors import BadInput
from scoring.ruleset import read_ruleset

WRITE_AFTER = 0.6
MOST_MINUTES = 7 * 24 * 60


class PhotoCard(Card):
    """The photo of the board; it appears as soon as it is decoded."""

    texture = ObjectProperty(None, allownone=True)

    def show(self, shown: ShownPhoto) -> None:
        """The photo is there."""
        self.texture = shown.texture


class NotesCard(Card):
    """Place, duration and notes, editable."""

    def __init__(self, screen: GameDetailsScreen, game: SavedGame) -> None:
        self.screen = screen
        self.location = game.location
        self.minutes = "" if game.duration_minutes is None else str(game.duration_minutes)
        self.notes = game.notes
        super().__init__()
        for name in ("location", "minutes", "notes"):
            self.ids[name].bind(text=lambda _field, _text: screen.write_soon())


class GameDetailsScreen(AppScreen):
    """Opened with `id`."""

    def setup(self) -> None:
        self.loaded: LoadedGame | None = None
        self._notes: NotesCard | None = None
        self._writing: Any = None
        try:
            self.loaded = self.app.store.load(self.params["id"])
        except StorageError as error:
            self._error: str = str(error)
        self.title = game_title(self.loaded.game.game) if self.loaded else _("Game")

    def enter(self) -> None:
        page = self.ids.page
        if self.loaded is None:
            page.add_widget(Text(text=self._error))
            for name in ("share", "open_again"):
                self.ids[name].disabled = True
            return
        game = self.loaded.game
        if game.step != "done":
            self.ids.open_again.text, self.ids.open_again.icon = _("Go on"), "play_arrow"
        self.ids.share.disabled = game.sheet is None
        page.add_widget(Text(text=self._facts(game), color=look.palette.text_soft))
        if self.loaded.differences:
            page.add_widget(self._difference_card(self.loaded.differences))
        for card in self._result_cards(game):
            page.add_widget(card)
        self._add_photos(game)
        self._notes = NotesCard(self, game)
        page.add_widget(self._notes)

    def leave(self) -> None:
        self.remember()

    def remember(self) -> None:
        if self._writing is not None:
            self._writing.cancel()
            self.write()

    def _facts(self, game: SavedGame) -> str:
        lines = [time_text(game.created)]
        if game.start_player is not None:
            lines.append(_("{name} began.").format(name=game.start_player))
        return "\n".join(lines)

    def _result_cards(self, game: SavedGame) -> list[Widget]:
        if game.sheet is not None:
            ruleset = None if game.ruleset is None else read_ruleset(game.ruleset)
            return sheet_cards(self.app, game.sheet, game.players, ruleset)
        card = NoticeCard()
        names = ", ".join(game.player_names) or _("no players yet")
        card.add_widget(Heading(text=_("Unfinished"), color=look.palette.on_warning))
        card.add_widget(Text(text=names, color=look.palette.on_warning))
        return [card]

    def _difference_card(self, differences: tuple[Difference, ...]) -> NoticeCard:
        card = NoticeCard()
        ink = look.palette.on_warning
        card.add_widget(Heading(text=_("Today's rules give another result"), color=ink))
        card.add_widget(Text(text=_("The sheet below is the one that was shown then."), color=ink))
        for one in differences[:8]:
            card.add_widget(Text(text=difference_text(one), color=ink, font_size=look.label))
        return card

    def _add_photos(self, game: SavedGame) -> None:
        for sha256 in game.photos[-1:]:
            path = self.app.store.photo_path(sha256)
            card = PhotoCard()
            if path is None:
                card.add_widget(Text(text=_("The photo was removed to save space.")))
            else:
                show_photo(self.app, path, card.show)
            self.ids.page.add_widget(card)

    # Notes

    def write_soon(self) -> None:
        """Keep the notes when typing pauses."""
        if self._writing is not None:
            self._writing.cancel()
        self._writing = Clock.schedule_once(lambda _dt: self.write(), WRITE_AFTER)

    def write(self) -> None:
        """Keep the notes now."""
        self._writing = None
        if self._notes is None or self.loaded is None:
            return
        ids = self._notes.ids
        minutes = ids.minutes.text.strip()
        try:
            game = self.app.store.game(self.loaded.game.id)
            self.app.store.save_step(
                replace(
                    game,
                    location=ids.location.text.strip(),
                    notes=ids.notes.text,
                    duration_minutes=min(int(minutes), MOST_MINUTES) if minutes.isdecimal() else None,
                )
            )
        except BadInput as error:
            self.app.report(error)

    # Actions

    def share(self) -> None:
        """Hand the result on."""
        from companion.ui.share import share_game

        if self.loaded is not None:
            share_game(self.app, self.loaded.game)

    def open_again(self) -> None:
        """Go on where the game was left, or change a finished one."""
        if self.loaded is None:
            return
        try:
            self.app.open_game(self.loaded.game.id)
        except (BadInput, ValueError) as error:
            self.app.report(error)

    def delete(self) -> None:
        """Take the game out of the history, with a way back."""
        if self.loaded is None:
            return
        game_id = self.loaded.game.id
        self.remember()
        try:
            self.app.store.delete(game_id)
        except StorageError as error:
            self.app.report(error)
            return
        self.loaded = self._notes = None
        self.app.nav.back()

        def restore() -> None:
            self.app.store.undelete(game_id)
            self.app.nav.rebuild()

        self.app.toast(_("The game is deleted."), _("Undo"), restore)


def difference_text(one: Difference) -> str:
    """A difference between the sheet shown and today's, in words."""
    titles = {
        "total": _("Total"),
        "winners": _("Winner"),
        "ranking": _("Order"),
        "players": _("Players"),
        "sheet": _("Score sheet"),
    }
    what = titles.get(one.rule) or rule_title(one.rule)
    if one.rule == "sheet":
        return one.now
    text = _("{what}: {shown} then, {now} now").format(what=what, shown=one.shown, now=one.now)
    return text if one.player is None else f"{one.player}, {text}"


def _stored(app: MarbleApp) -> None:
    store_samples(app)


def _with_photo(app: MarbleApp) -> None:
    from companion.demo import demo_file

    store_samples(app)
    game = sample_game(0)
    path = demo_file("board.jpg")
    if path.exists():
        sha256 = app.store.add_photo(path.read_bytes())
        sheet = game.sheet and {
            **game.sheet,
            "players": [
                {**player, "total": player["total"] + (number == 0)}
                for number, player in enumerate(game.sheet["players"])
            ],
        }
        app.store.save_step(replace(game, photos=(sha256,), sheet=sheet))


def _down(driver: Any) -> None:
    driver.seconds(0.6)
    driver.app.nav.screen.ids.page.body.scroll_y = 0.0
    driver.frames(3)


SAMPLES = (
    Sample("game_details", params={"id": sample_game(1).id}, prepare=_stored),
    Sample("game_details_difference", params={"id": sample_game(0).id}, prepare=_with_photo),
    Sample("game_details_photo", params={"id": sample_game(0).id}, prepare=_with_photo, arrange=_down),
)

load_kv(__file__)
