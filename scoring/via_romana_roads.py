"""Via Romana, during play: scoring a road that has just been completed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from scoring.errors import BadInput

OPEN_CARDS = 4
HAND_LIMIT = 7

MOST = "most"
TIE_TRIGGER = "tie_trigger"
TIE_CLOCKWISE = "tie_clockwise"
TIE_NOBODY = "tie_nobody"


@dataclass(frozen=True, slots=True)
class Variants:
    """The two variants for experts. A player cannot hold more than 7 cards at any time; a tie without
    the player who caused the scoring pays nobody."""

    hand_limit: bool = False
    dangerous_tie: bool = False


@dataclass(frozen=True, slots=True)
class Road:
    """A road's spaces and the cities at its two ends, each with its piece's owner or None."""

    spaces: tuple[str | None, ...]
    cities: tuple[str | None, str | None]

    @property
    def complete(self) -> bool:
        """All spaces and both cities are built on."""
        return None not in self.spaces and None not in self.cities

    def pieces(self, name: str) -> int:
        """How many pieces a player has there; a castle counts as much as a milestone."""
        return (self.spaces + self.cities).count(name)


@dataclass(frozen=True, slots=True)
class RoadPlayer:
    """A player at the scoring of a road. `hand`: cards in hand, needed only for the hand limit."""

    name: str
    pieces: int
    hand: int | None = None


@dataclass(frozen=True, slots=True)
class CardShare:
    """The cards that one player takes: first what lies open, then from the face-down pile."""

    name: str
    from_open: int
    from_pile: int

    @property
    def cards(self) -> int:
        return self.from_open + self.from_pile


@dataclass(frozen=True, slots=True)
class RoadScore:
    """What the scoring of a road brings.

    winner: who takes a marker, or None; tied: those who share the most pieces, if more than one;
    decided_by: most, tie_trigger, tie_clockwise or tie_nobody; markers: the values on top of the two
    cities' stacks, of which the winner takes one (none left: nothing); cards: in the order of taking.
    """

    winner: str | None
    tied: tuple[str, ...]
    decided_by: str
    markers: tuple[int, ...]
    cards: tuple[CardShare, ...]


@dataclass(frozen=True, slots=True)
class RoadClosing:
    """What happens to the road after its scoring.

    returned: milestones that go back, by player; eagle: who takes the legion's eagle; last_turns: who
    has one more turn when that was the last signpost.
    """

    returned: tuple[tuple[str, int], ...]
    eagle: str | None
    last_turns: tuple[str, ...]


def score_road(
    players: Sequence[RoadPlayer],
    trigger: str,
    *,
    tops: tuple[int | None, int | None] = (None, None),
    open_cards: int = OPEN_CARDS,
    variants: Variants | None = None,
) -> RoadScore:
    """Who wins a complete road and who takes how many cards.

    players: all of them as they sit, clockwise, those without pieces there too. trigger: who completed the
    road. tops: the marker on top of each end's stack, None when the stack is gone.
    Raises BadInput when the trigger has no piece there, or a hand is missing that the hand limit needs.
    """
    variants = variants or Variants()
    _check(players, trigger, open_cards)
    most = max(player.pieces for player in players)
    leaders = tuple(player.name for player in players if player.pieces == most)
    tied = leaders if len(leaders) > 1 else ()
    if not tied:
        winner, decided_by = leaders[0], MOST
    elif trigger in tied:
        winner, decided_by = trigger, TIE_TRIGGER
    elif variants.dangerous_tie:
        return RoadScore(None, tied, TIE_NOBODY, (), ())
    else:
        winner = next(player.name for player in clockwise_after(players, trigger) if player.name in tied)
        decided_by = TIE_CLOCKWISE
    return RoadScore(
        winner=winner,
        tied=tied,
        decided_by=decided_by,
        markers=tuple(value for value in tops if value is not None),
        cards=_share_cards(clockwise_after(players, winner), open_cards, variants.hand_limit),
    )


def count_pieces(road: Road, names: Sequence[str]) -> tuple[RoadPlayer, ...]:
    """The players at a complete road, in the given seating. Raises BadInput when it is not complete."""
    if not road.complete:
        raise BadInput(
            "the road is scored only when all its spaces and both its cities are built on",
            reason="not_complete",
            field="road",
        )
    strangers = {owner for owner in road.spaces + road.cities if owner not in names}
    if strangers:
        raise BadInput(
            f"pieces belong to {', '.join(sorted(map(str, strangers)))}, who is not among the players",
            reason="unknown_word",
            field="road",
        )
    return tuple(RoadPlayer(name, road.pieces(name)) for name in names)


def close_road(road: Road, names: Sequence[str], trigger: str, signposts_left: int) -> RoadClosing:
    """What follows the scoring; `signposts_left` lie in the supply before this road gets one.

    Rulebook, end of the game: with the last one the trigger takes the eagle and everybody else has one more
    turn; roads scored then keep their milestones.
    """
    if trigger not in names:
        raise BadInput(f"{trigger!r} is not one of the players", reason="unknown_word", field="trigger")
    if signposts_left <= 0:
        return RoadClosing((), None, ())
    counts = Counter(road.spaces)
    returned = tuple((name, counts[name]) for name in names if counts[name])
    if signposts_left > 1:
        return RoadClosing(returned, None, ())
    seat = list(names).index(trigger)
    return RoadClosing(returned, trigger, (*names[seat + 1 :], *names[:seat]))


def clockwise_after(players: Sequence[RoadPlayer], name: str) -> tuple[RoadPlayer, ...]:
    """All other players, beginning with the one on the left."""
    seat = next(n for n, player in enumerate(players) if player.name == name)
    return (*players[seat + 1 :], *players[:seat])


def _share_cards(takers: Sequence[RoadPlayer], open_cards: int, hand_limit: bool) -> tuple[CardShare, ...]:
    """A card for each piece; the open supply is filled up only after the scoring."""
    shares = []
    for player in takers:
        if not player.pieces:
            continue
        due = player.pieces
        if hand_limit:
            if player.hand is None:
                raise BadInput(
                    f"how many cards does {player.name} hold? The hand limit needs it",
                    reason="missing_field",
                    field="hand",
                )
            due = min(due, max(0, HAND_LIMIT - player.hand))
        from_open = min(due, open_cards)
        open_cards -= from_open
        shares.append(CardShare(player.name, from_open, due - from_open))
    return tuple(shares)


def _check(players: Sequence[RoadPlayer], trigger: str, open_cards: int) -> None:
    names = [player.name for player in players]
    if not 2 <= len(names) <= 4:
        raise BadInput(
            f"Via Romana is for 2 to 4 players; there are {len(names)}",
            reason="player_count",
            field="players",
        )
    if len(set(names)) != len(names):
        raise BadInput("two players have one name", reason="duplicate", field="players")
    if trigger not in names:
        raise BadInput(f"{trigger!r} is not one of the players", reason="unknown_word", field="trigger")
    if open_cards < 0 or any(player.pieces < 0 or (player.hand or 0) < 0 for player in players):
        raise BadInput("pieces and cards cannot be fewer than none", reason="out_of_range", field="players")
    if not next(player.pieces for player in players if player.name == trigger):
        raise BadInput(
            f"{trigger} completed the road and so must have a piece there",
            reason="out_of_range",
            field="trigger",
        )
