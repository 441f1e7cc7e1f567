"""The player's own copy of City of Marble: its layout, its house rules, its colours and its profile.

Everything lies in one folder, each part in a file of its own; what is missing is as shipped.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scoring.errors import BadInput
from scoring.layout import Layout, default_layout, load_layout
from scoring.ruleset import Ruleset, default_ruleset, load_ruleset

if TYPE_CHECKING:
    from vision.profile import Profile

COMMON_OWNERS = (
    "purple",
    "orange",
    "black",
    "white",
    "red",
    "blue",
    "green",
    "yellow",
    "brown",
    "grey",
    "pink",
)


@dataclass(frozen=True, slots=True)
class MyCopy:
    """What is known about the player's own box."""

    data_folder: Path  # the app's; the copy has a folder in it

    @property
    def folder(self) -> Path:
        return self.data_folder / "my_copy"

    @property
    def layout_path(self) -> Path:
        return self.folder / "layout.json"

    @property
    def ruleset_path(self) -> Path:
        return self.folder / "ruleset.json"

    @property
    def profile_path(self) -> Path:
        return self.folder / "profile.npz"

    @property
    def backup_path(self) -> Path:
        """The profile before the last lesson."""
        return self.folder / "profile-before.npz"

    @property
    def photos_folder(self) -> Path:
        """The photos that taught the copy: a clean-up of the games' photos does not reach them."""
        return self.folder / "photos"

    @property
    def draft_path(self) -> Path:
        return self.folder / "calibration.json"

    def layout(self) -> Layout:
        """The player's layout, or the shipped one. Raises BadInput for a broken file."""
        return load_layout(self.layout_path) if self.layout_path.is_file() else default_layout()

    def ruleset(self) -> Ruleset:
        """The player's house rules, or the shipped ruleset. Raises BadInput for a broken file."""
        return load_ruleset(self.ruleset_path) if self.ruleset_path.is_file() else default_ruleset()

    def owners(self) -> tuple[str, ...]:
        """The colours of the players' pieces; all common ones as long as nobody has said which."""
        return tuple(str(owner) for owner in self.draft().get("owners", ())) or COMMON_OWNERS

    @property
    def calibrated(self) -> bool:
        """Whether the app finds this board by itself."""
        return self.profile_path.is_file()

    def profile(self) -> Profile:
        """What reads photos of this copy: its own profile, else the built-in one, which needs corners.

        Raises BadInput for a broken file.
        """
        from vision.profile import builtin_profile, load_profile

        return load_profile(self.profile_path) if self.calibrated else builtin_profile(self.layout())

    def draft(self) -> dict[str, Any]:
        """How far the calibration has come: photos, corners, the sampler's state, owners."""
        try:
            found = json.loads(self.draft_path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}

    def photo_path(self, sha256: str) -> Path | None:
        """A photo kept here, if it is."""
        path = self.photos_folder / sha256
        return path if path.is_file() else None

    def keep_photos(self, photos: Mapping[str, Path]) -> None:
        """Keep exactly these photos, by their SHA-256. Raises OSError."""
        self.photos_folder.mkdir(parents=True, exist_ok=True)
        for sha256, path in photos.items():
            if self.photo_path(sha256) is None:
                draft = self.photos_folder / f"{sha256}.new"
                shutil.copyfile(path, draft)
                draft.replace(self.photos_folder / sha256)
        for path in self.photos_folder.iterdir():
            if path.name not in photos:
                path.unlink()

    def forget_all(self) -> None:
        """Back to what is shipped, in everything."""
        self.forget(self.profile_path, self.backup_path, self.layout_path, self.ruleset_path, self.draft_path)
        shutil.rmtree(self.photos_folder, ignore_errors=True)

    def save_draft(self, draft: dict[str, Any]) -> None:
        """Raises OSError."""
        self._write(self.draft_path, draft)

    def save_layout(self, layout: Layout) -> None:
        """Raises OSError."""
        self._write(self.layout_path, layout.as_json())

    def save_ruleset(self, ruleset: Ruleset) -> None:
        """Raises OSError."""
        self._write(self.ruleset_path, ruleset.as_json())

    def forget(self, *paths: Path) -> None:
        """Back to what is shipped."""
        for path in paths:
            path.unlink(missing_ok=True)

    def _write(self, path: Path, document: dict[str, Any]) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        draft = path.with_suffix(".new")
        draft.write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")
        draft.replace(path)


def layout_or_shipped(copy: MyCopy) -> Layout:
    """The copy's layout; the shipped one if its file is broken."""
    try:
        return copy.layout()
    except BadInput:
        return default_layout()


def ruleset_or_shipped(copy: MyCopy) -> Ruleset:
    """The copy's ruleset; the shipped one if its file is broken."""
    try:
        return copy.ruleset()
    except BadInput:
        return default_ruleset()
