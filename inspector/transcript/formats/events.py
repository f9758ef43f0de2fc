"""Our own event envelope: one event a line, a message of either provider inside.

    {"event_id": "e-1", "session_id": "s-1", "sequence": 1, "timestamp": "2025-03-01T09:00:00Z", "message": {"role": …}}

What breaks a rule of the envelope is a problem of its line. An event that cannot belong to the session (another
session's, one seen before, one without an identity) is left out; everything else is loaded.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from inspector.transcript.depth import prune
from inspector.transcript.formats.envelope import Envelopes, has_zone, is_envelope
from inspector.transcript.formats.format import Format, Records, Source
from inspector.transcript.formats.growth import Back
from inspector.transcript.formats.message_list import MessageList, blocks_of_record
from inspector.transcript.lines import Line
from inspector.transcript.make import make_message
from inspector.transcript.model import Block, Message, Transcript
from inspector.transcript.problems import Problems
from inspector.transcript.store import Store, store_for

FIELDS = frozenset({"event_id", "session_id", "sequence", "timestamp", "message"})
"""The envelope. Other fields are kept in `Message.extra`."""

_NAMES = {False: "events", True: "openai-events"}
"""Name of the format, by whether the messages are OpenAI's."""


def blocks_of_event(record: dict[str, Any]) -> tuple[Block, ...]:
    """The blocks of the message that an event carries."""
    message = record.get("message")
    return blocks_of_record(message) if isinstance(message, dict) else ()


class EventLines:
    """The events of one session. `Message.extra` holds the envelope, `sequence` and `event_id` among it."""

    def __init__(self, problems: Problems, store: Store | None) -> None:
        self.problems = problems
        self._envelopes = Envelopes()
        self._gathered = MessageList(problems, store)

    def read(self, lines: Iterable[Line]) -> None:
        """Take lines, the first ones or more of them."""
        check, gathered, problems = self._envelopes.faults, self._gathered, self.problems
        messages = gathered.messages
        for line in lines:
            record = line.value
            faults = check(record)
            for fault in faults:
                problems.add(line.line, fault.kind, fault.reason, line.length)
            if any(fault.fatal for fault in faults):
                continue
            before = len(messages)
            gathered.add(record["message"], line)
            if len(messages) > before:
                timed = not faults or has_zone(record.get("timestamp"))
                messages[-1] = _enveloped(messages[-1], record, record["timestamp"] if timed else "")

    def transcript(self) -> Transcript:
        """What was read so far."""
        return self._gathered.transcript(session=self._envelopes.session, format=_NAMES[self._gathered.openai])

    def mark(self) -> Back:
        """Where it stands; calling the answer goes back there."""
        problems, gathered, envelopes = self.problems.mark(), self._gathered.mark(), self._envelopes.mark()

        def back() -> None:
            self.problems.back(problems)
            self._gathered.back(gathered)
            self._envelopes.back(envelopes)

        return back


def _enveloped(message: Message, record: dict[str, Any], timestamp: str) -> Message:
    """The message with what its envelope says."""
    extra: dict[str, Any] = {"event_id": record["event_id"], "sequence": record["sequence"]}
    if len(record) > len(FIELDS):
        extra |= {key: value for key, value in record.items() if key not in FIELDS}
        prune(extra)
    return make_message(
        message.number,
        message.role,
        message.blocks,
        message.plain,
        message.author,
        message.line,
        message.id,
        timestamp,
        message.model,
        message.usage,
        {**message.extra, **extra} if message.extra else extra,
    )


def _lines(problems: Problems, source: Source) -> EventLines:
    return EventLines(problems, store_for(source.file, source.path, blocks_of_event))


EVENTS = Format("events", "event envelopes", is_envelope, lines=_lines, records=Records(system="yes", usage="yes"))
FORMATS = (EVENTS,)
