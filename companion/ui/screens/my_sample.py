"""The sampler: lay it out as drawn, photograph it, and the app learns the colours of the pieces."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.my_copy import MyCopy, layout_or_shipped
from companion.sampler import sampler_state
from companion.translation import _
from companion.ui import photo_work
from companion.ui.board.frame import BoardFrame
from companion.ui.board.projection import drawn_projection
from companion.ui.board.view import BoardView
from companion.ui.kv import load_kv
from companion.ui.photo_source import PhotoSource
from companion.ui.screen import Sample
from companion.ui.screens.my_copy import JOB_GAME, begin_lesson, start_learning
from companion.ui.shell import MarbleApp
from companion.ui.theme import look
from companion.ui.widgets.text import Heading, SoftText, Text

SAMPLE_JOB = "sample"


class MySampleScreen(PhotoSource):
    """The drawn sampler and the ways to its photo."""

    def setup(self) -> None:
        self.copy = MyCopy(self.app.folder)
        self.layout = layout_or_shipped(self.copy)
        self.state = sampler_state(self.layout, self.copy.draft().get("owners", []))
        self.view = BoardView()

    def enter(self) -> None:
        super().enter()
        frame: BoardFrame = self.ids.frame
        frame.put(self.view)
        if self.state is None:
            frame.fill(Text(text=_("This board is too small for the sampler.")))
            return
        self.view.show_board(drawn_projection(self.layout), self.state)
        self.view.look_at_all()
        frame.fill(
            Heading(text=_("Lay this out")),
            Text(
                text=_(
                    "These tiles, buildings with cubes, sticks, magistrates, hills and discs, just as drawn. "
                    "It need not be a legal position. Then photograph it from above."
                )
            ),
            SoftText(
                text=_("Zoom in with two fingers. The letters are those of the colours."),
                font_size=look.label,
            ),
            *self.way_buttons("filled"),
        )
        self.take_up_camera()

    def use(self, path: Path) -> None:
        """The sampler's photo: keep it, then learn."""
        app, copy = self.app, self.copy
        app.worker.submit(
            lambda _ticket: photo_work.store_photo(app.store, path),
            game_id=JOB_GAME,
            kind=SAMPLE_JOB,
            on_done=lambda sha: _stored(app, copy, sha),
            on_error=app.report,
        )


def _stored(app: MarbleApp, copy: MyCopy, sha256: str) -> None:
    draft = copy.draft()
    draft["sample"] = sha256
    copy.save_draft(draft)
    start_learning(app)
    app.nav.back_to("my_copy")


def _prepare(app: MarbleApp) -> None:
    begin_lesson(app)


def _ready(driver: Any) -> None:
    driver.frames(2)


SAMPLES = (Sample("my_sample", prepare=_prepare, arrange=_ready),)

load_kv(__file__)
