"""Tilings, aqueducts and profiles, each by itself."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from scoring.errors import BadInput
from scoring.grid import edge, neighbours
from scoring.layout import default_layout
from scoring.state import State, Stick
from tests.photo_profiles import profile_of
from vision.confidence import changed
from vision.lines import find_lines
from vision.profile import load_profile, save_profile
from vision.tiling import assign


def test_the_assignment_is_the_best_of_all() -> None:
    rng = np.random.default_rng(3)
    for _ in range(60):
        rows, columns = sorted(rng.integers(1, 6, 2))
        weights = rng.normal(0, 3, (rows, columns))
        best = max(
            sum(weights[r, c] for r, c in enumerate(choice))
            for choice in itertools.permutations(range(columns), int(rows))
        )
        chosen = assign(weights)
        assert len(set(chosen.tolist())) == rows
        assert sum(weights[r, c] for r, c in enumerate(chosen)) == pytest.approx(best)


def gains_of(sticks: dict[tuple, str], present: float = 4.0) -> dict:  # type: ignore[type-arg]
    layout = default_layout()
    return {
        e: {c: (present if sticks.get(e) == c else -6.0) for c in ("grey", "brown", "white")}
        for e in layout.edges
    }


def line(points: list[tuple[int, int]], colour: str) -> dict:  # type: ignore[type-arg]
    return {edge(a, b): colour for a, b in itertools.pairwise(points)}


def test_a_clear_line_is_found_from_its_source() -> None:
    points = [(5, 2), (4, 2), (3, 3), (2, 3)]
    found = find_lines(gains_of(line(points, "grey")), default_layout())
    assert found.paths == {"grey": tuple(points)} and found.loose == ()


def test_one_weak_stick_does_not_break_a_line() -> None:
    points = [(5, 2), (4, 2), (3, 3), (2, 3)]
    gains = gains_of(line(points, "grey"))
    gains[edge((4, 2), (3, 3))]["grey"] = -2.0
    assert find_lines(gains, default_layout()).paths == {"grey": tuple(points)}


def test_a_branch_lies_loose() -> None:
    points = [(5, 2), (4, 2), (3, 3), (2, 3), (1, 4)]
    branch = edge((3, 3), next(p for p in neighbours((3, 3)) if p not in points))
    found = find_lines(gains_of(line(points, "grey") | {branch: "grey"}, 8.0), default_layout())
    assert found.paths == {"grey": tuple(points)} and found.loose == (("grey", branch),)


def test_a_line_away_from_its_source_is_read_as_it_lies() -> None:
    points = [(0, 4), (1, 4), (2, 4)]
    found = find_lines(gains_of(line(points, "brown"), 8.0), default_layout())
    assert set(found.paths) == {"brown"}
    assert found.paths["brown"] in (tuple(points), tuple(points[::-1]))


def test_a_line_takes_its_sources_colour_in_odd_light() -> None:
    points = [(5, 5), (4, 5), (3, 5), (2, 6), (1, 6)]
    found = find_lines(gains_of(line(points, "grey"), 8.0), default_layout())
    assert found.paths == {"brown": tuple(points)} and found.loose == ()


def test_a_line_that_could_run_on_over_another_ones_sticks_keeps_its_own() -> None:
    own = [(5, 2), (4, 2), (4, 3), (3, 4)]
    others = [(2, 8), (2, 7), (1, 7), (2, 6), (2, 5), (1, 6), (1, 5), (1, 4), (0, 4), (1, 3), (2, 3), (2, 4)]
    gains = gains_of(line(own, "grey") | line(others, "white"))
    for side in line([(3, 4), *others[::-1]], "white"):
        gains[side]["grey"] = 3.0  # in dim light white looks almost as grey
    gains[edge((3, 4), (2, 4))]["grey"] = -1.0
    found = find_lines(gains, default_layout())
    assert found.paths == {"grey": tuple(own), "white": tuple(others)} and found.loose == ()


def test_a_stick_taken_out_of_a_line_leaves_the_rest_loose() -> None:
    state = State(aqueducts=(("grey", ((5, 2), (4, 2), (3, 3), (2, 3))),))
    cut = changed(state, "edge", edge((4, 2), (3, 3)), None)
    assert cut.aqueducts == (("grey", ((5, 2), (4, 2))),)
    assert cut.loose_sticks == (Stick("grey", edge((3, 3), (2, 3))),)
    assert changed(cut, "edge", edge((4, 2), (3, 3)), "grey").aqueducts == state.aqueducts


def test_profile_round_trip(tmp_path) -> None:  # type: ignore[no-untyped-def]
    profile = profile_of("A")
    save_profile(profile, tmp_path / "a.profile")
    again = load_profile(tmp_path / "a.profile")
    assert again.layout == profile.layout
    assert again.palette.owners == profile.palette.owners
    assert np.array_equal(again.empty_board, profile.empty_board)
    assert all(
        np.allclose(again.palette.tiles[c].mean, profile.palette.tiles[c].mean) for c in profile.palette.tiles
    )


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"not a profile", b"\x80\x04\x95pickle"])
def test_what_is_no_profile_is_refused(tmp_path, content: bytes) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "bad.profile"
    path.write_bytes(content)
    with pytest.raises(BadInput, match="profile"):
        load_profile(path)


def test_a_profile_with_a_pickle_inside_is_refused(tmp_path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "evil.profile"
    with path.open("wb") as handle:
        np.savez(handle, header=np.array([{"format": "marble-profile/1"}], dtype=object))
    with pytest.raises(BadInput, match="profile"):
        load_profile(path)
