"""Exact counting in MB/s beside tiktoken: `python -m tests.meter.throughput`. Prints numbers; decides nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import perf_counter

from inspector.meter import counter, sizes
from tests.meter.histories import message, text, transcript
from tests.meter.reference import reference
from tests.meter.test_tokens import ENCODINGS, SAMPLES

ROOT = Path(__file__).resolve().parents[2]
MEGABYTES = 20


def texts() -> list[str]:
    """Code and prose of this repository, and the samples of many scripts."""
    found = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "inspector").rglob("*.py"))]
    return [*found, *(path.read_text(encoding="utf-8") for path in sorted(ROOT.glob("*.md"))), *SAMPLES[1:9]]


def seconds(work: Callable[[], object]) -> float:
    """How long one call takes."""
    start = perf_counter()
    work()
    return perf_counter() - start


def main() -> None:
    """Count the same texts with both."""
    some = texts()
    size = sum(len(said.encode()) for said in some) / 1e6
    times = round(MEGABYTES / size)
    for name in ENCODINGS:
        record = transcript(*[message(text(said)) for said in some * times])
        meter, slow = counter(name), reference(name)
        len(record.structure.blocks), meter.text("loaded")
        ours = size * times / seconds(lambda record=record, meter=meter: sizes(record, meter))  # type: ignore[misc]
        theirs = size / seconds(lambda slow=slow: [slow.encode(said, disallowed_special=()) for said in some])  # type: ignore[misc]
        print(f"{name:12} {ours:6.0f} MB/s   tiktoken {theirs:5.1f} MB/s   {ours / theirs:4.1f} times as fast")


if __name__ == "__main__":
    main()
