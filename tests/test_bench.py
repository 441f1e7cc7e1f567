"""`marble bench`: what it measures, how it reckons, and its plots."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from command_line import refused, run

from companion.commands import bench, bench_growth, bench_rules
from companion.commands.bench import Row, all_benches, describe, ratio, spread, timed_in_turns
from companion.commands.bench_growth import Growth, draw_growth
from vision.plot import LINES, SIZE, draw_plot

ROW_FIELDS = ["name", "value", "unit", "target", "seconds", "spread"]
TARGETS = {
    "score_sheet": 8,
    "check": 25,
    "placements": 25,
    "read_12mp": 6,
    "read_memory_mb": 350,
    "ask_ms": 15,
    "ask_load_ms": 60,
    "first_screen": 2,
    "frame_while_reading_ms": 100,
    "import_games": 20,
}


def test_every_promised_row_is_measured() -> None:
    assert set(TARGETS) <= set(all_benches())


def test_a_ratio_is_that_of_the_medians_and_keeps_the_larger_spread() -> None:
    row = ratio("x", [4.0, 2.0, 100.0, 6.0, 4.0], [2.0, 2.0, 2.0, 2.0, 2.0], "x", 3)
    assert (row.value, row.seconds) == (2.0, 4.0)
    assert row.met and not ratio("x", [7.0], [2.0], "x", 3).met
    assert row.spread == spread([4.0, 2.0, 100.0, 6.0, 4.0]) > 0
    assert spread([1.0, 1.0, 1.0]) == 0 and spread([5.0]) == 0


def test_work_and_baseline_are_timed_in_turns() -> None:
    calls: list[str] = []
    work, base = timed_in_turns(
        lambda: calls.append("work"), lambda: calls.append("base"), loops=(2, 1), repeats=2
    )
    assert calls == ["work", "base", *(["work", "work", "base"] * 2)]
    assert len(work) == len(base) == 2


@pytest.mark.parametrize("name", ["score_sheet", "check", "placements"])
def test_the_rules_are_as_fast_as_promised(name: str) -> None:
    row = all_benches()[name]()
    assert row.name == name and row.target == TARGETS[name]
    assert 0 < row.value <= row.target
    assert 0 < row.seconds < 0.1


def test_an_answer_comes_at_once() -> None:
    row = bench_rules.ask_ms()
    assert row.name == "ask_ms" and 0 < row.value <= row.target


def test_the_command_gives_the_document(capfd: pytest.CaptureFixture[str]) -> None:
    result = run(capfd, "bench", "--only", "score_sheet", "--only", "placements", "--json")
    document = result.document
    assert (result.code, result.err) == (0, "")
    assert document["format"] == "marble-bench/1"
    assert [row["name"] for row in document["rows"]] == ["score_sheet", "placements"]
    assert all(list(row) == ROW_FIELDS for row in document["rows"])
    assert set(document["machine"]) == {"python", "processors", "load"}


def test_the_table_marks_what_is_missed() -> None:
    text = describe([Row("fast", 1, "x", 2, 0.1, 0.05), Row("slow", 3, "x", 2, 0.1, 0.05)])
    rows = text.splitlines()
    assert "MISSED" not in rows[1] and rows[2].endswith("MISSED")


def small_growth() -> Growth:
    return Growth("small", "Small things", "things", "seconds", {"one": [(1, 0.5), (2, 1.0)]})


def test_growth_is_drawn_and_written_down(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "bench"
    assert draw_growth(folder, [small_growth]) == [folder / "small.png"]
    picture = cv2.imread(str(folder / "small.png"))
    assert picture is not None and picture.shape[1::-1] == SIZE
    numbers = json.loads((folder / "growth.json").read_text(encoding="utf-8"))
    assert numbers[0]["series"] == {"one": [[1, 0.5], [2, 1.0]]}


def test_plots_that_cannot_be_written_are_refused(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "all_benches", lambda: {"check": lambda: Row("check", 1, "x", 2, 0.1, 0.0)})
    (tmp_path / "file").write_text("")
    document = refused(run(capfd, "bench", "--plots", str(tmp_path / "file" / "x"), "--json"))
    assert document["reason"] == "unwritable"


@pytest.mark.parametrize(
    "growth",
    [
        lambda: bench_growth.rules_by_tiles((5, 60)),
        lambda: bench_growth.stored_games((5, 10)),
        lambda: bench_growth.entries((1, 3)),
    ],
    ids=["rules", "stored games", "entries"],
)
def test_cost_is_measured_at_every_size(growth: object) -> None:
    measured: Growth = growth()  # type: ignore[operator]
    for line in measured.series.values():
        assert len(line) > 1 and line[0][0] < line[-1][0]
        assert all(y > 0 for _, y in line)


def test_a_plot_shows_every_line_in_its_colour() -> None:
    series = {f"line {n}": [(0.0, n + 0.5), (10.0, n + 1.0)] for n in range(3)}
    picture = draw_plot("Title", "x", "y", series)
    for colour in LINES[:3]:
        assert (picture == np.array(colour, np.uint8)).all(2).sum() > 300
    assert not (picture == np.array(LINES[3], np.uint8)).all(2).any()


@pytest.mark.parametrize("most", [0, 1e-6, 0.3, 7, 60, 12345])
def test_a_plot_of_any_size_can_be_drawn(most: float) -> None:
    assert draw_plot("Title", "x", "y", {"one": [(most, most)]}).shape == (*SIZE[::-1], 3)


def test_nothing_cannot_be_plotted() -> None:
    with pytest.raises(ValueError, match="nothing to plot"):
        draw_plot("Title", "x", "y", {"one": []})


@pytest.mark.slow
def test_the_whole_benchmark_runs(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    result = run(capfd, "bench", "--plots", str(tmp_path), "--json")
    assert result.code == 0, result
    rows = {row["name"]: row for row in result.document["rows"]}
    assert set(rows) == set(all_benches())
    assert all(rows[name]["target"] == target for name, target in TARGETS.items())
    assert all(row["value"] > 0 for row in rows.values())
    assert len(result.document["plots"]) == len(list(tmp_path.glob("*.png"))) == 5
