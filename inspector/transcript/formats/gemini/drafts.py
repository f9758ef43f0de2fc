"""One message of a Gemini CLI session as it is recorded: its blocks, and the results of the calls in it."""

from __future__ import annotations

from typing import Any

from inspector.transcript.formats.blocks import words_of
from inspector.transcript.formats.gemini.parts import answers, blocks_of_parts, call_block
from inspector.transcript.formats.usage import usage_of_gemini
from inspector.transcript.late import said as plain
from inspector.transcript.late import thought
from inspector.transcript.make import make_block
from inspector.transcript.model import Author, Block, Usage

SNAPSHOT = "<state_snapshot>"
ACKNOWLEDGED = "Got it. Thanks for the additional context!"
"""What the client lets the model say after a snapshot."""

_CLIENT = (
    "<session_context>",
    "This is the Gemini CLI.",
    "System: Please continue.",
    "Here is the user's editor context",
    "Here is a summary of changes in the user's editor context",
    SNAPSHOT,
)
"""How user messages begin that the client wrote (`environmentContext.ts`, `client.ts`)."""

Made = tuple[tuple[Block, ...], int, str]
"""The blocks of a record, how many of them are the message itself, and its kind ("" for none)."""


class Draft:
    """A message as recorded. The first `split` blocks are the message, the rest the results of the calls in it.

    `kind` is "user", "gemini", or "responses": a user message of nothing but results, which newer versions record once
    more beside the calls. `agents` are subagents that calls started, each with the id of its call.
    """

    __slots__ = (
        "_usage",
        "agents",
        "author",
        "blocks",
        "id",
        "key",
        "kind",
        "line",
        "model",
        "plain",
        "split",
        "timestamp",
    )

    def __init__(self, record: dict[str, Any], line: int, made: Made) -> None:
        self.blocks, self.split, self.kind = made
        get = record.get
        name, stamp = get("id"), get("timestamp")
        self.id = name if type(name) is str else ""
        self.timestamp = stamp if type(stamp) is str else ""
        self.line = line
        self.plain = type(get("content")) is str
        self.key: int | None = None
        """A hash of what it says; worked out when it must be compared."""
        self.author: Author
        self.agents: tuple[tuple[str, str], ...] = ()
        self.model = ""
        self._usage: Any = None
        """What was recorded, until somebody asks."""
        if self.kind == "gemini":
            model = get("model")
            self.author, self.model, self._usage = "model", model if type(model) is str else "", get("tokens")
            calls = get("toolCalls")
            self.agents = agents_of(calls) if calls else ()
        else:
            self.author = _author(self.blocks, self.kind)

    @property
    def usage(self) -> Usage | None:
        """What the provider reported; worked out once, of the last state of a message alone."""
        found: Usage | None = self._usage
        if found is not None and type(found) is not Usage:
            found = self._usage = usage_of_gemini(found)
        return found

    @property
    def results(self) -> tuple[Block, ...]:
        """The results that it holds."""
        return self.blocks if self.kind == "responses" else self.blocks[self.split :]

    def but(self, content: tuple[Block, ...] | None, results: tuple[Block, ...]) -> Draft:
        """The same message with another content, and other results in the place of its own."""
        made = object.__new__(Draft)
        for name in Draft.__slots__:
            setattr(made, name, getattr(self, name))
        made.key = None
        own = self.blocks[: self.split]
        if content is not None:
            own = (*_of(own, "thinking"), *_rest(content), *_of(own, "tool_use")) if self.kind == "gemini" else content
        now = {block.tool_id: block for block in results}
        made.split = len(own)
        made.blocks = (*own, *[now.get(block.tool_id, block) for block in self.blocks[self.split :]])
        return made

    @property
    def text(self) -> str:
        """Its text blocks in words."""
        return "\n".join([block.text for block in self.blocks[: self.split] if block.kind == "text"])


def blocks_of_message(record: Any) -> Made:
    """The blocks of one recorded message."""
    kind = record.get("type") if type(record) is dict else None
    if kind == "user":
        blocks = blocks_of_parts(record.get("content"))
        for block in blocks:
            if block.kind != "tool_result":
                return blocks, len(blocks), "user"
        return blocks, len(blocks), "responses" if blocks else "user"
    if kind != "gemini":
        return (), 0, ""
    calls = record.get("toolCalls")
    listed = [call for call in calls if isinstance(call, dict)] if calls and isinstance(calls, list) else ()
    thoughts, content = record.get("thoughts"), record.get("content")
    said = _thoughts(thoughts) if thoughts else []
    if type(content) is not str:
        said += _content(content, bool(listed))
    elif content and not content.isspace():
        said.append(make_block("text", plain(content)))
    if not listed:
        return tuple(said), len(said), "gemini"
    for call in listed:
        said.append(call_block(call))
    split = len(said)
    for call in listed:
        if "result" in call:
            said += answers(call["result"], words_of(call.get("id")))
    return tuple(said), split, kind


def _of(blocks: tuple[Block, ...], kind: str) -> list[Block]:
    return [block for block in blocks if block.kind == kind]


def _rest(blocks: tuple[Block, ...]) -> list[Block]:
    return [block for block in blocks if block.kind not in ("thinking", "tool_use")]


def _content(content: Any, called: bool) -> tuple[Block, ...]:
    """Calls among the parts are the recorded calls once more."""
    blocks = blocks_of_parts(content)
    return tuple([block for block in blocks if block.kind != "tool_use"]) if called else blocks


def _thoughts(thoughts: Any) -> list[Block]:
    if not isinstance(thoughts, list):
        return []
    made = []
    for each in thoughts:
        if type(each) is dict:
            subject, words = each.get("subject"), each.get("description")
            if type(subject) is not str or type(words) is not str:
                subject, words = words_of(subject), words_of(words)
            if subject or words:
                made.append(make_block("thinking", thought(f"**{subject}** {words}" if subject else words)))
    return made


def _author(blocks: tuple[Block, ...], kind: str) -> Author:
    if kind == "responses":
        return "tool"
    for block in blocks:
        if block.kind == "text":
            return "client" if block.text[:80].lstrip().startswith(_CLIENT) else "human"
    return "human"


def agents_of(calls: Any) -> tuple[tuple[str, str], ...]:
    """The subagents that calls started."""
    if not isinstance(calls, list):
        return ()
    started = [call for call in calls if isinstance(call, dict) and "agentId" in call]
    if not started:
        return ()
    found = [(words_of(call["agentId"]), words_of(call.get("id"))) for call in started]
    return tuple([each for each in found if each[0]])
