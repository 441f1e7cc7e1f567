"""`make run`: scores the bundled game from its photo, saves the annotated picture, opens the app."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from companion.cli import main
from companion.demo import demo_file


def show() -> int:
    """The main job, once, on the bundled photo; then the app where there is a screen."""
    photo, profile = str(demo_file("board.jpg")), str(demo_file("copy.profile"))
    picture = Path("out") / "board-read.png"
    picture.parent.mkdir(exist_ok=True)
    print(f"Reading the bundled photo {Path(photo).name} ...\n")
    for words in (
        ["read", photo, "--profile", profile, "--picture", str(picture)],
        ["score", photo, str(demo_file("players.json")), "--profile", profile],
    ):
        code = main(words)
        if code:
            return code
        print()
    print(f"The reading, drawn on the photo: {picture}")
    if not has_screen():
        print("There is no screen here, so the app stays closed. `marble` opens it where there is one.")
        return 0
    print("Opening the app ...")
    return main([])


def has_screen() -> bool:
    """Whether a window can be opened."""
    if sys.platform != "linux":
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


if __name__ == "__main__":
    sys.exit(show())
