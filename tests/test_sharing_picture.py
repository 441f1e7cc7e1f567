"""The share picture: planned without a screen, drawn by Kivy off screen, nothing in the file but pixels."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import cv2
import numpy as np
import pytest
from stored_games import marble_game, marble_players, via_romana_game

from companion.sharing.board_photo import board_photo, quarter_turns
from companion.sharing.picture import HEIGHT, WIDTH, Box, Item, PhotoSlot, Shape, Words, ink_on, plan_picture
from companion.sharing.png import png_bytes
from companion.storage import SavedGame, new_game
from companion.storage.bench import sample_games
from companion.translation import LANGUAGES, catalogue
from scoring.errors import BadInput

DRAW = """
import sys
from pathlib import Path
from companion.ui import headless
headless.prepare(Path(sys.argv[1]))
import numpy as np
from companion.ui.share_picture import share_png
from stored_games import marble_game, via_romana_game

folder = Path(sys.argv[1])
photo = np.zeros((300, 500, 3), np.uint8)
photo[:150], photo[150:] = (200, 30, 30), (30, 30, 200)
photo[:, :100] = (20, 160, 20)
(folder / "photo.png").write_bytes(share_png(marble_game(("Julia", "Claudia", "Zoë")), photo))
(folder / "corner.png").write_bytes(share_png(marble_game(), photo, centre_px=(0, 0)))
(folder / "table.png").write_bytes(share_png(via_romana_game(), colour_blind=True))
print("drawn")
"""


def chunks(data: bytes) -> list[bytes]:
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    names, at = [], 8
    while at < len(data):
        names.append(data[at + 4 : at + 8])
        at += 12 + int.from_bytes(data[at : at + 4], "big")
    return names


def bounds(item: Item) -> tuple[float, float, float, float]:
    if isinstance(item, Shape):
        xs, ys = zip(*item.points, strict=True)
        return min(xs), min(ys), max(xs), max(ys)
    if isinstance(item, Box | Words | PhotoSlot):
        return item.x, item.y, item.x + item.width, item.y + item.height
    return item.x, item.y, item.x + item.size, item.y + item.size


def games() -> list[SavedGame]:
    return [
        *(marble_game(("Julia", "Claudia", "Zoë", "Marcus")[:count]) for count in (2, 3, 4)),
        via_romana_game(),
        *sample_games(5, 2),
    ]


@pytest.mark.parametrize("with_photo", [True, False])
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_overlaps_or_leaves_the_picture(with_photo: bool, language: str) -> None:
    catalogue.use(language)
    try:
        for game in games():
            picture = plan_picture(game, with_photo=with_photo)
            assert (picture.photo is not None) == with_photo
            for item in picture.items:
                left, top, right, bottom = bounds(item)
                if not isinstance(item, Shape):
                    assert left >= 0 and top >= 0 and right <= WIDTH + 1e-6 and bottom <= HEIGHT + 1e-6, item
                assert bottom <= HEIGHT
            boxes = [(item, bounds(item)) for item in picture.items if isinstance(item, Words | PhotoSlot)]
            for (one, a), (other, b) in combinations(boxes, 2):
                apart = a[2] <= b[0] + 1e-6 or b[2] <= a[0] + 1e-6 or a[3] <= b[1] + 4 or b[3] <= a[1] + 4
                assert apart, (one, other)
    finally:
        catalogue.use("en")


def test_the_picture_says_who_won_and_all_totals_but_nothing_private() -> None:
    game = marble_game(("Julia", "Claudia", "Zoë"), notes="Claudia cheated", location="Rose Street 7")
    assert game.sheet is not None
    for with_photo in (True, False):
        texts = plan_picture(game, with_photo=with_photo).texts
        assert f"{game.sheet['winners'][0]} wins" in texts
        for player in game.sheet["players"]:
            assert player["name"] in texts and str(player["total"]) in texts
        assert not any("cheated" in text or "Rose" in text for text in texts)
    table = plan_picture(game, with_photo=False).texts
    for player in game.sheet["players"]:
        for line in player["lines"]:
            assert str(line["points"]) in table


def test_bars_are_as_long_as_the_points() -> None:
    game = marble_game(("Julia", "Claudia", "Zoë"))
    picture = plan_picture(game, with_photo=True)
    assert game.sheet is not None
    tones = ("8E2A22", "DF9C63", "2F5F8A", "8FC1D4", "A87B1E", "F0D58C", "5E4B7A")
    bars = [
        item
        for item in picture.items
        if isinstance(item, Box) and item.colour in tones and item.x >= 350 and item.y < 1190
    ]
    lengths: dict[float, float] = {}
    for bar in bars:
        lengths[bar.y] = lengths.get(bar.y, 0) + bar.width
    totals = sorted((player["total"] for player in game.sheet["players"]), reverse=True)
    longest = max(lengths.values())
    assert [length / longest for _, length in sorted(lengths.items())] == pytest.approx(
        [total / totals[0] for total in totals]
    )


def test_points_below_zero_do_not_draw_backwards() -> None:
    game = via_romana_game()
    assert game.sheet is not None
    sheet = {
        **game.sheet,
        "players": [
            {**p, "lines": [{**line, "points": -3} for line in p["lines"]]} for p in game.sheet["players"]
        ],
    }
    for item in plan_picture(replace(game, sheet=sheet), with_photo=False).items:
        left, top, right, bottom = bounds(item)
        assert right >= left and bottom >= top


def test_words_can_be_read_on_their_colours() -> None:
    def luminance(colour: str) -> float:
        channels = (int(colour[at : at + 2], 16) / 255 for at in (0, 2, 4))
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    def contrast(one: str, other: str) -> float:
        high, low = sorted((luminance(one), luminance(other)), reverse=True)
        return (high + 0.05) / (low + 0.05)

    from companion.sharing import picture

    for tone in (*picture.SEGMENTS, *picture.SEATS, "F4EFE6", "2B2623", "E3B22C"):
        assert contrast(tone, ink_on(tone)) >= 4.0, tone
    for ground, ink in (
        (picture.HEADER_RED, picture.ON_RED),
        (picture.HEADER_RED, picture.SOFT_ON_RED),
        (picture.MARBLE, picture.SOFT_INK),
        (picture.SURFACE, picture.INK),
    ):
        assert contrast(ground, ink) >= 4.5


@pytest.mark.parametrize("turns", range(4))
def test_the_board_is_turned_upright_and_annotated(tmp_path: Path, turns: int) -> None:
    """A grey table with a light board whose top left corner is red, photographed from each side."""
    table = np.full((600, 800, 3), 90, np.uint8)
    table[100:400, 150:550] = 220
    table[100:140, 150:190] = (40, 40, 200)
    corners = np.array([[150, 100], [550, 100], [550, 400], [150, 400]], float)
    for _ in range(turns):
        corners = np.stack((corners[:, 1], table.shape[1] - corners[:, 0]), axis=1)
        table = np.rot90(table)
    path = tmp_path / "photo.png"
    cv2.imwrite(str(path), np.ascontiguousarray(table))
    reading = {"format": "marble-reading/1", "board_corners_px": corners.tolist()}
    game = marble_game(reading=reading)
    assert quarter_turns([(x, y) for x, y in corners.tolist()]) == (4 - turns) % 4
    photo = board_photo(path, game)
    assert photo.rgb.shape == (600, 800, 3)
    assert near(photo.rgb[105, 155], (200, 40, 40)), "upright, and RGB"
    assert photo.centre_px == pytest.approx((350, 250), abs=1)
    bare = board_photo(path, replace(game, state=None))
    assert not np.array_equal(bare.rgb, photo.rgb), "the state is drawn on it"
    plain = board_photo(path, replace(game, reading=None))
    assert plain.rgb.shape == table.shape and plain.centre_px == (table.shape[1] / 2, table.shape[0] / 2)


def test_odd_documents_leave_the_photo_plain(tmp_path: Path) -> None:
    path = tmp_path / "photo.png"
    cv2.imwrite(str(path), np.full((600, 800, 3), 90, np.uint8))
    for reading, state in (
        ({"board_corners_px": "none"}, {}),
        ({"board_corners_px": [[0, 0]] * 3}, {}),
        ({"board_corners_px": [[0, 0]] * 4}, {"format": "marble-state/1"}),
        ({"board_corners_px": [[0, 0], [800, 0], [800, 600], [0, 600]]}, {"tiles": 3}),
    ):
        photo = board_photo(path, replace(marble_game(), reading=reading, state=state))
        assert (photo.rgb == 90).all()
    with pytest.raises(BadInput):
        board_photo(tmp_path / "missing.jpg", marble_game())


def test_an_unfinished_game_has_no_picture() -> None:
    with pytest.raises(BadInput):
        plan_picture(new_game("marble", marble_players()), with_photo=False)


def test_a_png_is_written_as_it_is() -> None:
    pixels = np.random.default_rng(1).integers(0, 255, (37, 53, 3), dtype=np.uint8)
    pixels[10:20] = (1, 2, 3)
    data = png_bytes(pixels)
    assert np.array_equal(
        cv2.cvtColor(cv2.imdecode(np.frombuffer(data, np.uint8), 1), cv2.COLOR_BGR2RGB), pixels
    )
    assert chunks(data) == [b"IHDR", b"IDAT", b"IEND"]
    for wrong in (pixels[..., 0], pixels.astype(float)):
        with pytest.raises(ValueError, match="expected"):
            png_bytes(wrong)


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], np.ndarray]:
    """The pictures, drawn in a process of their own: Kivy can be set up only once in each."""
    folder = tmp_path_factory.mktemp("drawn")
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent), "KIVY_NO_CONSOLELOG": "1"}
    done = subprocess.run(
        [sys.executable, "-c", DRAW, str(folder)],
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.stdout.strip().endswith("drawn"), done.stderr

    def picture(name: str) -> np.ndarray:
        data = (folder / f"{name}.png").read_bytes()
        assert chunks(data) == [b"IHDR", b"IDAT", b"IEND"], "no EXIF and no text in the file"
        assert b"Exif" not in data
        return cv2.cvtColor(cv2.imdecode(np.frombuffer(data, np.uint8), 1), cv2.COLOR_BGR2RGB)

    return picture


def near(pixel: np.ndarray, colour: tuple[int, int, int]) -> bool:
    return bool(np.abs(pixel.astype(int) - colour).max() <= 3)


def test_the_photo_is_drawn_upright_in_its_place(drawn: Callable[[str], np.ndarray]) -> None:
    picture = drawn("photo")
    assert picture.shape == (HEIGHT, WIDTH, 3)
    assert near(picture[5, 5], (0x7C + 6, 0x24 + 9, 0x1D + 7)) or near(picture[5, 5], (0x7C, 0x24, 0x1D))
    assert near(picture[320, 900], (200, 30, 30)) and near(picture[840, 900], (30, 30, 200))
    assert near(picture[570, 70], (20, 160, 20)), "left is left"
    assert near(picture[299, 49], (0xFF, 0xFD, 0xF9)), "round corners"
    # Of 500 x 300 pixels 500 x 284 fill the slot of 984 x 560: from the top when the centre is there.
    corner = drawn("corner")
    assert near(corner[298 + 280, 900], (200, 30, 30)) and near(corner[298 + 310, 900], (30, 30, 200))
    assert near(picture[298 + 270, 900], (200, 30, 30)) and near(picture[298 + 290, 900], (30, 30, 200))


def test_the_words_are_there(drawn: Callable[[str], np.ndarray]) -> None:
    for name in ("photo", "table"):
        picture = drawn(name)
        headline = picture[95:190, 48:700].astype(int)
        light = (headline.min(axis=2) > 200).mean()
        assert 0.02 < light < 0.4, "the winner's name stands in the header"
    photo = drawn("photo")
    assert (photo[900:1180, 350:900].reshape(-1, 3) == (0x8E, 0x2A, 0x22)).all(axis=1).any(), "bars"
