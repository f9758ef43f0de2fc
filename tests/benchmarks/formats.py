"""Loading of every format as a multiple of parsing the same bytes with orjson and nothing else; peak memory per byte.

Times are those of the processor, the best of nine; what was made is kept until the clock stands still.

The sessions are made by `large` of `tests/transcript/formats/fixtures_<format>.py`, and by its `large_<case>` where the
format has other shapes of file that cost otherwise.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

import orjson

from inspector.transcript import load
from tests.benchmarks.clock import row, title, worked
from tests.benchmarks.loading import PEAK, parse
from tests.transcript import formats

SIZE = 20_000_000
"""Bytes of a session, about."""


def main(size: int = SIZE) -> None:
    """Print the part."""
    title(f"Formats, {size / 1e6:.0f} MB each", "orjson alone", "load", "times the floor", "peak / file")
    home = Path(formats.__file__).parent
    with tempfile.TemporaryDirectory() as folder:
        for stem in sorted(path.stem for path in home.glob("fixtures_*.py")):
            for case, large in _cases(stem):
                path = Path(folder) / "session.jsonl"
                path.write_bytes(large(size))
                _measure(" ".join((stem.removeprefix("fixtures_"), *case)), path)


def _cases(stem: str) -> Iterator[tuple[list[str], Callable[[int], bytes]]]:
    """The makers of a format's sessions, each with the words of its name after `large`."""
    for name, made in vars(import_module(f"{formats.__name__}.{stem}")).items():
        head, *case = name.split("_")
        if head == "large" and case != ["file"]:
            yield case, made


def _measure(name: str, path: Path) -> None:
    floor, parsed = worked(lambda: _parsed(path))
    del parsed
    ours, transcript = worked(lambda: load(path))
    size = path.stat().st_size
    peak = int(subprocess.run([sys.executable, "-c", PEAK, str(path)], capture_output=True, check=True).stdout)
    row(
        f"{name}, {len(transcript.messages):,} messages, {size / 1e6:.0f} MB",
        f"{floor.best:,.0f} ms",
        f"{ours.best:,.0f} ms",
        f"{ours.best / floor.best:.2f}",
        f"{peak / size:.2f}",
    )


def _parsed(path: Path) -> object:
    """The floor: as lines, or where the file is one value, as that."""
    try:
        return parse(path)
    except orjson.JSONDecodeError:
        return orjson.loads(path.read_bytes())
