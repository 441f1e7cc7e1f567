"""Broken and hostile files through the real command line: an answer or a message, nothing else."""

from __future__ import annotations

import contextlib
import io
import json
import os
import shutil
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from broken_documents import ODD_VALUES, broken_bytes, json_values, mutated
from command_line import ERROR_FIELDS, PHOTO, PLAYERS, PROFILE, STATE
from hanging import HANG_SECONDS
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from stored_games import Clock, fast_folder, jpeg, marble_game, via_romana_game, with_exif

from companion.cli import main
from companion.storage import export_backup, open_store
from scoring.errors import BadInput
from scoring.layout import default_layout
from scoring.ruleset import default_ruleset
from scoring.state import load_state
from vision.evaluate import load_truth

TILE = ["--tile", "[[-1,4,1],[-1,5,0]]", "--colour", "red", "--magistrate", "purple"]
DEMO_STATE = load_state(STATE).as_json() | {"loose_sticks": [{"colour": "grey", "edge": [[1, 1], [2, 1]]}]}
LAYOUT = default_layout().as_json()
RULESET = default_ruleset().as_json()
DEMO_PLAYERS = json.loads(Path(PLAYERS).read_text(encoding="utf-8"))
OTHER_PLAYERS = (
    {
        "format": "marble-players/1",
        "game": "via_romana",
        "players": [
            {"name": "Julia", "markers": [4, 3, 2], "castles": [3, 1, 1], "eagle": True, "mission": False},
            {"name": "Claudia", "colour": "red", "markers": [2], "mission": True},
        ],
    },
    {
        "format": "marble-players/1",
        "game": "alea",
        "players": [
            {
                "name": "Julia",
                "provinces": [{"colour": "red", "value": 3}, {"colour": "joker", "value": 0}],
                "patricians": [
                    {"colour": "red", "sex": "f", "value": 2},
                    {"colour": "blue", "sex": "m", "value": 1},
                ],
                "fortuna": [3, 2, 1],
                "chips": 5,
                "senate": [{"points": 3}, {"points": 0, "extra_province": True}],
            },
            {"name": "Claudia", "chips": 1},
        ],
    },
)


def fuzz(examples: int) -> Callable[[Any], Any]:
    """The same examples in every run; more of them with the slow tests."""
    return settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        phases=(Phase.explicit, Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )


# Nothing may be written except where a command was told to: Python reports every file that is opened, made,
# moved or removed.
_allowed: list[str] | None = None
_writes: list[str] = []
_CHANGES = {
    "os.mkdir",
    "os.rename",
    "os.remove",
    "os.rmdir",
    "os.symlink",
    "os.link",
    "os.truncate",
    "shutil.move",
}


def _watch(event: str, args: tuple[Any, ...]) -> None:
    if _allowed is None:
        return
    path, folder = "", ""
    if event == "open" and isinstance(args[0], str | bytes | os.PathLike):
        writing = isinstance(args[2], int) and args[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
        path = os.fsdecode(args[0]) if writing else ""
    elif event in _CHANGES and isinstance(args[0], str | bytes | os.PathLike):
        path = os.fsdecode(args[0])
        if event in ("os.rmdir", "os.remove", "os.mkdir") and args[-1] != -1:  # relative to an open folder
            folder = str(Path(f"/proc/self/fd/{args[-1]}").readlink())
    elif event in ("socket.connect", "subprocess.Popen", "os.system", "os.exec", "ctypes.dlopen"):
        path = f"{event} {args[:2]}" if event != "ctypes.dlopen" else ""
    if path and path != os.devnull and "__pycache__" not in path:
        full = str(Path(folder, path).absolute())
        if not any(full.startswith(prefix) for prefix in _allowed):
            _writes.append(f"{event}: {path}")


sys.addaudithook(_watch)


@contextlib.contextmanager
def writing_only(*folders: Path) -> Iterator[None]:
    global _allowed
    _writes.clear()
    _allowed = [str(folder) for folder in folders]
    try:
        yield
    finally:
        _allowed = None
    assert _writes == []


def marble(*words: str, codes: Sequence[int] = (0, 2), folders: Sequence[Path] = ()) -> Any:
    """Runs one command with --json and checks all that must hold for any input; gives its document."""
    out, err = io.StringIO(), io.StringIO()
    began = time.process_time()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), writing_only(*folders):
        code = main([*words, "--json"])
    seconds = time.process_time() - began
    assert code in codes, (code, err.getvalue())
    document = json.loads(out.getvalue())
    assert "Traceback" not in err.getvalue()
    assert seconds < HANG_SECONDS, f"{seconds} s"
    if code:
        assert list(document) == ERROR_FIELDS
        assert document["reason"] != "unexpected", document
        assert err.getvalue().startswith("marble: ")
    else:
        assert document["format"].startswith("marble-")
        assert err.getvalue() == ""
    return document


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    yield from fast_folder()


def save(folder: Path, name: str, content: Any) -> str:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    return str(path)


# Each document with the commands that read it.


def try_state(folder: Path, content: Any) -> None:
    file = save(folder, "state.json", content)
    marble("check", file)
    marble("score", file, PLAYERS)
    marble("move", file, *TILE)


def try_layout(folder: Path, content: Any) -> None:
    file = save(folder, "layout.json", content)
    marble("check", STATE, "--layout", file)
    marble("score", STATE, PLAYERS, "--layout", file)
    marble("move", STATE, *TILE, "--layout", file)


def try_ruleset(folder: Path, content: Any) -> None:
    file = save(folder, "ruleset.json", content)
    marble("check", STATE, "--ruleset", file)
    marble("score", STATE, PLAYERS, "--ruleset", file)
    marble("move", STATE, *TILE, "--ruleset", file)
    other = save(folder, "other.json", OTHER_PLAYERS[1])
    marble("score", other, "--ruleset", file)


def try_players(folder: Path, content: Any) -> None:
    file = save(folder, "players.json", content)
    marble("score", STATE, file)
    marble("score", file)


DOCUMENTS: dict[str, tuple[Callable[[Path, Any], None], Any]] = {
    "state": (try_state, DEMO_STATE),
    "label": (try_state, {"format": "marble-photo/1", "copy": "A", "state": DEMO_STATE}),
    "layout": (try_layout, LAYOUT),
    "ruleset": (try_ruleset, RULESET),
    "marble players": (try_players, DEMO_PLAYERS),
    "via_romana players": (try_players, OTHER_PLAYERS[0]),
    "alea players": (try_players, OTHER_PLAYERS[1]),
}


def check_documents(name: str, folder: Path, examples: int) -> None:
    attempt, document = DOCUMENTS[name]
    attempt(folder, document)

    @fuzz(examples)
    @given(mutated(document))
    def with_wrong_values(content: Any) -> None:
        attempt(folder, content)

    @fuzz(max(10, examples // 4))
    @given(broken_bytes(json.dumps(document).encode()))
    def as_wrong_bytes(content: bytes) -> None:
        attempt(folder, content)

    with_wrong_values()
    as_wrong_bytes()


@pytest.mark.parametrize("name", DOCUMENTS)
def test_broken_documents_are_answered_or_refused(name: str, folder: Path) -> None:
    check_documents(name, folder, 60)


@pytest.mark.slow
@pytest.mark.parametrize("name", DOCUMENTS)
def test_thousands_of_broken_documents_are_answered_or_refused(name: str, folder: Path) -> None:
    check_documents(name, folder, 2000)


def test_what_breaks_is_often_refused_and_often_not(folder: Path) -> None:
    """The mutations test both ways: documents that are refused, and odd ones that are still answered."""
    seen = {True: 0, False: 0}

    @fuzz(100)
    @given(mutated(DEMO_STATE))
    def count(content: Any) -> None:
        answer = marble("check", save(folder, "state.json", content))
        seen[answer["format"] == "marble-error/1"] += 1

    count()
    assert min(seen.values()) > 10


# The largest documents that are still taken.


def large_state() -> dict[str, Any]:
    cells = [[[q, r, 0], [q, r, 1]] for q in range(50) for r in range(50)]
    colours = ("grey", "brown", "white")
    return {
        "format": "marble-state/1",
        "hills": [[q, r, 0] for q in range(-50, 0) for r in range(50)],
        "tiles": [{"cells": pair, "colour": "red"} for pair in cells] * 2,
        "sites": [{"at": pair[0][:2], "kind": "bath", "owner": f"p{n % 300}"} for n, pair in enumerate(cells)]
        * 2,
        "aqueducts": {colour: [[n % 2, 3] for n in range(600)] for colour in colours},
        "loose_sticks": [{"colour": colours[n % 3], "edge": [[n % 99, 3], [n % 98, 4]]} for n in range(5000)],
        "magistrates": [{"cells": pair, "owner": f"p{n % 300}"} for n, pair in enumerate(cells)] * 2,
        "track": {f"p{n}": n for n in range(2000)},
    }


def large_layout() -> dict[str, Any]:
    triangles = [[q, r, k] for q in range(50) for r in range(50) for k in (0, 1)]
    return {
        "format": "marble-layout/1",
        "name": "large",
        "triangles": triangles,
        "hills": {f"hill {n}": cell for n, cell in enumerate(triangles[::3])},
        "bridges": triangles[1::3],
        "sources": {colour: [n, 0] for n, colour in enumerate(("grey", "brown", "white"))},
        "track": [[n, 0] for n in range(5000)],
    }


def test_the_largest_documents_are_answered_in_time(folder: Path) -> None:
    state, layout = save(folder, "state.json", large_state()), save(folder, "layout.json", large_layout())
    for options in ([], ["--layout", layout]):
        assert marble("check", state, *options, codes=(0,))["problems"]
        marble("score", state, PLAYERS, *options, codes=(0,))
        marble("move", state, *TILE, *options, codes=(0,))


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("state", {"aqueducts": {"grey": [[0, 0]] * 2001}}),
        ("state", {"tiles": [{"cells": [[0, 0, 0], [0, 0, 1]], "colour": "red"}] * 5001}),
        ("layout", {"sources": {f"c{n}": [0, 0] for n in range(51)}}),
        ("layout", {"triangles": [[q, r, 0] for q in range(80) for r in range(80)]}),
    ],
)
def test_larger_ones_are_refused(name: str, change: Any, folder: Path) -> None:
    document = (DEMO_STATE if name == "state" else LAYOUT) | change
    file = save(folder, f"{name}.json", document)
    words = [file] if name == "state" else [STATE, "--layout", file]
    assert marble("check", *words, codes=(2,))["reason"] == "too_long"


@pytest.mark.parametrize(
    "triangles", [LAYOUT["triangles"] + [[90, 90, 0]], [[q, r, 0] for q in range(25) for r in range(25)]]
)
def test_a_board_too_large_for_a_photo_is_refused(triangles: Any, folder: Path) -> None:
    file = save(
        folder, "layout.json", LAYOUT | {"triangles": triangles, "hills": {}, "bridges": [], "sources": {}}
    )
    corners = "10,10 500,10 500,400 10,400"
    error = marble("read", PHOTO, "--layout", file, "--corners", corners, codes=(2,))
    assert (error["reason"], error["field"], error["file"]) == ("too_large", "triangles", file)


# Words on the command line.


@fuzz(60)
@given(st.text(max_size=60) | json_values().map(json.dumps))
def test_any_text_may_be_given_as_a_tile(text: str) -> None:
    marble("move", STATE, f"--tile={text}", "--colour", "red")


@fuzz(60)
@given(st.text(max_size=200))
def test_any_question_is_answered_or_not_covered(text: str) -> None:
    marble("ask", f"x {text}", codes=(0,))


@fuzz(60)
@given(
    st.lists(st.text(max_size=20).filter(lambda name: not name.startswith("-")), max_size=6), st.integers()
)
def test_any_names_may_be_given(names: list[str], seed: int) -> None:
    marble("start", *names, f"--seed={seed}")


@fuzz(40)
@given(st.text(alphabet="0123456789.,-+e nainf", max_size=40))
def test_any_text_may_be_given_as_corners(text: str) -> None:
    if text.count(",") != 4 or len(text.split()) != 4:  # real corners would be read, which takes longer
        marble("read", PHOTO, "--profile", PROFILE, f"--corners={text}", codes=(2,))


@fuzz(40)
@given(st.lists(st.text(max_size=10), max_size=5))
def test_any_words_at_all_are_answered_or_refused(words: list[str]) -> None:
    if not {"-h", "--help"} & set(words):
        marble("check", *words)


# Labels of photos to evaluate.


LABEL = json.loads((Path(__file__).parent / "photos" / "A" / "g08.json").read_text(encoding="utf-8")) | {
    "state": {"format": "marble-state/1", "track": {"purple": 3}},
    "points_px": {},
    "hidden": {
        "sites": [[0, 6]],
        "edges": [[[1, 1], [2, 1]]],
        "tiles": [[[-1, 6, 0], [-1, 6, 1]]],
        "hills": [[2, 3, 0]],
        "track": ["purple"],
    },
}


@fuzz(300)
@given(mutated(LABEL))
def test_a_broken_label_is_told(content: Any) -> None:
    with tempfile.TemporaryDirectory() as name:
        path = Path(save(Path(name), "g01.json", content))
        with contextlib.suppress(BadInput):
            load_truth(path)


# Profiles.


@st.composite
def broken_profiles(draw: st.DrawFn) -> bytes:
    """A profile with arrays missing, of other types and shapes, full of odd numbers, or a broken zip."""
    data = Path(PROFILE).read_bytes()
    form = draw(st.integers(0, 5))
    if form == 0:
        return data[: draw(st.integers(0, len(data)))]
    if form == 1:
        changed = bytearray(data)
        for _ in range(draw(st.integers(1, 5))):
            changed[draw(st.integers(0, len(data) - 1))] ^= 1 << draw(st.integers(0, 7))
        return bytes(changed)
    if form == 2:
        return draw(st.binary(max_size=300)) + (b"PK\x05\x06" + bytes(18) if draw(st.booleans()) else b"")
    with np.load(PROFILE, allow_pickle=False) as packed:
        arrays = {name: packed[name] for name in packed.files}
    if form == 3:
        header = draw(mutated(json.loads(bytes(arrays["header"]))))
        arrays["header"] = np.frombuffer(json.dumps(header).encode(), np.uint8)
    else:
        for _ in range(draw(st.integers(1, 3))):
            name = draw(st.sampled_from(sorted(arrays)))
            changed_array = draw(broken_arrays(arrays[name]))
            if changed_array is None:
                del arrays[name]
            else:
                arrays[name] = changed_array
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)
    return buffer.getvalue()


@st.composite
def broken_arrays(draw: st.DrawFn, array: Any) -> Any:
    form = draw(st.integers(0, 9))
    if form == 0:
        return None
    if array.ndim == 0 or not array.size:
        return array[None]
    if form == 1:
        return array.astype(draw(st.sampled_from(("f8", "f4", "i2", "u1", "b1", "c16", "U3", "M8[s]"))))
    if form == 2:
        return array[: draw(st.integers(0, 3))]
    if form == 3:
        return np.repeat(array[None], 2, 0)
    if form == 4:
        return array.reshape(-1)
    if form == 5 and array.dtype.kind == "f":
        return np.full_like(array, draw(st.sampled_from((np.nan, np.inf, 0.0, -1.0, 1e300, 1e-300))))
    if form == 6:
        return np.zeros_like(array)
    if form == 7 and array.dtype.kind == "f":
        changed = array.copy()
        changed.flat[draw(st.integers(0, array.size - 1))] *= draw(st.sampled_from((-1, 0, 2, 1e6, np.nan)))
        return changed
    if form == 8:
        return (
            np.array(draw(st.sampled_from(ODD_VALUES[:18])), dtype=float) if array.size < 20 else array[::-1]
        )
    return np.zeros((0, *array.shape[1:]), array.dtype)


def check_profiles(folder: Path, examples: int) -> None:
    @fuzz(examples)
    @given(broken_profiles())
    def read_with(content: bytes) -> None:
        marble("read", PHOTO, "--profile", save(folder, "copy.profile", content), codes=(0, 2, 3))

    read_with()


def test_broken_profiles_are_used_or_refused(folder: Path) -> None:
    check_profiles(folder, 60)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_many_broken_profiles_are_used_or_refused(folder: Path) -> None:
    check_profiles(folder, 1000)


class Trap:
    """What a pickle would run when it is loaded."""

    def __init__(self, target: str) -> None:
        self.target = target

    def __reduce__(self) -> Any:
        return os.mkdir, (self.target,)


def test_a_profile_cannot_run_code(folder: Path) -> None:
    target = folder / "trap"
    with np.load(PROFILE, allow_pickle=False) as packed:
        arrays: dict[str, Any] = {name: packed[name] for name in packed.files}
    for name in ("header", "reference/camera", "palette/tiles/red", "extra"):
        trapped = np.array([Trap(str(target))], dtype=object)
        buffer = io.BytesIO()
        np.savez(buffer, **(arrays | {name: trapped}))
        file = save(folder, "trap.profile", buffer.getvalue())
        assert marble("read", PHOTO, "--profile", file, codes=(2,))["reason"] == "not_a_profile"
    import pickle

    file = save(folder, "trap.profile", pickle.dumps(Trap(str(target))))
    assert marble("read", PHOTO, "--profile", file, codes=(2,))["reason"] == "not_a_profile"
    assert not target.exists()


def test_a_profile_that_unpacks_to_too_much_is_refused(folder: Path) -> None:
    buffer = io.BytesIO()
    np.savez_compressed(buffer, header=np.zeros(250_000_000, np.uint8))
    file = save(folder, "bomb.profile", buffer.getvalue())
    assert marble("read", PHOTO, "--profile", file, codes=(2,))["reason"] == "not_a_profile"
    nested = b"[" * 3_000_000
    np.savez_compressed(buffer := io.BytesIO(), header=np.frombuffer(nested, np.uint8))
    file = save(folder, "deep.profile", buffer.getvalue())
    assert marble("read", PHOTO, "--profile", file, codes=(2,))["reason"] == "not_a_profile"


# Layouts of other boards, read from a photo.


def check_photo_layouts(folder: Path, examples: int) -> None:
    label = json.loads(Path(STATE).read_text(encoding="utf-8"))
    corners = " ".join(f"{x},{y}" for x, y in label["board_corners_px"])

    @fuzz(examples)
    @given(mutated(LAYOUT))
    def read_with(content: Any) -> None:
        file = save(folder, "layout.json", content)
        marble("read", PHOTO, "--layout", file, "--corners", corners, codes=(0, 2, 3))

    read_with()


def test_photos_are_read_with_odd_layouts(folder: Path) -> None:
    check_photo_layouts(folder, 20)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_photos_are_read_with_many_odd_layouts(folder: Path) -> None:
    check_photo_layouts(folder, 500)


# Backups.


@pytest.fixture(scope="module")
def backup(folder: Path) -> dict[str, bytes]:
    """The entries of a good backup with two games and a photo."""
    clock = Clock()
    with open_store(folder / "source", clock=clock) as store:
        photo = store.add_photo(with_exif(jpeg(1)))
        store.save_step(marble_game(clock=clock, photos=(photo,)))
        store.save_step(via_romana_game(clock))
        export_backup(store, folder / "good.zip")
    with zipfile.ZipFile(folder / "good.zip") as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@st.composite
def broken_backups(draw: st.DrawFn, entries: dict[str, bytes]) -> bytes:
    """A backup with wrong values in its documents, wrong entries, or a broken zip."""
    parts = dict(entries)
    form = draw(st.integers(0, 6))
    if form <= 3:
        name = draw(st.sampled_from([name for name in parts if name.endswith((".json", ".jsonl"))]))
        texts = [parts[name]] if name.endswith(".json") else parts[name].splitlines()
        lines = [json.loads(text) for text in texts]
        number = draw(st.integers(0, len(lines) - 1))
        lines[number] = draw(mutated(lines[number]))
        parts[name] = b"\n".join(json.dumps(line).encode() for line in lines) + b"\n"
    elif form == 4:
        name = draw(st.sampled_from(sorted(parts)))
        data = parts.pop(name)
        other = draw(
            st.sampled_from(
                ("../evil", "/etc/evil", "photos/../../evil", "games.jsonl", name.upper(), name + "x")
            )
        )
        parts[other] = data[: draw(st.integers(0, len(data)))]
    buffer = io.BytesIO()
    with zipfile.ZipFile(
        buffer, "w", draw(st.sampled_from((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)))
    ) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    data = buffer.getvalue()
    if form == 5:
        return data[: draw(st.integers(0, len(data)))]
    if form == 6:
        place = draw(st.integers(0, len(data) - 1))
        return data[:place] + bytes([data[place] ^ (1 << draw(st.integers(0, 7)))]) + data[place + 1 :]
    return data


def check_backups(
    folder: Path, entries: dict[str, bytes], monkeypatch: pytest.MonkeyPatch, examples: int
) -> None:
    home = folder / "home"
    monkeypatch.setenv("MARBLE_HOME", str(home))
    merged = 0

    @fuzz(examples)
    @given(broken_backups(entries))
    def merge(content: bytes) -> None:
        nonlocal merged
        shutil.rmtree(home, ignore_errors=True)
        file = save(folder, "backup.zip", content)
        # SQLite's own temporary files lie beside its database; Python makes one to test the folder.
        report = marble("import", file, folders=(home, Path(tempfile.gettempdir())))
        games = marble("games", folders=(home,))["games"]
        if report["format"] == "marble-error/1":
            assert games == []
        else:
            merged += 1
            assert len(games) == len(report["added"])
            for game in games:
                marble("games", "show", game["id"], folders=(home,))
            marble("stats", folders=(home,))
        for path in (folder / "evil", folder.parent / "evil", Path("/etc/evil")):
            assert not path.exists()

    merge()
    assert 0 < merged < examples


def test_broken_backups_are_merged_whole_or_not_at_all(
    folder: Path, backup: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    check_backups(folder, backup, monkeypatch, 60)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_many_broken_backups_are_merged_whole_or_not_at_all(
    folder: Path, backup: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    check_backups(folder, backup, monkeypatch, 1500)


def test_writing_elsewhere_would_be_noticed(tmp_path: Path) -> None:
    with pytest.raises(AssertionError), writing_only(tmp_path / "here"):
        (tmp_path / "elsewhere").write_text("x")
    with writing_only(tmp_path):
        (tmp_path / "elsewhere").write_text("x")
