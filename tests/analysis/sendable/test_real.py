"""A view that was really sent was accepted: recorded sessions without compaction break no rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.analysis.sendable.session import sendable
from inspector.engine import Replay
from inspector.transcript import TranscriptError, load

HAND_MADE = ("agsess", "agenthistory", "entire-5d2a-42lines")
"""Fixtures that no agent wrote, and the first lines of a file that begins in the middle of a session."""


@pytest.mark.real
def test_no_view_that_was_sent_is_said_to_be_refused(recorded_sessions: Path) -> None:
    sent = 0
    for path in sorted(recorded_sessions.rglob("*")):
        if not path.is_file() or path.name.startswith(HAND_MADE):
            continue
        try:
            transcript = load(path)
        except TranscriptError:
            continue
        replies = sum(message.role == "assistant" for message in transcript.messages)
        if transcript.compactions or not replies:
            continue
        found = sendable(Replay(transcript), requests=replies)  # a request without a reply may never have been made
        assert found is not None
        assert [(each.breach.rule, each.breach.text, each.first) for each in found.errors] == [], path.name
        sent += found.requests
    assert sent > 700


@pytest.mark.real
def test_views_after_the_agents_own_compaction_are_sendable_too(recorded_sessions: Path) -> None:
    for path in sorted((recorded_sessions / "claude-code").glob("*.jsonl")):
        transcript = load(path)
        if transcript.compactions and not path.name.startswith(HAND_MADE):
            found = sendable(Replay(transcript))
            assert found is not None
            assert [(each.breach.rule, each.breach.text, each.first) for each in found.errors] == [], path.name
