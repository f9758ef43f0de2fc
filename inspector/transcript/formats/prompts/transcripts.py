"""Conversations as transcripts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from inspector.transcript.errors import TranscriptError
from inspector.transcript.formats.choice import Choice
from inspector.transcript.formats.prompts.conversation import Conversation
from inspector.transcript.formats.prompts.identity import spoken
from inspector.transcript.formats.prompts.lanes import main
from inspector.transcript.formats.prompts.pool import Pool
from inspector.transcript.formats.prompts.verify import exact_histories
from inspector.transcript.make import make_block, make_message
from inspector.transcript.model import Block, LoadReport, Message, Sidechain, Transcript
from inspector.transcript.structure import histories

_TITLE = 80
_ASKED = 12
"""Characters that a text must have to be taken for what a subagent was asked."""


def told_apart(
    found: Sequence[Conversation], pool: Pool, report: LoadReport, choice: Choice, **fields: Any
) -> Transcript:
    """The largest conversation, with the others as its sidechains; or the one that was chosen.

    Raises `TranscriptError` when there is none of the chosen name.
    """
    largest = main(found)
    wanted = choice.sidechain or choice.part or choice.leaf
    if wanted:
        for each in found:
            if each.identity == wanted and each is not largest:
                return transcript_of(each, pool, report, **{**fields, "title": title(each)})
        raise TranscriptError(f"there is no sidechain {wanted!r}")
    if largest is None:
        return Transcript(messages=(), report=report, **fields)
    began = _began(largest)
    chains = tuple(
        Sidechain(each.identity, each.messages, title(each), parent_tool_id=began.get(_first_words(each), ""))
        for each in found
        if each is not largest
    )
    return transcript_of(largest, pool, report, sidechains=chains, **fields)


def transcript_of(talk: Conversation, pool: Pool, report: LoadReport, **fields: Any) -> Transcript:
    """One conversation."""
    messages = tuple(_message(talk, at) for at in range(talk.messages))
    known = exact_histories(talk)
    doubts = {each.history: each.doubt for each in talk.asked if each.doubt}
    requests = list(enumerate(histories(messages), start=1))
    tools = next((each.request.tools for each in reversed(talk.asked) if each.request.tools), ())
    return Transcript(
        messages=messages,
        report=report,
        tools=fields.pop("tools", tools),
        compactions=tuple(talk.compactions),
        exact=frozenset(number for number, history in requests if history in known),
        doubts={number: doubts[history] for number, history in requests if history in doubts and history not in known},
        **fields,
    )


def title(talk: Conversation) -> str:
    """What a conversation is called: what is known of it, or the beginning of what was asked first."""
    words = _first_words(talk)
    return talk.title or (words.splitlines()[0][:_TITLE] if words else "")


def _first_words(talk: Conversation) -> str:
    """What was asked first."""
    users = (talk.entries[number].message for number in talk.known.union)
    return next((text for each in users if each.role == "user" and (text := spoken(each).strip())), "")


def _began(talk: Conversation) -> dict[str, str]:
    """The texts in the arguments of calls → the call: a subagent is asked in the words of the call that began it."""
    blocks = (block for number in talk.known.union for block in talk.entries[number].message.blocks)
    calls = [block for block in blocks if block.kind == "tool_use"]
    return {
        value.strip(): call.tool_id
        for call in calls
        for value in call.input.values()
        if isinstance(value, str) and len(value) >= _ASKED
    }


def _message(talk: Conversation, at: int) -> Message:
    """The message with what is known of the request that it came with."""
    message, request = talk.entries[talk.known.union[at]].message, talk.facts[at]
    reply = at in talk.replies
    mark = talk.marked.get(at, "")
    return make_message(
        at + 1,
        message.role,
        tuple([_summary(block) for block in message.blocks]) if mark == "summary" else message.blocks,
        message.plain,
        "client" if mark else message.author,
        message.line or request.line,
        message.id,
        message.timestamp or (request.timestamp if reply else ""),
        message.model or (request.model if reply else ""),
        (request.usage or message.usage) if reply else message.usage,
        {**message.extra, **request.extra} if reply and request.extra else message.extra,
        doubt=message.doubt,
    )


def _summary(block: Block) -> Block:
    return make_block("summary", block.body, images=block.images) if block.kind == "text" else block
