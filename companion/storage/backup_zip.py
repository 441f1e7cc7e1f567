"""The backup file: a zip with JSON and photos, documented in docs/backup-format.md.

Nothing in it is believed: names must be exactly those of the format, sizes are limits that are enforced while
reading, and nothing is ever unpacked to a path that the file itself names.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn, cast

from companion.storage.errors import BackupRefused, PhotoRefused
from companion.storage.photo_bytes import MAX_BYTES, Camera, clean_photo, ending_of, join_camera
from companion.storage.saved_game import Document
from scoring import fields
from scoring.errors import BadInput

FORMAT = "marble-backup/1"
MANIFEST, GAMES, DOCUMENTS = "backup.json", "games.jsonl", "documents.jsonl"

MAX_ENTRIES = 100_000
# What zipfile and zlib raise while a damaged part is unpacked.
DAMAGED = (zipfile.BadZipFile, OSError, EOFError, zlib.error, NotImplementedError, RuntimeError)
MAX_LINE = 4_000_000
MAX_TEXT = 512_000_000  # of all games together, unpacked; 5,000 games with their readings take about 60 MB
MAX_MANIFEST = 50_000_000
MAX_PHOTOS_TOTAL = 64_000_000_000
MAX_RATIO = 100  # JSON packs to about a fifteenth; what packs far better is a bomb
RATIO_FROM = 1_000_000

_PHOTO = re.compile(r"photos/([0-9a-f]{64})\.(jpg|png|webp)")
_FORMAT = re.compile(r"marble-backup/(\d{1,9})")
_ENCRYPTED = 0x1


@dataclass(frozen=True, slots=True)
class PhotoEntry:
    """A photo of the backup: its SHA-256 in the store, its name in the zip, and the camera's data."""

    sha256: str
    file: str
    bytes: int
    camera: Camera


@dataclass(frozen=True, slots=True)
class Manifest:
    created: str
    games: int
    documents: int
    photos: tuple[PhotoEntry, ...]
    settings: dict[str, Any]

    def as_json(self) -> Document:
        return {
            "format": FORMAT,
            "created": self.created,
            "games": self.games,
            "documents": self.documents,
            "photos": [
                {
                    "sha256": photo.sha256,
                    "file": photo.file,
                    "bytes": photo.bytes,
                    "orientation": photo.camera.orientation,
                    "focal_35mm": photo.camera.focal_35mm,
                }
                for photo in self.photos
            ],
            "settings": self.settings,
        }


class BackupZip:
    """A backup that is being read. Every method raises BackupRefused."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._zip = zipfile.ZipFile(path)
        except FileNotFoundError:
            self.refuse("there is no such file; check the name", "not_found")
        except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, EOFError) as error:
            self.refuse(f"is no complete zip file ({error}); copy it again", "not_a_backup")
        try:
            self._check_entries()
            self.manifest = self._read_manifest()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        self._zip.close()

    def refuse(self, message: str, reason: str, field: str | None = None) -> NoReturn:
        raise BackupRefused(message, reason=reason, file=str(self.path), field=field)

    def documents(self) -> Iterator[tuple[str, Document]]:
        """Layouts and rulesets with the SHA-256 that games name them by."""
        for place, line in self._lines(DOCUMENTS):
            row = self._object(line, place)
            yield fields.as_text(row.get("sha256"), place), fields.as_object(row.get("document"), place)

    def games(self) -> Iterator[tuple[str, Document]]:
        """The games' documents, one at a time, with their place in the file for messages."""
        for place, line in self._lines(GAMES):
            yield place, self._object(line, place)

    def photo(self, entry: PhotoEntry) -> bytes:
        """A photo as it is stored, with its content proven by its SHA-256."""
        data = self._read(entry.file, MAX_BYTES)
        if len(data) != entry.bytes:
            self.refuse("is not as long as the backup says", "damaged", entry.file)
        try:
            photo = join_camera(data, entry.camera)
            if clean_photo(photo) != photo or not entry.file.endswith(ending_of(photo)):
                self.refuse("is not a photo as this app writes them", "bad_photo", entry.file)
        except PhotoRefused as error:
            self.refuse(error.message, "bad_photo", entry.file)
        return photo

    def _check_entries(self) -> None:
        entries = self._zip.infolist()
        if len(entries) > MAX_ENTRIES:
            self.refuse(f"holds {len(entries)} files", "too_many")
        seen: set[str] = set()
        text = photos = 0
        for entry in entries:
            name = entry.filename
            is_photo = _PHOTO.fullmatch(name) is not None
            if not is_photo and name not in (MANIFEST, GAMES, DOCUMENTS):
                self.refuse("does not belong in a backup", "foreign_entry", name[:200])
            if name in seen:
                self.refuse("is there twice", "duplicate", name)
            seen.add(name)
            if entry.flag_bits & _ENCRYPTED:
                self.refuse("is encrypted", "encrypted", name)
            if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                self.refuse("is packed in a way that is not supported", "unsupported", name)
            if entry.file_size > RATIO_FROM and entry.file_size > MAX_RATIO * max(1, entry.compress_size):
                self.refuse("unpacks to far too much", "bomb", name)
            if is_photo and entry.file_size > MAX_BYTES:
                self.refuse("is too large", "too_large", name)
            photos += entry.file_size if is_photo else 0
            text += 0 if is_photo else entry.file_size
        if text > MAX_TEXT or photos > MAX_PHOTOS_TOTAL:
            self.refuse("unpacks to far too much", "bomb")
        for name in (MANIFEST, GAMES, DOCUMENTS):
            if name not in seen:
                self.refuse(f"is no backup of this app: {name} is missing", "not_a_backup")
        self._names = seen

    def _read_manifest(self) -> Manifest:
        data = self._object(self._read(MANIFEST, MAX_MANIFEST), MANIFEST)
        found = _FORMAT.fullmatch(str(data.get("format")))
        if found is None:
            self.refuse("is no backup of this app", "not_a_backup", "format")
        if found.group(0) != FORMAT:
            self.refuse("was made by a newer version of the app; update this one", "too_new", "format")
        try:
            photos = fields.list_of(self._photo_entry, data.get("photos"), "photos", MAX_ENTRIES)
            manifest = Manifest(
                created=fields.as_text(data.get("created"), "created"),
                games=fields.as_int(data.get("games"), "games", 0),
                documents=fields.as_int(data.get("documents"), "documents", 0),
                photos=photos,
                settings=fields.as_object(data.get("settings"), "settings"),
            )
        except BadInput as error:
            self.refuse(
                error.message, error.reason, f"{MANIFEST}: {error.field}" if error.field else MANIFEST
            )
        named = {photo.file for photo in manifest.photos}
        if named != {name for name in self._names if name.startswith("photos/")}:
            self.refuse("the photos in the file are not those that it lists", "damaged", "photos")
        return manifest

    def _photo_entry(self, value: object, field: str) -> PhotoEntry:
        row = fields.as_object(value, field)
        file = fields.as_text(row.get("file"), f"{field}.file")
        match = _PHOTO.fullmatch(file)
        if match is None or match.group(1) != row.get("sha256"):
            raise fields.wrong(f"{field}.file", "photos/<sha256>.jpg", file, "wrong_name")
        return PhotoEntry(
            sha256=match.group(1),
            file=file,
            bytes=fields.as_int(row.get("bytes"), f"{field}.bytes", 0, MAX_BYTES),
            camera=Camera(
                fields.as_int(row.get("orientation", 1), f"{field}.orientation", 1, 8),
                fields.as_int(row.get("focal_35mm", 0), f"{field}.focal_35mm", 0, 9999),
            ),
        )

    def _lines(self, name: str) -> Iterator[tuple[str, bytes]]:
        expected = self.manifest.games if name == GAMES else self.manifest.documents
        count = 0
        try:
            # A ZipExtFile reads lines in Python, slowly; a buffer in front of it does so in C.
            with (
                self._zip.open(name) as packed,
                io.BufferedReader(cast(io.RawIOBase, packed), 1 << 20) as stream,
            ):
                while line := stream.readline(MAX_LINE + 1):
                    count += 1
                    if len(line) > MAX_LINE:
                        self.refuse("is longer than any game", "too_large", f"{name}, line {count}")
                    if count > expected:
                        break
                    yield f"{name}, line {count}", line
        except DAMAGED as error:
            self.refuse(f"is damaged ({error}); copy it again", "damaged", name)
        if count != expected:
            self.refuse(f"should hold {expected} lines and does not; copy it again", "damaged", name)

    def _read(self, name: str, limit: int) -> bytes:
        try:
            with self._zip.open(name) as stream:
                data = stream.read(limit + 1)
        except DAMAGED as error:
            self.refuse(f"is damaged ({error}); copy it again", "damaged", name)
        if len(data) > limit:
            self.refuse("is too large", "too_large", name)
        return data

    def _object(self, line: bytes, place: str) -> Document:
        try:
            value = json.loads(line, parse_constant=_no_constant)
            return fields.as_object(value, place)
        except (ValueError, RecursionError, BadInput) as error:
            self.refuse(f"is not the JSON that belongs there ({error})", "not_json", place)


def _no_constant(word: str) -> NoReturn:
    raise ValueError(f"{word} is no JSON")
