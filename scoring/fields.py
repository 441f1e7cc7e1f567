"""Strict reading of JSON values: every wrong one is told with the path of its field."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any, TypeVar

from scoring.errors import BadInput

T = TypeVar("T")

MAX_FILE_BYTES = 8_000_000  # far above any honest file; keeps a hostile one from filling the memory
MAX_NUMBER = 1_000_000


def load_json(path: str | Path) -> Any:
    """The JSON document in a file. Raises BadInput when it cannot be read or is no JSON."""
    name = str(path)
    try:
        with Path(path).open("rb") as handle:
            raw = handle.read(MAX_FILE_BYTES + 1)
    except FileNotFoundError:
        raise BadInput("there is no such file; check the name", reason="not_found", file=name) from None
    except (OSError, ValueError) as error:
        cause = getattr(error, "strerror", None) or str(error)
        raise BadInput(f"the file cannot be read ({cause})", reason="unreadable", file=name) from None
    if len(raw) > MAX_FILE_BYTES:
        raise BadInput(f"larger than {MAX_FILE_BYTES} bytes", reason="too_large", file=name)
    try:
        return json.loads(raw.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise BadInput(f"is not valid JSON ({error})", reason="not_json", file=name) from None


def describe(value: object) -> str:
    """A short quotation of a wrong value."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def wrong(field: str, expected: str, value: object, reason: str = "wrong_type") -> BadInput:
    return BadInput(f"expected {expected}, found {describe(value)}", reason=reason, field=field)


def as_object(value: object, field: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise wrong(field, "an object", value)
    return value


def as_list(value: object, field: str) -> list[Any]:
    if not isinstance(value, list):
        raise wrong(field, "a list", value)
    return value


def as_text(value: object, field: str, most: int = 200) -> str:
    if not isinstance(value, str):
        raise wrong(field, "a text", value)
    if len(value) > most:
        raise wrong(field, f"a text of at most {most} characters", value, "too_long")
    return value


def as_name(value: object, field: str) -> str:
    """A text that is not blank."""
    text = as_text(value, field)
    if not text.strip():
        raise wrong(field, "a name", value, "empty")
    return text


def as_int(value: object, field: str, least: int = -MAX_NUMBER, most: int = MAX_NUMBER) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise wrong(field, "a whole number", value)
    if not least <= value <= most:
        raise wrong(field, f"a whole number from {least} to {most}", value, "out_of_range")
    return value


def as_bool(value: object, field: str) -> bool:
    if not isinstance(value, bool):
        raise wrong(field, "true or false", value)
    return value


def as_number(value: object, field: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise wrong(field, "a number", value)
    if not math.isfinite(value) or abs(value) > MAX_NUMBER:
        raise wrong(field, "a finite number of ordinary size", value, "out_of_range")
    return float(value)


def as_word(value: object, words: Collection[str], field: str) -> str:
    if not isinstance(value, str):
        raise wrong(field, "one of " + ", ".join(words), value)
    if value not in words:
        raise wrong(field, "one of " + ", ".join(words), value, "unknown_word")
    return value


def list_of(read: Callable[[Any, str], T], value: object, field: str, most: int = 5000) -> tuple[T, ...]:
    """Each item read with `read(item, field)`; fields are numbered."""
    items = as_list(value, field)
    if len(items) > most:
        raise BadInput(f"has {len(items)} items; at most {most} make sense", reason="too_long", field=field)
    return tuple(read(item, f"{field}[{n}]") for n, item in enumerate(items))


def only(data: dict[str, Any], known: Sequence[str], field: str) -> None:
    """Raises BadInput for a key that nobody would read: a slip of the pen must not be lost in silence."""
    for key in data:
        if key not in known:
            place = f"{field}.{key}" if field else key
            raise BadInput(
                f"unknown field; known ones are {', '.join(known)}", reason="unknown_field", field=place
            )


def member(data: dict[str, Any], key: str, field: str) -> Any:
    """The value of a field that must be there."""
    if key not in data:
        place = f"{field}.{key}" if field else key
        raise BadInput("this field is missing", reason="missing_field", field=place)
    return data[key]


def check_format(data: dict[str, Any], expected: str) -> None:
    """Raises BadInput unless `format` is the expected one."""
    found = data.get("format")
    if found != expected:
        raise BadInput(
            f'expected "{expected}", found {describe(found)}', reason="wrong_format", field="format"
        )
