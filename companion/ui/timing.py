"""How long until the first screen stands, compared with an empty Kivy window; each in a process of its own.

`python -m companion.ui.timing app` (or `empty`) opens it off screen and prints the seconds from the start of
Python to the first finished frame.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

WINDOW = (1080, 2340, 2.75)


def first_screen_seconds(what: str) -> float:
    """One start in a fresh process, with data folders of its own; `what` is `app` or `empty`."""
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {
            "MARBLE_HOME": str(Path(folder) / "data"),
            "KIVY_HOME": str(Path(folder) / "kivy"),
            "LANG": "en",
        }
        command = [sys.executable, "-m", "companion.ui.timing", what]
        for _warm_up in range(2):  # the first one writes Kivy's own settings
            began = time.perf_counter()
            done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
            whole = time.perf_counter() - began
    inside = float(done.stdout.split()[-1])
    return min(inside, whole)


def compare_first_screen(repeats: int = 5) -> tuple[list[float], list[float]]:
    """Seconds of the app and of the empty window, taken in turns."""
    app: list[float] = []
    empty: list[float] = []
    for _repeat in range(repeats):
        empty.append(first_screen_seconds("empty"))
        app.append(first_screen_seconds("app"))
    return app, empty


def _open_and_print(what: str, began: float) -> None:
    width, height, density = WINDOW
    os.environ.update(
        SDL_VIDEODRIVER="offscreen",
        KIVY_WINDOW="sdl2",
        KIVY_NO_ARGS="1",
        KIVY_NO_CONSOLELOG="1",
        KIVY_METRICS_DENSITY=str(density),
    )
    from companion.ui.app import configure

    configure()
    from kivy import config

    settings: Any = config.Config
    settings.set("graphics", "width", str(width))
    settings.set("graphics", "height", str(height))
    from kivy.clock import Clock

    if what == "app":
        from companion.ui.shell import MarbleApp

        app: Any = MarbleApp()
    else:
        from kivy.app import App
        from kivy.uix.widget import Widget

        app = App()
        app.root = Widget()
        app.built = True

    def stop(_dt: float) -> None:
        print(time.perf_counter() - began)
        app.stop()

    from kivy.core.window import Window

    def after_flip(*_event: Any) -> None:
        Window.unbind(on_flip=after_flip)
        Clock.schedule_once(stop, 0)

    Window.bind(on_flip=after_flip)
    app.run()


if __name__ == "__main__":
    _open_and_print(sys.argv[1], time.perf_counter())
