"""Photo files that nobody planned for, each made from a seed: damaged, lying, odd and hostile ones.

`hostile(seed)` gives kind, file name and bytes; `KINDS` lists the kinds.
"""

from __future__ import annotations

import random
import struct
import zlib
from collections.abc import Callable
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.demo import demo_file

Made = tuple[str, bytes]


@cache
def board() -> NDArray[np.uint8]:
    """The bundled photo, small, so that damage to it is read quickly."""
    picture = cv2.imread(str(demo_file("board.jpg")))
    return np.asarray(cv2.resize(picture, (480, 360), interpolation=cv2.INTER_AREA), np.uint8)


def encode(ending: str, picture: NDArray[np.generic] | None = None, *options: int) -> bytes:
    done, data = cv2.imencode(ending, board() if picture is None else picture, options)
    assert done
    return bytes(data)


@cache
def good(ending: str) -> bytes:
    return encode(ending, None, cv2.IMWRITE_WEBP_QUALITY, 90) if ending == ".webp" else encode(ending)


def pick(draw: random.Random) -> tuple[str, bytes]:
    ending = draw.choice((".jpg", ".jpg", ".png", ".webp"))
    return ending, good(ending)


# Damaged


def truncated(draw: random.Random) -> Made:
    ending, data = pick(draw)
    end = draw.choice((draw.randrange(len(data)), draw.randrange(400), len(data) - draw.randrange(1, 50)))
    return f"cut{ending}", data[:end]


def bit_flipped(draw: random.Random) -> Made:
    ending, data = pick(draw)
    changed = bytearray(data)
    reach = draw.choice((40, 700, len(data), len(data)))
    for _ in range(draw.choice((1, 3, 10, 100))):
        changed[draw.randrange(min(reach, len(data)))] ^= 1 << draw.randrange(8)
    return f"flipped{ending}", bytes(changed)


def shuffled(draw: random.Random) -> Made:
    """Pieces of the file lost, doubled or overwritten."""
    ending, data = pick(draw)
    a, b = sorted(draw.randrange(len(data)) for _ in range(2))
    b = min(b, a + 4000)
    return f"pieces{ending}", draw.choice(
        (
            data[:a] + data[b:],
            data[:b] + data[a:],
            data[:a] + bytes(b - a) + data[b:],
            data[:a] + b"\xff" * (b - a) + data[b:],
            data[:a] + draw.randbytes(b - a) + data[b:],
        )
    )


def wrong_extension(draw: random.Random) -> Made:
    texts = (
        b"",
        b"\n",
        b"not a photo at all",
        b'{"format": "marble-state/1"}',
        b"<!doctype html><html><body>404</body></html>",
        b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n",
        b"PK\x03\x04" + bytes(200),
        b"GIF89a" + bytes(100),
        b"BM" + struct.pack("<IHHI", 1000, 0, 0, 54) + bytes(100),
        b"II*\0" + bytes(200),
        b"\0\0\0\x20ftypheic" + bytes(100),
        b"\0\0\0\x20ftypavif" + bytes(100),
        b"RIFF\x24\0\0\0WAVEfmt " + bytes(100),
        b"\x89PNG\r\n\x1a\n",
        b"\xff\xd8\xff",
        b"\xff\xd8\xff\xd9",
        b"\xff\xd8" + b"\xff" * 5000,
        bytes(3000),
        draw.randbytes(3000),
    )
    if draw.random() < 0.3:
        source, target = draw.sample((".jpg", ".png", ".webp"), 2)
        return f"other{target}", good(source)
    return f"other{draw.choice(('.jpg', '.png', '.webp', '.jpeg', '.JPG', ''))}", draw.choice(texts)


# Odd, but whole


def odd_size(draw: random.Random) -> Made:
    sizes = (
        (1, 1),
        (1, 500),
        (500, 1),
        (63, 63),
        (64, 64),
        (65, 2000),
        (10, 30_000),
        (30_000, 10),
        (100, 12_000),
    )
    height, width = draw.choice(sizes)
    ending = draw.choice((".jpg", ".png", ".webp") if max(height, width) <= 16_383 else (".jpg", ".png"))
    picture = np.full((height, width, 3), draw.randrange(256), np.uint8)
    if draw.random() < 0.5:
        picture = cv2.resize(board(), (width, height))  # type: ignore[assignment]
    return f"size{ending}", encode(ending, picture)


def cmyk(draw: random.Random) -> Made:
    """A flat JPEG of four components, as printers use them; with Adobe's marker or without."""
    adobe = draw.choice((None, 0, 2))
    return "cmyk.jpg", flat_jpeg(draw.choice((80, 400)), draw.choice((80, 300)), components=4, adobe=adobe)


def deep(draw: random.Random) -> Made:
    """16 bits a channel, with and without alpha, and grey."""
    picture = board().astype(np.uint16) * 257
    form = draw.choice(("colour", "grey", "alpha"))
    if form == "grey":
        return "deep.png", encode(".png", picture[:, :, 1])
    if form == "alpha":
        return "deep.png", encode(".png", np.dstack([picture, np.full(picture.shape[:2], 30_000, np.uint16)]))
    return "deep.png", encode(".png", picture)


def alpha(draw: random.Random) -> Made:
    veil = np.full(board().shape[:2], draw.choice((0, 1, 128, 255)), np.uint8)
    ending = draw.choice((".png", ".webp"))
    return f"alpha{ending}", encode(ending, np.dstack([board(), veil]))


def few_colours(draw: random.Random) -> Made:
    """Grey, black and white, and palette PNGs; grey and progressive JPEGs; lossless WebP."""
    grey = cv2.cvtColor(board(), cv2.COLOR_BGR2GRAY)
    form = draw.randrange(5)
    if form == 0:
        return "grey.jpg", encode(".jpg", grey)
    if form == 1:
        return "bits.png", encode(".png", (grey > 100).astype(np.uint8) * 255, cv2.IMWRITE_PNG_BILEVEL, 1)
    if form == 2:
        return "progressive.jpg", encode(".jpg", None, cv2.IMWRITE_JPEG_PROGRESSIVE, 1)
    if form == 3:
        return "lossless.webp", encode(".webp")
    height, width = grey.shape
    colours = b"".join(bytes((n, 255 - n, n // 2)) for n in range(draw.choice((2, 16, 256))))
    rows = b"".join(b"\0" + bytes(row) for row in grey)
    parts = (chunk(b"PLTE", colours), chunk(b"IDAT", zlib.compress(rows)))
    return "palette.png", png_file(width, height, 8, 3, *parts)


def animated(draw: random.Random) -> Made:
    """PNG and WebP with several frames, honest or not about how many."""
    frames = draw.choice((0, 1, 2, 50, 2**31 - 1, 2**32 - 1))
    if draw.random() < 0.5:
        data = good(".png")
        body = data[33:-12]
        height, width = board().shape[:2]
        control = chunk(b"acTL", struct.pack(">II", frames, 0))
        size = draw.choice(((width, height), (1, 1), (2**31 - 1, 2**31 - 1)))
        show = chunk(b"fcTL", struct.pack(">IIIIIHHBB", 0, *size, 0, 0, 1, 10, 0, 0))
        again = chunk(b"fcTL", struct.pack(">IIIIIHHBB", 1, *size, 0, 0, 1, 10, 0, 0))
        more = chunk(b"fdAT", struct.pack(">I", 2) + zlib.compress(bytes(1000)))
        return "moving.png", data[:33] + control + show + body + again + more + data[-12:]
    still = good(".webp")[12:]
    height, width = board().shape[:2]
    canvas = draw.choice(((width, height), (width * 2, height * 2), (1, 1), (16_384, 16_384)))
    head = riff(b"VP8X", b"\x02\0\0\0" + little(canvas[0] - 1) + little(canvas[1] - 1))
    frame = riff(
        b"ANMF", little(0) * 2 + little(width - 1) + little(height - 1) + little(100) + b"\0" + still
    )
    body = b"WEBP" + head + riff(b"ANIM", bytes(6)) + frame * min(frames, 3)
    return "moving.webp", b"RIFF" + struct.pack("<I", len(body)) + body


# Bombs


def bomb(draw: random.Random) -> Made:
    """Small files that would unpack to a lot, or take long."""
    form = draw.randrange(8)
    if form == 0:  # a header that promises far too much
        size = draw.choice(
            ((100_000, 100_000), (2**31 - 1, 2**31 - 1), (2**32 - 1, 1), (70_000, 70_000), (0, 0))
        )
        return "bomb.png", png_file(*size, 8, 2, chunk(b"IDAT", zlib.compress(bytes(1000))))
    if form == 1:  # as large as we allow, all black
        return "bomb.png", png_file(8900, 8900, 8, 2, chunk(b"IDAT", zeros((8900 * 3 + 1) * 8900)))
    if form == 2:  # the same in 16 bits
        return "bomb.png", png_file(6000, 6000, 16, 6, chunk(b"IDAT", zeros((6000 * 8 + 1) * 6000)))
    if form == 3:  # a text and a colour profile that unpack to 50 MB
        packed = zeros(50_000_000)
        data = good(".png")
        extra = chunk(b"zTXt", b"x\0\0" + packed) + chunk(b"iCCP", b"x\0\0" + packed)
        return "bomb.png", data[:33] + extra + data[33:]
    if form == 4:  # a flat JPEG of more pixels than allowed, or just as many
        width, height = draw.choice(((65_000, 65_000), (8800, 8800), (20_000, 4000)))
        return "bomb.jpg", flat_jpeg(width, height, most_bytes=2_000_000)
    if form == 5:  # passes over the whole picture, again and again
        width, height, scans = draw.choice(((8000, 6000, 60), (8000, 6000, 2000), (2000, 2000, 5000)))
        return "bomb.jpg", flat_progressive(width, height, scans)
    if form == 6:  # WebP that says it is as large as WebP can be
        data = bytearray(good(".webp"))
        at = data.index(b"VP8 ") + 14
        data[at : at + 4] = struct.pack("<HH", 16_383, draw.choice((16_383, 4000)))
        return "bomb.webp", bytes(data)
    return "bomb.jpg", good(".jpg") + bytes(20_000_000)


@cache
def zeros(count: int) -> bytes:
    """So many zeros, packed."""
    return zlib.compress(bytes(count), 9)


# EXIF lies


def exif_lie(draw: random.Random) -> Made:
    """EXIF data that is wrong, impossible, cut short or runs in circles."""
    order = draw.choice("<>")
    entries = [
        (0x0112, 3, 1, draw.choice((0, 1, 3, 6, 8, 9, 65535))),
        (0x8769, 4, draw.choice((1, 2**32 - 1)), draw.choice((8, 38, 62, 5000, 2**32 - 1))),
        (0xA405, 3, 1, draw.choice((0, 1, 26, 400, 65535))),
        (0xA002, 4, 1, draw.choice((1, 50_000))),
        (draw.randrange(65536), draw.randrange(65536), draw.randrange(2**32), draw.randrange(2**32)),
    ]
    draw.shuffle(entries)
    count = draw.choice((len(entries), 0, 65535))
    tiff = (b"II*\0" if order == "<" else b"MM\0*") + struct.pack(order + "I", draw.choice((8, 8, 0, 2**31)))
    tiff += struct.pack(order + "H", count)
    for tag, kind, number, value in entries:
        short = kind == 3 and value < 65536
        tail = struct.pack(order + "Hxx", value) if short else struct.pack(order + "I", value)
        tiff += struct.pack(order + "HHI", tag, kind, number) + tail
    tiff += struct.pack(order + "I", draw.choice((0, 8, 2**32 - 1)))
    if draw.random() < 0.3:
        tiff = tiff[: draw.randrange(len(tiff))]
    ending = draw.choice((".jpg", ".png", ".webp"))
    return f"exif{ending}", with_exif(ending, tiff, draw)


def with_exif(ending: str, tiff: bytes, draw: random.Random) -> bytes:
    data = good(ending)
    if ending == ".jpg":
        length = draw.choice((len(tiff) + 8, len(tiff) + 8, 2, 65535))
        return data[:2] + b"\xff\xe1" + struct.pack(">H", length) + b"Exif\0\0" + tiff + data[2:]
    if ending == ".png":
        return data[:33] + chunk(b"eXIf", tiff) + data[33:]
    body = data[12:] + riff(b"EXIF", tiff)
    return b"RIFF" + struct.pack("<I", len(body) + 4) + b"WEBP" + body


KINDS: dict[str, Callable[[random.Random], Made]] = {
    "truncated": truncated,
    "bit flipped": bit_flipped,
    "shuffled": shuffled,
    "wrong extension": wrong_extension,
    "odd size": odd_size,
    "cmyk": cmyk,
    "16 bit": deep,
    "alpha": alpha,
    "few colours": few_colours,
    "animated": animated,
    "bomb": bomb,
    "exif lie": exif_lie,
}


def hostile(seed: int) -> tuple[str, str, bytes]:
    """Kind, file name and bytes of the photo with this number."""
    kind = list(KINDS)[seed % len(KINDS)]
    name, data = KINDS[kind](random.Random(seed))
    return kind, f"{seed:05}-{name}", data


# Pieces of file formats


def chunk(name: bytes, body: bytes) -> bytes:
    """A chunk of a PNG file."""
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def png_file(width: int, height: int, depth: int, colour: int, *chunks: bytes) -> bytes:
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + b"".join(chunks) + chunk(b"IEND", b"")


def riff(name: bytes, body: bytes) -> bytes:
    return name + struct.pack("<I", len(body)) + body + b"\0" * (len(body) % 2)


def little(number: int) -> bytes:
    return number.to_bytes(3, "little")


def _segment(marker: int, body: bytes) -> bytes:
    return bytes((0xFF, marker)) + struct.pack(">H", len(body) + 2) + body


# One symbol in each table: DC category 0 as the bits 0, AC end of block as the bits 0.
_TABLES = _segment(0xC4, b"\x00" + b"\x01" + bytes(15) + b"\x00") + _segment(
    0xC4, b"\x10" + b"\x01" + bytes(15) + b"\x00"
)
_QUANTA = _segment(0xDB, b"\x00" + b"\x01" * 64)


def flat_jpeg(
    width: int, height: int, components: int = 3, adobe: int | None = None, most_bytes: int | None = None
) -> bytes:
    """A baseline JPEG of one flat grey; the data may end early, which decoders fill up."""
    head = b"\xff\xd8"
    if adobe is not None:
        head += _segment(0xEE, b"Adobe" + struct.pack(">HHHB", 100, 0, 0, adobe))
    parts = b"".join(bytes((n + 1, 0x11, 0)) for n in range(components))
    frame = _segment(0xC0, struct.pack(">BHHB", 8, height, width, components) + parts)
    scan = _segment(
        0xDA, bytes([components]) + b"".join(bytes((n + 1, 0)) for n in range(components)) + b"\0\x3f\0"
    )
    bits = -(-width // 8) * -(-height // 8) * components * 2
    length = bits // 8 + 1
    data = bytes(length if most_bytes is None else min(length, most_bytes))
    return head + _QUANTA + frame + _TABLES + scan + data + b"\xff\xd9"


def flat_progressive(width: int, height: int, scans: int) -> bytes:
    """A progressive JPEG: one pass for all components, then very short further passes over one of them."""
    parts = b"".join(bytes((n + 1, 0x11, 0)) for n in range(3))
    frame = _segment(0xC2, struct.pack(">BHHB", 8, height, width, 3) + parts)
    first = _segment(0xDA, b"\x03" + b"\x01\0\x02\0\x03\0" + b"\0\0\0")
    data = bytes(-(-width // 8) * -(-height // 8) * 3 // 8 + 1)
    # End-of-band runs of 2**14 blocks and more: a few bytes stand for the whole picture.
    table = _segment(0xC4, b"\x10" + b"\x01" + bytes(15) + b"\xe0")
    again = _segment(0xDA, b"\x01\x01\0" + b"\x01\x3f\0") + bytes(130)
    return b"\xff\xd8" + _QUANTA + frame + _TABLES + first + data + table + again * scans + b"\xff\xd9"
