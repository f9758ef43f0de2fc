"""Recorded sessions: nothing fails, and what is found there can be found again in the raw lines."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from inspector.analysis.diagnose.finding import Finding
from inspector.analysis.diagnose.run import diagnose
from inspector.engine import Replay
from inspector.policy import load_policy, preset_names
from inspector.transcript import TranscriptError, load

pytestmark = pytest.mark.real

ROOT = Path(os.environ.get("INSPECTOR_TRANSCRIPTS") or Path(__file__).parents[3].parent / "shared" / "transcripts")
ALL = sorted(path for path in ROOT.rglob("*") if path.is_file() and path.suffix != ".tsv") if ROOT.is_dir() else []
SMALL = [path for path in ALL if path.stat().st_size < 800_000]
FAMILIES = ["broken-pairs", "fixed-input", "tail", "stale-meter", "summary-too-big"]


def raw(name: str) -> Iterator[dict[str, Any]]:
    """The records of a session, damaged lines left out."""
    for line in (ROOT / "claude-code" / name).read_text("utf-8").splitlines():
        try:
            yield json.loads(line)
        except ValueError:
            continue


def found(name: str, family: str, policy: str) -> tuple[Finding, ...]:
    return diagnose(Replay(load(ROOT / "claude-code" / name), load_policy(policy)), [family]).findings


@pytest.mark.parametrize("path", SMALL, ids=lambda path: path.name)
def test_every_session_is_looked_through(path: Path) -> None:
    try:
        transcript = load(path)
    except TranscriptError:
        return
    for policy in (None, *map(load_policy, preset_names())):
        seen = diagnose(Replay(transcript, policy), FAMILIES)
        assert list(seen.families) == FAMILIES
        for finding in seen.findings:
            assert all(1 <= request <= transcript.structure.requests for request in finding.requests)
            assert list(finding.requests) == sorted(set(finding.requests))
            assert json.dumps(dict(finding.evidence))


@pytest.mark.skipif(not ALL, reason="no recorded sessions here")
def test_a_call_that_the_agents_compaction_left_behind() -> None:
    """The agent compacted while a search ran: its call stands in the record, its result nowhere."""
    name = "entire-1840-1compact-3.3MB.jsonl"
    (one,) = found(name, "broken-pairs", "go-tiny-claw")
    (block,) = one.blocks
    call = load(ROOT / "claude-code" / name).structure.blocks[block]
    contents = [record.get("message", {}).get("content") for record in raw(name)]
    blocks = [each for content in contents if isinstance(content, list) for each in content]
    assert [each["name"] for each in blocks if each.get("id") == call.tool_id] == ["Grep"]
    assert not [each for each in blocks if each.get("tool_use_id") == call.tool_id]


@pytest.mark.skipif(not ALL, reason="no recorded sessions here")
def test_a_first_prompt_that_is_nearly_all_fixed() -> None:
    """One sentence was typed, and the provider counted more than forty thousand tokens."""
    name = "entire-3799-glued-0.5MB.jsonl"
    (one,) = found(name, "fixed-input", "agent-engineering")
    first = next(record for record in raw(name) if record.get("type") == "assistant")
    usage = first["message"]["usage"]
    prompt = sum(usage[part] for part in ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"))
    typed = next(record for record in raw(name) if record.get("type") == "user")["message"]["content"]
    assert (one.evidence["prompt"], one.requests) == (prompt, (1,))
    assert prompt - 2 * len(typed) < int(str(one.evidence["unseen"])) < prompt
