"""How cost grows: with megapixels, tiles, stored games and rules entries; as pictures and as numbers."""

from __future__ import annotations

import json
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.commands.bench import demo_state, timed
from companion.commands.bench_vision import measure, measure_enlarged
from companion.demo import demo_file
from scoring.errors import BadInput

if TYPE_CHECKING:
    from companion.storage import Store

Point = tuple[float, float]

MEGAPIXELS = ((2016, 1512), (2856, 2142), (4032, 3024), (5712, 4284), (8064, 6048))  # 3 to 48, as phones have
TILES = (5, 10, 20, 30, 40, 50, 60)
GAMES = (250, 500, 1000, 2500, 5000)
# Labelled photos with 0 to 60 tiles, a folder for each copy; they are there only beside the tests.
LABELLED = Path(__file__).parents[2] / "tests" / "photos"


@dataclass(frozen=True, slots=True)
class Growth:
    """One plot: lines of points by name."""

    name: str
    title: str
    across: str
    up: str
    series: dict[str, list[Point]]

    def as_json(self) -> dict[str, Any]:
        return {"name": self.name, "title": self.title, "x": self.across, "y": self.up, "series": self.series}


def draw_growth(folder: Path, growths: Sequence[Callable[[], Growth]] | None = None) -> list[Path]:
    """Measures and draws every growth into a folder; the numbers go to growth.json. Raises BadInput."""
    from vision.overlay import save_picture
    from vision.plot import draw_plot

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(
            f"the folder cannot be made ({error.strerror})", reason="unwritable", file=str(folder)
        ) from None
    measured = [growth() for growth in growths or (megapixels, tiles, rules_by_tiles, stored_games, entries)]
    pictures = []
    for growth in measured:
        target = folder / f"{growth.name}.png"
        picture = draw_plot(growth.title, growth.across, growth.up, growth.series)
        if not save_picture(picture, str(target)):
            raise BadInput("the picture cannot be written there", reason="unwritable", file=str(target))
        pictures.append(target)
    numbers = json.dumps([growth.as_json() for growth in measured], indent=1)
    (folder / "growth.json").write_text(numbers + "\n", encoding="utf-8")
    return pictures


def megapixels(sizes: Sequence[tuple[int, int]] = MEGAPIXELS, repeats: int = 3) -> Growth:
    """Reading the bundled photo, enlarged."""
    series: dict[str, list[Point]] = {"reading": [], "cv2.imread of the same file": []}
    for width, height in sizes:
        cost = measure_enlarged((width, height), repeats)
        size = width * height / 1e6
        series["reading"].append((size, statistics.median(cost.work)))
        series["cv2.imread of the same file"].append((size, statistics.median(cost.base)))
    return Growth("megapixels", "Reading a photo, by its size", "megapixels", "seconds, one thread", series)


def tiles(repeats: int = 3, labelled: Path = LABELLED) -> Growth:
    """Reading photos with more and more on the board; just the bundled one where there are no others."""
    series: dict[str, list[Point]] = {}
    for copy in sorted(path.parent for path in labelled.glob("*/empty.jpg")):
        with tempfile.TemporaryDirectory(prefix="marble-bench-") as folder:
            profile = Path(folder) / "copy.profile"
            _calibrate(copy, profile)
            series[f"copy {copy.name}"] = [
                _cost_by_tiles(photo, profile, repeats) for photo in sorted(copy.glob("*.jpg"))
            ]
    if not series:
        bundled = _cost_by_tiles(demo_file("board.jpg"), demo_file("copy.profile"), repeats)
        series["the bundled photo"] = [bundled]
    return Growth("tiles", "Reading a photo, by what lies there", "tiles", "seconds, one thread", series)


def _calibrate(copy: Path, target: Path) -> None:
    from scoring.layout import default_layout
    from scoring.state import load_state
    from vision.evaluate import load_truth
    from vision.profile import calibrate, save_profile

    sample = copy / "sample.jpg"
    corners = load_truth(copy / "empty.json").corners_px
    samples = [(sample, load_state(sample.with_suffix(".json")))]
    save_profile(calibrate(default_layout(), copy / "empty.jpg", corners, samples), target)


def _cost_by_tiles(photo: Path, profile: Path, repeats: int) -> Point:
    from scoring.state import load_state

    count = len(load_state(photo.with_suffix(".json")).tiles)
    return float(count), statistics.median(measure(photo, profile, repeats).work)


def rules_by_tiles(counts: Sequence[int] = TILES) -> Growth:
    """Scoring, checking and finding placements on the bundled board, tile by tile."""
    from scoring.check import check
    from scoring.fields import load_json
    from scoring.games import MARBLE
    from scoring.layout import default_layout
    from scoring.placement import legal_placements
    from scoring.ruleset import default_ruleset
    from scoring.score import score

    whole, _ = demo_state()
    players = MARBLE.read_players(load_json(demo_file("players.json")))
    layout, ruleset = default_layout(), default_ruleset()
    series: dict[str, list[Point]] = {"score": [], "check": [], "placements": []}
    for count in sorted({min(count, len(whole.tiles)) for count in counts}):
        state = replace(whole, tiles=whole.tiles[:count])
        covered = {cell for tile in state.tiles for cell in tile.cells} | set(state.hills)
        finished = tuple(s for s in whole.sites if covered.issuperset(layout.around.get(s.at, ())))
        state = replace(state, sites=finished)
        for name, job in (
            ("score", partial(score, state, players, layout, ruleset)),
            ("check", partial(check, state, layout, ruleset)),
            ("placements", partial(legal_placements, state, layout, ruleset)),
        ):
            series[name].append((float(count), 1000 * min(timed(job, 20) for _ in range(5))))
    return Growth("rules", "The rules, by what lies on the board", "tiles", "milliseconds", series)


def stored_games(counts: Sequence[int] = GAMES) -> Growth:
    """Listing, searching, statistics and import with more and more stored games."""
    from companion.storage import export_backup, import_backup, open_store
    from companion.storage.bench import sample_games
    from companion.storage.rows import write_row

    series: dict[str, list[Point]] = {"list": [], "search": [], "statistics": [], "import": []}
    for count in counts:
        with tempfile.TemporaryDirectory(prefix="marble-bench-") as name:
            folder = Path(name)
            with open_store(folder / "home") as store:
                with store.database.transaction() as connection:
                    for game in sample_games(count, 1):
                        write_row(connection, game)
                export_backup(store, folder / "backup.zip")
                series["list"].append((count, _seconds(store.games)))
                series["search"].append((count, _seconds(partial(store.games, "julia"))))
                series["statistics"].append((count, _seconds(partial(_count_up, store))))
            with open_store(folder / "other") as other:
                began = time.perf_counter()
                import_backup(other, folder / "backup.zip")
                series["import"].append((count, time.perf_counter() - began))
    return Growth("stored-games", "Stored games, by their number", "games", "seconds", series)


def entries(sizes: Sequence[int] = (1, 2, 3)) -> Growth:
    """Searching the entries of so many games at once, in every choice of games."""
    from companion.commands.bench_rules import QUESTIONS
    from companion.rulebook import GAMES as NAMES
    from companion.rulebook import load
    from companion.rulebook.lexicon import words_of

    book = load()
    questions = [(words_of(question), book.language(question)) for question in QUESTIONS]
    line: list[Point] = []
    for chosen in (games for size in sizes for games in combinations(NAMES, size)):
        searches = [partial(book.search, words, game, lang) for words, lang in questions for game in chosen]
        cost = sum(_seconds(search) for search in searches) / len(QUESTIONS)
        line.append((float(sum(book.size(game) for game in chosen)), 1000 * cost))
    title = "A rules question, by the number of entries searched"
    return Growth("rules-entries", title, "entries", "milliseconds", {"search": sorted(line)})


def _count_up(store: Store) -> object:
    from companion.statistics import statistics as statistics_of

    return statistics_of(store.results())


def _seconds(work: Callable[[], object]) -> float:
    return min(timed(work) for _ in range(3))
