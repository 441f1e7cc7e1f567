"""What reading a photo costs: the bundled one, enlarged, on one thread."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from companion.commands.bench import Row, ratio
from companion.demo import demo_file

SIZE_12MP = (4032, 3024)
# A process of its own: nothing else has run in it, so its peak memory and its single thread are its own.
# The thread limits of numpy's libraries work only before they are loaded. Linux hands ru_maxrss down from the
# process that started this one, so it is asked for its own peak in another way first.
_READ = """
import json, os, resource, sys, time
for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"
import cv2, numpy
cv2.setNumThreads(1)
from vision.profile import load_profile
from vision.reading import read
def peak():
    try:
        with open("/proc/self/status") as status:
            return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmHWM"))
    except OSError:
        unit = 1024 ** 2 if sys.platform == "darwin" else 1024
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit
photo, repeats = sys.argv[1], int(sys.argv[3])
bare = peak()
profile = load_profile(sys.argv[2])
read([photo], profile)
most = peak()
work, base = [], []
for _ in range(repeats):
    start = time.process_time(); cv2.imread(photo); base.append(time.process_time() - start)
    start = time.process_time(); read([photo], profile); work.append(time.process_time() - start)
print(json.dumps({"work": work, "base": base, "peak_mb": most - bare}))
"""


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds of reading and of cv2.imread of the same file; one reading's memory over the bare import."""

    work: tuple[float, ...]
    base: tuple[float, ...]
    peak_mb: float


def measure(photo: Path, profile: Path, repeats: int = 7) -> Cost:
    """Reads a photo again and again in a process of its own. Raises subprocess.CalledProcessError."""
    command = [sys.executable, "-c", _READ, str(photo), str(profile), str(repeats)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    answer = json.loads(done.stdout)
    return Cost(tuple(answer["work"]), tuple(answer["base"]), float(answer["peak_mb"]))


def measure_enlarged(size: tuple[int, int], repeats: int) -> Cost:
    """As `measure`, for the bundled photo in another size, as JPEG of quality 92."""
    from vision.resizing import save_resized

    with tempfile.TemporaryDirectory(prefix="marble-bench-") as folder:
        photo = Path(folder) / "board.jpg"
        save_resized(demo_file("board.jpg"), photo, size)
        return measure(photo, demo_file("copy.profile"), repeats)


def read_12mp() -> Row:
    """A whole reading against decoding the file."""
    cost = measure_enlarged(SIZE_12MP, 7)
    return ratio("read_12mp", cost.work, cost.base, "x cv2.imread of the same file", 6)


def read_memory_mb() -> Row:
    """The most memory that one reading of 12 megapixels takes."""
    peaks = [measure_enlarged(SIZE_12MP, 0).peak_mb for _ in range(2)]
    most = max(peaks)
    return Row("read_memory_mb", most, "MB over the bare import", 350, 0.0, (most - min(peaks)) / most / 2)
