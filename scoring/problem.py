"""One way in which a board breaks a rule."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scoring.sheet import to_json


@dataclass(frozen=True, slots=True)
class Problem:
    """`rule` names it for programs; `at` holds the places (points, triangles, edges) in JSON order.

    `facts` are the words and numbers that the message is made of, for those who say it in another language.
    """

    rule: str
    at: tuple[Any, ...]
    message: str
    facts: tuple[tuple[str, str | int], ...] = ()

    def as_json(self) -> dict[str, Any]:
        return {"rule": self.rule, "at": to_json(self.at), "message": self.message}
