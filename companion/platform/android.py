"""An Android phone: camera app, photo picker, share sheet, vibration, insets, all by the system's own apps.

Only one permission is asked for (vibration): the camera app takes the photo for us, the picker hands over the
one photo that was chosen, and both write or read through addresses that are valid for that file alone.
"""

from __future__ import annotations

import logging
import shutil
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.platform import Insets, OnPath, PlatformError
from companion.platform import android_java as names
from companion.platform.android_files import SharedFiles
from companion.platform.android_java import Java
from companion.storage.folder import data_folder
from companion.translation import _

log = logging.getLogger(__name__)

OnError = Callable[[PlatformError], None]

# Request codes: any numbers that no other part of the app uses.
TAKE_PHOTO, PICK_PHOTO, PICK_FILE = 0x4D01, 0x4D02, 0x4D03

EFFECT_SDK = 26  # VibrationEffect
CUTOUT_SDK = 28  # DisplayCutout
INSET_TYPES_SDK = 30  # WindowInsets.Type
PICKER_SDK = 33  # the system's photo picker
EDGE_TO_EDGE_SDK = 35  # the app is drawn under the system's bars

LIGHT_BARS = names.APPEARANCE_LIGHT_STATUS_BARS | names.APPEARANCE_LIGHT_NAVIGATION_BARS


class AndroidPlatform:
    """The implementation for the packed app. Raises `PlatformError` outside of one."""

    name = "android"
    has_picker = True
    has_touch = True

    def __init__(self) -> None:
        self._java = Java()
        self._files = SharedFiles(self._java, self.data_folder())
        self._files.clean()
        packages = self._java.activity.getPackageManager()
        camera: bool = packages.hasSystemFeature(names.FEATURE_CAMERA_ANY)
        self.has_camera = camera and self._files.has_provider()

    # What the phone is like

    def data_folder(self) -> Path:
        """In the app's private storage."""
        folder = data_folder()
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise PlatformError(_("The phone's storage cannot be written.")) from error
        return folder

    def pictures_folder(self) -> Path:
        """Only the app's own: all others are the picker's."""
        return self.data_folder()

    def locale(self) -> str:
        """The language set for the app or the phone."""
        tag: str = self._java.find("java.util.Locale").getDefault().toLanguageTag()
        return tag.replace("-", "_")

    def prefers_dark(self) -> bool:
        """Whether the phone is set to dark."""
        mode: int = self._java.activity.getResources().getConfiguration().uiMode
        return mode & names.UI_MODE_NIGHT_MASK == names.UI_MODE_NIGHT_YES

    def insets(self) -> Insets:
        """What bars and cut-outs cover of the part of the window in which the app is drawn."""
        view = self._java.find(names.ACTIVITY).getLayout()
        bars = None if view is None else view.getRootWindowInsets()
        if bars is None:
            return Insets()
        left, top, right, bottom = self._covered_sides(bars)
        # Before Android 15 the app's part begins below the bars: only what reaches into it counts.
        part = self._java.find("android.graphics.Rect")()
        if not view.getGlobalVisibleRect(part):
            return Insets()
        window = self._java.activity.getWindow().getDecorView()
        return Insets(
            left=max(0.0, left - part.left),
            top=max(0.0, top - part.top),
            right=max(0.0, right - (window.getWidth() - part.right)),
            bottom=max(0.0, bottom - (window.getHeight() - part.bottom)),
        )

    def _covered_sides(self, bars: Any) -> tuple[int, int, int, int]:
        if self._java.sdk >= INSET_TYPES_SDK:
            kinds = self._java.find("android.view.WindowInsets$Type")
            box = bars.getInsets(kinds.systemBars() | kinds.displayCutout())
            return box.left, box.top, box.right, box.bottom
        # The stable ones: without the keyboard, for which the app moves by itself.
        sides = (
            bars.getStableInsetLeft(),
            bars.getStableInsetTop(),
            bars.getStableInsetRight(),
            bars.getStableInsetBottom(),
        )
        hole = bars.getDisplayCutout() if self._java.sdk >= CUTOUT_SDK else None
        if hole is None:
            return sides
        return (
            max(sides[0], hole.getSafeInsetLeft()),
            max(sides[1], hole.getSafeInsetTop()),
            max(sides[2], hole.getSafeInsetRight()),
            max(sides[3], hole.getSafeInsetBottom()),
        )

    # What the phone does

    def dress_bars(self, dark: bool) -> None:
        """Symbols in the system's bars that can be read on the app; older Androids keep their black bars."""
        if self._java.sdk >= EDGE_TO_EDGE_SDK:
            self._java.in_ui_thread(self._dress_bars, dark)

    def _dress_bars(self, dark: bool) -> None:
        controller = self._java.activity.getWindow().getInsetsController()
        if controller is not None:
            controller.setSystemBarsAppearance(0 if dark else LIGHT_BARS, LIGHT_BARS)

    def vibrate(self, milliseconds: int) -> None:
        """A short vibration; a phone without a motor does nothing."""
        service = self._java.activity.getSystemService(names.VIBRATOR_SERVICE)
        if service is None or milliseconds <= 0:
            return
        motor = self._java.cast("android.os.Vibrator", service)
        try:
            with self._java.errors("no vibration"):
                if self._java.sdk >= EFFECT_SDK:
                    effects = self._java.find("android.os.VibrationEffect")
                    motor.vibrate(effects.createOneShot(milliseconds, names.DEFAULT_AMPLITUDE))
                else:
                    motor.vibrate(milliseconds)
        except PlatformError as error:
            log.warning("%s", error)  # it is only for comfort

    def take_photo(self, target: Path, on_done: OnPath, on_error: OnError) -> None:
        """The camera app writes the photo; the system may end this app meanwhile, then it lies at `target`.

        That holds for a target in the data folder's camera folder, the one that the camera app can reach.
        """
        draft = target if target.parent == self._files.camera else self._files.camera / target.name
        try:
            if not self.has_camera:
                raise PlatformError(_("This phone has no camera app. Choose a photo instead."))
            try:
                draft.parent.mkdir(parents=True, exist_ok=True)
                draft.unlink(missing_ok=True)
            except OSError as error:
                raise PlatformError(_("The phone's storage cannot be written.")) from error
            intent = self._java.find("android.content.Intent")(names.ACTION_IMAGE_CAPTURE)
            uri = self._files.address(draft)
            intent.putExtra(names.EXTRA_OUTPUT, self._java.cast("android.os.Parcelable", uri))
            self._grant(intent, uri, write=True)
            self._java.ask(
                intent, TAKE_PHOTO, lambda done, _data: self._taken(done, draft, target, on_done, on_error)
            )
        except PlatformError as error:
            on_error(error)

    def _taken(self, done: bool, draft: Path, target: Path, on_done: OnPath, on_error: OnError) -> None:
        try:
            if not done:
                draft.unlink(missing_ok=True)
                on_done(None)
            elif not draft.is_file() or not draft.stat().st_size:
                draft.unlink(missing_ok=True)
                on_error(PlatformError(_("The camera app saved no photo. Try again, or choose one.")))
            else:
                if draft != target:
                    shutil.move(draft, target)
                on_done(target)
        except OSError as error:
            log.warning("photo not kept: %s", error)
            on_error(PlatformError(_("The phone's storage cannot be written.")))

    def pick_photo(self, on_done: OnPath, on_error: OnError) -> None:
        """The system's photo picker; before Android 13 its file picker, showing pictures."""
        if self._java.sdk >= PICKER_SDK:
            intent = self._java.find("android.content.Intent")(names.ACTION_PICK_IMAGES)
            intent.setType("image/*")
        else:
            intent = self._document("image/*")
        self._pick(intent, PICK_PHOTO, self._files.take_photo, on_done, on_error)

    def pick_file(self, mime: str, on_done: OnPath, on_error: OnError) -> None:
        """The system's file picker."""
        self._pick(self._document(mime), PICK_FILE, self._files.take_file, on_done, on_error)

    def _document(self, mime: str) -> Any:
        intent = self._java.find("android.content.Intent")(names.ACTION_OPEN_DOCUMENT)
        intent.addCategory(names.CATEGORY_OPENABLE)
        intent.setType(mime)
        return intent

    def _pick(
        self, intent: Any, code: int, take: Callable[[Any], Path], on_done: OnPath, on_error: OnError
    ) -> None:
        def chosen(done: bool, data: Any) -> None:
            uri = data.getData() if done and data is not None else None
            if uri is None:
                on_done(None)
            else:
                # Copying can take seconds (the file may be in a cloud), and this is Android's main thread.
                threading.Thread(target=copy, args=(uri,), name="picked", daemon=True).start()

        def copy(uri: Any) -> None:
            try:
                on_done(take(uri))
            except PlatformError as error:
                on_error(error)
            except Exception:
                log.exception("a chosen file was not taken")
                on_error(PlatformError(_("The file could not be opened.")))
            finally:
                self._java.leave_thread()

        try:
            self._java.ask(intent, code, chosen)
        except PlatformError as error:
            on_error(error)

    def share_text(self, text: str, subject: str) -> str:
        """The share sheet with a text."""
        intent = self._send("text/plain", subject)
        intent.putExtra(names.EXTRA_TEXT, self._java.text(text))
        self._choose_app(intent, subject)
        return "shared"

    def share_file(self, path: Path, mime: str, subject: str) -> Path | None:
        """The share sheet with a copy of the file."""
        if not self._files.has_provider():
            raise PlatformError(_("The file cannot be handed to another app."))
        uri = self._files.offer(path)
        intent = self._send(mime, subject)
        intent.putExtra(names.EXTRA_STREAM, self._java.cast("android.os.Parcelable", uri))
        self._grant(intent, uri)
        self._choose_app(intent, subject)
        return None

    def _send(self, mime: str, subject: str) -> Any:
        intent = self._java.find("android.content.Intent")(names.ACTION_SEND)
        intent.setType(mime)
        intent.putExtra(names.EXTRA_SUBJECT, self._java.text(subject))
        return intent

    def _grant(self, intent: Any, uri: Any, write: bool = False) -> None:
        """Let the app that gets the intent reach the file, and no other app."""
        clips = self._java.find("android.content.ClipData")
        intent.setClipData(clips.newRawUri(self._java.chars(""), uri))
        flags = names.FLAG_GRANT_READ_URI_PERMISSION
        intent.addFlags(flags | names.FLAG_GRANT_WRITE_URI_PERMISSION if write else flags)

    def _choose_app(self, intent: Any, title: str) -> None:
        intents = self._java.find("android.content.Intent")
        self._java.start(intents.createChooser(intent, self._java.chars(title)))

    def open_link(self, url: str) -> None:
        """In the app or browser that handles it."""
        address = self._java.find("android.net.Uri").parse(url)
        self._java.start(self._java.find("android.content.Intent")(names.ACTION_VIEW, address))

    def leave(self) -> None:
        """To the background, as apps do when the back button is pressed on their first screen."""
        self._java.activity.moveTaskToBack(True)
