"""The Java that the app calls on a phone is the Java that phones have."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from phone_java import FakeJava, parse_member, read_record

from companion.platform import android_java

PLATFORM = Path(android_java.__file__).parent


def test_every_constant_has_the_platform_s_value() -> None:
    recorded = {
        member.name: member.value.strip('"')
        for kind in read_record().values()
        for member in kind.members
        if member.value is not None
    }
    ours = {name: value for name, value in vars(android_java).items() if name.isupper()}
    ours = {name: value for name, value in ours.items() if name not in ("ACTIVITY", "FILE_PROVIDER")}
    assert len(ours) > 15
    assert {name: str(value) for name, value in ours.items()} == {name: recorded[name] for name in ours}


def test_every_class_named_in_the_source_is_recorded() -> None:
    named = set()
    for path in PLATFORM.glob("android*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                named.update(
                    re.findall(
                        r"^(?:java|android|androidx|org)(?:\.[a-z]\w*)+\.[A-Z][a-z][\w$]*$", node.value
                    )
                )
    assert len(named) > 12
    assert named - {"java.lang.CharSequence", "java.io.OutputStream"} <= set(read_record())


def test_a_member_that_is_newer_than_the_phone_is_refused() -> None:
    with pytest.raises(AttributeError, match="API 30"):
        _ = FakeJava(29).made("android.view.WindowInsets").getInsets
    assert FakeJava(30).made("android.view.WindowInsets").getInsets(7) is not None


def test_overloads_are_chosen_as_pyjnius_does() -> None:
    java = FakeJava()
    intent, uri = java.made("android.content.Intent"), java.made("android.net.Uri")
    intent.putExtra("key", java.cast("android.os.Parcelable", uri))
    assert java.calls[-1].params == ("Ljava/lang/String;", "Landroid/os/Parcelable;")
    intent.putExtra("key", java.made("java.lang.String", "text"))
    assert java.calls[-1].params == ("Ljava/lang/String;", "Ljava/lang/String;")
    with pytest.raises(TypeError):
        intent.putExtra("key", uri)  # a Uri is a Parcelable, but pyjnius does not look that far
    with pytest.raises(TypeError):
        intent.putExtra("key", "text")  # becomes a char[]


def whole_description() -> Path:
    name = os.environ.get("MARBLE_ANDROID_API")
    if not name:
        pytest.skip("MARBLE_ANDROID_API does not name a core/api/current.txt of Android")
    return Path(name)


def test_the_record_is_part_of_android_s_own_description() -> None:
    text = whole_description().read_text(encoding="utf-8")
    lines: dict[str, set[str]] = {}
    for package, body in re.findall(r"^package ([\w.]+) \{\n(.*?)^\}", text, re.S | re.M):
        current: set[str] = set()
        for line in body.splitlines():
            if re.match(r"  \S.*(class|interface|enum) ", line):
                name = re.search(r"(?:class|interface|enum) ([\w.]+)", line)
                current = lines.setdefault(f"{package}.{name[1] if name else ''}", set())
                line = line.rstrip("{ ")
            current.add(line.strip())
    compared = 0
    for kind in read_record().values():
        if not kind.source.startswith("core/api"):
            continue
        theirs = lines[kind.name.replace("$", ".")]
        assert kind.line in theirs
        assert {member.line for member in kind.members} <= theirs
        for (
            member
        ) in kind.members:  # all overloads are there, so that the choice between them is the real one
            if member.kind in ("method", "ctor"):
                same = {line for line in theirs if re.search(rf"^{member.kind} .*\b{member.name}\(", line)}
                same = {line for line in same if parse_member(1, line).name == member.name}
                assert same <= {one.line for one in kind.members}
                compared += 1
    assert compared > 60


@pytest.mark.skipif(shutil.which("javap") is None, reason="javap (a JDK) is not installed")
@pytest.mark.parametrize(
    "name", ["java.io.File", "java.io.FileOutputStream", "java.lang.String", "java.util.Locale"]
)
def test_java_s_own_classes_have_the_recorded_members(name: str) -> None:
    done = subprocess.run(["javap", "-s", "-public", name], capture_output=True, text=True, check=True)
    there = set()
    for declaration, signature in re.findall(r"^  (.*?);\n    descriptor: (\S+)", done.stdout, re.M):
        called = re.search(r"([\w.]+)\(", declaration)
        if called:
            there.add((called[1].rpartition(".")[2], signature, " static " in f" {declaration} "))
    for member in read_record()[name].members:
        wanted = f"({''.join(member.params)}){member.type}"
        assert (member.name, wanted, member.static) in there
