"""Findings in recorded sessions, worked out again from the raw lines with nothing but a JSON reader."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import inspector
from inspector.analysis.diagnose.finding import Finding
from inspector.analysis.diagnose.run import diagnose
from inspector.transcript.model import Transcript

pytestmark = pytest.mark.real


def raw(path: Path) -> dict[int, dict[str, Any]]:
    """Line (from 1) → record; lines that are no JSON as they stand are left out."""
    found: dict[int, dict[str, Any]] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
        try:
            found[number] = json.loads(line)
        except ValueError:
            continue
    return found


def words(record: dict[str, Any]) -> str:
    """All that a line says, in whatever block."""
    content = record.get("message", {}).get("content", "")
    return content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)


def only(path: Path, policy: str, family: str) -> tuple[Transcript, Finding]:
    transcript = inspector.load(path)
    (one,) = diagnose(inspector.replay(transcript, policy), [family]).findings
    return transcript, one


def test_a_meter_that_never_reaches_what_the_provider_counted(recorded_sessions: Path) -> None:
    """workbuddy-s14 counts a string as len // 4 and a block as the length of its JSON // 4; usage stands in every reply."""
    path = recorded_sessions / "claude-code" / "entire-bd73-glued-1.1MB.jsonl"
    _, one = only(path, "workbuddy-s14", "configured-not-effective")
    counted: dict[str, int] = {}
    size: dict[str, int] = {}
    total = 0
    for record in raw(path).values():
        if record.get("type") not in ("user", "assistant") or record.get("isSidechain"):
            continue
        message, content = record["message"], record["message"]["content"]
        if message["role"] == "assistant":
            usage = message["usage"]
            parts = ("input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens")
            size.setdefault(message["id"], total)
            counted[message["id"]] = sum(usage.get(part, 0) for part in parts)
        total += len(content) // 4 if isinstance(content, str) else sum(len(json.dumps(b)) // 4 for b in content)
    over = [request for request, context in enumerate(counted.values(), 1) if context >= 80_000]
    assert one.requests == tuple(over)
    assert one.evidence["largest_recorded"] == max(counted.values())
    assert one.evidence["largest_view"] == max(size.values())
    assert one.evidence["view_there"] == list(size.values())[over[0] - 1]


def test_what_a_person_typed_and_the_second_recorded_summary_forgot(recorded_sessions: Path) -> None:
    """The first blocks of the finding are those that a person typed: the first summary says them, the second does not."""
    path = recorded_sessions / "claude-code" / "teslamint-f357-2compact-preserved-2.4MB.jsonl"
    transcript, one = only(path, "recorded", "summary-of-summary")
    lines = raw(path)
    first, second = (words(record) for record in lines.values() if record.get("isCompactSummary"))
    typed = int(str(one.evidence["typed_lost"]))
    assert typed == 2
    for block in one.blocks[:typed]:
        line = lines[transcript.messages[transcript.structure.owner[block]].line]
        assert line["type"] == "user"
        assert not line.get("isCompactSummary")
        sentence = max(words(line).split("\n"), key=len).strip()
        assert sentence in first
        assert sentence not in second


def test_a_result_that_was_cleared_just_before_a_reply_that_names_what_it_said(recorded_sessions: Path) -> None:
    """evo-agent keeps the newest 3 results. Between the result and the reply no line says the names, and three results came."""
    path = recorded_sessions / "claude-code" / "nomos-a698-1.3MB.jsonl"
    transcript = inspector.load(path)
    found = diagnose(inspector.replay(transcript, "evo-agent"), ["load-bearing-cleared"]).findings
    one = next(each for each in found if each.evidence["layer"] == "micro")
    block, reply = one.blocks[0], one.requests[-1]
    at = transcript.messages[transcript.structure.owner[block]].line
    answered = transcript.messages[transcript.structure.histories[reply - 1]].line
    lines = raw(path)
    between = {number: record for number, record in lines.items() if at < number < answered}
    results = sum(words(record).count('"type": "tool_result"') for record in between.values())
    assert results >= 3
    said = " ".join(
        words(lines[n]) for n in range(answered, answered + 6) if n in lines and lines[n]["type"] == "assistant"
    )
    names = one.evidence["worst_needed"]
    assert isinstance(names, list)
    assert len(names) == one.evidence["things"] or len(names) >= 3
    for name in names:
        assert name in words(lines[at])
        assert name in said
        assert not any(name in words(record) for record in between.values())


def test_every_session_is_answered(recorded_sessions: Path) -> None:
    """Those of less than a megabyte."""
    for path in sorted((recorded_sessions / "claude-code").glob("*.jsonl")):
        if path.stat().st_size < 1_000_000:
            for each in diagnose(inspector.replay(inspector.load(path), "workbuddy-s14")).findings:
                assert each.text
                assert each.change
