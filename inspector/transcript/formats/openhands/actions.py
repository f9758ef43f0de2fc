"""Actions of OpenHands' first generation (`openhands/memory/conversation_memory.py`) as messages.

An action of the agent names the response of the model that it comes from (`tool_call_metadata.model_response`), whole, once more
for each of its calls. Actions without it are of rows from before native calls, or of models without them: their calls were
text, and are told here as calls of the action's name.
"""

from __future__ import annotations

from typing import Any

from inspector.transcript.depth import prune
from inspector.transcript.formats import openai
from inspector.transcript.formats.assembly import Piece
from inspector.transcript.formats.blocks import words_of
from inspector.transcript.formats.openhands.event import Event, images_of
from inspector.transcript.formats.openhands.talk import Talk, texts
from inspector.transcript.formats.openhands.usage import counted_up
from inspector.transcript.formats.usage import usage_of_litellm
from inspector.transcript.long_numbers import notice
from inspector.transcript.make import make_block
from inspector.transcript.model import Block, Held

UNSENT = frozenset({"null", "change_agent_state", "pause", "resume", "stop", "start", "recall", "condensation_request", "push",
                    "send_pr", "loop_recovery"})  # fmt: skip
"""Actions that say nothing to the model."""

_ASIDE = frozenset({"thought", "is_confirmed", "confirmation_state", "security_risk", "action_risk", "blocking", "hidden",
                    "keep_prompt", "kernel_init_code", "is_input", "is_static", "cwd", "action", "id", "timestamp", "source",
                    "message", "cause", "tool_call_metadata", "llm_metrics", "observation", "args", "timeout"})  # fmt: skip
"""Fields of an action that are no arguments of its call."""


def act(talk: Talk, event: Event) -> Piece | None:
    """The message that an action is in; None where it says nothing."""
    kind, args = event.kind, event.args
    if kind == "system":
        return _system(talk, event)
    if event.response is not None and kind != "finish":
        return _respond(talk, event)
    if kind == "message":
        return _message(talk, event)
    if kind in ("finish", "reject"):
        said = words_of(args.get("final_thought")) or words_of(args.get("thought")) or event.said
        return _own(talk, event, _assistant(texts(said, _content_of(event, said))))
    if event.source == "user":
        what = words_of(args.get("command")) or kind
        return talk.add(event.describe(Piece("user", texts(f"User executed the command:\n{what}"), "client")))
    return _call(talk, event)


def _system(talk: Talk, event: Event) -> Piece:
    tools = event.args.get("tools")
    if isinstance(tools, list):
        prune(tools)
        talk.tools = tuple([tool for tool in tools if isinstance(tool, dict)])
    return talk.add(event.describe(Piece("system", texts(words_of(event.args.get("content"))), "system", True)))


def _message(talk: Talk, event: Event) -> Piece:
    blocks = (*texts(words_of(event.args.get("content"))), *images_of(event.args))
    if event.source == "agent":
        return _own(talk, event, _assistant(blocks))
    return talk.add(event.describe(Piece("user", blocks, "human")))


def _assistant(blocks: tuple[Block, ...]) -> Piece:
    return Piece("assistant", blocks, "model")


def _own(talk: Talk, event: Event, piece: Piece) -> Piece:
    """A reply that no response is recorded of, or that is told otherwise than its response."""
    _charge(talk, event, piece)
    return talk.reply(f"event {event.id}", event.describe(piece)).piece


def _charge(talk: Talk, event: Event, piece: Piece) -> None:
    """The usage of a reply: its response's, else what was counted up since the last event that told."""
    response = event.response or {}
    key = words_of(response.get("id"))
    added = None
    if event.metrics is not None:
        talk.last, added = counted_up(event.metrics, talk.last)
    piece.model = words_of(response.get("model"))
    piece.usage = usage_of_litellm(response.get("usage")) or talk.usages.get(key) or added
    if added is not None and piece.usage is added:
        talk.problems.usage["cumulative"] += 1


def _content_of(event: Event, said: str) -> str:
    """What the model said when it finished, where that is more than its last thought."""
    words = words_of(_chosen(event).get("content"))
    return "" if words.strip() == said.strip() else words


def _chosen(event: Event) -> dict[str, Any]:
    choices = (event.response or {}).get("choices")
    first = choices[0] if isinstance(choices, list) and choices and isinstance(choices[0], dict) else {}
    message = first.get("message")
    return message if isinstance(message, dict) else {}


def _respond(talk: Talk, event: Event) -> Piece:
    """One response is one message, however many actions it led to."""
    response = event.response or {}
    key = words_of(response.get("id")) or f"event {event.id}"
    reply = talk.replies.get(key)
    if reply is None:
        message = _chosen(event)
        if message.get("role") != "assistant":
            message = {**message, "role": "assistant"}
        blocks = openai.blocks_of_message(message)
        thinking = words_of(message.get("reasoning_content"))
        if thinking:
            blocks = (make_block("thinking", Held(thinking, {"type": "thinking", "thinking": thinking})), *blocks)
        piece = event.describe(_assistant(blocks))
        _charge(talk, event, piece)
        piece.id = key
        reply = talk.reply(key, piece)
    if event.call and event.call not in reply.calls:
        talk.call(reply, _block(event, event.call))
    talk.by_event[event.id] = event.call
    return reply.piece


def _call(talk: Talk, event: Event) -> Piece:
    """An action whose response is not recorded."""
    call = event.call or f"action {event.id}"
    block = _block(event, call)
    talk.by_event[event.id] = call
    talk.waiting[call] = None
    return _own(talk, event, _assistant((*texts(words_of(event.args.get("thought"))), block)))


def _block(event: Event, call: str) -> Block:
    name = words_of(event.metadata.get("function_name")) or event.kind
    arguments = {key: value for key, value in event.args.items() if key not in _ASIDE and value is not None}
    prune(arguments)
    notice(arguments)
    return make_block(
        "tool_use", Held("", {"type": "tool_use", "id": call, "name": name, "input": arguments}), call, name
    )
