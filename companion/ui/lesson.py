"""Teaching the app with a reviewed photo: whether that can be offered, and the job in the worker."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.my_copy import MyCopy, layout_or_shipped
from companion.sampler import sampler_state
from companion.storage.errors import StorageError
from companion.translation import _
from companion.ui import photo_work
from companion.ui.board.table import ruleset_of
from scoring.errors import BadInput
from scoring.state import AQUEDUCTS, State, read_state

if TYPE_CHECKING:
    from companion.lessons import Lesson
    from companion.ui.flow import Flow
    from companion.ui.shell import MarbleApp

JOB_GAME, LESSON_JOB = "my-copy", "lesson"
SHOWING = ("score_sheet", "my_copy")

Document = dict[str, Any]


def find_photo(app: MarbleApp, copy: MyCopy, sha256: str) -> Path | None:
    """A photo of the calibration: the copy's own, else the store's. Raises StorageError."""
    return copy.photo_path(sha256) or app.store.photo_path(sha256)


def is_learning(app: MarbleApp) -> bool:
    """Whether a lesson is under way."""
    return app.worker.running(JOB_GAME, LESSON_JOB) is not None


def can_teach(app: MarbleApp, flow: Flow) -> bool:
    """Whether this game's photo can teach the copy: it was read with it, and is not known yet."""
    copy = MyCopy(app.folder)
    draft = copy.draft()
    if not (copy.calibrated and draft.get("empty") and draft.get("corners")):
        return False
    if not flow.photos or flow.reading is None or flow.state is None:
        return False
    learned = [lesson["photo"] for lesson in draft.get("lessons", [])]
    owners = {site["owner"] for site in flow.state.get("sites", []) if site["owner"]}
    owners |= {magistrate["owner"] for magistrate in flow.state.get("magistrates", [])}
    return (
        flow.photos[0] not in learned
        and flow.layout == layout_or_shipped(copy).as_json()
        and owners <= set(copy.owners())
    )


def teach(app: MarbleApp, flow: Flow) -> None:
    """Hand the lesson to the worker; a message tells how it went."""
    from companion.lessons import add_lesson

    copy = MyCopy(app.folder)
    try:
        draft = add_lesson(copy.draft(), flow.photos[0], flow.state or {})
        photos, samples = _materials(app, copy, draft)
    except (StorageError, BadInput) as error:
        app.report(error)
        return
    if draft["empty"] not in photos or flow.photos[0] not in photos:
        app.toast(_("The photo is no longer there."))
        return

    def show() -> None:
        """The sheet and the copy's screen say whether a lesson is under way."""
        if app.nav.stack[-1].name in SHOWING:
            app.nav.rebuild()

    def done(lesson: Lesson) -> None:
        show()
        if lesson.kept:
            app.toast(_("The app has learned from this photo."))
        else:
            app.toast(_("This photo would make the reading worse, so everything stays as it was."))

    def failed(_error: Exception) -> None:
        show()
        app.toast(_("Nothing could be learned from this photo; everything stays as it was."))

    app.worker.submit(
        lambda ticket: photo_work.learn_lesson(ticket, copy, draft, photos, samples, ruleset_of(app, None)),
        game_id=JOB_GAME,
        kind=LESSON_JOB,
        on_done=done,
        on_error=failed,
    )
    show()
    app.toast(_("Learning goes on in the background."))


def _materials(
    app: MarbleApp, copy: MyCopy, draft: Document
) -> tuple[dict[str, Path], list[tuple[Path, State]]]:
    """All photos that are still there, and those whose state is known, the newest last."""
    layout = layout_or_shipped(copy)
    sampler = sampler_state(layout, draft.get("owners", []))
    states: dict[str, State | None] = {draft["empty"]: None}
    if draft.get("sample") and sampler is not None:
        states[draft["sample"]] = sampler
    for lesson in draft["lessons"]:
        states[lesson["photo"]] = read_state(lesson["state"], {*AQUEDUCTS, *layout.sources})
    found = {sha256: find_photo(app, copy, sha256) for sha256 in states}
    photos = {sha256: path for sha256, path in found.items() if path is not None}
    known = [(path, state) for sha256, path in photos.items() if (state := states[sha256]) is not None]
    return photos, known
