"""The start player: fair, repeatable with a seed, and evening out who began least."""

from __future__ import annotations

import random
import secrets
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import BadInput
from scoring.start_player import StartChoice, choose, least_often, rotate

NAMES = ("Julia", "Octavia", "Claudia", "Livia", "Drusilla")


def chi_square(counts: list[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts)


# 99.9% bounds of the chi-square distribution for 1 to 4 degrees of freedom
BOUND = {2: 10.83, 3: 13.82, 4: 16.27, 5: 18.47}


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_every_player_begins_equally_often_over_seeds(count: int) -> None:
    drawn = Counter(choose(NAMES[:count], seed=seed).start for seed in range(6000))
    assert chi_square([drawn[name] for name in NAMES[:count]]) < BOUND[count]


def test_neighbouring_seeds_are_independent() -> None:
    starts = [choose(NAMES[:3], seed=seed).start for seed in range(9001)]
    pairs = Counter(pairwise(starts))
    assert chi_square([pairs[a, b] for a in NAMES[:3] for b in NAMES[:3]]) < 26.12  # 99.9%, 8 degrees


def test_without_a_seed_the_systems_randomness_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    class Fixed(random.Random):
        def randrange(self, *args: int) -> int:
            asked.append(args)
            return 2

    monkeypatch.setattr(secrets, "SystemRandom", Fixed)
    assert choose(NAMES[:4]).start == "Claudia"
    assert asked == [(4,)]


def test_without_a_seed_everybody_can_begin() -> None:
    assert {choose(NAMES[:3]).start for _ in range(200)} == set(NAMES[:3])


def test_a_seed_repeats_the_draw() -> None:
    assert [choose(NAMES, seed=n) for n in range(50)] == [choose(NAMES, seed=n) for n in range(50)]


def test_a_seed_draws_the_same_on_every_python() -> None:
    assert "".join(choose("ABCDE", seed=n).start for n in range(12)) == "DBABBEECBDED"


def test_the_global_random_generator_is_left_alone() -> None:
    random.seed(5)
    before = random.getstate()
    choose(NAMES, seed=1)
    choose(NAMES)
    assert random.getstate() == before


def test_the_order_is_the_seating_turned_to_the_start_player() -> None:
    assert rotate(NAMES[:4], "Claudia") == StartChoice("Claudia", ("Claudia", "Livia", "Julia", "Octavia"))


@given(st.lists(st.text(min_size=1).filter(str.strip), min_size=2, max_size=8, unique=True), st.integers())
def test_the_order_is_always_a_rotation(names: list[str], seed: int) -> None:
    choice = choose(names, seed=seed)
    assert choice.order[0] == choice.start
    turn = names.index(choice.start)
    assert list(choice.order) == names[turn:] + names[:turn]


def test_the_document() -> None:
    choice = StartChoice("B", ("B", "A"))
    assert choice.as_json() == {"format": "marble-start/1", "start": "B", "order": ["B", "A"]}


def test_with_a_history_only_those_who_began_least_are_drawn() -> None:
    starts = {"Julia": 3, "Octavia": 1, "Claudia": 1, "Livia": 2}
    assert least_often(NAMES[:4], starts) == ("Octavia", "Claudia")
    drawn = Counter(choose(NAMES[:4], seed=seed, starts=starts).start for seed in range(2000))
    assert set(drawn) == {"Octavia", "Claudia"}
    assert chi_square(list(drawn.values())) < BOUND[2]


def test_who_is_not_in_the_history_never_began() -> None:
    assert choose(NAMES[:3], seed=1, starts={"Julia": 1, "Octavia": 1}).start == "Claudia"
    assert choose(("A", "B"), seed=1, starts={"A": 1, "stranger": 0}).start == "B"


def test_an_empty_history_draws_from_all() -> None:
    assert {choose(NAMES[:3], seed=seed, starts={}).start for seed in range(50)} == set(NAMES[:3])


def test_the_history_evens_out() -> None:
    starts: Counter[str] = Counter()
    for seed in range(40):
        starts[choose(NAMES[:4], seed=seed, starts=starts).start] += 1
    assert set(starts.values()) == {10}


@pytest.mark.parametrize(
    ("names", "starts", "field"),
    [
        ((), None, "names"),
        (("Julia",), None, "names"),
        (("Julia", "Julia"), None, "names[1]"),
        (("Julia", " "), None, "names[1]"),
        (("Julia", "Livia"), {"Julia": -1}, "starts.Julia"),
    ],
)
def test_impossible_tables_are_refused(
    names: tuple[str, ...], starts: dict[str, int] | None, field: str
) -> None:
    with pytest.raises(BadInput) as caught:
        choose(names, starts=starts)
    assert caught.value.field == field


def test_the_players_own_choice_must_be_one_of_them() -> None:
    with pytest.raises(BadInput):
        rotate(("A", "B"), "C")
