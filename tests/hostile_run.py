"""Runs `marble read` on many files, one after the other, and tells what happened to each.

`python hostile_run.py PROFILE FILE...` prints a JSON line for each file: exit code, error document, seconds
of process time, the most memory that the process has ever held (MB), and what went to standard error. In a
process of its own, because a decoder that crashes must not take the tests with it.
"""

from __future__ import annotations

import contextlib
import io
import json
import sys
import time
from pathlib import Path

from companion.cli import main


def peak_mb() -> float:
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return next(int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmHWM"))


def read(photo: str, profile: str) -> dict[str, object]:
    out, err = io.StringIO(), io.StringIO()
    began = time.process_time()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(["read", photo, "--profile", profile, "--json"])
    return {
        "file": Path(photo).name,
        "code": code,
        "document": json.loads(out.getvalue()),
        "seconds": round(time.process_time() - began, 3),
        "peak_mb": round(peak_mb()),
        "err": err.getvalue()[:2000],
    }


if __name__ == "__main__":
    for photo in sys.argv[2:]:
        result = read(photo, sys.argv[1])
        document = result.pop("document")
        if result["code"]:
            result["error"] = document
        print(json.dumps(result), flush=True)
