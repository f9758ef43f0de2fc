"""Our own event envelope: one event a line, a message of either provider inside.

    {"event_id": "e-1", "session_id": "s-1", "sequence": 1, "timestamp": "2025-03-01T09:00:00Z", "message": {"role": …}}

What breaks a rule of the envelope is a problem of its line. An event that cannot belong to the session (another
session's, one seen before, one without an identity) is left out; everything else is loaded.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from inspector.transcript.depth import prune
from inspector.transcript.formats.envelope import Envelopes, has_zone
from inspector.transcript.formats.message_list import MessageList, blocks_of_record
from inspector.transcript.lines import Line
from inspector.transcript.model import Block, Message, Transcript
from inspector.transcript.problems import Problems
from inspector.transcript.store import Store

FORMATS = {False: "events", True: "openai-events"}
"""Name of the format, by whether the messages are OpenAI's."""


def blocks_of_event(record: dict[str, Any]) -> tuple[Block, ...]:
    """The blocks of the message that an event carries."""
    message = record.get("message")
    return blocks_of_record(message) if isinstance(message, dict) else ()


def read_events(lines: Iterable[Line], problems: Problems, store: Store | None) -> Transcript:
    """The events of one session. `Message.extra` holds the envelope, `sequence` and `event_id` among it."""
    envelopes = Envelopes()
    gathered = MessageList(problems, store)
    for line in lines:
        faults = envelopes.faults(line.value)
        for fault in faults:
            problems.add(line.line, fault.kind, fault.reason, line.length)
        if any(fault.fatal for fault in faults):
            continue
        before = len(gathered.messages)
        gathered.add(line.value["message"], line)
        if len(gathered.messages) > before:
            gathered.messages[-1] = _enveloped(gathered.messages[-1], line.value)
    return gathered.transcript(session=envelopes.session, format=FORMATS[gathered.openai])


def _enveloped(message: Message, record: dict[str, Any]) -> Message:
    envelope = {key: value for key, value in record.items() if key not in ("message", "timestamp", "session_id")}
    prune(envelope)
    timestamp = record.get("timestamp")
    return replace(
        message,
        timestamp=timestamp if isinstance(timestamp, str) and has_zone(timestamp) else "",
        extra={**message.extra, **envelope},
    )
