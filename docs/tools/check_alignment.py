"""Checks that the 64-bit libraries of an Android package can be loaded on phones with memory pages of 16 KB.

    python docs/tools/check_alignment.py bin/*.apk

Such phones load a library only if its segments are aligned to 16 KB (NDK r28 does that by itself).
"""

from __future__ import annotations

import struct
import sys
import zipfile
from collections.abc import Iterator

PAGE = 16 * 1024
LOAD = 1


def alignments(library: bytes) -> list[int]:
    """Of the loaded segments of a 64-bit little-endian ELF file; none for anything else."""
    if library[:6] != b"\x7fELF\x02\x01":
        return []
    start, size, count = (
        struct.unpack_from("<Q", library, 32)[0],
        struct.unpack_from("<H", library, 54)[0],
        struct.unpack_from("<H", library, 56)[0],
    )
    found = []
    for number in range(count):
        at = start + number * size
        if struct.unpack_from("<I", library, at)[0] == LOAD:
            found.append(struct.unpack_from("<Q", library, at + 48)[0])
    return found


def problems(package: str) -> Iterator[str]:
    """The libraries that are not aligned."""
    with zipfile.ZipFile(package) as files:
        names = [name for name in files.namelist() if name.startswith("lib/arm64-v8a/")]
        if not names:
            yield f"{package}: there are no arm64-v8a libraries"
        for name in names:
            wrong = [value for value in alignments(files.read(name)) if value % PAGE]
            if wrong:
                yield f"{package}: {name} is aligned to {min(wrong)} bytes, {PAGE} are needed"


def main(packages: list[str]) -> int:
    found = [problem for package in packages for problem in problems(package)]
    for problem in found:
        print(problem, file=sys.stderr)
    if not found:
        print("All 64-bit libraries are aligned for memory pages of 16 KB.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
