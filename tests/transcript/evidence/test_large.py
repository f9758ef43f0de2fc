"""Large evidence: verified a stretch at a time, in memory that does not grow with it."""

from __future__ import annotations

import os
import tracemalloc
from pathlib import Path

import pytest

from inspector.transcript import evidence_lines
from tests.transcript.evidence.files import House, event, lines

MIB = 1 << 20


def sparse(path: Path, size: int) -> None:
    path.parent.mkdir(exist_ok=True)
    with path.open("wb") as file:
        file.truncate(size)


@pytest.mark.parametrize(
    ("size", "digest"),
    [
        (64 * MIB, "3b6a07d0d404fab4e23b6d34bc6696a6a312dd92821332385e5af7c01c421351"),
        pytest.param(
            1024 * MIB,
            "49bc20df15e412a64472421e13fe86ff1c5165e18b2afccf160d4dc19fe68a14",
            marks=pytest.mark.slow,
        ),
    ],
    ids=["64 MiB", "1 GiB"],
)
def test_an_artifact_of_any_size(house: House, size: int, digest: str) -> None:
    sparse(house.artifacts / "s1" / "big.bin", size)
    tracemalloc.start()
    try:
        resolution = house.resolver(excerpt=50).resolve(f"artifact:s1:big.bin:{digest}")
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert (resolution.status, resolution.sha256, resolution.excerpt) == ("available", digest, "\0" * 50)
    assert peak < 8 * MIB


def test_a_long_transcript_is_read_up_to_the_event(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    path = house.transcript(event(1), event(2, "x" * 1000))
    os.truncate(path, 1 << 30)
    really, read = os.read, []
    monkeypatch.setattr(os, "read", lambda handle, size: read.append(size) or really(handle, size))
    assert house.resolver().resolve("transcript:s1:2").status == "available"
    assert sum(read) <= evidence_lines.CHUNK


def test_a_line_that_never_ends_is_given_up(house: House) -> None:
    path = house.transcript(event(1))
    os.truncate(path, 1 << 30)
    tracemalloc.start()
    try:
        assert house.resolver().resolve("transcript:s1:2").status == "corrupt"
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 3 * evidence_lines.LONGEST_LINE


def test_lines_whatever_the_stretches_are() -> None:
    data = lines(event(1), b"\n", event(2), b"last")
    for size in range(1, len(data) + 1):
        parts = (data[at : at + size] for at in range(0, len(data), size))
        assert list(evidence_lines.lines(parts)) == data.splitlines(keepends=True)
