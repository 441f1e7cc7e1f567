"""The Android side against a fake phone of several ages: what other apps are asked, and what comes back."""

from __future__ import annotations

import inspect
import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from phone_java import FakeJava, FakeObject, JavaException

from companion.platform import Insets, PermissionRefused, Platform, PlatformError, android, current_platform
from companion.platform.android import PICK_FILE, PICK_PHOTO, TAKE_PHOTO, AndroidPlatform
from companion.platform.android_files import safe_name
from companion.platform.desktop import DesktopPlatform

AGES = (24, 26, 28, 29, 30, 33, 34, 35, 36)
JPEG = b"\xff\xd8\xff a photo"


class Phone:
    """The app on a fake phone, and what it was told."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch, sdk: int) -> None:
        self.java = FakeJava(sdk)
        self.cache = folder / "cache"
        self.cache.mkdir()
        self.java.answers |= {
            "Context.getPackageName": "org.marble.companion",
            "Context.getSystemService": self.java.made("android.os.Vibrator"),
            "File.getAbsolutePath": str(self.cache),
            "ContentResolver.openFileDescriptor": self._open,
        }
        patch.setenv("MARBLE_HOME", str(folder / "files" / "marble-companion"))
        for name, module in self.java.modules().items():
            patch.setitem(sys.modules, name, module)
        self.platform = AndroidPlatform()
        self.folder = self.platform.data_folder()
        self.files: dict[str, bytes] = {}
        self.said: list[Any] = []
        self.heard = threading.Event()
        self.tell: Callable[[Any], None] = self._hear

    def _hear(self, what: Any) -> None:
        self.said.append(what)
        self.heard.set()

    def _open(self, uri: FakeObject, mode: str) -> FakeObject:
        assert mode == "r"
        source = self.cache / "elsewhere"
        source.write_bytes(self.files[uri.values[0]])
        self.java.answers["ParcelFileDescriptor.detachFd"] = os.open(source, os.O_RDONLY)
        return self.java.made("android.os.ParcelFileDescriptor")

    def choose(self, code: int, address: str, content: bytes = b"", mime: str = "image/jpeg") -> None:
        """The player picks a file in the other app; waits until the app has taken it."""
        self.files[address] = content
        self.java.answers["ContentResolver.getType"] = mime
        self.java.answers["Intent.getData"] = self.java.made("android.net.Uri", address)
        self.java.answer_activity(code, -1, self.java.made("android.content.Intent"))
        assert self.heard.wait(5)

    def intent(self) -> FakeObject:
        """The intent that was started last."""
        started = [call for call in self.java.calls if "startActivity" in call.name]
        intent = started[-1].values[0]
        assert isinstance(intent, FakeObject)
        return intent

    def extras(self) -> dict[str, Any]:
        return dict(self.java.called("Intent.putExtra"))


@pytest.fixture
def make_phone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[int], Phone]:
    return lambda sdk=36: Phone(tmp_path, monkeypatch, sdk)


@pytest.fixture
def phone(make_phone: Callable[[int], Phone]) -> Phone:
    return make_phone(36)


def test_all_implementations_keep_to_the_interface() -> None:
    from companion.platform.android_script import AndroidScriptPlatform

    wanted = {name: value for name, value in vars(Platform).items() if inspect.isfunction(value)}
    wanted = {name: value for name, value in wanted.items() if not name.startswith("_")}
    assert len(wanted) > 12
    for implementation in (AndroidPlatform, DesktopPlatform, AndroidScriptPlatform):
        for name, value in wanted.items():
            theirs = inspect.signature(getattr(implementation, name))
            assert list(theirs.parameters) == list(inspect.signature(value).parameters), name


@pytest.mark.parametrize("sdk", AGES)
def test_nothing_newer_than_the_phone_is_called(make_phone: Callable[[int], Phone], sdk: int) -> None:
    phone = make_phone(sdk)
    platform = phone.platform
    assert platform.has_camera
    platform.insets()
    platform.vibrate(30)
    platform.dress_bars(dark=True)
    platform.prefers_dark()
    platform.locale()
    platform.share_text("12 points", "Rome")
    platform.share_file(_file(phone), "text/plain", "Rome")
    platform.open_link("https://example.org")
    platform.take_photo(platform.data_folder() / "camera" / "a.jpg", phone.tell, phone.tell)
    phone.java.answer_activity(TAKE_PHOTO, 0)
    platform.pick_photo(phone.tell, phone.tell)
    phone.choose(PICK_PHOTO, "content://a", JPEG)
    platform.pick_file("application/zip", phone.tell, phone.tell)
    phone.choose(PICK_FILE, "content://b", b"zip")
    platform.leave()
    assert phone.java.called("PythonActivity.moveTaskToBack") == [(True,)]


def _file(phone: Phone) -> Path:
    path = phone.folder / "result.txt"
    path.write_text("12 points", encoding="utf-8")
    return path


# The camera


def test_the_camera_app_is_given_one_address_to_write_to(phone: Phone) -> None:
    target = phone.folder / "camera" / "a.jpg"
    phone.platform.take_photo(target, phone.tell, phone.tell)
    assert phone.intent().values == ("android.media.action.IMAGE_CAPTURE",)
    assert phone.java.called("FileProvider.getUriForFile")[0][1] == "org.marble.companion.fileprovider"
    assert phone.java.called("FileProvider.getUriForFile")[0][2].values == (str(target),)
    assert phone.extras()["output"].real == "android.net.Uri"
    assert phone.java.called("Intent.addFlags") == [(3,)]
    assert phone.java.called("ClipData.newRawUri")[0][1].real == "android.net.Uri"
    assert not target.exists()

    target.write_bytes(JPEG)
    phone.java.answer_activity(TAKE_PHOTO, -1)
    assert phone.said == [target]
    phone.java.answer_activity(TAKE_PHOTO, -1)  # an answer that nobody waits for
    assert phone.said == [target]


def test_going_back_from_the_camera_leaves_nothing_behind(phone: Phone) -> None:
    target = phone.folder / "camera" / "a.jpg"
    phone.platform.take_photo(target, phone.tell, phone.tell)
    target.write_bytes(b"")  # camera apps make the file first
    phone.java.answer_activity(TAKE_PHOTO, 0)
    assert phone.said == [None]
    assert not target.exists()


def test_a_camera_app_that_saves_nothing_is_an_error(phone: Phone) -> None:
    phone.platform.take_photo(phone.folder / "camera" / "a.jpg", phone.tell, phone.tell)
    phone.java.answer_activity(TAKE_PHOTO, -1)
    assert [type(one) for one in phone.said] == [PlatformError]


def test_a_photo_for_another_folder_goes_there(phone: Phone) -> None:
    target = phone.folder / "other.jpg"
    phone.platform.take_photo(target, phone.tell, phone.tell)
    (phone.folder / "camera" / "other.jpg").write_bytes(JPEG)
    phone.java.answer_activity(TAKE_PHOTO, -1)
    assert phone.said == [target]
    assert target.read_bytes() == JPEG
    assert not list((phone.folder / "camera").iterdir())


@pytest.mark.parametrize(
    ("exception", "expected"),
    [
        ("android.content.ActivityNotFoundException", PlatformError),
        ("java.lang.SecurityException", PermissionRefused),
    ],
)
def test_without_a_camera_app_the_player_is_told(phone: Phone, exception: str, expected: type) -> None:
    phone.java.answers["Activity.startActivityForResult"] = JavaException(exception)
    phone.platform.take_photo(phone.folder / "camera" / "a.jpg", phone.tell, phone.tell)
    phone.platform.pick_photo(phone.tell, phone.tell)
    assert [type(one) for one in phone.said] == [expected, expected]


def test_without_a_camera_there_is_none(make_phone: Callable[[int], Phone], monkeypatch: Any) -> None:
    monkeypatch.setattr(FakeJava, "default", lambda self, kind: None if kind == "V" else _empty(self, kind))
    phone = make_phone(36)
    assert not phone.platform.has_camera
    phone.platform.take_photo(phone.folder / "camera" / "a.jpg", phone.tell, phone.tell)
    assert [type(one) for one in phone.said] == [PlatformError]


def _empty(java: FakeJava, kind: str) -> Any:
    return False if kind == "Z" else FakeObject(java, kind[1:-1].replace("/", ".")) if kind[0] == "L" else 0


# Choosing


def test_the_photo_picker_is_the_system_s_where_there_is_one(make_phone: Callable[[int], Phone]) -> None:
    phone = make_phone(33)
    phone.platform.pick_photo(phone.tell, phone.tell)
    assert phone.intent().values == ("android.provider.action.PICK_IMAGES",)
    assert phone.java.called("Intent.setType") == [("image/*",)]


def test_older_phones_show_pictures_in_the_file_picker(make_phone: Callable[[int], Phone]) -> None:
    phone = make_phone(32)
    phone.platform.pick_photo(phone.tell, phone.tell)
    assert phone.intent().values == ("android.intent.action.OPEN_DOCUMENT",)
    assert phone.java.called("Intent.addCategory") == [("android.intent.category.OPENABLE",)]


@pytest.mark.parametrize(
    ("mime", "ending"), [("image/jpeg", ".jpg"), ("image/png", ".png"), ("image/webp", ".webp")]
)
def test_a_chosen_photo_is_copied_as_it_is(phone: Phone, mime: str, ending: str) -> None:
    phone.platform.pick_photo(phone.tell, phone.tell)
    phone.choose(PICK_PHOTO, "content://media/1", JPEG, mime)
    [path] = phone.said
    assert path.read_bytes() == JPEG  # with its EXIF
    assert path.suffix == ending
    assert path.is_relative_to(phone.cache)
    assert phone.java.detached == 1


def test_a_heic_photo_becomes_a_jpeg(phone: Phone) -> None:
    phone.platform.pick_photo(phone.tell, phone.tell)
    phone.choose(PICK_PHOTO, "content://media/1", b"heic", "image/heic")
    [path] = phone.said
    assert path.name == "photo.jpg"
    assert phone.java.called("FileOutputStream.FileOutputStream") == [(str(path),)]
    assert phone.java.called("ImageDecoder.createSource")[0][1].values == ("content://media/1",)
    [(_format, quality, _stream)] = phone.java.called("Bitmap.compress")
    assert quality == 95
    assert phone.java.called("FileOutputStream.close") == [()]


def test_an_old_phone_says_that_it_cannot_read_heic(make_phone: Callable[[int], Phone]) -> None:
    phone = make_phone(27)
    phone.platform.pick_photo(phone.tell, phone.tell)
    phone.choose(PICK_PHOTO, "content://media/1", b"heic", "image/heic")
    assert "JPEG" in str(phone.said[0])


@pytest.mark.parametrize("answer", [(0, True), (-1, False)])
def test_choosing_nothing_is_no_error(phone: Phone, answer: tuple[int, bool]) -> None:
    result, has_data = answer
    phone.java.answers["Intent.getData"] = None
    phone.platform.pick_photo(phone.tell, phone.tell)
    phone.java.answer_activity(
        PICK_PHOTO, result, phone.java.made("android.content.Intent") if has_data else None
    )
    assert phone.said == [None]


def test_a_chosen_file_keeps_its_name(phone: Phone) -> None:
    phone.java.answers |= {"Cursor.getString": "../our games.zip", "Cursor.getColumnIndex": 2}
    phone.platform.pick_file("application/zip", phone.tell, phone.tell)
    assert phone.java.called("Intent.setType") == [("application/zip",)]
    phone.choose(PICK_FILE, "content://docs/7", b"zip", "application/zip")
    [path] = phone.said
    assert path.name == "our games.zip"
    assert path.read_bytes() == b"zip"
    assert phone.java.called("Cursor.close") == [()]


def test_a_file_that_cannot_be_opened_is_an_error(phone: Phone) -> None:
    phone.java.answers["ContentResolver.openFileDescriptor"] = JavaException("java.io.FileNotFoundException")
    phone.platform.pick_file("application/zip", phone.tell, phone.tell)
    phone.choose(PICK_FILE, "content://docs/7")
    assert [type(one) for one in phone.said] == [PlatformError]


def test_copies_are_removed_after_a_day(phone: Phone) -> None:
    phone.platform.pick_photo(phone.tell, phone.tell)
    phone.choose(PICK_PHOTO, "content://media/1", JPEG)
    [path] = phone.said
    AndroidPlatform()
    assert path.exists()
    os.utime(path, (1, 1))
    AndroidPlatform()
    assert not path.exists()


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("a.zip", "a.zip"),
        ("../../x.db", "x.db"),
        ("C:\\games\\b.zip", "b.zip"),
        ("", "file"),
        ("..", "file"),
        ("primary:Download/übung?.zip", "übung_.zip"),
        ("x" * 300 + ".json", "x" * 80 + ".json"),
    ],
)
def test_a_name_from_elsewhere_is_a_plain_file_name(name: str, expected: str) -> None:
    assert safe_name(name) == expected


# Sharing


def test_a_text_goes_to_the_share_sheet(phone: Phone) -> None:
    assert phone.platform.share_text("12 points", "Rome") == "shared"
    [(intent, title)] = phone.java.called("Intent.createChooser")
    assert intent.values == ("android.intent.action.SEND",)
    assert title.values == ("Rome",)
    assert {key: value.values for key, value in phone.extras().items()} == {
        "android.intent.extra.SUBJECT": ("Rome",),
        "android.intent.extra.TEXT": ("12 points",),
    }


def test_a_file_is_shared_as_a_copy_that_may_only_be_read(phone: Phone) -> None:
    path = _file(phone)
    assert phone.platform.share_file(path, "text/plain", "Rome") is None
    [(_context, _authority, file)] = phone.java.called("FileProvider.getUriForFile")
    copy = Path(file.values[0])
    assert copy.name == path.name
    assert copy.read_bytes() == path.read_bytes()
    assert copy.is_relative_to(phone.cache / "share")
    assert phone.java.called("Intent.addFlags") == [(1,)]
    assert phone.extras()["android.intent.extra.STREAM"].real == "android.net.Uri"


def test_the_provider_reaches_just_the_two_folders(phone: Phone) -> None:
    """The paths are written in a resource that Android reads; they must be those that the code uses."""
    from xml.etree import ElementTree

    paths = Path(android.__file__).parent / "android_res" / "res" / "xml" / "provider_paths.xml"
    found = {(one.tag, one.get("path")) for one in ElementTree.parse(paths).getroot()}
    assert found == {("files-path", "marble-companion/camera/"), ("cache-path", "share/")}
    assert phone.folder.name == "marble-companion"


# The phone itself


def _box(phone: Phone, kind: str, sides: tuple[int, int, int, int]) -> None:
    names = ("left", "top", "right", "bottom")
    phone.java.answers |= {f"{kind}.{name}": side for name, side in zip(names, sides, strict=True)}


def test_edge_to_edge_the_bars_cover_the_app(phone: Phone) -> None:
    _box(phone, "Insets", (0, 132, 0, 63))
    _box(phone, "Rect", (0, 0, 1080, 2400))
    phone.java.answers |= {"View.getWidth": 1080, "View.getHeight": 2400}
    phone.java.answers |= {"Type.systemBars": 7, "Type.displayCutout": 128}
    assert phone.platform.insets() == Insets(0, 132, 0, 63)
    assert phone.java.called("WindowInsets.getInsets") == [(135,)]


@pytest.mark.parametrize("sdk", [24, 29, 34])
def test_before_that_the_app_lies_between_the_bars(make_phone: Callable[[int], Phone], sdk: int) -> None:
    phone = make_phone(sdk)
    sides = {"Left": 0, "Top": 66, "Right": 0, "Bottom": 126}
    phone.java.answers |= {f"WindowInsets.getStableInset{name}": side for name, side in sides.items()}
    _box(phone, "Insets", (0, 66, 0, 126))
    _box(phone, "Rect", (0, 66, 1080, 1794))
    phone.java.answers |= {"View.getWidth": 1080, "View.getHeight": 1920}
    assert phone.platform.insets() == Insets()


def test_turned_on_its_side_only_what_reaches_into_the_app_counts(phone: Phone) -> None:
    _box(phone, "Insets", (90, 0, 132, 63))
    _box(phone, "Rect", (40, 0, 2380, 1080))
    phone.java.answers |= {"View.getWidth": 2400, "View.getHeight": 1080}
    assert phone.platform.insets() == Insets(50, 0, 112, 63)


def test_a_cut_out_counts_as_covered(make_phone: Callable[[int], Phone]) -> None:
    phone = make_phone(28)
    phone.java.answers |= {"WindowInsets.getStableInsetTop": 66, "DisplayCutout.getSafeInsetTop": 90}
    _box(phone, "Rect", (0, 0, 1080, 1920))
    phone.java.answers |= {"View.getWidth": 1080, "View.getHeight": 1920}
    assert phone.platform.insets() == Insets(top=90)


def test_without_a_window_nothing_is_covered(phone: Phone) -> None:
    phone.java.answers["View.getRootWindowInsets"] = None
    assert phone.platform.insets() == Insets()


def test_symbols_in_the_bars_suit_the_app(phone: Phone) -> None:
    phone.platform.dress_bars(dark=False)
    phone.platform.dress_bars(dark=True)
    assert phone.java.called("WindowInsetsController.setSystemBarsAppearance") == [(24, 24), (0, 24)]


@pytest.mark.parametrize(("sdk", "params"), [(25, ("J",)), (26, ("Landroid/os/VibrationEffect;",))])
def test_vibration_by_the_phone_s_age(
    make_phone: Callable[[int], Phone], sdk: int, params: tuple[str]
) -> None:
    phone = make_phone(sdk)
    phone.java.answers["Context.getSystemService"] = phone.java.made("android.os.Vibrator")
    phone.platform.vibrate(30)
    [call] = [call for call in phone.java.calls if call.name == "Vibrator.vibrate"]
    assert call.params == params


def test_a_phone_that_does_not_vibrate_does_not_mind(phone: Phone) -> None:
    phone.java.answers["Context.getSystemService"] = phone.java.made("android.os.Vibrator")
    phone.java.answers["Vibrator.vibrate"] = JavaException("java.lang.SecurityException")
    phone.platform.vibrate(30)
    phone.java.answers["Context.getSystemService"] = None
    phone.platform.vibrate(30)


def test_language_and_darkness_come_from_the_phone(phone: Phone) -> None:
    phone.java.answers |= {"Locale.toLanguageTag": "nl-BE", "Configuration.uiMode": 0x21}
    assert phone.platform.locale() == "nl_BE"
    assert phone.platform.prefers_dark()
    phone.java.answers["Configuration.uiMode"] = 0x11
    assert not phone.platform.prefers_dark()


def test_a_link_goes_to_the_browser(phone: Phone) -> None:
    phone.platform.open_link("https://example.org")
    assert phone.java.called("Uri.parse") == [("https://example.org",)]
    assert phone.intent().values[0] == "android.intent.action.VIEW"


# Which implementation


def test_the_packed_app_gets_the_android_side(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANDROID_ARGUMENT", "/data/app")
    assert current_platform().name == "android"


def test_an_interpreter_app_gets_the_plain_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Pydroid 3 sets Android's variables, but has not this app's Java."""
    monkeypatch.setenv("ANDROID_ARGUMENT", "/data/app")
    monkeypatch.setenv("EXTERNAL_STORAGE", str(tmp_path))
    monkeypatch.setitem(sys.modules, "jnius", None)
    camera = tmp_path / "DCIM" / "Camera"
    camera.mkdir(parents=True)
    (camera / "a.jpg").touch()
    (tmp_path / "Download").mkdir()
    platform = current_platform()
    assert (platform.name, platform.has_camera, platform.has_picker) == ("android script", False, False)
    assert platform.has_touch
    assert platform.pictures_folder() == camera
    source = tmp_path / "result.txt"
    source.write_text("12", encoding="utf-8")
    assert platform.share_file(source, "text/plain", "Rome") == tmp_path / "Download" / "result.txt"
