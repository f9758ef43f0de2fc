"""Changes that the provider makes to a prompt after it was sent (Anthropic's context management).

`context_management.applied_edits` of a response says how many results were cleared, not which. A `compaction` block in a
reply stands for everything before it from then on, whether or not the client sends that again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from inspector.transcript.formats.prompts.pool import Request
from inspector.transcript.formats.prompts.state import State
from inspector.transcript.model import Compaction, Message

if TYPE_CHECKING:
    from inspector.transcript.formats.prompts.conversation import Conversation


def is_compaction(message: Message) -> bool:
    """Whether a reply holds the provider's summary (Anthropic's block; OpenAI's item does not cut what is before it)."""
    summaries = (block for block in message.blocks if block.kind == "summary")
    return message.role == "assistant" and any(block.api.get("type") == "compaction" for block in summaries)


def kept(talk: Conversation, now: State, reply: int) -> tuple[int, ...]:
    """What the next prompt begins with after a compaction in a reply."""
    return (*[position for position in now.view if is_system(talk, position)], reply)


def compaction(request: Request, reply: int, order: tuple[int, ...]) -> Compaction:
    """A compaction that the provider made while it replied."""
    return Compaction(
        "full",
        reply,
        "the provider",
        request.line,
        summary=reply,
        order=order,
        tokens_before=request.usage.context if request.usage else None,
        doubtful=frozenset(order),
        doubt="the provider made it; what it went on with is documented, not recorded",
    )


def sent(talk: Conversation, now: State, view: Sequence[int]) -> list[int]:
    """What counts of a prompt: what lies before the provider's last summary does not."""
    union, entries = talk.known.union, talk.entries
    if not talk.provided:
        return list(view)
    for at in range(len(view) - 1, -1, -1):
        if is_compaction(entries[union[view[at]]].message):
            return [*[position for position in view[:at] if is_system(talk, position)], *view[at:]]
    return list(view)


def counts(request: Request) -> tuple[int, int]:
    """Results cleared and tokens saved, over all edits of a request."""
    return _sum(request.edits, "cleared_tool_uses"), _sum(request.edits, "cleared_input_tokens")


def applied(talk: Conversation, now: State, request: Request, end: int) -> str:
    """Note what the provider says it cleared, where that is more or less than before. Why the prompt is not certain."""
    if not request.edits:
        return ""
    cleared, tokens = counts(request)
    if (cleared, tokens) != now.edits and tokens + cleared:
        after = request.usage.context if request.usage else None
        talk.compactions.append(
            Compaction(
                "micro",
                end,
                "the provider",
                request.line,
                tokens_before=None if after is None else after + tokens,
                tokens_after=after,
                doubtful=_results(talk),
                doubt=f"the provider cleared {cleared} tool results before the model saw the prompt; which is not recorded",
            )
        )
    return "the provider cleared results that the record does not name"


def _results(talk: Conversation) -> frozenset[int]:
    entries = talk.entries
    return frozenset(
        at
        for at, number in enumerate(talk.known.union)
        if any(block.kind == "tool_result" for block in entries[number].message.blocks)
    )


def is_system(talk: Conversation, position: int) -> bool:
    """Whether a message gives rules."""
    return talk.entries[talk.known.union[position]].message.role in ("system", "developer")


def _sum(values: Sequence[Mapping[str, Any]], key: str) -> int:
    found = [each.get(key) for each in values]
    return sum(each for each in found if type(each) is int and each > 0)
