"""Reading a photo: load, register, look, decode; the state, where the board lies, and the doubts."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scoring.errors import BadInput
from scoring.ruleset import Ruleset, default_ruleset
from scoring.state import State
from vision.camera import Camera, board_corners
from vision.confidence import Doubt, find_doubts
from vision.decode import Belief, decode
from vision.evidence import Evidence, gather, join
from vision.nets import Nets
from vision.photo import Photo, load
from vision.profile import Profile
from vision.register import register, register_at
from vision.view import look

FORMAT = "marble-reading/1"
STAGES = ("load", "register", "look", "decode")

Progress = Callable[[str, float], None]


class Cancelled(Exception):
    """The player does not want this reading any more."""


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """What the first photo shows (and further ones of the same position helped to see).

    corners_px: the board's own order; camera: where each place of the board lies in the photo.
    """

    state: State
    corners_px: tuple[tuple[float, float], ...]
    doubts: tuple[Doubt, ...]
    seconds: dict[str, float]
    camera: Camera
    beliefs: tuple[Belief, ...]

    def as_json(self) -> dict[str, Any]:
        """The document `marble-reading/1`."""
        return {
            "format": FORMAT,
            "state": self.state.as_json(),
            "board_corners_px": [[round(x, 2), round(y, 2)] for x, y in self.corners_px],
            "doubts": [doubt.as_json() for doubt in self.doubts],
            "seconds": {stage: round(value, 4) for stage, value in self.seconds.items()},
        }


def read(
    paths: Sequence[str | Path],
    profile: Profile,
    corners_px: Sequence[Sequence[float]] | None = None,
    ruleset: Ruleset | None = None,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Reading:
    """Reads one or more photos of the same position. corners_px: of the first photo, if a player gave them.

    Raises BadInput for files and corners that cannot be used, BoardNotFound for a photo without the
    board, Cancelled when `cancelled()` says so.
    """
    if not paths:
        raise BadInput("no photo was given", reason="missing_photo")
    rules = ruleset or default_ruleset()
    nets = Nets.load()
    clock = _Clock(progress, cancelled, len(paths))
    parts: list[Evidence] = []
    cameras: list[Camera] = []
    for n, path in enumerate(paths):
        clock.enter("load", n)
        photo = load(path)
        clock.enter("register", n)
        camera = _find(photo, profile, corners_px if n == 0 else None)
        clock.enter("look", n)
        view = look(photo, camera, profile.layout, profile.empty_board, profile.board_frame)
        parts.append(gather(view, profile.layout, profile.palette, nets))
        cameras.append(camera)
    clock.enter("decode", len(paths) - 1)
    decoded = decode(join(parts), profile.layout, profile.palette, rules)
    doubts = find_doubts(decoded.beliefs, decoded.state, profile.layout, rules)
    clock.enter(None, len(paths) - 1)
    corners = cameras[0].project(board_corners(profile.layout))
    return Reading(
        decoded.state,
        tuple((float(x), float(y)) for x, y in corners),
        doubts,
        clock.seconds,
        cameras[0],
        decoded.beliefs,
    )


def _find(photo: Photo, profile: Profile, corners_px: Sequence[Sequence[float]] | None) -> Camera:
    if corners_px is not None:
        try:
            if profile.reference is not None:  # the empty board shows the lens, and mends a finger's error
                return register_at(photo, profile.reference, profile.layout, corners_px).camera
            return Camera.from_corners(profile.layout, corners_px, photo.size_px, photo.focal_px)
        except ValueError as error:
            raise BadInput(
                f"the corners cannot be those of the board: {error}", reason="bad_corners", field="corners"
            ) from None
    if profile.reference is None:
        raise BadInput(
            "without a profile the board's four corners in the photo are needed",
            reason="missing_corners",
            field="corners",
        )
    return register(photo, profile.reference, profile.layout).camera


class _Clock:
    """Times the stages, reports progress and stops when the player has cancelled."""

    def __init__(self, progress: Progress | None, cancelled: Callable[[], bool] | None, photos: int) -> None:
        self.progress, self.cancelled, self.photos = progress, cancelled, photos
        self.seconds: dict[str, float] = dict.fromkeys(STAGES, 0.0)
        self.stage: str | None = None
        self.since = time.perf_counter()

    def enter(self, stage: str | None, photo: int) -> None:
        now = time.perf_counter()
        if self.stage is not None:
            self.seconds[self.stage] += now - self.since
        self.stage, self.since = stage, now
        if self.cancelled is not None and self.cancelled():
            raise Cancelled
        if self.progress is not None:
            done = STAGES.index(stage) / len(STAGES) if stage else 1.0
            self.progress(stage or "done", (photo + done) / self.photos if stage else 1.0)
