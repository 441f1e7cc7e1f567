"""Handing a finished game on: a sheet of choices, then the work, then the system's own share dialogue."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from kivy.core.clipboard import Clipboard

from companion.platform import PlatformError
from companion.sharing.text import file_stem, share_text
from companion.storage.errors import StorageError
from companion.storage.saved_game import SavedGame
from companion.storage.seats import title
from companion.translation import _

if TYPE_CHECKING:
    from companion.sharing.board_photo import BoardPhoto
    from companion.ui.shell import MarbleApp


def share_game(app: MarbleApp, game: SavedGame) -> None:
    """Ask how a finished game is shared, and do it."""
    actions = {
        "picture": share_picture,
        "text": share_words,
        "csv": share_table,
        "bgstats": share_play,
    }
    app.overlay.choose(
        _("Share the result"),
        (
            ("picture", _("As a picture"), "image"),
            ("text", _("As a text"), "notes"),
            ("csv", _("As a table (CSV)"), "table_rows"),
            ("bgstats", _("To BG Stats"), "query_stats"),
        ),
        lambda key: actions[key](app, game),
    )


def share_words(app: MarbleApp, game: SavedGame) -> None:
    """The result as a text."""
    text = share_text(game)
    try:
        done = app.platform.share_text(text, title(game.game))
    except PlatformError as error:
        app.toast(str(error))
        return
    if done == "copied":
        Clipboard.copy(text)
        app.toast(_("The text is on the clipboard."))


def share_table(app: MarbleApp, game: SavedGame) -> None:
    """The result as a table for spreadsheets."""
    from companion.sharing.table import share_csv

    hand_on(
        app, f"{file_stem(game)}.csv", share_csv([game]).encode("utf-8-sig"), "text/csv", title(game.game)
    )


def share_play(app: MarbleApp, game: SavedGame) -> None:
    """The result as a play in BG Stats."""
    from companion.sharing.bgstats import play_link

    try:
        app.platform.open_link(play_link(game))
    except PlatformError as error:
        app.toast(str(error))


def share_picture(app: MarbleApp, game: SavedGame) -> None:
    """The result as a picture; the photo is prepared in the worker."""
    path = _photo(app, game)
    if path is None:
        _finish_picture(app, game, None)
        return
    from companion.sharing.board_photo import board_photo

    app.toast(_("Making the picture"))
    app.worker.submit(
        lambda _ticket: board_photo(path, game),
        game_id=game.id,
        kind="share",
        on_done=lambda photo: _finish_picture(app, game, photo),
        on_error=lambda _error: _finish_picture(app, game, None),
    )


def _photo(app: MarbleApp, game: SavedGame) -> Path | None:
    try:
        return app.store.photo_path(game.photos[0]) if game.photos else None
    except StorageError:
        return None


def _finish_picture(app: MarbleApp, game: SavedGame, photo: BoardPhoto | None) -> None:
    from companion.ui.share_picture import share_png

    app.overlay.hide_toast()
    colour_blind = app.settings.colour_blind
    if photo is None:
        data = share_png(game, colour_blind=colour_blind)
    else:
        data = share_png(game, photo.rgb, centre_px=photo.centre_px, colour_blind=colour_blind)
    hand_on(app, f"{file_stem(game)}.png", data, "image/png", title(game.game))


def hand_on(app: MarbleApp, name: str, data: bytes, mime: str, subject: str) -> None:
    """Write a file and give it to the system; where that only stores it, say where it is."""
    folder = app.folder / "shared"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / name
        path.write_bytes(data)
        kept = app.platform.share_file(path, mime, subject)
    except (OSError, PlatformError) as error:
        app.toast(str(error))
        return
    if kept is not None:
        app.toast(_("Saved: {place}").format(place=str(kept)))
