"""A line without end is passed over and reported; whatever is around it is read."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from inspector.transcript import TranscriptError, line_growth, lines, load, long_lines
from inspector.transcript.growing import load_growing
from inspector.transcript.lines import read_lines
from inspector.transcript.long_lines import bounded
from inspector.transcript.problems import Problems

ASKED = b'{"role":"user","content":"hi"}\n'
SAID = b'{"role":"assistant","content":"yes"}\n'


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bound at 1,000 bytes, pieces of 100."""
    import sys

    for module in (long_lines, lines, sys.modules["inspector.transcript.load"]):
        monkeypatch.setattr(module, "WHOLE", 1000)
    monkeypatch.setattr(long_lines, "_PIECE", 100)


def objects(data: bytes) -> tuple[list[Any], list[tuple[int, str, int]]]:
    problems = Problems()
    found = [(line.value["n"], line.offset, line.length) for line in read_lines(io.BytesIO(data), problems)]
    return found, [(each.line, each.kind, each.bytes) for each in problems.report().problems]


def test_the_lines_around_it_are_read_at_their_places() -> None:
    long = b'{"n":2,"x":"' + b"a" * 2000 + b'"}\n'
    found, problems = objects(b'{"n":1}\n' + long + b'{"n":3}\n')
    assert found == [(1, 0, 8), (3, 8 + len(long), 8)]
    assert problems == [(2, "too-long", len(long))]


def test_a_long_line_below_the_bound_is_whole() -> None:
    data = [json.dumps({"n": n, "x": "a" * n}).encode() + b"\n" for n in (0, 70, 79, 80, 81, 180, 900)]
    assert list(bounded(io.BytesIO(b"".join(data)))) == data
    assert [n for n, *_ in objects(b"".join(data))[0]] == [0, 70, 79, 80, 81, 180, 900]


def test_half_an_object_before_it_is_damage_of_its_own() -> None:
    assert objects(b'{"n":\n' + b"a" * 1500 + b"\n" + b'{"n":3}\n')[1] == [(1, "damaged", 5), (2, "too-long", 1501)]


@pytest.mark.parametrize("read", [load, lambda path: load_growing(path)[0]], ids=["load", "growing"])
def test_a_session_with_one(tmp_path: Path, read: Any) -> None:
    path = tmp_path / "s.jsonl"
    path.write_bytes(ASKED + b'{"role":"user","content":"' + b"a" * 5000 + b'"}\n' + SAID)
    found = read(path)
    assert [message.role for message in found.messages] == ["user", "assistant"]
    assert [(each.line, each.kind) for each in found.report.problems] == [(2, "too-long")]


@pytest.mark.parametrize("data", [b"a" * 5000, b"\n" * 3000 + b" " * 3000, b'{"role":"' + b"a" * 5000], ids="abc")
def test_a_file_of_nothing_else_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "s.jsonl"
    path.write_bytes(data)
    for read in (load, load_growing):
        with pytest.raises(TranscriptError):
            read(path)


def test_one_value_on_one_line_is_refused_as_a_value(tmp_path: Path) -> None:
    path = tmp_path / "s.json"
    path.write_bytes(b"[" + ASKED.strip() + b', {"role":"user","content":"' + b"a" * 5000 + b'"}]')
    with pytest.raises(TranscriptError, match="one JSON value of more than"):
        load(path)


def test_what_waits_at_the_end_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that ends in far too much of no object is loaded, and not followed."""
    monkeypatch.setattr(line_growth, "_WINDOW", 100)
    monkeypatch.setattr(line_growth, "FURTHEST", 400)
    path = tmp_path / "s.jsonl"
    path.write_bytes(ASKED + SAID + b"a" * 5000)
    found, growing = load_growing(path)
    assert (len(found.messages), growing) == (2, None)
    assert [each.kind for each in found.report.problems] == ["too-long"]
