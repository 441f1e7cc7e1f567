"""Runs the Android side through the real pyjnius on a real Java machine, with Java made from the record.

    python tests/phone_jvm.py FOLDER LEVEL   with the Python of tests/phone_tools.py; needs a JDK

Each recorded class becomes a Java class whose methods only write down that they were called, and
python-for-android's own modules pass on what other apps answer. Prints calls and signatures as JSON.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from phone_java import JavaType, Member, read_record  # noqa: E402

NAMES = {
    "Z": "boolean",
    "B": "byte",
    "C": "char",
    "S": "short",
    "I": "int",
    "J": "long",
    "F": "float",
    "D": "double",
}
DEFAULTS = {"Z": "true", "V": ""} | {name: "0" for name in "BCSIJFD"}

# What the phone's own classes do.
BODIES = {
    "PythonActivity.registerActivityResultListener": "notes.Notes.listener = a0;",
    "PythonActivity.unregisterActivityResultListener": "notes.Notes.listener = null;",
    "Activity.runOnUiThread": "a0.run();",
    "Context.getPackageName": 'return "org.marble.marblecompanion";',
    "Context.getCacheDir": "return new java.io.File(notes.Notes.cache);",
    "Context.getSystemService": "return new android.os.Vibrator();",
    "ContentResolver.getType": "return notes.Notes.mime;",
    "ParcelFileDescriptor.detachFd": "return notes.Notes.descriptor;",
}
FIELDS = {
    "PythonActivity.mActivity": "new PythonActivity()",
    "VERSION.SDK_INT": 'Integer.parseInt(System.getProperty("sdk"))',
}
NOTES = """package notes;
public class Notes {
    public static java.util.ArrayList<String> calls = new java.util.ArrayList<>();
    public static org.kivy.android.PythonActivity.ActivityResultListener listener;
    public static String cache = "", mime = "";
    public static int descriptor = -1;
    public static void answer(int code, int result, android.content.Intent data) {
        listener.onActivityResult(code, result, data);
    }
}
"""


def type_name(text: str) -> str:
    """A descriptor as Java source writes it."""
    if text.startswith("["):
        return type_name(text[1:]) + "[]"
    return NAMES.get(text) or ("void" if text == "V" else text[1:-1].replace("/", ".").replace("$", "."))


def method_source(owner: str, member: Member, interface: bool) -> str:
    short = owner.rpartition(".")[2].rpartition("$")[2]
    params = ", ".join(f"{type_name(param)} a{number}" for number, param in enumerate(member.params))
    signature = f"{short}.{member.name}({''.join(member.params)})"
    note = f'notes.Notes.calls.add("{signature}");'
    if member.kind == "ctor":
        return f"public {short}({params}) {{ {note} }}"
    body = BODIES.get(f"{short}.{member.name}")
    if body is None:
        if member.type in DEFAULTS:
            value = DEFAULTS[member.type]
        else:
            value = (
                '""'
                if type_name(member.type) == "java.lang.String"
                else f"new {type_name(member.type)}() {{}}"
            )
        body = f"return {value};"
    word = "static" if member.static else "default" if interface else ""
    return f"public {word} {type_name(member.type)} {member.name}({params}) {{ {note} {body} }}"


def class_source(kind: JavaType, inner: list[str], known: set[str]) -> str:
    short = kind.name.rpartition(".")[2].rpartition("$")[2]
    lines = list(inner)
    for member in kind.members:
        if member.kind in ("method", "ctor"):
            if kind.name.endswith("$ActivityResultListener"):
                lines.append("void onActivityResult(int a0, int a1, android.content.Intent a2);")
            else:
                lines.append(method_source(kind.name, member, kind.interface))
        elif not (member.value or kind.interface):
            default = (
                f"new {type_name(member.type)}()" if member.static else DEFAULTS.get(member.type, "null")
            )
            value = FIELDS.get(f"{short}.{member.name}", default)
            word = "static " if member.static else ""
            lines.append(f"public {word}{type_name(member.type)} {member.name} = {value};")
    if not kind.interface and not any(f"public {short}()" in line for line in lines):
        lines.append(f"public {short}() {{}}")
    parents = [parent for parent in kind.parents if parent in known]
    classes = [parent for parent in parents if not is_interface(parent)]
    interfaces = [parent for parent in parents if is_interface(parent)]
    head = (
        f"public {'static ' if '$' in kind.name else ''}{'interface' if kind.interface else 'class'} {short}"
    )
    if kind.interface:
        head += f" extends {', '.join(parents)}" if parents else ""
    else:
        head += f" extends {classes[0]}" if classes else ""
        head += f" implements {', '.join(interfaces)}" if interfaces else ""
    return head.replace("$", ".") + " {\n" + "\n".join(lines) + "\n}\n"


RECORD = read_record()


def is_interface(name: str) -> bool:
    return name in RECORD and RECORD[name].interface


def write_java(folder: Path) -> None:
    """Java sources for every recorded class, and empty ones for the others that they mention."""
    ours = {name: kind for name, kind in RECORD.items() if not name.startswith("java.")}
    for kind in list(ours.values()):
        for member in kind.members:
            for text in (member.type, *member.params):
                name = text.lstrip("[")[1:-1].replace("/", ".")
                if name.startswith(("android", "org.kivy")) and name not in ours:
                    ours[name] = JavaType(name, 1, (), "", "", False)
    for name in list(ours):
        outer = name.partition("$")[0]
        ours.setdefault(outer, JavaType(outer, 1, (), "", "", False))
    parts: dict[str, list[str]] = defaultdict(list)
    for name, kind in ours.items():
        if "$" in name:
            parts[name.partition("$")[0]].append(class_source(kind, [], set(ours)))
    for name, kind in ours.items():
        if "$" not in name:
            path = folder / (name.replace(".", "/") + ".java")
            path.parent.mkdir(parents=True, exist_ok=True)
            package = name.rpartition(".")[0]
            path.write_text(
                f"package {package};\n" + class_source(kind, parts[name], set(ours)), encoding="utf-8"
            )
    (folder / "notes").mkdir()
    (folder / "notes" / "Notes.java").write_text(NOTES, encoding="utf-8")


def write_android_modules(folder: Path) -> None:
    """python-for-android's own modules, configured as its recipe does."""
    import pythonforandroid

    source = Path(pythonforandroid.__path__[0]) / "recipes" / "android" / "src" / "android"
    folder.mkdir()
    for name in ("activity.py", "runnable.py"):
        shutil.copyfile(source / name, folder / name)
    (folder / "__init__.py").touch()
    config = 'ACTIVITY_CLASS_NAME = "org.kivy.android.PythonActivity"\n'
    config += 'ACTIVITY_CLASS_NAMESPACE = "org/kivy/android/PythonActivity"\n'
    (folder / "config.py").write_text(config)


def drive(folder: Path) -> dict[str, Any]:
    """Everything that the interface offers, once; the calls of each."""
    import threading

    from jnius import autoclass

    from companion.platform.android import PICK_FILE, PICK_PHOTO, TAKE_PHOTO, AndroidPlatform

    notes = autoclass("notes.Notes")
    notes.cache = str(folder / "cache")
    found: dict[str, Any] = {}
    said: list[str] = []
    heard = threading.Event()

    def tell(what: Any) -> None:
        said.append(str(what))
        heard.set()

    def note(name: str) -> None:
        found[name] = list(notes.calls.toArray())
        notes.calls.clear()

    def choose(code: int, mime: str) -> None:
        (folder / "elsewhere").write_bytes(b"content")
        notes.descriptor = os.open(folder / "elsewhere", os.O_RDONLY)
        notes.mime = mime
        heard.clear()
        notes.answer(code, -1, autoclass("android.content.Intent")())
        if not heard.wait(20):
            raise SystemExit("no answer")

    platform = AndroidPlatform()
    note("start")
    found["insets"] = str(platform.insets())
    note("insets_calls")
    platform.vibrate(30)
    note("vibrate")
    platform.dress_bars(dark=False)
    note("dress_bars")
    platform.prefers_dark()
    found["locale"] = platform.locale()
    platform.share_text("12 points", "Rome")
    note("share_text")
    path = folder / "result.txt"
    path.write_text("12")
    platform.share_file(path, "text/plain", "Rome")
    note("share_file")
    platform.open_link("https://example.org")
    note("open_link")
    target = platform.data_folder() / "camera" / "a.jpg"
    platform.take_photo(target, tell, tell)
    target.write_bytes(b"photo")
    notes.answer(TAKE_PHOTO, -1, None)
    note("take_photo")
    platform.pick_photo(tell, tell)
    choose(PICK_PHOTO, "image/jpeg")
    note("pick_photo")
    platform.pick_photo(tell, tell)
    choose(PICK_PHOTO, "image/heic")
    note("pick_heic")
    platform.pick_file("application/zip", tell, tell)
    choose(PICK_FILE, "application/zip")
    note("pick_file")
    platform.leave()
    note("leave")
    autoclass("android.content.Intent")("").putExtra("key", "text")
    note("plain_text")  # not what one would think: hence Java.text
    found["said"] = said
    return found


def main(folder: Path, sdk: int) -> None:
    folder.mkdir(parents=True)
    write_java(folder / "java")
    sources = [str(path) for path in (folder / "java").rglob("*.java")]
    done = subprocess.run(
        ["javac", "-nowarn", "-d", str(folder / "classes"), *sources], capture_output=True, text=True
    )
    if done.returncode:
        raise SystemExit(done.stderr)
    write_android_modules(folder / "android")
    sys.path.insert(0, str(folder))
    os.environ["MARBLE_HOME"] = str(folder / "files" / "marble-companion")
    import jnius_config

    jnius_config.set_classpath(str(folder / "classes"))
    jnius_config.add_options(f"-Dsdk={sdk}")
    print(json.dumps(drive(folder)))


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), int(sys.argv[2]))
