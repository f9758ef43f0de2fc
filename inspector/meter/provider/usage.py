"""What the record tells of each request to the provider: its usage, its passes, its model, changes that it cannot show."""

from __future__ import annotations

from typing import Any

from inspector.transcript.model import Message, Transcript, Usage


def told(transcript: Transcript) -> list[list[int]]:
    """The prompts that were reported for each request: one, several where one reply took several passes, none.

    As the record has them; see `sound.reported`.
    """
    messages, count = transcript.messages, len(transcript.messages)
    replies = (messages[history] if history < count else None for history in transcript.structure.histories)
    return [[] if reply is None or reply.usage is None else _prompts(reply, reply.usage.context) for reply in replies]


def _prompts(reply: Message, context: int) -> list[int]:
    """The prompts of one reply."""
    if not context:
        return []
    if "caching" not in reply.extra:
        return [context]
    passes: Any = reply.extra["caching"].get("passes", [])
    sound = len(passes) > 1 and all(passes) and sum(passes) == context
    return list(passes) if sound else [context]


def usage_of(transcript: Transcript, request: int) -> Usage | None:
    """What was reported for the recorded request."""
    reply = transcript.structure.histories[request - 1]
    return transcript.messages[reply].usage if reply < len(transcript.messages) else None


def models(transcript: Transcript) -> list[str]:
    """The model of each request: of its reply, else of the one before it."""
    found: list[str] = []
    last = next((message.model for message in transcript.messages if message.model), "")
    for history in transcript.structure.histories:
        if history < len(transcript.messages):
            last = transcript.messages[history].model or last
        found.append(last)
    return found


def unseen_changes(transcript: Transcript) -> frozenset[int]:
    """Requests before which the agent cleared results that came before the record begins: its prompt changed there."""
    shape = transcript.structure
    there = {shape.blocks[result].tool_id for result in shape.results}
    found = [c for c in transcript.compactions if c.kind == "micro" and c.cleared - there]
    return frozenset(shape.request_of(compaction.since - 1) for compaction in found)
