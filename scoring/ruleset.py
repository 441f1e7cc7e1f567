"""Everything about the games that is assumed or disputed, as data with its provenance."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from scoring.errors import BadInput
from scoring.fields import (
    as_bool,
    as_int,
    as_name,
    as_object,
    as_text,
    as_word,
    check_format,
    load_json,
    member,
    only,
)
from scoring.state import BUILDINGS

FORMAT = "marble-ruleset/1"
STATUSES = ("printed", "derived", "likely", "assumed", "disputed", "house rule")
Scalar = int | bool | str


@dataclass(frozen=True, slots=True)
class Value:
    """One rule's value, how sure it is, and where it comes from."""

    value: Scalar
    status: str
    source: str


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A named set of values. `points` and `buildings` (how many make which kind) are ready for use."""

    name: str
    values: dict[str, Value]
    points: dict[str, int]
    kind_by_buildings: dict[int, str]

    def number(self, key: str) -> int:
        """A whole number of the set."""
        value = self.values[key].value
        if isinstance(value, str):
            raise ValueError(f"{key} is not a number")
        return int(value)

    def flag(self, key: str) -> bool:
        """A yes or no of the set."""
        return bool(self.values[key].value)

    def word(self, key: str) -> str:
        """A choice of the set."""
        return str(self.values[key].value)

    def with_value(self, key: str, value: Scalar, name: str | None = None) -> Ruleset:
        """The set with one value changed by a player. Raises BadInput when it does not fit."""
        if key not in self.values:
            raise BadInput("there is no such rule value", reason="unknown_field", field=key)
        checked = _fit(value, key, key)
        changed = replace(self.values[key], value=checked, status="house rule")
        return _ruleset(name or self.name, {**self.values, key: changed})

    def as_json(self) -> dict[str, Any]:
        doc: dict[str, Any] = {"format": FORMAT, "name": self.name}
        for key, value in self.values.items():
            doc[key] = {"value": value.value, "status": value.status, "source": value.source}
        return doc


# Choices that are words; every other value is a number or a yes-or-no, as in the shipped set.
WORDS = {
    "most_coins_tied": ("each", "nobody"),
    "other_count_builds": ("fountain", "nothing"),
}
MOST = {"start_sticks": 6}  # every way to begin is listed, and each stick more makes four times as many


def _fit(value: object, key: str, field: str) -> Scalar:
    """The value if it is of the right type for its key. Raises BadInput."""
    model = _shipped()[key]["value"]
    if key in WORDS:
        return as_word(value, WORDS[key], field)
    if isinstance(model, bool):
        return as_bool(value, field)
    return as_int(value, field, 0, MOST.get(key, 1000))


def _ruleset(name: str, values: dict[str, Value]) -> Ruleset:
    points = {kind: int(values[f"points_{kind}"].value) for kind in BUILDINGS}
    counts = {int(values[f"buildings_{kind}"].value): kind for kind in BUILDINGS}
    if len(counts) != len(BUILDINGS):
        raise BadInput(
            "two kinds of building need the same number of tiles; each kind needs a number of its own",
            reason="duplicate",
            field="buildings_temple",
        )
    return Ruleset(name, values, points, counts)


@cache
def _shipped() -> dict[str, Any]:
    document = load_json(Path(str(files("scoring") / "rulesets" / "default.json")))
    return {key: value for key, value in document.items() if key not in ("format", "name")}


def _read_value(data: object, key: str) -> Value:
    entry = as_object(data, key)
    only(entry, ("value", "status", "source"), key)
    return Value(
        _fit(member(entry, "value", key), key, f"{key}.value"),
        as_word(entry.get("status", "house rule"), STATUSES, f"{key}.status"),
        as_text(entry.get("source", ""), f"{key}.source", 400),
    )


def read_ruleset(data: object) -> Ruleset:
    """A Ruleset from a `marble-ruleset/1` document; what it leaves out is as shipped. Raises BadInput."""
    doc = as_object(data, "")
    check_format(doc, FORMAT)
    shipped = _shipped()
    only(doc, ("format", "name", *shipped), "")
    name = as_name(member(doc, "name", ""), "name")
    return _ruleset(name, {key: _read_value(doc.get(key, shipped[key]), key) for key in shipped})


def load_ruleset(path: str | Path) -> Ruleset:
    """A Ruleset from a file. Raises BadInput, with the file's name."""
    try:
        return read_ruleset(load_json(path))
    except BadInput as error:
        raise error.in_file(str(path)) from None


def default_ruleset() -> Ruleset:
    """The shipped set: what the rulebooks print, and our assumptions where they do not."""
    return load_ruleset(Path(str(files("scoring") / "rulesets" / "default.json")))
