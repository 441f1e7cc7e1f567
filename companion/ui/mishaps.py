"""The app's top: what no screen has caught is logged and told, and the app goes on."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from kivy.base import ExceptionHandler, ExceptionManager

if TYPE_CHECKING:
    from companion.ui.shell import MarbleApp

MOST, WITHIN_SECONDS = 10, 5.0  # more than that is an endless loop, and the app had better end


class Mishaps(ExceptionHandler):
    """Lets the app survive an error in a callback, unless they come without end."""

    def __init__(self, app: MarbleApp) -> None:
        super().__init__()
        self.app = app
        self._moments: list[float] = []

    def handle_exception(self, error: Exception) -> int:
        """Kivy asks what to do; PASS goes on, RAISE ends the app."""
        now = time.monotonic()
        self._moments = [moment for moment in self._moments if now - moment < WITHIN_SECONDS] + [now]
        if not isinstance(error, Exception) or len(self._moments) > MOST:
            return int(ExceptionManager.RAISE)
        self.app.report(error)
        return int(ExceptionManager.PASS)


def survive_mishaps(app: MarbleApp) -> None:
    """From now on an error in a callback does not end the app."""
    ExceptionManager.add_handler(Mishaps(app))
