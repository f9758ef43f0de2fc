"""Who wrote a user record: a person, or the client in a person's place."""

from __future__ import annotations

from typing import Any

from inspector.transcript.formats.blocks import words_of
from inspector.transcript.formats.claude_code.kinds import CLIENT_MARKERS, HUMAN_ORIGINS
from inspector.transcript.formats.claude_code.records import Record


def is_human(record: Record, content: Any) -> bool:
    """Whether a person typed it: not injected, not the echo of a local command, and of no other recorded origin."""
    origin = record.get("origin")
    if record.get("isMeta") is True or record.get("isVisibleInTranscriptOnly") is True:
        return False
    if isinstance(origin, dict) and origin.get("kind") not in HUMAN_ORIGINS:
        return False
    return not _first_text(content).startswith(CLIENT_MARKERS)


def _first_text(content: Any) -> str:
    if isinstance(content, str):
        return content.lstrip()
    if not isinstance(content, list):
        return ""
    texts = [words_of(part.get("text")) for part in content if isinstance(part, dict) and part.get("type") == "text"]
    return texts[0].lstrip() if texts else ""
