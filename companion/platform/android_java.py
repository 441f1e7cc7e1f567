"""The Java side of an Android phone: names, constants, and one place where they are reached.

Every class and member that the app uses is written down in `tests/data/android-api.txt` with its signature,
its source and the API level it came with; the Java of the tests is made from that file. Constants are written
out because several are newer than the oldest phone the app runs on.

pyjnius chooses between overloads by exact class: what is handed to an overloaded method must be cast to the
very class in the signature, and a Python `str` may end up as a `char[]`; hence `cast`, `text` and `chars`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from companion.platform import PermissionRefused, PlatformError
from companion.translation import _

log = logging.getLogger(__name__)

ACTION_IMAGE_CAPTURE = "android.media.action.IMAGE_CAPTURE"
ACTION_PICK_IMAGES = "android.provider.action.PICK_IMAGES"  # from API 33 on
ACTION_OPEN_DOCUMENT = "android.intent.action.OPEN_DOCUMENT"
ACTION_SEND = "android.intent.action.SEND"
ACTION_VIEW = "android.intent.action.VIEW"
CATEGORY_OPENABLE = "android.intent.category.OPENABLE"
EXTRA_OUTPUT = "output"
EXTRA_STREAM = "android.intent.extra.STREAM"
EXTRA_SUBJECT = "android.intent.extra.SUBJECT"
EXTRA_TEXT = "android.intent.extra.TEXT"
FEATURE_CAMERA_ANY = "android.hardware.camera.any"
VIBRATOR_SERVICE = "vibrator"
DISPLAY_NAME = "_display_name"
FLAG_GRANT_READ_URI_PERMISSION = 1
FLAG_GRANT_WRITE_URI_PERMISSION = 2
RESULT_OK = -1
DEFAULT_AMPLITUDE = -1
UI_MODE_NIGHT_MASK = 48
UI_MODE_NIGHT_YES = 32
APPEARANCE_LIGHT_STATUS_BARS = 8
APPEARANCE_LIGHT_NAVIGATION_BARS = 16

# The classes that are packed with the app. They can only be found from a thread that Java started, as the
# app's main thread is, so they are looked up when the app starts.
ACTIVITY = "org.kivy.android.PythonActivity"
FILE_PROVIDER = "androidx.core.content.FileProvider"

OnResult = Callable[[bool, Any], None]


class Java:
    """Reaches Java through pyjnius. Raises `PlatformError` where python-for-android's modules are missing."""

    def __init__(self) -> None:
        try:
            import jnius
            from android import activity, runnable
        except ImportError as error:
            raise PlatformError(f"this is Android without python-for-android: {error}") from error
        self._jnius: Any = jnius
        self._events: Any = activity
        self._runnable: Any = runnable
        self._ui: dict[Callable[..., None], Callable[..., None]] = {}
        self._waiting: dict[int, OnResult] = {}
        self._listening = False
        self.find = cache(jnius.autoclass)
        self.activity: Any = self.find(ACTIVITY).mActivity
        self.sdk: int = self.find("android.os.Build$VERSION").SDK_INT
        try:
            self.provider: Any = self.find(FILE_PROVIDER)
        except jnius.JavaException:
            self.provider = None

    def cast(self, name: str, thing: Any) -> Any:
        """The same object, seen as that class."""
        return self._jnius.cast(name, thing)

    def text(self, text: str) -> Any:
        """A text for an overloaded method that takes a `String`."""
        return self.find("java.lang.String")(text)

    def chars(self, text: str) -> Any:
        """A text for a method that takes a `CharSequence`."""
        return self.cast("java.lang.CharSequence", self.text(text))

    def in_ui_thread(self, call: Callable[..., None], *values: Any) -> None:
        """Call it later in the thread that may touch windows; `call` must be the same object each time."""
        if call not in self._ui:
            self._ui[call] = self._runnable.run_on_ui_thread(call)
        self._ui[call](*values)

    def leave_thread(self) -> None:
        """To be called at the end of a Python thread that has used Java."""
        self._jnius.detach()

    # Other apps

    def start(self, intent: Any) -> None:
        """Hand over to another app. Raises `PlatformError`."""
        with self.errors(_("No app on this phone can do that.")):
            self.activity.startActivity(intent)

    def ask(self, intent: Any, code: int, on_result: OnResult) -> None:
        """Hand over and wait: `on_result` gets whether it was done, and the answer's intent or None.

        It comes in Android's main thread. A second question with the same code replaces the first.
        Raises `PlatformError`.
        """
        if not self._listening:
            self._events.bind(on_activity_result=self._on_activity_result)
            self._listening = True
        self._waiting[code] = on_result
        try:
            with self.errors(_("No app on this phone can do that.")):
                self.activity.startActivityForResult(intent, code)
        except PlatformError:
            self._waiting.pop(code, None)
            raise

    def _on_activity_result(self, code: int, result: int, data: Any) -> None:
        on_result = self._waiting.pop(code, None)
        if on_result is None:
            return
        try:
            on_result(result == RESULT_OK, data)
        except Exception:
            # Java called: an exception that leaves here would end the app.
            log.exception("the answer of another app was not taken")

    @contextmanager
    def errors(self, otherwise: str) -> Iterator[None]:
        """Java's exceptions as ours: `PermissionRefused` for what was forbidden, else `otherwise`'s text."""
        try:
            yield
        except self._jnius.JavaException as error:
            log.warning("Java refused: %s", error)
            name = getattr(error, "classname", None) or str(error)
            if "SecurityException" in name:
                raise PermissionRefused(_("The phone does not allow that.")) from error
            raise PlatformError(otherwise) from error
