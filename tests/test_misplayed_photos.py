"""Photos of misplayed boards: the mistake is read or asked about, and then named.

The photos are among those that were handled when they were chosen: they guard what works. What does not
work is listed in docs/misplayed.md.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from scoring.check import check
from scoring.layout import default_layout
from scoring.ruleset import default_ruleset
from tests.misplayed_photos import PLAN, boards, read_board
from tests.mistakes import MISTAKES

BOARDS = sorted((Path(__file__).parent / "photos" / "misplayed").glob("*.board"))


def test_the_plan_has_every_mistake_and_names_it() -> None:
    assert set(PLAN) == set(MISTAKES)
    made = list(boards())
    assert len(made) == sum(count for count, _ in PLAN.values()) >= 50
    for board in made:
        assert not check(board.right, default_layout(), default_ruleset())
        assert PLAN[board.kind][1] in {
            p.rule for p in check(board.wrong, default_layout(), default_ruleset())
        }
        assert board.mistake(default_layout()), board.name


def test_there_are_photos() -> None:
    assert len(BOARDS) >= 4


@pytest.mark.parametrize("path", BOARDS, ids=lambda path: path.stem)
def test_the_mistake_is_read_or_asked_about_and_named(path: Path) -> None:
    verdict = read_board(path)
    assert not verdict.refused
    assert verdict.missed == ()
    assert verdict.told
