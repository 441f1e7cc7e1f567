"""The game that is being entered: what the screens have collected so far, as plain JSON values.

Screens write into it and call `app.save()` (after every touch; it costs little) or `app.save_step("counts")`
(when a step is done; then it is in the store). So the flow goes on where it was after the app was killed.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

FORMAT = "marble-flow/1"

Document = dict[str, Any]


@dataclass(slots=True)
class Seat:
    """A player at the table; `entry` holds the other members of his entry in `marble-players/1`."""

    name: str
    colour: str | None = None
    entry: Document = field(default_factory=dict)

    def to_json(self) -> Document:
        return {"name": self.name, "colour": self.colour, "entry": self.entry}


@dataclass(slots=True)
class Flow:
    """A game in the making; `seats` go clockwise round the table, `start` is the index of the start player.

    `photos` are SHA-256 sums of stored photos; the documents are in the project's file formats, None until
    they are known; `sections` is room for what a screen wants to find again, under its own name.
    """

    game: str
    id: str = field(default_factory=lambda: uuid.uuid4().hex)
    began: str = field(default_factory=lambda: datetime.now(UTC).isoformat(timespec="seconds"))
    step: str = "players"
    seats: list[Seat] = field(default_factory=list)
    start: int | None = None
    photos: list[str] = field(default_factory=list)
    reading: Document | None = None
    corrections: list[Document] = field(default_factory=list)
    state: Document | None = None
    layout: Document | None = None
    ruleset: Document | None = None
    sheet: Document | None = None
    sections: Document = field(default_factory=dict)

    @property
    def finished(self) -> bool:
        return self.step == "done"

    def turn_order(self) -> list[Seat]:
        """The seats from the start player on."""
        first = self.start or 0
        return self.seats[first:] + self.seats[:first]

    def section(self, name: str) -> Document:
        """The part that a screen keeps for itself, made if missing."""
        part = self.sections.setdefault(name, {})
        if not isinstance(part, dict):
            raise ValueError(f"the flow's section {name!r} is not an object")
        return part

    def players_document(self) -> Document:
        """The players in turn order, as `marble-players/1`."""
        players = []
        for seat in self.turn_order():
            named = {"name": seat.name} if seat.colour is None else {"name": seat.name, "colour": seat.colour}
            players.append(named | seat.entry)
        return {"format": "marble-players/1", "game": self.game, "players": players}

    def to_json(self) -> Document:
        return {
            "format": FORMAT,
            "id": self.id,
            "game": self.game,
            "began": self.began,
            "step": self.step,
            "seats": [seat.to_json() for seat in self.seats],
            "start": self.start,
            "photos": self.photos,
            "reading": self.reading,
            "corrections": self.corrections,
            "state": self.state,
            "layout": self.layout,
            "ruleset": self.ruleset,
            "sheet": self.sheet,
            "sections": self.sections,
        }

    @classmethod
    def from_json(cls, data: Any) -> Flow:
        """Raises `ValueError` for anything else than what `to_json` writes."""
        try:
            if data["format"] != FORMAT:
                raise ValueError(f"unknown format {data['format']!r}")
            seats = [Seat(str(s["name"]), s["colour"], dict(s["entry"])) for s in data["seats"]]
            start = data["start"]
            if start is not None and not 0 <= start < len(seats):
                start = None
            plain = ("game", "id", "began", "step", "reading", "state", "layout", "ruleset", "sheet")
            return cls(
                **{name: data[name] for name in plain},
                seats=seats,
                start=start,
                photos=list(data["photos"]),
                corrections=list(data["corrections"]),
                sections=dict(data["sections"]),
            )
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"not a stored flow: {error!r}") from error
