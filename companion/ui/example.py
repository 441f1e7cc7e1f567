"""The bundled game inside the app: for a first try without a board, for pictures and for tests."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from companion.demo import demo_file
from companion.ui.board.table import keep_review, review_of, ruleset_of
from companion.ui.flow import Seat
from companion.ui.shell import MarbleApp

Document = dict[str, Any]


def example_seats() -> list[Seat]:
    """The players of the bundled game, with what they hold."""
    players = json.loads(demo_file("players.json").read_text(encoding="utf-8"))["players"]
    seats = []
    for player in players:
        rest = {key: value for key, value in player.items() if key not in ("name", "colour")}
        seats.append(Seat(player["name"], player["colour"], rest))
    return seats


# What the example leaves open: place, what was read, what else it may be.
DOUBTS: tuple[Document, ...] = (
    {
        "what": "site",
        "at": [3, 3],
        "read": {"kind": "arena", "owner": "black"},
        "confidence": 0.55,
        "alternatives": [
            {"value": {"kind": "arena", "owner": "purple"}, "confidence": 0.41},
            {"value": None, "confidence": 0.04},
        ],
        "swing": 9,
    },
    {
        "what": "edge",
        "at": [[4, 4], [4, 5]],
        "read": "brown",
        "confidence": 0.72,
        "alternatives": [{"value": None, "confidence": 0.28}],
        "swing": 2,
    },
    {
        "what": "magistrate",
        "at": [[-4, 5, 0], [-4, 5, 1]],
        "read": "orange",
        "confidence": 0.81,
        "alternatives": [{"value": None, "confidence": 0.15}, {"value": "purple", "confidence": 0.04}],
        "swing": 0,
    },
)


@cache
def example_reading() -> tuple[str, str]:
    """A reading of the bundled photo made from its label, and its layout, as JSON texts.

    Not read anew: a picture of the app must not change whenever the reading gets better.
    """
    from scoring.layout import default_layout
    from vision.camera import Camera
    from vision.photo import load

    label = json.loads(demo_file("board.json").read_text(encoding="utf-8"))
    layout = default_layout()
    state = label["state"]
    for site in state["sites"]:
        if site["at"] == DOUBTS[0]["at"]:
            site.update(DOUBTS[0]["read"])
    corners = label["board_corners_px"]
    camera = Camera.from_corners(layout, corners, load(demo_file("board.jpg"), 100_000).size_px)
    reading = {
        "format": "marble-reading/1",
        "state": state,
        "board_corners_px": corners,
        "doubts": DOUBTS,
        "seconds": {},
        "camera": list(camera.parameters()),
    }
    return json.dumps(reading), json.dumps(layout.as_json())


def begin_example(app: MarbleApp, read: bool = True, counts: bool = True) -> None:
    """A game with the bundled photo, read already if that is asked for."""
    seats = example_seats()
    if not counts:
        for seat in seats:
            seat.entry = {}
    flow = app.start_flow("marble", seats)
    flow.start = 0
    flow.photos = [app.store.add_photo(demo_file("board.jpg").read_bytes())]
    if read:
        reading, layout = example_reading()
        flow.reading, flow.layout = json.loads(reading), json.loads(layout)
        flow.ruleset = ruleset_of(app, None).as_json()
        keep_review(flow, review_of(app, flow))
    app.save()
