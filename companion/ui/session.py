"""What must be there again after the app was killed: the stack of screens and the game in the making."""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.ui.flow import Flow
from companion.ui.settings import write_json

log = logging.getLogger(__name__)

FORMAT = "marble-session/1"


@dataclass(slots=True)
class Place:
    """One screen of the stack: its name and what it was opened with. A screen may change its own `params`."""

    name: str
    params: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Session:
    """The stack, bottom first, and the flow, if one is open."""

    stack: list[Place] = field(default_factory=lambda: [Place("home")])
    flow: Flow | None = None


def load_session(path: Path) -> Session:
    """The stored session; a fresh one if there is none or it cannot be read."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if data["format"] != FORMAT:
            raise ValueError(f"unknown format {data['format']!r}")
        stack = [Place(str(place["name"]), dict(place["params"])) for place in data["stack"]]
        flow = None if data["flow"] is None else Flow.from_json(data["flow"])
    except FileNotFoundError:
        return Session()
    except (OSError, ValueError, KeyError, TypeError) as error:
        log.warning("session not read: %r", error)
        return Session()
    return Session(stack or [Place("home")], flow)


def save_session(path: Path, session: Session) -> None:
    """Write the session. Raises `OSError`."""
    write_json(
        path,
        {
            "format": FORMAT,
            "stack": [{"name": place.name, "params": place.params} for place in session.stack],
            "flow": None if session.flow is None else session.flow.to_json(),
        },
    )
