"""A computer with a screen: files in the usual folders, the browser for links, no camera and no motor."""

from __future__ import annotations

import locale
import os
import shutil
import webbrowser
from collections.abc import Callable
from pathlib import Path

from companion.platform import Insets, OnPath, PlatformError
from companion.storage.folder import data_folder
from companion.translation import _


class DesktopPlatform:
    """The implementation for Linux, macOS and Windows."""

    name = "desktop"
    has_camera = False
    has_picker = False
    has_touch = False

    def data_folder(self) -> Path:
        """The same folder that the command line uses."""
        folder = data_folder()
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise PlatformError(_("The folder {folder} cannot be made.").format(folder=folder)) from error
        return folder

    def pictures_folder(self) -> Path:
        """The pictures folder, or home where there is none."""
        pictures = Path.home() / "Pictures"
        return pictures if pictures.is_dir() else Path.home()

    def locale(self) -> str:
        """From the environment, as gettext looks for it."""
        for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE", "LANG"):
            if os.environ.get(name):
                return os.environ[name]
        return locale.getlocale()[0] or "en"

    def prefers_dark(self) -> bool:
        """Unknown on a desktop: light."""
        return False

    def insets(self) -> Insets:
        """None: the window is all ours."""
        return Insets()

    def dress_bars(self, dark: bool) -> None:
        """The window's frame is not ours."""

    def vibrate(self, milliseconds: int) -> None:
        """Nothing to vibrate."""

    def take_photo(self, target: Path, on_done: OnPath, on_error: Callable[[PlatformError], None]) -> None:
        """There is no camera."""
        on_error(PlatformError(_("This computer's camera is not used; choose a photo file instead.")))

    def pick_photo(self, on_done: OnPath, on_error: Callable[[PlatformError], None]) -> None:
        """The app shows its own file list."""
        on_error(PlatformError(_("Choose the photo from the list, or drop it on the window.")))

    def pick_file(self, mime: str, on_done: OnPath, on_error: Callable[[PlatformError], None]) -> None:
        """The app shows its own file list."""
        on_error(PlatformError(_("Choose the file from the list, or drop it on the window.")))

    def share_text(self, text: str, subject: str) -> str:
        """The app copies it to the clipboard."""
        return "copied"

    def share_file(self, path: Path, mime: str, subject: str) -> Path | None:
        """Copy the file to the downloads folder, never over another."""
        folder = self.downloads_folder()
        target, number = folder / path.name, 2
        while target.exists():
            target = folder / f"{path.stem}-{number}{path.suffix}"
            number += 1
        try:
            shutil.copyfile(path, target)
        except OSError as error:
            raise PlatformError(_("{file} cannot be written.").format(file=target)) from error
        return target

    def downloads_folder(self) -> Path:
        """The downloads folder, or home where there is none."""
        downloads = Path.home() / "Downloads"
        return downloads if downloads.is_dir() else Path.home()

    def open_link(self, url: str) -> None:
        """In the browser."""
        webbrowser.open(url)

    def leave(self) -> None:
        """The window closes by itself."""
