"""Lists of chat messages, Anthropic's or OpenAI's, one after the other; the two are told apart message by message."""

from __future__ import annotations

from typing import Any

from inspector.transcript.depth import prune
from inspector.transcript.formats import openai
from inspector.transcript.formats.blocks import blocks_of, kind_words, words_of
from inspector.transcript.formats.functions import OldCalls
from inspector.transcript.formats.openings import begins_with_summary, with_summary
from inspector.transcript.formats.usage import usage_of
from inspector.transcript.lines import Line
from inspector.transcript.make import make_message
from inspector.transcript.model import Author, Block, Message, Role, Transcript
from inspector.transcript.problems import Problems
from inspector.transcript.store import Store

ROLES: dict[str, Role] = {
    "system": "system",
    "developer": "developer",
    "user": "user",
    "assistant": "assistant",
    "tool": "tool",
    "function": "tool",
}
_AUTHORS: dict[Role, Author] = {"system": "system", "developer": "system", "assistant": "model", "tool": "tool"}
_CARRIED = frozenset(
    {
        "role",
        "content",
        "tool_calls",
        "function_call",
        "refusal",
        "tool_call_id",
        "id",
        "model",
        "usage",
        "timestamp",
        "type",
    }
)
"""Fields that a Message or its blocks carry; all others go to `extra`."""


NOTHING: dict[str, Any] = {}
"""The `extra` of messages that have none."""


def blocks_of_record(record: dict[str, Any]) -> tuple[Block, ...]:
    """The blocks of one recorded message of either kind."""
    blocks = openai.blocks_of_message(record) if openai.is_openai(record) else blocks_of(record.get("content"))
    return with_summary(blocks) if record.get("role") == "user" else blocks


class MessageList:
    """Gathers messages in order."""

    def __init__(self, problems: Problems, store: Store | None = None) -> None:
        self.messages: list[Message] = []
        self.problems = problems
        self.openai = False
        self._store = store
        self._old_calls = OldCalls()

    def add(self, record: dict[str, Any], line: Line | None = None) -> None:
        """Take one message; what is none is reported."""
        role = ROLES.get(record["role"]) if isinstance(record.get("role"), str) else None
        number = line.line if line else 0
        if role is None:
            self._reject(record, number)
            return
        self.problems.records[role] += 1
        blocks = self._blocks(record, line)
        self.messages.append(_message(len(self.messages) + 1, role, record, blocks, number))

    def add_system(self, content: Any, line: Line | None = None) -> None:
        """The system prompt of a request body, or of a header line, is a message; its line is not one that can be read again."""
        if content:
            self.add({"role": "system", "content": content}, line._replace(exact=False) if line else None)

    def _blocks(self, record: dict[str, Any], line: Line | None) -> tuple[Block, ...]:
        if not openai.is_openai(record):
            blocks = blocks_of(record.get("content"))
        else:
            self.openai = True
            blocks = openai.blocks_of_message(record)
            if OldCalls.concern(record):
                return self._old_calls.join(record, blocks)
        if record["role"] == "user":
            blocks = with_summary(blocks)
        return self._store.keep(blocks, line) if self._store and line else blocks

    def _reject(self, record: dict[str, Any], line: int) -> None:
        kind = record.get("role", record.get("type"))
        self.problems.records[kind if isinstance(kind, str) else kind_words(kind)] += 1
        self.problems.add(line, "unknown-record", f"not a message (role or type: {kind_words(kind, 40)})")

    def mark(self) -> tuple[int, bool, OldCalls]:
        """Where the list is now, to go back to."""
        return len(self.messages), self.openai, self._old_calls.copy()

    def back(self, mark: tuple[int, bool, OldCalls]) -> None:
        """Forget the messages since."""
        count, self.openai, self._old_calls = mark
        del self.messages[count:]

    def transcript(self, **fields: Any) -> Transcript:
        """What was gathered, with the fields that the container knows."""
        name = "openai" if self.openai else "anthropic"
        fields.setdefault("format", name)
        return Transcript(messages=tuple(self.messages), report=self.problems.report(), **fields)


def _message(number: int, role: Role, record: dict[str, Any], blocks: tuple[Block, ...], line: int) -> Message:
    usage = record.get("usage")
    return make_message(
        number,
        role,
        blocks,
        isinstance(record.get("content"), str),
        _AUTHORS.get(role) or _user_author(blocks),
        line,
        words_of(record.get("id")),
        words_of(record.get("timestamp")),
        words_of(record.get("model")),
        usage_of(usage) if usage else None,
        NOTHING if _CARRIED.issuperset(record) else _extra(record),
    )


def _extra(record: dict[str, Any]) -> dict[str, Any]:
    extra = {key: value for key, value in record.items() if key not in _CARRIED}
    prune(extra)
    return extra


def _user_author(blocks: tuple[Block, ...]) -> Author:
    """A user message that holds nothing but results was written by tools, a summary by the client."""
    for block in blocks:
        if block.kind != "tool_result":
            return "client" if begins_with_summary(blocks) else "human"
    return "tool" if blocks else "human"
