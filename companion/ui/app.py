"""The way in: sets Kivy up, then opens the app.

Apart from `MarbleApp` because importing that opens a window, which must not happen before Kivy is configured.
"""

from __future__ import annotations

import os
from typing import Any


def configure() -> None:
    """Kivy's own settings, before its window opens."""
    os.environ.setdefault("KIVY_NO_ARGS", "1")  # the command line is ours
    from kivy import config

    settings: Any = config.Config
    settings.set("kivy", "exit_on_escape", "0")
    settings.set("kivy", "log_level", "warning")
    settings.set("input", "mouse", "mouse,disable_multitouch")
    if "KIVY_METRICS_DENSITY" not in os.environ and "ANDROID_ARGUMENT" not in os.environ:
        settings.set("graphics", "width", "420")
        settings.set("graphics", "height", "860")
        settings.set("graphics", "minimum_width", "320")
        settings.set("graphics", "minimum_height", "320")


def run() -> None:
    """Open the app; returns when its window closes."""
    configure()
    from companion.platform import PlatformError
    from companion.ui.mishaps import survive_mishaps
    from companion.ui.shell import MarbleApp

    try:
        app = MarbleApp()
        survive_mishaps(app)
        app.run()
    except PlatformError as error:
        raise SystemExit(str(error)) from error
