"""Rules about what a message holds: no text without words, thinking as it was signed."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.analysis.sendable.hits import Hit, called, hit
from inspector.analysis.sendable.models import checks_prefix
from inspector.analysis.sendable.sent import MADE, Part, Sent
from inspector.analysis.sendable.turns import Given, Turn


def empty_text(given: Given, message: Sent, last: bool) -> Iterator[Hit]:
    """A text holds words.

    Messages API: "text content blocks must be non-empty", "… must contain non-whitespace text"; only the optional last
    message, the assistant's, may be an empty string. What a reply was received with goes back as it is: some models begin
    with a text of two newlines, and sessions that sent it back went on. Chat Completions takes an empty string. Reference:
    policies.md P12, 10.13 (empty content).
    """
    if last and message.bare and message.role == "assistant":
        return
    received = message.role == "assistant" and any(not part.blank for part in message.parts)
    for part in message.parts:
        if part.blank and not (received and part.blank == "white" and not part.altered):
            yield hit(f"the text {called(given, part)} has no words", (message, part))


def thinking_altered(given: Given, message: Sent) -> Iterator[Hit]:
    """Signed thinking is sent as it was received. Messages API: "invalid `signature` in `thinking` block"."""
    for part in message.parts:
        if part.kind == "thinking" and part.signed and part.altered:
            yield hit(
                f"the thinking {called(given, part)} is changed and its signature no longer fits", (message, part)
            )


def thinking_kept(given: Given, last: Turn, before: Turn | None) -> Iterator[Hit]:
    """Thinking stays with the calls that it led to, as long as their results were not answered by a final reply.

    Messages API: "a final `assistant` message must start with a thinking block (preceding the lastmost set of `tool_use` and
    `tool_result` blocks)". Only the last assistant turn matters; in earlier ones thinking may be left out.
    """
    turn = last if last.role == "assistant" else before
    for message in turn.messages if turn is not None and turn.role == "assistant" else ():
        if message.origin == MADE or not message.calls:
            continue
        there = {part.block for part in message.parts}
        for part in given.kept(message.origin):
            if part.kind == "thinking" and part.signed and part.block not in there:
                text = f"the thinking {called(given, part)} is missing before the call that it led to"
                yield hit(text, (message, part))


def thinking_prefix(given: Given, message: Sent, bound: bool) -> Iterator[Hit]:
    """What stood before signed thinking still stands before it, unchanged.

    Messages API, preserved thinking: "a prefix check fails if system, tools, or an earlier message changed after Claude
    produced a block"; by default the request is refused (policies.md §7). Models without the check ignore it: a note.
    `bound`: all that comes before the message is what the reply was made from.
    """
    for part in message.parts:
        if part.kind == "thinking" and part.signed and not (bound and _same_until(given, message, part)):
            text = f"what stood before the thinking {called(given, part)} has changed since it was signed"
            if checks_prefix(given.model):
                yield hit(text, (message, part))
            else:
                yield hit(f"{text}; models that check it refuse that", (message, part), severity="note")
            return


def _same_until(given: Given, message: Sent, thinking: Part) -> bool:
    """Whether the reply itself is unchanged up to its thinking."""
    before = message.parts[: message.parts.index(thinking)]
    return not any(part.altered for part in before) and before == given.kept(message.origin)[: len(before)]
