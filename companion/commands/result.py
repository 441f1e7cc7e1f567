"""What a command hands back: one document for programs, one text for people."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Result:
    document: dict[str, Any]
    text: str
