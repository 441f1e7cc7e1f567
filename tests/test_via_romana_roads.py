"""Via Romana's roads: who wins, who takes how many cards, ties, and the variants for experts."""

from __future__ import annotations

import random

import pytest

from scoring.errors import BadInput
from scoring.via_romana_roads import (
    CardShare,
    Road,
    RoadPlayer,
    RoadScore,
    Variants,
    close_road,
    count_pieces,
    score_road,
)


def table(*pieces: int, hands: tuple[int, ...] | None = None) -> list[RoadPlayer]:
    return [RoadPlayer("ABCD"[n], count, hands[n] if hands else None) for n, count in enumerate(pieces)]


def taken(result: RoadScore) -> list[tuple[str, int]]:
    return [(share.name, share.cards) for share in result.cards]


def test_the_rulebooks_example_blue_wins_with_three_pieces_against_two_and_two() -> None:
    # Blue's castle in the city and two milestones; yellow and red have two pieces each.
    road = Road(spaces=("blue", "blue", "yellow", "red", "red"), cities=("blue", "yellow"))
    players = count_pieces(road, ("red", "blue", "yellow"))
    assert [(player.name, player.pieces) for player in players] == [("red", 2), ("blue", 3), ("yellow", 2)]
    result = score_road(players, "blue", tops=(4, 3))
    assert (result.winner, result.decided_by, result.tied) == ("blue", "most", ())
    assert result.markers == (4, 3)
    assert taken(result) == [("yellow", 2), ("red", 2)]


def test_a_castle_counts_as_much_as_a_milestone() -> None:
    assert Road(("A", "B"), ("A", "B")).pieces("A") == 2


def test_a_road_is_complete_with_all_spaces_and_both_cities() -> None:
    assert Road(("A", "B"), ("A", "B")).complete
    assert not Road(("A", None), ("A", "B")).complete
    assert not Road(("A", "B"), ("A", None)).complete
    with pytest.raises(BadInput):
        count_pieces(Road(("A", None), ("A", "B")), ("A", "B"))


def test_a_piece_of_a_stranger_is_refused() -> None:
    with pytest.raises(BadInput):
        count_pieces(Road(("A", "X"), ("A", "B")), ("A", "B"))


def test_the_most_pieces_win_whoever_completed_the_road() -> None:
    assert score_road(table(1, 3, 2), "A").winner == "B"


def test_a_tie_goes_to_the_player_who_caused_the_scoring() -> None:
    result = score_road(table(2, 1, 2), "C")
    assert (result.winner, result.decided_by, result.tied) == ("C", "tie_trigger", ("A", "C"))


def test_a_tie_without_that_player_goes_to_the_next_one_clockwise() -> None:
    assert score_road(table(2, 2, 1, 2), "C").winner == "D"
    result = score_road(table(2, 2, 1), "C")
    assert (result.winner, result.decided_by, result.tied) == ("A", "tie_clockwise", ("A", "B"))


def test_the_winner_of_a_tie_takes_no_cards_but_the_other_tied_players_do() -> None:
    assert taken(score_road(table(2, 2, 1), "A")) == [("B", 2), ("C", 1)]


def test_the_winner_chooses_between_the_top_markers_of_both_cities() -> None:
    assert score_road(table(2, 1), "A", tops=(2, 4)).markers == (2, 4)


def test_an_empty_stack_offers_nothing() -> None:
    assert score_road(table(2, 1), "A", tops=(None, 3)).markers == (3,)


def test_with_both_stacks_gone_the_winner_gets_nothing_not_even_cards() -> None:
    result = score_road(table(2, 1), "A", tops=(None, None))
    assert (result.winner, result.markers) == ("A", ())
    assert taken(result) == [("B", 1)]


def test_cards_are_taken_from_the_winners_left_a_card_for_each_piece() -> None:
    assert taken(score_road(table(1, 2, 3, 1), "A")) == [("D", 1), ("A", 1), ("B", 2)]


def test_who_has_no_piece_there_takes_no_card() -> None:
    assert taken(score_road(table(3, 0, 1), "A")) == [("C", 1)]


def test_when_the_open_cards_are_gone_the_rest_comes_from_the_pile() -> None:
    result = score_road(table(4, 3, 3), "A")
    assert result.cards == (CardShare("B", 3, 0), CardShare("C", 1, 2))
    assert score_road(table(4, 3), "A", open_cards=1).cards == (CardShare("B", 1, 2),)


def test_the_hand_limit_for_experts_leaves_cards_behind() -> None:
    variants = Variants(hand_limit=True)
    result = score_road(table(4, 3, 3, 1, hands=(7, 6, 7, 2)), "A", variants=variants)
    assert taken(result) == [("B", 1), ("C", 0), ("D", 1)]
    assert result.cards[2] == CardShare("D", 1, 0)  # what B and C had to leave still lies open


def test_a_hand_above_the_limit_takes_nothing() -> None:
    result = score_road(table(2, 1, hands=(3, 9)), "A", variants=Variants(hand_limit=True))
    assert taken(result) == [("B", 0)]


def test_without_the_variant_a_full_hand_takes_cards() -> None:
    assert taken(score_road(table(2, 1, hands=(3, 7)), "A")) == [("B", 1)]


def test_the_hand_limit_needs_to_know_the_hands() -> None:
    with pytest.raises(BadInput) as caught:
        score_road(table(2, 1), "A", variants=Variants(hand_limit=True))
    assert caught.value.field == "hand"


def test_the_dangerous_tie_for_experts_pays_nobody() -> None:
    result = score_road(table(2, 2, 1), "C", tops=(4, 4), variants=Variants(dangerous_tie=True))
    assert result == RoadScore(None, ("A", "B"), "tie_nobody", (), ())


def test_the_dangerous_tie_does_not_touch_a_tie_with_the_one_who_caused_it() -> None:
    result = score_road(table(2, 2, 1), "B", variants=Variants(dangerous_tie=True))
    assert (result.winner, taken(result)) == ("B", [("C", 1), ("A", 2)])


def test_after_the_scoring_milestones_go_back_but_pieces_in_cities_stay() -> None:
    closing = close_road(Road(("A", "B", "A"), ("A", "B")), "AB", "A", signposts_left=5)
    assert (closing.returned, closing.eagle, closing.last_turns) == ((("A", 2), ("B", 1)), None, ())


@pytest.mark.parametrize(("left", "eagle"), [(3, None), (2, None), (1, "A")])
def test_only_the_very_last_signpost_brings_the_eagle(left: int, eagle: str | None) -> None:
    assert close_road(Road(("A",), ("A", "B")), "AB", "A", signposts_left=left).eagle == eagle


def test_without_open_cards_all_come_from_the_pile() -> None:
    assert score_road(table(2, 1, hands=(0, 0)), "A", open_cards=0).cards == (CardShare("B", 0, 1),)


def test_the_last_signpost_brings_the_eagle_and_one_more_turn_for_the_others() -> None:
    closing = close_road(Road(("A",), ("A", "B")), "ABC", "B", signposts_left=1)
    assert (closing.eagle, closing.last_turns) == ("B", ("C", "A"))
    assert closing.returned == (("A", 1),)


def test_roads_scored_in_the_last_turns_keep_their_milestones() -> None:
    closing = close_road(Road(("A",), ("A", "B")), "ABC", "C", signposts_left=0)
    assert (closing.returned, closing.eagle, closing.last_turns) == ((), None, ())


@pytest.mark.parametrize(
    ("players", "trigger", "field"),
    [
        (table(1), "A", "players"),
        ([RoadPlayer(str(n), 1) for n in range(5)], "0", "players"),
        ([RoadPlayer("A", 1), RoadPlayer("A", 2)], "A", "players"),
        (table(1, 1), "X", "trigger"),
        (table(0, 2), "A", "trigger"),
        (table(2, -1), "A", "players"),
    ],
)
def test_impossible_scorings_are_refused(players: list[RoadPlayer], trigger: str, field: str) -> None:
    with pytest.raises(BadInput) as caught:
        score_road(players, trigger)
    assert caught.value.field == field


def test_closing_for_a_stranger_is_refused() -> None:
    with pytest.raises(BadInput):
        close_road(Road(("A",), ("A", "B")), "AB", "X", signposts_left=2)


def test_turning_the_table_changes_nothing() -> None:
    rng = random.Random(14)
    for _ in range(300):
        players = table(*(rng.randint(0, 4) for _ in range(rng.randint(2, 4))))
        triggers = [player.name for player in players if player.pieces]
        if not triggers:
            continue
        trigger = rng.choice(triggers)
        variants = Variants(dangerous_tie=rng.random() < 0.3)
        before = score_road(players, trigger, tops=(2, 3), variants=variants)
        for turn in range(len(players)):
            after = score_road(players[turn:] + players[:turn], trigger, tops=(2, 3), variants=variants)
            assert (after.winner, after.cards, after.decided_by) == (
                before.winner,
                before.cards,
                before.decided_by,
            )
            assert set(after.tied) == set(before.tied)


def test_cards_and_pieces_agree_for_random_tables() -> None:
    rng = random.Random(15)
    for _ in range(300):
        players = table(*(rng.randint(1, 4) for _ in range(rng.randint(2, 4))))
        result = score_road(players, players[0].name)
        assert sum(share.cards for share in result.cards) == sum(
            player.pieces for player in players if player.name != result.winner
        )
        assert sum(share.from_open for share in result.cards) == min(
            4, sum(share.cards for share in result.cards)
        )
