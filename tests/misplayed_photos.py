"""Photos of misplayed boards: which mistakes there are, how they are photographed, and whether they are read.

    python -m tests.misplayed_photos states DIR
    python -m tests.misplayed_photos render DIR --studio "PYTHON RENDER.PY --cache CACHE" [--draws-loose]
    python -m tests.misplayed_photos read DIR [-o docs/misplayed.md]

`states` writes each board beside the legal one that it came from; `render` takes a photo of each with a
studio, a command that makes STATE.json into a labelled photo (--draws-loose: also of sticks that belong to
no line); `read` reads them with the profiles of the bundled photos. All of it is seeded: the same boards
and the same photos come out again.
"""

from __future__ import annotations

import argparse
import json
import random
import shlex
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scoring.check import check
from scoring.grid import Cells
from scoring.layout import Layout, default_layout
from scoring.problem import Problem
from scoring.ruleset import default_ruleset
from scoring.state import State, read_state
from tests.mistakes import misplayed
from tests.photo_profiles import profile_of
from tests.random_play import random_game
from vision.confidence import changed
from vision.errors import BoardNotFound
from vision.evaluate import contents, load_truth
from vision.reading import Reading, read

COPIES = {"A": ("purple", "orange", "black", "white"), "B": ("red", "blue", "green", "yellow")}

# How many boards of each kind, and the rule by which `check` must name the mistake.
PLAN: dict[str, tuple[int, str]] = {
    "building_too_early": (4, "site_incomplete"),
    "fountain_too_early": (3, "site_incomplete"),
    "wrong_kind": (4, "wrong_kind"),
    "site_forgotten": (3, "site_empty"),
    "site_on_rim": (2, "site_on_rim"),
    "cube_forgotten": (2, "building_unowned"),
    "aqueduct_touches": (4, "aqueduct_touch"),
    "aqueducts_cross": (3, "aqueduct_touch"),
    "aqueduct_branches": (3, "aqueduct_branch"),
    "aqueduct_loops": (3, "aqueduct_loop"),
    "aqueduct_off_source": (3, "aqueduct_start"),
    "aqueduct_across": (3, "stick_across_tile"),
    "aqueduct_broken": (2, "stick_loose"),
    "aqueduct_forgotten": (2, "aqueduct_missing"),
    "stick_astray": (3, "stick_loose"),
    "tile_apart": (3, "tile_apart"),
    "hill_astray": (3, "hill_off_space"),
    "hill_too_many": (2, "hill_number"),
    "two_magistrates": (2, "magistrate_twice"),
    "magistrate_on_the_ground": (2, "magistrate_off_tile"),
    "wrong_track": (2, "track_wrong"),
}
TRIES = 200  # games that are played until one has a place for the mistake
SHOTS = 5  # photos that are taken until the mistake is not behind something

Place = tuple[str, Any]


@dataclass(frozen=True, slots=True)
class Board:
    """A misplayed board: `wrong` came from `right` by one mistake."""

    name: str
    kind: str
    copy: str
    right: State
    wrong: State

    def mistake(self, layout: Layout) -> dict[Place, Any]:
        """The places that the mistake changed, with what lies there now."""
        before, now = pieces(self.right, layout), pieces(self.wrong, layout)
        return {place: now.get(place) for place in {*before, *now} if before.get(place) != now.get(place)}


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one board's mistake. told: the rule of the plan is among the problems."""

    board: Board
    refused: bool
    missed: tuple[str, ...]  # read otherwise, without a doubt
    asked: bool
    told: bool
    others: tuple[str, ...]  # problems that the board does not have
    doubts: int

    @property
    def good(self) -> bool:
        return not self.refused and not self.missed and self.told


def pieces(state: State, layout: Layout) -> dict[Place, Any]:
    """As `contents`, but two magistrates on one tile are both there."""
    found = contents(state, layout)
    owners: dict[Cells, list[str]] = {}
    for magistrate in state.magistrates:
        owners.setdefault(magistrate.cells, []).append(magistrate.owner)
    for cells, names in owners.items():
        found["magistrate", cells] = names[0] if len(names) == 1 else tuple(sorted(names))
    return found


def boards() -> Iterator[Board]:
    """All boards of the plan, copies in turn; half are finished games, half unfinished ones."""
    layout, ruleset = default_layout(), default_ruleset()
    number = 0
    for kind, (count, rule) in PLAN.items():
        for n in range(count):
            copy = "AB"[number % 2]
            until = None if (number // 2) % 2 else 30 + number % 3 * 6
            for attempt in range(TRIES):
                seed = 1000 * number + attempt
                right = random_game(layout, ruleset, COPIES[copy], seed, until)
                try:
                    wrong = misplayed(right, kind, random.Random(seed), layout)
                except ValueError:
                    continue
                if rule in {problem.rule for problem in check(wrong, layout, ruleset)}:
                    break
            else:
                raise ValueError(f"no game has a place for {kind}")
            yield Board(f"{number:02}-{kind}-{n}", kind, copy, right, wrong)
            number += 1


def write_states(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "layout.json").write_text(json.dumps(default_layout().as_json()), encoding="utf-8")
    for board in boards():
        document = {
            "kind": board.kind,
            "copy": board.copy,
            "right": board.right.as_json(),
            "wrong": board.wrong.as_json(),
        }
        (folder / f"{board.name}.board").write_text(json.dumps(document) + "\n", encoding="utf-8")


def load_board(path: Path) -> Board:
    document = json.loads(path.read_text(encoding="utf-8"))
    return Board(
        path.stem,
        document["kind"],
        document["copy"],
        read_state(document["right"]),
        read_state(document["wrong"]),
    )


def render(folder: Path, studio: str, size: str, draws_loose: bool) -> None:
    """A photo of each board that has none; another one where the mistake cannot be seen in it."""
    layout = default_layout()
    for path in sorted(folder.glob("*.board")):
        photo = path.with_suffix(".jpg")
        if photo.exists():
            continue
        board = load_board(path)
        if board.wrong.loose_sticks and not draws_loose:
            continue
        state = folder / "state.json"
        state.write_text(json.dumps(board.wrong.as_json()), encoding="utf-8")
        for shot in range(SHOTS):
            seed = 7000 + int(board.name[:2]) + 100 * shot
            words = [*shlex.split(studio), str(state), "--layout", str(folder / "layout.json")]
            words += ["--copy", board.copy, "--seed", str(seed), "-o", str(folder / "shot.jpg")]
            words += ["--size", size, "--spp", "4", "--threads", "1"]
            subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            hidden = load_truth(folder / "shot.json").hidden
            if not any(at in hidden[what] for what, at in board.mistake(layout)):
                break
        (folder / "shot.json").rename(photo.with_suffix(".json"))
        (folder / "shot.jpg").rename(photo)
        print(f"{board.name}: shot {shot + 1}", flush=True)


def judge(board: Board, reading: Reading | None, layout: Layout) -> Verdict:
    """Whether the mistake was read as it lies or asked about, and whether `check` then names it."""
    ruleset = default_ruleset()
    if reading is None:
        return Verdict(board, True, (), False, False, (), 0)
    seen = pieces(reading.state, layout)
    doubted = {(doubt.what, doubt.at) for doubt in reading.doubts}
    mistake = board.mistake(layout)
    missed = tuple(
        f"{what} {at}: read {seen.get((what, at))}, is {value}"
        for (what, at), value in mistake.items()
        if not _same(what, seen.get((what, at)), value) and (what, at) not in doubted
    )
    after = reading.state
    for doubt in reading.doubts:
        value = contents(board.wrong, layout).get(
            (doubt.what, doubt.at), False if doubt.what == "hill" else None
        )
        if doubt.what == "track":
            value = dict(board.wrong.track).get(doubt.at)
        after = changed(after, doubt.what, doubt.at, value)
    real = check(board.wrong, layout, ruleset)
    told = check(after, layout, ruleset)
    rule = PLAN[board.kind][1]
    return Verdict(
        board,
        refused=False,
        missed=missed,
        asked=any(place in doubted for place in mistake),
        told=any(p.rule == rule and _near(p, real) for p in told),
        others=tuple(sorted(p.rule for p in told if not _near(p, real))),
        doubts=len(reading.doubts),
    )


def _same(what: str, read_as: Any, value: Any) -> bool:
    return bool(read_as == value) or (what == "hill" and not read_as and not value)


def _near(problem: Problem, real: Sequence[Problem]) -> bool:
    """Whether this problem is one of the board's own. A line that goes wrong may be followed from either
    end, so that its problem is told at another place: there the colours must agree."""
    line = problem.rule.startswith("aqueduct_")
    return any(
        problem.rule == other.rule
        and (
            not problem.at
            or bool(set(problem.at) & set(other.at))
            or (line and dict(problem.facts).get("colour") == dict(other.facts).get("colour"))
        )
        for other in real
    )


def read_board(path: Path) -> Verdict:
    """The verdict on the photo beside a board's file."""
    board = load_board(path)
    try:
        reading: Reading | None = read([path.with_suffix(".jpg")], profile_of(board.copy))
    except BoardNotFound:
        reading = None
    return judge(board, reading, default_layout())


def read_all(folder: Path) -> list[Verdict]:
    return [read_board(path) for path in sorted(folder.glob("*.board")) if path.with_suffix(".jpg").exists()]


def describe(verdicts: Sequence[Verdict]) -> str:
    """docs/misplayed.md."""
    unseen = sum(count for count, _ in PLAN.values()) - len(verdicts)
    good = sum(v.good for v in verdicts)
    lines = [
        "# Misplayed boards",
        "",
        "Written by `python -m tests.misplayed_photos read DIR -o docs/misplayed.md`, over rendered photos",
        "(1008x756, normal conditions) of boards from seeded random games, each with one real mistake;",
        "half of copy A, half of B. Handled: every place that the mistake changed was read as it lies or is",
        "among the doubts, and `marble check` then names the mistake, the doubts being answered with the",
        "truth.",
        "",
        f"**{good} of {len(verdicts)} photographed boards were handled.**",
        *(
            [f"{unseen} boards of the plan have no photo: no studio drew their loose sticks."]
            if unseen
            else []
        ),
        "",
        "| mistake | photos | read as it lies | only asked about | missed | named by `check` | handled |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for kind in PLAN:
        mine = [v for v in verdicts if v.board.kind == kind]
        missed = sum(bool(v.missed) or v.refused for v in mine)
        asked = sum(v.asked and not v.missed for v in mine)
        figures = [len(mine), len(mine) - missed - asked, asked, missed]
        figures += [sum(v.told for v in mine), sum(v.good for v in mine)]
        lines.append(
            f"| {kind.replace('_', ' ')} | " + " | ".join(map(str, figures)) + " |"
            if mine
            else f"| {kind.replace('_', ' ')} | 0 | - | - | - | - | - |"
        )
    lines += ["", "## Not handled", ""]
    for v in verdicts:
        if not v.good:
            why = (
                "refused"
                if v.refused
                else "; ".join(v.missed) or f"`check` does not say {PLAN[v.board.kind][1]}"
            )
            lines.append(f"- {v.board.name} (copy {v.board.copy}): {why}")
    others = sum(len(v.others) for v in verdicts)
    doubts = sum(v.doubts for v in verdicts)
    lines += [
        "",
        f"Problems told that the boards do not have: {others}. "
        f"Doubts: {doubts}, {doubts / len(verdicts):.1f} a photo.",
    ]
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="misplayed boards: their states, photos and readings")
    parser.add_argument("step", choices=("states", "render", "read"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--studio", default="", help="a command that takes STATE.json and render options")
    parser.add_argument("--draws-loose", action="store_true", help="the studio draws loose sticks too")
    parser.add_argument("--size", default="1008x756")
    parser.add_argument("-o", "--output", type=Path)
    args = parser.parse_args(arguments)
    if args.step == "states":
        write_states(args.folder)
    elif args.step == "render":
        render(args.folder, args.studio, args.size, args.draws_loose)
    else:
        text = describe(read_all(args.folder))
        if args.output:
            args.output.write_text(text, encoding="utf-8")
        print(text)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
