"""The draw among fingers, without pixels."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.ui.chooser import MOST, FingerDraw, Phase, draw_ring


def laid(count: int, seconds: float = 3.0) -> FingerDraw:
    draw = FingerDraw(seconds, draw=lambda rings: rings[-1])
    for number in range(count):
        draw.down(number, 10.0 * number, 5.0, now=number * 0.5)
    return draw


@pytest.mark.parametrize("count", range(2, 11))
def test_choice_comes_three_seconds_after_the_last_finger(count: int) -> None:
    draw = laid(count)
    last = (count - 1) * 0.5
    assert not draw.tick(last + 2.9)
    assert draw.waited(last + 1.5) == pytest.approx(0.5)
    assert draw.tick(last + 3.0)
    assert draw.phase is Phase.CHOSEN
    assert draw.chosen is not None and draw.chosen.ring == count - 1


def test_one_finger_is_never_chosen() -> None:
    draw = laid(1)
    assert not draw.tick(100.0)
    assert draw.phase is Phase.WAITING


def test_count_begins_anew_when_a_finger_goes() -> None:
    draw = laid(3)
    draw.up(0, now=3.0)
    assert not draw.tick(5.9)
    assert draw.tick(6.0)


def test_ring_of_a_finger_that_left_is_given_again() -> None:
    draw = laid(3)
    draw.up(1, now=2.0)
    finger = draw.down("new", 0.0, 0.0, now=2.5)
    assert finger is not None and finger.ring == 1


def test_sliding_does_not_start_the_count_anew() -> None:
    draw = laid(2)
    draw.move(0, 99.0, 98.0)
    assert draw.tick(3.5)
    assert (draw.fingers[0].x, draw.fingers[0].y) == (99.0, 98.0)


def test_fingers_that_vanish_together_cancel() -> None:
    draw = laid(4)
    draw.up(0, now=2.00)
    draw.up(1, now=2.02)
    assert draw.phase is Phase.CANCELLED
    assert not draw.tick(50.0)
    assert draw.down("new", 0.0, 0.0, now=3.0) is None
    draw.up(2, now=3.0)
    draw.up(3, now=4.0)
    assert draw.phase is Phase.WAITING


def test_all_fingers_vanishing_leaves_it_ready() -> None:
    draw = laid(3)
    for number in range(3):
        draw.up(number, now=2.0)
    assert draw.phase is Phase.WAITING
    assert draw.down("new", 0.0, 0.0, now=3.0) is not None


def test_eleventh_finger_is_ignored() -> None:
    draw = laid(MOST)
    assert draw.down("eleven", 0.0, 0.0, now=9.0) is None
    assert len(draw.fingers) == MOST


def test_lifting_after_the_choice_changes_nothing() -> None:
    draw = laid(3)
    draw.tick(10.0)
    chosen = draw.chosen
    for number in range(3):
        draw.up(number, now=11.0)
    assert draw.phase is Phase.CHOSEN and draw.chosen is chosen
    draw.reset()
    assert draw.phase is Phase.WAITING and draw.chosen is None


def test_draw_is_fair() -> None:
    counts = Counter(draw_ring([0, 1, 2, 3]) for _ in range(4000))
    assert set(counts) == {0, 1, 2, 3}
    assert all(850 < count < 1150 for count in counts.values())
