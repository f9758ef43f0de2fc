"""Rules about the order of roles: who is first, who is last, who follows whom."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from inspector.analysis.sendable.hits import Hit
from inspector.analysis.sendable.models import refuses_prefill
from inspector.analysis.sendable.sent import MADE, Sent
from inspector.analysis.sendable.turns import Given, Turn


def no_messages(given: Given, last: Turn | None) -> Iterator[Hit]:
    """There is a message. Both APIs: messages must not be empty."""
    if last is None:
        yield Hit("there is no message to send", (), ())


def first_user(given: Given, turn: Turn) -> Iterator[Hit]:
    """The first turn is the user's.

    Messages API: 'messages: first message must use the "user" role'; strict chat templates likewise. Chat Completions does
    not mind. Reference: policies.md P12.
    """
    if turn.role == "assistant":
        yield _at("the first message is the assistant's", turn.messages[0])


def prefill(given: Given, last: Turn) -> Iterator[Hit]:
    """The last turn is not the model's own.

    Messages API: "prefill not supported" from the 4.6 models on; older ones go on with the text, hence a note. A note, too,
    where the record itself ends so: what the harness added then is not in it.
    """
    if last.role != "assistant" or any(part.block in given.waiting for _, part in last.calls):
        return
    message = last.messages[-1]
    refused = refuses_prefill(given.model) and message.origin != given.ended
    yield _at("the last message is the assistant's", message)._replace(severity="error" if refused else "note")


def joined(given: Given, turn: Turn) -> Iterator[Hit]:
    """Messages API: neighbours of one role are combined into one turn. A note, where the record had something between them."""
    for one, other in pairwise(turn.messages):
        if MADE in (one.origin, other.origin) or given.after[one.origin] != other.origin:
            yield _two(f"two messages of the {turn.role} follow each other; they are joined", one, other, "note")


def alternation(given: Given, before: Turn, turn: Turn) -> Iterator[Hit]:
    """Chat templates: "conversation roles must alternate user/assistant/user/assistant/…" (vLLM with Mistral, Gemma, Llama 2)."""
    if before.role == turn.role != "tool":
        yield _two(f"two messages of the {turn.role} follow each other", before.messages[-1], turn.messages[0], "error")


def system_top(given: Given, before: Turn | None, turn: Turn) -> Iterator[Hit]:
    """Chat templates: "system message must be at the beginning", and there is one."""
    if turn.role in ("system", "developer") and before is not None:
        yield _at("a system message stands behind the first message", turn.messages[0])


def _at(text: str, message: Sent) -> Hit:
    return Hit(text, tuple(part.block for part in message.parts[:1] if part.block != MADE), (message.at,))


def _two(text: str, one: Sent, other: Sent, severity: str) -> Hit:
    places = (*other.parts[:1], *one.parts[-1:])
    blocks = tuple(part.block for part in places if part.block != MADE)
    return Hit(text, blocks, (one.at, other.at), "error" if severity == "error" else "note")
