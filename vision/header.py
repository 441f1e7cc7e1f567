"""What a picture file says of itself before it is decoded: kind, size, orientation, focal length."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass

ORIENTATION = 0x0112
EXIF_OFFSET = 0x8769
FOCAL_35MM = 0xA405

# JPEG markers that start a frame and so hold its size; C4, C8 and CC are something else.
FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
SCAN, END = 0xDA, 0xD9
# What ends a JPEG's packed pixels: neither a stuffed FF nor a restart mark.
MARKER = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]")


@dataclass(frozen=True, slots=True)
class Header:
    """kind: jpeg, png or webp; the size is as stored, before EXIF's orientation (1 to 8) is applied.

    passes: in how many layers the pixels come, one over the other (progressive JPEG); channels: as stored.
    """

    kind: str
    width: int
    height: int
    orientation: int = 1
    focal_35mm: float | None = None
    passes: int = 1
    channels: int = 3


def read_header(data: bytes) -> Header:
    """Raises ValueError, with a reason for people, if this is no JPEG, PNG or WebP picture."""
    passes, channels = 1, 3
    try:
        if data[:3] == b"\xff\xd8\xff":
            kind = "jpeg"
            (width, height), exif, passes, channels = _jpeg(data)
        elif data[:8] == b"\x89PNG\r\n\x1a\n":
            kind, (width, height), exif = "png", *_png(data)
        elif data[:4] == b"RIFF" and data[8:12] == b"WEBP":
            kind, (width, height), exif = "webp", *_webp(data)
        else:
            raise ValueError(_guess(data))
    except (struct.error, IndexError) as error:
        raise ValueError("the file is cut short or damaged") from error
    if width < 1 or height < 1:
        raise ValueError("the file is cut short or damaged: it holds no picture")
    orientation, focal = _exif(exif)
    return Header(kind, width, height, orientation, focal, passes, channels)


def _guess(data: bytes) -> str:
    if not data:
        return "the file is empty"
    if data[4:8] == b"ftyp":
        return "HEIC, AVIF and video files are not understood; save or share it as JPEG"
    if data[:4] in (b"GIF8", b"II*\0", b"MM\0*") or data[:2] == b"BM":
        return "only JPEG, PNG and WebP pictures are understood; save it as one of these"
    return "this is not a JPEG, PNG or WebP picture"


def _jpeg(data: bytes) -> tuple[tuple[int, int], bytes, int, int]:
    exif = b""
    at = 2
    while at + 4 <= len(data):
        if data[at] != 0xFF:
            at += 1
            continue
        marker = data[at + 1]
        if marker == 0xFF or marker == 0 or marker == 1 or 0xD0 <= marker <= 0xD9:
            at += 1 if marker == 0xFF else 2
            continue
        length = struct.unpack_from(">H", data, at + 2)[0]
        if marker in FRAMES:
            height, width, channels = struct.unpack_from(">HHB", data, at + 5)
            return (width, height), exif, _scans(data, at + 2 + length), channels
        if marker == 0xE1 and data[at + 4 : at + 10] == b"Exif\0\0" and not exif:
            exif = data[at + 10 : at + 2 + length]
        at += 2 + length
    raise ValueError("the file is cut short or damaged: it holds no picture")


def _scans(data: bytes, at: int) -> int:
    """How many scans follow in a JPEG. Raises ValueError if it ends before its end."""
    count = 0
    while (found := MARKER.search(data, at)) is None or data[found.start() + 1] != END:
        if found is None:
            raise ValueError("the file is cut short or damaged; copy or download it again")
        at = found.end()
        count += data[at - 1] == SCAN
        at += int.from_bytes(data[at : at + 2], "big")
    return count


def _png(data: bytes) -> tuple[tuple[int, int], bytes]:
    """All chunks must be whole: the decoder makes room for what a chunk says before it looks for it."""
    width, height = struct.unpack_from(">II", data, 16)
    exif, at = b"", 8
    while True:
        length, name = struct.unpack_from(">I4s", data, at)
        end = at + 8 + length
        if end > len(data):
            raise ValueError("the file is cut short or damaged")
        if name == b"IEND":
            return (width, height), exif
        if name == b"eXIf":
            exif = exif or data[at + 8 : end]
        at = end + 4


def _webp(data: bytes) -> tuple[tuple[int, int], bytes]:
    size, exif = None, b""
    for name, body in _chunks(data, 12):
        if name == b"VP8X":
            size = tuple(1 + int.from_bytes(body[i : i + 3], "little") for i in (4, 7))
        elif name == b"VP8L" and size is None:
            bits = struct.unpack_from("<I", body, 1)[0]
            size = (1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF))
        elif name == b"VP8 " and size is None:
            size = tuple(v & 0x3FFF for v in struct.unpack_from("<HH", body, 6))
        elif name == b"EXIF":
            exif = body.removeprefix(b"Exif\0\0")
    if size is None:
        raise ValueError("the file is cut short or damaged: it holds no picture")
    return (size[0], size[1]), exif


def _chunks(data: bytes, at: int) -> Iterator[tuple[bytes, bytes]]:
    """Chunks of a RIFF file: little-endian, padded to even."""
    while at + 8 <= len(data):
        name, length = struct.unpack_from("<4sI", data, at)
        yield name, data[at + 8 : at + 8 + length]
        at += 8 + length + length % 2


def _exif(exif: bytes) -> tuple[int, float | None]:
    """Orientation and focal length for 35 mm film; what is missing or damaged counts as not said."""
    order = {b"II": "<", b"MM": ">"}.get(exif[:2])
    if order is None:
        return 1, None
    try:
        first = _tags(exif, struct.unpack_from(order + "I", exif, 4)[0], order)
        inner = _tags(exif, first[EXIF_OFFSET], order) if EXIF_OFFSET in first else {}
    except struct.error:
        return 1, None
    orientation = first.get(ORIENTATION, 1)
    focal = inner.get(FOCAL_35MM, 0)
    return orientation if 1 <= orientation <= 8 else 1, float(focal) if 8 <= focal <= 400 else None


def _tags(exif: bytes, at: int, order: str) -> dict[int, int]:
    """The short and long numbers of one directory."""
    found = {}
    for i in range(min(struct.unpack_from(order + "H", exif, at)[0], 500)):
        tag, kind, _count = struct.unpack_from(order + "HHI", exif, at + 2 + 12 * i)
        if kind in (3, 4):
            found[tag] = struct.unpack_from(order + ("H" if kind == 3 else "I"), exif, at + 10 + 12 * i)[0]
    return found
