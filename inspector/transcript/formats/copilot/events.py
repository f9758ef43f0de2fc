"""A line of an event log becomes a node."""

from __future__ import annotations

from typing import Any, NamedTuple

from inspector.transcript.formats.blocks import kind_words, words_of
from inspector.transcript.formats.copilot.blocks import blocks_of_event
from inspector.transcript.formats.copilot.kinds import is_beside
from inspector.transcript.lines import Line
from inspector.transcript.model import Block, Json
from inspector.transcript.problems import Problems
from inspector.transcript.store import Store

NOTHING: dict[str, Any] = {}

KEPT = {
    "system.message": "system",
    "user.message": "user",
    "assistant.message": "reply",
    "tool.execution_complete": "result",
    "system.notification": "notice",
    "assistant.usage": "usage",
    "session.compaction_start": "compacting",
    "session.compaction_complete": "compacted",
    "session.truncation": "truncated",
    "session.context_cleared": "cleared",
    "session.snapshot_rewind": "rewound",
    "session.start": "head",
    "session.title_changed": "title",
    "subagent.started": "subagent",
}
"""Types of events that mean something → what they are."""

_SAYS = frozenset({"system", "user", "reply", "result", "notice"})


class Event(NamedTuple):
    """One event. `agent` is the subagent whose it is; `data` holds its fields, but for messages those that are needed later."""

    kind: str
    line: int
    timestamp: str
    id: str
    agent: str
    blocks: tuple[Block, ...]
    data: Json


class Taker:
    """Turns lines into events (`gathering.Take`). Bodies of a large file stay in it."""

    def __init__(self, store: Store | None) -> None:
        self._keep = store.keep if store is not None else None

    def take(self, line: Line, problems: Problems) -> Event | None:
        """The event of a line, counted; None where it changes nothing."""
        record = line.value
        name = record.get("type")
        kind = KEPT.get(name) if type(name) is str else None
        told = name if type(name) is str else kind_words(name)
        if kind is None and not is_beside(told) and not problems.records[told]:
            problems.add(line.line, "unknown-record", f"event of an unknown type: {kind_words(name)}")
        problems.records[told] += 1
        data = record.get("data")
        if kind is None or type(data) is not dict:
            return None
        blocks: tuple[Block, ...] = ()
        if kind in _SAYS:
            blocks = blocks_of_event(record)
            data = {key: data[key] for key in _NEEDED[kind] if key in data}
            blocks = self._keep(blocks, line) if self._keep is not None else blocks
        agent = words_of(record.get("agentId")) or words_of(data.get("parentToolCallId"))
        stamp, identity = words_of(record.get("timestamp")), words_of(record.get("id"))
        return Event(kind, line.line, stamp, identity, agent, blocks, data)


_NEEDED: dict[str, tuple[str, ...]] = {
    "system": ("role",),
    "user": ("content", "source", "delivery", "isAutopilotContinuation", "parentToolCallId"),
    "reply": ("apiCallId", "messageId", "model", "outputTokens", "phase", "parentToolCallId"),
    "result": ("toolCallId", "isUserRequested", "parentToolCallId"),
    "notice": ("content",),
}
