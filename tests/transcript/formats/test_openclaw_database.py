"""OpenClaw's database says what its files of lines said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import inspector
from inspector.transcript.model import Transcript
from inspector.transcript.parts import parts_of
from tests.transcript.formats.fixtures_openclaw import run, store
from tests.transcript.formats.fixtures_pi import Pi, claw, gate


def told(transcript: Transcript) -> list[tuple[object, ...]]:
    return [(m.role, m.author, m.id, m.timestamp, [block.text for block in m.blocks]) for m in transcript.messages]


def test_a_session_is_what_its_file_is(tmp_path: Path) -> None:
    lines = inspector.load(claw().write(tmp_path / "agents" / "main" / "sessions" / "5e55-1.jsonl"))
    found = inspector.load(store(tmp_path / "openclaw-agent.sqlite", main=claw()))
    assert told(found) == told(lines)
    assert found.compactions == lines.compactions
    assert [branch.leaf for branch in found.branches] == [branch.leaf for branch in lines.branches]
    assert (found.format, found.part, found.title) == ("openclaw", "main", lines.title or "title of main")
    leaf = found.branches[0].leaf
    assert told(inspector.load(tmp_path / "openclaw-agent.sqlite", leaf=leaf))


def test_the_trajectory_makes_requests_exact(tmp_path: Path) -> None:
    pi, trace = gate()
    path = store(tmp_path / "openclaw-agent.sqlite", main=pi)
    without = inspector.load(path)
    for number, event in enumerate(trace.events):
        values = ("main", number, json.dumps(event))
        run(path, "INSERT INTO trajectory_runtime_events(session_id, seq, event_json) VALUES (?, ?, ?)", *values)
    found = inspector.load(path)
    assert without.exact == frozenset()
    assert found.exact
    assert [tool["name"] for tool in found.tools] == ["read"]


def test_records_that_are_packed(tmp_path: Path) -> None:
    zstandard = pytest.importorskip("zstandard")
    path = store(tmp_path / "openclaw-agent.sqlite", main=claw())
    before = told(inspector.load(path))
    for seq, record in enumerate(claw().records[:5]):
        packed = zstandard.ZstdCompressor().compress(json.dumps(record).encode())
        run(path, "UPDATE transcript_events SET event_json = NULL, event_zstd = ? WHERE seq = ?", packed, seq)
    assert told(inspector.load(path)) == before
    run(path, "UPDATE transcript_events SET event_zstd = ? WHERE seq = 1", b"\x28\xb5\x2f\xfdrest")
    found = inspector.load(path)
    assert "not-an-object" in [problem.kind for problem in found.report.problems if problem.line == 2]


def test_a_packed_record_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    zstandard = pytest.importorskip("zstandard")
    path = store(tmp_path / "openclaw-agent.sqlite", main=claw())
    packed = zstandard.ZstdCompressor().compress(b" " * 5_000_000)
    run(path, "UPDATE transcript_events SET event_json = NULL, event_zstd = ? WHERE seq = 1", packed)
    monkeypatch.setattr("inspector.transcript.formats.pi.database._EVENT", 1_000_000)
    found = inspector.load(path)
    assert "more than 1,000,000 bytes" in found.report.problems[0].reason


def test_the_sessions_of_a_database(tmp_path: Path) -> None:
    path = store(tmp_path / "openclaw-agent.sqlite", old=Pi(), main=claw(), sub=gate()[0])
    assert [(part.id, part.parent, part.model) for part in parts_of(path)] == [
        ("sub", "main", "glm-5"),
        ("main", "", "glm-5"),
        ("old", "", "glm-5"),
    ]
    found = inspector.load(path)
    assert (found.part, [side.id for side in found.sidechains]) == ("main", ["sub"])
    assert inspector.load(path, sidechain="sub").part == "sub"
    assert inspector.load(f"{path}#old").messages == ()


def test_records_and_cells_of_any_type(tmp_path: Path) -> None:
    path = store(tmp_path / "openclaw-agent.sqlite", main=claw())
    for seq, value in enumerate(("[1]", "nothing", 7, b"\xff", None), 2):
        run(path, "UPDATE transcript_events SET event_json = ? WHERE seq = ?", value, seq)
    run(path, "UPDATE session_nodes SET entry_json = '[', current_session_id = 5")
    run(path, "UPDATE session_windows SET updated_at = 'x', transcript_updated_at = x'00', display_name = 3")
    found = inspector.load(f"{path}#main")
    assert "not-an-object" in [problem.kind for problem in found.report.problems]
    assert found.title


def test_the_older_tables(tmp_path: Path) -> None:
    path = store(tmp_path / "openclaw-agent.sqlite", main=claw())
    for table in ("session_nodes", "session_windows", "trajectory_runtime_events"):
        run(path, f"DROP TABLE {table}")
    run(path, "ALTER TABLE transcript_events DROP COLUMN event_zstd")
    run(path, "CREATE TABLE session_entries (session_id, session_key, entry_json, updated_at)")
    run(
        path,
        "INSERT INTO session_entries VALUES ('main', 'k', '{\"label\": \"The gate\", \"updatedAt\": 1790000000000}', 1)",
    )
    assert [(part.id, part.title) for part in parts_of(path)] == [("main", "The gate")]
    assert len(inspector.load(path).messages) > 3
