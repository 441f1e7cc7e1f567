"""The app in the tests: real pixels and touches, and a platform that remembers what it was asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.platform import Insets, OnPath, PlatformError
from companion.ui.headless import QUICK_LANDSCAPE as LANDSCAPE
from companion.ui.headless import QUICK_PHONE as PHONE
from companion.ui.headless import QUICK_SMALL_PHONE as SMALL_PHONE
from companion.ui.headless import Driver

__all__ = ["LANDSCAPE", "PHONE", "SMALL_PHONE", "Driver", "FakePlatform"]


@dataclass
class FakePlatform:
    """A phone without a phone: answers are set by the test, calls are written down."""

    folder: Path
    name: str = "fake"
    has_camera: bool = True
    has_picker: bool = True
    has_touch: bool = True
    language: str = "en_GB"
    dark: bool = False
    dark_bars: bool | None = None
    margins: Insets = field(default_factory=Insets)
    photo: Path | None = None
    refuse: PlatformError | None = None
    calls: list[tuple[Any, ...]] = field(default_factory=list)

    def data_folder(self) -> Path:
        self.folder.mkdir(parents=True, exist_ok=True)
        return self.folder

    def pictures_folder(self) -> Path:
        return self.folder

    def locale(self) -> str:
        return self.language

    def prefers_dark(self) -> bool:
        return self.dark

    def insets(self) -> Insets:
        return self.margins

    def dress_bars(self, dark: bool) -> None:
        self.dark_bars = dark

    def vibrate(self, milliseconds: int) -> None:
        self.calls.append(("vibrate", milliseconds))

    def take_photo(self, target: Path, on_done: OnPath, on_error: Callable[[PlatformError], None]) -> None:
        self.calls.append(("take_photo", target))
        if self.refuse is not None:
            on_error(self.refuse)
            return
        if self.photo is not None:
            target.write_bytes(self.photo.read_bytes())
        on_done(None if self.photo is None else target)

    def pick_photo(self, on_done: OnPath, on_error: Callable[[PlatformError], None]) -> None:
        self.calls.append(("pick_photo",))
        if self.refuse is not None:
            on_error(self.refuse)
        else:
            on_done(self.photo)

    def pick_file(self, mime: str, on_done: OnPath, on_error: Callable[[PlatformError], None]) -> None:
        self.calls.append(("pick_file", mime))
        if self.refuse is not None:
            on_error(self.refuse)
        else:
            on_done(self.photo)

    def share_text(self, text: str, subject: str) -> str:
        self.calls.append(("share_text", text, subject))
        return "shared"

    def share_file(self, path: Path, mime: str, subject: str) -> Path | None:
        self.calls.append(("share_file", path, mime, subject, path.read_bytes()))
        return None

    def open_link(self, url: str) -> None:
        self.calls.append(("open_link", url))

    def leave(self) -> None:
        self.calls.append(("leave",))
