"""How a Claude Code session is known."""

from __future__ import annotations

from pathlib import Path

from inspector.transcript.formats.claude_code.kinds import MESSAGE_TYPES
from inspector.transcript.formats.claude_code.read import ClaudeCodeLines
from inspector.transcript.formats.claude_code.records import blocks_of_claude_code
from inspector.transcript.formats.format import Format, Record, Records, Source
from inspector.transcript.problems import Problems
from inspector.transcript.store import store_for


def _test(record: Record) -> bool:
    return (
        record.get("type") in MESSAGE_TYPES
        and "uuid" in record
        and ("parentUuid" in record or "sessionId" in record or "isSidechain" in record)
    )


def _lines(problems: Problems, source: Source) -> ClaudeCodeLines:
    store = store_for(source.file, source.path, blocks_of_claude_code)
    return ClaudeCodeLines(problems, store, Path(source.path) if source.path else None)


CLAUDE_CODE = Format(
    "claude-code",
    "Claude Code session",
    _test,
    lines=_lines,
    chooses=frozenset({"leaf", "sidechain"}),
    records=Records(summaries="yes", usage="yes"),
)
FORMATS = (CLAUDE_CODE,)
