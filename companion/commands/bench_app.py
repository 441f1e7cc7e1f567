"""What the app costs people's patience: the first screen, and frames while a photo is read."""

from __future__ import annotations

import subprocess

from companion.commands.bench import Row, milliseconds, ratio
from companion.demo import demo_file
from scoring.errors import BadInput

READINGS = 3


def first_screen(repeats: int = 5) -> Row:
    """Starts of the app against starts of an empty window, taken in turns, each in its own process."""
    from companion.ui.timing import compare_first_screen

    try:
        app, empty = compare_first_screen(repeats)
    except subprocess.CalledProcessError as error:
        raise _no_window(error) from None
    return ratio("first_screen", app, empty, "x an empty Kivy window", 2)


def frame_while_reading(readings: int = READINGS) -> Row:
    """The longest frame while the bundled photo is read in the app's worker."""
    from companion.ui.frame_timing import longest_frames

    try:
        found = [
            longest_frames(demo_file("board.jpg"), demo_file("copy.profile")) for _reading in range(readings)
        ]
    except subprocess.CalledProcessError as error:
        raise _no_window(error) from None
    longest = [one["reading"] for one in found]
    return milliseconds(
        "frame_while_reading_ms", longest, 100, "ms, the longest frame, painted without a GPU"
    )


def _no_window(error: subprocess.CalledProcessError) -> BadInput:
    last = (error.stderr or "").strip().splitlines()[-1:] or ["no message"]
    return BadInput(
        f"the app cannot be opened off screen here ({last[0]}); Debian's libgl1 and libegl1 are needed",
        reason="no_window",
    )
