"""An Android phone on which the source runs in an interpreter app such as Pydroid 3: files, no camera app."""

from __future__ import annotations

import os
from pathlib import Path

from companion.platform.desktop import DesktopPlatform


def shared_storage() -> Path:
    """The storage that all apps share."""
    return Path(os.environ.get("EXTERNAL_STORAGE") or "/storage/emulated/0")


class AndroidScriptPlatform(DesktopPlatform):
    """Photos are chosen from the camera's folder, files are saved to the downloads."""

    name = "android script"
    has_touch = True

    def pictures_folder(self) -> Path:
        """The camera's folder if it can be seen."""
        for folder in (Path("DCIM") / "Camera", Path("DCIM"), Path("Pictures"), Path()):
            try:
                if any((shared_storage() / folder).iterdir()):
                    return shared_storage() / folder
            except OSError:
                continue
        return self.data_folder()

    def downloads_folder(self) -> Path:
        """The phone's downloads if they can be written."""
        downloads = shared_storage() / "Download"
        return downloads if os.access(downloads, os.W_OK) else self.data_folder()
