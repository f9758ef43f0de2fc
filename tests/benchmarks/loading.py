"""Loading as a multiple of parsing the same lines with orjson and nothing else; peak memory as a multiple of the file."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import orjson

from inspector.transcript import load
from tests.benchmarks.clock import row, timed, title
from tests.benchmarks.files import session

PEAK = """
import sys
def peak():  # of this process alone: ru_maxrss would inherit the parent's
    return next(int(line.split()[1]) * 1024 for line in open("/proc/self/status") if line.startswith("VmHWM"))
import inspector.transcript
empty = peak()
transcript = inspector.transcript.load(sys.argv[1])
transcript.structure
print(peak() - empty)
"""


def parse(path: Path) -> list[object]:
    """The floor: every line through orjson, the results kept."""
    with path.open("rb") as file:
        return [orjson.loads(line) for line in file]


def main(counts: tuple[int, ...]) -> None:
    """Print the part."""
    title("Loading", "orjson alone", "load", "times the floor", "peak / file")
    for count in counts:
        path = session(count)
        runs = 7 if count <= 20_000 else 3
        floor, _ = timed(lambda path=path: parse(path), runs)  # type: ignore[misc]
        ours, _ = timed(lambda path=path: load(path), runs)  # type: ignore[misc]
        size = path.stat().st_size
        peak = int(subprocess.run([sys.executable, "-c", PEAK, str(path)], capture_output=True, check=True).stdout)
        row(
            f"{count:,} messages, {size / 1e6:.0f} MB",
            f"{floor.median:,.0f} ms",
            f"{ours.median:,.0f} ms",
            f"{ours.best / floor.best:.2f}",
            f"{peak / size:.2f}",
        )
