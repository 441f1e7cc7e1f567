"""`marble bench`: every cost as a ratio to a baseline measured in the same run, with its spread."""

from __future__ import annotations

import json
import os
import platform
import statistics
import time
from argparse import Namespace
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.commands.result import Result
from companion.demo import demo_file
from scoring.fields import as_word
from scoring.state import State, load_state

FORMAT = "marble-bench/1"
REPEATS = 9
Work = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Row:
    """value in `unit`; seconds: the median cost itself; spread: the relative spread of the repeats."""

    name: str
    value: float
    unit: str
    target: float
    seconds: float
    spread: float

    @property
    def met(self) -> bool:
        return self.value <= self.target

    def as_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "value": round(self.value, 3),
            "unit": self.unit,
            "target": self.target,
            "seconds": round(self.seconds, 6),
            "spread": round(self.spread, 3),
        }


def timed(work: Work, loops: int = 1) -> float:
    """Seconds of one call. Process time: what other programs do meanwhile does not count."""
    start = time.process_time()
    for _ in range(loops):
        work()
    return (time.process_time() - start) / loops


def timed_in_turns(
    work: Work, base: Work, loops: tuple[int, int] = (1, 1), repeats: int = REPEATS
) -> tuple[list[float], list[float]]:
    """Seconds of each repeat of both, taken in turns, so that a slow moment of the machine meets both."""
    work()
    base()
    pairs = [(timed(work, loops[0]), timed(base, loops[1])) for _ in range(repeats)]
    return [one for one, _ in pairs], [other for _, other in pairs]


def spread(seconds: Sequence[float]) -> float:
    """Half the range between the quartiles, as a part of the median."""
    middle = statistics.median(seconds)
    if len(seconds) < 3 or not middle:
        return 0.0
    quarters = statistics.quantiles(seconds, n=4)
    return (quarters[2] - quarters[0]) / 2 / middle


def ratio(name: str, work: Sequence[float], base: Sequence[float], unit: str, target: float) -> Row:
    """Medians against each other; the noise of both is in the spread."""
    cost, baseline = statistics.median(work), statistics.median(base)
    return Row(name, cost / baseline, unit, target, cost, max(spread(work), spread(base)))


def milliseconds(name: str, seconds: Sequence[float], target: float, unit: str = "ms") -> Row:
    cost = statistics.median(seconds)
    return Row(name, cost * 1000, unit, target, cost, spread(seconds))


def run_bench(args: Namespace) -> Result:
    """`marble bench [--only NAME]... [--plots DIR]`."""
    benches = all_benches()
    names = [as_word(name, benches, "--only") for name in args.only or benches]
    folder = None if args.plots is None else Path(args.plots)
    rows = [bench() for name, bench in benches.items() if name in names]
    text = describe(rows)
    document = {"format": FORMAT, "rows": [row.as_json() for row in rows], "machine": describe_machine()}
    if folder is not None:
        from companion.commands.bench_growth import draw_growth

        pictures = draw_growth(folder)
        document["plots"] = [str(path) for path in pictures]
        text += "\n\nHow cost grows: " + ", ".join(str(path) for path in pictures)
    return Result(document, text)


def describe(rows: Sequence[Row]) -> str:
    """The rows as a table."""
    lines = [f"{'name':<24}{'value':>10}{'target':>9}{'spread':>8}  unit"]
    for row in rows:
        mark = "" if row.met else "  MISSED"
        lines.append(f"{row.name:<24}{row.value:>10.2f}{row.target:>9g}{row.spread:>8.0%}  {row.unit}{mark}")
    machine = describe_machine()
    lines.append(
        f"\nPython {machine['python']}, {machine['processors']} processors, load {machine['load']}. "
        "Spread: half the range between the quartiles of the repeats, as a part of the median."
    )
    return "\n".join(lines)


def describe_machine() -> dict[str, Any]:
    """What the figures were measured on, and how busy it was."""
    load = round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None
    return {"python": platform.python_version(), "processors": os.cpu_count(), "load": load}


def all_benches() -> dict[str, Callable[[], Row]]:
    """Every row's name with what measures it."""
    from companion.commands import bench_app, bench_rules, bench_vision

    return {
        "score_sheet": bench_rules.score_sheet,
        "check": bench_rules.check_board,
        "placements": bench_rules.placements,
        "command_ms": bench_rules.command_ms,
        "ask_ms": bench_rules.ask_ms,
        "ask_load_ms": bench_rules.ask_load_ms,
        "import_games": bench_rules.import_games,
        "read_12mp": bench_vision.read_12mp,
        "read_memory_mb": bench_vision.read_memory_mb,
        "first_screen": bench_app.first_screen,
        "frame_while_reading_ms": bench_app.frame_while_reading,
    }


def demo_state() -> tuple[State, str]:
    """The bundled game's board, and the text of its state file."""
    state = load_state(demo_file("board.json"))
    return state, json.dumps(state.as_json())
