"""What the four restatements share: messages as lists of dicts, requests, pairs, notices, and what is said of a request.

A message is `{"role", "plain", "origin", "made", "blocks"}`; a block `{"at", "kind", "api", "text", "fate", "layer"}`.
`at` is the block's position in the whole transcript (None in a made-up message), `origin` the message's.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.engine.telling import again

Block = dict[str, Any]
Message = dict[str, Any]
Say = Callable[[list[str], str, str], str | None]
"""Names of the evicted blocks, previous summary, focus -> the summary; None: it failed."""

READERS = {
    *("read_file", "read", "Read", "ReadFile", "readFile", "read_text_file", "read_text", "view", "View", "view_file"),
    *("open_file", "file_read", "fs_read", "get_file", "get_file_contents", "cat", "Cat", "NotebookRead"),
}
PATHS = (
    "path",
    "file_path",
    "filePath",
    "filepath",
    "filename",
    "file",
    "absolute_path",
    "target_file",
    "notebook_path",
)


@dataclass
class Layer:
    """What one layer did at one request."""

    fired: bool
    before: int
    after: int
    changed: set[int] = field(default_factory=set)
    gone: set[int] = field(default_factory=set)


@dataclass
class Said:
    """What a restatement says of one request. `gone`: block -> (fate, layer)."""

    view: list[Message]
    gone: dict[int, tuple[str, str]]
    before: int
    after: int
    layers: dict[str, Layer]
    refused: bool = False
    failed: bool = False
    count: int = 0
    last_summary: str = ""
    required: int | None = None

    @property
    def fired(self) -> tuple[str, ...]:
        return tuple(name for name, layer in self.layers.items() if layer.fired)

    @property
    def fates(self) -> dict[int, tuple[str, str]]:
        kept = {b["at"]: (b["fate"], b["layer"]) for m in self.view for b in m["blocks"] if b["at"] is not None}
        return {**self.gone, **kept}


def recorded(messages: list[dict[str, Any]]) -> list[Message]:
    """The messages as recorded, Anthropic's or OpenAI's, every block with its position."""
    out: list[Message] = []
    at = 0
    for origin, message in enumerate(messages):
        blocks = []
        for api in _apis(message):
            blocks.append(
                {"at": at, "kind": api["type"], "api": api, "text": text_of(api), "fate": "verbatim", "layer": ""}
            )
            at += 1
        plain = isinstance(message.get("content"), str) and len(blocks) == 1
        out.append({"role": message["role"], "plain": plain, "origin": origin, "made": None, "blocks": blocks})
    return out


def _apis(message: dict[str, Any]) -> list[dict[str, Any]]:
    content = message.get("content")
    if message["role"] == "tool":
        return [{"type": "tool_result", "tool_use_id": message["tool_call_id"], "content": content}]
    calls = message.get("tool_calls", [])
    parts = [{"type": "text", "text": content}] if isinstance(content, str) else list(content or [])
    if calls and content == "":
        parts = []
    for call in calls:
        given = json.loads(call["function"]["arguments"])
        parts.append({"type": "tool_use", "id": call["id"], "name": call["function"]["name"], "input": given})
    return parts


def text_of(api: dict[str, Any]) -> str:
    """What a block says in words."""
    if api["type"] == "tool_use":
        return ""
    if api["type"] == "thinking":
        return str(api["thinking"])
    if api["type"] == "tool_result":
        content = api["content"]
        if isinstance(content, str):
            return content
        return "\n".join(part["text"] for part in content if part["text"])
    return str(api["text"])


def put_text(block: Block, text: str, fate: str, layer: str) -> None:
    """The block with another text; a result's text parts become one string."""
    field_name = {"tool_result": "content", "thinking": "thinking"}.get(block["kind"], "text")
    block["api"] = {**block["api"], field_name: text}
    block["text"], block["fate"], block["layer"] = text, fate, layer


def clone(view: list[Message]) -> list[Message]:
    return [{**message, "blocks": [dict(block) for block in message["blocks"]]} for message in view]


def made_up(kind: str, role: str, text: str) -> Message:
    """A message that a layer made: one string."""
    block = {"at": None, "kind": "text", "api": {"type": "text", "text": text}, "text": text}
    return {"role": role, "plain": True, "origin": None, "made": kind, "blocks": [{**block, "fate": "", "layer": ""}]}


def is_system(message: Message) -> bool:
    return message["role"] in ("system", "developer")


def histories(messages: list[Message]) -> list[int]:
    """Messages before each reply, and before the request to come unless the last reply is final."""
    found = [i for i, message in enumerate(messages) if message["role"] == "assistant"]
    last = messages[-1] if messages else None
    if last is None:
        return [0]
    if last["role"] != "assistant" or any(b["kind"] == "tool_use" for b in last["blocks"]):
        found.append(len(messages))
    return found


def results(view: list[Message]) -> list[Block]:
    return [block for message in view for block in message["blocks"] if block["kind"] == "tool_result"]


def calls(view: list[Message]) -> list[Block]:
    return [block for message in view for block in message["blocks"] if block["kind"] == "tool_use"]


def places(view: list[Message]) -> dict[str, tuple[int, int | None]]:
    """Tool id -> positions in the list of the messages with its call and with its result (None: not answered)."""
    answered = {}
    for i, message in enumerate(view):
        for block in message["blocks"]:
            if block["kind"] == "tool_result":
                answered[block["api"]["tool_use_id"]] = i
    found = {}
    for i, message in enumerate(view):
        for block in message["blocks"]:
            if block["kind"] == "tool_use":
                found[block["api"]["id"]] = (i, answered.get(block["api"]["id"]))
    return found


def tool_id(block: Block) -> str:
    return str(block["api"].get("id") or block["api"].get("tool_use_id") or "")


def without(view: list[Message], leaving: Callable[[Block], bool]) -> tuple[list[Message], set[int]]:
    """The view without some blocks, and which. A message that loses its last block disappears."""
    kept, gone = [], set()
    for message in view:
        left = [block for block in message["blocks"] if not leaving(block)]
        gone |= {block["at"] for block in message["blocks"] if leaving(block)}
        if left or not message["blocks"]:
            kept.append({**message, "blocks": left})
    return kept, gone


def positions(view: list[Message]) -> set[int]:
    return {block["at"] for message in view for block in message["blocks"] if block["at"] is not None}


def names(view: list[Message], messages: list[Message]) -> list[str]:
    """The recorded blocks of some messages as `3.1`: the first block of the third message of the transcript."""
    wanted = positions(view)
    return [f"{m['origin'] + 1}.{i + 1}" for m in messages for i, b in enumerate(m["blocks"]) if b["at"] in wanted]


def with_earlier(found: list[str], last: str, messages: list[Message]) -> list[str]:
    """The same, an earlier summary among them before all that came after it."""
    return [again(last), *found] if any(message["made"] == "summary" for message in messages) else found


def fill(template: str, **values: object) -> str:
    """The template with its slots filled, in one pass."""
    return re.sub(r"\{(\w+)\}", lambda slot: str(values[slot[1]]), template)
