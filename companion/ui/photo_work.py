"""The long work about photos, for the worker: storing one, reading the board, calibrating."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.my_copy import MyCopy
from companion.ui.worker import Cancelled, Ticket

if TYPE_CHECKING:
    from companion.lessons import Lesson
    from companion.storage import Store
    from scoring.ruleset import Ruleset
    from scoring.state import State

Document = dict[str, Any]


def store_photo(store: Store, path: Path) -> str:
    """Keep a photo without its private data; gives its SHA-256. Raises `BadInput` and `StorageError`."""
    from scoring.errors import BadInput

    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadInput(error.strerror or str(error), reason="no_file", file=path.name) from error
    return store.add_photo(data)


def read_board(
    ticket: Ticket, paths: list[Path], copy: MyCopy, corners_px: Any, ruleset: Ruleset
) -> tuple[Document, Document]:
    """The reading, with its camera, and the layout it is about. Raises `BoardNotFound` and `BadInput`."""
    from vision import reading as vision_reading

    profile = copy.profile()
    ticket.check()
    try:
        reading = vision_reading.read(
            paths,
            profile,
            corners_px=corners_px,
            ruleset=ruleset,
            progress=ticket.progress,
            cancelled=ticket.cancelled.is_set,
        )
    except vision_reading.Cancelled as error:
        raise Cancelled from error
    document = reading.as_json() | {"camera": list(reading.camera.parameters())}
    return document, profile.layout.as_json()


def learn_copy(
    ticket: Ticket,
    copy: MyCopy,
    empty: Path,
    corners_px: Any,
    samples: list[tuple[Path, State]],
    photos: dict[str, Path],
) -> None:
    """Make and keep the profile of the player's copy. Raises `BoardNotFound` and `BadInput`."""
    from vision.profile import calibrate, save_profile

    ticket.progress("empty", 0.1)
    profile = calibrate(copy.layout(), empty, corners_px, samples)
    ticket.check()
    copy.folder.mkdir(parents=True, exist_ok=True)
    save_profile(profile, copy.profile_path)
    copy.keep_photos(photos)
    copy.forget(copy.backup_path)


def learn_lesson(
    ticket: Ticket,
    copy: MyCopy,
    draft: Document,
    photos: dict[str, Path],
    samples: list[tuple[Path, State]],
    ruleset: Ruleset,
) -> Lesson:
    """Learn from a reviewed photo, the last of the samples; `draft` is kept if that helps.

    Raises `BoardNotFound` and `BadInput`.
    """
    from companion.lessons import learn_lesson as learn

    lesson = learn(copy, photos[draft["empty"]], draft["corners"], samples, ruleset, ticket.progress)
    if lesson.kept:
        copy.keep_photos(photos)
        copy.save_draft(draft)
    return lesson
