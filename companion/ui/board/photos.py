"""Photos on their way to the screen: decoded in the worker, put on the graphics card in the app's thread."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.graphics.texture import Texture

if TYPE_CHECKING:
    from companion.ui.shell import MarbleApp

SHOWN_PIXELS = 3_000_000
# Copied to the graphics card in one frame. All at once made the longest frame of a reading, 85 ms in
# the median of five on two busy cores; in strips of this size the longest is 64 ms, and it is another one.
STRIP_PIXELS = 400_000
KEPT = 2  # textures that stay: going back and forth between screens decodes nothing again

_shelf: dict[str, ShownPhoto] = {}


@dataclass(frozen=True, slots=True, eq=False)
class ShownPhoto:
    """A texture and the size in pixels of the photo that it shows."""

    texture: Any
    size_px: tuple[int, int]


def decode_photo(path: Path) -> tuple[bytes, tuple[int, int], tuple[int, int]]:
    """Pixels (RGB, lowest row first), their size and the full photo's size. Raises `BadInput`."""
    from vision.photo import load

    photo = load(path, SHOWN_PIXELS)
    pixels = photo.bgr[::-1, :, ::-1]
    return pixels.tobytes(), (pixels.shape[1], pixels.shape[0]), photo.size_px


def make_texture(pixels: bytes, size: tuple[int, int], on_done: Callable[[Any], None]) -> None:
    """Hand on a texture, filled strip by strip over a few frames.

    It fills itself again when the system has taken the graphics memory away.
    """
    texture = Texture.create(size=size, colorfmt="rgb")
    width, height = size
    rows = max(1, STRIP_PIXELS // width)

    def fill_strip(target: Any, row: int) -> int:
        count = min(rows, height - row)
        strip = pixels[row * width * 3 : (row + count) * width * 3]
        target.blit_buffer(strip, pos=(0, row), size=(width, count), colorfmt="rgb", bufferfmt="ubyte")
        return row + count

    def fill(target: Any) -> None:
        row = 0
        while row < height:
            row = fill_strip(target, row)

    def go_on(row: int) -> None:
        row = fill_strip(texture, row)
        if row < height:
            Clock.schedule_once(lambda _seconds: go_on(row), 0)
            return
        texture.add_reload_observer(fill)
        on_done(texture)

    go_on(0)


def show_photo(
    app: MarbleApp,
    path: Path,
    on_done: Callable[[ShownPhoto], None],
    on_error: Callable[[Exception], None] | None = None,
) -> None:
    """Hand the photo on as soon as it is decoded; at once if it was shown before."""
    key = str(path)
    known = _shelf.get(key)
    if known is not None:
        on_done(known)
        return

    def finish(answer: tuple[bytes, tuple[int, int], tuple[int, int]]) -> None:
        pixels, size, full = answer
        make_texture(pixels, size, lambda texture: keep(ShownPhoto(texture, full)))

    def keep(shown: ShownPhoto) -> None:
        while len(_shelf) >= KEPT:
            _shelf.pop(next(iter(_shelf)))
        _shelf[key] = shown
        on_done(shown)

    app.worker.submit(
        lambda _ticket: decode_photo(path),
        game_id="photo",
        kind=key,
        on_done=finish,
        on_error=on_error or app.report,
    )
