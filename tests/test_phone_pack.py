"""The Android package, checked for real as far as that goes without Android's SDK and NDK: `make apk-check`.

The slow tests need buildozer and python-for-android, which tests/phone_tools.py installs elsewhere.
"""

from __future__ import annotations

import configparser
import importlib.util
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import cv2
import phone_tools
import pytest

from companion.version import VERSION

ROOT = Path(__file__).parent.parent
TESTS = Path(__file__).parent
PACKAGE = "org.marble.marblecompanion"
ANDROID = "{http://schemas.android.com/apk/res/android}"
FRAMEWORK = Path(os.environ.get("MARBLE_FRAMEWORK_RES", "/usr/share/android-framework-res/framework-res.apk"))

# In the sources, but not for the phone.
LEFT_BEHIND = ("companion/platform/android_res/",)
# Attributes that came after the framework that Debian packs (Android 10): the real build's SDK knows them.
NEWER_ATTRIBUTES = {"enableOnBackInvokedCallback"}


def spec() -> configparser.ConfigParser:
    parser = configparser.ConfigParser()
    parser.read(ROOT / "buildozer.spec", encoding="utf-8")
    return parser


def words(name: str) -> list[str]:
    return [word.strip() for word in spec()["app"][name].split(",")]


def tracked() -> list[str]:
    """The files of the three packages that git knows."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    command = ["git", "ls-files", "-z", "companion", "scoring", "vision"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return [name for name in done.stdout.split("\0") if name and (ROOT / name).is_file()]


# Without the builders


def test_every_ending_in_the_packages_is_packed() -> None:
    endings = set(words("source.include_exts"))
    forgotten = [
        name
        for name in tracked()
        if not name.startswith(LEFT_BEHIND) and Path(name).suffix[1:].lower() not in endings
    ]
    assert not forgotten


def test_the_app_asks_for_vibration_alone() -> None:
    assert words("android.permissions") == ["android.permission.VIBRATE"]
    assert not spec()["app"].getboolean("android.allow_backup")


def test_what_the_spec_names_exists() -> None:
    named = [value for value in spec()["app"].values() if "android_res" in value and "," not in value]
    assert len(named) >= 7
    assert all((ROOT / value).exists() for value in named)


@pytest.mark.parametrize("name", ["icon.png", "icon_foreground.png", "icon_background.png", "presplash.png"])
def test_the_pictures_are_those_that_the_script_draws(name: str) -> None:
    script = load("draw_icons", ROOT / "docs" / "tools" / "draw_icons.py")
    stored = cv2.imread(str(script.FOLDER / name), cv2.IMREAD_UNCHANGED)
    drawn = cv2.cvtColor(script.pixels(script.PICTURES[name]()), cv2.COLOR_RGBA2BGRA)
    assert stored.shape == drawn.shape
    assert cv2.absdiff(stored, drawn).max() <= 1


def load(name: str, path: Path) -> Any:
    """A script as a module."""
    place = importlib.util.spec_from_file_location(name, path)
    assert place is not None and place.loader is not None
    module = importlib.util.module_from_spec(place)
    place.loader.exec_module(module)
    return module


def test_the_adaptive_icon_stays_in_the_safe_zone() -> None:
    """Launchers cut out any shape that holds the middle circle of 66 of 108 units."""
    picture = cv2.imread(
        str(ROOT / "companion/platform/android_res/pictures/icon_foreground.png"), cv2.IMREAD_UNCHANGED
    )
    size = picture.shape[0]
    ys, xs = (picture[..., 3] > 0).nonzero()
    far = max((xs + 0.5 - size / 2) ** 2 + (ys + 0.5 - size / 2) ** 2) ** 0.5
    assert far <= size * 33 / 108


def test_the_hook_adds_the_provider_once() -> None:
    hook = load("hook", ROOT / "companion" / "platform" / "android_res" / "hook.py")
    once = hook.add_provider("<manifest><application></application></manifest>", "<provider/>")
    assert once.count("<provider/>") == 1
    assert hook.add_provider(once, "<provider/>") == once
    with pytest.raises(ValueError, match="application"):
        hook.add_provider("<manifest/>", "<provider/>")


def elf(alignment: int) -> bytes:
    """The headers of a 64-bit library with one loaded segment."""
    header = b"\x7fELF\x02\x01".ljust(32, b"\0") + struct.pack("<Q", 64)
    header = header.ljust(54, b"\0") + struct.pack("<HH", 56, 1)
    return header.ljust(64, b"\0") + struct.pack("<IIQQQQQQ", 1, 5, 0, 0, 0, 100, 100, alignment)


def test_libraries_for_small_pages_are_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = load("check_alignment", ROOT / "docs" / "tools" / "check_alignment.py")
    package = tmp_path / "app.apk"
    with zipfile.ZipFile(package, "w") as files:
        files.writestr("lib/arm64-v8a/libgood.so", elf(16384))
        files.writestr("lib/arm64-v8a/libpybundle.so", b"an archive")
        files.writestr("lib/armeabi-v7a/libold.so", b"\x7fELF\x01\x01")
    assert script.main([str(package)]) == 0
    with zipfile.ZipFile(package, "a") as files:
        files.writestr("lib/arm64-v8a/libbad.so", elf(4096))
    assert script.main([str(package)]) == 1
    assert "libbad.so is aligned to 4096 bytes" in capsys.readouterr().err


# With them


@pytest.fixture(scope="session")
def builders() -> Path:
    python = phone_tools.python()
    if python is None:
        pytest.skip("buildozer and python-for-android are not installed: run 'make apk-check'")
    return python


@pytest.fixture(scope="session")
def built(builders: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Android project, made by the builders."""
    out = tmp_path_factory.mktemp("apk") / "out"
    command = [str(builders), str(TESTS / "phone_build.py"), str(out)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=280)
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
    return out


@pytest.fixture(scope="session")
def report(built: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((built / "report.json").read_text(encoding="utf-8"))
    return found


@pytest.fixture(scope="session")
def packed(built: Path) -> Path:
    """What the phone unpacks when the app starts for the first time."""
    folder = built / "packed"
    with tarfile.open(built / "project" / "src" / "main" / "assets" / "private.tar") as archive:
        archive.extractall(folder, filter="data")
    return folder


@pytest.mark.slow
def test_buildozer_accepts_the_spec_and_knows_every_option(report: dict[str, Any]) -> None:
    assert report["unknown_tokens"] == []
    assert report["version"] == VERSION
    assert report["api"] == "36"


@pytest.mark.slow
def test_buildozer_refuses_a_broken_spec(builders: Path, tmp_path: Path) -> None:
    text = (ROOT / "buildozer.spec").read_text(encoding="utf-8")
    (tmp_path / "buildozer.spec").write_text(text.replace("orientation = portrait", "orientation = up"))
    command = [str(builders), "-c", "import buildozer; buildozer.Buildozer('buildozer.spec')"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 1
    assert '"up" is not a valid' in done.stdout


@pytest.mark.slow
def test_every_requirement_is_a_recipe_or_pure_python(report: dict[str, Any]) -> None:
    assert report["bootstrap"] == "sdl2"
    assert set(report["wanted"]) <= set(report["order"])  # ours are all recipes
    assert set(report["modules"]) <= set(report["pure"])  # and what they bring along is pure Python
    assert report["least_ndk_api"] <= report["ndk_api"] == 24


@pytest.mark.slow
def test_versions_are_those_of_the_recipes(report: dict[str, Any]) -> None:
    assert report["used_versions"] == report["recipe_versions"]
    pinned = dict(word.split("==") for word in words("requirements") if "==" in word)
    assert pinned["kivy"] == "2.3.1"
    assert pinned["opencv"].startswith("4.12")
    assert pinned["numpy"].startswith("v2.3")
    assert {name: report["recipe_versions"][name] for name in pinned} == pinned
    assert report["ndk"] == spec()["app"]["android.ndk"] == "28c"  # which aligns for pages of 16 KB


@pytest.mark.slow
def test_opencv_s_recipe_builds_what_the_reading_uses(report: dict[str, Any]) -> None:
    needed = {"core", "imgproc", "imgcodecs", "calib3d", "features2d", "dnn"}
    assert {f"libopencv_{name}.so" for name in needed} <= set(report["opencv_libraries"])


@pytest.mark.slow
def test_every_file_of_the_packages_is_packed_and_nothing_else(packed: Path) -> None:
    there = {path.relative_to(packed).as_posix() for path in packed.rglob("*") if path.is_file()}
    wanted = {name for name in tracked() if not name.startswith(LEFT_BEHIND)}
    compiled = {re.sub(r"\.py$", ".pyc", name) for name in wanted}
    assert compiled <= there
    tops = {name.split("/")[0] for name in there}
    assert tops == {
        "companion",
        "scoring",
        "vision",
        "main.pyc",
        "sitecustomize.pyc",
        "LICENSE",
        "p4a_env_vars.txt",
    }


def run_packed(packed: Path, what: str) -> dict[str, Any]:
    site_packages = sysconfig.get_path("purelib")
    command = [
        sys.executable,
        "-I",
        "-S",
        "-OO",
        str(TESTS / "phone_run.py"),
        site_packages,
        str(packed),
        what,
    ]
    done = subprocess.run(command, cwd=packed, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
    result: dict[str, Any] = json.loads(done.stdout.strip().splitlines()[-1])
    assert result["from"] == str(packed)
    assert result["optimised"] == 2
    return result


@pytest.mark.slow
def test_the_packed_app_starts_with_what_the_phone_has(packed: Path) -> None:
    assert run_packed(packed, "start")["screen"] == "home"


@pytest.mark.slow
def test_the_packed_app_takes_and_reads_the_bundled_photo(packed: Path) -> None:
    result = run_packed(packed, "photo")
    label = json.loads((ROOT / "companion" / "demo" / "board.json").read_text(encoding="utf-8"))["state"]
    assert result["screen"] == "review"
    assert result["sites"] == len(label["sites"])
    assert result["tiles"] == len(label["tiles"])
    assert (result["language"], result["inset_top"]) == ("nl", 132)


@pytest.mark.slow
def test_the_files_that_java_needs_are_where_our_names_say(builders: Path) -> None:
    """The parts of python-for-android's Java and Python that the app calls."""
    found = subprocess.run(
        [str(builders), "-c", "import pythonforandroid; print(pythonforandroid.__path__[0])"],
        capture_output=True,
        text=True,
        check=True,
    )
    place = Path(found.stdout.strip())
    java = place / "bootstraps/sdl2/build/src/main/java/org/kivy/android/PythonActivity.java"
    text = java.read_text(encoding="utf-8")
    for declaration in (
        "public class PythonActivity extends SDLActivity",
        "public static PythonActivity mActivity",
        "public static ViewGroup getLayout()",
        "public void registerActivityResultListener(ActivityResultListener listener)",
        "void onActivityResult(int requestCode, int resultCode, Intent data)",
        'nativeSetenv("ANDROID_PRIVATE", mFilesDirectory)',
        'nativeSetenv("ANDROID_ARGUMENT", app_root_dir)',
    ):
        assert declaration in text
    modules = place / "recipes" / "android" / "src" / "android"
    assert "def bind(**kwargs):" in (modules / "activity.py").read_text(encoding="utf-8")
    assert "def run_on_ui_thread(f):" in (modules / "runnable.py").read_text(encoding="utf-8")


# The manifest


@pytest.fixture(scope="session")
def manifest(built: Path) -> ElementTree.Element:
    """As Gradle would take it."""
    path = built / "project" / "src" / "main" / "AndroidManifest.xml"
    return ElementTree.fromstring(path.read_text(encoding="utf-8"))


@pytest.mark.slow
def test_the_manifest_has_our_permission_and_our_provider(manifest: ElementTree.Element) -> None:
    asked = [one.get(f"{ANDROID}name") for one in manifest.iter("uses-permission")]
    assert asked == ["android.permission.VIBRATE"]
    application = manifest.find("application")
    assert application is not None
    assert application.get(f"{ANDROID}enableOnBackInvokedCallback") == "false"
    [provider] = application.findall("provider")
    assert provider.get(f"{ANDROID}name") == "androidx.core.content.FileProvider"
    assert provider.get(f"{ANDROID}exported") == "false"


@pytest.mark.slow
def test_gradle_gets_the_provider_s_library_and_the_right_levels(built: Path) -> None:
    text = (built / "project" / "build.gradle").read_text(encoding="utf-8")
    for line in (
        "androidx.core:core:1.6.0",
        "compileSdkVersion 36",
        "targetSdkVersion 36",
        "minSdkVersion 24",
    ):
        assert line in text
    assert "android.useAndroidX=true" in (built / "project" / "gradle.properties").read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def apk(built: Path) -> Path:
    """The manifest and the resources, compiled and linked by Debian's aapt2; without code."""
    for tool in ("aapt2", "aapt"):
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not installed (Debian's package aapt)")
    if not FRAMEWORK.is_file():
        pytest.skip("Android's framework is not installed (Debian's package android-framework-res)")
    folder = built / "aapt"
    folder.mkdir()
    source = built / "project" / "src" / "main"
    compiled, linked, path = folder / "res.zip", folder / "app.apk", folder / "AndroidManifest.xml"
    aapt2("compile", "--dir", source / "res", "-o", compiled)
    # What Gradle does before: it puts in the package's name.
    text = (source / "AndroidManifest.xml").read_text(encoding="utf-8")
    text = text.replace("<manifest ", f'<manifest package="{PACKAGE}" ', 1).replace(
        "${applicationId}", PACKAGE
    )
    path.write_text(text, encoding="utf-8")
    options = ("link", "-I", FRAMEWORK, "--manifest", path, "-o", linked, compiled)
    unknown = re.findall(r"attribute android:(\w+) not found", aapt2(*options, check=False))
    if unknown:
        assert set(unknown) <= NEWER_ATTRIBUTES
        path.write_text(re.sub(rf'android:({"|".join(unknown)})="[^"]*"', "", text), encoding="utf-8")
        aapt2(*options)
    return linked


def aapt2(*options: Any, check: bool = True) -> str:
    done = subprocess.run(["aapt2", *map(str, options)], capture_output=True, text=True)
    assert not check or done.returncode == 0, done.stderr
    return done.stderr


def aapt(*options: Any) -> str:
    done = subprocess.run(["aapt", *map(str, options)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
def test_aapt_reads_back_what_we_meant(apk: Path) -> None:
    badging = aapt("dump", "badging", apk)
    assert f"package: name='{PACKAGE}'" in badging
    assert f"versionName='{VERSION}'" in badging
    assert "sdkVersion:'24'" in badging
    assert "targetSdkVersion:'36'" in badging
    assert re.findall(r"uses-permission: name='(.*?)'", badging) == ["android.permission.VIBRATE"]
    assert "application-label:'Marble Companion'" in badging
    assert "launchable-activity: name='org.kivy.android.PythonActivity'" in badging
    assert "res/mipmap-anydpi-v26/icon.xml" in badging
    features = set(re.findall(r"uses-feature: name='(.*?)'", badging))
    assert features <= {
        "android.hardware.faketouch",
        "android.hardware.screen.portrait",
    }  # every phone has these


@pytest.mark.slow
def test_the_provider_survives_the_compiler(apk: Path) -> None:
    tree = aapt("dump", "xmltree", apk, "AndroidManifest.xml")
    assert "androidx.core.content.FileProvider" in tree
    assert f"{PACKAGE}.fileprovider" in tree
    paths = aapt("dump", "xmltree", apk, "res/xml/provider_paths.xml")
    assert "marble-companion/camera/" in paths
    names = aapt("list", apk).splitlines()
    assert {"res/mipmap/icon_foreground.png", "res/drawable/presplash.jpg"} <= {
        re.sub(r"-\w+-v\d+|-v\d+", "", name) for name in names
    }
