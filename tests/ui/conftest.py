"""Kivy is set up once for the whole test process, before anything imports its window."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from companion.ui import headless

headless.prepare(Path(tempfile.mkdtemp(prefix="kivy-")), largest=1170, smooth=False)

from harness import PHONE, Driver, FakePlatform  # noqa: E402

from companion.translation import catalogue  # noqa: E402


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Each test finds the words in English, whatever language the one before it spoke."""
    yield
    catalogue.use("en")


@pytest.fixture
def platform(tmp_path: Path) -> FakePlatform:
    return FakePlatform(tmp_path / "data")


@pytest.fixture
def driver(platform: FakePlatform) -> Iterator[Driver]:
    """The app, freshly started on a phone with no data; closed at the end."""
    running = Driver(platform, size=PHONE)
    running.start()
    yield running
    running.stop()
