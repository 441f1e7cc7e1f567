"""Housing patricians in provinces: each rule by itself, and against brute force."""

from __future__ import annotations

import random
import time

import pytest
from alea_brute_force import best, judge

from scoring.alea_housing import Housing, Patrician, Province, house


def test_without_senate_cards_there_is_no_extra_province() -> None:
    assert house([], [Patrician("red", "f", 2)]).pairs == ()


def home(provinces, patricians, extra_places=0, **options) -> Housing:
    return house(
        [Province(*p) for p in provinces], [Patrician(*p) for p in patricians], extra_places, **options
    )


def test_a_province_houses_one_woman_and_one_man_of_its_colour() -> None:
    found = home([("red", 3)], [("red", "f", 2), ("red", "m", 1), ("blue", "f", 3)])
    assert found == Housing(((0, 0), (0, 1)), province_points=3, patrician_points=3, unhoused=3)


def test_two_women_do_not_share_a_province_and_the_better_one_moves_in() -> None:
    found = home([("red", 3)], [("red", "f", 1), ("red", "f", 3)])
    assert found.pairs == ((0, 1),)
    assert found.unhoused == 1


def test_an_empty_province_scores_one_point_less() -> None:
    assert home([("red", 3), ("blue", 1)], []).points == 2 + 0


def test_a_couple_is_split_to_fill_a_second_province() -> None:
    found = home([("red", 3), ("red", 2)], [("red", "f", 1), ("red", "m", 1)])
    assert found.points == 3 + 2 + 1 + 1
    assert {place for place, _ in found.pairs} == {0, 1}


def test_the_joker_takes_a_couple_of_one_colour_only() -> None:
    found = home([("joker", 0)], [("red", "f", 2), ("blue", "m", 2)])
    assert found.points == 2
    assert found.unhoused == 2


def test_the_joker_goes_to_the_best_couple() -> None:
    found = home([("joker", 0)], [("red", "f", 3), ("blue", "f", 2), ("blue", "m", 2)])
    assert found.pairs == ((0, 1), (0, 2))


def test_an_empty_joker_costs_a_point() -> None:
    assert home([("joker", 0)], []).points == -1
    assert home([("joker", 0)], [], joker_scores=False).points == 0


def test_the_joker_splits_a_couple_when_it_would_stay_empty() -> None:
    found = home([("red", 4), ("joker", 0)], [("red", "f", 1), ("red", "m", 1)])
    assert found.points == 4 + 0 + 2
    assert len({place for place, _ in found.pairs}) == 2


def test_an_extra_province_houses_and_is_numbered_after_the_provinces() -> None:
    found = home([("red", 4)], [("blue", "f", 1), ("blue", "m", 2), ("red", "m", 1)], extra_places=1)
    assert found.pairs == ((0, 2), (1, 0), (1, 1))
    assert found.points == 4 + 4


def test_an_extra_province_scores_nothing_itself_occupied_or_not() -> None:
    assert home([], [], extra_places=2).points == 0
    assert home([], [("red", "f", 2)], extra_places=2).points == 2


def test_an_extra_province_does_not_split_a_couple_for_nothing() -> None:
    found = home([("red", 4)], [("red", "f", 1), ("red", "m", 1)], extra_places=1)
    assert found.pairs == ((0, 0), (0, 1))


def test_with_the_other_reading_an_extra_province_counts_like_the_joker() -> None:
    assert home([], [], extra_places=2, extra_scores=True).points == -2
    assert (
        home([("red", 4)], [("red", "f", 1), ("red", "m", 1)], extra_places=1, extra_scores=True).points == 6
    )


def test_joker_and_extra_province_serve_two_colours() -> None:
    found = home(
        [("joker", 0)],
        [("red", "f", 3), ("red", "m", 3), ("blue", "f", 3), ("green", "f", 2)],
        extra_places=1,
    )
    assert found.points == 9
    assert found.unhoused == 2


def random_input(rng: random.Random):
    colours = ["red", "blue", "green"][: rng.randint(1, 3)]
    lowest = rng.choice([0, 1, 1, 1])
    provinces = [
        ("joker", 0) if rng.random() < 0.25 else (rng.choice(colours), rng.randint(1, 4))
        for _ in range(rng.randint(0, 4))
    ]
    patricians = [
        (rng.choice(colours), rng.choice("fm"), rng.randint(lowest, 3)) for _ in range(rng.randint(0, 6))
    ]
    return provinces, patricians, rng.choice([0, 0, 1, 1, 2])


def test_brute_force_agrees_on_2400_random_inputs() -> None:
    rng = random.Random(20090)
    with_joker = with_extra = left_over = 0
    for number in range(2400):
        provinces, patricians, extra = random_input(rng)
        scores, joker = number % 6 == 0, number % 4 != 0
        found = home(provinces, patricians, extra, extra_scores=scores, joker_scores=joker)
        case = (provinces, patricians, extra, scores, joker)
        assert (found.points, found.unhoused) == best(*case), case
        judged = judge(provinces, patricians, extra, found.pairs, scores, joker)
        assert judged == (found.points, found.unhoused), case
        with_joker += any(colour == "joker" for colour, _ in provinces)
        with_extra += extra > 0
        left_over += found.unhoused > 0
    assert min(with_joker, with_extra, left_over) > 800  # the inputs do test what is hard


def test_the_pairs_are_a_legal_housing_worth_their_points_for_whole_boxes() -> None:
    rng = random.Random(36)
    colours = ["red", "blue", "green", "yellow", "purple", "brown"]
    provinces = [(colour, value) for colour in colours for value in (1, 2, 3, 4)] + [("joker", 0)]
    everybody = [(colour, sex, value) for colour in colours for sex in "fm" for value in (1, 2, 3)]
    for _ in range(200):
        mine = rng.sample(provinces, rng.randint(0, 25))
        people = rng.sample(everybody, rng.randint(0, 36))
        extra = rng.randint(0, 3)
        found = home(mine, people, extra)
        assert judge(mine, people, extra, found.pairs) == (found.points, found.unhoused)


@pytest.mark.parametrize("seed", range(20))
def test_the_order_of_the_cards_does_not_change_the_points(seed: int) -> None:
    rng = random.Random(seed)
    provinces, patricians, extra = random_input(rng)
    before = home(provinces, patricians, extra)
    rng.shuffle(provinces)
    rng.shuffle(patricians)
    after = home(provinces, patricians, extra)
    assert (after.points, after.unhoused) == (before.points, before.unhoused)


def test_five_players_with_all_patricians_take_milliseconds() -> None:
    people = [(c, s, v) for c in "abcdef" for s in "fm" for v in (1, 2, 3)]
    provinces = [("a", 1), ("b", 2), ("c", 3), ("joker", 0), ("joker", 0)]
    home(provinces, people, 3)
    begin = time.process_time()
    for _ in range(5):
        home(provinces, people, 3)
    assert time.process_time() - begin < 0.05
