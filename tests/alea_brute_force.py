"""Alea Iacta Est, slow and obvious: tries every way to house the patricians. Shares no code with scoring."""

from __future__ import annotations


def judge(provinces, patricians, extra_places, pairs, extra_scores=False, joker_scores=True):
    """(points, value left unhoused) of one housing, counted from the rules; ValueError if not allowed.

    provinces: (colour, value); patricians: (colour, sex, value); pairs: (place, patrician).
    """
    places = list(provinces) + [("joker", 0)] * extra_places
    living = {}
    seen = set()
    for place, who in pairs:
        if who in seen or not 0 <= who < len(patricians) or not 0 <= place < len(places):
            raise ValueError("housed twice, or nobody, or nowhere")
        seen.add(who)
        living.setdefault(place, []).append(patricians[who])
    points = 0
    for place, people in living.items():
        home = places[place][0]
        sexes = [sex for _, sex, _ in people]
        colours = {colour for colour, _, _ in people}
        if len(sexes) != len(set(sexes)):
            raise ValueError("two of one sex in one province")
        if len(colours) > 1 or (home != "joker" and colours != {home}):
            raise ValueError("a colour that does not belong there")
        points += sum(value for _, _, value in people)
    for place, (_, value) in enumerate(places):
        extra = place >= len(provinces)
        loses = extra_scores if extra else joker_scores or provinces[place][0] != "joker"
        points += value - 1 if loses and place not in living else value
    unhoused = sum(value for who, (_, _, value) in enumerate(patricians) if who not in seen)
    return points, unhoused


def best(provinces, patricians, extra_places, extra_scores=False, joker_scores=True):
    """The best (points, value left unhoused) over all housings whatever."""
    count = len(provinces) + extra_places
    found = None

    def go_on(who, pairs, taken):
        nonlocal found
        if who == len(patricians):
            result = judge(provinces, patricians, extra_places, pairs, extra_scores, joker_scores)
            found = result if found is None else max(found, result)
            return
        go_on(who + 1, pairs, taken)
        colour, sex, _ = patricians[who]
        for place in range(count):
            if (place, sex) in taken:
                continue
            if place < len(provinces) and provinces[place][0] not in (colour, "joker"):
                continue
            if any(home == place and patricians[other][0] != colour for home, other in pairs):
                continue
            go_on(who + 1, [*pairs, (place, who)], taken | {(place, sex)})

    go_on(0, [], frozenset())
    return found
