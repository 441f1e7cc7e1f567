"""What a reviewed photo can teach about the player's own copy, without ever making it worse.

A lesson is a photo of a finished game with the board as the players corrected it. The profile is learned anew
from the empty board, the sampler and all lessons; it is kept only if it then reads none of these photos worse
than the profile before, which stays beside it as a backup.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.my_copy import MyCopy
from companion.review import sticks_of
from scoring.errors import BadInput
from scoring.ruleset import Ruleset
from scoring.state import State

if TYPE_CHECKING:
    from vision.profile import Profile

# Every lesson is read twice whenever another one comes; with more, a phone would think for minutes.
MOST_LESSONS = 3
UNREADABLE = 10_000  # mistakes of a photo in which the board is not found

Known = tuple[Path, State]
Progress = Callable[[str, float], None]


@dataclass(frozen=True, slots=True)
class Lesson:
    """How it went: mistakes in all known photos before and after, and whether the new profile was kept."""

    kept: bool
    before: int
    after: int


def learn_lesson(
    copy: MyCopy,
    empty: Path,
    corners_px: Any,
    known: Sequence[Known],
    ruleset: Ruleset,
    progress: Progress,
) -> Lesson:
    """Learn the copy from all known photos, the newest last. `progress` may raise: then nothing is changed.

    Raises BoardNotFound for a photo without the board and BadInput for files that cannot be used.
    """
    from vision.profile import calibrate, save_profile

    old = copy.profile()
    if old.layout != copy.layout():
        raise BadInput("the layout was changed after the copy was learned", reason="other_layout")
    steps = 1 + 2 * len(known)
    progress("learn", 0.0)
    new = calibrate(old.layout, empty, corners_px, known)
    counts: dict[str, list[int]] = {"old": [], "new": []}
    for name, profile in (("old", old), ("new", new)):
        for path, state in known:
            progress("compare", (1 + len(counts["old"]) + len(counts["new"])) / steps)
            counts[name].append(_mistakes_in(path, state, profile, ruleset))
    kept = all(after <= before for before, after in zip(counts["old"], counts["new"], strict=True))
    progress("done", 1.0)
    if kept:
        shutil.copyfile(copy.profile_path, copy.backup_path)
        save_profile(new, copy.profile_path)
    return Lesson(kept, sum(counts["old"]), sum(counts["new"]))


def _mistakes_in(path: Path, state: State, profile: Profile, ruleset: Ruleset) -> int:
    from vision.errors import BoardNotFound
    from vision.reading import read

    try:
        return mistakes(read([path], profile, ruleset=ruleset).state, state)
    except BoardNotFound:
        return UNREADABLE


def mistakes(read: State, truth: State) -> int:
    """How many places of the board differ."""
    return sum(
        len({place for place, _thing in one.items() ^ other.items()})
        for one, other in zip(_places(read), _places(truth), strict=True)
    )


def _places(state: State) -> tuple[dict[Any, Any], ...]:
    return (
        {tile.cells: tile.colour for tile in state.tiles},
        dict.fromkeys(state.hills, True),
        {site.at: (site.kind, site.owner) for site in state.sites},
        dict(sticks_of(state)),
        {magistrate.cells: magistrate.owner for magistrate in state.magistrates},
        dict(state.track),
    )


def add_lesson(draft: dict[str, Any], photo: str, state: dict[str, Any]) -> dict[str, Any]:
    """The calibration's draft with one lesson more; the oldest makes room."""
    before = list(draft.get("lessons", []))
    others = [lesson for lesson in before if lesson["photo"] != photo]
    lessons = [*others, {"photo": photo, "state": state}][-MOST_LESSONS:]
    return draft | {"lessons": lessons, "lessons_before": before}


def take_back_lesson(copy: MyCopy) -> bool:
    """The profile before the last lesson again; False if there is none. Raises OSError."""
    if not copy.backup_path.is_file():
        return False
    draft = copy.draft()
    draft["lessons"] = draft.pop("lessons_before", [])
    copy.backup_path.replace(copy.profile_path)
    copy.save_draft(draft)
    return True
