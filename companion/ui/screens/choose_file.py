"""A list of files, for systems that bring no picker of their own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.translation import _
from companion.ui.kv import load_kv
from companion.ui.screen import AppScreen, Sample
from companion.ui.widgets.choice import ListRow
from companion.ui.widgets.text import SoftText

PHOTO_ENDINGS = (".jpg", ".jpeg", ".png", ".webp")
MOST_ROWS = 300


class ChooseFileScreen(AppScreen):
    """Folders and files; the file tapped goes to the screen before, to its `file_chosen(path)`."""

    def setup(self) -> None:
        kept = self.params.get("folder")
        self.folder = Path(kept) if kept else self.app.platform.pictures_folder()
        if not self.folder.is_dir():
            self.folder = Path.home()
        self.photos = self.params.get("kind", "photo") == "photo"

    def enter(self) -> None:
        self.show(self.folder)

    def show(self, folder: Path) -> None:
        """List a folder."""
        self.folder = folder
        self.params["folder"] = str(folder)
        self.ids.place.text = " / ".join(folder.parts[-2:])  # the whole path would fill the screen
        column = self.ids.column
        column.clear_widgets()
        if folder.parent != folder:
            self._row(column, _("One folder up"), "arrow_upward", lambda: self.show(folder.parent))
        try:
            entries = sorted(folder.iterdir(), key=lambda path: (not path.is_dir(), path.name.lower()))
        except OSError as error:
            column.add_widget(SoftText(text=error.strerror or str(error)))
            return
        shown = [entry for entry in entries if self._wanted(entry)][:MOST_ROWS]
        for entry in shown:
            if entry.is_dir():
                self._row(column, entry.name, "folder_open", lambda entry=entry: self.show(entry))
            else:
                symbol = "image" if self.photos else "notes"
                self._row(column, entry.name, symbol, lambda entry=entry: self.choose(entry))
        if not any(entry.is_file() for entry in shown):
            empty = _("There are no photos in this folder.") if self.photos else _("There are no files here.")
            column.add_widget(SoftText(text=empty))

    def _wanted(self, entry: Path) -> bool:
        if entry.name.startswith("."):
            return False
        try:
            return entry.is_dir() or not self.photos or entry.suffix.lower() in PHOTO_ENDINGS
        except OSError:
            return False

    def _row(self, column: Any, title: str, symbol: str, action: Any) -> None:
        row = ListRow(title=title, icon=symbol)
        row.bind(on_release=lambda _row: action())
        column.add_widget(row)

    def choose(self, path: Path) -> None:
        """Hand the file to the screen before."""
        self.app.nav.back()
        receive = getattr(self.app.nav.screen, "file_chosen", None)
        if receive is not None:
            receive(path)


SAMPLES = (Sample("choose_file"),)

load_kv(__file__)
