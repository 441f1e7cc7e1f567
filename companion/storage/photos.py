"""Photos: each stored once, under the SHA-256 of its content."""

from __future__ import annotations

import hashlib
import os
import sqlite3
import uuid
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from companion.storage.errors import unavailable
from companion.storage.photo_bytes import ENDINGS, clean_photo, ending_of
from companion.storage.saved_game import is_sha256
from companion.storage.snapshots import sync_folder

UNFINISHED = ".unfinished-"
NEW_SECONDS = 3600


@dataclass(frozen=True, slots=True)
class Leftover:
    """A photo that a clean-up would remove. `games` show it; `why`: unused, deleted_game or oldest."""

    sha256: str
    bytes: int
    games: tuple[str, ...]
    why: str


@dataclass(frozen=True, slots=True)
class CleanUp:
    """What a clean-up would do. Nothing is removed before `Store.clean_up` is called with it.

    `fits` is False when photos of games that are still being played would keep the store above its limit.
    """

    limit_bytes: int
    used_bytes: int
    leftovers: tuple[Leftover, ...]

    @property
    def frees_bytes(self) -> int:
        return sum(photo.bytes for photo in self.leftovers)

    @property
    def fits(self) -> bool:
        return self.used_bytes - self.frees_bytes <= self.limit_bytes


class PhotoFolder:
    """The photos' files. Which games show them is written in the database."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, sha256: str) -> Path | None:
        """Where the photo lies, None when it is not (or no longer) here. Raises ValueError for a wrong
        hash.
        """
        if not is_sha256(sha256):
            raise ValueError(f"{sha256!r} is no SHA-256")
        for ending in ENDINGS:
            path = self.folder / sha256[:2] / f"{sha256}.{ending}"
            if path.is_file():
                return path
        return None

    def add(self, data: bytes) -> tuple[str, str, int]:
        """Keeps a photo without its private data; gives its SHA-256, ending and size.

        Raises PhotoRefused for what is no photo and StoreUnavailable when it cannot be written.
        """
        return self.add_clean(clean_photo(data))

    def add_clean(self, data: bytes) -> tuple[str, str, int]:
        """The same for bytes that `clean_photo` has seen."""
        sha256, ending = hashlib.sha256(data).hexdigest(), ending_of(data)
        target = self.folder / sha256[:2] / f"{sha256}.{ending}"
        try:
            if not (target.is_file() and target.stat().st_size == len(data)):
                target.parent.mkdir(parents=True, exist_ok=True)
                write_safely(target, data)
        except OSError as error:
            raise unavailable(error, target) from error
        return sha256, ending, len(data)

    def remove(self, sha256: str) -> None:
        """Raises StoreUnavailable when the file resists."""
        path = self.path(sha256)
        try:
            if path is not None:
                path.unlink(missing_ok=True)
        except OSError as error:
            raise unavailable(error, self.folder) from error

    def files(self) -> dict[str, Path]:
        """Every stored file by its SHA-256, whether the database knows it or not."""
        return {
            path.stem: path
            for ending in ENDINGS
            for path in self.folder.glob(f"??/*.{ending}")
            if is_sha256(path.stem)
        }

    def remove_unfinished(self) -> None:
        """Removes what a killed process left half written."""
        for path in self.folder.glob(f"??/{UNFINISHED}*"):
            path.unlink(missing_ok=True)


def write_safely(target: Path, data: bytes) -> None:
    """Writes a file so that it is either whole or not there, even after a power cut. Raises OSError."""
    unfinished = target.parent / f"{UNFINISHED}{uuid.uuid4().hex}"
    try:
        with unfinished.open("wb") as handle:
            handle.write(data)
            handle.flush()
            os.fsync(handle.fileno())
        unfinished.replace(target)
    except OSError:
        unfinished.unlink(missing_ok=True)
        raise
    sync_folder(target.parent)


def propose(
    connection: sqlite3.Connection, files: dict[str, Path], limit_bytes: int, now: datetime
) -> CleanUp:
    """What to remove: photos that no game shows, then those of deleted games, then the oldest until all fits.

    Photos of unfinished games are never proposed, nor are new ones, whose game may be about to be saved.
    """
    sizes: dict[str, int] = {}
    new: set[str] = set()
    for sha256, path in files.items():
        facts = path.stat()
        sizes[sha256] = facts.st_size
        if facts.st_mtime > now.timestamp() - NEW_SECONDS:
            new.add(sha256)
    uses: dict[str, list[tuple[str, str, str | None, str]]] = {}
    for photo, *use in connection.execute(
        "SELECT p.photo, g.id, g.created, g.deleted, g.step "
        "FROM game_photos p JOIN games g ON g.id = p.game_id"
    ):
        uses.setdefault(photo, []).append((use[0], use[1], use[2], use[3]))
    leftovers: list[Leftover] = []
    candidates: list[tuple[str, Leftover]] = []
    for sha256, size in sorted(sizes.items()):
        shown = uses.get(sha256, [])
        games = tuple(sorted(use[0] for use in shown))
        if not shown:
            if sha256 not in new:
                leftovers.append(Leftover(sha256, size, (), "unused"))
        elif all(use[2] is not None for use in shown):
            leftovers.append(Leftover(sha256, size, games, "deleted_game"))
        elif all(use[2] is not None or use[3] == "done" for use in shown):
            candidates.append((max(use[1] for use in shown), Leftover(sha256, size, games, "oldest")))
    leftovers.sort(key=lambda photo: (photo.why != "unused", photo.sha256))
    used = sum(sizes.values())
    left = used - sum(photo.bytes for photo in leftovers)
    for _, photo in sorted(candidates, key=lambda pair: (pair[0], pair[1].sha256)):
        if left <= limit_bytes:
            break
        leftovers.append(photo)
        left -= photo.bytes
    return CleanUp(limit_bytes, used, tuple(leftovers))
