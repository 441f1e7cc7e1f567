"""The player's own copy: its files, the sampler, and changes of the layout."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.layout_editing import move_source, toggle_bridge, toggle_hill, toggle_triangle
from companion.my_copy import COMMON_OWNERS, MyCopy, layout_or_shipped, ruleset_or_shipped
from companion.sampler import sampler_state
from scoring.grid import corners
from scoring.layout import Layout, default_layout, read_layout
from scoring.ruleset import default_ruleset
from scoring.state import AQUEDUCTS, KINDS, TILE_COLOURS, load_state, read_state

LAYOUT = default_layout()
PHOTOS = Path(__file__).parent / "photos"


def test_what_is_missing_is_as_shipped(tmp_path: Path) -> None:
    copy = MyCopy(tmp_path)
    assert copy.layout() == LAYOUT
    assert copy.ruleset() == default_ruleset()
    assert copy.owners() == COMMON_OWNERS
    assert not copy.calibrated and copy.draft() == {}


def test_what_is_kept_comes_back(tmp_path: Path) -> None:
    copy = MyCopy(tmp_path)
    layout = toggle_hill(LAYOUT, (0, 4, 0))
    copy.save_layout(layout)
    copy.save_ruleset(default_ruleset().with_value("points_arena", 7, "mine"))
    copy.save_draft({"owners": ["red", "blue"], "corners": [[1, 2]]})
    again = MyCopy(tmp_path)
    assert again.layout() == layout
    assert again.ruleset().points["arena"] == 7
    assert again.owners() == ("red", "blue")
    again.forget(again.layout_path, again.ruleset_path, again.draft_path)
    assert again.layout() == LAYOUT and again.owners() == COMMON_OWNERS


def test_broken_files_do_not_stop_the_app(tmp_path: Path) -> None:
    copy = MyCopy(tmp_path)
    copy.folder.mkdir()
    for path in (copy.layout_path, copy.ruleset_path, copy.draft_path):
        path.write_text("{", encoding="utf-8")
    assert layout_or_shipped(copy) == LAYOUT
    assert ruleset_or_shipped(copy) == default_ruleset()
    assert copy.draft() == {}


@pytest.mark.parametrize(
    ("folder", "owners"),
    [("A", ["purple", "orange", "black", "white"]), ("B", ["red", "blue", "green", "yellow"])],
)
def test_the_sampler_is_that_of_the_photos(folder: str, owners: list[str]) -> None:
    state = sampler_state(LAYOUT, owners)
    truth = load_state(PHOTOS / folder / "sample.json")
    assert state is not None
    assert set(state.tiles) == set(truth.tiles) and set(state.sites) == set(truth.sites)
    assert set(state.magistrates) == set(truth.magistrates) and dict(state.track) == dict(truth.track)
    assert dict(state.aqueducts) == dict(truth.aqueducts) and set(state.hills) == set(truth.hills)


@pytest.mark.parametrize("owners", [["red", "blue"], ["a", "b", "c", "d", "e"], []])
def test_the_sampler_shows_everything(owners: list[str]) -> None:
    state = sampler_state(LAYOUT, owners)
    assert state is not None and read_state(state.as_json()) == state
    assert {tile.colour for tile in state.tiles} == set(TILE_COLOURS)
    assert {site.kind for site in state.sites} == set(KINDS)
    assert {colour for colour, _ in state.aqueducts} == set(AQUEDUCTS)
    assert {site.owner for site in state.sites if site.owner} == set(owners[:4] or ["black"])


def test_the_sampler_moves_to_where_it_fits_and_gives_up_on_a_tiny_board() -> None:
    moved = Layout(
        "moved",
        tuple((q + 7, r - 3, k) for q, r, k in LAYOUT.triangles),
        {},
        (),
        {},
        LAYOUT.board_corners,
        (),
    )
    state = sampler_state(moved, ["red"])
    assert state is not None
    assert moved.triangle_set.issuperset(cell for tile in state.tiles for cell in tile.cells)
    tiny = Layout("tiny", LAYOUT.triangles[:6], {}, (), {}, LAYOUT.board_corners, ())
    assert sampler_state(tiny, ["red"]) is None


def test_every_edit_gives_a_layout_that_can_be_read_again() -> None:
    layout = LAYOUT
    for change in (
        lambda x: toggle_triangle(x, (9, 0, 0)),
        lambda x: toggle_hill(x, (9, 0, 0)),
        lambda x: toggle_hill(x, (0, 4, 0)),
        lambda x: toggle_bridge(x, (0, 4, 1)),
        lambda x: move_source(x, "grey", (0, 4)),
        lambda x: toggle_triangle(x, next(iter(x.hills.values()))),
        lambda x: toggle_triangle(x, x.bridges[0]),
    ):
        changed = change(layout)
        assert changed != layout
        assert read_layout(changed.as_json()) == changed
        layout = changed


def test_edits_undo_themselves() -> None:
    assert toggle_triangle(toggle_triangle(LAYOUT, (9, 0, 0)), (9, 0, 0)) == LAYOUT
    assert toggle_bridge(toggle_bridge(LAYOUT, (0, 4, 1)), (0, 4, 1)) == LAYOUT
    assert toggle_hill(toggle_hill(LAYOUT, (0, 4, 0)), (0, 4, 0)) == LAYOUT
    assert "grey" not in move_source(LAYOUT, "grey", LAYOUT.sources["grey"]).sources


def test_edits_that_make_no_sense_change_nothing() -> None:
    assert toggle_hill(LAYOUT, (50, 50, 0)) is LAYOUT
    assert toggle_bridge(LAYOUT, (50, 50, 0)) is LAYOUT
    assert toggle_triangle(LAYOUT, (500, 0, 0)) is LAYOUT
    assert move_source(LAYOUT, "grey", (50, 50)) is LAYOUT
    single = Layout("one", ((0, 0, 0),), {}, (), {}, LAYOUT.board_corners, ())
    assert toggle_triangle(single, (0, 0, 0)) is single


def test_a_source_goes_with_the_last_triangle_at_it() -> None:
    layout = LAYOUT
    point = LAYOUT.sources["brown"]
    for triangle in [t for t in LAYOUT.triangles if point in corners(t)]:
        assert "brown" in layout.sources
        layout = toggle_triangle(layout, triangle)
    assert "brown" not in layout.sources
    assert read_layout(layout.as_json()) == layout
