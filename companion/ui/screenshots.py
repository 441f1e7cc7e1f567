"""Takes a picture of every screen, in each size and language: `python -m companion.ui.screenshots DIR`."""

from __future__ import annotations

import argparse
import importlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.platform.desktop import DesktopPlatform
from companion.ui import headless

if TYPE_CHECKING:
    from companion.ui.shell import MarbleApp

SIZES: dict[str, tuple[int, int, float]] = {
    "phone": headless.PHONE,
    "small": headless.SMALL_PHONE,
    "landscape": headless.LANDSCAPE,
}
WIDTHS = {"phone": 324, "small": 288, "landscape": 480}
MAIN_FLOW_WIDTH = 320


def all_samples(only: Sequence[str] = ()) -> list[tuple[str, Any]]:
    """Every screen's name with each of its samples."""
    from companion.ui.navigation import screen_names

    pairs: list[tuple[str, Any]] = []
    known = screen_names()
    # Only the screens asked for are imported, unless a sample is named by its own name.
    for name in known if not set(only) <= set(known) or not only else only:
        module = importlib.import_module(f"companion.ui.screens.{name}")
        pairs.extend((name, sample) for sample in module.SAMPLES)
    return [(name, sample) for name, sample in pairs if not only or name in only or sample.name in only]


def show(driver: headless.Driver, name: str, sample: Any) -> None:
    """Open a sample's screen in the running app, on top of home, with no other data than its own."""
    app = driver.app
    app.overlay.hide_toast()
    app.nav.home()
    app.close_flow()
    forget_data(app)
    if sample.prepare is not None:
        sample.prepare(app)
    if name == "home":
        app.nav.home()
    else:
        app.nav.open(name, **sample.params)
    driver.frames(4)
    if sample.arrange is not None:
        sample.arrange(driver)
    driver.frames(4)


def forget_data(app: MarbleApp) -> None:
    """Remove games, photos and calibration. Raises `ValueError` unless the folder is a temporary one."""
    folder = app.folder.resolve()
    if not folder.is_relative_to(Path(tempfile.gettempdir()).resolve()):
        raise ValueError(f"{folder} is not a temporary folder; its data stay")
    app.close_store()
    for path in folder.iterdir():
        if path.is_dir():
            shutil.rmtree(path)
        elif path.name not in ("settings.json", "session.json"):
            path.unlink()


def views(every: bool, only: Sequence[str]) -> Iterator[tuple[str, str, str, list[tuple[str, Any]]]]:
    """Size, language, look, and the samples to take there.

    Every state in English on the phone; elsewhere the first state of each screen, unless `every` is set.
    """
    samples = all_samples(only)
    first: dict[str, tuple[str, Any]] = {}
    for name, sample in samples:
        first.setdefault(name, (name, sample))
    few = samples if every else list(first.values())
    yield ("phone", "en", "light", samples)
    yield ("phone", "en", "dark", few)
    yield ("phone", "de", "light", few)
    yield ("phone", "nl", "light", few)
    for language in ("en", "de", "nl"):
        yield ("small", language, "light", few)
    yield ("landscape", "en", "light", few)


def take(target: Path, every: bool, only: Sequence[str], wanted: Callable[[str, str, str], bool]) -> None:
    """Write the pictures and, with all of the main flow, its contact sheet."""
    import numpy as np

    from companion.ui.inspection import flaws
    from companion.ui.pictures import contact_sheet, shrink, write_png

    target.mkdir(parents=True, exist_ok=True)
    driver = headless.Driver(ShownPhone())
    driver.start()
    main_flow: dict[int, Any] = {}
    for size, language, look, samples in views(every, only):
        if not wanted(size, language, look):
            continue
        driver.resize(SIZES[size])
        driver.app.change_settings(language=language, appearance=look)
        for name, sample in samples:
            show(driver, name, sample)
            for flaw in flaws(driver.app.root):
                print(f"{sample.name} {size} {language} {look}: {flaw}")
            width, height, data = driver.picture()
            pixels = np.frombuffer(data, np.uint8).reshape(height, width, 3)
            ending = "" if look == "light" else f"-{look}"
            write_png(target / f"{sample.name}-{size}-{language}{ending}.png", shrink(pixels, WIDTHS[size]))
            if sample.flow_step is not None and (size, language, look) == ("phone", "en", "light"):
                main_flow[sample.flow_step] = shrink(pixels, MAIN_FLOW_WIDTH)
    if main_flow and not only:
        steps = [main_flow[step] for step in sorted(main_flow)]
        write_png(target / "flow.png", contact_sheet(steps, -(-len(steps) // 2)))
    driver.stop()


class ShownPhone(DesktopPlatform):
    """The desktop, but the screens look as on a phone: camera, photo picker, fingers."""

    has_camera = True
    has_picker = True
    has_touch = True

    def pictures_folder(self) -> Path:
        """A folder that looks the same on every machine."""
        folder = self.data_folder() / "DCIM" / "Camera"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "rome.jpg").touch()
        return folder


def main(arguments: Sequence[str] | None = None) -> None:
    """The command line of this module; the app's data are kept apart in a temporary folder."""
    parser = argparse.ArgumentParser(description="Take a picture of every screen.")
    parser.add_argument("target", type=Path, nargs="?", default=Path("docs/screens"))
    parser.add_argument("--sizes", nargs="*", default=list(SIZES), choices=list(SIZES))
    parser.add_argument("--languages", nargs="*", default=["en", "de", "nl"])
    parser.add_argument("--looks", nargs="*", default=["light", "dark"], choices=["light", "dark"])
    parser.add_argument("--only", nargs="*", default=[], help="names of screens or samples")
    parser.add_argument("--every", action="store_true", help="every state in every size and language")
    options = parser.parse_args(arguments)

    def wanted(size: str, language: str, look: str) -> bool:
        return size in options.sizes and language in options.languages and look in options.looks

    with tempfile.TemporaryDirectory() as folder:
        os.environ["MARBLE_HOME"] = str(Path(folder) / "data")
        os.environ["LANG"] = "en"
        headless.prepare(Path(folder) / "kivy")
        take(options.target, options.every or bool(options.only), options.only, wanted)


if __name__ == "__main__":
    main()
