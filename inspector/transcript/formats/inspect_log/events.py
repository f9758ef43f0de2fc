"""The requests of a sample: its `model` events hold the whole prompt, or say where in the sample's pool it stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from inspector.transcript.formats.blocks import words_of
from inspector.transcript.formats.inspect_log.attachments import Attachments
from inspector.transcript.formats.inspect_log.messages import Record, usage_in
from inspector.transcript.formats.prompts import Pool, Request
from inspector.transcript.problems import Problems

MOST = 20_000_000
"""Messages in all prompts together that are named by reference: a few bytes can name any number."""


class Events:
    """Reads the events of one sample in order."""

    def __init__(self, sample: Record, pool: Pool, attachments: Attachments, problems: Problems) -> None:
        self._sample, self._pool, self._attachments, self._problems = sample, pool, attachments, problems
        self._shared = [pool.number(each) for each in _shared(sample)]
        self._room = MOST

    def requests(self) -> Iterator[Request]:
        """One request for each event of a model; a compaction that is told goes with the request after it."""
        compaction: Mapping[str, Any] = {}
        for event in _flat(self._sample.get("events")):
            kind = words_of(event.get("event"))
            self._problems.records[kind or "unknown"] += 1
            if kind == "compaction":
                compaction = _told(event)
            elif kind == "model" and not event.get("pending"):
                yield self._request(event, compaction)
                compaction = {}

    def _request(self, event: Record, compaction: Mapping[str, Any]) -> Request:
        output = event.get("output")
        choices = output.get("choices") if isinstance(output, dict) else None
        first = choices[0] if isinstance(choices, list) and choices else None
        reply = self._pool.reply(first.get("message")) if isinstance(first, dict) and first.get("message") else None
        model = words_of(output.get("model")) if isinstance(output, dict) else ""
        return Request(
            self._prompt(event),
            reply if reply is not None and self._pool.entries[reply].message.blocks else None,
            usage_in(output),
            model or words_of(event.get("model")),
            words_of(event.get("timestamp")),
            tools=self._pool.tools(self._attachments.resolved(event.get("tools"))),
            group=words_of(event.get("role")),
            compaction=compaction,
        )

    def _prompt(self, event: Record) -> tuple[int, ...]:
        listed = event.get("input")
        own = self._pool.prompt(listed) if isinstance(listed, list) else ()
        references = event.get("input_refs")
        found: list[int] = []
        for each in references if isinstance(references, list) else ():
            found += self._referred(each)
        return (*[each for each in found if each >= 0], *own)

    def _referred(self, reference: Any) -> list[int]:
        """`[start, end)` of the pool, or one place of it."""
        if type(reference) is int:
            reference = [reference, reference + 1]
        if not isinstance(reference, list) or len(reference) != 2 or any(type(each) is not int for each in reference):
            return []
        start, end = reference
        found = self._shared[max(start, 0) : max(end, 0)]
        self._room -= len(found)
        if self._room < 0 <= self._room + len(found):
            self._problems.add(0, "too-long", f"prompts of more than {MOST:,} messages together are not shown")
        return found if self._room >= 0 else []


def _shared(sample: Record) -> list[Any]:
    """The messages that prompts refer to: of the sample, or in what was split off from its events."""
    data = sample.get("events_data")
    for found in (sample.get("message_pool"), data.get("messages") if isinstance(data, dict) else None):
        if isinstance(found, list) and found:
            return found
    return []


def _flat(events: Any) -> Iterator[Record]:
    """All events in order; those of a tool's own agent stand inside the tool's event in older logs."""
    listed: list[Any] = events if isinstance(events, list) else []
    left = [iter(listed)]
    while left:
        for each in left[-1]:
            event: Record = each if isinstance(each, dict) else {}
            yield event
            inner = event.get("events")
            if isinstance(inner, list) and inner:
                left.append(iter(inner))
                break
        else:
            left.pop()


def _told(event: Record) -> Mapping[str, Any]:
    numbers = {key: event.get(key) for key in ("tokens_before", "tokens_after")}
    found: dict[str, Any] = {key: each for key, each in numbers.items() if type(each) is int}
    kind = words_of(event.get("type"))
    return {**found, "trigger": kind, "summarised": kind == "summary"}
