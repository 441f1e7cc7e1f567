"""Photo files: every kind and orientation gives the same upright picture; what is none gets a message."""

from __future__ import annotations

import base64
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from scoring.errors import BadInput
from vision.header import read_header
from vision.photo import UPRIGHT, Photo, decode, load, reduced

# 96 x 80 pixels, cyan by x, magenta by y; cv2 cannot write CMYK.
CMYK = base64.b64decode(
    "/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwAUDg8SDw0UEhASFxUUGB4yIR4cHB49LC4kMklATEtHQEZFUFpzYlBVbVZFRmSIZW13e4GC"
    "gU5gjZeMfZZzfoF8/8AAFAgAUABgBEMRAE0RAFkRAEsRAP/EAB8AAAEFAQEBAQEBAAAAAAAAAAABAgMEBQYHCAkKC//EALUQAAIB"
    "AwMCBAMFBQQEAAABfQECAwAEEQUSITFBBhNRYQcicRQygZGhCCNCscEVUtHwJDNicoIJChYXGBkaJSYnKCkqNDU2Nzg5OkNERUZH"
    "SElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6g4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV"
    "1tfY2drh4uPk5ebn6Onq8fLz9PX29/j5+v/aAA4EQwBNAFkASwAAPwDsHrr/ADK7AmuzqF6PMphNFQPR5lMJoqF6PMqMmioHo8ym"
    "E0VC9HmUwmioXo8ymE0VA9HmUwmioXo8yoyaKgejzKYTRUL0eZTCaKhejzKYTRXoz1V8yugJoqF6PMphNFQPR5lRk0VC9HmUwmio"
    "Ho8ymE0VC9HmUwmioXo8ymE0VA9HmVGTRUL0eZTCaKgejzKYTRUL0eZTCaKhejzKYTRXoz1V8yugJoqF6PMqMmioHo8ymE0VC9Hm"
    "UwmioHo8ymE0VC9HmUwmioXo8yoyaKgejzKYTRUL0eZTCaKgejzKYTRUL0eZTCaKhejzKjJor0Z6reZXQE0VC9HmUwmioHo8ymE0"
    "VC9HmUwmioHo8ymE0VC9HmVGTRUL0eZTCaKgejzKYTRUL0eZTCaKgejzKYTRUL0eZUZNFQvR5lMJor0Z6q+ZXQE0VC9HmUwmioHo"
    "8ymE0VC9HmUwmioHo8yoyaKhejzKYTRUL0eZTCaKgejzKYTRUL0eZTCaKgejzKjJoqF6PMphNFQvR5lMJor0Z6reZXQE0VC9HmUw"
    "mioHo8ymE0VC9HmVGTRUD0eZTCaKhejzKYTRUL0eZTCaKgejzKYTRUL0eZUZNFQPR5lMJoqF6PMphNFQvR5lMJor0Z6q+ZXQE0VC"
    "9HmUwmioHo8yoyaKhejzKYTRUD0eZTCaKhejzKYTRUL0eZTCaKgejzKjJoqF6PMphNFQPR5lMJoqF6PMphNFQvR5lMJor0Z6q+ZX"
    "QE0VC9HmVGTRUD0eZTCaKhejzKYTRUD0eZTCaKhejzKYTRUL0eZUZNFQPR5lMJoqF6PMphNFQPR5lMJoqF6PMphNFQvR5lRk0V6M"
    "9VvMroCaKhejzKYTRUD0eZTCaKhejzKYTRUD0eZTCaKhejzKjJoqF6PMphNFQPR5lMJoqF6PMphNFQPR5lMJoqF6PMqMmioXo8ym"
    "E0V6M9VfMroCaKhejzKYTRUD0eZTCaKhejzKYTRUD0eZUZNFQvR5lMJoqF6PMphNFQPR5lMJoqF6PMphNFQPR5lRk0VC9HmUwmio"
    "Xo8ymE0V/9k="
)


def scene(width: int = 320, height: int = 240) -> NDArray[np.uint8]:
    """Smooth, and different in every corner."""
    y, x = np.mgrid[0:height, 0:width]
    return np.stack((255 * x / width, 255 * y / height, 128 + 60 * np.sin(x / 25 + y / 40)), -1).astype(
        np.uint8
    )


def encoded(ending: str, bgr: NDArray[np.generic] | None = None, *options: int) -> bytes:
    return cv2.imencode(ending, scene() if bgr is None else bgr, options)[1].tobytes()


def tags(orientation: int, focal: int = 0, order: str = "<") -> bytes:
    """EXIF with an orientation and, in its inner directory, the focal length for 35 mm film."""
    start = (b"II" if order == "<" else b"MM") + struct.pack(order + "HI", 42, 8)
    outer = struct.pack(order + "HHHIHxxHHIII", 2, 0x0112, 3, 1, orientation, 0x8769, 4, 1, 38, 0)
    return start + outer + struct.pack(order + "HHHIHxxI", 1, 0xA405, 3, 1, focal, 0)


def with_tags(kind: str, data: bytes, exif: bytes) -> bytes:
    if kind == ".jpg":
        body = b"Exif\0\0" + exif
        return data[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + data[2:]
    if kind == ".png":
        check = zlib.crc32(b"eXIf" + exif)
        return (
            data[:33] + struct.pack(">I", len(exif)) + b"eXIf" + exif + struct.pack(">I", check) + data[33:]
        )
    size = b"".join((v - 1).to_bytes(3, "little") for v in read_size(data))
    chunks = b"VP8X" + struct.pack("<I", 10) + b"\x08\0\0\0" + size + data[12:] + b"EXIF"
    chunks += struct.pack("<I", len(exif)) + exif + b"\0" * (len(exif) % 2)
    return b"RIFF" + struct.pack("<I", len(chunks) + 4) + b"WEBP" + chunks


def read_size(data: bytes) -> tuple[int, int]:
    header = read_header(data)
    return header.width, header.height


def stored_for(orientation: int) -> NDArray[np.uint8]:
    """The scene as a phone stores it when held so that this orientation turns it upright."""
    stored = scene()
    transpose, flip = UPRIGHT[orientation]
    if flip is not None:
        stored = np.asarray(cv2.flip(stored, flip), np.uint8)
    return np.asarray(cv2.transpose(stored), np.uint8) if transpose else stored


def difference(photo: Photo, bgr: NDArray[np.uint8]) -> float:
    return float(np.abs(photo.bgr.astype(float) - bgr).mean())


@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("kind", [".jpg", ".png", ".webp"])
def test_every_orientation_is_turned_upright(kind: str, orientation: int, order: str) -> None:
    data = with_tags(kind, encoded(kind, stored_for(orientation)), tags(orientation, 26, order))
    photo = decode(data, "photo" + kind)
    assert photo.bgr.shape == (240, 320, 3)
    assert photo.size_px == (320, 240)
    assert difference(photo, scene()) < 4
    assert photo.focal_px == pytest.approx(26 / 43.27 * 400)


def test_orientation_is_the_one_that_viewers_apply(tmp_path: Path) -> None:
    for orientation in range(1, 9):
        path = tmp_path / f"{orientation}.jpg"
        path.write_bytes(with_tags(".jpg", encoded(".jpg", scene(96, 64)), tags(orientation)))
        assert difference(load(path), np.asarray(cv2.imread(str(path)), np.uint8)) == 0


@pytest.mark.parametrize("orientation", [1, 6])
def test_large_jpegs_are_reduced_while_decoding_and_keep_their_places(orientation: int) -> None:
    stored = cv2.resize(stored_for(orientation), None, fx=8.4, fy=8.4, interpolation=cv2.INTER_CUBIC)
    photo = decode(with_tags(".jpg", encoded(".jpg", stored), tags(orientation)), "big.jpg", 800_000)
    assert photo.size_px == (2688, 2016)
    assert photo.scale == pytest.approx(0.384, abs=0.02)
    assert photo.bgr.shape[1] == pytest.approx(2688 * photo.scale, abs=1)
    # A mark at one tenth of the way: pixel centres lie half a pixel in.
    x, y = 0.1 * 2688 * photo.scale, 0.1 * 2016 * photo.scale
    value = photo.bgr[int(y), int(x)].astype(float)
    assert value[:2] == pytest.approx((25.5, 25.5), abs=3)


def test_reducing_scales_both_sides_alike() -> None:
    small, factor = reduced(scene(999, 777), 200_000)
    y, x = np.mgrid[0 : small.shape[0], 0 : small.shape[1]]
    inner = (slice(3, -3), slice(3, -3))
    assert np.abs(small[..., 0] - 255 * ((x + 0.5) / factor - 0.5) / 999)[inner].max() < 1.5
    assert np.abs(small[..., 1] - 255 * ((y + 0.5) / factor - 0.5) / 777)[inner].max() < 1.5
    assert reduced(small, 1e9)[1] == 1.0


def test_small_pictures_are_left_as_they_are() -> None:
    photo = decode(encoded(".png"), "small.png")
    assert photo.scale == 1.0
    assert difference(photo, scene()) == 0
    assert photo.focal_px is None
    assert photo.name == "small.png"
    assert len(photo.sha256) == 64


def test_sixteen_bits_grey_and_alpha_become_plain_colours() -> None:
    deep = decode(encoded(".png", scene().astype(np.uint16) * 257), "deep.png")
    assert difference(deep, scene()) < 1
    grey = decode(encoded(".png", scene()[..., 0]), "grey.png")
    assert difference(grey, np.repeat(scene()[..., :1], 3, 2)) == 0
    see_through = np.dstack((scene(), np.full((240, 320), 40, np.uint8)))
    assert difference(decode(encoded(".png", see_through), "alpha.png"), scene()) == 0
    lossless = encoded(".webp", see_through, cv2.IMWRITE_WEBP_QUALITY, 101)
    assert decode(lossless, "alpha.webp").bgr.shape == (240, 320, 3)


def test_cmyk_is_understood() -> None:
    photo = decode(CMYK, "print.jpg")
    assert photo.bgr.shape == (80, 96, 3)
    assert photo.bgr[40, 48].astype(float) == pytest.approx((167, 135, 159), abs=12)


@pytest.mark.parametrize("ending", [".webp", ".png"])
def test_of_moving_pictures_the_first_counts(ending: str, tmp_path: Path) -> None:
    moving = cv2.Animation()
    moving.frames = [scene(), np.zeros_like(scene())]
    moving.durations = np.array([100, 100], np.int32)
    path = tmp_path / f"moving{ending}"
    cv2.imwriteanimation(str(path), moving)
    assert difference(load(path), scene()) < 6


def test_the_name_says_nothing_about_the_kind(tmp_path: Path) -> None:
    path = tmp_path / "photo.png"
    path.write_bytes(encoded(".jpg"))
    assert difference(load(path), scene()) < 4


def png_header(width: int, height: int) -> bytes:
    return encoded(".png")[:16] + struct.pack(">II", width, height) + encoded(".png")[24:]


def jpeg_header(width: int, height: int) -> bytes:
    data = bytearray(encoded(".jpg"))
    struct.pack_into(">HH", data, data.index(b"\xff\xc0") + 5, height, width)
    return bytes(data)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "not_a_photo"),
        (b"not a picture at all", "not_a_photo"),
        (b"GIF89a" + bytes(50), "not_a_photo"),
        (bytes(4) + b"ftypheic" + bytes(90), "not_a_photo"),
        (encoded(".bmp"), "not_a_photo"),
        (b"\xff\xd8\xff\xe0\x00\x10JFIF", "not_a_photo"),
        (encoded(".jpg")[:-2000], "not_a_photo"),
        (encoded(".png")[:-2000], "not_a_photo"),
        (encoded(".webp")[:-200], "damaged"),
        (encoded(".png", np.zeros((1, 1, 3), np.uint8)), "too_small"),
        (encoded(".jpg", np.zeros((10, 30_000, 3), np.uint8)), "too_small"),
        (png_header(60_000, 60_000), "too_large"),
        (png_header(2**31 - 1, 2**31 - 1), "too_large"),
        (jpeg_header(65_500, 65_500), "too_large"),
    ],
)
def test_what_is_no_photo_gets_a_message(data: bytes, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "photo.jpg"
    path.write_bytes(data)
    with pytest.raises(BadInput) as caught:
        load(path)
    assert caught.value.reason == reason
    assert caught.value.file == str(path)
    assert len(caught.value.message) > 12


def test_heic_says_what_to_do() -> None:
    with pytest.raises(BadInput, match="as JPEG"):
        decode(bytes(4) + b"ftypheic" + bytes(90), "IMG_0001.HEIC")


def test_missing_files_and_folders_get_a_message(tmp_path: Path) -> None:
    for path in (tmp_path / "none.jpg", tmp_path):
        with pytest.raises(BadInput) as caught:
            load(path)
        assert caught.value.reason == "no_file"


def test_what_follows_a_jpegs_end_does_no_harm() -> None:
    """Phones add a short film or a trailer behind the picture."""
    assert (
        difference(decode(encoded(".jpg") + b"\0\0ftypmp42" + bytes(range(256)) * 40, "motion.jpg"), scene())
        < 4
    )


def test_a_wild_orientation_or_focal_length_is_not_believed() -> None:
    data = encoded(".jpg")
    assert decode(with_tags(".jpg", data, tags(77, 3)), "odd.jpg").focal_px is None
    for cut in range(0, 60, 3):
        photo = decode(with_tags(".jpg", data, tags(6, 26)[:cut]), "cut.jpg")
        assert photo.size_px in ((320, 240), (240, 320))
