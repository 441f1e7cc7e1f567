"""How long the longest frame takes while a photo is being read; in a process of its own, off screen.

`python -m companion.ui.frame_timing PHOTO PROFILE FOLDER` prints seconds as JSON: `reading` (the longest
frame until the worker has its answer), `resting` (the longest before, when nothing happens) and `whole` (how
long the reading took). The frame that then builds the next screen does not count.

There is no graphics card off screen: every frame is painted by the processor, beside the reading, and counts
until its last pixel is there. So the window has a quarter of a phone's pixels, with the same layout.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.ui.headless import Driver

PATIENCE = 120.0
FRAME = 1 / 60


def longest_frames(photo: Path, profile: Path) -> dict[str, float]:
    """One reading in a fresh app in a fresh process. Raises `subprocess.CalledProcessError`."""
    with tempfile.TemporaryDirectory(prefix="marble-frames-") as folder:
        environment = os.environ | {"MARBLE_HOME": str(Path(folder) / "data"), "LANG": "en"}
        command = [sys.executable, "-m", "companion.ui.frame_timing", str(photo), str(profile), folder]
        done = subprocess.run(
            command, env=environment, check=True, capture_output=True, text=True, timeout=3 * PATIENCE
        )
    answer: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return answer


def _measure(photo: Path, profile: Path, folder: Path) -> dict[str, float]:
    from companion.ui.headless import QUICK_PHONE, Driver, prepare

    prepare(folder / "kivy", largest=max(QUICK_PHONE[:2]), smooth=False)
    from companion.my_copy import MyCopy
    from companion.ui.example import example_seats
    from companion.ui.screens.photo import PhotoScreen

    driver = Driver(size=QUICK_PHONE, motion=True)
    app = driver.start()
    copy = MyCopy(app.folder)
    copy.folder.mkdir(parents=True, exist_ok=True)
    copy.profile_path.write_bytes(profile.read_bytes())
    flow = app.start_flow("marble", example_seats())
    app.nav.open("photo")
    for _drained in range(30):
        _frame(driver)
    resting = max(_frame(driver) for _ in range(60))
    longest, began = 0.0, time.perf_counter()
    screen = app.nav.screen
    if not isinstance(screen, PhotoScreen):
        raise SystemExit("the photo screen did not open")
    screen.use(photo)
    finished = began
    while flow.reading is None:
        if time.perf_counter() - began > PATIENCE or flow.section("photo").get("status") == "refused":
            raise SystemExit(f"the photo was not read: {flow.section('photo')}")
        seconds = _frame(driver)
        if flow.reading is None:
            longest, finished = max(longest, seconds), time.perf_counter()
    return {"reading": longest, "resting": resting, "whole": finished - began}


def _frame(driver: Driver) -> float:
    """Seconds of one frame; the rest of its sixtieth of a second is left to the worker, as on a phone."""
    from kivy.graphics.opengl import glFinish

    began = time.perf_counter()
    driver.frames()
    glFinish()
    seconds = time.perf_counter() - began
    time.sleep(max(0.001, FRAME - seconds))
    return seconds


if __name__ == "__main__":
    print(json.dumps(_measure(*(Path(word) for word in sys.argv[1:4]))))
