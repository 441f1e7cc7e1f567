"""The source runs on Python 3.11 to 3.14: the desktop's versions and the phone's.

Only one of them is at hand where the tests run, so what changed between them is looked for in the source.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("companion", "scoring", "vision")

# Modules that Python 3.12, 3.13 or 3.14 took out of the standard library ('What's New' of each).
REMOVED_MODULES = {
    *("asynchat", "asyncore", "distutils", "imp", "smtpd"),  # 3.12
    *(
        "aifc",
        "audioop",
        "cgi",
        "cgitb",
        "chunk",
        "crypt",
        "imghdr",
        "lib2to3",
        "mailcap",
        "msilib",
        "nis",
    ),  # 3.13
    *("nntplib", "ossaudiodev", "pipes", "sndhdr", "spwd", "sunau", "telnetlib", "uu", "xdrlib"),  # 3.13
}
# Modules that the phone has not, or not in working order; `resource` is only for measuring.
NOT_ON_THE_PHONE = {"tkinter", "turtle", "curses", "readline", "bz2", "lzma", "multiprocessing", "grp", "dbm"}
# Newer than 3.11.
TOO_NEW = {"compression", "annotationlib", "pathlib.types", "string.templatelib", "concurrent.interpreters"}

# Names that one of the versions removed or warns of, with the module or class that they belong to.
REMOVED_NAMES = {
    ("ast", "Num"), ("ast", "Str"), ("ast", "Bytes"), ("ast", "NameConstant"),
    ("asyncio", "get_event_loop_policy"), ("asyncio", "iscoroutinefunction"), ("codecs", "open"),
    ("configparser", "SafeConfigParser"), ("datetime", "utcfromtimestamp"), ("datetime", "utcnow"),
    ("importlib", "find_loader"), ("locale", "format"), ("locale", "getdefaultlocale"), ("log", "warn"),
    ("logging", "warn"), ("pkgutil", "find_loader"), ("pkgutil", "get_loader"), ("resources", "contents"),
    ("shutil", "ExecError"), ("sqlite3", "version"), ("sqlite3", "version_info"), ("ssl", "match_hostname"),
    ("ssl", "wrap_socket"), ("threading", "currentThread"), ("typing", "ByteString"),
    ("unittest", "makeSuite"), ("webbrowser", "MacOSX"),
}  # fmt: skip
# Newer than 3.11.
TOO_NEW_NAMES = {
    ("calendar", "Month"), ("copy", "replace"), ("itertools", "batched"), ("math", "fma"),
    ("math", "sumprod"), ("os", "process_cpu_count"), ("queue", "ShutDown"), ("random", "binomialvariate"),
    ("sys", "monitoring"), ("typing", "override"), ("typing", "ReadOnly"), ("typing", "TypeAliasType"),
    ("typing", "TypeIs"), ("warnings", "deprecated"),
}  # fmt: skip


def sources() -> list[Path]:
    found = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
    assert len(found) > 100
    return [ROOT / "main.py", *found]


def trees() -> Iterator[tuple[str, ast.Module]]:
    for path in sources():
        yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def imports(tree: ast.AST) -> Iterator[tuple[str, int]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module, node.lineno
            yield from ((f"{node.module}.{alias.name}", node.lineno) for alias in node.names)


def test_it_compiles_without_a_warning(tmp_path: Path) -> None:
    """As `python -W error -m compileall`: an odd escape is a warning now and an error later."""
    options = ["-W", "error", "-X", f"pycache_prefix={tmp_path}", "-m", "compileall", "-q", "-f", "-o", "2"]
    done = subprocess.run(
        [sys.executable, *options, "main.py", *PACKAGES], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_no_module_is_used_that_another_version_has_not() -> None:
    wrong = REMOVED_MODULES | NOT_ON_THE_PHONE | TOO_NEW
    found = [
        f"{name}:{line}: {module}"
        for name, tree in trees()
        for module, line in imports(tree)
        if module in wrong or module.partition(".")[0] in wrong
    ]
    assert not found


def test_no_name_is_used_that_another_version_has_not() -> None:
    wrong = REMOVED_NAMES | TOO_NEW_NAMES
    found = []
    for name, tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute):
                owner = node.value
                last = owner.id if isinstance(owner, ast.Name) else getattr(owner, "attr", "")
                if (last, node.attr) in wrong:
                    found.append(f"{name}:{node.lineno}: {last}.{node.attr}")
            elif isinstance(node, ast.ImportFrom) and node.module:
                last = node.module.rpartition(".")[2]
                found += [
                    f"{name}:{node.lineno}: {last}.{alias.name}"
                    for alias in node.names
                    if (last, alias.name) in wrong
                ]
    assert not found


def test_nothing_leaves_a_finally_early() -> None:
    """Python 3.14 warns of `return`, `break` and `continue` there."""
    found = []
    for name, tree in trees():
        for node in ast.walk(tree):
            for last in node.finalbody if isinstance(node, ast.Try) else ():
                found += [f"{name}:{one.lineno}" for one in ast.walk(last) if isinstance(one, ast.Return)]
    assert not found


def test_docstrings_and_asserts_do_no_work() -> None:
    """The phone's Python is optimised (-OO): both are gone there."""
    found = []
    for name, tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Assert):
                found.append(f"{name}:{node.lineno}: assert")
            if isinstance(node, ast.Attribute) and node.attr == "__doc__":
                found.append(f"{name}:{node.lineno}: __doc__")
            if isinstance(node, ast.Name) and node.id == "__doc__":
                found.append(f"{name}:{node.lineno}: __doc__")
    assert not found


def test_opencv_s_compiled_module_is_enough() -> None:
    """python-for-android packs cv2.so alone, without the Python files of the desktop's package."""
    python_part = {"typing", "gapi", "mat_wrapper", "misc", "data", "version", "utils", "Mat"}
    found = []
    for name, tree in trees():
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Attribute)
                and isinstance(node.value, ast.Name)
                and node.value.id == "cv2"
            ):
                found += [f"{name}:{node.lineno}: cv2.{node.attr}"] if node.attr in python_part else []
        found += [f"{name}:{line}: {module}" for module, line in imports(tree) if module.startswith("cv2.")]
    assert not found


def test_sql_does_without_full_text_search() -> None:
    """The phone's SQLite is built without FTS5."""
    for path in sources():
        assert "fts5" not in path.read_text(encoding="utf-8").lower(), path


def test_files_are_found_beside_compiled_modules() -> None:
    """On the phone a module's `__file__` ends in .pyc, and there is no source."""
    for path in sources():
        text = path.read_text(encoding="utf-8")
        assert '__file__.replace(".py"' not in text, path
        assert "inspect.getsource" not in text, path


@pytest.mark.parametrize("module", ["imp", "distutils.core", "tkinter"])
def test_the_search_finds_what_it_looks_for(module: str) -> None:
    tree = ast.parse(f"import {module}")
    assert [
        name.partition(".")[0] in REMOVED_MODULES | NOT_ON_THE_PHONE for name, _line in imports(tree)
    ] == [True]
