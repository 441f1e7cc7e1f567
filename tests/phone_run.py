"""Runs the packed app with nothing but what the phone has.

    python -I -S tests/phone_run.py SITE_PACKAGES FOLDER start|photo

FOLDER holds what was packed, unpacked again. `start` runs its main.pyc as the phone does, until the first
screen is there. `photo` runs the Android side on the fake Java of the tests: a photo is taken with the camera
app (which gets the bundled one from us), read, and reviewed. What the phone has not cannot be imported.
Prints JSON.
"""

from __future__ import annotations

import importlib.machinery
import importlib.util
import json
import os
import runpy
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

OURS = {"main", "sitecustomize", "companion", "scoring", "vision"}
# Kivy's own requirements are packed with it.
THEIRS = {
    "kivy",
    "numpy",
    "cv2",
    "jnius",
    "android",
    "certifi",
    "chardet",
    "filetype",
    "idna",
    "requests",
    "six",
}
THEIRS |= {"urllib3", "charset_normalizer"}
TESTS = {"phone_java"}
# python-for-android leaves these out of the standard library, or builds it without what they need.
MISSING = {
    "test",
    "lib2to3",
    "ensurepip",
    "idlelib",
    "tkinter",
    "_tkinter",
    "turtle",
    "_bz2",
    "_lzma",
    "_zstd",
}
MISSING |= {"_curses", "_curses_panel", "readline", "_dbm", "_gdbm", "_posixshmem", "_multiprocessing", "grp"}
MISSING |= {"nis", "spwd", "crypt", "_crypt", "ossaudiodev"}


class PhoneFinder:
    """Refuses what the phone has not; finds OpenCV's compiled module, which is alone there."""

    def __init__(self, site_packages: Path) -> None:
        self.site_packages = site_packages
        self.refused: list[str] = []

    def find_spec(self, name: str, _path: Any = None, _target: Any = None) -> Any:
        top = name.partition(".")[0]
        if name == "cv2":
            binary = next((self.site_packages / "cv2").glob("cv2*.so"))
            loader = importlib.machinery.ExtensionFileLoader("cv2", str(binary))
            return importlib.util.spec_from_loader("cv2", loader)
        allowed = top in OURS | THEIRS | TESTS or (top in sys.stdlib_module_names and top not in MISSING)
        if not allowed:
            self.refused.append(name)
            raise ModuleNotFoundError(f"No module named {name!r} on the phone", name=name)
        return None


def prepare(site_packages: Path, folder: Path) -> PhoneFinder:
    """Paths and settings as on the phone, but off screen."""
    if any(folder.rglob("*.py")):
        raise SystemExit("sources were packed beside what was compiled from them")
    finder = PhoneFinder(site_packages)
    sys.meta_path.insert(0, finder)  # type: ignore[arg-type]
    sys.path[:0] = [str(folder)]
    sys.path += [str(site_packages)]
    os.chdir(folder)
    home = Path(tempfile.mkdtemp(prefix="phone-"))
    os.environ.update(KIVY_HOME=str(home / "kivy"), MARBLE_HOME=str(home / "files" / "marble-companion"))
    os.environ.update(
        SDL_VIDEODRIVER="offscreen", KIVY_WINDOW="sdl2", PYTHONTZPATH="", KIVY_NO_CONSOLELOG="1"
    )
    (home / "kivy").mkdir()
    return finder


def run_start(folder: Path) -> dict[str, Any]:
    """main.pyc until the first screen was drawn for some frames."""
    os.environ["KIVY_NO_ARGS"] = "1"
    seen: dict[str, Any] = {}

    from kivy.clock import Clock

    def look(_seconds: float) -> None:
        from kivy.app import App

        app: Any = App.get_running_app()
        seen.update(screen=app.session.stack[-1].name, widgets=sum(1 for _ in app.root.walk()))
        app.stop()

    Clock.schedule_once(look, 1.0)
    runpy.run_path(str(folder / "main.pyc"), run_name="__main__")
    return seen


def run_photo() -> dict[str, Any]:
    """From the camera button to the review of what was read, on the Android side."""
    sys.path.append(str(Path(__file__).parent))
    from phone_java import FakeJava

    java = FakeJava(36)
    sys.modules.update(java.modules())
    cache = Path(tempfile.mkdtemp(prefix="cache-"))
    java.answers |= {
        "Context.getPackageName": "org.marble.marblecompanion",
        "File.getAbsolutePath": str(cache),
    }
    java.answers["Context.getSystemService"] = java.made("android.os.Vibrator")
    java.answers |= {"Insets.top": 132, "Rect.right": 1080, "Rect.bottom": 2340}
    java.answers |= {"View.getWidth": 1080, "View.getHeight": 2340, "Locale.toLanguageTag": "nl-NL"}

    from companion.ui import headless

    headless.prepare(Path(os.environ["KIVY_HOME"]))
    from companion.demo import demo_file
    from companion.my_copy import MyCopy
    from companion.platform.android import TAKE_PHOTO, AndroidPlatform

    platform = AndroidPlatform()
    mine = MyCopy(platform.data_folder())
    mine.folder.mkdir(parents=True)
    shutil.copyfile(demo_file("copy.profile"), mine.profile_path)
    driver = headless.Driver(platform)
    app = driver.start()
    from companion.translation import catalogue
    from companion.ui.example import example_seats
    from companion.ui.theme import look

    app.start_flow("marble", example_seats())
    app.nav.open("photo")
    driver.frames(3)
    app.nav.screen.take()
    target = Path(java.called("FileProvider.getUriForFile")[-1][2].values[0])
    shutil.copyfile(demo_file("board.jpg"), target)  # what the camera app does
    app.on_pause()
    java.answer_activity(TAKE_PHOTO, -1)
    app.on_resume()
    driver.until(lambda: app.session.stack[-1].name == "review", within=120)
    driver.frames(3)
    flow = app.flow
    if flow is None or flow.reading is None:
        raise SystemExit("nothing was read")
    result = {
        "screen": app.session.stack[-1].name,
        "language": catalogue.language,
        "inset_top": look.inset_top,
        "sites": len(flow.reading["state"]["sites"]),
        "tiles": len(flow.reading["state"]["tiles"]),
        "doubts": len(flow.reading["doubts"]),
    }
    driver.stop()
    return result


def main() -> None:
    site_packages, folder, what = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
    finder = prepare(site_packages, folder)
    result = run_start(folder) if what == "start" else run_photo()
    import companion

    result["from"] = str(Path(str(companion.__file__)).parent.parent)
    result["optimised"] = sys.flags.optimize
    result["refused"] = sorted({name.partition(".")[0] for name in finder.refused})
    print("\n" + json.dumps(result))


if __name__ == "__main__":
    main()
