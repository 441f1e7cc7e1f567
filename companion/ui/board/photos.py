"""Photos on their way to the screen: decoded in the worker, put on the graphics card in the app's thread."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kivy.graphics.texture import Texture

if TYPE_CHECKING:
    from companion.ui.shell import MarbleApp

SHOWN_PIXELS = 3_000_000
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


def make_texture(pixels: bytes, size: tuple[int, int]) -> Any:
    """A texture that fills itself again when the system has taken the graphics memory away."""
    texture = Texture.create(size=size, colorfmt="rgb")

    def fill(target: Any) -> None:
        target.blit_buffer(pixels, colorfmt="rgb", bufferfmt="ubyte")

    fill(texture)
    texture.add_reload_observer(fill)
    return texture


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
        shown = ShownPhoto(make_texture(pixels, size), full)
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
