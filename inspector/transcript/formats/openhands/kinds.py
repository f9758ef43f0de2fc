"""Events of OpenHands' SDK (`software-agent-sdk`, `openhands/sdk/event`): each says its `kind`, ids are UUIDs."""

from __future__ import annotations

from typing import Any

from inspector.transcript.depth import prune
from inspector.transcript.formats.arguments import Called, arguments_of
from inspector.transcript.formats.assembly import Piece
from inspector.transcript.formats.blocks import block_of, said_of, text_block, words_of
from inspector.transcript.formats.openhands.event import content_blocks
from inspector.transcript.formats.openhands.talk import Talk
from inspector.transcript.late import asked
from inspector.transcript.make import make_block
from inspector.transcript.model import Block, Body, Held

SENT = (
    "SystemPromptEvent",
    "MessageEvent",
    "ActionEvent",
    "ObservationEvent",
    "UserRejectObservation",
    "AgentErrorEvent",
)
OTHER = frozenset(
    {
        "CondensationRequest", "CondensationSummaryEvent", "ConversationStateUpdateEvent", "ConversationErrorEvent",
        "PauseEvent", "TokenEvent", "LLMCompletionLogEvent", "ConversationIterationLimitEvent", "WarningEvent",
        "SecurityAnalyzerConfigurationEvent", "InterruptEvent", "HookExecutionEvent", "StreamingDeltaEvent",
    }
)  # fmt: skip
"""Events that the model does not get."""


def take(talk: Talk, record: dict[str, Any], line: int) -> Piece | None:
    """The message that an event is in; None where it says nothing."""
    kind = record["kind"]
    if kind == "SystemPromptEvent":
        return _system(talk, record, line)
    if kind == "MessageEvent":
        return _message(talk, record, line)
    if kind == "ActionEvent":
        return _action(talk, record, line)
    return _result(talk, record, line)


def _described(piece: Piece, record: dict[str, Any], line: int) -> Piece:
    identity, stamp = record.get("id"), record.get("timestamp")
    piece.id = identity if type(identity) is str else ""
    piece.timestamp = stamp if type(stamp) is str else ""
    piece.line = line
    return piece


def _system(talk: Talk, record: dict[str, Any], line: int) -> Piece:
    blocks = content_blocks([record.get("system_prompt"), record.get("dynamic_context")])
    tools = record.get("tools")
    if isinstance(tools, list):
        prune(tools)
        talk.tools = tuple([tool for tool in tools if isinstance(tool, dict)])
    return talk.add(_described(Piece("system", blocks, "system"), record, line))


def _message(talk: Talk, record: dict[str, Any], line: int) -> Piece:
    message = record.get("llm_message")
    told: dict[str, Any] = message if isinstance(message, dict) else {}
    agent = record.get("source") == "agent" or told.get("role") == "assistant"
    blocks = (*(_thinking(told) if agent else ()), *content_blocks(told.get("content")))
    blocks += content_blocks(record.get("extended_content") or [])
    if not agent:
        piece = Piece("user", blocks, "human" if record.get("source") == "user" else "client")
        return talk.add(_described(piece, record, line))
    return _replied(talk, _described(Piece("assistant", blocks, "model"), record, line), record)


def _replied(talk: Talk, piece: Piece, record: dict[str, Any]) -> Piece:
    key = words_of(record.get("llm_response_id")) or f"event {piece.id}"
    piece.usage = talk.usages.get(key)
    return talk.reply(key, piece).piece


def _thinking(told: dict[str, Any]) -> tuple[Block, ...]:
    """Thinking as the provider signed it, else the words of it."""
    if "thinking_blocks" not in told and "reasoning_content" not in told:
        return ()
    listed = told.get("thinking_blocks")
    signed = tuple([block_of(each) for each in listed if isinstance(each, dict)]) if isinstance(listed, list) else ()
    words = words_of(told.get("reasoning_content"))
    if signed or not words:
        return signed
    return (make_block("thinking", Held(words, {"type": "thinking", "thinking": words})),)


def _action(talk: Talk, record: dict[str, Any], line: int) -> Piece:
    """Actions of one response are one message."""
    call = _call(record)
    key = record.get("llm_response_id")
    reply = talk.replies.get(key) if type(key) is str else None
    if reply is not None:
        talk.call(reply, call)
        return reply.piece
    thought = record.get("thought")
    blocks = (*_thinking(record), *content_blocks(thought), call) if thought else (*_thinking(record), call)
    return _replied(talk, _described(Piece("assistant", blocks, "model"), record, line), record)


def _call(record: dict[str, Any]) -> Block:
    told = record.get("tool_call")
    call: dict[str, Any] = told if isinstance(told, dict) else {}
    function = call.get("function")
    said: dict[str, Any] = function if isinstance(function, dict) else call
    identity, name = record.get("tool_call_id"), said.get("name")
    if not identity or type(identity) is not str:
        identity = words_of(call.get("id"))
    if not name or type(name) is not str:
        name = words_of(record.get("tool_name"))
    arguments = said.get("arguments")
    if type(arguments) is str:
        body: Body = Called(identity, name, arguments)
    else:
        body = asked(identity, name, arguments_of(arguments))
    return make_block("tool_use", body, identity, name)


def _result(talk: Talk, record: dict[str, Any], line: int) -> Piece | None:
    kind = record["kind"]
    words = _only_text(record) if kind == "ObservationEvent" else None
    if words is not None:
        answered = talk.result(words_of(record.get("tool_call_id")), words)
        if answered is not None:
            return answered if answered.timestamp else _described(answered, record, line)
    blocks: tuple[Block, ...]
    if kind == "UserRejectObservation":
        blocks = (text_block(f"Action rejected: {words_of(record.get('rejection_reason'))}"),)
    elif kind == "AgentErrorEvent":
        blocks = (text_block(words_of(record.get("error"))),)
    else:
        blocks = _observed(record.get("observation"))
        if record.get("extended_content"):
            blocks += content_blocks(record["extended_content"])
    others: tuple[Block, ...] = ()
    if len(blocks) == 1 and blocks[0].kind == "text":
        text = blocks[0].text
    else:
        text = "\n".join([block.text for block in blocks if block.kind == "text" and block.text])
        others = tuple([block for block in blocks if block.kind != "text"])
    piece = talk.result(words_of(record.get("tool_call_id")), text, others, kind != "ObservationEvent")
    if piece is None:
        return talk.add(_described(Piece("user", blocks, "tool"), record, line)) if blocks else None
    return piece if piece.timestamp else _described(piece, record, line)


def _only_text(record: dict[str, Any]) -> str | None:
    """What was observed, where that is one text, as nearly always."""
    observation = record.get("observation")
    content = observation.get("content") if type(observation) is dict else None
    if type(content) is not list or len(content) != 1 or "extended_content" in record:
        return None
    part = content[0]
    if type(part) is not dict or part.get("type") != "text" or len(part) - ("cache_prompt" in part) != 2:
        return None
    text = part.get("text")
    return text if type(text) is str else None


def _observed(observation: Any) -> tuple[Block, ...]:
    """What an observation says: its content, its output, or all of it."""
    if not isinstance(observation, dict):
        return content_blocks(observation or [])
    for key in ("content", "output", "message", "error", "result"):
        value = observation.get(key)
        if value and isinstance(value, list | str):
            return content_blocks(value)
    prune(observation)
    return content_blocks(said_of({key: value for key, value in observation.items() if key != "kind"}))
