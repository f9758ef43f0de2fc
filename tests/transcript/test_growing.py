"""A transcript that grows with its file equals a fresh load of the same bytes, wherever they are cut."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.transcript import load, store
from inspector.transcript.growing import load_growing
from inspector.transcript.line_growth import divide, final_end
from inspector.transcript.lines import read_lines
from inspector.transcript.problems import Problems
from inspector.transcript.same import kept_messages
from tests.transcript.growth import assert_equal, cuts, grow

SAMPLES = ("re-reads", "oom-log", "lost-rule", "parallel-zh", "research", "durable-facts")


@pytest.mark.parametrize("name", SAMPLES)
def test_samples_grow_as_they_load(samples: dict[str, Path], tmp_path: Path, name: str) -> None:
    data = samples[name].read_bytes()
    read_on = 0
    for seed in range(2):
        for grown, fresh, on in grow(tmp_path / "s.jsonl", data, cuts(data, 24, seed)):
            assert_equal(grown, fresh)
            read_on += on
    assert read_on > 20


@pytest.mark.parametrize("name", ["re-reads", "lost-rule", "durable-facts"])
def test_bodies_that_stay_in_the_file_grow_as_well(
    samples: dict[str, Path], tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "HOLD_BELOW", 0)
    data = samples[name].read_bytes()
    for grown, fresh, _ in grow(tmp_path / "s.jsonl", data, cuts(data, 12, 5)):
        assert_equal(grown, fresh)


@pytest.mark.parametrize("name", ["order-404", "screenshot"])
def test_a_document_is_read_anew(samples: dict[str, Path], tmp_path: Path, name: str) -> None:
    path = tmp_path / "s.json"
    path.write_bytes(samples[name].read_bytes())
    found, growing = load_growing(path)
    assert growing is None
    assert_equal(found, load(path))


@pytest.mark.real
@pytest.mark.slow
def test_recorded_sessions_grow_as_they_load(recorded_sessions: Path, tmp_path: Path) -> None:
    for path in sorted((recorded_sessions / "claude-code").glob("*.jsonl")):
        data = path.read_bytes()
        for grown, fresh, _ in grow(tmp_path / "s.jsonl", data, cuts(data, 12, 7)):
            assert_equal(grown, fresh)


@pytest.mark.real
def test_a_recorded_session_grows_as_it_loads(recorded_sessions: Path, tmp_path: Path) -> None:
    data = (recorded_sessions / "claude-code" / "entire-4b7d-1compact-0.5MB.jsonl").read_bytes()
    for grown, fresh, _ in grow(tmp_path / "s.jsonl", data, cuts(data, 30, 3)):
        assert_equal(grown, fresh)


# ---------------------------------------------------------------- odd lines

GOOD = [
    {"role": "user", "content": "häl\u2028lo"},
    {"role": "assistant", "content": [{"type": "tool_use", "id": "t1", "name": "x", "input": {"a": 1}}]},
    {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "😀" * 9}]},
    {"role": "assistant", "function_call": {"name": "f", "arguments": "{}"}, "content": None},
    {"role": "function", "name": "f", "content": "done"},
    {"role": "nobody", "content": "?"},
    {"system": "be kind", "tools": [{"name": "x"}]},
]
LONG = {"type": "tool_use", "id": "q", "name": "n", "input": {"n": 12345678901234567890123}}
ODD = [b"", b"  ", b"{", b"{not json", b"[1]", b"3", b"{}", b"}", b'"x', b"\0\0", b'{"role":"user",', b'"content":"x"}']
GLUED = b'{"role":"user","content":"a"}{"role":"user","content":"b"}'
LINES = st.one_of(
    st.sampled_from([json.dumps(each, ensure_ascii=False).encode() for each in GOOD]),
    st.sampled_from([*ODD, GLUED, b'\xff\xfe{"role":"user"}', b'{"a":"\\ud800"}']),
    st.just(json.dumps({"role": "assistant", "content": [LONG]}).encode()),
)
Folder = pytest.TempPathFactory


@given(st.lists(LINES, max_size=9), st.lists(st.integers(0, 400), max_size=6), st.booleans())
def test_any_lines_cut_anywhere(tmp_path_factory: Folder, lines: list[bytes], at: list[int], end: bool) -> None:
    path = tmp_path_factory.mktemp("grow") / "s.jsonl"
    data = b"\n".join([json.dumps(GOOD[0], ensure_ascii=False).encode(), *lines]) + (b"\n" if end else b"")
    places = sorted({1 + place % len(data) for place in at} | {len(data)})
    for grown, fresh, _ in grow(path, data, places):
        assert_equal(grown, fresh)


EVENT = {"session_id": "s", "timestamp": "2026-01-01T00:00:00Z", "message": {"role": "user", "content": "x"}}
NAMES, SESSIONS = st.sampled_from(["a", "b", "c", "d"]), st.sampled_from(["s", "s", "o"])
EVENTS = st.lists(st.tuples(st.integers(1, 5), NAMES, SESSIONS), max_size=8)


@given(EVENTS, st.lists(st.integers(0, 900), max_size=6), st.booleans())
def test_events_cut_anywhere(tmp_path_factory: Folder, events: list[Any], at: list[int], end: bool) -> None:
    path = tmp_path_factory.mktemp("grow") / "s.jsonl"
    rows = [{**EVENT, "event_id": "first", "sequence": 1}]
    rows += [{**EVENT, "event_id": name, "sequence": number, "session_id": session} for number, name, session in events]
    data = b"\n".join(json.dumps(row).encode() for row in rows) + (b"\n" if end else b"")
    places = sorted({1 + place % len(data) for place in at} | {len(data)})
    for grown, fresh, _ in grow(path, data, places):
        assert_equal(grown, fresh)


KINDS = ("user", "assistant", "assistant", "result", "attachment", "progress", "boundary", "title", "summary")
Record = dict[str, Any]


@st.composite
def claude_records(draw: st.DrawFn) -> list[Record]:
    """Records that hang on one of those before them, or on nothing that is known."""
    count = draw(st.integers(1, 14))
    return [_record(draw, number, draw(st.sampled_from(KINDS)), count) for number in range(count)]


def _record(draw: st.DrawFn, number: int, kind: str, count: int) -> Record:
    usual = f"u{number - 1}" if number else None
    others = [*[f"u{each}" for each in range(number)], "lost", f"u{number + 1}"]
    parent, call = draw(st.sampled_from([*[usual] * 4, *others])), draw(st.integers(0, 3))
    base = {"uuid": f"u{number}", "parentUuid": parent, "sessionId": "s", "timestamp": f"t{number}", "type": kind}
    if kind == "user":
        return base | {"message": {"role": "user", "content": f"say {number}"}}
    if kind == "assistant":
        text = {"type": "text", "text": f"{number}"}
        blocks = [text, {"type": "tool_use", "id": f"c{call}", "name": "x", "input": {}}][: draw(st.integers(1, 2))]
        reply = {"id": f"m{draw(st.integers(0, 4))}", "model": "q", "role": "assistant", "content": blocks}
        return base | {"message": reply}
    if kind == "result":
        block = {"type": "tool_result", "tool_use_id": f"c{call}", "content": f"r{number}"}
        more = {"type": "user", "message": {"role": "user", "content": [block]}}
        return base | more | {"sourceToolAssistantUUID": f"u{call}"}
    if kind == "attachment":
        return base | {"attachment": {"type": "queued_command", "prompt": f"also {number}"}}
    if kind == "boundary":
        logical = f"u{draw(st.integers(0, count))}"
        more = {"type": "system", "subtype": "compact_boundary", "compactMetadata": {"preTokens": 5}}
        return base | more | {"logicalParentUuid": logical}
    if kind == "title":
        return {"type": "ai-title", "aiTitle": f"title {number}", "sessionId": "s"}
    if kind == "summary":
        return base | {"type": "user", "isCompactSummary": True, "message": {"role": "user", "content": "so far"}}
    return base


@given(claude_records(), st.lists(st.integers(0, 4000), max_size=8), st.booleans())
def test_trees_cut_anywhere(tmp_path_factory: Folder, records: list[dict[str, Any]], at: list[int], end: bool) -> None:
    path = tmp_path_factory.mktemp("grow") / "s.jsonl"
    data = b"\n".join(json.dumps(record).encode() for record in records) + (b"\n" if end else b"")
    ends = [place + 1 for place, byte in enumerate(data) if byte == 10]
    places = sorted({1 + place % len(data) for place in at} | {*ends, len(data)})
    for grown, fresh, _ in grow(path, data, places):
        assert_equal(grown, fresh)


# ---------------------------------------------------------------- what stays


class _Enough(Exception):
    """Nobody wants it any more."""


@pytest.mark.parametrize("name", ["re-reads", "lost-rule", "oom-log"])
def test_what_was_there_stays_the_same_objects(samples: dict[str, Path], tmp_path: Path, name: str) -> None:
    path = tmp_path / "s.jsonl"
    lines = samples[name].read_bytes().splitlines(keepends=True)
    half = len(lines) // 2
    path.write_bytes(b"".join(lines[:half]))
    before, growing = load_growing(path)
    assert growing is not None
    after = growing.take(b"".join(lines[half:]))
    assert after is not None
    assert kept_messages(before, after) >= len(before.messages) - 2
    assert len(after.messages) > len(before.messages)


def test_a_half_written_line_waits(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    line = json.dumps({"role": "user", "content": "grüße 😀"}, ensure_ascii=False).encode() + b"\n"
    path.write_bytes(line)
    _, growing = load_growing(path)
    assert growing is not None
    for byte in line[:-3]:
        found = growing.take(bytes([byte]))
        assert found is not None
        assert len(found.messages) == 1
    found = growing.take(line[-3:])
    assert found is not None
    assert found.messages[1].blocks[0].text == "grüße 😀"


def test_lost_digits_are_noticed(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    path.write_text('{"role":"user","content":"x"}\n')
    _, growing = load_growing(path)
    assert growing is not None
    call = {"type": "tool_use", "id": "q", "name": "n", "input": {"n": 12345678901234567890123}}
    assert growing.take(json.dumps({"role": "assistant", "content": [call]}).encode() + b"\n") is None


@given(st.binary(max_size=300).map(lambda raw: raw.replace(b"\x01", b"\n").replace(b"\x02", b'{"a":1}\n')))
def test_dividing_loses_nothing(raw: bytes) -> None:
    final, rest = divide(raw)
    assert b"".join(final) + rest == raw
    assert all(line.endswith(b"\n") for line in final)


def test_the_end_of_what_is_final_is_found_from_behind(tmp_path: Path) -> None:
    path = tmp_path / "s"
    for tail in (b"", b"{half", b"{broken\n" * 20_000, b"x" * 200_000):
        path.write_bytes(b'{"a":1}\n' * 3 + tail)
        with path.open("rb") as file:
            assert final_end(file.fileno(), path.stat().st_size) == 24
    path.write_bytes(b"nothing\n")
    with path.open("rb") as file:
        assert final_end(file.fileno(), 8) == 0


def test_progress_is_told_and_can_end_the_reading(samples: dict[str, Path]) -> None:
    told: list[tuple[int, int]] = []
    load_growing(samples["re-reads"], lambda done, size: told.append((done, size)))
    assert told[0][0] == 0
    assert told[-1][0] > 0
    assert {size for _, size in told} == {samples["re-reads"].stat().st_size}

    def enough(done: int, size: int) -> None:
        if done:
            raise _Enough

    with pytest.raises(_Enough):
        load_growing(samples["re-reads"], enough)


def test_reading_on_counts_lines_and_bytes() -> None:
    problems = Problems()
    found = list(read_lines([b'{"a":1}\n', b"{bad\n", b'{"b":2}\n'], problems, lines=7, start=100))
    assert [(line.line, line.offset) for line in found] == [(8, 100), (10, 113)]
    assert problems.found[0].line == 9
    assert (problems.lines, problems.bytes) == (10, 121)
