"""The Android side through the real pyjnius on a real Java machine: it reaches the overloads meant."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import phone_tools
import pytest

TESTS = Path(__file__).parent
STRING = "Ljava/lang/String;"


def run_java(folder: Path, sdk: int) -> dict[str, Any]:
    python = phone_tools.python()
    if python is None:
        pytest.skip("pyjnius and python-for-android are not installed: run 'make apk-check'")
    if shutil.which("javac") is None:
        pytest.skip("javac (a JDK) is not installed")
    command = [str(python), str(TESTS / "phone_jvm.py"), str(folder), str(sdk)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


@pytest.mark.slow
def test_on_a_new_phone(tmp_path: Path) -> None:
    found = run_java(tmp_path / "jvm", 36)
    assert f"Intent.putExtra({STRING}Landroid/os/Parcelable;)" in found["take_photo"]
    assert "Activity.startActivityForResult(Landroid/content/Intent;I)" in found["take_photo"]
    assert found["share_text"].count(f"Intent.putExtra({STRING}{STRING})") == 2
    assert "Intent.createChooser(Landroid/content/Intent;Ljava/lang/CharSequence;)" in found["share_text"]
    assert f"Intent.putExtra({STRING}Landroid/os/Parcelable;)" in found["share_file"]
    assert "Vibrator.vibrate(Landroid/os/VibrationEffect;)" in found["vibrate"]
    assert "WindowInsetsController.setSystemBarsAppearance(II)" in found["dress_bars"]
    assert any(
        call.startswith("ImageDecoder.createSource(Landroid/content/Conte") for call in found["pick_heic"]
    )
    taken, photo, converted, file = found["said"]
    assert taken.endswith("/camera/a.jpg")
    assert (Path(photo).read_bytes(), Path(file).read_bytes()) == (b"content", b"content")
    assert Path(converted).name == "photo.jpg"
    # And the fake of the faster tests is right in this: a plain text would be taken for a char[].
    assert f"Intent.putExtra({STRING}[C)" in found["plain_text"]


@pytest.mark.slow
def test_on_an_old_phone(tmp_path: Path) -> None:
    found = run_java(tmp_path / "jvm", 24)
    assert "Vibrator.vibrate(J)" in found["vibrate"]
    assert found["dress_bars"] == []
    assert "WindowInsets.getStableInsetTop()" in found["insets_calls"]
    assert f"Intent.addCategory({STRING})" in found["pick_photo"]
    assert not any("ImageDecoder" in call for call in found["pick_heic"])
    assert "JPEG" in found["said"][2]
