"""The dice and buildings of Alea Iacta Est in the player's language: why not, and what a round brings."""

from __future__ import annotations

from companion.translation import _, mark, ngettext
from scoring.alea_buildings import Board, Rewards

BUILDING_NAMES: dict[str, str] = {
    "templum": "Templum",
    "senatus": "Senatus",
    "castrum": "Castrum",
    "forum": "Forum",
    "latrina": "Latrina",
}

FORBIDDEN: dict[str, str] = {
    "no_dice": mark("No dice are chosen yet."),
    "not_rolled": mark("These dice were not rolled."),
    "too_many_dice": mark("That is more than a player's eight dice."),
    "templum_players": mark("The temple is not in the game with two or three players."),
    "templum_number": mark(
        "In the temple a player must then have exactly one die more than the most so far."
    ),
    "templum_sum": mark("In the temple the sum must be higher than that of whoever has the most dice there."),
    "senatus_straight": mark("In the senate a player's dice must form one straight."),
    "senatus_identical": mark("The same straight lies in the senate already."),
    "castrum_one_number": mark("In the castrum all dice placed must show one number."),
    "castrum_identical": mark("The same set lies in the castrum already."),
    "forum_one_or_five": mark("To the forum goes one die, or two that show 5 together."),
    "forum_order": mark("The dice of the forum are not in order."),
    "forum_no_column": mark("In the forum no column is left for so high a die."),
    "latrina_one_die": mark("To the latrina goes a single die."),
    "latrina_last_resort": mark("The latrina is only for when no other building takes any of the dice."),
}


def forbidden_text(rule: str) -> str:
    """Why dice may not go there."""
    return _(FORBIDDEN[rule])


def dice_text(values: tuple[int, ...]) -> str:
    return " ".join(map(str, values))


def board_lines(board: Board) -> list[tuple[str, str]]:
    """Each building that has dice, with who has which there."""
    groups = [
        (name, [(group.player, dice_text(group.values)) for group in getattr(board, name)])
        for name in ("templum", "senatus", "castrum")
    ]
    groups.append(("forum", [(die.player, str(die.value)) for die in board.forum]))
    counts = [(player, board.latrina.count(player)) for player in board.players]
    groups.append(
        ("latrina", [(player, ngettext("{count} die", "{count} dice", n)) for player, n in counts if n])
    )
    return [
        (BUILDING_NAMES[name], "\n".join(f"{player}: {dice}" for player, dice in lines))
        for name, lines in groups
        if lines
    ]


def reward_lines(rewards: Rewards) -> list[tuple[str, str]]:
    """What each building brings, in the order of choosing."""
    found = [
        (
            "templum",
            [
                f"{one.player}: " + ngettext("keeps {count} tile", "keeps {count} tiles", one.keeps)
                for one in rewards.templum
            ],
        ),
        (
            "senatus",
            [
                f"{one.player}: " + ngettext("one of {count} card", "one of {count} cards", one.choice)
                for one in rewards.senatus
            ],
        ),
        ("castrum", [_("{name}: a province").format(name=one.player) for one in rewards.castrum]),
        ("forum", [_("{name}: a patrician").format(name=name) for name in rewards.forum]),
        (
            "latrina",
            [
                f"{name}: " + ngettext("{count} chip", "{count} chips", count)
                for name, count in rewards.chips
                if count
            ],
        ),
    ]
    return [(BUILDING_NAMES[name], "\n".join(lines)) for name, lines in found if lines]
