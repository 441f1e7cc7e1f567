"""Photos in other sizes, for measuring."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from scoring.errors import BadInput


def save_resized(source: Path, target: Path, size: tuple[int, int], quality: int = 92) -> None:
    """Writes a photo, resized to width and height, as JPEG. Raises BadInput if it cannot be read."""
    picture = cv2.imdecode(np.fromfile(source, np.uint8), cv2.IMREAD_COLOR)
    if picture is None:
        raise BadInput("is no photo", reason="not_a_photo", file=str(source))
    resized = cv2.resize(picture, size, interpolation=cv2.INTER_CUBIC)
    cv2.imwrite(str(target), resized, [cv2.IMWRITE_JPEG_QUALITY, quality])
