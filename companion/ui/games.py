"""How the app presents the three games: names, emblems, and where their buttons lead."""

from __future__ import annotations

from dataclasses import dataclass

from companion.translation import mark


@dataclass(frozen=True, slots=True)
class GameCardFacts:
    """What the app shows of a game; the rules are in `scoring`."""

    key: str
    title: str  # a proper name, the same in all languages
    tagline: str
    icon: str
    colour: str  # a field of the palette
    players: tuple[int, int]
    start_rule: str
    score_text: str
    score_icon: str
    entry_screen: str  # what follows after the players


GAME_CARDS: tuple[GameCardFacts, ...] = (
    GameCardFacts(
        key="marble",
        title="Rome: City of Marble",
        tagline=mark("One photo scores the whole board."),
        icon="account_balance",
        colour="primary",
        players=(2, 4),
        start_rule=mark("By the rulebook: whoever was most likely raised by wolves."),
        score_text=mark("Score the board"),
        score_icon="photo_camera",
        entry_screen="photo",
    ),
    GameCardFacts(
        key="via_romana",
        title="Via Romana",
        tagline=mark("Markers, castles, eagle and mission."),
        icon="signpost",
        colour="laurel",
        players=(2, 4),
        start_rule=mark("By the rulebook: the start player is drawn by lot."),
        score_text=mark("Score"),
        score_icon="calculate",
        entry_screen="via_romana",
    ),
    GameCardFacts(
        key="alea",
        title="Alea Iacta Est",
        tagline=mark("Provinces, patricians and their best housing."),
        icon="casino",
        colour="gold",
        players=(2, 5),
        start_rule=mark("By the rulebook: the youngest player begins."),
        score_text=mark("Score"),
        score_icon="calculate",
        entry_screen="alea",
    ),
)


def game_card(key: str) -> GameCardFacts:
    """The card of a game. Raises `ValueError` for an unknown key."""
    for card in GAME_CARDS:
        if card.key == key:
            return card
    raise ValueError(f"no game {key!r}")
