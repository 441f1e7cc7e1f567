"""A Java for the tests, made from the platform's own description in data/android-api.txt.

It knows which class has which members with which signatures since which API level, and chooses between
overloads as pyjnius 1.7.0 does (`calculate_score` in its jnius_utils.pxi): by the exact class, without its
parents. So a call that the real Java or the real pyjnius would refuse is refused here too.
"""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

RECORD = Path(__file__).parent / "data" / "android-api.txt"

PRIMITIVES = {"boolean": "Z", "byte": "B", "char": "C", "short": "S", "int": "I", "long": "J", "float": "F"}
PRIMITIVES |= {"double": "D", "void": "V"}
LANG = {"String", "Object", "CharSequence", "Class", "Runnable"}
ANNOTATION = re.compile(r"@[\w.]+(?:\([^)]*\))?\s*")
MEMBER = re.compile(
    r"(?P<kind>ctor|method|field|enum_constant) (?P<words>(?:(?:public|static|final|abstract|protected) )*)"
    r"(?:<T> )?(?:(?P<type>[\w.$<>?\[\]]+) )?(?P<name>\w+)(?:\((?P<params>.*?)\))?(?: throws [\w., ]+)?"
    r"(?: = (?P<value>[^;]+))?;"
)
CLASS = re.compile(r"(?:class|interface|enum) (?P<name>[\w.]+)(?: (?P<rest>.*))?$")


def java_name(text: str, package: str = "") -> str:
    """`android.os.Build.VERSION` or `Build.VERSION` in a package as the class file's name."""
    text = re.sub(r"<.*>", "", text)
    if text in LANG:
        return f"java.lang.{text}"
    words = f"{package}.{text}".strip(".").split(".") if package else text.split(".")
    first = next((number for number, word in enumerate(words) if word[0].isupper()), len(words) - 1)
    return ".".join([*words[:first], "$".join(words[first:])])


def descriptor(text: str) -> str:
    """A type as the Java machine writes it."""
    if text.endswith("[]"):
        return "[" + descriptor(text[:-2])
    if text.endswith("..."):
        return "[" + descriptor(text[:-3])
    if text == "T":
        return "Ljava/lang/Object;"
    return PRIMITIVES.get(text) or f"L{java_name(text).replace('.', '/')};"


@dataclass(frozen=True, slots=True)
class Member:
    """A constructor, method or field."""

    kind: str
    name: str
    level: int
    static: bool
    type: str
    params: tuple[str, ...] = ()
    value: str | None = None
    line: str = ""


@dataclass(slots=True)
class JavaType:
    """A class or interface."""

    name: str
    level: int
    parents: tuple[str, ...]
    line: str
    source: str
    interface: bool
    members: list[Member] = field(default_factory=list)


def parse_member(level: int, line: str) -> Member:
    match = MEMBER.fullmatch(re.sub(r" // .*", "", ANNOTATION.sub("", line)).strip())
    if match is None:
        raise ValueError(f"cannot read {line!r}")
    params = tuple(descriptor(part.strip()) for part in (match["params"] or "").split(",") if part.strip())
    returned = descriptor(match["type"]) if match["type"] else "V"
    words = match["words"].split()
    return Member(
        match["kind"], match["name"], level, "static" in words, returned, params, match["value"], line
    )


def read_record(path: Path = RECORD) -> dict[str, JavaType]:
    """The recorded classes by name."""
    found: dict[str, JavaType] = {}
    package = source = ""
    current: JavaType | None = None
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("= "):
            source = line[2:]
        elif line.startswith("package "):
            package = line[8:]
        elif line and not line.startswith("#"):
            level, _space, rest = line.partition(" ")
            if rest.startswith(" "):
                if current is None:
                    raise ValueError(f"a member without a class: {line!r}")
                current.members.append(parse_member(int(level), rest.strip()))
                continue
            match = CLASS.search(ANNOTATION.sub("", rest))
            if match is None:
                raise ValueError(f"cannot read {line!r}")
            parents = tuple(
                java_name(word)
                for word in re.sub(r"<[^>]*>", "", match["rest"] or "").split()
                if word not in ("extends", "implements")
            )
            name = java_name(match["name"], package)
            current = JavaType(name, int(level), parents, rest, source, " interface " in f" {rest}")
            found[name] = current
    return found


class JavaException(Exception):
    """As pyjnius raises it."""

    def __init__(self, classname: str) -> None:
        super().__init__(f"JVM exception occurred: {classname}")
        self.classname = classname


@dataclass(frozen=True, slots=True)
class Call:
    """What was called, with which overload's parameters and which values."""

    name: str  # Class.method, without the package
    params: tuple[str, ...]
    values: tuple[Any, ...]
    on: Any


class FakeJava:
    """Java on a phone of that API level; answers are set by the test, calls are written down."""

    def __init__(self, sdk: int = 36) -> None:
        self.sdk = sdk
        self.types = read_record()
        self.calls: list[Call] = []
        self.answers: dict[str, Any] = {"VERSION.SDK_INT": sdk}
        self.listeners: list[Callable[[int, int, Any], None]] = []
        self.detached = 0

    # What pyjnius and python-for-android offer

    def modules(self) -> dict[str, types.ModuleType]:
        """The modules that the app imports on a phone."""
        jnius, android = types.ModuleType("jnius"), types.ModuleType("android")
        activity, runnable = types.ModuleType("android.activity"), types.ModuleType("android.runnable")
        vars(jnius).update(
            autoclass=self.autoclass, cast=self.cast, JavaException=JavaException, detach=self._detach
        )
        vars(activity).update(bind=lambda on_activity_result: self.listeners.append(on_activity_result))
        vars(runnable).update(run_on_ui_thread=lambda call: call)
        vars(android).update(activity=activity, runnable=runnable, __path__=[])
        return {
            "jnius": jnius,
            "android": android,
            "android.activity": activity,
            "android.runnable": runnable,
        }

    def _detach(self) -> None:
        self.detached += 1

    def autoclass(self, name: str) -> FakeClass:
        kind = self.types.get(name)
        if kind is None:
            raise AssertionError(f"{name} is not recorded in {RECORD.name}")
        if kind.level > self.sdk or self.answers.get(name, name) is None:
            raise JavaException("java.lang.ClassNotFoundException")
        return FakeClass(self, kind)

    def cast(self, name: str, thing: FakeObject) -> FakeObject:
        if not self.is_a(thing, name):
            raise AssertionError(f"{thing!r} is no {name}")
        return FakeObject(self, name, thing.values, thing.real)

    # For the tests

    def made(self, name: str, *values: Any) -> FakeObject:
        """An object that the system made."""
        return FakeObject(self, name, values)

    def called(self, name: str) -> list[tuple[Any, ...]]:
        """The values of all calls of `Class.method`."""
        return [call.values for call in self.calls if call.name == name]

    def answer_activity(self, code: int, result: int, data: Any = None) -> None:
        """The other app is done."""
        for listener in self.listeners:
            listener(code, result, data)

    # Types

    def parents_of(self, name: str) -> Iterator[str]:
        yield name
        kind = self.types.get(name)
        for parent in kind.parents if kind else ():
            yield from self.parents_of(parent)
        yield "java.lang.Object"

    def is_a(self, thing: FakeObject, name: str) -> bool:
        return name in self.parents_of(thing.real)

    def members(self, name: str, member: str) -> list[Member]:
        """All overloads, those of the parents included, that a phone of this level has."""
        found: list[Member] = []
        for parent in self.parents_of(name):
            kind = self.types.get(parent)
            for one in kind.members if kind else ():
                if one.name == member and all(one.params != other.params for other in found):
                    found.append(one)
        if not found:
            raise AssertionError(f"{name}.{member} is not recorded in {RECORD.name}")
        usable = [one for one in found if one.level <= self.sdk]
        if not usable:
            raise AttributeError(f"{name}.{member} came with API {found[0].level}, this is {self.sdk}")
        return usable

    def choose(self, overloads: list[Member], values: tuple[Any, ...]) -> Member:
        """As pyjnius does: by score, and of equal ones the last by signature."""
        fitting = [one for one in overloads if len(one.params) == len(values)]
        if not fitting:
            raise TypeError(f"{overloads[0].name} takes no {len(values)} values")
        if len(overloads) > 1:
            scored = [(self.score(one.params, values), "".join(one.params), one) for one in fitting]
            scored = [item for item in scored if item[0] >= 0]
            if not scored:
                raise TypeError(f"no {overloads[0].name} takes {values!r}")
            chosen = max(scored, key=lambda item: item[:2])[2]
        else:
            chosen = fitting[0]
        for wanted, value in zip(chosen.params, values, strict=True):
            if not self.fits(wanted, value):
                raise TypeError(f"{chosen.name}: {value!r} passed for {wanted}")
        return chosen

    def score(self, params: tuple[str, ...], values: tuple[Any, ...]) -> int:
        total = 0
        for wanted, value in zip(params, values, strict=True):
            points = self._points(wanted, value)
            if points < 0:
                return -1
            total += points
        return total

    def _points(self, wanted: str, value: Any) -> int:
        if wanted == "Z":
            return 10 if isinstance(value, bool) else -1
        if wanted in "BSIJ":
            return 10 if isinstance(value, int) else -1
        if wanted == "C":
            return 10 if isinstance(value, str) and len(value) == 1 else -1
        if wanted in "FD":
            return 5 if isinstance(value, int) else 10 if isinstance(value, float) else -1
        if value is None:
            return 10
        if wanted.startswith("["):
            return (
                10 if isinstance(value, list | tuple) or (wanted == "[C" and isinstance(value, str)) else -1
            )
        name = wanted[1:-1].replace("/", ".")
        if isinstance(value, str):
            return {"java.lang.String": 10, "java.lang.Object": 5}.get(name, -1)
        if isinstance(value, FakeObject):
            return 10 if name in (value.seen_as, "java.lang.Object") else 5
        return -1

    def fits(self, wanted: str, value: Any) -> bool:
        if wanted in PRIMITIVES.values():
            return isinstance(value, bool) if wanted == "Z" else isinstance(value, int | float)
        if value is None:
            return True
        name = wanted[1:-1].replace("/", ".")
        if isinstance(value, str):
            return name in ("java.lang.String", "java.lang.CharSequence", "java.lang.Object")
        return isinstance(value, FakeObject) and self.is_a(value, name)

    # Running

    def run(self, owner: str, overloads: list[Member], values: tuple[Any, ...], on: Any) -> Any:
        chosen = self.choose(overloads, values)
        short = owner.rpartition(".")[2].rpartition("$")[2]
        self.calls.append(Call(f"{short}.{chosen.name}", chosen.params, values, on))
        if chosen.kind == "ctor":
            return FakeObject(self, owner, values)
        name = self._home(owner, chosen)
        if name in self.answers:
            answer = self.answers[name]
            if isinstance(answer, Exception):
                raise answer
            return answer(*values) if callable(answer) else answer
        return self.default(chosen.type)

    def _home(self, owner: str, member: Member) -> str:
        """`Class.member` of the class that says it, without the package."""
        for parent in self.parents_of(owner):
            kind = self.types.get(parent)
            if kind and member in kind.members:
                return f"{parent.rpartition('.')[2].rpartition('$')[2]}.{member.name}"
        raise AssertionError(member)

    def default(self, kind: str) -> Any:
        if kind in ("V", "Z"):
            return None if kind == "V" else True
        if kind in PRIMITIVES.values():
            return 0
        name = kind[1:-1].replace("/", ".")
        return "" if name == "java.lang.String" else FakeObject(self, name)


class FakeObject:
    """An object of the fake Java; `seen_as` is the class that pyjnius takes it for, `real` the true one."""

    def __init__(self, java: FakeJava, seen_as: str, values: tuple[Any, ...] = (), real: str = "") -> None:
        self.java, self.seen_as, self.values, self.real = java, seen_as, values, real or seen_as

    def __repr__(self) -> str:
        return f"<{self.real} {self.values!r}>"

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        overloads = self.java.members(self.seen_as, name)
        if overloads[0].kind == "method":
            return lambda *values: self.java.run(self.seen_as, overloads, values, self)
        home = self.java._home(self.seen_as, overloads[0])
        return self.java.answers.get(home, self.java.default(overloads[0].type))


class FakeClass:
    """A class of the fake Java: makes objects, and has the static members."""

    def __init__(self, java: FakeJava, kind: JavaType) -> None:
        self.java, self.kind = java, kind

    def __call__(self, *values: Any) -> FakeObject:
        name = self.kind.name.rpartition(".")[2].rpartition("$")[2]
        made = self.java.run(self.kind.name, self.java.members(self.kind.name, name), values, None)
        if not isinstance(made, FakeObject):
            raise AssertionError(made)
        return made

    def __getattr__(self, name: str) -> Any:
        overloads = self.java.members(self.kind.name, name)
        if not overloads[0].static:
            raise AttributeError(f"{self.kind.name}.{name} is not static")
        if overloads[0].kind == "method":
            return lambda *values: self.java.run(self.kind.name, overloads, values, None)
        home = self.java._home(self.kind.name, overloads[0])
        if home in self.java.answers:
            return self.java.answers[home]
        return self.java.default(overloads[0].type)
