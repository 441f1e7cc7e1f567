"""The desktop's side of the platform interface."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.platform import Platform, PlatformError, current_platform, is_android
from companion.platform.desktop import DesktopPlatform


def test_desktop_is_chosen_here() -> None:
    assert not is_android()
    platform: Platform = current_platform()
    assert platform.name == "desktop"


def test_data_folder_is_the_command_line_s(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MARBLE_HOME", str(tmp_path / "new" / "home"))
    assert DesktopPlatform().data_folder() == tmp_path / "new" / "home"
    assert (tmp_path / "new" / "home").is_dir()


def test_folder_that_cannot_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("MARBLE_HOME", str(tmp_path / "file" / "home"))
    with pytest.raises(PlatformError, match="cannot be made"):
        DesktopPlatform().data_folder()


@pytest.mark.parametrize(
    ("variables", "expected"),
    [({"LC_ALL": "de_DE.UTF-8", "LANG": "en"}, "de_DE.UTF-8"), ({"LANG": "nl_NL"}, "nl_NL")],
)
def test_locale(variables: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert DesktopPlatform().locale() == expected


def test_shared_file_never_replaces_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    (tmp_path / "Downloads").mkdir()
    source = tmp_path / "result.png"
    source.write_bytes(b"picture")
    first = DesktopPlatform().share_file(source, "image/png", "Result")
    second = DesktopPlatform().share_file(source, "image/png", "Result")
    assert first == tmp_path / "Downloads" / "result.png"
    assert second == tmp_path / "Downloads" / "result-2.png"
    assert second.read_bytes() == b"picture"


def test_camera_and_pickers_say_what_to_do_instead(tmp_path: Path) -> None:
    errors: list[PlatformError] = []
    desktop = DesktopPlatform()
    desktop.take_photo(tmp_path / "x.jpg", pytest.fail, errors.append)
    desktop.pick_photo(pytest.fail, errors.append)
    desktop.pick_file("*/*", pytest.fail, errors.append)
    assert len(errors) == 3 and all(str(error) for error in errors)
