"""The score sheet as a picture worth posting, as a plan: shapes and words in pixels, drawn by companion.ui.

The plan knows nothing of Kivy, so it can be tested and changed without a screen. x runs right and y down
from the picture's top left corner; items are drawn in their order. The picture shows names, points and the
day, never the place or what the players noted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.sharing.text import played_on, sheet_of
from companion.sheet_words import rule_title, win_reason, win_title
from companion.storage.saved_game import Document, SavedGame
from companion.storage.seats import Seat, seats_of, title

WIDTH, HEIGHT = 1080, 1350
EDGE = 48
INNER = WIDTH - 2 * EDGE
HEADER = 330
FOOTER = 1288

MARBLE, SURFACE, LINE = "F7F2EA", "FFFDF9", "DDD0BD"
HEADER_RED, ON_RED, SOFT_ON_RED = "7C241D", "FFF6EA", "F4D9BE"
INK, SOFT_INK, GOLD = "2A1F1A", "63544A", "C2963C"

# Dark and light take turns, so that neighbours in a bar differ in brightness too.
SEGMENTS = ("8E2A22", "DF9C63", "2F5F8A", "8FC1D4", "A87B1E", "F0D58C", "5E4B7A")
SEATS = ("8E2A22", "2F5F8A", "4C6A38", "C2963C", "5E4B7A", "8B8780")

PieceColour = Callable[[str], str | None]


@dataclass(frozen=True, slots=True)
class Box:
    """A filled rectangle; a radius of half its size makes it a disc."""

    x: float
    y: float
    width: float
    height: float
    colour: str
    radius: float = 0
    alpha: float = 1


@dataclass(frozen=True, slots=True)
class Shape:
    """A filled convex polygon."""

    points: tuple[tuple[float, float], ...]
    colour: str
    alpha: float = 1


@dataclass(frozen=True, slots=True)
class Words:
    """One line of text in a box, in the middle of its height; it shrinks before it would not fit.

    font: `display`, `body` or `bold`. align: left, center or right.
    """

    x: float
    y: float
    width: float
    height: float
    text: str
    size: float
    colour: str
    font: str = "body"
    align: str = "left"


@dataclass(frozen=True, slots=True)
class Icon:
    """A sign of the app's icon font, by its name, in the middle of a square."""

    x: float
    y: float
    size: float
    name: str
    colour: str
    alpha: float = 1


@dataclass(frozen=True, slots=True)
class PhotoSlot:
    """Where the photo goes, filled to its edges, its corners rounded."""

    x: float
    y: float
    width: float
    height: float
    radius: float


Item = Box | Shape | Words | Icon | PhotoSlot


@dataclass(frozen=True, slots=True)
class Picture:
    width: int
    height: int
    items: tuple[Item, ...]

    @property
    def photo(self) -> PhotoSlot | None:
        return next((item for item in self.items if isinstance(item, PhotoSlot)), None)

    @property
    def texts(self) -> tuple[str, ...]:
        return tuple(item.text for item in self.items if isinstance(item, Words))


def plan_picture(game: SavedGame, *, with_photo: bool, piece_colour: PieceColour | None = None) -> Picture:
    """The plan for a finished game, in the player's language. Raises BadInput for a game without a sheet.

    With a photo it fills the middle, without one a table of all points does. `piece_colour` gives the
    `RRGGBB` of a piece colour's name, None for a name that it does not know.
    """
    sheet = sheet_of(game)
    seats = sorted(seats_of(game), key=lambda seat: seat.place or 0)
    colours = {
        seat.name: (piece_colour(seat.colour) if piece_colour and seat.colour else None)
        or SEATS[number % len(SEATS)]
        for number, seat in enumerate(seats_of(game))
    }
    rules = list(dict.fromkeys(line["rule"] for player in sheet["players"] for line in player["lines"]))
    tones = {rule: SEGMENTS[number % len(SEGMENTS)] for number, rule in enumerate(rules)}
    items: list[Item] = [Box(0, 0, WIDTH, HEIGHT, MARBLE), *_header(game, sheet, with_photo)]
    if with_photo:
        items += [Box(EDGE - 10, 288, INNER + 20, 580, SURFACE, 30), PhotoSlot(EDGE, 298, INNER, 560, 22)]
        legend = 1196 if len(rules) > 4 else 1226
        items += _bars(seats, sheet, colours, tones, 884, legend - 12)
        items += _legend(rules, tones, legend)
    else:
        row = min(84, 520 / (len(rules) + 1))
        table = FOOTER - 32 - row * (len(rules) + 1)
        items += _bars(seats, sheet, colours, tones, HEADER + 26, table - 26)
        items += _table(seats, sheet, colours, tones, rules, table, row)
    items += _footer(game)
    return Picture(WIDTH, HEIGHT, tuple(items))


def ink_on(colour: str) -> str:
    """Dark or light text, whichever reads better on the colour (relative luminance as in WCAG 2)."""
    channels = (int(colour[at : at + 2], 16) / 255 for at in (0, 2, 4))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return INK if 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.2 else "FFFFFF"


def _header(game: SavedGame, sheet: Document, with_photo: bool) -> list[Item]:
    height = HEADER + 90 if with_photo else HEADER
    items: list[Item] = [Box(0, 0, WIDTH, height, HEADER_RED), *_tiling(height)]
    return [
        *items,
        Words(EDGE, 40, INNER - 130, 44, title(game.game), 34, SOFT_ON_RED),
        Words(EDGE, 88, INNER - 130, 108, win_title(sheet), 84, ON_RED, "display"),
        Words(EDGE, 200, INNER, 46, win_reason(sheet), 33, SOFT_ON_RED),
        Icon(WIDTH - EDGE - 112, 62, 112, "emoji_events", GOLD),
    ]


def _tiling(height: float) -> list[Item]:
    """Rhombus tiles, as on the game's board, faint in the header's ground."""
    edge = 62.0
    rise = edge * 3**0.5 / 2
    items: list[Item] = []
    for row in range(int(height / rise) + 1):
        for column in range(-1, int(WIDTH / edge) + 2):
            if (2 * column + row) % 3 == 0:
                left, top = column * edge + row % 2 * edge / 2, row * rise
                bottom = min(top + rise, height)
                slant = edge / 2 * (bottom - top) / rise
                corners = (
                    (left, top),
                    (left + edge, top),
                    (left + edge + slant, bottom),
                    (left + slant, bottom),
                )
                items.append(Shape(corners, "FFD9A8", 0.05))
    return items


def _bars(
    seats: Sequence[Seat],
    sheet: Document,
    colours: dict[str, str],
    tones: dict[str, str],
    top: float,
    bottom: float,
) -> list[Item]:
    """One row for each player, best first: who, a bar stacked by rule, the total."""
    row = min((bottom - top) / len(seats), 170)
    top += (bottom - top - row * len(seats)) / 2
    badge = min(84, row - 16)
    bar = min(80, row * 0.56)
    larger = min(max(row / 110, 1), 1.25)
    left, right = 350, WIDTH - EDGE - 104
    points = {player["name"]: player["lines"] for player in sheet["players"]}
    longest = max(1, *(sum(max(0, line["points"]) for line in points[seat.name]) for seat in seats))
    items: list[Item] = []
    for number, seat in enumerate(seats):
        middle = top + row * number + row / 2
        colour = colours[seat.name]
        items += [
            Box(EDGE - 2, middle - badge / 2 - 2, badge + 4, badge + 4, LINE, badge / 2 + 2),
            Box(EDGE, middle - badge / 2, badge, badge, colour, badge / 2),
            Words(
                EDGE,
                middle - badge / 2,
                badge,
                badge,
                seat.name[:1].upper(),
                badge * 0.5,
                ink_on(colour),
                "bold",
                "center",
            ),
            Words(
                EDGE + badge + 18,
                middle - 26,
                left - EDGE - badge - 34,
                52,
                seat.name,
                36 * larger,
                INK,
                _weight(seat),
            ),
            Box(left, middle - bar / 2, right - left, bar, "EDE4D6", 10),
            Words(right + 8, middle - 36, 96, 72, str(seat.total), 52 * larger, INK, _weight(seat), "right"),
        ]
        at: float = left
        for line in points[seat.name]:
            width = max(0, line["points"]) / longest * (right - left)
            if width <= 0:
                continue
            tone = tones[line["rule"]]
            items.append(Box(at, middle - bar / 2, width, bar, tone, min(10, width / 2)))
            amount = str(line["points"])
            if width >= 12 + 16 * len(amount):
                items.append(
                    Words(
                        at, middle - bar / 2, width, bar, amount, 26 * larger, ink_on(tone), "bold", "center"
                    )
                )
            at += width
    return items


def _weight(seat: Seat) -> str:
    return "bold" if seat.won else "body"


def _legend(rules: Sequence[str], tones: dict[str, str], top: float) -> list[Item]:
    columns = 4
    width = INNER / columns
    items: list[Item] = []
    for number, rule in enumerate(rules):
        x, y = EDGE + number % columns * width, top + number // columns * 42
        items += [
            Box(x, y + 8, 26, 26, tones[rule], 6),
            Words(x + 38, y, width - 50, 42, rule_title(rule), 27, SOFT_INK),
        ]
    return items


def _table(
    seats: Sequence[Seat],
    sheet: Document,
    colours: dict[str, str],
    tones: dict[str, str],
    rules: Sequence[str],
    top: float,
    row: float,
) -> list[Item]:
    """Every number: a row for each rule, a column for each player."""
    first = 330
    column = (INNER - first - 24) / len(seats)
    points = {p["name"]: {line["rule"]: line["points"] for line in p["lines"]} for p in sheet["players"]}
    items: list[Item] = [Box(EDGE - 10, top, INNER + 20, row * (len(rules) + 1) + 10, SURFACE, 24)]
    for number, seat in enumerate(seats):
        x = EDGE + first + number * column
        items.append(Words(x + 6, top + 4, column - 12, row, seat.name, 28, SOFT_INK, _weight(seat), "right"))
    for line, rule in enumerate(rules, start=1):
        y = top + 4 + line * row
        items += [
            Box(EDGE + 14, y, INNER - 28, 2, LINE),
            Box(EDGE + 14, y + row / 2 - 13, 26, 26, tones[rule], 6),
            Words(EDGE + 54, y, first - 60, row, rule_title(rule), 30, INK),
        ]
        for number, seat in enumerate(seats):
            x = EDGE + first + number * column
            amount = str(points[seat.name].get(rule, 0))
            items.append(Words(x + 6, y, column - 12, row, amount, 32, INK, _weight(seat), "right"))
    return items


def _footer(game: SavedGame) -> list[Item]:
    return [
        Box(EDGE, FOOTER, INNER, 2, LINE),
        Words(EDGE, FOOTER + 8, INNER / 2, 44, played_on(game), 26, SOFT_INK),
        Words(WIDTH / 2, FOOTER + 8, INNER / 2, 44, "Marble Companion", 26, SOFT_INK, "display", "right"),
    ]
