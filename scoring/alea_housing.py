"""Alea Iacta Est: the best way to house patricians in provinces.

Every place takes at most one man and one woman, of one colour. An occupied province is worth one
point more than an empty one; a housed patrician scores its value. Free places (the joker province,
extra provinces of senate cards) take any one colour.

Why the answer is the best there is. Take a colour with k provinces of its own and let m men and w women
have it. Its provinces house the k best of each sex. The n-th further place houses the next man and the
next woman; what it adds that way never grows with n. A further place that scores by itself adds one more
point as long as k + n <= m + w, because that many patricians can be spread until no place is empty; which
of the further places score does not matter for that, so those that score are taken first. With s scoring
free places, the whole is

    sum over colours of (value housed by its places) + min(s, number of further places),

a sum of functions with falling steps under one common limit, and there taking the largest steps first is
exactly optimal. Every optimum fills the same number of scoring places (one more would add a point), so all
of them house the same value: the wish to leave the most value unhoused is fulfilled by any of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

JOKER = "joker"
WOMAN = "f"
MAN = "m"


@dataclass(frozen=True, slots=True)
class Province:
    """A province card; `colour` is "joker" for the one that takes a couple of any colour."""

    colour: str
    value: int


@dataclass(frozen=True, slots=True)
class Patrician:
    colour: str
    sex: str
    value: int


@dataclass(frozen=True, slots=True)
class Housing:
    """Who lives where: `pairs` of (place, patrician) indexes, sorted.

    Places are the provinces in their given order, then the extra provinces in the order of their cards.
    """

    pairs: tuple[tuple[int, int], ...]
    province_points: int
    patrician_points: int
    unhoused: int

    @property
    def points(self) -> int:
        return self.province_points + self.patrician_points


def house(
    provinces: Sequence[Province],
    patricians: Sequence[Patrician],
    extra_places: int = 0,
    *,
    extra_scores: bool = False,
    joker_scores: bool = True,
) -> Housing:
    """The housing with the most points; among equals none leaves more value unhoused.

    extra_scores: an extra province is worth 0 occupied and -1 empty, instead of nothing.
    joker_scores: the joker province is worth -1 empty; else nothing, occupied or not.
    """
    scoring = {n for n, one in enumerate(provinces) if joker_scores or one.colour != JOKER}
    if extra_scores:
        scoring.update(range(len(provinces), len(provinces) + extra_places))
    places = _share_free_places(provinces, patricians, extra_places, scoring)
    pairs = sorted(
        pair
        for colour, own in places.items()
        for pair in _fill(
            own, scoring, _best_first(patricians, colour, MAN), _best_first(patricians, colour, WOMAN)
        )
    )
    occupied = {place for place, _ in pairs if place in scoring}
    housed = sum(patricians[who].value for _, who in pairs)
    return Housing(
        pairs=tuple(pairs),
        province_points=sum(province.value for province in provinces) - (len(scoring) - len(occupied)),
        patrician_points=housed,
        unhoused=sum(patrician.value for patrician in patricians) - housed,
    )


def _share_free_places(
    provinces: Sequence[Province], patricians: Sequence[Patrician], extra_places: int, scoring: set[int]
) -> dict[str, list[int]]:
    """The places of each colour that has patricians: its own, then free ones, those that score first."""
    places: dict[str, list[int]] = {patrician.colour: [] for patrician in patricians}
    jokers: list[int] = []
    for index, province in enumerate(provinces):
        if province.colour == JOKER:
            jokers.append(index)
        elif province.colour in places:
            places[province.colour].append(index)
    steps: list[tuple[int, str]] = []
    for colour, own in places.items():
        men = [patricians[who].value for who in _best_first(patricians, colour, MAN)]
        women = [patricians[who].value for who in _best_first(patricians, colour, WOMAN)]
        for n in range(len(own), len(men) + len(women)):
            gain = (men[n] if n < len(men) else 0) + (women[n] if n < len(women) else 0)
            steps.append((gain, colour))
    # The sort is stable and gains fall within a colour, so no colour skips a step.
    steps.sort(key=lambda step: step[0], reverse=True)
    free = jokers + list(range(len(provinces), len(provinces) + extra_places))
    free.sort(key=lambda place: place not in scoring)
    for place, (_, colour) in zip(free, steps, strict=False):
        places[colour].append(place)
    return places


def _best_first(patricians: Sequence[Patrician], colour: str, sex: str) -> list[int]:
    mine = [n for n, one in enumerate(patricians) if one.colour == colour and one.sex == sex]
    return sorted(mine, key=lambda n: -patricians[n].value)


def _fill(places: list[int], scoring: set[int], men: list[int], women: list[int]) -> list[tuple[int, int]]:
    """The best men and women in the places of one colour, so that the fewest scoring places stay empty."""
    with_men = places[: len(men)]
    scoring_places = [place for place in places if place in scoring]
    women_only = scoring_places[len(men) :]
    lonely = set(women_only)
    rest = [place for place in places if place not in lonely]
    return [*zip(with_men, men, strict=False), *zip([*women_only, *rest], women, strict=False)]
