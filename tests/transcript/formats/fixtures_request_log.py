"""Logs of requests and responses, written as the loggers write them."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Iterable
from typing import Any

Record = dict[str, Any]

SYSTEM = [{"type": "text", "text": "You mend programs.", "cache_control": {"type": "ephemeral"}}]
TOOLS = [{"name": "read_file", "description": "reads a file", "input_schema": {"type": "object"}}]
CALL = {"type": "tool_use", "id": "toolu_1", "name": "read_file", "input": {"path": "port.toml"}}
RESULT = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "port = 8443"}
ASKED = {"role": "user", "content": [{"type": "text", "text": "which port?"}]}
REPLIES: list[list[Record]] = [
    [{"type": "thinking", "thinking": "look", "signature": "s"}, {"type": "text", "text": "I look."}, CALL],
    [{"type": "text", "text": "8443"}],
]
USAGE = [
    {"input_tokens": 10, "cache_creation_input_tokens": 90, "cache_read_input_tokens": 0, "output_tokens": 30},
    {"input_tokens": 12, "cache_creation_input_tokens": 20, "cache_read_input_tokens": 90, "output_tokens": 5},
]
PROMPTS: list[list[Record]] = [
    [ASKED],
    [ASKED, {"role": "assistant", "content": REPLIES[0]}, {"role": "user", "content": [RESULT]}],
]


def body(messages: list[Record], **more: Any) -> Record:
    return {"model": "claude-x", "system": SYSTEM, "tools": TOOLS, "max_tokens": 99, "messages": messages, **more}


def answer(content: list[Record], usage: Record, identity: str = "msg_1", **more: Any) -> Record:
    head = {"id": identity, "type": "message", "role": "assistant", "model": "claude-x-1"}
    return {**head, "content": content, "stop_reason": "end_turn", "usage": usage, **more}


ANTHROPIC: list[tuple[Record, Record]] = [
    (body(PROMPTS[at]), answer(REPLIES[at], USAGE[at], f"msg_{at}")) for at in range(2)
]


def stream(content: list[Record], usage: Record) -> str:
    """The server-sent events of one of Anthropic's replies: usage twice, the final output only in the last."""
    head = {
        "id": "msg_s",
        "role": "assistant",
        "model": "claude-x-1",
        "content": [],
        "usage": {**usage, "output_tokens": 1},
    }
    events: list[Record] = [{"type": "message_start", "message": head}, {"type": "ping"}]
    for index, block in enumerate(content):
        events += [{**each, "index": index} for each in _pieces(block)]
    end = {
        "type": "message_delta",
        "delta": {"stop_reason": "tool_use"},
        "usage": {"output_tokens": usage["output_tokens"]},
    }
    return sse([*events, end, {"type": "message_stop"}])


def _pieces(block: Record) -> Iterable[Record]:
    kind = block["type"]
    empty = {"text": {"text": ""}, "thinking": {"thinking": "", "signature": ""}, "tool_use": {"input": {}}}[kind]
    yield {"type": "content_block_start", "content_block": {**block, **empty}}
    if kind == "tool_use":
        said = json.dumps(block["input"])
        for half in (said[:7], said[7:]):
            yield {"type": "content_block_delta", "delta": {"type": "input_json_delta", "partial_json": half}}
    else:
        for half in (block[kind][:3], block[kind][3:]):
            yield {"type": "content_block_delta", "delta": {"type": f"{kind}_delta", kind: half}}
    if kind == "thinking":
        yield {"type": "content_block_delta", "delta": {"type": "signature_delta", "signature": block["signature"]}}
    yield {"type": "content_block_stop"}


def sse(events: list[Record]) -> str:
    return "".join(f"event: {each.get('type', 'chunk')}\ndata: {json.dumps(each)}\n\n" for each in events)


HEADERS = {"authorization": "Bearer sk-secret-1", "x-api-key": "sk-secret-2", "content-type": "application/json"}


def proxied(ask: Record, reply: Any, at: int) -> Record:
    """A line of a proxy that writes both sides with their headers; the response as it came."""
    side = {
        "timestamp": 1767225600 + at,
        "method": "POST",
        "url": "https://api.example/v1/messages",
        "headers": HEADERS,
    }
    key = "body_raw" if isinstance(reply, str) else "body"
    return {
        "request": {**side, "body": ask},
        "response": {**side, "status_code": 200, key: reply},
        "logged_at": "2026-01-01",
    }


PROXY = [proxied(ask, stream(reply["content"], reply["usage"]), at) for at, (ask, reply) in enumerate(ANTHROPIC)]
FLAT = [
    {"timestamp": f"2026-01-01T00:00:0{at}Z", "request": ask, "response": reply, "logged_at": "2026-01-01T00:00:09Z"}
    for at, (ask, reply) in enumerate(ANTHROPIC)
]


def entry(ask: Record, reply: str, at: int, packed: bool) -> Record:
    """An entry of a HAR document; its content perhaps in base64, of gzip."""
    text = base64.b64encode(gzip.compress(reply.encode())).decode() if packed else reply
    content = {"mimeType": "text/event-stream", "text": text} | ({"encoding": "base64"} if packed else {})
    headers = [{"name": key, "value": value} for key, value in HEADERS.items()]
    request = {"method": "POST", "url": "https://api.example/v1/messages", "headers": headers}
    request |= {"postData": {"mimeType": "application/json", "text": json.dumps(ask)}}
    return {
        "startedDateTime": f"2026-01-01T00:00:0{at}Z",
        "request": request,
        "response": {"status": 200, "content": content},
    }


def _streamed(at: int) -> tuple[Record, str]:
    ask, reply = ANTHROPIC[at]
    return ask, stream(reply["content"], reply["usage"])


PAGE = {
    "startedDateTime": "2026-01-01T00:00:00Z",
    "request": {"method": "GET", "url": "https://example/"},
    "response": {"status": 200, "content": {"mimeType": "text/html", "text": "<html>"}},
}
HAR = {
    "log": {
        "version": "1.2",
        "entries": [
            PAGE,
            *[entry(*_streamed(at), at, packed=bool(at)) for at in (1, 0)],
        ],
    }
}

CHAT_CALL = {
    "id": "call_1",
    "type": "function",
    "function": {"name": "read_file", "arguments": '{"path": "port.toml"}'},
}
CHAT: list[Record] = [
    {"role": "system", "content": "You mend programs."},
    {"role": "user", "content": "which port?"},
    {"role": "assistant", "content": None, "tool_calls": [CHAT_CALL]},
    {"role": "tool", "tool_call_id": "call_1", "content": "port = 8443"},
    {"role": "assistant", "content": "8443"},
]
CHAT_USAGE = {"prompt_tokens": 50, "completion_tokens": 7, "prompt_tokens_details": {"cached_tokens": 20}}
CHAT_LOG = [
    {
        "model": "gpt-x",
        "messages": CHAT[:at],
        "startTime": 1767225600.5 + at,
        "response": {"id": f"c{at}", "model": "gpt-x-1", "choices": [{"message": CHAT[at]}], "usage": CHAT_USAGE},
    }
    for at in (2, 4)
]


def chunk(**delta: Any) -> Record:
    return {"id": "c", "model": "gpt-x-1", "choices": [{"index": 0, "delta": delta}]}


def called(arguments: str, **head: Any) -> Record:
    return chunk(tool_calls=[{"index": 0, **head, "function": {"name": "read_file", "arguments": arguments}}])


CHUNKS = (
    sse(
        [
            chunk(role="assistant", content=""),
            called("", id="call_1"),
            called('{"path": "port'),
            called('.toml"}'),
            {"choices": [], "usage": CHAT_USAGE},
        ]
    )
    + "data: [DONE]\n\n"
)
CHAT_STREAM = [
    {"request": {"model": "gpt-x", "messages": CHAT[:2]}, "response": CHUNKS},
    {"request": {"model": "gpt-x", "messages": CHAT[:4]}, "response": CHAT_LOG[1]["response"]},
]

ITEMS: list[Record] = [
    {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "which port?"}]},
    {
        "type": "reasoning",
        "id": "rs_1",
        "summary": [{"type": "summary_text", "text": "look"}],
        "encrypted_content": "x",
    },
    {
        "type": "function_call",
        "id": "fc_1",
        "call_id": "call_1",
        "name": "read_file",
        "arguments": '{"path": "port.toml"}',
    },
    {"type": "function_call_output", "call_id": "call_1", "output": "port = 8443"},
    {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "8443", "annotations": []}]},
]
RESPONSES_USAGE = {
    "input_tokens": 60,
    "input_tokens_details": {"cached_tokens": 40},
    "output_tokens": 9,
    "output_tokens_details": {"reasoning_tokens": 4},
}


def responses(items: Any, output: list[Record], identity: str, **more: Any) -> Record:
    ask = {"model": "gpt-x", "instructions": "You mend programs.", "input": items, **more}
    return {
        "request": ask,
        "response": {"id": identity, "model": "gpt-x-1", "output": output, "usage": RESPONSES_USAGE},
    }


RESPONSES = [responses(ITEMS[:1], ITEMS[1:3], "resp_1"), responses(ITEMS[:4], ITEMS[4:], "resp_2")]
CHAINED = [
    responses("which port?", ITEMS[1:3], "resp_1"),
    responses(ITEMS[3:4], ITEMS[4:], "resp_2", previous_response_id="resp_1"),
]
RESPONSES_EVENTS: list[Record] = [
    {"type": "response.created", "response": {"id": "resp_1", "output": []}},
    *[{"type": "response.output_item.done", "item": each} for each in ITEMS[1:3]],
    {"type": "response.completed", "response": RESPONSES[0]["response"]},
]


def lines(records: Iterable[Record]) -> bytes:
    return b"".join(json.dumps(each).encode() + b"\n" for each in records)


FUZZED = (
    lines(PROXY),
    lines(FLAT),
    json.dumps(HAR).encode(),
    lines(CHAT_LOG),
    lines(CHAT_STREAM),
    lines(RESPONSES),
    lines(CHAINED),
    json.dumps(FLAT, indent=1).encode(),
    json.dumps(RESPONSES[1]["request"], indent=1).encode(),
    lines([{"request": RESPONSES[0]["request"], "response": {"body": sse(RESPONSES_EVENTS)}}, RESPONSES[1]]),
)


def large(size: int) -> bytes:
    """A proxy's log of one long conversation; each request repeats all that went before."""
    output = "".join(f"{number:6d}  def function_{number}(self, value: int) -> int:\n" for number in range(60))
    made, asked, room = [], [ASKED], size
    while room > 0:
        at = len(made)
        call = {**CALL, "id": f"toolu_{at}"}
        said = [{"type": "text", "text": f"Step {at}: I look at the next file."}, call]
        last = {
            **asked[-1],
            "content": [{**part, "cache_control": {"type": "ephemeral"}} for part in asked[-1]["content"]],
        }
        line = json.dumps(proxied(body([*asked[:-1], last]), answer(said, USAGE[1], f"msg_{at}"), at)).encode() + b"\n"
        made.append(line)
        room -= len(line)
        result = {**RESULT, "tool_use_id": f"toolu_{at}", "content": f"file {at}\n{output}"}
        asked += [{"role": "assistant", "content": said}, {"role": "user", "content": [result]}]
    return b"".join(made)
