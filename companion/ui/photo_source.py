"""The ways to a photo: camera, gallery, file list, drop. For every screen that needs one."""

from __future__ import annotations

import uuid
from pathlib import Path
from typing import Any

from kivy.core.window import Window

from companion.platform import PlatformError
from companion.translation import _
from companion.ui.screen import AppScreen
from companion.ui.widgets.button import PushButton

Way = tuple[str, str, Any]


class PhotoSource(AppScreen):
    """Base of screens that take a photo; a subclass says what to do with it in `use`.

    `slot` is where the camera's target is kept: the app may be killed while the camera is open.
    """

    def use(self, path: Path) -> None:
        """A photo is there."""
        raise NotImplementedError

    def slot(self) -> dict[str, Any]:
        """Kept across restarts."""
        return self.params

    def enter(self) -> None:
        Window.bind(on_drop_file=self._on_drop)

    def leave(self) -> None:
        Window.unbind(on_drop_file=self._on_drop)

    def ways(self) -> list[Way]:
        """Text, icon and action of each way that this machine has, best first."""
        platform = self.app.platform
        ways: list[Way] = []
        if platform.has_camera:
            ways.append((_("Take a photo"), "photo_camera", self.take))
        if platform.has_picker:
            ways.append((_("Choose a photo"), "photo_library", self.pick))
        else:
            ways.append((_("Choose a photo file"), "folder_open", self.browse))
        return ways

    def way_buttons(self, first: str = "filled") -> list[PushButton]:
        """The ways as buttons below each other."""
        buttons = []
        for number, (text, symbol, action) in enumerate(self.ways()):
            filled = number == 0 and first == "filled"
            button = PushButton(text=text, icon=symbol, kind=first if number == 0 else "tonal", big=filled)
            button.bind(on_release=lambda _b, action=action: action())
            buttons.append(button)
        return buttons

    def take(self) -> None:
        """With the phone's camera app."""
        folder = self.app.folder / "camera"
        folder.mkdir(parents=True, exist_ok=True)
        target = folder / f"{uuid.uuid4().hex}.jpg"
        self.slot()["camera"] = str(target)
        self.app.save()
        wrap = self.app.in_app_thread
        self.app.platform.take_photo(target, wrap(self._camera_done), wrap(self._not_given))

    def _camera_done(self, path: Path | None) -> None:
        self.slot().pop("camera", None)
        if path is not None:
            self.use(path)

    def take_up_camera(self) -> bool:
        """Whether the camera left a photo while the app was not there; then it is used."""
        target = self.slot().get("camera")
        if not isinstance(target, str) or not Path(target).is_file() or not Path(target).stat().st_size:
            return False
        self.slot().pop("camera")
        self.use(Path(target))
        return True

    def pick(self) -> None:
        """From the phone's photos."""
        wrap = self.app.in_app_thread
        self.app.platform.pick_photo(
            wrap(lambda path: None if path is None else self.use(path)), wrap(self._not_given)
        )

    def browse(self) -> None:
        """From a list of files, where the system has no picker."""
        self.app.nav.open("choose_file", kind="photo")

    def file_chosen(self, path: Path) -> None:
        """The file list's answer."""
        self.use(path)

    def _on_drop(self, _window: Any, name: Any, *_place: Any) -> None:
        self.use(Path(name.decode() if isinstance(name, bytes) else str(name)))

    def _not_given(self, error: PlatformError) -> None:
        self.slot().pop("camera", None)
        self.app.toast(str(error))
