"""The recorded view of real Claude Code sessions, checked against a few lines that read the raw file themselves."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from inspector.engine import Fate, Replay
from inspector.transcript import load

Record = dict[str, Any]

HAND_MADE = ("agsess", "agenthistory")
"""Fixtures that no agent wrote; their records do not hang together."""


def records(path: Path) -> list[Record]:
    """Every object of the file, glued ones too."""
    decoder = json.JSONDecoder(strict=False)
    found = []
    for line in path.read_text("utf-8", "replace").split("\n"):
        at = 0
        while (at := line.find("{", at)) >= 0:
            try:
                row, at = decoder.raw_decode(line, at)
            except ValueError:
                break
            found.append(row)
    return found


def words(row: Record) -> Iterator[str]:
    """The texts of one raw record that a model would read."""
    content = row.get("message", {}).get("content", "")
    for part in [{"type": "text", "text": content}] if isinstance(content, str) else content:
        if part.get("type") == "text" and part["text"].strip():
            yield part["text"]
        if part.get("type") == "tool_result" and isinstance(part.get("content"), str) and part["content"].strip():
            yield part["content"]


@pytest.mark.real
def test_after_a_boundary_the_agent_saw_summary_preserved_messages_and_what_came_after(recorded_sessions: Path) -> None:
    seen = 0
    for path in sorted((recorded_sessions / "claude-code").glob("*.jsonl")):
        rows = records(path)
        boundaries = [i for i, row in enumerate(rows) if row.get("subtype") == "compact_boundary"]
        transcript = load(path)
        if not boundaries or not transcript.compactions or path.name.startswith(HAND_MADE):
            continue
        replay = Replay(transcript)
        view = replay.view(replay.requests)
        last = rows[boundaries[-1]]
        summary = next(row for row in rows[boundaries[-1] :] if row.get("isCompactSummary"))
        texts = [block.text for message in view.messages for block in message.blocks]
        assert texts[0] == next(words(summary)), path.name
        by_uuid = {row["uuid"]: row for row in rows if "uuid" in row}
        listed = last.get("compactMetadata", {}).get("preservedMessages", {}).get("uuids", [])
        kept = [text for uuid in listed if uuid in by_uuid for text in words(by_uuid[uuid])]
        assert set(kept) <= set(texts), path.name
        compaction = [c for c in transcript.compactions if c.kind == "full"][-1]
        allowed = {*compaction.preserved, *range(compaction.before, transcript.structure.histories[-1])}
        assert {m.origin for m in view.messages} == {m for m in allowed if transcript.messages[m].blocks}, path.name
        assert {gone.fate for gone in view.gone} == {Fate.SUMMARISED}, path.name
        seen += 1
    assert seen >= 6


@pytest.mark.real
def test_a_microcompaction_clears_what_it_lists(recorded_sessions: Path) -> None:
    """The record keeps the results whole; the view has a placeholder from there on."""
    seen = 0
    for path in sorted((recorded_sessions / "claude-code").glob("*micro*.jsonl")):
        transcript = load(path)
        replay = Replay(transcript)
        for compaction in transcript.compactions:
            if compaction.kind != "micro":
                continue
            request = transcript.structure.request_of(compaction.before)
            plan = replay.plan(request)
            for result in transcript.structure.results:
                block = transcript.structure.blocks[result]
                if result < plan.end and block.tool_id in compaction.cleared and plan.live(result):
                    assert plan.state(result).fate is Fate.CLEARED, path.name
                    seen += 1
    assert seen
