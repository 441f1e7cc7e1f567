"""Structure-aware mutations: documents that are almost right, drawn by hypothesis."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

Path = tuple[str | int, ...]

ODD_VALUES: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    1,
    -1,
    2,
    7,
    99,
    101,
    5000,
    10**30,
    -(10**30),
    0.5,
    -0.0,
    1e308,
    float("nan"),
    float("inf"),
    "",
    " ",
    "red",
    "grey",
    "temple",
    "fountain",
    "joker",
    "f",
    "purple",
    "x" * 300,
    "\0",
    "\ud800",
    "ß\u202e\x1b[2J",
    [],
    {},
    [[]],
    [None],
    {"": 0},
    {"value": 3},
    [0, 0],
    [0, 0, 0],
    [0, 0, 2],
    [[0, 0, 0], [0, 0, 1]],
    [[0, 0, 0], [0, 0, 0]],
    [[0, 0], [1, 0]],
    [[0, 0], [0, 0]],
    [[1.5, 2.5]] * 4,
    list(range(50)),
)


def places(value: Any, path: Path = ()) -> Iterator[Path]:
    """The path of every value inside a document, itself included."""
    yield path
    if isinstance(value, dict):
        for key, item in value.items():
            yield from places(item, (*path, key))
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from places(item, (*path, number))


def at(document: Any, path: Path) -> Any:
    for step in path:
        document = document[step]
    return document


@st.composite
def mutated(draw: st.DrawFn, document: Any, most: int = 4) -> Any:
    """The document with one to `most` things wrong, odd or just different."""
    document = copy.deepcopy(document)
    for _ in range(draw(st.integers(1, most))):
        paths = list(places(document))
        path = draw(st.sampled_from(paths))
        if not path:
            if draw(st.integers(0, 30)) == 0:
                document = copy.deepcopy(draw(st.sampled_from(ODD_VALUES)))
            continue
        holder, key = at(document, path[:-1]), path[-1]
        _change(draw, document, holder, key, paths)
    return document


def _change(draw: st.DrawFn, document: Any, holder: Any, key: Any, paths: list[Path]) -> None:
    old = holder[key]
    what = draw(st.sampled_from(("odd", "odd", "near", "lose", "double", "rename", "swap", "many")))
    if what == "odd":
        holder[key] = copy.deepcopy(draw(st.sampled_from(ODD_VALUES)))
    elif what == "near":
        if isinstance(old, bool):
            holder[key] = not old
        elif isinstance(old, int | float):
            holder[key] = draw(st.sampled_from((old + 1, old - 1, -old, old * 2, float(old), str(old))))
        elif isinstance(old, str):
            holder[key] = draw(st.sampled_from((old.upper(), old + "s", old[:-1], old + " ")))
        elif isinstance(old, list):
            holder[key] = old[::-1]
    elif what == "lose":
        del holder[key]
    elif what == "double":
        if isinstance(holder, list):
            holder.insert(key, copy.deepcopy(old))
        else:
            holder[str(key) + "2"] = copy.deepcopy(old)
    elif what == "rename" and isinstance(holder, dict):
        holder[draw(st.sampled_from(("name", "kind", "at", "white", "extra", "")))] = holder.pop(key)
    elif what == "swap":
        holder[key] = copy.deepcopy(at(document, draw(st.sampled_from(paths)))) if len(paths) < 2000 else None
    elif what == "many" and isinstance(old, list) and old:
        holder[key] = old * draw(st.sampled_from((2, 20)))


@st.composite
def broken_bytes(draw: st.DrawFn, data: bytes) -> bytes:
    """A text file that was cut, flipped, saved in another encoding, or is something else."""
    text = data.decode("utf-8")
    form = draw(st.integers(0, 9))
    if form == 0:
        return data[: draw(st.integers(0, len(data)))]
    if form == 1:
        place = draw(st.integers(0, len(data) - 1))
        return data[:place] + bytes([data[place] ^ (1 << draw(st.integers(0, 7)))]) + data[place + 1 :]
    if form == 2:
        return text.encode(draw(st.sampled_from(("utf-16", "utf-32", "utf-8-sig", "utf-7"))))
    if form == 3:
        return draw(st.binary(max_size=200))
    if form == 4:
        opening = draw(st.sampled_from(("[", '{"a":')))
        return (opening * draw(st.sampled_from((10, 1000, 200_000)))).encode()
    if form == 5:
        place = draw(st.integers(0, len(data)))
        return (
            data[:place]
            + draw(st.sampled_from((b"\0", b"\xff\xfe", b"'", b",", b"//", b"1e9999")))
            + data[place:]
        )
    if form == 6:
        return data.replace(b"1", b"9" * draw(st.sampled_from((5, 50, 5000))), 1)
    if form == 7:
        return data + data
    if form == 8:
        return b"\n" * draw(st.sampled_from((0, 1, 1_000_000)))
    return json.dumps(draw(json_values())).encode()


def json_values() -> st.SearchStrategy[Any]:
    """Any JSON at all."""
    leaves = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
    return st.recursive(
        leaves,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
        max_leaves=12,
    )
