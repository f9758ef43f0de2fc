"""Rules about calls and results: every call answered in the very next turn, every result beside its call, once, first."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping

from inspector.analysis.sendable.hits import Hit, called, hit
from inspector.analysis.sendable.sent import Part, Sent
from inspector.analysis.sendable.turns import Given, Turn


def answered(given: Given, turn: Turn, after: Turn | None) -> Iterator[Hit]:
    """A call has its result in the next turn.

    Messages API: "each `tool_use` block must have a corresponding `tool_result` block in the next message". Chat
    Completions: "an assistant message with 'tool_calls' must be followed by tool messages responding to each
    'tool_call_id'". Reference: policies.md P12, bug-reports.md 29. Calls that wait at the very end are no breach.
    """
    there = {part.id for _, part in after.results if part.id} if after is not None else set[str]()
    for message, part in turn.calls:
        if part.id not in there and part.block not in given.waiting:
            text = f"the call {called(given, part)} has no result in the message after it"
            yield hit(text, (message, part))


def known(given: Given, before: Turn | None, turn: Turn) -> Iterator[Hit]:
    """A result answers a call of the turn before.

    Messages API: "each `tool_result` block must have a corresponding `tool_use` block in the previous message". Chat
    Completions: "messages with role 'tool' must be a response to a preceding message with 'tool_calls'". Reference:
    policies.md 10.13 (L2 orphans), field.md 39–41.
    """
    there = {part.id for _, part in before.calls if part.id} if before is not None else set[str]()
    for message, part in turn.results:
        if part.id not in there:
            text = f"the result {called(given, part)} answers no call of the message before it"
            yield hit(text, (message, part))


def once(given: Given, turn: Turn) -> Iterator[Hit]:
    """A call has one result. Messages API: "each tool_use must have a single result"; Chat Completions alike."""
    seen: dict[str, tuple[Sent, Part]] = {}
    for message, part in turn.results:
        first = seen.setdefault(part.id, (message, part)) if part.id else (message, part)
        if first[1] is not part:
            text = f"{called(given, part)} is a second result beside {called(given, first[1])}"
            yield hit(text, (message, part), first)


def unique_ids(given: Given, turn: Turn, seen: MutableMapping[str, tuple[Sent, Part]]) -> Iterator[Hit]:
    """An id names one call. Messages API: "`tool_use` ids must be unique".

    `seen` holds the calls so far: of the whole view for the Messages API, of this turn alone for Chat Completions, where
    results are joined to the calls just before them.
    """
    for message, part in turn.calls:
        first = seen.setdefault(part.id, (message, part)) if part.id else (message, part)
        if first[1].block != part.block:
            text = f"the call {called(given, part)} has the id of {called(given, first[1])}"
            yield hit(text, (message, part), first)


def results_first(given: Given, turn: Turn) -> Iterator[Hit]:
    """In a user turn results stand before everything else.

    Messages API, handling tool calls: "`tool_result` blocks must come first in the content array; any text must come after
    all tool results"; else the calls count as unanswered. Chat Completions has no such order: a result is its own message.
    """
    other: tuple[Sent, Part] | None = None
    for message, part in turn.parts:
        if part.kind != "tool_result":
            other = other or (message, part)
        elif other is not None:
            text = f"the result {called(given, part)} stands behind {called(given, other[1])}; results come first"
            yield hit(text, (message, part), other)
            return
