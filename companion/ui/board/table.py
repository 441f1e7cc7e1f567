"""The board of the game in the making: its layout, ruleset, review and where it is seen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from companion.my_copy import MyCopy, layout_or_shipped, ruleset_or_shipped
from companion.review import Review, new_review, restore_review
from companion.storage.errors import StorageError
from companion.ui.board.photos import show_photo
from companion.ui.board.projection import Projection, drawn_projection, photo_projection
from companion.ui.board.view import BoardView
from companion.ui.flow import Flow
from companion.ui.widgets.badge import letters_for
from scoring.errors import BadInput
from scoring.layout import Layout, read_layout
from scoring.ruleset import Ruleset, read_ruleset
from scoring.state import State

if TYPE_CHECKING:
    from companion.ui.shell import MarbleApp


def layout_of(app: MarbleApp, flow: Flow | None) -> Layout:
    """The game's layout; the player's own for one that has none yet."""
    if flow is not None and flow.layout is not None:
        try:
            return read_layout(flow.layout)
        except BadInput as error:
            app.report(error)
    return layout_or_shipped(MyCopy(app.folder))


def ruleset_of(app: MarbleApp, flow: Flow | None) -> Ruleset:
    """The game's ruleset; the player's own for one that has none yet."""
    if flow is not None and flow.ruleset is not None:
        try:
            return read_ruleset(flow.ruleset)
        except BadInput as error:
            app.report(error)
    return ruleset_or_shipped(MyCopy(app.folder))


def review_of(app: MarbleApp, flow: Flow) -> Review:
    """The game's review as it was left; an empty one if what is stored cannot be read."""
    layout = layout_of(app, flow)
    undone = flow.section("review").get("undone", [])
    try:
        return restore_review(layout, flow.reading, flow.corrections, undone)
    except BadInput as error:
        app.report(error)
        return new_review(layout)


def keep_review(flow: Flow, review: Review) -> None:
    """Write the review where a restart finds it."""
    flow.corrections = [correction.as_json() for correction in review.corrections]
    flow.section("review")["undone"] = [correction.as_json() for correction in review.undone]
    flow.state = review.state.as_json()


def projection_of(flow: Flow, layout: Layout) -> Projection | None:
    """How the game's photo sees the board; None without a photo."""
    parameters = (flow.reading or {}).get("camera")
    if not flow.photos or parameters is None:
        return None
    try:
        return photo_projection(layout, parameters)
    except (ValueError, TypeError):
        return None


def photo_path(app: MarbleApp, flow: Flow, number: int = 0) -> Path | None:
    """One of the game's photos (the first is the one that is shown), if it is still there."""
    if not flow.photos:
        return None
    try:
        return app.store.photo_path(flow.photos[number])
    except StorageError as error:
        app.report(error)
        return None


def letters_of(flow: Flow | None) -> dict[str, str]:
    """The players' letters by their colour."""
    seats = [] if flow is None else [seat for seat in flow.seats if seat.colour is not None]
    letters = letters_for([seat.name for seat in seats])
    return {str(seat.colour): letter for seat, letter in zip(seats, letters, strict=True)}


def owners_of(app: MarbleApp, flow: Flow | None, state: State) -> tuple[str, ...]:
    """The colours that can own a piece here: the players', and whatever lies on the board."""
    seats = [str(seat.colour) for seat in flow.seats if seat.colour] if flow is not None else []
    seen = [site.owner for site in state.sites if site.owner] + [m.owner for m in state.magistrates]
    seen += [colour for colour, _score in state.track]
    found = tuple(dict.fromkeys((*seats, *seen)))
    return found or MyCopy(app.folder).owners()[:4]


def show_game(
    app: MarbleApp,
    flow: Flow,
    view: BoardView,
    state: State | None,
    drawn: bool,
    on_shown: Callable[[], None] | None = None,
) -> None:
    """Put the game's board into a view: on its photo, or drawn if it has none or that is wished."""
    layout = layout_of(app, flow)
    view.letters = letters_of(flow)
    projection = None if drawn else projection_of(flow, layout)
    path = None if projection is None else photo_path(app, flow)
    if projection is None or path is None:
        view.show_board(drawn_projection(layout), state)
        if on_shown is not None:
            on_shown()
        return
    seen = projection

    def finish(photo: object) -> None:
        from companion.ui.board.photos import ShownPhoto

        if isinstance(photo, ShownPhoto) and view.get_parent_window() is not None:
            view.show_photo(photo.texture, seen.size)
            view.show_board(seen, view.state if view.state is not None else state)
            if on_shown is not None:
                on_shown()

    def fail(error: Exception) -> None:
        app.report(error)
        view.show_board(drawn_projection(layout), state)

    show_photo(app, path, finish, fail)
