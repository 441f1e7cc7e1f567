"""The values of a ruleset in words: what they are, how sure they are, where they come from."""

from __future__ import annotations

from companion.translation import _, mark

TITLES: dict[str, str] = {
    "points_temple": mark("Points for a temple"),
    "points_bath": mark("Points for a bath"),
    "points_theatre": mark("Points for a theatre"),
    "points_arena": mark("Points for an arena"),
    "buildings_temple": mark("Tiles around a temple"),
    "buildings_bath": mark("Tiles around a bath"),
    "buildings_theatre": mark("Tiles around a theatre"),
    "buildings_arena": mark("Tiles around an arena"),
    "hill_corner_counts": mark("A hill's corner counts as a building"),
    "other_count_builds": mark("A site with another number of tiles gets"),
    "aqueduct_points": mark("Points for a building on an aqueduct"),
    "fountain_points": mark("Points for a fountain beside a building"),
    "fountain_across_diagonal": mark("Fountains count across a tile's middle"),
    "coin_points": mark("Points for a coin"),
    "most_coins_points": mark("Points for the most coins"),
    "most_coins_tied": mark("Tied for the most coins: the points go to"),
    "most_coins_without_any": mark("The most coins score even with no coins at all"),
    "imperium_points": mark("Points for the most imperium of a colour"),
    "imperium_tied_points": mark("The same when tied"),
    "imperium_without_any": mark("Imperium scores even where nobody has any"),
    "bridge_lowest": mark("Lowest bridge tile"),
    "bridge_highest": mark("Highest bridge tile"),
    "start_sticks": mark("Sticks at the beginning of an aqueduct"),
    "start_sticks_fewer": mark("Fewer sticks where they do not fit"),
    "supply_fountains": mark("Fountains in the box"),
    "supply_coins": mark("Coins in the box"),
    "supply_tiles_red": mark("Red tiles in the box"),
    "supply_tiles_yellow": mark("Yellow tiles in the box"),
    "supply_tiles_green": mark("Green tiles in the box"),
    "supply_tiles_blue": mark("Blue tiles in the box"),
    "supply_sticks": mark("Sticks of each colour in the box"),
    "supply_cubes": mark("Cubes of each player"),
    "supply_magistrates": mark("Magistrates of each player"),
    "supply_buildings": mark("Building tiles in the box"),
    "supply_building_faces": mark("Faces of each kind of building"),
    "supply_imperium": mark("Imperium tokens of each colour"),
    "supply_bridges": mark("Bridge tiles in the box"),
    "hills_laid": mark("Hill tiles laid before the game"),
    "players_least": mark("Fewest players"),
    "players_most": mark("Most players"),
    "alea_extra_province_scores": mark("Alea Iacta Est: an extra province scores itself"),
    "alea_empty_joker_loses": mark("Alea Iacta Est: the empty joker province costs a point"),
}

# Where what is not simply printed comes from, in the words of this app.
NOTES: dict[str, str] = {
    "points_temple": mark(
        "The rulebook's table is a picture. The series 3, 4, 5, 6 fits the printed 5 of the theatre."
    ),
    "points_bath": mark(
        "The rulebook's table is a picture. The series 3, 4, 5, 6 fits the printed 5 of the theatre."
    ),
    "points_arena": mark(
        "The rulebook's table is a picture. The series 3, 4, 5, 6 fits the printed 5 of the theatre."
    ),
    "buildings_temple": mark(
        "The rulebook's table is a picture. The order fits the sizes of the tile stacks."
    ),
    "buildings_bath": mark("The rulebook's table is a picture. The order fits the sizes of the tile stacks."),
    "buildings_arena": mark(
        "The rulebook's table is a picture. The order fits the sizes of the tile stacks."
    ),
    "hill_corner_counts": mark("No rulebook says it."),
    "other_count_builds": mark("No rulebook says it; only neighbouring hills can lead to it."),
    "fountain_across_diagonal": mark("The rulebooks say only that the fountain lies next to it."),
    "most_coins_tied": mark(
        "The Dutch rulebook gives the points to all tied players, the German one is silent."
    ),
    "most_coins_without_any": mark("No rulebook says it."),
    "imperium_without_any": mark("No rulebook says it."),
    "start_sticks_fewer": mark("No rulebook says it."),
    "supply_fountains": mark("The list of contents says 12, the set-up 10."),
    "supply_coins": mark("The Dutch list of contents says 16, the German set-up 15."),
    "alea_extra_province_scores": mark("The sheet with the senate cards is not at hand."),
    "alea_empty_joker_loses": mark("Follows from the rule for empty provinces, taken by the letter."),
}
PRINTED = mark("Printed in the rulebook.")

STATUSES: dict[str, str] = {
    "printed": mark("printed"),
    "derived": mark("derived"),
    "likely": mark("likely"),
    "assumed": mark("assumed"),
    "disputed": mark("disputed"),
    "house rule": mark("house rule"),
}

CHOICES: dict[str, str] = {
    "each": mark("everybody"),
    "nobody": mark("nobody"),
    "fountain": mark("a fountain"),
    "nothing": mark("nothing"),
}


def value_title(key: str) -> str:
    """What the value is about; a key that is not listed as it is."""
    return _(TITLES[key]) if key in TITLES else key


def value_note(key: str) -> str:
    """Where the shipped value comes from."""
    return _(NOTES[key]) if key in NOTES else _(PRINTED)


def status_word(status: str) -> str:
    """How sure a value is."""
    return _(STATUSES[status]) if status in STATUSES else status


def choice_word(choice: str) -> str:
    """One of a value's words."""
    return _(CHOICES[choice]) if choice in CHOICES else choice
