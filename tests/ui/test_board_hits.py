"""A finger on the board: what it means, and that drawn board and photo agree where things are."""

from __future__ import annotations

import json

import pytest

from companion.demo import demo_file
from companion.ui.board.choices import value_words
from companion.ui.board.hits import (
    Hit,
    free_tile_place,
    hit,
    hit_kind,
    nearest_point,
    points_of,
    tile_place,
    track_space,
    triangle_at,
)
from companion.ui.board.projection import Projection, corner_projection, drawn_projection
from scoring.grid import centre, corners, position
from scoring.layout import default_layout
from scoring.state import State, read_state

LAYOUT = default_layout()
LABEL = json.loads(demo_file("board.json").read_text(encoding="utf-8"))
STATE = read_state(LABEL)


def test_triangles_are_hit_up_to_their_corners() -> None:
    for triangle in LAYOUT.triangles:
        x, y = centre(triangle)
        assert triangle_at((x, y)) == triangle
        for point in corners(triangle):
            u, v = position(point)
            assert triangle_at((u + (x - u) * 0.05, v + (y - v) * 0.05)) == triangle


def test_sites_tiles_sticks_and_hills_are_hit() -> None:
    assert hit(position((0, 4)), STATE, LAYOUT) == Hit("site", (0, 4))
    for tile in STATE.tiles:
        x = [p[0] for p in points_of("tile", tile.cells, LAYOUT)]
        y = [p[1] for p in points_of("tile", tile.cells, LAYOUT)]
        assert hit((sum(x) / 6, sum(y) / 6), STATE, LAYOUT) == Hit("tile", tile.cells)
    (ax, ay), (bx, by) = position((4, 4)), position((4, 5))
    assert hit(((ax + bx) / 2, (ay + by) / 2), STATE, LAYOUT) == Hit("edge", ((4, 4), (4, 5)))
    assert hit(centre((0, 7, 0)), STATE, LAYOUT) == Hit("hill", (0, 7, 0))
    assert hit(LAYOUT.track[17], STATE, LAYOUT) == Hit("track_space", 17)
    assert hit((60.0, 60.0), STATE, LAYOUT) is None


def test_on_an_empty_board_the_middle_of_a_tile_is_tapped() -> None:
    for cells in LAYOUT.tile_places():
        points = points_of("tile", cells, LAYOUT)
        middle = (sum(x for x, _ in points) / 6, sum(y for _, y in points) / 6)
        assert tile_place(middle, LAYOUT) == cells
        assert free_tile_place(middle, LAYOUT, State()) == cells


def test_a_tool_hits_only_its_own_kind() -> None:
    place = centre((0, 4, 0))
    assert hit_kind("site", place, STATE, LAYOUT).what == "site"
    assert hit_kind("edge", place, STATE, LAYOUT).what == "edge"
    assert hit_kind("hill", place, STATE, LAYOUT) == Hit("hill", (0, 4, 0))
    assert hit_kind("magistrate", place, STATE, LAYOUT).what == "magistrate"
    assert hit_kind("magistrate", place, State(), LAYOUT) is None
    assert hit_kind("track", place, STATE, LAYOUT) is None
    assert nearest_point(place, LAYOUT, 0.1) is None
    assert track_space((2.0, 3.0), LAYOUT) is None


@pytest.fixture(params=["photo", "drawn"])
def projection(request: pytest.FixtureRequest) -> Projection:
    if request.param == "drawn":
        return drawn_projection(LAYOUT)
    return corner_projection(LAYOUT, LABEL["board_corners_px"], (2016, 1512))


def test_places_go_to_the_screen_and_back(projection: Projection) -> None:
    for point in LAYOUT.points:
        assert projection.grid(projection.raised[point]) == pytest.approx(position(point), abs=1e-3)


def test_the_photo_shows_points_where_the_label_says() -> None:
    projection = corner_projection(LAYOUT, LABEL["board_corners_px"], (2016, 1512))
    for key, (x, y) in LABEL["points_px"].items():
        q, r = (int(n) for n in key.split(","))
        found = projection.ground[(q, r)]
        assert found == pytest.approx((x, 1512 - y), abs=0.2 * projection.edge)


def test_a_building_without_its_cube_is_called_so() -> None:
    assert value_words("site", {"kind": "bath", "owner": None}, {})[0] == "Bath, no cube"
    assert value_words("site", {"kind": "fountain", "owner": None}, {})[0] == "Fountain"
