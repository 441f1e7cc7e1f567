"""One file about a photo that was misread, made only when a player asks for it.

A zip with the photo (without any EXIF data), the reading, the corrections and the board as it is: enough to
see what went wrong. It holds no names of players.
"""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

from companion.storage.photo_bytes import ending_of, split_camera
from companion.version import VERSION

FORMAT = "marble-misread/1"

Document = dict[str, Any]


def misread_zip(
    photos: list[bytes],
    reading: Document | None,
    corrections: list[Document],
    state: Document | None,
    layout: Document | None,
    corners_px: list[list[float]] | None = None,
) -> bytes:
    """The bytes of the zip. Raises PhotoRefused for bytes that are no photo."""
    about: Document = {"format": FORMAT, "version": VERSION, "photos": [], "corners_px": corners_px}
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, data in enumerate(photos, 1):
            picture, camera = split_camera(data)
            name = f"photo{number}.{ending_of(picture)}"
            archive.writestr(name, picture, zipfile.ZIP_STORED)
            about["photos"].append(
                {"file": name, "orientation": camera.orientation, "focal_35mm": camera.focal_35mm}
            )
        parts = {
            "about.json": about,
            "reading.json": reading,
            "corrections.json": corrections,
            "state.json": state,
            "layout.json": layout,
        }
        for name, part in parts.items():
            if part is not None:
                archive.writestr(name, json.dumps(part, ensure_ascii=False, indent=1))
    return buffer.getvalue()
