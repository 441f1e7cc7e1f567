"""Profiles of the two photographed copies, made once a test run from their empty board and sample."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from scoring.layout import default_layout
from scoring.state import load_state
from vision.evaluate import load_truth
from vision.profile import Profile, calibrate

PHOTOS = Path(__file__).parent / "photos"


@cache
def profile_of(copy: str) -> Profile:
    folder = PHOTOS / copy
    corners = load_truth(folder / "empty.json").corners_px
    sample = folder / "sample.jpg"
    return calibrate(
        default_layout(), folder / "empty.jpg", corners, [(sample, load_state(sample.with_suffix(".json")))]
    )
