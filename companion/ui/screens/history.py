"""The stored games by date: search, details, statistics, export and import."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

from kivy.clock import Clock

from companion.platform import PlatformError
from companion.sheet_words import win_title
from companion.storage import GameSummary, ImportReport, StorageError, export_backup, import_backup
from companion.translation import _, ngettext
from companion.ui.dates import day_text, month_text
from companion.ui.games import GAME_CARDS
from companion.ui.kv import load_kv
from companion.ui.sample_games import store_samples
from companion.ui.screen import AppScreen, Sample
from companion.ui.shell import MarbleApp
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.card import CardButton, Column
from companion.ui.widgets.choice import Chip
from companion.ui.widgets.empty import EmptyState
from companion.ui.widgets.overlay import Sheet
from companion.ui.widgets.progress import ProgressStrip
from companion.ui.widgets.text import Heading, Text

PAGE = 40
SEARCH_AFTER = 0.25
BACKUP = "application/zip"
KNOWN_GAMES = tuple(card.key for card in GAME_CARDS)


class GameRow(CardButton):
    """A game of the list."""

    def __init__(self, summary: GameSummary, screen: HistoryScreen) -> None:
        self.summary = summary
        self.game = summary.game if summary.game in KNOWN_GAMES else KNOWN_GAMES[0]
        self.headline = headline(summary)
        self.results = ", ".join(
            seat.name if seat.total is None else f"{seat.name}\u00a0{seat.total}"
            for seat in sorted(summary.seats, key=lambda seat: seat.place or 0)
        )
        self.date = " · ".join(part for part in (day_text(summary.created), summary.location) if part)
        super().__init__()
        self.bind(on_release=lambda _row: screen.app.nav.open("game_details", id=summary.id))


def headline(summary: GameSummary) -> str:
    """Who won; or that the game is not finished."""
    if not summary.finished or not summary.winners:
        return _("Unfinished")
    return win_title({"winners": list(summary.winners)})


class HistoryScreen(AppScreen):
    """A list of games, newest first, by month."""

    def setup(self) -> None:
        self.search: str = self.params.get("search", "")
        self.game: str | None = self.params.get("game")
        self.shown: int = self.params.get("shown", PAGE)
        self._typing: Any = None

    def enter(self) -> None:
        for key, title in [(None, _("All")), *((card.key, card.title) for card in GAME_CARDS)]:
            chip = Chip(text=title, active=self.game == key)
            chip.key = key
            chip.bind(on_release=lambda tapped: self.choose_game(tapped.key))
            self.ids.games.add_widget(chip)
        self.ids.search.bind(text=lambda _field, text: self._on_text(text))
        self.show_games()

    def leave(self) -> None:
        if self._typing is not None:
            self._typing.cancel()

    def _on_text(self, text: str) -> None:
        self.search = self.params["search"] = text
        self.shown = self.params["shown"] = PAGE
        if self._typing is not None:
            self._typing.cancel()
        self._typing = Clock.schedule_once(lambda _dt: self.show_games(), SEARCH_AFTER)

    def choose_game(self, key: str | None) -> None:
        """Only the games of one kind, or all."""
        self.game = self.params["game"] = key
        self.shown = self.params["shown"] = PAGE
        for chip in self.ids.games.children:
            chip.active = chip.key == key
        self.show_games()

    def show_games(self) -> None:
        """List what fits the search."""
        box = self.ids.list
        box.clear_widgets()
        try:
            found = self.app.store.games(self.search, self.game, limit=self.shown + 1)
        except StorageError as error:
            self.app.report(error)
            return
        self.app.save()
        if not found:
            box.add_widget(self._empty())
        month = ""
        for summary in found[: self.shown]:
            if month_text(summary.created) != month:
                month = month_text(summary.created)
                box.add_widget(Heading(text=month))
            box.add_widget(GameRow(summary, self))
        if len(found) > self.shown:
            more = PushButton(text=_("Show older games"), kind="tonal", icon="expand_more")
            more.bind(on_release=lambda _button: self.show_more())
            box.add_widget(more)

    def show_more(self) -> None:
        self.shown += PAGE
        self.params["shown"] = self.shown
        self.show_games()

    def _empty(self) -> EmptyState:
        if self.search or self.game:
            return EmptyState(
                icon="search",
                title=_("No game fits this search."),
                hint=_("Try fewer letters, or all games."),
                action=_("Show all games"),
                on_go=lambda _state: self.show_all(),
            )
        return EmptyState(
            icon="history",
            title=_("No games yet"),
            hint=_("Every game that you score is kept here, with its photo."),
            action=_("Score a game"),
            on_go=lambda _state: self.app.nav.home(),
        )

    def show_all(self) -> None:
        """Without search and choice of a game."""
        self.ids.search.text = ""
        self.search = self.params["search"] = ""
        self.choose_game(None)

    # Menu

    def open_menu(self) -> None:
        """What is done with all games."""
        self.app.overlay.choose(
            _("All games"),
            (
                ("export", _("Save a backup of all games"), "upload"),
                ("import", _("Take over games from a backup"), "download"),
                ("deleted", _("Deleted games"), "restore"),
            ),
            self._do,
        )

    def _do(self, what: str) -> None:
        {"export": self.export, "import": self.choose_backup, "deleted": self.show_deleted}[what]()

    def _work(self, title: str, work: Callable[[], Any], on_done: Callable[[Any], None]) -> None:
        """Long work with a sheet that says so; closing the sheet does not stop it."""
        sheet = Sheet(title)
        sheet.add(ProgressStrip(share=0.5, stage=_("One moment …")))
        self.app.overlay.show(sheet)

        def finish(answer: Any) -> None:
            sheet.close()
            on_done(answer)

        def fail(error: Exception) -> None:
            sheet.close()
            self.app.report(error)

        self.app.worker.submit(
            lambda _ticket: work(), game_id="history", kind="backup", on_done=finish, on_error=fail
        )

    def export(self) -> None:
        """All games and photos in one file, handed on."""
        folder = self.app.folder / "shared"
        file = folder / f"marble-backup-{datetime.now():%Y-%m-%d}.zip"

        def work() -> Any:
            folder.mkdir(exist_ok=True)
            return export_backup(self.app.store, file)

        def done(report: Any) -> None:
            try:
                place = self.app.platform.share_file(report.file, BACKUP, _("Marble Companion backup"))
            except PlatformError as error:
                self.app.report(error)
                return
            text = ngettext("{count} game saved.", "{count} games saved.", report.games)
            self.app.toast(text if place is None else f"{text} {place}")

        self._work(_("Save a backup of all games"), work, done)

    def choose_backup(self) -> None:
        """Let the player choose the file to import."""
        if not self.app.platform.has_picker:
            self.app.nav.open("choose_file", kind="any", title=_("Take over games from a backup"))
            return

        def chosen(path: Path | None) -> None:
            if path is not None:
                self.file_chosen(path)

        here = self.app.in_app_thread
        self.app.platform.pick_file(BACKUP, here(chosen), here(self.app.report))

    def file_chosen(self, path: Path) -> None:
        """Merge a backup; games that are there already stay single."""
        self._work(
            _("Take over games from a backup"),
            lambda: import_backup(self.app.store, path),
            self._imported,
        )

    def _imported(self, report: ImportReport) -> None:
        if self.app.nav.screen is self:
            self.show_games()
        self.app.toast(import_text(report))

    def show_deleted(self) -> None:
        """What was deleted and can still come back."""
        games = self.app.store.games(deleted=True, limit=20)
        sheet = Sheet(_("Deleted games"))
        if not games:
            sheet.add(Text(text=_("There are none.")))
        for summary in games:
            row = DeletedRow(summary)
            row.ids.restore.bind(on_release=lambda _b, one=summary: self._restore(sheet, one.id))
            sheet.add(row)
        close = PushButton(text=_("Close"), kind="tonal")
        close.bind(on_release=lambda _button: sheet.close())
        sheet.add(close)
        self.app.overlay.show(sheet)

    def _restore(self, sheet: Sheet, game_id: str) -> None:
        sheet.close()
        try:
            self.app.store.undelete(game_id)
        except StorageError as error:
            self.app.report(error)
        self.show_games()


class DeletedRow(Column):
    """A deleted game with the way back."""

    def __init__(self, summary: GameSummary) -> None:
        self.text = ", ".join(seat.name for seat in summary.seats)
        self.date = day_text(summary.created)
        super().__init__()


def import_text(report: ImportReport) -> str:
    """What an import brought, in words."""
    if not report.changed:
        return _("All games of the backup are here already.")
    parts = [ngettext("{count} game added.", "{count} games added.", len(report.added))]
    if report.updated:
        parts.append(ngettext("{count} game updated.", "{count} games updated.", len(report.updated)))
    if report.restored:
        parts.append(ngettext("{count} game restored.", "{count} games restored.", len(report.restored)))
    return " ".join(parts)


def _stored(app: MarbleApp) -> None:
    store_samples(app)


def _emptied(app: MarbleApp) -> None:
    for summary in app.store.games():
        app.store.delete(summary.id)


def _filled_again(app: MarbleApp) -> None:
    for game_id in store_samples(app):
        app.store.undelete(game_id)


def _menu(driver: Any) -> None:
    driver.app.nav.screen.open_menu()


SAMPLES = (
    Sample("history_empty", prepare=_emptied),
    Sample("history", prepare=_filled_again),
    Sample("history_search", params={"search": "zurich"}, prepare=_stored),
    Sample("history_menu", prepare=_stored, arrange=_menu),
)

load_kv(__file__)
