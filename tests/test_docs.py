"""The documentation: every link leads somewhere, every file it names is there, the README stays short."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
PACKAGES = (
    "",
    "docs",
    "scoring",
    "vision",
    "companion",
    "companion/ui",
    "companion/rulebook",
    "companion/storage",
)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)\s#]+)[^)]*\)", page.read_text(encoding="utf-8"))
    lost = [link for link in links if "://" not in link and not (page.parent / link).exists()]
    assert lost == []


@pytest.mark.parametrize("name", ["architecture.md", "adding-a-game.md", "file-formats.md"])
def test_modules_named_on_a_page_are_there(name: str) -> None:
    text = (ROOT / "docs" / name).read_text(encoding="utf-8")
    modules = set(re.findall(r"`([a-z_]+(?:/[a-z_]+)*\.py)`", text))
    assert [one for one in modules if not any((ROOT / where / one).exists() for where in PACKAGES)] == []


def test_the_readme_is_short_and_begins_with_what_it_does() -> None:
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    assert len(lines) < 150
    assert any("make run" in line for line in lines[:25]) and any("make test" in line for line in lines[:25])


def test_the_architecture_can_be_read_in_ten_minutes() -> None:
    words = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").split()
    assert len(words) < 2000


def test_the_version_is_the_same_everywhere() -> None:
    from companion.version import VERSION

    assert f'version = "{VERSION}"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert f"## {VERSION}\n" in (ROOT / "docs" / "changelog.md").read_text(encoding="utf-8")
