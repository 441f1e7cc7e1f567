"""Draws the plan of a share picture off screen and gives it as a PNG without anything but pixels."""

from __future__ import annotations

from typing import Any

import numpy as np
from kivy.core.text import Label as CoreLabel
from kivy.graphics import ClearBuffers, ClearColor, Color, Fbo, Mesh, RoundedRectangle
from kivy.graphics.texture import Texture
from numpy.typing import NDArray

from companion.sharing.picture import Box, Icon, Item, PhotoSlot, Picture, Shape, Words, plan_picture
from companion.sharing.png import png_bytes
from companion.storage.saved_game import SavedGame
from companion.ui.icons import ICONS
from companion.ui.theme import PIECE_COLOURS, register_fonts, rgb

SCALE = 2  # drawn twice as large and shrunk: Kivy's off-screen buffers have no smoothing of edges
SMALLEST = 0.62  # of a text's size; below that it is cut off with dots
FONTS = {"display": ("Display", False), "body": ("Roboto", False), "bold": ("Roboto", True)}

Pixels = NDArray[np.uint8]  # (height, width, 3), RGB


def share_png(
    game: SavedGame,
    photo: Pixels | None = None,
    *,
    centre_px: tuple[float, float] | None = None,
    colour_blind: bool = False,
) -> bytes:
    """The picture of a finished game as a PNG file's bytes.

    photo, centre_px: a photo and the place in it that must stay in the frame, as
    companion.sharing.board_photo makes them (in any thread); this function draws, so it must run in the
    app's own. Raises BadInput for a game without a sheet.
    """
    which = 1 if colour_blind else 0

    def piece_colour(name: str) -> str | None:
        return PIECE_COLOURS[name][which] if name in PIECE_COLOURS else None

    picture = plan_picture(game, with_photo=photo is not None, piece_colour=piece_colour)
    return png_bytes(draw_picture(picture, photo, centre_px))


def draw_picture(
    picture: Picture, photo: Pixels | None = None, centre_px: tuple[float, float] | None = None
) -> Pixels:
    """The plan as pixels (height, width, 3), RGB. Raises ValueError when its photo is missing."""
    if picture.photo is not None and photo is None:
        raise ValueError("the plan has a place for a photo, but none was given")
    import kivy.core.window  # noqa: F401  # makes the drawing context that an off-screen buffer needs

    register_fonts()
    buffer = Fbo(size=(picture.width * SCALE, picture.height * SCALE))
    with buffer:
        ClearColor(1, 1, 1, 1)
        ClearBuffers()
        for item in picture.items:
            _draw(item, picture.height, photo, centre_px)
    buffer.draw()
    flat = np.frombuffer(buffer.pixels, np.uint8)
    rows = flat.reshape(picture.height, SCALE, picture.width, SCALE, 4)[..., :3]
    shrunk: Pixels = (rows.mean(axis=(1, 3)) + 0.5).astype(np.uint8)
    return shrunk[::-1]  # an Fbo's pixels begin with the lowest row


def _draw(item: Item, height: int, photo: Pixels | None, centre_px: tuple[float, float] | None) -> None:
    if isinstance(item, Box):
        Color(*rgb(item.colour, item.alpha))
        _box(item.x, item.y, item.width, item.height, height, item.radius)
    elif isinstance(item, Shape):
        Color(*rgb(item.colour, item.alpha))
        corners = [(x * SCALE, (height - y) * SCALE, 0.0, 0.0) for x, y in item.points]
        vertices = [value for corner in corners for value in corner]
        Mesh(vertices=vertices, indices=list(range(len(corners))), mode="triangle_fan")
    elif isinstance(item, Words):
        _draw_words(item, height)
    elif isinstance(item, Icon):
        Color(*rgb(item.colour, item.alpha))
        texture = _text_texture(ICONS[item.name], item.size, "Icons", False)
        _put(texture, item.x, item.y, item.size, item.size, "center", height)
    elif photo is not None:
        Color(1, 1, 1, 1)
        _box(
            item.x,
            item.y,
            item.width,
            item.height,
            height,
            item.radius,
            _photo_texture(item, photo, centre_px),
        )


def _box(
    x: float, y: float, width: float, height: float, full_height: int, radius: float, texture: Any = None
) -> None:
    options: dict[str, Any] = {"texture": texture} if texture is not None else {}
    RoundedRectangle(
        pos=(x * SCALE, (full_height - y - height) * SCALE),
        size=(width * SCALE, height * SCALE),
        radius=[(radius * SCALE, radius * SCALE)] * 4,
        segments=24,
        **options,
    )


def _draw_words(item: Words, height: int) -> None:
    font, bold = FONTS[item.font]
    size = item.size
    texture = _text_texture(item.text, size, font, bold)
    if texture.width > item.width * SCALE:
        size = max(item.size * SMALLEST, size * item.width * SCALE / texture.width * 0.99)
        texture = _text_texture(item.text, size, font, bold, item.width, item.align)
    Color(*rgb(item.colour))
    _put(texture, item.x, item.y, item.width, item.height, item.align, height)


def _text_texture(
    text: str, size: float, font: str, bold: bool, width: float | None = None, align: str = "left"
) -> Any:
    """A line of text; with a width it is cut off there."""
    options: dict[str, Any] = {}
    if width is not None:
        options = {"text_size": (width * SCALE, None), "shorten": True, "shorten_from": "right"}
        options["halign"] = align
    label = CoreLabel(
        text=text, font_size=size * SCALE, font_name=font, bold=bold, color=(1, 1, 1, 1), **options
    )
    label.refresh()
    return label.texture


def _put(texture: Any, x: float, y: float, width: float, height: float, align: str, full_height: int) -> None:
    wide, high = texture.width / SCALE, texture.height / SCALE
    left = {"left": x, "center": x + (width - wide) / 2, "right": x + width - wide}[align]
    # Whole pixels, or the letters would be smeared.
    left, top = round(left * SCALE) / SCALE, round((y + (height - high) / 2) * SCALE) / SCALE
    _box(left, top, wide, high, full_height, 0, texture)


def _photo_texture(slot: PhotoSlot, photo: Pixels, centre_px: tuple[float, float] | None) -> Any:
    """The part of the photo that fills the slot, round the centre as far as the photo's edges allow."""
    high, wide = photo.shape[:2]
    scale = min(wide / slot.width, high / slot.height)
    crop_width, crop_height = max(1, int(slot.width * scale)), max(1, int(slot.height * scale))
    x, y = centre_px or (wide / 2, high / 2)
    left = int(min(max(x - crop_width / 2, 0), wide - crop_width))
    top = int(min(max(y - crop_height / 2, 0), high - crop_height))
    # Top row first: a RoundedRectangle with corners lays a texture the other way up than a Rectangle does.
    crop = np.ascontiguousarray(photo[top : top + crop_height, left : left + crop_width])
    texture = Texture.create(size=(crop_width, crop_height), colorfmt="rgb")
    texture.mag_filter = texture.min_filter = "linear"
    texture.blit_buffer(crop.tobytes(), colorfmt="rgb", bufferfmt="ubyte")
    return texture
