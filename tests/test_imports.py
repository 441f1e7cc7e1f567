"""Reads every import of the product: who may use whom, and what nobody may use."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("scoring", "vision", "companion")
STANDARD = sys.stdlib_module_names
MAY_USE = {
    "scoring": {"scoring"},
    "vision": {"vision", "scoring", "numpy", "cv2"},
    "companion": {"companion", "vision", "scoring", "numpy"},
}
ANDROID_ONLY = {"jnius", "android"}
NETWORK = {
    "socket",
    "http",
    "ftplib",
    "smtplib",
    "ssl",
    "urllib.request",
    "xmlrpc",
    "socketserver",
    "telnetlib",
}
RUNS_CODE = {"pickle", "marshal", "shelve", "dill", "runpy"}


@dataclass(frozen=True)
class Import:
    module: str
    line: int
    at_top: bool


@cache
def sources() -> dict[str, ast.Module]:
    """Every file of the product by its path."""
    return {
        path.relative_to(ROOT).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
    }


def imports_in(tree: ast.Module) -> Iterator[Import]:
    """All imports, also inside functions; those only for the type checker are left out."""
    waiting: list[tuple[ast.AST, bool]] = [(node, True) for node in tree.body]
    while waiting:
        node, at_top = waiting.pop()
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            continue
        if isinstance(node, ast.Import):
            yield from (Import(alias.name, node.lineno, at_top) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield Import(node.module or ".", node.lineno, at_top)
            yield from (Import(f"{node.module}.{alias.name}", node.lineno, at_top) for alias in node.names)
        inside = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        waiting += [(child, at_top and not inside) for child in ast.iter_child_nodes(node)]


def found(wrong: object) -> list[str]:
    """path:line of every import for which `wrong(path, import)` holds."""
    return [
        f"{path}:{one.line} {one.module}"
        for path, tree in sources().items()
        for one in imports_in(tree)
        if wrong(path, one)  # type: ignore[operator]
    ]


def test_there_is_something_to_read() -> None:
    assert len(sources()) > 100
    assert any(one.module == "cv2" for one in imports_in(sources()["vision/photo.py"]))


@pytest.mark.parametrize("package", PACKAGES)
def test_imports_follow_the_directions_of_the_packages(package: str) -> None:
    def wrong(path: str, one: Import) -> bool:
        top = one.module.split(".")[0]
        allowed = MAY_USE[package] | STANDARD
        if path.startswith("companion/ui/"):
            allowed = allowed | {"kivy"}
        if path.startswith("companion/platform/"):
            allowed = allowed | ANDROID_ONLY
        return path.startswith(f"{package}/") and top not in allowed

    assert found(wrong) == []


def test_no_module_is_imported_relative_to_another() -> None:
    relative = [
        path
        for path, tree in sources().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.level
    ]
    assert relative == []


def test_outside_the_app_its_screens_are_loaded_only_when_needed() -> None:
    """Importing companion.ui opens Kivy, which takes longer than most commands."""

    def wrong(path: str, one: Import) -> bool:
        return one.at_top and one.module.startswith("companion.ui") and not path.startswith("companion/ui/")

    assert found(wrong) == []


def test_nothing_talks_to_the_network() -> None:
    assert found(lambda _path, one: one.module in NETWORK or one.module.split(".")[0] in NETWORK) == []


def test_no_file_can_run_code() -> None:
    assert found(lambda _path, one: one.module.split(".")[0] in RUNS_CODE) == []
    calls = [
        f"{path}:{node.lineno} {ast.unparse(node.func)}"
        for path, tree in sources().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and (
            (isinstance(node.func, ast.Name) and node.func.id in ("eval", "exec", "compile", "__import__"))
            or any(
                word.arg == "allow_pickle"
                and not (isinstance(word.value, ast.Constant) and not word.value.value)
                for word in node.keywords
            )
        )
    ]
    assert calls == []


def test_nobody_asserts_since_the_phone_compiles_asserts_away() -> None:
    asserts = [
        f"{path}:{node.lineno}"
        for path, tree in sources().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Assert)
    ]
    assert asserts == []


def test_nobody_draws_from_the_global_random_generator() -> None:
    draws = [
        f"{path}:{node.lineno} {ast.unparse(node)}"
        for path, tree in sources().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and ast.unparse(node.value) in ("random", "np.random", "numpy.random")
        and node.attr not in ("Random", "SystemRandom", "default_rng", "Generator")
    ]
    assert draws == []


def test_modules_stay_short_enough_to_read() -> None:
    long = {path: tree.body[-1].end_lineno for path, tree in sources().items() if tree.body}
    assert {path: lines for path, lines in long.items() if lines and lines > 600} == {}
