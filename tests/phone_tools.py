"""The builders of Android packages, in a virtual environment of their own outside of the repository.

    python tests/phone_tools.py      makes it if it is not there yet, and prints its folder

Buildozer and python-for-android come from PyPI (some 15 MB); the checks do not need Android's SDK and NDK.
MARBLE_APK_TOOLS names another folder for it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

PACKAGES = ("buildozer==1.6.0", "python-for-android==2026.5.9", "pyjnius==1.7.0", "setuptools<81")


def folder() -> Path:
    """Where the environment is or would be; another one for each version of Python and of the builders."""
    if os.environ.get("MARBLE_APK_TOOLS"):
        return Path(os.environ["MARBLE_APK_TOOLS"])
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    versions = "-".join(package.rpartition("==")[2] for package in PACKAGES[:2])
    return cache / "marble-companion" / f"apk-tools-{sys.version_info[0]}.{sys.version_info[1]}-{versions}"


def python() -> Path | None:
    """The environment's Python, None if it was not made yet."""
    path = folder() / "bin" / "python"
    return path if (folder() / "ready").is_file() and path.exists() else None


def make() -> Path:
    """Make the environment if it is not there. Raises `SystemExit` with what went wrong."""
    place = folder()
    if python() is None:
        venv.create(place, with_pip=True, clear=True)
        command = [str(place / "bin" / "python"), "-m", "pip", "install", "--quiet", *PACKAGES]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"pip could not install {', '.join(PACKAGES)}:\n{done.stderr}")
        (place / "ready").touch()
    return place


if __name__ == "__main__":
    print(make())
