"""The players' corrections: every change can be taken back, and what results is a state like any other."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.review import Review, longest_line, new_review, restore_review
from scoring.errors import BadInput
from scoring.layout import default_layout
from scoring.ruleset import default_ruleset
from scoring.state import State, Stick, read_state

LAYOUT = default_layout()
CELLS = ((0, 5, 0), (0, 5, 1))
OTHER = ((0, 5, 1), (1, 5, 0))
LINE = ((5, 2), (4, 3), (3, 3), (2, 3))


def reading(**state: object) -> dict[str, object]:
    doubts = [
        {"what": "site", "at": [1, 4], "read": None, "confidence": 0.6,
         "alternatives": [{"value": {"kind": "bath", "owner": "red"}, "confidence": 0.4}], "swing": 2},
        {"what": "tile", "at": [[0, 5, 0], [0, 5, 1]], "read": {"colour": "red"}, "confidence": 0.7,
         "alternatives": [{"value": {"colour": "blue"}, "confidence": 0.2},
                          {"value": None, "confidence": 0.1}],
         "swing": 5},
    ]  # fmt: skip
    return {"format": "marble-reading/1", "state": State(**state).as_json(), "doubts": doubts}


def test_biggest_swing_comes_first_and_an_answer_closes_the_question() -> None:
    review = new_review(LAYOUT, reading())
    assert [q.swing for q in review.open_questions] == [5, 2]
    assert [value for value, _ in review.questions[0].choices] == [
        {"colour": "red"},
        {"colour": "blue"},
        None,
    ]
    answered = review.change("tile", CELLS, {"colour": "red"})
    assert [q.swing for q in answered.open_questions] == [2]
    assert answered.undo().open_questions == review.open_questions


def test_undo_and_redo_without_limit() -> None:
    review = new_review(LAYOUT)
    states = [review.state]
    for number in range(500):
        review = review.change("track", "red", number)
        states.append(review.state)
    for state in reversed(states[:-1]):
        review = review.undo()
        assert review.state == state
    assert review.undo() is review
    for state in states[1:]:
        review = review.redo()
        assert review.state == state
    assert review.redo() is review


def test_a_new_change_forgets_what_was_undone() -> None:
    review = new_review(LAYOUT).change("hill", (0, 7, 0), True).undo().change("track", "red", 3)
    assert not review.can_redo
    assert review.state == State(track=(("red", 3),))


def test_a_tile_takes_the_place_of_what_it_overlaps() -> None:
    review = new_review(LAYOUT).change("tile", CELLS, {"colour": "red"}).change("magistrate", CELLS, "white")
    review = review.change("tile", OTHER, {"colour": "blue"})
    assert [(t.cells, t.colour) for t in review.state.tiles] == [(OTHER, "blue")]
    assert review.state.magistrates == ()
    hill = review.change("hill", OTHER[0], True)
    assert hill.state.tiles == () and hill.state.hills == (OTHER[0],)
    assert hill.change("tile", OTHER, {"colour": "red"}).state.hills == ()


def test_another_colour_keeps_the_magistrate() -> None:
    review = new_review(LAYOUT).change("tile", CELLS, {"colour": "red"}).change("magistrate", CELLS, "white")
    review = review.change("tile", CELLS, {"colour": "green"})
    assert review.value_at("tile", CELLS) == {"colour": "green"}
    assert review.value_at("magistrate", CELLS) == "white"
    assert review.change("tile", CELLS, None).state == State()


def test_sticks_become_a_line_from_the_source_whatever_their_order() -> None:
    review = new_review(LAYOUT)
    for side in (((3, 3), (4, 3)), ((2, 3), (3, 3)), ((4, 3), (5, 2))):
        review = review.change("edge", side, "grey")
    assert review.state.aqueducts == (("grey", LINE),)
    assert review.state.loose_sticks == ()
    branch = review.change("edge", ((3, 3), (3, 4)), "grey")
    assert branch.state.aqueducts[0][1] in (LINE, (*LINE[:3], (3, 4)))
    assert len(branch.state.loose_sticks) == 1
    broken = review.change("edge", ((3, 3), (4, 3)), None)
    assert broken.state.aqueducts == (("grey", ((5, 2), (4, 3))),)
    assert broken.state.loose_sticks == (Stick("grey", ((2, 3), (3, 3))),)
    assert broken.change("edge", ((3, 3), (4, 3)), "grey").state == review.state


def test_lines_that_nobody_touched_stay_as_read() -> None:
    odd = State(aqueducts=(("brown", ((1, 1), (2, 1))), ("grey", LINE)))
    review = restore_review(LAYOUT, reading(aqueducts=odd.aqueducts), [])
    changed = review.change("edge", ((2, 3), (2, 2)), "white")
    assert dict(changed.state.aqueducts)["brown"] == ((1, 1), (2, 1))
    assert dict(changed.state.aqueducts)["grey"] == LINE


def test_a_tangle_of_sticks_ends_in_time() -> None:
    edges = [e for e in LAYOUT.edges]
    line = longest_line(edges, (5, 2))
    assert len(line) == len(set(line)) > 13


def test_it_comes_back_from_json() -> None:
    review = new_review(LAYOUT, reading()).change("tile", CELLS, {"colour": "blue"})
    review = (
        review.change("site", (1, 4), {"kind": "arena", "owner": "red"})
        .change("edge", LINE[:2], "grey")
        .undo()
    )
    stored = json.loads(
        json.dumps([[c.as_json() for c in part] for part in (review.corrections, review.undone)])
    )
    again = restore_review(LAYOUT, reading(), *stored)
    assert again == review
    assert again.redo().state == review.redo().state


@pytest.mark.parametrize(
    ("what", "value"),
    [
        ("tile", {"colour": "pink"}),
        ("site", {"kind": "forum", "owner": None}),
        ("edge", "gold"),
        ("hill", None),
        ("track", -1),
        ("magistrate", 3),
        ("cloud", 1),
    ],
)
def test_values_that_do_not_fit_are_refused(what: str, value: object) -> None:
    with pytest.raises(BadInput):
        new_review(LAYOUT).change(what, CELLS, value)


def test_problems_are_those_of_the_corrected_board() -> None:
    review = new_review(LAYOUT).change("tile", CELLS, {"colour": "red"})
    assert "tile_apart" in {p.rule for p in review.problems(default_ruleset())}


CHANGES = st.one_of(
    st.tuples(st.just("tile"), st.sampled_from(LAYOUT.tile_places()),
              st.sampled_from([None, {"colour": "red"}, {"colour": "blue"}])),
    st.tuples(st.just("edge"), st.sampled_from(LAYOUT.edges), st.sampled_from([None, "grey", "white"])),
    st.tuples(st.just("hill"), st.sampled_from(LAYOUT.triangles), st.booleans()),
    st.tuples(st.just("site"), st.sampled_from(LAYOUT.points),
              st.sampled_from([None, {"kind": "bath", "owner": "red"}, {"kind": "fountain", "owner": None}])),
    st.tuples(st.just("magistrate"), st.sampled_from(LAYOUT.tile_places()), st.sampled_from([None, "red"])),
    st.tuples(st.just("track"), st.sampled_from(["red", "black"]), st.sampled_from([None, 0, 17])),
)  # fmt: skip


@given(st.lists(CHANGES, max_size=25))
def test_any_changes_make_a_state_that_can_be_written_and_read(
    changes: list[tuple[str, object, object]],
) -> None:
    review: Review = new_review(LAYOUT)
    for what, at, value in changes:
        review = review.change(what, at, value)
        assert review.value_at(what, at) == value
    assert read_state(review.state.as_json()) == review.state
    cover = [cell for tile in review.state.tiles for cell in tile.cells] + list(review.state.hills)
    assert len(cover) == len(set(cover))
    for _ in changes:
        review = review.undo()
    assert review.state == State()
    assert replace(review, undone=()) == new_review(LAYOUT)
