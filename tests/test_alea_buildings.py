"""Alea Iacta Est during play: each building's rule by itself, and random rounds played through."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

from scoring.alea_buildings import (
    BUILDINGS,
    DICE_A_PLAYER,
    RULES,
    Board,
    DiceGroup,
    Die,
    FortunaShare,
    SenateShare,
    evaluate,
    find_problems,
    legal_placements,
    place,
)
from scoring.errors import BadInput

FOUR = ("Antonius", "Brutus", "Claudius", "Darius")
TWO = FOUR[:2]
FIVE = (*FOUR, "Erebus")


def forum(*values: int, player: str = "Brutus") -> tuple[Die, ...]:
    return tuple(Die(player, value) for value in values)


def put(board: Board, player: str, building: str, *dice: int) -> Board:
    found = place(board, player, building, dice)
    assert found.legal, found.forbidden_by
    return found.board


def forbidden(board: Board, player: str, building: str, *dice: int) -> tuple[str, ...]:
    found = place(board, player, building, dice)
    assert found.board == board or found.legal
    return found.forbidden_by


# Templum


def test_templum_the_rulebooks_example() -> None:
    first = place(Board(FOUR), "Antonius", "templum", [5])
    assert (first.legal, first.fortuna) == (True, 1)
    second = place(first.board, "Brutus", "templum", [3, 6])
    assert (second.legal, second.fortuna) == (True, 2)
    third = place(second.board, "Antonius", "templum", [1, 4])  # with the 5: three dice, more than 9
    assert (third.legal, third.fortuna) == (True, 2)
    assert forbidden(second.board, "Antonius", "templum", 1, 3) == ("templum_sum",)  # 5 + 1 + 3 is only 9


@pytest.mark.parametrize("dice", [(6, 6), (6, 6, 6)])
def test_templum_the_first_player_places_exactly_one_die(dice: tuple[int, ...]) -> None:
    assert forbidden(Board(FOUR), "Antonius", "templum", *dice) == ("templum_number",)


def test_templum_each_next_player_places_one_die_more_with_a_higher_sum() -> None:
    board = put(Board(FOUR), "Antonius", "templum", 5)
    assert forbidden(board, "Brutus", "templum", 6) == ("templum_number",)
    assert forbidden(board, "Brutus", "templum", 2, 3) == ("templum_sum",)
    assert forbidden(board, "Brutus", "templum", 1) == ("templum_number", "templum_sum")
    assert forbidden(board, "Brutus", "templum", 2, 4) == ()


def test_templum_the_leader_may_add_a_die_too() -> None:
    board = put(Board(FOUR), "Antonius", "templum", 5)
    found = place(board, "Antonius", "templum", [1])
    assert (found.legal, found.fortuna) == (True, 1)


@pytest.mark.parametrize("players", [FOUR[:2], FOUR[:3]])
def test_templum_is_not_in_the_game_with_two_or_three(players: tuple[str, ...]) -> None:
    assert forbidden(Board(players), "Antonius", "templum", 5) == ("templum_players",)


def test_templum_the_most_dice_keep_two_tiles_and_the_others_one() -> None:
    board = put(put(Board(FOUR), "Antonius", "templum", 5), "Brutus", "templum", 3, 6)
    assert evaluate(board).templum == (FortunaShare("Brutus", 2), FortunaShare("Antonius", 1))


def test_templum_a_single_die_in_all_draws_a_second_tile() -> None:
    board = put(Board(FOUR), "Antonius", "templum", 5)
    assert evaluate(board).templum == (FortunaShare("Antonius", keeps=2, draws=1),)
    assert evaluate(put(board, "Antonius", "templum", 5)).templum == (FortunaShare("Antonius", 2),)


# Senatus


def test_senatus_the_rulebooks_example() -> None:
    board = put(Board(FOUR), "Claudius", "senatus", 3, 4, 5)
    assert forbidden(board, "Brutus", "senatus", 3, 4, 5) == ("senatus_identical",)
    assert forbidden(board, "Brutus", "senatus", 4, 5, 6) == ()
    assert forbidden(board, "Brutus", "senatus", 3, 4, 5, 6) == ()
    assert forbidden(board, "Claudius", "senatus", 2) == ()
    other = put(board, "Brutus", "senatus", 2, 3, 4, 5)
    assert forbidden(other, "Claudius", "senatus", 2) == ("senatus_identical",)


def test_senatus_takes_a_single_die() -> None:
    assert forbidden(Board(FOUR), "Brutus", "senatus", 4) == ()


@pytest.mark.parametrize("dice", [(1, 3), (2, 2), (1, 2, 4), (1, 2, 3, 4, 5, 6, 6)])
def test_senatus_takes_only_a_straight(dice: tuple[int, ...]) -> None:
    assert forbidden(Board(FOUR), "Brutus", "senatus", *dice) == ("senatus_straight",)


def test_senatus_a_straight_grows_at_both_ends_but_no_second_one_begins() -> None:
    board = put(Board(FOUR), "Brutus", "senatus", 3, 4)
    assert put(board, "Brutus", "senatus", 2, 5).senatus == (DiceGroup("Brutus", (2, 3, 4, 5)),)
    assert forbidden(board, "Brutus", "senatus", 6) == ("senatus_straight",)
    assert forbidden(board, "Brutus", "senatus", 1) == ("senatus_straight",)


def senate(players: tuple[str, ...]) -> Board:
    straights = ((4, 5, 6), (2, 3, 4, 5), (3, 4, 5), (6,), (5,))
    groups = tuple(DiceGroup(name, dice) for name, dice in zip(players, straights, strict=False))
    return Board(players, senatus=groups)


def test_senatus_longest_first_then_the_higher_number() -> None:
    assert evaluate(senate(FIVE)).senatus == (
        SenateShare("Brutus", (2, 3, 4, 5), 3),
        SenateShare("Antonius", (4, 5, 6), 2),
        SenateShare("Claudius", (3, 4, 5), 1),
    )


@pytest.mark.parametrize(("count", "cards"), [(2, 1), (3, 2), (4, 2), (5, 3)])
def test_senatus_how_many_get_a_card_depends_on_the_players(count: int, cards: int) -> None:
    rewards = evaluate(senate(FIVE[:count]))
    assert len(rewards.senatus) == cards
    served = {share.player for share in rewards.senatus}
    chips = dict(rewards.chips)
    assert all(
        chips[group.player] == (0 if group.player in served else len(group.values))
        for group in senate(FIVE[:count]).senatus
    )


def test_senatus_the_rulebooks_ties() -> None:
    board = Board(FOUR, senatus=(DiceGroup("Brutus", (1, 2, 3, 4)), DiceGroup("Darius", (2, 3, 4, 5))))
    assert [share.player for share in evaluate(board).senatus] == ["Darius", "Brutus"]
    board = Board(FOUR, senatus=(DiceGroup("Brutus", (3, 4, 5)), DiceGroup("Darius", (4, 5, 6))))
    assert [share.player for share in evaluate(board).senatus] == ["Darius", "Brutus"]


# Castrum


def test_castrum_the_rulebooks_example() -> None:
    roll = (1, 2, 3, 4, 4, 4, 4, 5)
    board = place(Board(FOUR), "Darius", "castrum", (4, 4, 4), roll).board
    after = place(board, "Antonius", "castrum", (4, 4), (1, 1, 2, 2, 3, 4, 4, 5))
    assert after.legal
    board = after.board
    later = (4, 4, 5, 5)
    for dice in ((4,), (4, 4), (5, 5)):
        assert place(board, "Darius", "castrum", dice, later).legal
    assert place(board, "Darius", "castrum", later, later).forbidden_by == ("castrum_one_number",)
    board = place(board, "Darius", "castrum", (5, 5), later).board
    assert forbidden(board, "Antonius", "castrum", 4) == ("castrum_identical",)
    assert forbidden(board, "Antonius", "castrum", 4, 4) == ()


def test_castrum_an_equal_set_of_another_player_forbids_a_new_one() -> None:
    board = put(Board(FOUR), "Brutus", "castrum", 5, 5)
    assert forbidden(board, "Darius", "castrum", 5, 5) == ("castrum_identical",)
    assert forbidden(board, "Darius", "castrum", 5) == ()


def test_castrum_more_dice_of_a_number_join_the_players_own_set() -> None:
    board = put(put(Board(FOUR), "Brutus", "castrum", 5), "Brutus", "castrum", 5, 5)
    assert board.castrum == (DiceGroup("Brutus", (5, 5, 5)),)


def test_castrum_takes_a_single_die() -> None:
    assert forbidden(Board(FOUR), "Brutus", "castrum", 1) == ()


def test_castrum_most_dice_choose_first_then_the_higher_number() -> None:
    board = Board(
        FOUR,
        castrum=(
            DiceGroup("Antonius", (3, 3, 3)),
            DiceGroup("Brutus", (5, 5, 5)),
            DiceGroup("Antonius", (6, 6)),
            DiceGroup("Claudius", (5, 5)),
        ),
    )
    rewards = evaluate(board)
    assert [group.values for group in rewards.castrum] == [(5, 5, 5), (3, 3, 3), (6, 6), (5, 5)]
    assert rewards.left_provinces == 0


def test_castrum_sets_beyond_the_provinces_go_to_the_latrina() -> None:
    sets = (DiceGroup("Antonius", (3, 3)), DiceGroup("Brutus", (5, 5, 5)), DiceGroup("Brutus", (2, 2, 2)))
    rewards = evaluate(Board(TWO, castrum=sets))
    assert [group.values for group in rewards.castrum] == [(5, 5, 5), (2, 2, 2)]
    assert rewards.chips == (("Antonius", 2), ("Brutus", 0))


def test_castrum_provinces_that_nobody_takes_leave_the_game() -> None:
    assert evaluate(Board(FOUR, castrum=(DiceGroup("Brutus", (2,)),))).left_provinces == 3


# Forum


def test_forum_the_rulebooks_example_two_dice_push_the_last_one_out() -> None:
    row = (Die("Antonius", 1), Die("Claudius", 1), Die("Darius", 2), Die("Antonius", 2), Die("Claudius", 3))
    found = place(Board(FOUR, forum=row), "Brutus", "forum", (2, 3))
    assert found.legal
    assert [(die.player, die.value) for die in found.board.forum] == [
        ("Antonius", 1),
        ("Claudius", 1),
        ("Brutus", 2),
        ("Darius", 2),
        ("Antonius", 2),
        ("Brutus", 3),
    ]
    assert found.pushed_out == ("Claudius",)
    assert found.board.latrina == ("Claudius",)


@pytest.mark.parametrize("dice", [(1,), (6,), (1, 4), (2, 3)])
def test_forum_takes_one_die_or_two_that_show_five(dice: tuple[int, ...]) -> None:
    assert forbidden(Board(FOUR), "Brutus", "forum", *dice) == ()


@pytest.mark.parametrize("dice", [(1, 1), (2, 4), (1, 2, 2), (1, 1, 3)])
def test_forum_takes_no_other_dice(dice: tuple[int, ...]) -> None:
    assert forbidden(Board(FOUR), "Brutus", "forum", *dice) == ("forum_one_or_five",)


def test_forum_a_die_goes_left_of_equal_ones() -> None:
    board = put(Board(FOUR, forum=forum(1, 3, 3, 6)), "Darius", "forum", 3)
    assert [(die.player, die.value) for die in board.forum][:3] == [
        ("Brutus", 1),
        ("Darius", 3),
        ("Brutus", 3),
    ]


@pytest.mark.parametrize(("players", "columns"), [(2, 4), (3, 5), (4, 6), (5, 7)])
def test_forum_has_a_column_more_for_each_player(players: int, columns: int) -> None:
    board = Board(FIVE[:players], forum=forum(*[2] * columns))
    assert forbidden(board, "Antonius", "forum", 3) == ("forum_no_column",)
    found = place(board, "Antonius", "forum", (2,))
    assert found.legal
    assert (len(found.board.forum), found.pushed_out) == (columns, ("Brutus",))


def test_forum_both_dice_of_a_pair_must_stay_on_columns() -> None:
    board = Board(FOUR, forum=forum(2, 2, 2, 2, 2))
    assert forbidden(board, "Antonius", "forum", 4) == ()
    assert forbidden(board, "Antonius", "forum", 1, 4) == ("forum_no_column",)


def test_forum_pays_from_the_left_one_patrician_a_die() -> None:
    board = Board(FOUR, forum=(Die("Darius", 1), Die("Brutus", 2), Die("Darius", 5)))
    rewards = evaluate(board)
    assert rewards.forum == ("Darius", "Brutus", "Darius")
    assert rewards.left_patricians == 3


# Latrina


def test_latrina_only_when_no_die_can_go_elsewhere_and_then_exactly_one() -> None:
    assert forbidden(Board(TWO), "Antonius", "latrina", 4) == ("latrina_last_resort",)
    # Forum full of ones, castrum and senatus hold every single die that a 6 could be.
    stuck = Board(
        TWO,
        senatus=(DiceGroup("Brutus", (6,)), DiceGroup("Antonius", (1, 2, 3, 4))),
        castrum=(DiceGroup("Brutus", (6,)),),
        forum=forum(1, 1, 1, 1),
    )
    assert legal_placements(stuck, "Antonius", [6]) == (("latrina", (6,)),)
    found = place(stuck, "Antonius", "latrina", [6])
    assert found.legal
    assert found.board.latrina == ("Antonius",)
    two = place(stuck, "Antonius", "latrina", [6, 6])
    assert two.forbidden_by == ("latrina_one_die", "latrina_last_resort")  # a pair of sixes fits the castrum


def test_latrina_counts_every_die_without_reward_as_a_chip() -> None:
    board = Board(
        TWO,
        senatus=(DiceGroup("Antonius", (1, 2)), DiceGroup("Brutus", (4, 5, 6))),
        latrina=("Antonius", "Brutus"),
    )
    assert evaluate(board, {"Antonius": 3}).chips == (("Antonius", 1 + 2 + 3), ("Brutus", 1))


# Any building


def test_at_least_one_die_is_placed() -> None:
    assert place(Board(FOUR), "Brutus", "forum", (), (1, 2)).forbidden_by == ("no_dice",)


def test_only_dice_of_the_throw_are_placed() -> None:
    assert place(Board(FOUR), "Brutus", "castrum", (4, 4), (4, 5)).forbidden_by == ("not_rolled",)


def test_nobody_has_more_than_eight_dice() -> None:
    board = Board(FOUR, castrum=(DiceGroup("Brutus", (4,) * 7),))
    assert forbidden(board, "Brutus", "forum", 4) == ()
    assert place(board, "Brutus", "forum", (4,), (4, 4)).forbidden_by == ("too_many_dice",)


def test_not_all_dice_that_fit_need_be_placed() -> None:
    roll = (3, 4, 5, 6)
    assert place(Board(FOUR), "Brutus", "senatus", (5, 6), roll).legal
    assert ("senatus", (5, 6)) in legal_placements(Board(FOUR), "Brutus", roll)


@pytest.mark.parametrize(
    ("player", "building", "dice", "field"),
    [
        ("Nero", "forum", (1,), "player"),
        ("Brutus", "circus", (1,), "building"),
        ("Brutus", "forum", (7,), "dice"),
        ("Brutus", "forum", (0,), "dice"),
    ],
)
def test_senseless_questions_are_refused(
    player: str, building: str, dice: tuple[int, ...], field: str
) -> None:
    with pytest.raises(BadInput) as caught:
        place(Board(FOUR), player, building, dice)
    assert caught.value.field == field


@pytest.mark.parametrize(
    "board",
    [
        Board(("A",)),
        Board(tuple("ABCDEF")),
        Board(("A", "A")),
        Board(TWO, latrina=("Nero",)),
        Board(TWO, senatus=(DiceGroup("Brutus", ()),)),
        Board(TWO, forum=(Die("Brutus", 9),)),
    ],
)
def test_senseless_boards_are_refused(board: Board) -> None:
    for ask in (find_problems, evaluate):
        with pytest.raises(BadInput):
            ask(board)


@pytest.mark.parametrize(
    ("board", "rule"),
    [
        (Board(FOUR, castrum=(DiceGroup("Brutus", (4,) * 9),)), "too_many_dice"),
        (Board(TWO, templum=(DiceGroup("Brutus", (4,)),)), "templum_players"),
        (Board(FOUR, templum=(DiceGroup("Brutus", (4,)), DiceGroup("Darius", (5,)))), "templum_number"),
        (Board(FOUR, templum=(DiceGroup("Brutus", (6,)), DiceGroup("Darius", (2, 3)))), "templum_sum"),
        (Board(FOUR, senatus=(DiceGroup("Brutus", (1, 3)),)), "senatus_straight"),
        (Board(FOUR, senatus=(DiceGroup("Brutus", (1,)), DiceGroup("Brutus", (3,)))), "senatus_straight"),
        (Board(FOUR, senatus=(DiceGroup("Brutus", (1,)), DiceGroup("Darius", (1,)))), "senatus_identical"),
        (Board(FOUR, castrum=(DiceGroup("Brutus", (1, 2)),)), "castrum_one_number"),
        (Board(FOUR, castrum=(DiceGroup("Brutus", (1,)), DiceGroup("Darius", (1,)))), "castrum_identical"),
        (Board(FOUR, castrum=(DiceGroup("Brutus", (1,)), DiceGroup("Brutus", (1, 1)))), "castrum_identical"),
        (Board(FOUR, forum=forum(2, 1)), "forum_order"),
        (Board(FOUR, forum=forum(1, 1, 1, 1, 1, 1, 1)), "forum_no_column"),
    ],
)
def test_a_board_that_breaks_a_rule_is_named_and_not_evaluated(board: Board, rule: str) -> None:
    assert find_problems(board) == (rule,)
    with pytest.raises(BadInput) as caught:
        evaluate(board)
    assert caught.value.reason == "impossible_board"
    assert rule in RULES


def test_templum_equal_sums_break_the_rule_too() -> None:
    board = Board(FOUR, templum=(DiceGroup("Brutus", (5,)), DiceGroup("Darius", (2, 3))))
    assert find_problems(board) == ("templum_sum",)


def test_dice_on_buildings_cannot_be_left_as_well() -> None:
    board = Board(FOUR, castrum=(DiceGroup("Brutus", (4, 4)),))
    assert dict(evaluate(board, {"Brutus": 6}).chips)["Brutus"] == 6
    with pytest.raises(BadInput) as caught:
        evaluate(board, {"Brutus": 7})
    assert caught.value.field == "unplaced.Brutus"


def test_other_buildings_bring_no_fortuna_at_once() -> None:
    assert [place(Board(FOUR), "Brutus", name, [3]).fortuna for name in ("senatus", "castrum", "forum")] == [
        0
    ] * 3


@pytest.mark.parametrize("count", [{"Brutus": 9}, {"Brutus": -1}, {"Nero": 1}])
def test_impossible_numbers_of_unplaced_dice_are_refused(count: dict[str, int]) -> None:
    with pytest.raises(BadInput):
        evaluate(Board(FOUR), count)


def play_round(rng: random.Random, players: tuple[str, ...]) -> Board:
    """Random legal placements until somebody has no dice left, the lap then finished."""
    board = Board(players)
    while True:
        for player in players:
            left = DICE_A_PLAYER - board.dice_placed(player)
            if not left:
                continue
            roll = [rng.randint(1, 6) for _ in range(left)]
            building, dice = rng.choice(legal_placements(board, player, roll))
            found = place(board, player, building, dice, roll)
            assert found.legal, (board, player, building, dice)
            board = found.board
            assert find_problems(board) == ()
        if any(board.dice_placed(player) == DICE_A_PLAYER for player in players):
            return board


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_random_rounds_keep_the_rules_and_every_die_finds_its_end(count: int) -> None:
    rng = random.Random(count)
    players = FIVE[:count]
    for _ in range(15):
        board = play_round(rng, players)
        unplaced = {player: DICE_A_PLAYER - board.dice_placed(player) for player in players}
        rewards = evaluate(board, unplaced)
        back: Counter[str] = Counter(dict(rewards.chips))
        for group in (*board.templum, *rewards.castrum):
            back[group.player] += len(group.values)
        for share in rewards.senatus:
            back[share.player] += len(share.straight)
        back.update(rewards.forum)
        assert back == Counter({player: DICE_A_PLAYER for player in players})


def test_the_placements_are_all_that_single_questions_allow() -> None:
    rng = random.Random(77)
    for _ in range(12):
        board = play_round(rng, FOUR)
        player = next((one for one in FOUR if board.dice_placed(one) < DICE_A_PLAYER), None)
        if player is None:
            continue
        roll = [rng.randint(1, 6) for _ in range(DICE_A_PLAYER - board.dice_placed(player))]
        choices = {tuple(sorted(dice)) for n in range(1, len(roll) + 1) for dice in combinations(roll, n)}
        asked = {
            (building, dice)
            for building in BUILDINGS
            for dice in choices
            if place(board, player, building, dice, roll).legal
        }
        assert set(legal_placements(board, player, roll)) == asked
