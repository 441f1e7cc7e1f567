"""An evening that never ends: photo after photo in one process must not fill the memory or the file table."""

from __future__ import annotations

import gc
import os
import statistics
from pathlib import Path

import pytest

from tests.photo_profiles import PHOTOS, profile_of
from vision.errors import BoardNotFound
from vision.reading import read

PROCESS = Path("/proc/self")
GROWTH_MB = 12.0  # an allocator's noise; the smallest photo kept alive would add more in twenty readings

pytestmark = pytest.mark.skipif(not PROCESS.exists(), reason="counts memory and files as Linux tells them")


def _resident_mb() -> float:
    pages = int((PROCESS / "statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def _open_files() -> int:
    return len(list((PROCESS / "fd").iterdir()))


def _read_many(number: int, warm: int) -> tuple[list[float], list[int]]:
    """Memory and open files after each photo but the first `warm` ones: boards of two copies, a board of the
    other copy (refused) among them."""
    jobs = [
        *((PHOTOS / "A" / f"{name}.jpg", "A") for name in ("g01", "g06", "empty")),
        *((PHOTOS / "B" / f"{name}.jpg", "B") for name in ("g02", "g08")),
        (PHOTOS / "B" / "g04.jpg", "A"),
    ]
    memory, files = [], []
    for n in range(number):
        path, copy = jobs[n % len(jobs)]
        try:
            read([path], profile_of(copy))
        except BoardNotFound:
            assert path.parent.name != copy
        else:
            assert path.parent.name == copy
        if n >= warm:
            gc.collect()
            memory.append(_resident_mb())
            files.append(_open_files())
    return memory, files


def _stays_flat(memory: list[float], files: list[int], part: int) -> None:
    early, late = statistics.median(memory[:part]), statistics.median(memory[-part:])
    assert late - early < GROWTH_MB, f"{early:.0f} MB became {late:.0f} MB"
    assert max(files[-part:]) <= max(files[:part])


def test_memory_and_files_stay_flat() -> None:
    _stays_flat(*_read_many(number=24, warm=12), part=6)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_memory_and_files_stay_flat_over_five_hundred_photos() -> None:
    memory, files = _read_many(number=500, warm=30)
    _stays_flat(memory, files, part=60)
    print(f"{memory[0]:.0f} MB after 30 photos, {memory[-1]:.0f} MB after 500, {files[-1]} open files")
