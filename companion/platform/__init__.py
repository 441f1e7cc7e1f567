"""What the machine under the app can do: one interface, an Android and a desktop implementation.

Callbacks (`on_done`) may come from any thread; the app passes them on to its own.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Protocol

OnPath = Callable[[Path | None], None]


class PlatformError(Exception):
    """The machine could not do what was asked; the text is for people."""


class PermissionRefused(PlatformError):
    """The player or the system said no."""


@dataclass(frozen=True, slots=True)
class Insets:
    """What system bars and cut-outs cover at each side, in pixels."""

    left: float = 0.0
    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0


class Platform(Protocol):
    """What the app asks of the machine."""

    name: str
    has_camera: bool  # `take_photo` works
    has_picker: bool  # `pick_file` works; without it the app shows its own file list
    has_touch: bool  # fingers rather than a mouse

    def data_folder(self) -> Path:
        """Where the app keeps its files; made if missing."""

    def pictures_folder(self) -> Path:
        """Where people keep photos; the file list starts there."""

    def locale(self) -> str:
        """The machine's locale name, such as `nl_NL`."""

    def prefers_dark(self) -> bool:
        """Whether the system is set to dark."""

    def insets(self) -> Insets:
        """The covered margins at this moment."""

    def dress_bars(self, dark: bool) -> None:
        """Light or dark symbols in the system's bars, so that they can be read on a dark or light app."""

    def vibrate(self, milliseconds: int) -> None:
        """A short vibration, or nothing where there is no motor."""

    def take_photo(self, target: Path, on_done: OnPath, on_error: Callable[[PlatformError], None]) -> None:
        """Let the camera app write a photo to `target`; None when the player went back.

        The system may end the app meanwhile. A target in the folder `camera` of the data folder is then there
        when the app starts again.
        """

    def pick_photo(self, on_done: OnPath, on_error: Callable[[PlatformError], None]) -> None:
        """Let the player choose a photo; it may be a temporary copy."""

    def pick_file(self, mime: str, on_done: OnPath, on_error: Callable[[PlatformError], None]) -> None:
        """Let the player choose any file of a kind."""

    def share_text(self, text: str, subject: str) -> str:
        """Hand a text on; gives a sentence key: `shared` or `copied`."""

    def share_file(self, path: Path, mime: str, subject: str) -> Path | None:
        """Hand a file on; gives the place where it was put, if it was put somewhere."""

    def open_link(self, url: str) -> None:
        """Open a link in the app or browser that handles it."""

    def leave(self) -> None:
        """Put the app in the background as the back button does on the first screen."""


def is_android() -> bool:
    return "ANDROID_ARGUMENT" in os.environ or "ANDROID_BOOTLOGO" in os.environ


def current_platform() -> Platform:
    """The implementation for this machine."""
    if is_android():
        try:
            # By name: type checkers on the desktop need not see the Java classes behind it.
            android: Platform = import_module("companion.platform.android").AndroidPlatform()
        except PlatformError:
            from companion.platform.android_script import AndroidScriptPlatform

            return AndroidScriptPlatform()
        return android
    from companion.platform.desktop import DesktopPlatform

    return DesktopPlatform()
