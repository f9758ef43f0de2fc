"""Contents of the Gemini API as they are sent: `[{"role": "user" | "model", "parts": […]}]`, in checkpoints of Gemini CLI."""

from __future__ import annotations

from collections import deque
from typing import Any

from inspector.transcript.formats.blocks import kind_words, words_of
from inspector.transcript.formats.gemini.drafts import ACKNOWLEDGED, Draft
from inspector.transcript.formats.gemini.parts import blocks_of_parts
from inspector.transcript.formats.gemini.slots import is_snapshot, summary_blocks
from inspector.transcript.formats.message_list import NOTHING
from inspector.transcript.make import make_message
from inspector.transcript.model import Author, Message, Transcript
from inspector.transcript.problems import Problems

_LISTS = ("history", "clientHistory", "contents")
"""Where a checkpoint, a checkpoint of `/restore`, and a request hold them."""


def is_contents(value: Any) -> bool:
    """Whether a list holds contents: the first has a role of this API, and parts."""
    first = value[0] if isinstance(value, list) and value else None
    return isinstance(first, dict) and first.get("role") in ("user", "model") and isinstance(first.get("parts"), list)


def contents_of(value: dict[str, Any]) -> list[Any] | None:
    """The contents in an object, the ones that the model gets rather than those that are shown."""
    found = [value[key] for key in _LISTS if is_contents(value.get(key))]
    return found[-1] if found else None


def read_contents(contents: list[Any], problems: Problems) -> Transcript:
    """Contents as messages."""
    messages: list[Message] = []
    ids = _Ids()
    for each in contents:
        role = each.get("role") if isinstance(each, dict) else None
        problems.records[role if isinstance(role, str) else kind_words(role)] += 1
        if role not in ("user", "model"):
            problems.add(0, "unknown-record", f"not a content (role: {kind_words(role, 40)})")
            continue
        messages.append(_message(len(messages) + 1, ids.given(each)))
    return Transcript("gemini", tuple(messages), problems.report())


class _Ids:
    """Calls of the API's first versions have no ids: a response answers the oldest open call of its name."""

    def __init__(self) -> None:
        self._count = 0
        self._open: dict[str, deque[str]] = {}

    def given(self, content: dict[str, Any]) -> dict[str, Any]:
        """A content whose calls and responses all have ids, as far as they belong together."""
        parts = content.get("parts")
        return {**content, "parts": [self._part(part) for part in parts]} if isinstance(parts, list) else content

    def _part(self, part: Any) -> Any:
        for key in ("functionCall", "functionResponse"):
            told = part.get(key) if isinstance(part, dict) else None
            if isinstance(told, dict) and not told.get("id"):
                return {**part, key: {**told, "id": self._id(key == "functionCall", words_of(told.get("name")))}}
        return part

    def _id(self, call: bool, name: str) -> str:
        waiting = self._open.setdefault(name, deque())
        if not call:
            return waiting.popleft() if waiting else ""
        self._count += 1
        waiting.append(f"{name}#{self._count}")
        return waiting[-1]


def _message(number: int, content: dict[str, Any]) -> Message:
    blocks = blocks_of_parts(content.get("parts"))
    model = content["role"] == "model"
    only = bool(blocks) and all(block.kind == "tool_result" for block in blocks)
    draft = Draft({}, 0, (blocks, len(blocks), "gemini" if model else "responses" if only else "user"))
    author: Author = "client" if model and draft.text.strip() == ACKNOWLEDGED else draft.author
    if is_snapshot(draft):
        author, blocks = "client", summary_blocks(blocks)
    name = words_of(content.get("id"))
    return make_message(number, "assistant" if model else "user", blocks, False, author, 0, name, "", "", None, NOTHING)
