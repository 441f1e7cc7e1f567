"""The profile of one copy of the game: its layout, its empty board and its pieces' colours, in one file.

The file is a zip of plain arrays (npz without pickle) and one JSON text: it cannot run code.
"""

from __future__ import annotations

import io
import json
import os
import struct
import tempfile
import zipfile
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.errors import BadInput
from scoring.layout import Layout, read_layout
from scoring.state import State
from vision import builtin
from vision.learning import learn_palette
from vision.palette import Palette
from vision.photo import Picture, load
from vision.rectify import Frame
from vision.reference import PICTURE_PIXELS, Reference
from vision.register import register
from vision.view import View, check_city, look

FORMAT = "marble-profile/1"
MAX_FILE_BYTES = 60_000_000
MAX_UNPACKED_BYTES = 200_000_000
MAX_HEADER_BYTES = 8_000_000
MAX_ARRAYS = 1000
# What zipfile, zlib, numpy and json raise for a file that is broken or made to do harm.
BROKEN = (
    ValueError,
    KeyError,
    OSError,
    EOFError,
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    NotImplementedError,
    RuntimeError,
    MemoryError,
    OverflowError,
)

Corners = Sequence[Sequence[float]]


@dataclass(frozen=True, slots=True, eq=False)
class Profile:
    """reference: None for the built-in profile, which needs the board's corners in each photo."""

    layout: Layout
    palette: Palette
    reference: Reference | None

    @property
    def board_frame(self) -> Frame:
        return self.reference.frame if self.reference else Frame.of_board(self.layout, PICTURE_PIXELS)

    @property
    def empty_board(self) -> Picture:
        """The bare board's picture in `board_frame`; plain paper where none is known."""
        if self.reference is not None:
            return self.reference.picture
        frame = self.board_frame
        return np.full((frame.height, frame.width, 3), builtin.PAPER_BGR, np.uint8)


def builtin_profile(layout: Layout) -> Profile:
    """For reading without calibration: common colours, and corners that a player gives.

    Raises BadInput for a layout that no photo could show.
    """
    check_city(layout)
    return Profile(layout, builtin.palette(layout), None)


def calibrate(
    layout: Layout, empty: str | Path, corners_px: Corners, samples: Sequence[tuple[str | Path, State]] = ()
) -> Profile:
    """A profile from the empty board's photo and photos whose state is known.

    Raises BadInput for a layout, photos or corners that cannot be used, BoardNotFound when a sample does
    not show the empty board's board.
    """
    check_city(layout)
    photo = load(empty)
    try:
        reference = Reference.from_photo(photo, corners_px, layout)
    except ValueError as error:
        raise BadInput(
            f"the corners cannot be those of the board: {error}",
            reason="bad_corners",
            field="corners",
        ) from None
    views: list[tuple[View, State]] = []
    for path, state in samples:
        sample = load(path)
        found = register(sample, reference, layout)
        views.append((look(sample, found.camera, layout, reference.picture, reference.frame), state))
    return Profile(layout, learn_palette(views, layout, builtin.palette(layout)), reference)


def save_profile(profile: Profile, path: str | Path) -> None:
    """Writes the file whole or not at all. Raises BadInput when it cannot be written."""
    arrays: dict[str, NDArray[Any]] = {}
    if profile.reference is not None:
        arrays |= {f"reference/{k}": v for k, v in profile.reference.arrays().items()}
    arrays |= {f"palette/{k}": v for k, v in profile.palette.arrays().items()}
    header = {"format": FORMAT, "layout": profile.layout.as_json()}
    arrays["header"] = np.frombuffer(json.dumps(header).encode(), np.uint8)
    buffer = io.BytesIO()
    np.savez_compressed(buffer, allow_pickle=False, **arrays)
    target = Path(path)
    try:
        with tempfile.NamedTemporaryFile(dir=target.parent, prefix=".profile-", delete=False) as handle:
            handle.write(buffer.getvalue())
            handle.flush()
            os.fsync(handle.fileno())
        Path(handle.name).replace(target)
    except OSError as error:
        raise BadInput(
            f"the profile cannot be written ({error.strerror})", reason="unwritable", file=str(path)
        ) from None


def load_profile(path: str | Path) -> Profile:
    """Raises BadInput when the file is no profile of ours."""
    name = str(path)
    try:
        with Path(path).open("rb") as handle:
            data = handle.read(MAX_FILE_BYTES + 1)
    except (OSError, ValueError) as error:
        cause = getattr(error, "strerror", None) or str(error)
        raise BadInput(f"the profile cannot be read ({cause})", reason="not_found", file=name) from None
    if len(data) > MAX_FILE_BYTES:
        raise BadInput("too large for a profile", reason="too_large", file=name)
    try:
        return _unpacked(data)
    except BadInput as error:
        raise error.in_file(name) from None
    except BROKEN as error:
        raise BadInput(
            f"is not a profile made by 'marble calibrate' ({error}); make a new one",
            reason="not_a_profile",
            file=name,
        ) from None


def _unpacked(data: bytes) -> Profile:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        items = archive.infolist()
        if len(items) > MAX_ARRAYS or sum(item.file_size for item in items) > MAX_UNPACKED_BYTES:
            raise ValueError("it would unpack to too much")
    with np.load(io.BytesIO(data), allow_pickle=False) as packed:
        arrays = {name: packed[name] for name in packed.files}
    if not all(isinstance(array, np.ndarray) for array in arrays.values()):  # numpy hands on what is no array
        raise ValueError("it holds something else than arrays")
    text = arrays["header"]
    if text.dtype != np.uint8 or text.ndim != 1 or text.size > MAX_HEADER_BYTES:
        raise ValueError("its header is no text")
    header = json.loads(text.tobytes().decode())
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise ValueError(f"its format is not {FORMAT}")
    layout = read_layout(header.get("layout"))
    check_city(layout)
    inside: dict[str, dict[str, NDArray[Any]]] = {"reference": {}, "palette": {}}
    for name, array in arrays.items():
        group, _, rest = name.partition("/")
        if group in inside:
            inside[group][rest] = array
    palette = Palette.from_arrays(inside["palette"])
    _check_palette(palette)
    reference = Reference.from_arrays(inside["reference"]) if inside["reference"] else None
    return Profile(layout, palette, reference)


def _check_palette(palette: Palette) -> None:
    from scoring.state import KINDS, TILE_COLOURS

    if tuple(palette.tiles) != TILE_COLOURS or tuple(palette.cards) != KINDS:
        raise ValueError("colours of tiles or cards are missing")
    if not palette.cubes or not set(palette.cubes) == set(palette.magistrates) == set(palette.discs):
        raise ValueError("colours of owners are missing")
