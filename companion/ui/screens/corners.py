"""Dragging the board's four corners into place, for a photo in which they were not found."""

from __future__ import annotations

from typing import Any

from companion.my_copy import MyCopy
from companion.translation import _
from companion.ui.board.corner_view import CornerView
from companion.ui.board.photos import ShownPhoto, show_photo
from companion.ui.board.table import layout_of, photo_path
from companion.ui.example import begin_example
from companion.ui.kv import load_kv
from companion.ui.screen import AppScreen, Sample
from companion.ui.shell import MarbleApp


class CornersScreen(AppScreen):
    """The photo of the open game; `target` "empty" means the empty board of the calibration instead."""

    def setup(self) -> None:
        self.empty = self.params.get("target") == "empty"
        self.copy = MyCopy(self.app.folder)
        self.view = CornerView(layout_of(self.app, None))
        self.next_text = _("The grid fits") if self.empty else _("Read the board")

    def enter(self) -> None:
        self.ids.place.add_widget(self.view)
        path = self._path()
        if path is None:
            self.app.toast(_("The photo is no longer there."))
            return
        show_photo(self.app, path, self._show)

    def _path(self) -> Any:
        if not self.empty:
            return photo_path(self.app, self.flow)
        sha256 = self.copy.draft().get("empty")
        return self.app.store.photo_path(sha256) if sha256 else None

    def _show(self, photo: ShownPhoto) -> None:
        if self.app.nav.screen is not self:
            return
        kept = self.params.get("corners") or self._known()
        self.view.set_photo(photo.texture, photo.size_px, kept)
        self.view.fbind("corners", self._keep)

    def _known(self) -> Any:
        if self.empty:
            return self.copy.draft().get("corners")
        return self.flow.section("photo").get("corners")

    def _keep(self, _view: CornerView, corners: list[Any]) -> None:
        self.params["corners"] = [list(corner) for corner in corners]

    def leave(self) -> None:
        self.app.save()

    def turn(self) -> None:
        """Count the corners from the next one on."""
        self.view.turn()

    def accept(self) -> None:
        """Take the corners over."""
        if self.view.fitted is None:
            self.app.toast(_("These four cannot be the corners of a board. They go round it clockwise."))
            return
        corners = [list(corner) for corner in self.view.corners]
        if self.empty:
            draft = self.copy.draft()
            draft["corners"] = corners
            self.copy.save_draft(draft)
            self.app.nav.back()
            return
        self.flow.section("photo").update(corners=corners, status="reading")
        self.app.save()
        self.app.nav.back_to("photo")


def _with_photo(app: MarbleApp) -> None:
    begin_example(app, read=False)


def _drag_one(driver: Any) -> None:
    driver.until(lambda: len(driver.app.nav.screen.view.corners) == 4)


SAMPLES = (Sample("corners", prepare=_with_photo, arrange=_drag_one),)

load_kv(__file__)
