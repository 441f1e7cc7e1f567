"""Builds the Android project as far as it goes without Android's SDK and NDK, by the builders' own code.

    python tests/phone_build.py FOLDER       with the Python of tests/phone_tools.py, in the repository's root

Buildozer checks the spec, copies the sources and says what python-for-android is to do; that resolves the
requirements, fills its templates, packs the sources and calls our hook. What comes next would be Gradle.
The project is in FOLDER/project, and what was found on the way in FOLDER/report.json.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any


class Stop(Exception):
    """Raised in place of a call of python-for-android, with its words."""


def known_tokens() -> set[str]:
    """The options that buildozer knows, by the example it ships."""
    import buildozer

    example = Path(buildozer.__file__).with_name("default.spec").read_text(encoding="utf-8")
    return set(re.findall(r"^#? ?([a-z][\w.-]+) =", example, re.M))


def run_buildozer(root: Path, out: Path) -> dict[str, Any]:
    """Spec checked, sources copied; the words that python-for-android would be called with."""
    from buildozer import Buildozer

    builder = Buildozer(str(root / "buildozer.spec"))  # ends the process if the spec is wrong
    builder.config.set("buildozer", "build_dir", str(out / "buildozer"))
    builder.user_bin_dir = str(out / "bin")
    builder.set_target("android")
    builder.build_application()
    calls: list[list[str]] = []

    def note(command: list[str], env: Any, **_options: Any) -> None:
        calls.append([*command, *builder.target.extra_p4a_args])
        if command[0] != "create":
            raise Stop

    builder.target._p4a = note
    builder.target.compile_platform()
    # It would have made this folder; buildozer writes a file into it.
    Path(builder.target.get_dist_dir(builder.config.get("app", "package.name"))).mkdir(parents=True)
    with contextlib.suppress(Stop):
        builder.target.build_package()
    tokens = set(builder.config.options("app"))
    return {
        "create": calls[0],
        "apk": calls[1],
        "api": builder.target.android_api,
        "version": builder.get_version(),
        "app": str(Path(builder.app_dir)),
        "unknown_tokens": sorted(tokens - known_tokens()),
    }


def run_toolchain(words: list[str], command: str, work: Any) -> Any:
    """python-for-android's own reading of the words, with `work` in place of the command."""
    from pythonforandroid.toolchain import ToolchainCL

    answers: list[Any] = []
    setattr(ToolchainCL, command, lambda self, args: answers.append(work(self, args)))
    sys.argv = ["p4a", *words]
    ToolchainCL()
    return answers[0]


def resolve(toolchain: Any, args: Any) -> dict[str, Any]:
    """The recipes in their order, and the modules that come from PyPI."""
    from pythonforandroid.bootstrap import Bootstrap
    from pythonforandroid.graph import get_recipe_order_and_bootstrap
    from pythonforandroid.recipe import Recipe
    from pythonforandroid.recommendations import RECOMMENDED_NDK_VERSION

    context = toolchain.ctx
    wanted = args.requirements.split(",")
    bootstrap = Bootstrap.get_bootstrap(args.bootstrap, context)
    order, modules, bootstrap = get_recipe_order_and_bootstrap(context, wanted, bootstrap)
    recipes = {name: Recipe.get_recipe(name, context) for name in order}
    return {
        "wanted": wanted,
        "bootstrap": bootstrap.name,
        "order": order,
        "modules": sorted(modules),
        "recipe_versions": {name: recipe._version for name, recipe in recipes.items()},
        "used_versions": {name: recipe.version for name, recipe in recipes.items()},
        "least_ndk_api": max(getattr(recipe, "min_ndk_api_support", 0) for recipe in recipes.values()),
        "ndk": RECOMMENDED_NDK_VERSION,
        "opencv_libraries": recipes["opencv"].generated_libraries,
    }


def fill_project(out: Path, api: str) -> Any:
    """What `p4a apk` does up to Gradle, in a project with the bootstrap's files but no compiled libraries."""

    def work(toolchain: Any, args: Any) -> dict[str, Any]:
        from pythonforandroid.bootstrap import Bootstrap, copy_files
        from pythonforandroid.util import current_directory, load_source

        project, sdk = out / "project", out / "sdk"
        (sdk / "build-tools" / "36.0.0").mkdir(parents=True)
        project.mkdir()
        bootstrap = Bootstrap.get_bootstrap(args.bootstrap, toolchain.ctx)
        for folder in bootstrap.get_bootstrap_dirs():
            copy_files(str(Path(folder) / "build"), str(project))
        (project / "project.properties").write_text(f"target=android-{api}")
        (project / "local.properties").write_text(f"sdk.dir={sdk}")
        for arch in args.arch:
            (project / "libs" / arch).mkdir(parents=True)
            (project / f"_python_bundle__{arch}").mkdir()
        info = {"bootstrap": bootstrap.name, "hostpython": sys.executable, "archs": args.arch}
        info |= {"ndk_api": args.ndk_api, "use_setup_py": args.use_setup_py}
        (project / "dist_info.json").write_text(json.dumps(info))
        toolchain._fix_args(args)
        with current_directory(str(project)):
            build = load_source("build", str(project / "build.py"))
            build.parse_args_and_make_package(args.unknown_args)
            toolchain.hook("after_apk_build")
            toolchain.hook("before_apk_assemble")
        return {"archs": args.arch, "ndk_api": args.ndk_api}

    return work


def pure_modules(modules: list[str], python_version: str) -> dict[str, str]:
    """Those modules and what they need, as pip finds them if only wheels of pure Python are allowed."""
    command = [sys.executable, "-m", "pip", "install", "--dry-run", "--quiet", "--ignore-installed"]
    command += [
        "--target",
        "nowhere",
        "--only-binary=:all:",
        "--platform=any",
        "--implementation=py",
        "--abi=none",
    ]
    command += [f"--python-version={python_version}", "--report=-", *modules]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"not all of {modules} are pure Python:\n{done.stderr}")
    found = json.loads(done.stdout)["install"]
    return {item["metadata"]["name"]: item["metadata"]["version"] for item in found}


def main(out: Path) -> None:
    root = Path.cwd()
    out.mkdir(parents=True)
    os.environ["HOME"] = str(out / "home")
    report = run_buildozer(root, out)
    report |= run_toolchain(report["create"], "create", resolve)
    report |= run_toolchain(report["apk"], "apk", fill_project(out, report["api"]))
    report["pure"] = pure_modules(report["modules"], report["used_versions"]["python3"])
    (out / "report.json").write_text(json.dumps(report, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
