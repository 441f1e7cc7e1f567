"""The files that people and programs write: the documented examples are read, and written back the same."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from scoring.errors import BadInput
from scoring.games import GAMES, game_named
from scoring.layout import default_layout, read_layout
from scoring.ruleset import default_ruleset, read_ruleset
from scoring.state import load_state, read_state

ROOT = Path(__file__).parents[1]
STATE: dict[str, Any] = {
    "format": "marble-state/1",
    "hills": [[-3, 7, 0], [0, 7, 0], [2, 3, 0]],
    "tiles": [{"cells": [[-1, 6, 0], [-1, 6, 1]], "colour": "green"}],
    "sites": [
        {"at": [0, 6], "kind": "temple", "owner": "purple"},
        {"at": [1, 5], "kind": "fountain", "owner": None},
    ],
    "aqueducts": {"grey": [[5, 2], [4, 2], [3, 3]]},
    "loose_sticks": [{"colour": "grey", "edge": [[1, 1], [2, 1]]}],
    "magistrates": [{"cells": [[-1, 6, 0], [-1, 6, 1]], "owner": "black"}],
    "track": {"purple": 23, "black": 17},
}
PLAYERS: dict[str, list[dict[str, Any]]] = {
    "marble": [
        {
            "name": "Julia",
            "colour": "purple",
            "bridges": [3, 1],
            "coins": 4,
            "imperium": {"red": 1, "green": 3},
            "track": 23,
        },
        {"name": "Claudia", "colour": "black"},
    ],
    "via_romana": [
        {"name": "Julia", "markers": [4, 3, 2], "castles": [3, 1, 1], "eagle": True, "mission": False},
        {"name": "Claudia"},
    ],
    "alea": [
        {
            "name": "Julia",
            "provinces": [{"colour": "red", "value": 3}, {"colour": "joker", "value": 0}],
            "patricians": [{"colour": "red", "sex": "f", "value": 2}],
            "fortuna": [3, 2, 1],
            "chips": 5,
            "senate": [{"points": 3}, {"points": 0, "extra_province": True}],
        },
        {"name": "Claudia"},
    ],
}


def players(game: str) -> dict[str, Any]:
    return {"format": "marble-players/1", "game": game, "players": PLAYERS[game]}


def test_the_documented_state_is_read_and_written_the_same() -> None:
    assert read_state(STATE).as_json() == STATE


def test_what_may_be_missing_in_a_state_is_empty() -> None:
    bare = read_state({"format": "marble-state/1", "hills": [], "tiles": [], "sites": [], "aqueducts": {}})
    assert bare.magistrates == bare.track == bare.loose_sticks == ()


@pytest.mark.parametrize("field", ["hills", "tiles", "sites", "aqueducts"])
def test_what_may_not_be_missing_in_a_state_is_bad_input(field: str) -> None:
    """A slip of the pen in a name must not score an empty board."""
    document = {key: value for key, value in STATE.items() if key != field}
    with pytest.raises(BadInput) as caught:
        read_state(document)
    assert (caught.value.reason, caught.value.field) == ("missing_field", field)


def test_a_mistake_in_a_label_is_told_with_its_place_in_the_label() -> None:
    tiles = [{"cells": [[-1, 6, 0], [-1, 6, 1]], "colour": "pink"}]
    label = {"format": "marble-photo/1", "state": {**STATE, "tiles": tiles}}
    with pytest.raises(BadInput) as caught:
        read_state(label)
    assert caught.value.field == "state.tiles[0].colour"
    with pytest.raises(BadInput) as caught:
        read_state({"format": "marble-photo/1", "state": []})
    assert caught.value.field == "state"


def test_a_document_of_the_wrong_type_names_no_field() -> None:
    with pytest.raises(BadInput) as caught:
        read_state([])
    assert caught.value.field is None


def test_a_photo_label_is_taken_for_its_state() -> None:
    label = {"format": "marble-photo/1", "copy": "A", "state": STATE, "conditions": {"level": "mild"}}
    assert read_state(label) == read_state(STATE)


def test_cells_are_sorted_and_sticks_begin_at_the_smaller_point() -> None:
    turned = json.loads(json.dumps(STATE))
    turned["tiles"][0]["cells"].reverse()
    turned["magistrates"][0]["cells"].reverse()
    turned["loose_sticks"][0]["edge"].reverse()
    assert read_state(turned) == read_state(STATE)


@pytest.mark.parametrize("game", sorted(PLAYERS))
def test_the_documented_players_are_read_and_written_the_same(game: str) -> None:
    rules = game_named(game)
    found = rules.read_players(players(game))
    written = [player.as_json() for player in found]
    assert written[0] == PLAYERS[game][0]
    again = rules.read_players({"format": "marble-players/1", "game": game, "players": written})
    assert again == found


def test_every_game_has_documented_players() -> None:
    assert sorted(PLAYERS) == sorted(game.name for game in GAMES)


@pytest.mark.parametrize("game", sorted(PLAYERS))
@pytest.mark.parametrize("what", ["name", "colour"])
def test_two_players_with_one_name_or_colour_are_bad_input(game: str, what: str) -> None:
    twins = [{"name": "A", "colour": "red"}, {"name": "B", "colour": "blue"}]
    twins[1][what] = twins[0][what]
    with pytest.raises(BadInput) as caught:
        game_named(game).read_players({"format": "marble-players/1", "game": game, "players": twins})
    assert (caught.value.reason, caught.value.field) == ("duplicate", f"players[1].{what}")


def test_the_shipped_layout_has_the_documented_fields() -> None:
    document = default_layout().as_json()
    assert list(document) == [
        "format",
        "name",
        "triangles",
        "hills",
        "bridges",
        "sources",
        "board_corners",
        "track",
        "edge_mm",
    ]
    assert document["format"] == "marble-layout/1"
    assert read_layout(document) == default_layout()


def test_hills_bridges_sources_and_track_may_be_empty_and_the_edge_is_36_mm() -> None:
    layout = read_layout({"format": "marble-layout/1", "name": "bare", "triangles": [[0, 0, 0]]})
    assert (layout.hills, layout.bridges, layout.sources, layout.track) == ({}, (), {}, ())
    assert layout.edge_mm == 36


def test_a_layout_may_lie_anywhere_on_the_grid_and_be_mirrored() -> None:
    """Any shape of grid is legal; for scoring it does not matter which way round its picture is."""
    layout = default_layout().as_json()
    for field in ("triangles", "bridges"):
        layout[field] = [[q + 3000, r - 2000, k] for q, r, k in layout[field]]
    layout["hills"] = {name: [q + 3000, r - 2000, k] for name, (q, r, k) in layout["hills"].items()}
    layout["sources"] = {name: [q + 3000, r - 2000] for name, (q, r) in layout["sources"].items()}
    layout["board_corners"] = [[-x, y] for x, y in layout["board_corners"]]
    assert len(read_layout(layout).inner_points) == len(default_layout().inner_points)


def test_the_shipped_ruleset_says_how_sure_every_value_is() -> None:
    document = default_ruleset().as_json()
    assert document.pop("format") == "marble-ruleset/1"
    assert document.pop("name") == "default"
    for key, value in document.items():
        assert list(value) == ["value", "status", "source"], key
        assert value["source"], key
    assert read_ruleset({"format": "marble-ruleset/1", "name": "mine"}).name == "mine"


@pytest.mark.parametrize(
    "path",
    sorted((ROOT / "tests" / "photos").glob("*/*.json")),
    ids=lambda path: f"{path.parent.name}{path.stem}",
)
def test_labels_of_the_test_photos_have_the_documented_fields(path: Path) -> None:
    label = json.loads(path.read_text(encoding="utf-8"))
    known = "format copy layout players state board_corners_px points_px hidden conditions seed"
    assert set(label) == set(known.split())
    assert load_state(path).as_json()["format"] == "marble-state/1"


def test_every_format_is_documented() -> None:
    private = {
        "marble-flow",
        "marble-session",
        "marble-rule-index",
        "marble-rules",
    }  # nobody else reads these
    documented = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "docs").glob("*.md"))
    used = {
        name
        for package in ("scoring", "vision", "companion")
        for path in (ROOT / package).rglob("*.py")
        for name in re.findall(r'"(marble-[a-z-]+)/\d+"', path.read_text(encoding="utf-8"))
    }
    assert len(used) > 20
    assert sorted(name for name in used - private if f"`{name}/1`" not in documented) == []
