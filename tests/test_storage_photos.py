"""Photos: stored once, without private data; cleaned up only when the player says so."""

from __future__ import annotations

import hashlib
import struct
import time
import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from hanging import HANG_SECONDS
from hypothesis import given, settings
from hypothesis import strategies as st
from stored_games import Clock, fast_folder, jpeg, marble_game, with_exif

from companion.storage import PhotoRefused, Store, open_store
from companion.storage.photo_bytes import Camera, clean_photo, ending_of, join_camera, split_camera
from vision.header import read_header


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    yield from fast_folder()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(tmp_path: Path, clock: Clock) -> Store:
    return open_store(tmp_path / "data", clock=clock)


def pixels(data: bytes) -> np.ndarray:
    return cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION)


def png_with_exif(orientation: int = 8) -> bytes:
    data = bytes(cv2.imencode(".png", pixels(jpeg()))[1])
    tiff = b"MM\0*\0\0\0\x08\0\x01" + struct.pack(">HHIHxx", 0x0112, 3, 1, orientation) + bytes(4)
    chunks = b""
    for body in (b"eXIf" + tiff, b"tEXtAuthor\0Julia's phone"):
        chunks += struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
    return data[:33] + chunks + data[33:]


def webp_with_exif(orientation: int = 3) -> bytes:
    data = bytes(cv2.imencode(".webp", pixels(jpeg()), [cv2.IMWRITE_WEBP_QUALITY, 90])[1])
    height, width = pixels(jpeg()).shape[:2]
    tiff = b"MM\0*\0\0\0\x08\0\x01" + struct.pack(">HHIHxx", 0x0112, 3, 1, orientation) + bytes(4)
    flags = bytes([0x0C, 0, 0, 0]) + (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    chunks = b"".join(
        name + struct.pack("<I", len(body)) + body + bytes(len(body) % 2)
        for name, body in ((b"VP8X", flags),)
    )
    chunks += data[12:]
    for name, body in ((b"EXIF", tiff), (b"XMP ", b"Julia's phone")):
        chunks += name + struct.pack("<I", len(body)) + body + bytes(len(body) % 2)
    return b"RIFF" + struct.pack("<I", len(chunks) + 4) + b"WEBP" + chunks


@pytest.mark.parametrize(
    ("photo", "orientation", "focal"),
    [(with_exif(jpeg()), 6, 26), (png_with_exif(), 8, None), (webp_with_exif(), 3, None)],
    ids=["jpeg", "png", "webp"],
)
def test_nothing_private_is_kept(photo: bytes, orientation: int, focal: float | None) -> None:
    assert b"Julia" in photo
    clean = clean_photo(photo)
    assert b"Julia" not in clean and b"GPS" not in clean and b"ftyp" not in clean and b"xap" not in clean
    header = read_header(clean)
    assert (header.orientation, header.focal_35mm) == (orientation, focal)
    assert np.array_equal(pixels(clean), pixels(photo)), "not a pixel may change"
    assert clean_photo(clean) == clean
    bare, camera = split_camera(clean)
    assert b"Exif" not in bare and b"EXIF" not in bare and b"eXIf" not in bare
    assert read_header(bare).orientation == 1
    assert np.array_equal(pixels(bare), pixels(photo))
    assert join_camera(bare, camera) == clean


def test_a_photo_without_private_data_stays_as_it_is() -> None:
    for ending in (".jpg", ".png", ".webp"):
        data = bytes(cv2.imencode(ending, pixels(jpeg()))[1])
        assert clean_photo(data) == data
        assert split_camera(data) == (data, Camera())


def test_progressive_and_cut_short_photos_are_kept_whole() -> None:
    options = [cv2.IMWRITE_JPEG_PROGRESSIVE, 1, cv2.IMWRITE_JPEG_RST_INTERVAL, 2]
    data = bytes(cv2.imencode(".jpg", pixels(jpeg(size=(300, 400))), options)[1])
    assert clean_photo(data + b"a video") == data
    assert clean_photo(data[:-500]) == data[:-500]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\xd8",
        b"hello",
        b"\xff\xd8\xff\xe1\xff\xff",
        b"\x89PNG\r\n\x1a\n",
        b"RIFF\0\0\0\0WEBP",
        b"GIF89a" * 9,
    ],
)
def test_what_is_no_photo_is_refused(store: Store, data: bytes) -> None:
    with pytest.raises(PhotoRefused):
        store.add_photo(data)
    assert list(store.photo_folder.files()) == []


def test_a_photo_of_a_million_parts_is_refused_quickly() -> None:
    began = time.perf_counter()
    with pytest.raises(PhotoRefused):
        clean_photo(b"\xff\xd8" + b"\xff\xe0\0\x02" * 8_000_000)
    with pytest.raises(PhotoRefused):
        clean_photo(jpeg()[:-2] + b"\xff\xda\0\x02" * 8_000_000)
    assert time.perf_counter() - began < HANG_SECONDS


@settings(max_examples=300)
@given(st.data())
def test_broken_photos_never_raise_anything_else(data: st.DataObject) -> None:
    source = data.draw(st.sampled_from([with_exif(jpeg()), png_with_exif(), webp_with_exif()]))
    broken = bytearray(source)
    for _ in range(data.draw(st.integers(1, 6))):
        broken[data.draw(st.integers(0, min(len(broken), 600) - 1))] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(0, len(broken)))
    for photo in (bytes(broken), bytes(broken[:cut])):
        try:
            clean = clean_photo(photo)
        except PhotoRefused:
            continue
        assert clean_photo(clean) == clean
        picture, camera = split_camera(clean)
        assert join_camera(picture, camera) == clean
        assert ending_of(clean) == ending_of(photo)


def test_a_photo_is_stored_once_under_its_content(store: Store) -> None:
    sha256 = store.add_photo(with_exif(jpeg()))
    assert store.add_photo(with_exif(jpeg())) == sha256
    assert store.add_photo(jpeg(2)) != sha256
    path = store.photo_path(sha256)
    assert path is not None and hashlib.sha256(path.read_bytes()).hexdigest() == sha256
    assert len(store.photo_folder.files()) == 2
    assert store.photo_path("0" * 64) is None
    with pytest.raises(ValueError, match="SHA-256"):
        store.photo_path("../../games")


def test_a_damaged_photo_file_is_written_again(store: Store) -> None:
    sha256 = store.add_photo(jpeg())
    path = store.photo_path(sha256)
    assert path is not None
    path.write_bytes(b"half")
    store.add_photo(jpeg())
    assert hashlib.sha256(path.read_bytes()).hexdigest() == sha256


def big(seed: int) -> bytes:
    return jpeg(seed, (900, 1200))


def test_clean_up_asks_and_takes_what_is_missed_least_first(store: Store, clock: Clock) -> None:
    photos = [store.add_photo(big(seed)) for seed in range(7)]
    ids = []
    for photo in photos[:5]:
        clock.jump(days=1)
        ids.append(store.save_step(marble_game(clock=clock, photos=(photo,))).id)
    store.delete(ids[3])
    store.save_step(replace(store.game(ids[0]), step="review"))
    shared = store.save_step(replace(store.game(ids[1]), photos=(photos[1], photos[4])))
    clock.now = clock.now.fromtimestamp(time.time() + 86_400, clock.now.tzinfo)
    sizes = {sha256: path.stat().st_size for sha256, path in store.photo_folder.files().items()}
    proposal = store.propose_clean_up()
    assert [(p.sha256, p.why) for p in proposal.leftovers] == [
        *((photo, "unused") for photo in sorted(photos[5:])),
        (photos[3], "deleted_game"),
    ]
    assert proposal.used_bytes == sum(sizes.values())
    assert len(store.photo_folder.files()) == 7, "a proposal removes nothing"
    tight = store.propose_clean_up(limit_mb=0)
    assert [p.sha256 for p in tight.leftovers if p.why == "oldest"] == [photos[1], photos[2], photos[4]]
    assert photos[0] not in [p.sha256 for p in tight.leftovers], "the game is still being played"
    assert not tight.fits
    assert store.clean_up(proposal) == proposal.frees_bytes
    assert sorted(store.photo_folder.files()) == sorted([photos[0], photos[1], photos[2], photos[4]])
    store.clean_up(store.propose_clean_up(limit_mb=0))
    assert store.game(shared.id).photos == (photos[1], photos[4]), "the game stays, and knows its photo"
    assert store.photo_path(photos[1]) is None
    assert store.add_photo(big(1)) == photos[1]
    assert store.photo_path(photos[1]) is not None


def test_a_new_photo_is_not_proposed_before_its_game_is_saved(store: Store, clock: Clock) -> None:
    store.add_photo(jpeg())
    clock.now = clock.now.fromtimestamp(time.time(), clock.now.tzinfo)
    assert store.propose_clean_up(limit_mb=0).leftovers == ()
