"""How accurate the reading is, measured on labelled photos, by copy and by condition."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scoring.errors import BadInput
from scoring.fields import as_name, as_object, list_of, load_json
from scoring.layout import Layout, default_layout, load_layout, read_place, read_point, read_triangle
from scoring.players import Player
from scoring.ruleset import Ruleset, default_ruleset
from scoring.score import score
from scoring.state import State, line_edges, load_state, read_cells, read_edge
from vision.confidence import changed, shares
from vision.errors import BoardNotFound
from vision.profile import Profile, calibrate, load_profile
from vision.reading import Reading, read

FORMAT = "marble-evaluation/1"
BINS = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.99, 1.0001)
BONUS_RULES = ("buildings", "aqueducts", "fountains")


@dataclass(frozen=True, slots=True)
class Outcome:
    """One photo's result, in counts. bins: for each bin of confidence, how many were said and right."""

    copy: str
    level: str
    name: str
    refused: bool
    perfect: bool
    perfect_after: bool
    sites: tuple[int, int]  # right, of
    edges: tuple[int, int]
    tiles: tuple[int, int]  # wrong, of
    hills_wrong: int
    magistrates_wrong: int
    track_wrong: int
    doubts: int
    bins: tuple[tuple[int, int], ...]
    mistakes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Truth:
    """A label: the true state and what can hardly be seen, by kind of doubt."""

    copy: str
    level: str
    state: State
    corners_px: tuple[tuple[float, float], ...]
    hidden: dict[str, frozenset[Any]] = field(default_factory=dict)


def load_truth(path: Path) -> Truth:
    """The label beside a photo. Raises BadInput."""
    label = as_object(load_json(path), "")
    hidden = as_object(label.get("hidden", {}), "hidden")
    readers: dict[str, tuple[str, Callable[[Any, str], Any]]] = {
        "site": ("sites", read_point),
        "edge": ("edges", read_edge),
        "tile": ("tiles", read_cells),
        "magistrate": ("magistrates", read_cells),
        "hill": ("hills", read_triangle),
        "track": ("track", as_name),
    }
    return Truth(
        copy=str(label.get("copy", path.parent.name)),
        level=str(as_object(label.get("conditions", {}), "conditions").get("level", "unknown")),
        state=load_state(path),
        corners_px=list_of(read_place, label.get("board_corners_px", []), "board_corners_px"),
        hidden={
            what: frozenset(list_of(reader, hidden.get(name, []), f"hidden.{name}"))
            for what, (name, reader) in readers.items()
        },
    )


def contents(state: State, layout: Layout) -> dict[tuple[str, Any], Any]:
    """Everything on a board by its place, in the values of doubts; what is missing there is nothing."""
    found: dict[tuple[str, Any], Any] = {}
    for site in state.sites:
        found["site", site.at] = {"kind": site.kind, "owner": site.owner}
    for tile in state.tiles:
        found["tile", tile.cells] = {"colour": tile.colour}
    for colour, line in state.aqueducts:
        for side in line_edges(line):
            found["edge", side] = colour
    for stick in state.loose_sticks:
        found["edge", stick.edge] = stick.colour
    for triangle in state.hills:
        found["hill", triangle] = True
    for magistrate in state.magistrates:
        found["magistrate", magistrate.cells] = magistrate.owner
    length = len(layout.track)
    for who, points in state.track:
        found["track", who] = points % length if length else points
    return found


def same_bonus(a: State, b: State, layout: Layout, ruleset: Ruleset) -> bool:
    """Whether building, aqueduct and fountain points of all players agree."""
    owners = sorted({s.owner for state in (a, b) for s in state.sites if s.owner is not None})
    if not owners:
        return True
    players = [Player(owner, owner) for owner in owners]
    sheets = [score(state, players, layout, ruleset) for state in (a, b)]
    return all(
        [p.points(rule) for p in sheets[0].players] == [p.points(rule) for p in sheets[1].players]
        for rule in BONUS_RULES
    )


def judge(reading: Reading | None, truth: Truth, layout: Layout, name: str) -> Outcome:
    """Compares a reading with the truth; None for a photo that was refused."""
    ruleset = default_ruleset()
    points, sides = layout.inner_points, layout.edges
    true = contents(truth.state, layout)
    total_tiles = len(truth.state.tiles)
    if reading is None:
        return Outcome(
            truth.copy, truth.level, name, True, False, False,
            (0, len(points)), (0, len(sides)), (total_tiles, total_tiles),
            len(truth.state.hills), len(truth.state.magistrates), len(truth.state.track), 0,
            tuple((0, 0) for _ in BINS[1:]),
        )  # fmt: skip
    state = _with_hidden(reading.state, truth, layout)
    seen = contents(state, layout)
    wrong = {
        key
        for key in {*true, *seen}
        if true.get(key) != seen.get(key) and key[1] not in truth.hidden.get(key[0], ())
    }
    by_kind = {what: sorted(str(key[1]) for key in wrong if key[0] == what) for what in truth.hidden}
    after = state
    for doubt in reading.doubts:
        value = true.get((doubt.what, doubt.at), False if doubt.what == "hill" else None)
        after = changed(after, doubt.what, doubt.at, value)
    return Outcome(
        copy=truth.copy,
        level=truth.level,
        name=name,
        refused=False,
        perfect=same_bonus(state, truth.state, layout, ruleset),
        perfect_after=same_bonus(after, truth.state, layout, ruleset),
        sites=(sum(("site", p) not in wrong for p in points), len(points)),
        edges=(sum(("edge", e) not in wrong for e in sides), len(sides)),
        tiles=(len(by_kind["tile"]), total_tiles),
        hills_wrong=len(by_kind["hill"]),
        magistrates_wrong=len(by_kind["magistrate"]),
        track_wrong=len(by_kind["track"]),
        doubts=len(reading.doubts),
        bins=_reliability(reading, true, truth, layout),
        mistakes=tuple(
            f"{what} {at}: read {seen.get((what, at))}, is {true.get((what, at))}"
            for what, at in sorted(wrong, key=str)
        ),
    )


def _with_hidden(state: State, truth: Truth, layout: Layout) -> State:
    """The state with the label's values where the label says that hardly anything can be seen."""
    true = contents(truth.state, layout)
    scores = dict(truth.state.track)
    for what, places in truth.hidden.items():
        for at in places:
            value = true.get((what, at), False if what == "hill" else None)
            state = changed(state, what, at, scores.get(at) if what == "track" else value)
    return state


def _reliability(
    reading: Reading, true: dict[tuple[str, Any], Any], truth: Truth, layout: Layout
) -> tuple[tuple[int, int], ...]:
    """Over everything said about places that hold something, or that the reading says do."""
    bins = [[0, 0] for _ in BINS[1:]]
    length = len(layout.track)
    for belief in reading.beliefs:
        if belief.at in truth.hidden.get(belief.what, ()):
            continue
        value, confidence = shares(belief)[0]
        if belief.what == "track" and value is not None and length:
            value %= length
        nothing = False if belief.what == "hill" else None
        real = true.get((belief.what, belief.at), nothing)
        if value == nothing and real == nothing and confidence > 0.99:
            continue  # the many empty places would hide everything else
        k = max(n for n, low in enumerate(BINS[:-1]) if confidence >= low)
        bins[k][0] += 1
        bins[k][1] += value == real
    return tuple((n, right) for n, right in bins)


def evaluate_folder(folder: Path, profile: Profile | None = None) -> list[Outcome]:
    """Reads every `g*.jpg` of a folder. Without a profile, one is made from its empty board and sample."""
    photos = sorted(folder.glob("g*.jpg"))
    layout = _layout_of(folder)
    if profile is None:
        empty, sample = folder / "empty.jpg", folder / "sample.jpg"
        truth = load_truth(empty.with_suffix(".json"))
        samples = [(sample, load_state(sample.with_suffix(".json")))] if sample.exists() else []
        profile = calibrate(layout, empty, truth.corners_px, samples)
    outcomes = []
    for path in photos:
        truth = load_truth(path.with_suffix(".json"))
        try:
            reading: Reading | None = read([path], profile)
        except BoardNotFound:
            reading = None
        outcomes.append(judge(reading, truth, profile.layout, f"{folder.name}/{path.stem}"))
    return outcomes


def _layout_of(folder: Path) -> Layout:
    """The folder's or its parent's `layout.json`, else the shipped one."""
    for path in (folder / "layout.json", folder.parent / "layout.json"):
        if path.exists():
            return load_layout(path)
    return default_layout()


def evaluate(folder: str | Path, profile_path: str | Path | None = None) -> list[Outcome]:
    """Over a folder, or each folder in it. Raises BadInput when there is no labelled photo."""
    root = Path(folder)
    if not root.is_dir():
        raise BadInput("there is no such folder", reason="not_found", file=str(folder))
    profile = load_profile(profile_path) if profile_path else None
    folders = [root] if list(root.glob("g*.jpg")) else sorted(p for p in root.iterdir() if p.is_dir())
    outcomes = [o for f in folders if list(f.glob("g*.jpg")) for o in evaluate_folder(f, profile)]
    if not outcomes:
        raise BadInput("no photos named g*.jpg with their labels", reason="no_photos", file=str(folder))
    return outcomes


def summarise(outcomes: Sequence[Outcome], copy: str, level: str) -> dict[str, Any]:
    """One row of the evaluation."""
    count = len(outcomes)

    def rate(values: Iterable[bool]) -> float:
        return round(sum(values) / count, 5)

    def share(pairs: list[tuple[int, int]]) -> float:
        return round(sum(a for a, _ in pairs) / max(1, sum(b for _, b in pairs)), 5)

    bins = []
    for n, low in enumerate(BINS[:-1]):
        said = sum(o.bins[n][0] for o in outcomes)
        right = sum(o.bins[n][1] for o in outcomes)
        bins.append({"from": low, "to": min(1.0, BINS[n + 1]), "said": said, "right": right})
    return {
        "copy": copy,
        "level": level,
        "photos": count,
        "perfect_bonus": rate(o.perfect for o in outcomes),
        "sites_right": share([o.sites for o in outcomes]),
        "edges_right": share([o.edges for o in outcomes]),
        "tiles_wrong": share([o.tiles for o in outcomes]),
        "hills_wrong": sum(o.hills_wrong for o in outcomes),
        "magistrates_wrong": sum(o.magistrates_wrong for o in outcomes),
        "track_wrong": sum(o.track_wrong for o in outcomes),
        "right_after_doubts": rate(o.perfect_after for o in outcomes),
        "doubts_a_photo": round(sum(o.doubts for o in outcomes) / count, 3),
        "refused": rate(o.refused for o in outcomes),
        "reliability": bins,
    }


def as_json(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """The document `marble-evaluation/1`: a row for each copy and level, and one over all."""
    groups: dict[tuple[str, str], list[Outcome]] = {}
    for outcome in outcomes:
        groups.setdefault((outcome.copy, outcome.level), []).append(outcome)
    rows = [summarise(group, copy, level) for (copy, level), group in sorted(groups.items())]
    return {"format": FORMAT, "rows": [*rows, summarise(outcomes, "all", "all")]}
