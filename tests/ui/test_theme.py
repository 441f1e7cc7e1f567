"""Texts can be read on their grounds, in both looks."""

from __future__ import annotations

import pytest
from harness import Driver

from companion.translation import LANGUAGES
from companion.ui.theme import (
    DARK,
    LIGHT,
    PIECE_COLOURS,
    RING_COLOURS,
    Palette,
    contrast,
    ink_on,
    look,
    rgb,
)
from companion.ui.widgets.badge import letters_for

PAIRS = [
    ("text", "background"),
    ("text", "surface"),
    ("text", "surface_low"),
    ("text_soft", "background"),
    ("text_soft", "surface"),
    ("text_soft", "surface_low"),
    ("primary_text", "background"),
    ("primary_text", "surface"),
    ("on_primary", "primary"),
    ("on_tonal", "tonal"),
    ("on_header", "header"),
    ("on_gold", "gold"),
    ("on_laurel", "laurel"),
    ("on_danger", "danger"),
    ("on_warning", "warning"),
    ("on_success", "success"),
    ("on_toast", "toast"),
]


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("ink", "ground"), PAIRS)
def test_contrast_of_texts(palette: Palette, ink: str, ground: str) -> None:
    ratio = contrast(getattr(palette, ink), getattr(palette, ground))
    assert ratio >= 4.5, f"{ink} on {ground}: {ratio:.2f}"


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("ground", ["background", "surface"])
def test_contrast_of_borders(palette: Palette, ground: str) -> None:
    assert contrast(palette.line_strong, getattr(palette, ground)) >= 3


@pytest.mark.parametrize("code", [*RING_COLOURS, *(c for pair in PIECE_COLOURS.values() for c in pair)])
def test_letters_can_be_read_on_pieces(code: str) -> None:
    assert contrast(ink_on(rgb(code)), rgb(code)) >= 4.5


def test_toast_action_can_be_read() -> None:
    assert contrast(LIGHT.gold, LIGHT.toast) >= 4.5
    assert contrast(DARK.primary, DARK.toast) >= 4.5


def test_unknown_piece_colour_is_stable() -> None:
    assert look.piece("turquoise") == look.piece("turquoise")


def test_contrast_of_black_and_white() -> None:
    assert contrast(rgb("000000"), rgb("FFFFFF")) == pytest.approx(21)
    assert contrast(rgb("777777"), rgb("FFFFFF")) == pytest.approx(4.48, abs=0.01)


def test_no_two_colours_of_the_copy_have_one_letter(driver: Driver) -> None:
    from companion.ui.board.choices import PieceButton

    for language in LANGUAGES:
        driver.app.change_settings(language=language)
        driver.app.nav.open("my_copy")
        driver.frames(2)
        letters = [w.letter for w in driver.widgets() if isinstance(w, PieceButton)]
        assert len(letters) >= 11 and len(set(letters)) == len(letters), letters


@pytest.mark.parametrize(
    ("names", "signs"),
    [
        (["Ada", "Ben"], ["A", "B"]),
        (["Black", "Blue", "Brown"], ["Bla", "Blu", "Br"]),
        (["Annabel", "Annalise", "Bo"], ["Ab", "Al", "B"]),
        (["Green", "Grey"], ["Ge", "Gy"]),
        (["Ann", "Anna", "Annas"], ["A1", "A2", "As"]),
        (["Jo", "John"], ["J", "Joh"]),
    ],
)
def test_signs_of_players_differ(names: list[str], signs: list[str]) -> None:
    assert letters_for(names) == signs
