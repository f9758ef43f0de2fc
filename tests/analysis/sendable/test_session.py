"""Breaches of a whole session, and of what was perhaps not sent."""

from __future__ import annotations

from dataclasses import replace

import inspector
from inspector.analysis.sendable.session import sendable
from inspector.engine import Replay


def test_what_was_perhaps_not_sent_is_not_said_to_be_refused() -> None:
    """pi keeps half of a reply that failed, and later versions leave its open calls out of the prompt."""
    messages = [
        {"role": "user", "content": "go"},
        {"role": "assistant", "content": [{"type": "tool_use", "id": "t", "name": "ls", "input": {}}]},
        {"role": "user", "content": "again"},
        {"role": "assistant", "content": "done"},
    ]
    sure = inspector.load_messages(messages)
    half = replace(sure.messages[1], doubt="half a reply")
    unsure = replace(sure, messages=(sure.messages[0], half, *sure.messages[2:]))
    assert [each.breach.rule for each in sendable(Replay(sure), requests=2).errors] == ["answered"]
    found = sendable(Replay(unsure), requests=2)
    assert found.errors == ()
    assert any("uncertain" in each.breach.text for each in found.found)
