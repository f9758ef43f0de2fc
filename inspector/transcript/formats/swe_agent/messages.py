"""Messages of a history, or of a step's prompt."""

from __future__ import annotations

from typing import Any

from inspector.transcript.formats.blocks import words_of
from inspector.transcript.formats.request_log.messages import Maker
from inspector.transcript.make import make_block, make_message
from inspector.transcript.model import Author, Block, Held, Message
from inspector.transcript.problems import Problems

_KEPT = ("message_type", "agent", "is_demo", "tags")
_OBSERVED = ("<returncode>", "<output>", "<warning>", "OBSERVATION:", "Observation:")
"""How observations begin that are a user's message."""


class HistoryMaker:
    """Makes messages. Demonstrations are the client's; a user's message after the first reply is an observation."""

    def __init__(self, problems: Problems) -> None:
        self._make = Maker(problems)
        self._asked = False

    def __call__(self, record: Any) -> Message | None:
        found = self._make(_as_chat(record))
        if found is None or not isinstance(record, dict):
            return found
        author = self._author(record, found)
        blocks = (*_thoughts(record), *found.blocks)
        extra = {key: record[key] for key in _KEPT if key in record}
        return make_message(0, found.role, blocks, found.plain, author, 0, found.id, _time(record), "", None, extra)

    def _author(self, record: dict[str, Any], message: Message) -> Author:
        if record.get("is_demo"):
            return "client"
        if message.role == "assistant":
            self._asked = True
        if message.role == "user" and (
            self._asked or (message.blocks and message.blocks[0].text.startswith(_OBSERVED))
        ):
            return "tool"
        return message.author


def _as_chat(record: Any) -> Any:
    """The record as an OpenAI message: a result names its call in a list."""
    if not isinstance(record, dict):
        return record
    ids = record.get("tool_call_ids")
    if record.get("role") == "tool" and isinstance(ids, list) and ids and "tool_call_id" not in record:
        return {**record, "tool_call_id": ids[0]}
    return record


def _thoughts(record: dict[str, Any]) -> list[Block]:
    """Thinking that is kept beside the content, in Anthropic's form."""
    listed = record.get("thinking_blocks")
    found = []
    for each in listed if isinstance(listed, list) else ():
        if isinstance(each, dict) and (text := words_of(each.get("thinking"))):
            found.append(make_block("thinking", Held(text, each)))
    return found


def _time(record: dict[str, Any]) -> str:
    return words_of(record.get("timestamp"))
