"""What the app says about boards: problems, moves, sites, aqueducts, lines of the sheet, house rules."""

from __future__ import annotations

import json
import zipfile
from io import BytesIO

import pytest

from companion.board_explanations import explain_board_line, track_differences
from companion.demo import demo_file
from companion.misread import misread_zip
from companion.problem_words import WORDS, problem_text
from companion.ruleset_words import NOTES, STATUSES, TITLES, choice_word
from companion.storage.photo_bytes import Camera, join_camera
from companion.what_if import (
    FORBIDDEN,
    aqueduct_answer,
    aqueduct_ending_at,
    site_answer,
    tile_answer,
    with_tile_laid,
)
from scoring.check import check
from scoring.games import MARBLE
from scoring.grid import cells_of
from scoring.layout import default_layout
from scoring.move import move
from scoring.placement import legal_placements
from scoring.ruleset import WORDS as CHOICES
from scoring.ruleset import default_ruleset
from scoring.score import score
from scoring.state import Magistrate, Site, State, Tile, read_state
from scoring.violations import RULES, breach

LAYOUT, RULESET = default_layout(), default_ruleset()
STATE = read_state(json.loads(demo_file("board.json").read_text(encoding="utf-8")))
PLAYERS = MARBLE.read_players(json.loads(demo_file("players.json").read_text(encoding="utf-8")))
NAMES = {player.colour: player.name for player in PLAYERS}
FACTS = {
    "colour": "red",
    "other": "white",
    "owner": "black",
    "kind": "bath",
    "fitting": "temple",
    "count": 3,
    "limit": 2,
}


def test_every_rule_that_can_be_broken_has_its_words() -> None:
    assert set(WORDS) == {rule.word for rule in RULES}


@pytest.mark.parametrize("word", WORDS)
def test_problem_texts_can_be_filled(word: str) -> None:
    text = problem_text(breach(word, ((0, 4),), **FACTS))
    assert "{" not in text and text[-1] == "."
    assert text[0] == text[0].upper()


def test_problems_of_a_real_board_name_no_coordinates() -> None:
    for problem in check(State(tiles=(Tile(((0, 4, 0), (0, 4, 1)), "red"),)), LAYOUT, RULESET):
        assert "[" not in problem_text(problem)


def test_every_value_of_the_ruleset_has_a_title_and_a_note() -> None:
    assert set(TITLES) == set(RULESET.values)
    unsure = {key for key, value in RULESET.values.items() if value.status != "printed"}
    assert set(NOTES) == unsure
    assert {value.status for value in RULESET.values.values()} <= set(STATUSES)
    for words in CHOICES.values():
        assert all(choice_word(word) for word in words)


def test_moves_are_told_by_what_follows() -> None:
    cells = cells_of((-4, 4, 0), (-4, 4, 1))
    answer = tile_answer(move(STATE, LAYOUT, RULESET, cells, "blue", "white"), NAMES)
    assert answer.yes
    assert "A site is finished: a bath for Tiberius, 4 points." in answer.lines
    assert "Influence: Tiberius 1" in answer.lines
    nobody = tile_answer(move(STATE, LAYOUT, RULESET, cells, "blue"), NAMES)
    assert "A site is finished: a fountain, for nobody has the most influence." in nobody.lines
    bridge = tile_answer(move(STATE, LAYOUT, RULESET, ((-4, 3, 1), (-3, 3, 0)), "blue"), NAMES)
    assert bridge.lines == ("It brings 1 bridge tile.",)
    taken = tile_answer(move(STATE, LAYOUT, RULESET, ((0, 4, 0), (0, 4, 1)), "blue"), NAMES)
    assert taken.yes is False and "Something lies there already." in taken.lines


def test_every_reason_that_forbids_a_move_has_its_words() -> None:
    seen: set[str] = set()
    for cells in (
        ((0, 0, 0), (4, 4, 0)),
        ((40, 0, 0), (40, 0, 1)),
        ((0, 4, 0), (0, 4, 1)),
        ((4, 0, 0), (4, 0, 1)),
    ):
        for colour in ("red", "green"):
            result = move(STATE, LAYOUT, RULESET, cells, colour, "purple")
            seen.update(result.forbidden_by)
    crowd = tuple(Magistrate(tile.cells, "purple") for tile in STATE.tiles[:3])
    crowded = State(STATE.hills, STATE.tiles, magistrates=crowd)
    seen.update(move(crowded, LAYOUT, RULESET, ((-4, 4, 0), (-4, 4, 1)), "blue", "purple").forbidden_by)
    seen.add("tile_apart")
    assert seen <= set(FORBIDDEN)
    assert {"tile_shape", "tile_outside", "tile_overlap", "too_many_magistrates"} <= seen


def test_laying_a_tile_gives_the_board_after_it() -> None:
    state = STATE
    for cells in legal_placements(state, LAYOUT, RULESET, "blue")[:3]:
        result = move(state, LAYOUT, RULESET, cells, "blue", None)
        after = with_tile_laid(state, LAYOUT, RULESET, cells, "blue", None)
        assert len(after.tiles) == len(state.tiles) + 1
        assert {site.at for site in after.sites} - {site.at for site in state.sites} == {
            site.at for site in result.sites
        }
    assert with_tile_laid(state, LAYOUT, RULESET, state.tiles[0].cells, "blue", None) is state


def test_sites_tell_who_would_get_them() -> None:
    built = site_answer(STATE, LAYOUT, RULESET, (0, 4), NAMES)
    assert built.headline == "A theatre of Claudia stands here already."
    fountain = site_answer(STATE, LAYOUT, RULESET, (1, 5), NAMES)
    assert fountain.headline == "A fountain stands here already."
    open_site = site_answer(STATE, LAYOUT, RULESET, (-3, 5), NAMES)
    assert "still uncovered" in open_site.headline
    assert any(line.startswith("As a ") for line in open_site.lines)


def test_aqueducts_tell_where_they_may_go() -> None:
    assert aqueduct_ending_at(STATE, LAYOUT, (0, 10)) == "white"
    assert aqueduct_ending_at(STATE, LAYOUT, (0, 4)) is None
    answer, edges = aqueduct_answer(STATE, LAYOUT, RULESET, "brown")
    assert all((4, 5) in side for side in edges)
    assert "It has 5 sticks." in answer.lines
    assert aqueduct_ending_at(State(), LAYOUT, LAYOUT.sources["grey"]) == "grey"
    answer, edges = aqueduct_answer(State(), LAYOUT, RULESET, "grey")
    assert answer.headline == "The grey aqueduct has not begun" and edges == ()


def test_lines_of_the_sheet_are_explained() -> None:
    sheet = score(STATE, PLAYERS, LAYOUT, RULESET)
    player = sheet.players[0]
    texts = {
        line.rule: explain_board_line(line, player, STATE, RULESET, {"coins": 3}) for line in player.lines
    }
    assert texts["buildings"] == "5 × temple at 3, 2 × bath at 4, 1 × arena at 6"
    assert texts["aqueducts"] == "5 buildings on an aqueduct, 2 each"
    assert texts["coins"] == "3 coins"


def test_track_differences_go_the_short_way_round_and_name_a_likely_cause() -> None:
    sites = (Site((0, 4), "theatre", "purple"),)
    players = MARBLE.read_players(
        {
            "format": "marble-players/1",
            "game": "marble",
            "players": [{"name": "Julia", "colour": "purple"}, {"name": "Claudia", "colour": "black"}],
        }
    )
    state = State(sites=sites, track=(("purple", 2), ("black", 0)))
    sheet = score(state, players, LAYOUT, RULESET)
    (difference,) = track_differences(sheet, players, state, RULESET, len(LAYOUT.track))
    assert difference.text == (
        "Julia: the disc stands 3 points behind the buildings. "
        "That is just a temple: was it forgotten on the track?"
    )
    lapped = State(sites=sites, track=(("purple", 105), ("black", 99)))
    (difference,) = track_differences(
        score(lapped, players, LAYOUT, RULESET), players, lapped, RULESET, len(LAYOUT.track)
    )
    assert difference.text.startswith("Claudia: the disc stands 1 point behind")


def test_misread_file_holds_the_photo_without_exif() -> None:
    photo = join_camera(demo_file("board.jpg").read_bytes(), Camera(6, 26))
    assert b"Exif\0" in photo
    data = misread_zip([photo], {"doubts": []}, [{"what": "hill"}], None, None)
    with zipfile.ZipFile(BytesIO(data)) as archive:
        assert set(archive.namelist()) == {"photo1.jpg", "about.json", "reading.json", "corrections.json"}
        about = json.loads(archive.read("about.json"))
        assert about["format"] == "marble-misread/1" and about["photos"][0]["orientation"] == 6
        assert b"Exif\0" not in archive.read("photo1.jpg")
