"""Where the app keeps its data on each platform."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

FOLDER_NAME = "marble-companion"


def data_folder(environ: Mapping[str, str] | None = None, platform: str = sys.platform) -> Path:
    """The folder for games and photos: MARBLE_HOME if set, else the platform's own place.

    On Android the app passes its own storage to `open_store`; without that, the private folder that
    python-for-android names in ANDROID_PRIVATE is taken.
    """
    env = os.environ if environ is None else environ
    if env.get("MARBLE_HOME"):
        return Path(env["MARBLE_HOME"]).expanduser()
    if env.get("ANDROID_PRIVATE"):
        return Path(env["ANDROID_PRIVATE"]) / FOLDER_NAME
    if platform == "win32":
        local = env.get("LOCALAPPDATA")
        return (Path(local) if local else Path.home() / "AppData" / "Local") / FOLDER_NAME
    if platform == "darwin":
        return Path.home() / "Library" / "Application Support" / FOLDER_NAME
    xdg = env.get("XDG_DATA_HOME")
    # The XDG specification says that a relative path is invalid and must be ignored.
    base = Path(xdg) if xdg and Path(xdg).is_absolute() else Path.home() / ".local" / "share"
    return base / FOLDER_NAME
