"""Colours, sizes and fonts of the whole app, in one place.

`look` is what the screens read (`look.text`, `look.gap` ...). It is a plain object: when the player changes
the appearance, the text size or the language, the app calls `look.apply(...)` and rebuilds the screen.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path

from kivy.core.text import LabelBase
from kivy.metrics import dp, sp

Colour = tuple[float, float, float, float]

FONTS = Path(__file__).parent / "assets" / "fonts"


def rgb(code: str, alpha: float = 1.0) -> Colour:
    """A colour from `RRGGBB`."""
    return (int(code[0:2], 16) / 255, int(code[2:4], 16) / 255, int(code[4:6], 16) / 255, alpha)


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """`share` of `other` in `one`."""
    red, green, blue, alpha = (a + (b - a) * share for a, b in zip(one, other, strict=True))
    return (red, green, blue, alpha)


def with_alpha(colour: Colour, alpha: float) -> Colour:
    return (colour[0], colour[1], colour[2], alpha)


def luminance(colour: Colour) -> float:
    """Relative luminance as WCAG 2 defines it."""
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    """Contrast ratio as WCAG 2 defines it, 1 to 21."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def ink_on(colour: Colour) -> Colour:
    """Dark or light text, whichever reads better on the colour."""
    return max((rgb("1E1612"), rgb("FFFFFF")), key=lambda ink: contrast(ink, colour))


@dataclass(frozen=True, slots=True)
class Palette:
    """Surface colours; `on_x` is the text that stands on `x`."""

    background: Colour  # warm white marble
    surface: Colour  # cards and sheets
    surface_low: Colour  # wells, tracks, inactive parts
    line: Colour  # hairlines
    line_strong: Colour  # borders that carry meaning (3:1)
    text: Colour
    text_soft: Colour
    primary: Colour  # Pompeian red: the one thing to do next
    on_primary: Colour
    primary_text: Colour  # links and marked words on background or surface
    tonal: Colour  # second-rank buttons
    on_tonal: Colour
    header: Colour
    on_header: Colour
    header_pattern: Colour
    terracotta: Colour
    gold: Colour
    on_gold: Colour
    laurel: Colour
    on_laurel: Colour
    danger: Colour
    on_danger: Colour
    warning: Colour  # a soft field behind a warning's text
    on_warning: Colour
    success: Colour
    on_success: Colour
    scrim: Colour  # over the screen, behind a sheet
    toast: Colour
    on_toast: Colour


LIGHT = Palette(
    background=rgb("F7F2EA"),
    surface=rgb("FFFDF9"),
    surface_low=rgb("EDE4D6"),
    line=rgb("DDD0BD"),
    line_strong=rgb("8C7A66"),
    text=rgb("2A1F1A"),
    text_soft=rgb("63544A"),
    primary=rgb("8E2A22"),
    on_primary=rgb("FFF9F2"),
    primary_text=rgb("8E2A22"),
    tonal=rgb("F0DDD0"),
    on_tonal=rgb("6B2019"),
    header=rgb("7C241D"),
    on_header=rgb("FFF6EA"),
    header_pattern=rgb("FFD9A8", 0.10),
    terracotta=rgb("B4532F"),
    gold=rgb("C2963C"),
    on_gold=rgb("2A1F1A"),
    laurel=rgb("4C6A38"),
    on_laurel=rgb("FFFFFF"),
    danger=rgb("A31E16"),
    on_danger=rgb("FFFFFF"),
    warning=rgb("FBEBC6"),
    on_warning=rgb("5A3E00"),
    success=rgb("E1EBD6"),
    on_success=rgb("2F4A1E"),
    scrim=rgb("1A100C", 0.55),
    toast=rgb("2F2420"),
    on_toast=rgb("FBF3E9"),
)

DARK = Palette(
    background=rgb("191412"),
    surface=rgb("262019"),
    surface_low=rgb("352C25"),
    line=rgb("463B32"),
    line_strong=rgb("9A8874"),
    text=rgb("F4EADD"),
    text_soft=rgb("C6B7A6"),
    primary=rgb("B23B2E"),
    on_primary=rgb("FFFFFF"),
    primary_text=rgb("F2A68F"),
    tonal=rgb("4A2F27"),
    on_tonal=rgb("F8D4C4"),
    header=rgb("3A1512"),
    on_header=rgb("FBEDDD"),
    header_pattern=rgb("FFD9A8", 0.07),
    terracotta=rgb("D9794F"),
    gold=rgb("D8AE57"),
    on_gold=rgb("241A10"),
    laurel=rgb("9BB982"),
    on_laurel=rgb("1A2610"),
    danger=rgb("F08A7C"),
    on_danger=rgb("3A0A06"),
    warning=rgb("4A3A14"),
    on_warning=rgb("FBE3AC"),
    success=rgb("2C3A20"),
    on_success=rgb("D3E6C2"),
    scrim=rgb("000000", 0.65),
    toast=rgb("F0E4D6"),
    on_toast=rgb("2A1F1A"),
)

# The names that a copy's pieces can have; the second value serves the colour-blind setting (after Okabe and
# Ito: told apart by brightness too).
PIECE_COLOURS: dict[str, tuple[str, str]] = {
    "red": ("B3261E", "D55E00"),
    "blue": ("2F5FA8", "0072B2"),
    "green": ("3F7A37", "009E73"),
    "yellow": ("E3B22C", "F0E442"),
    "purple": ("6E3B8C", "7A4E9E"),
    "orange": ("D9742B", "E69F00"),
    "black": ("2B2623", "1A1A1A"),
    "white": ("F4EFE6", "FFFFFF"),
    "brown": ("7A4B2A", "6B3F1D"),
    "grey": ("8B8780", "8C8C8C"),
    "pink": ("D98AA6", "CC79A7"),
}

# The rings of the start player chooser, ten that stay apart, each with its own pattern and number.
RING_COLOURS: tuple[str, ...] = (
    "B3261E",
    "E3B22C",
    "2F5FA8",
    "6FA24A",
    "D9742B",
    "7A4E9E",
    "2E9C9C",
    "D98AA6",
    "8C6239",
    "5F6B7A",
)


@dataclass(frozen=True, slots=True)
class TextSizes:
    """Font sizes in sp before the player's text size is applied."""

    display: float = 34
    title: float = 24
    heading: float = 20
    body: float = 16
    label: float = 15
    small: float = 13.5


TEXT_SCALES: dict[str, float] = {"small": 0.9, "normal": 1.0, "large": 1.18, "huge": 1.36}


class Look:
    """What screens and widgets read while they are built."""

    palette: Palette = LIGHT
    dark: bool = False
    colour_blind: bool = False
    text_scale: float = 1.0
    motion: bool = True

    wide: bool = False  # a landscape or desktop window: room for two columns

    # Filled by `apply`: the palette's fields, and these measures in pixels.
    display: float
    title: float
    heading: float
    body: float
    label: float
    small: float
    touch: float
    gap: float
    gap_small: float
    gap_tiny: float
    gap_large: float
    radius: float
    radius_small: float
    hairline: float
    content_width: float
    inset_top: float = 0.0
    inset_bottom: float = 0.0
    inset_left: float = 0.0
    inset_right: float = 0.0

    def __init__(self) -> None:
        self.apply()

    def apply(
        self,
        *,
        dark: bool = False,
        colour_blind: bool = False,
        text_size: str = "normal",
        insets: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0),
    ) -> None:
        """Take over the player's choices; `insets` are left, top, right, bottom in pixels."""
        self.dark, self.colour_blind = dark, colour_blind
        self.palette = DARK if dark else LIGHT
        for field in fields(Palette):
            setattr(self, field.name, getattr(self.palette, field.name))
        self.text_scale = TEXT_SCALES.get(text_size, 1.0)
        for field in fields(TextSizes):
            setattr(self, field.name, sp(getattr(TextSizes(), field.name)) * self.text_scale)
        self.touch = dp(48)
        self.gap, self.gap_small, self.gap_tiny, self.gap_large = dp(16), dp(8), dp(4), dp(24)
        self.radius, self.radius_small = dp(14), dp(8)
        self.hairline = max(1.0, dp(1))
        self.content_width = dp(640)
        self.inset_left, self.inset_top, self.inset_right, self.inset_bottom = insets

    def __getattr__(self, name: str) -> Colour:
        # Only reached for names that `apply` did not set: keeps type checkers content about palette fields.
        raise AttributeError(f"the look has no {name!r}")

    def sp(self, size: float) -> float:
        """A font size in pixels with the player's text size applied."""
        return float(sp(size)) * self.text_scale

    def piece(self, name: str) -> Colour:
        """The colour of a piece by its name; an unknown name gets a colour of its own, always the same."""
        pair = PIECE_COLOURS.get(name)
        if pair is not None:
            return rgb(pair[1 if self.colour_blind else 0])
        return rgb(RING_COLOURS[sum(name.encode()) % len(RING_COLOURS)])

    def ring(self, index: int) -> Colour:
        """The colour of the chooser's ring number `index`."""
        return rgb(RING_COLOURS[index % len(RING_COLOURS)])


look = Look()


def register_fonts() -> None:
    """Make the font names known: `Display` for titles, `Icons`, `Symbols`; Roboto is the default."""
    LabelBase.register("Display", str(FONTS / "Quattrocento-Regular.otf"))
    LabelBase.register("Icons", str(FONTS / "MaterialIcons-Regular.ttf"))
    LabelBase.register("Symbols", "data/fonts/DejaVuSans.ttf")
