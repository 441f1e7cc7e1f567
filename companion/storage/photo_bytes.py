"""Photos as bytes: which format they are, and what a camera wrote into them besides the picture.

A stored photo keeps only what reading the board needs: which way is up, and the focal length. Place, time,
device, owner, thumbnails, comments and whatever follows the picture (a motion photo's video) never enter
the store, so they cannot leave it. What is given away (`split_camera`) has no EXIF data at all.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from companion.storage.errors import PhotoRefused

MAX_BYTES = 64 * 1024 * 1024
ENDINGS = ("jpg", "png", "webp")
MAX_PARTS = 100_000  # far above any honest file; a hostile one with millions of tiny parts would take minutes

_EXIF = b"Exif\0\0"
_ORIENTATION, _EXIF_IFD, _FOCAL_35MM = 0x0112, 0x8769, 0xA405
_SHORT, _LONG = 3, 4
_ONE_SHORT, _ONE_LONG = ">HHIHxx", ">HHII"
# Inside a scan 0xFF is followed by 0 (a data byte), by D0..D7 (a restart mark) or by more 0xFF (filling).
_NEXT_MARKER = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")
_PNG_KEPT = (b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"iCCP", b"sBIT")
_WEBP_KEPT = (b"VP8 ", b"VP8L", b"VP8X", b"ALPH", b"ICCP", b"ANIM", b"ANMF")
_WEBP_EXIF, _WEBP_XMP = 0x08, 0x04  # flags in VP8X that announce these chunks


@dataclass(frozen=True, slots=True)
class Camera:
    """EXIF's orientation (1 to 8) and its focal length as for 35 mm film, 0 if unknown."""

    orientation: int = 1
    focal_35mm: int = 0


def ending_of(data: bytes) -> str:
    """The file name's ending that fits the bytes. Raises PhotoRefused for what is no photo."""
    if data[:3] == b"\xff\xd8\xff":
        return "jpg"
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        return "png"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "webp"
    raise PhotoRefused("is no JPEG, PNG or WebP picture", reason="not_a_photo")


def clean_photo(data: bytes) -> bytes:
    """The same picture without anything that tells about its owner; cleaning twice changes nothing.

    Raises PhotoRefused when the bytes are no photo, broken or too many.
    """
    if len(data) > MAX_BYTES:
        raise PhotoRefused(f"is larger than {MAX_BYTES // 1024 // 1024} MB", reason="too_large")
    picture, camera = split_camera(data)
    return join_camera(picture, camera)


def split_camera(data: bytes) -> tuple[bytes, Camera]:
    """The picture without any EXIF data, and what reading needs of it. Raises PhotoRefused."""
    split = {"jpg": _split_jpeg, "png": _split_png, "webp": _split_webp}[ending_of(data)]
    try:
        picture, exif = split(data)
    except (IndexError, struct.error, ValueError):
        raise PhotoRefused("is damaged: its parts do not fit together", reason="damaged_photo") from None
    return picture, _read_tiff(exif.removeprefix(_EXIF))


def join_camera(picture: bytes, camera: Camera) -> bytes:
    """The picture with the camera's data put back: the inverse of `split_camera` for a cleaned photo."""
    if camera == Camera():
        return picture
    tiff = _tiff(camera)
    kind = ending_of(picture)
    if kind == "jpg":
        return (
            picture[:2] + b"\xff\xe1" + struct.pack(">H", len(_EXIF + tiff) + 2) + _EXIF + tiff + picture[2:]
        )
    if kind == "png":
        header_end = 8 + 12 + 13  # the signature and IHDR, whose length is fixed
        chunk = b"eXIf" + tiff
        exif = struct.pack(">I", len(tiff)) + chunk + struct.pack(">I", zlib.crc32(chunk))
        return picture[:header_end] + exif + picture[header_end:]
    chunks = list(_webp_chunks(picture))
    if chunks[0][0] != b"VP8X":  # the simple form of WebP has no room for EXIF data
        return picture
    flags = chunks[0][1]
    chunks[0] = (b"VP8X", bytes([flags[0] | _WEBP_EXIF]) + flags[1:])
    return _webp([*chunks, (b"EXIF", tiff)])


def _split_jpeg(data: bytes) -> tuple[bytes, bytes]:
    exif = b""
    parts = [b"\xff\xd8"]
    position = 2
    for _ in range(MAX_PARTS):
        if data[position] != 0xFF:
            raise ValueError
        while data[position + 1] == 0xFF:
            position += 1
        marker = data[position + 1]
        end = position + 2 + int(struct.unpack_from(">H", data, position + 2)[0])
        if marker == 0xD9 or end > len(data) or end < position + 4:
            raise ValueError
        segment = data[position:end]
        if marker == 0xE1 and segment[4:10] == _EXIF and not exif:
            exif = segment[4:]
        if _is_kept(marker, segment):
            parts.append(segment)
        position = end
        if marker == 0xDA:
            return b"".join((*parts, data[position : _end_of_jpeg(data, position)])), exif
    raise ValueError


def _end_of_jpeg(data: bytes, position: int) -> int:
    """Where the picture ends that has scan data at this position: behind its end marker, or where it is cut
    short.

    Between the scans of a progressive picture stand tables, whose bytes may look like an end marker; they are
    stepped over. Where they make no sense the next end marker is taken, as decoders do.
    """
    for _ in range(MAX_PARTS):
        found = _NEXT_MARKER.search(data, position)
        if found is None:
            return len(data)
        position = found.end()
        marker = data[position - 1]
        if marker == 0xD9:
            return position
        if marker in (0xC4, 0xDA, 0xDB, 0xDD, 0xFE) and position + 2 <= len(data):
            position += int(struct.unpack_from(">H", data, position)[0])
    raise ValueError


def _is_kept(marker: int, segment: bytes) -> bool:
    """Comments and application data go, except for what decoders need: JFIF, colours, Adobe's transform."""
    if marker == 0xFE:
        return False
    if not 0xE0 <= marker <= 0xEF:
        return True
    return segment[4:9] == b"JFIF\0" or segment[4:16] == b"ICC_PROFILE\0" or segment[4:9] == b"Adobe"


def _split_png(data: bytes) -> tuple[bytes, bytes]:
    exif = b""
    parts = [data[:8]]
    position = 8
    for _ in range(MAX_PARTS):
        (length,) = struct.unpack_from(">I", data, position)
        kind = data[position + 4 : position + 8]
        end = position + 12 + length
        if end > len(data) or (position == 8) != (kind == b"IHDR" and length == 13):
            raise ValueError
        if kind == b"eXIf" and not exif:
            exif = data[position + 8 : end - 4]
        if kind in _PNG_KEPT:
            parts.append(data[position:end])
        if kind == b"IEND":
            return b"".join(parts), exif
        position = end
    raise ValueError


def _split_webp(data: bytes) -> tuple[bytes, bytes]:
    exif = b""
    kept: list[tuple[bytes, bytes]] = []
    for kind, body in _webp_chunks(data):
        if kind == b"EXIF" and not exif:
            exif = body
        if kind == b"VP8X":
            body = bytes([body[0] & ~(_WEBP_EXIF | _WEBP_XMP)]) + body[1:]
        if kind in _WEBP_KEPT:
            kept.append((kind, body))
    if not kept:
        raise ValueError
    return _webp(kept), exif if kept[0][0] == b"VP8X" else b""


def _webp_chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    position = 12
    limit = min(len(data), 8 + int(struct.unpack_from("<I", data, 4)[0]))
    for _ in range(MAX_PARTS):
        if position + 8 > limit:
            return
        (length,) = struct.unpack_from("<I", data, position + 4)
        if position + 8 + length > limit:
            raise ValueError
        yield data[position : position + 4], data[position + 8 : position + 8 + length]
        position += 8 + length + length % 2
    raise ValueError


def _webp(chunks: list[tuple[bytes, bytes]]) -> bytes:
    body = b"WEBP" + b"".join(
        kind + struct.pack("<I", len(content)) + content + bytes(len(content) % 2) for kind, content in chunks
    )
    return b"RIFF" + struct.pack("<I", len(body)) + body


def _tiff(camera: Camera) -> bytes:
    """A TIFF block with nothing but these two values."""
    first = 8
    inner = first + 2 + 2 * 12 + 4
    return b"".join(
        (
            b"MM\0*" + struct.pack(">I", first),
            struct.pack(">H", 2),
            struct.pack(_ONE_SHORT, _ORIENTATION, _SHORT, 1, camera.orientation),
            struct.pack(_ONE_LONG, _EXIF_IFD, _LONG, 1, inner),
            bytes(4),
            struct.pack(">H", 1),
            struct.pack(_ONE_SHORT, _FOCAL_35MM, _SHORT, 1, camera.focal_35mm),
            bytes(4),
        )
    )


def _read_tiff(tiff: bytes) -> Camera:
    """The camera's data in an EXIF block; what cannot be read is as if it were not there."""
    order = {b"II": "<", b"MM": ">"}.get(tiff[:2])
    if order is None:
        return Camera()
    try:
        top = _read_entries(tiff, struct.unpack_from(order + "I", tiff, 4)[0], order)
        inner = _read_entries(tiff, top[_EXIF_IFD], order) if _EXIF_IFD in top else {}
    except struct.error:
        return Camera()
    orientation, focal = top.get(_ORIENTATION, 1), inner.get(_FOCAL_35MM, 0)
    return Camera(orientation if 1 <= orientation <= 8 else 1, focal if 0 < focal < 10_000 else 0)


def _read_entries(tiff: bytes, position: int, order: str) -> dict[int, int]:
    (count,) = struct.unpack_from(order + "H", tiff, position)
    values: dict[int, int] = {}
    for number in range(min(count, 500)):
        start = position + 2 + 12 * number
        tag, kind, _ = struct.unpack_from(order + "HHI", tiff, start)
        if kind in (_SHORT, _LONG):
            values[tag] = struct.unpack_from(order + ("H" if kind == _SHORT else "I"), tiff, start + 8)[0]
    return values
