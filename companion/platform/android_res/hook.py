"""python-for-android calls this while it builds: it puts the app's file provider into the manifest.

The manifest's template has no place for elements inside `<application>`, so the app's own are put in after it
was filled out (`p4a.hook` in buildozer.spec).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

END = "</application>"


def add_provider(manifest: str, provider: str) -> str:
    """The manifest with the provider as the application's last element. Raises `ValueError`."""
    if provider in manifest:
        return manifest
    if manifest.count(END) != 1:
        raise ValueError(f"the manifest has not one {END}")
    return manifest.replace(END, f"{provider}\n{END}")


def before_apk_assemble(_toolchain: Any) -> None:
    """Called in the folder of the Android project, after the manifest was written and before Gradle runs."""
    path = Path("src") / "main" / "AndroidManifest.xml"
    provider = Path(__file__).with_name("provider.xml").read_text(encoding="utf-8").strip()
    path.write_text(add_provider(path.read_text(encoding="utf-8"), provider), encoding="utf-8")
