"""Files between the app and other apps on Android: content addresses, and copies in the cache folder."""

from __future__ import annotations

import os
import re
import shutil
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.platform import PlatformError
from companion.platform.android_java import DISPLAY_NAME, Java
from companion.translation import _

# The two folders that `android_res/res/xml/provider_paths.xml` lets other apps reach, address by address.
CAMERA_FOLDER = "camera"  # in the app's data folder
SHARE_FOLDER = "share"  # in the cache folder
PICKED_FOLDER = "picked"  # in the cache folder, for nobody else
KEPT_SECONDS = 24 * 3600

# What OpenCV reads; anything else (HEIC, AVIF) is converted by the phone.
READABLE = {"image/jpeg": ".jpg", "image/png": ".png", "image/webp": ".webp"}
IMAGE_DECODER_SDK = 28
JPEG_QUALITY = 95


class SharedFiles:
    """What is handed to other apps, and what is taken from them."""

    def __init__(self, java: Java, data_folder: Path) -> None:
        self._java = java
        self._resolver: Any = java.activity.getContentResolver()
        self._authority = f"{java.activity.getPackageName()}.fileprovider"
        self._cache = Path(java.activity.getCacheDir().getAbsolutePath())
        self.camera = data_folder / CAMERA_FOLDER

    def has_provider(self) -> bool:
        """Whether the app was packed with its file provider."""
        packages = self._java.activity.getPackageManager()
        return (
            self._java.provider is not None
            and packages.resolveContentProvider(self._authority, 0) is not None
        )

    def clean(self) -> None:
        """Remove copies that nobody can need any more."""
        oldest = time.time() - KEPT_SECONDS
        for path in self._copies():
            try:
                if path.stat().st_mtime < oldest:
                    path.unlink()
            except OSError:
                continue  # it is a cache: the system clears it too

    def _copies(self) -> Iterator[Path]:
        for name in (SHARE_FOLDER, PICKED_FOLDER):
            folder = self._cache / name
            yield from folder.rglob("*.*") if folder.is_dir() else ()

    # Out

    def address(self, path: Path) -> Any:
        """The content address of a file in one of the shared folders. Raises `PlatformError`."""
        file = self._java.find("java.io.File")(str(path))
        with self._java.errors(_("The file cannot be handed to another app.")):
            return self._java.provider.getUriForFile(self._java.activity, self._authority, file)

    def offer(self, path: Path) -> Any:
        """The content address of a copy that another app may read. Raises `PlatformError`."""
        folder = self._cache / SHARE_FOLDER / uuid.uuid4().hex
        try:
            folder.mkdir(parents=True)
            copy = Path(shutil.copyfile(path, folder / path.name))
        except OSError as error:
            raise PlatformError(_("There is no room to hand the file on.")) from error
        return self.address(copy)

    # In

    def take_photo(self, uri: Any) -> Path:
        """A copy of a chosen picture, as JPEG, PNG or WebP. Raises `PlatformError`."""
        ending = READABLE.get(self._resolver.getType(uri) or "")
        if ending is None:
            return self._convert(uri)
        target = self._new_copy("photo" + ending)
        self._copy(uri, target)
        return target

    def take_file(self, uri: Any) -> Path:
        """A copy of a chosen file under its own name. Raises `PlatformError`."""
        target = self._new_copy(safe_name(self._name(uri)))
        self._copy(uri, target)
        return target

    def _new_copy(self, name: str) -> Path:
        folder = self._cache / PICKED_FOLDER / uuid.uuid4().hex
        try:
            folder.mkdir(parents=True)
        except OSError as error:
            raise PlatformError(_("There is no room for the file.")) from error
        return folder / name

    def _copy(self, uri: Any, target: Path) -> None:
        with self._java.errors(_("The file could not be opened.")):
            descriptor = self._resolver.openFileDescriptor(uri, "r")
            number = -1 if descriptor is None else descriptor.detachFd()
        if number < 0:
            raise PlatformError(_("The file could not be opened."))
        try:
            with os.fdopen(number, "rb") as source, target.open("wb") as copy:
                shutil.copyfileobj(source, copy, 1 << 20)
        except OSError as error:
            raise PlatformError(_("The file could not be copied.")) from error

    def _convert(self, uri: Any) -> Path:
        """A picture of a kind that only the phone reads, turned upright by it and saved as JPEG."""
        unreadable = _("This kind of picture cannot be read. Choose a JPEG, PNG or WebP picture.")
        if self._java.sdk < IMAGE_DECODER_SDK:
            raise PlatformError(unreadable)
        find = self._java.find
        target = self._new_copy("photo.jpg")
        with self._java.errors(unreadable):
            decoder = find("android.graphics.ImageDecoder")
            picture = decoder.decodeBitmap(decoder.createSource(self._resolver, uri))
            # The decoder may leave it in the graphics memory, from which not every phone can save.
            plain = picture.copy(find("android.graphics.Bitmap$Config").ARGB_8888, False)
            picture.recycle()
            stream = find("java.io.FileOutputStream")(str(target))
            try:
                jpeg = find("android.graphics.Bitmap$CompressFormat").JPEG
                done = plain.compress(jpeg, JPEG_QUALITY, self._java.cast("java.io.OutputStream", stream))
            finally:
                stream.close()
                plain.recycle()
        if not done:
            raise PlatformError(unreadable)
        return target

    def _name(self, uri: Any) -> str:
        """The file's name as its app tells it."""
        name = None
        with self._java.errors(_("The file could not be opened.")):
            rows = self._resolver.query(uri, None, None, None, None)
            if rows is not None:
                try:
                    column = rows.getColumnIndex(DISPLAY_NAME)
                    if column >= 0 and rows.moveToFirst():
                        name = rows.getString(column)
                finally:
                    rows.close()
        return name or uri.getLastPathSegment() or "file"


def safe_name(name: str) -> str:
    """A name from elsewhere as a plain file name."""
    plain = re.sub(r"[^\w. -]", "_", Path(name.replace("\\", "/")).name).strip(". ")
    stem, ending = os.path.splitext(plain)  # noqa: PTH122 (only text)
    return (stem[:80] or "file") + ending[:16]
