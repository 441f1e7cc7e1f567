"""Patterns that tell players and tiles apart where colour alone would not."""

from __future__ import annotations

from functools import cache

from kivy.graphics.texture import Texture

SIZE = 64
PATTERNS = ("plain", "stripes", "dots", "rings", "grid", "waves", "halves", "cross", "rays", "checks")


def _inked(name: str, x: int, y: int) -> bool:
    """Whether the pattern's ink covers a pixel of its square."""
    dx, dy = x - SIZE / 2 + 0.5, y - SIZE / 2 + 0.5
    if name == "stripes":
        return (x + y) % 16 < 6
    if name == "dots":
        return (x % 16 - 7.5) ** 2 + (y % 16 - 7.5) ** 2 < 18
    if name == "rings":
        return (dx * dx + dy * dy) ** 0.5 % 12 < 4.5
    if name == "grid":
        return x % 16 < 4 or y % 16 < 4
    if name == "waves":
        return (y + abs(x % 16 - 8)) % 16 < 5
    if name == "halves":
        return x < SIZE / 2
    if name == "cross":
        return abs(abs(dx) - abs(dy)) < 6
    if name == "rays":
        return min(abs(dx), abs(dy), abs(abs(dx) - abs(dy)) / 1.41) < 3.2
    if name == "checks":
        return (x // 16 + y // 16) % 2 == 0
    return False


@cache
def pattern_texture(index: int, repeats: int = 1) -> Texture:
    """The pattern number `index` as white ink on nothing, `repeats` times across; colour it with `Color`."""
    name = PATTERNS[index % len(PATTERNS)]
    pixels = bytearray()
    for y in range(SIZE):
        for x in range(SIZE):
            pixels += b"\xff\xff\xff\xff" if _inked(name, x, y) else b"\xff\xff\xff\x00"
    texture = Texture.create(size=(SIZE, SIZE), colorfmt="rgba", mipmap=True)
    texture.blit_buffer(bytes(pixels), colorfmt="rgba", bufferfmt="ubyte")
    if repeats != 1:
        texture.wrap = "repeat"
        texture.uvsize = (repeats, repeats)
    return texture
