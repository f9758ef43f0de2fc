"""The tool protocol: every call has exactly one later result. Breaches by kind and position, as of any request."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from inspector.engine.effects import remember
from inspector.engine.view import Problem, ToolProtocolError
from inspector.transcript.model import Transcript
from inspector.transcript.structure import Structure

_WORDS = {
    "missing": "the call {name} has no result",
    "unknown": "the result {name} answers no call",
    "duplicate": "the id at {name} was used before",
    "reversed": "the result {name} stands before its call",
    "misplaced": "{name} stands in a message that cannot hold it",
}


class Breach(NamedTuple):
    """A breach at a block, standing in every history that ends after `since` and not after `until` (block positions)."""

    kind: str
    block: int
    since: int
    until: int


def breaches(transcript: Transcript) -> tuple[Breach, ...]:
    """Every breach in the transcript, by position; worked out once."""
    return remember(
        transcript, ("breaches",), lambda: tuple(sorted(_find(transcript), key=lambda b: (b.since, b.block)))
    )


def _find(transcript: Transcript) -> Iterator[Breach]:
    structure = transcript.structure
    never = len(structure.blocks) + 1
    seen: dict[str, int] = {}
    for call in structure.calls:
        tool_id = structure.blocks[call].tool_id
        if tool_id in seen and tool_id:
            yield Breach("duplicate", call, call, never)
            continue
        seen[tool_id] = call
        answered = structure.partner[call]
        since = _left_behind(transcript, call)
        if since is not None and (answered < 0 or since < answered):
            yield Breach("missing", call, since, answered if answered >= 0 else never)
    yield from _results(structure, seen, never)
    for block in (*structure.calls, *structure.results):
        role = transcript.messages[structure.owner[block]].role
        is_call = structure.blocks[block].kind == "tool_use"
        if is_call != (role == "assistant"):  # calls are the assistant's, results come from the other side
            yield Breach("misplaced", block, block, never)


def _results(structure: Structure, calls: dict[str, int], never: int) -> Iterator[Breach]:
    answered: set[str] = set()
    for result in structure.results:
        tool_id = structure.blocks[result].tool_id
        call = calls.get(tool_id, never) if tool_id else never
        if call > result:
            yield Breach("unknown", result, result, min(call, never))
            if call < never:
                yield Breach("reversed", result, call, never)
        elif tool_id in answered:
            yield Breach("duplicate", result, result, never)
        answered.add(tool_id)


def _left_behind(transcript: Transcript, call: int) -> int | None:
    """The block from which on an unanswered call is a breach: the first message that goes on without its result."""
    structure, messages = transcript.structure, transcript.messages
    owner = structure.owner[call]
    for position in range(owner + 1, len(messages)):
        if 0 <= structure.partner[call] < structure.first[position + 1]:
            return None
        if messages[position].blocks and not waits(transcript, owner, position):
            return structure.first[position]
    return None


def waits(transcript: Transcript, reply: int, position: int) -> bool:
    """Whether a message after a reply leaves the reply's calls waiting: it goes on with nothing.

    Results do, system messages, and what a person typed while a tool ran: before another call of the same reply was
    answered, or where the record says so.
    """
    structure, message = transcript.structure, transcript.messages[position]
    if message.role in ("system", "developer") or message.interrupts:
        return True
    if any(block.kind == "tool_result" for block in message.blocks):
        return True
    calls = range(structure.first[reply], structure.first[reply + 1])
    return (
        message.role == "user"
        and max(map(structure.partner.__getitem__, calls), default=-1) > structure.first[position]
    )


def standing(transcript: Transcript, end: int) -> list[Breach]:
    """The breaches of the history that ends before block `end`."""
    found = [b for b in breaches(transcript) if b.since < end <= b.until]
    return sorted(found, key=lambda breach: breach.block)


def problem(transcript: Transcript, breach: Breach) -> Problem:
    """The breach in words: kind and position, never contents."""
    name = transcript.structure.name(breach.block)
    return Problem(breach.kind, _WORDS[breach.kind].format(name=name), breach.block)


def protocol_error(transcript: Transcript, found: list[Breach]) -> ToolProtocolError:
    """The error that a strict policy raises."""
    problems = tuple(problem(transcript, breach) for breach in found)
    more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
    return ToolProtocolError(f"tool protocol broken: {problems[0].text}{more}", problems)
