"""Alea Iacta Est, during play: where dice may be placed, and what the buildings bring.

A board is the dice on the five buildings at one moment. `place` says whether dice may go to a building and
what follows; `evaluate` settles the buildings at the end of a round, in their order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, product

from scoring.alea import COLUMNS, SENATE_CARDS_A_ROUND, TEMPLUM_PLAYERS
from scoring.errors import BadInput

BUILDINGS = ("templum", "senatus", "castrum", "forum", "latrina")
DICE_A_PLAYER = 8
SIDES = 6
FORUM_PAIR = 5  # two dice may go to the forum at once when they show this together
SENATE_CHOICE = 3  # cards that the longest straight chooses from

# Every rule that can forbid a placement or be broken by a board.
RULES = (
    "no_dice",
    "not_rolled",
    "too_many_dice",
    "templum_players",
    "templum_number",
    "templum_sum",
    "senatus_straight",
    "senatus_identical",
    "castrum_one_number",
    "castrum_identical",
    "forum_one_or_five",
    "forum_order",
    "forum_no_column",
    "latrina_one_die",
    "latrina_last_resort",
)


@dataclass(frozen=True, slots=True)
class Die:
    player: str
    value: int


@dataclass(frozen=True, slots=True)
class DiceGroup:
    """Dice of one player that belong together; `values` are kept sorted."""

    player: str
    values: tuple[int, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", tuple(sorted(self.values)))


@dataclass(frozen=True, slots=True)
class Board:
    """The dice on the buildings.

    players: as they sit, the round's start player first. templum and senatus hold one group a player, castrum
    one group a set of equal dice; forum is read from the left; latrina names the owner of each die.
    """

    players: tuple[str, ...]
    templum: tuple[DiceGroup, ...] = ()
    senatus: tuple[DiceGroup, ...] = ()
    castrum: tuple[DiceGroup, ...] = ()
    forum: tuple[Die, ...] = ()
    latrina: tuple[str, ...] = ()

    def dice_placed(self, player: str) -> int:
        groups = (*self.templum, *self.senatus, *self.castrum)
        return (
            sum(len(group.values) for group in groups if group.player == player)
            + sum(die.player == player for die in self.forum)
            + self.latrina.count(player)
        )


@dataclass(frozen=True, slots=True)
class Placement:
    """An answer to 'may these dice go there'.

    When legal, `board` is the board afterwards, `fortuna` the number of tiles to draw at once and
    `pushed_out` the owners of dice that leave the forum for the latrina. Else `board` is unchanged.
    """

    forbidden_by: tuple[str, ...]
    board: Board
    fortuna: int = 0
    pushed_out: tuple[str, ...] = ()

    @property
    def legal(self) -> bool:
        return not self.forbidden_by


@dataclass(frozen=True, slots=True)
class FortunaShare:
    """How many of the tiles drawn this round a player keeps, after drawing `draws` more."""

    player: str
    keeps: int
    draws: int = 0


@dataclass(frozen=True, slots=True)
class SenateShare:
    """A player who keeps one of `choice` senate cards."""

    player: str
    straight: tuple[int, ...]
    choice: int


@dataclass(frozen=True, slots=True)
class Rewards:
    """What the buildings bring, each in the order of choosing.

    castrum: the sets that take a province each; forum: the players who take a patrician each; chips: by
    player; left_provinces and left_patricians leave the game.
    """

    templum: tuple[FortunaShare, ...]
    senatus: tuple[SenateShare, ...]
    castrum: tuple[DiceGroup, ...]
    forum: tuple[str, ...]
    chips: tuple[tuple[str, int], ...]
    left_provinces: int
    left_patricians: int


def place(
    board: Board, player: str, building: str, dice: Sequence[int], roll: Sequence[int] | None = None
) -> Placement:
    """May a player put these dice, of those just rolled, on a building, and what follows.

    roll: all dice of the throw; without it the dice are taken to be the whole throw.
    Raises BadInput for an unknown player or building and for what no die can show.
    """
    _check_board(board)
    _check_player(board, player)
    _check_dice((*dice, *(roll or ())))
    if building not in BUILDINGS:
        known = ", ".join(BUILDINGS)
        raise BadInput(
            f"expected one of {known}, found {building!r}", reason="unknown_word", field="building"
        )
    chosen = tuple(sorted(dice))
    rolled = chosen if roll is None else tuple(sorted(roll))
    if not chosen:
        return Placement(("no_dice",), board)
    if Counter(chosen) - Counter(rolled):
        return Placement(("not_rolled",), board)
    if board.dice_placed(player) + len(rolled) > DICE_A_PLAYER:
        return Placement(("too_many_dice",), board)
    if building != "latrina":
        return _PLACE[building](board, player, chosen)
    forbidden = ["latrina_one_die"] if len(chosen) > 1 else []
    if any(_elsewhere(board, player, rolled)):
        forbidden.append("latrina_last_resort")
    if forbidden:
        return Placement(tuple(forbidden), board)
    return Placement((), replace(board, latrina=(*board.latrina, player)))


def legal_placements(
    board: Board, player: str, roll: Sequence[int]
) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Every (building, dice) that a throw allows; the latrina only as the last resort. Raises BadInput."""
    _check_board(board)
    _check_player(board, player)
    _check_dice(roll)
    found = tuple(_elsewhere(board, player, tuple(sorted(roll))))
    return found or tuple(("latrina", (value,)) for value in sorted(set(roll)))


def _elsewhere(board: Board, player: str, roll: tuple[int, ...]) -> Iterable[tuple[str, tuple[int, ...]]]:
    """The legal placements on the four buildings other than the latrina."""
    counts = sorted(Counter(roll).items())
    for taken in product(*(range(count + 1) for _, count in counts)):
        dice = tuple(value for (value, _), n in zip(counts, taken, strict=True) for _ in range(n))
        if dice:
            for building, attempt in _PLACE.items():
                if attempt(board, player, dice).legal:
                    yield building, dice


def _place_templum(board: Board, player: str, dice: tuple[int, ...]) -> Placement:
    """One die more than the most so far, all of the player's together, and a higher sum than those show."""
    if len(board.players) not in TEMPLUM_PLAYERS:
        return Placement(("templum_players",), board)
    group, others = _own_group(board.templum, player, dice)
    leader = max(board.templum, key=lambda one: len(one.values), default=None)
    forbidden = []
    if len(group.values) != (len(leader.values) if leader else 0) + 1:
        forbidden.append("templum_number")
    if leader and sum(group.values) <= sum(leader.values):
        forbidden.append("templum_sum")
    if forbidden:
        return Placement(tuple(forbidden), board)
    return Placement((), replace(board, templum=(*others, group)), fortuna=len(dice))


def _place_senatus(board: Board, player: str, dice: tuple[int, ...]) -> Placement:
    """One straight a player, longer at either end; no two straights are ever the same."""
    group, others = _own_group(board.senatus, player, dice)
    if not _is_straight(group.values):
        return Placement(("senatus_straight",), board)
    if any(other.values == group.values for other in others):
        return Placement(("senatus_identical",), board)
    return Placement((), replace(board, senatus=(*others, group)))


def _place_castrum(board: Board, player: str, dice: tuple[int, ...]) -> Placement:
    """Dice of one number, new or added to the player's own; no two sets are ever the same."""
    if len(set(dice)) > 1:
        return Placement(("castrum_one_number",), board)
    mine = [one for one in board.castrum if one.player == player and one.values[0] == dice[0]]
    others = tuple(one for one in board.castrum if one not in mine)
    group = DiceGroup(player, (*(mine[0].values if mine else ()), *dice))
    if any(other.values == group.values for other in others):
        return Placement(("castrum_identical",), board)
    return Placement((), replace(board, castrum=(*others, group)))


def _place_forum(board: Board, player: str, dice: tuple[int, ...]) -> Placement:
    """A single die, or two that show 5 together; each goes left of all that show as much or more."""
    if len(dice) > 2 or (len(dice) == 2 and sum(dice) != FORUM_PAIR):
        return Placement(("forum_one_or_five",), board)
    row = list(board.forum)
    for value in dice:
        row.insert(sum(die.value < value for die in row), Die(player, value))
    columns = COLUMNS[len(board.players)]
    # The highest new die stands furthest right; one that would not stay on a column may not be placed.
    if sum(die.value < dice[-1] for die in row) >= columns:
        return Placement(("forum_no_column",), board)
    pushed_out = tuple(die.player for die in row[columns:])
    after = replace(board, forum=tuple(row[:columns]), latrina=(*board.latrina, *pushed_out))
    return Placement((), after, pushed_out=pushed_out)


_PLACE = {
    "templum": _place_templum,
    "senatus": _place_senatus,
    "castrum": _place_castrum,
    "forum": _place_forum,
}


def _own_group(
    groups: tuple[DiceGroup, ...], player: str, dice: tuple[int, ...]
) -> tuple[DiceGroup, tuple[DiceGroup, ...]]:
    """The player's group with the new dice, and everybody else's."""
    before = tuple(value for group in groups if group.player == player for value in group.values)
    others = tuple(group for group in groups if group.player != player)
    return DiceGroup(player, before + dice), others


def _is_straight(values: tuple[int, ...]) -> bool:
    return values == tuple(range(values[0], values[0] + len(values)))


def find_problems(board: Board) -> tuple[str, ...]:
    """The rules that a board breaks, in the order of RULES. Raises BadInput for a senseless board."""
    _check_board(board)
    found = set()
    if any(board.dice_placed(player) > DICE_A_PLAYER for player in board.players):
        found.add("too_many_dice")
    if board.templum and len(board.players) not in TEMPLUM_PLAYERS:
        found.add("templum_players")
    by_number = sorted(board.templum, key=lambda group: len(group.values))
    for fewer, more in pairwise(by_number):
        if len(fewer.values) == len(more.values) or fewer.player == more.player:
            found.add("templum_number")
        elif sum(fewer.values) >= sum(more.values):
            found.add("templum_sum")
    straights = [group.values for group in board.senatus]
    if not all(map(_is_straight, straights)) or _twice(group.player for group in board.senatus):
        found.add("senatus_straight")
    if _twice(straights):
        found.add("senatus_identical")
    if any(len(set(group.values)) > 1 for group in board.castrum):
        found.add("castrum_one_number")
    if _twice(group.values for group in board.castrum) or _twice(
        (group.player, group.values[0]) for group in board.castrum
    ):
        found.add("castrum_identical")
    if len(board.forum) > COLUMNS[len(board.players)]:
        found.add("forum_no_column")
    if any(left.value > right.value for left, right in pairwise(board.forum)):
        found.add("forum_order")
    return tuple(rule for rule in RULES if rule in found)


def _twice(items: Iterable[object]) -> bool:
    return any(count > 1 for count in Counter(items).values())


def evaluate(board: Board, unplaced: Mapping[str, int] | None = None) -> Rewards:
    """What each building brings at the end of a round.

    unplaced: dice that players have not placed; they go to the latrina.
    Raises BadInput when the board breaks a rule, since then the rules do not say who comes first.
    """
    problems = find_problems(board)
    if problems:
        raise BadInput(
            f"these dice cannot lie so ({', '.join(problems)})", reason="impossible_board", field="board"
        )
    left = dict(unplaced or {})
    for player, count in left.items():
        _check_player(board, player)
        if not 0 <= count <= DICE_A_PLAYER - board.dice_placed(player):
            raise BadInput(
                f"{player} cannot have {count} dice left", reason="out_of_range", field=f"unplaced.{player}"
            )
    players = len(board.players)
    straights = sorted(board.senatus, key=_rank, reverse=True)
    sets = sorted(board.castrum, key=_rank, reverse=True)
    served = SENATE_CARDS_A_ROUND[players]
    without_reward = (*straights[served:], *sets[players:])
    latrina = Counter(board.latrina) + Counter(left)
    for group in without_reward:
        latrina[group.player] += len(group.values)
    return Rewards(
        templum=_share_fortuna(board.templum),
        senatus=tuple(
            SenateShare(group.player, group.values, SENATE_CHOICE - n)
            for n, group in enumerate(straights[:served])
        ),
        castrum=tuple(sets[:players]),
        forum=tuple(die.player for die in board.forum),
        chips=tuple((player, latrina[player]) for player in board.players),
        left_provinces=max(0, players - len(sets)),
        left_patricians=COLUMNS[players] - len(board.forum),
    )


def _share_fortuna(templum: tuple[DiceGroup, ...]) -> tuple[FortunaShare, ...]:
    """The most dice keep two tiles, the others there one; a single die in all draws a second tile."""
    ranked = sorted(templum, key=lambda group: len(group.values), reverse=True)
    alone = len(ranked) == 1 and len(ranked[0].values) == 1
    return tuple(
        FortunaShare(group.player, keeps=1 if n else 2, draws=int(alone)) for n, group in enumerate(ranked)
    )


def _rank(group: DiceGroup) -> tuple[int, int]:
    """More dice come first, then the higher number."""
    return len(group.values), group.values[-1]


def _check_board(board: Board) -> None:
    if len(board.players) not in COLUMNS:
        raise BadInput(
            f"Alea Iacta Est is for 2 to 5 players; there are {len(board.players)}",
            reason="player_count",
            field="players",
        )
    if _twice(board.players):
        raise BadInput("two players have one name", reason="duplicate", field="players")
    groups = (*board.templum, *board.senatus, *board.castrum)
    if not all(group.values for group in groups):
        raise BadInput("a group of no dice", reason="empty", field="board")
    _check_dice([value for group in groups for value in group.values])
    _check_dice([die.value for die in board.forum])
    owners = [group.player for group in groups] + [die.player for die in board.forum] + list(board.latrina)
    for player in owners:
        _check_player(board, player)


def _check_player(board: Board, player: str) -> None:
    if player not in board.players:
        raise BadInput(f"{player!r} is not one of the players", reason="unknown_word", field="player")


def _check_dice(dice: Sequence[int]) -> None:
    for value in dice:
        if not 1 <= value <= SIDES:
            raise BadInput(f"no die shows {value}", reason="out_of_range", field="dice")
