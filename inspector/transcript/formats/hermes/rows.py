"""One message as Hermes writes it down, in any of its stores: OpenAI's chat form, with reasoning beside the content."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import Any, NamedTuple

from inspector.transcript.depth import prune
from inspector.transcript.formats import openai
from inspector.transcript.formats.blocks import kind_words, said_of, text_block, words_of
from inspector.transcript.formats.hermes.markers import divided, is_clients
from inspector.transcript.formats.sqlite_values import clock, moment_of
from inspector.transcript.late import answered, said, thought
from inspector.transcript.make import make_block, make_message
from inspector.transcript.model import Author, Block, Message, Role
from inspector.transcript.problems import Problems

Record = dict[str, Any]

_ROLES: dict[str, Role] = {
    "system": "system",
    "developer": "developer",
    "user": "user",
    "assistant": "assistant",
    "tool": "tool",
}
_AUTHORS: dict[Role, Author] = {"system": "system", "developer": "system", "assistant": "model", "tool": "tool"}
_SPEAKERS = ("user", "assistant")
_KEPT = frozenset({"token_count", "observed", "platform_message_id", "display_kind", "reasoning_details"})
_NOTHING: Record = {}
_SIGN = 64
"""Characters at the beginning of a text of which one is a bracket where a summary begins."""

_TIMES = (float, int, str)

_new = tuple.__new__


class Row(NamedTuple):
    """A message, and whether it is a summary. `text`: all of its words, or what stands for them where they stayed in the file."""

    message: Message
    """Its number is 0 until it has its place."""
    text: str
    summary: bool

    @property
    def call(self) -> str:
        """The call that a tool's message answers."""
        return self.message.blocks[0].tool_id if self.message.role == "tool" else ""

    @property
    def key(self) -> Hashable:
        """Two rows with the same key are the same message, one perhaps a copy that a compaction made."""
        role = self.message.role
        if role == "tool":
            return role, self.call or self.text
        return role, self.text, _calls(self.message.blocks) if role == "assistant" else ()

    def having(self, **fields: Any) -> Row:
        """The same with other fields of its message."""
        return self._replace(message=replace(self.message, **fields))


def usual(record: Any, line: int, problems: Problems) -> Message | None:
    """The message of a record whose content is one text and no summary, as nearly all are; None for any other.

    Its number is 0 until it has its place.
    """
    try:
        role, content = _ROLES[record["role"]], record["content"]
    except (KeyError, TypeError):
        return None
    if type(content) is not str or (role != "tool" and "[" in content[:_SIGN]):
        return None
    problems.records[role] += 1
    get: Callable[[str], Any] = record.get
    identity, timestamp, model = get("id"), get("timestamp"), get("model")
    author: Author
    if role == "tool":
        call = words_of(get("tool_call_id"))
        author = "tool"
        blocks: tuple[Block, ...] = (make_block("tool_result", answered(content, call), call),)
    elif role == "assistant":
        author = "model"
        blocks = _blocks(record, role, content)
    else:
        blocks = (make_block("text", said(content)),)
        author = _AUTHORS.get(role) or ("client" if is_clients(content) else "human")
    return make_message(
        0,
        role,
        blocks,
        True,
        author,
        line,
        identity if type(identity) is str else words_of(get("message_id")) if "message_id" in record else "",
        clock(timestamp) if type(timestamp) is float else moment_of(timestamp) if isinstance(timestamp, _TIMES) else "",
        model if type(model) is str else "",
        None,
        _NOTHING if _KEPT.isdisjoint(record) else _extra(record, ""),
    )


def row_of_usual(message: Message) -> Row:
    """The row of what `usual` made."""
    words = "tool_result" if message.role == "tool" else "text"
    return Row(message, next((block.text for block in message.blocks if block.kind == words), ""), False)


def row_of(record: Any, line: int, problems: Problems, summary: bool = False, session: str = "") -> Row | None:
    """The row of a message; None, and a problem, for what is none. `summary`: the store itself says that it is one."""
    message = None if summary else usual(record, line, problems)
    if message is not None:
        text = record["content"]
        return Row(message if not session else replace(message, extra=_extra(record, session)), text, False)
    try:
        role = _ROLES[record["role"]]
    except (KeyError, TypeError):
        _reject(record, line, problems)
        return None
    problems.records[role] += 1
    content, identity, timestamp, model = (record.get(name) for name in ("content", "id", "timestamp", "model"))
    text, plain, summary, blocks, author = _read(record, role, content, summary)
    message = make_message(
        0,
        role,
        blocks,
        plain,
        author,
        line,
        identity if type(identity) is str else words_of(record.get("message_id")),
        moment_of(timestamp) if isinstance(timestamp, _TIMES) else "",
        model if type(model) is str else "",
        None,
        _NOTHING if not session and _KEPT.isdisjoint(record) else _extra(record, session),
    )
    return _new(Row, (message, text, summary))


def _read(record: Record, role: Role, content: Any, summary: bool) -> tuple[str, bool, bool, tuple[Block, ...], Author]:
    """Text, plainness, whether it is a summary, blocks and author of a message that has parts or may be a summary."""
    plain = type(content) is str
    text = content if plain else said_of(content) if content else ""
    if role == "tool":
        call = words_of(record.get("tool_call_id"))
        result = (make_block("tool_result", answered(text, call), call),) if plain else openai.blocks_of_message(record)
        return text, plain, summary, result, "tool"
    found = divided(text) if plain and "[" in text[:_SIGN] and role in _SPEAKERS else None
    author = _author(role, text, summary or found is not None, bool(found and found.after))
    if found:
        return text, False, True, found.blocks, author
    blocks = _blocks(record, role, content)
    return text, plain, summary, _summary(blocks) if summary else blocks, author


def _calls(blocks: tuple[Block, ...]) -> tuple[str, ...]:
    return tuple([block.tool_id for block in blocks if block.kind == "tool_use"])


def _reject(record: Any, line: int, problems: Problems) -> None:
    kind = record.get("role", record.get("type")) if isinstance(record, dict) else record
    if kind == "session_meta":  # a gateway's own note, in its database too
        problems.records[kind] += 1
        return
    problems.records[kind_words(kind)] += 1
    problems.add(line, "unknown-record", f"not a message (role or type: {kind_words(kind, 40)})")


def _blocks(record: Record, role: Role, content: Any) -> tuple[Block, ...]:
    if role != "assistant":
        return (text_block(content),) if type(content) is str else openai.blocks_of_message(record)
    calls = record.get("tool_calls")
    blocks: tuple[Block, ...]
    if type(content) is not str or "refusal" in record or "function_call" in record:
        blocks = openai.blocks_of_message(record)
    elif calls is None or calls == []:
        blocks = (make_block("text", said(content)),) if content else ()
    elif type(calls) is list and len(calls) == 1 and (call := openai.usual_call(calls[0])) is not None:
        blocks = (make_block("text", said(content)), call) if content else (call,)
    else:
        blocks = openai.blocks_of_message(record)
    if "reasoning_content" not in record and "reasoning" not in record:
        return blocks
    words = words_of(record.get("reasoning_content")) or words_of(record.get("reasoning"))
    return (make_block("thinking", thought(words)), *blocks) if words else blocks


def _summary(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    """The same, its texts a summary."""
    return tuple([make_block("summary", block.body) if block.kind == "text" else block for block in blocks])


def _author(role: Role, text: str, summary: bool, typed: bool) -> Author:
    """A summary, in whoever's mouth, is the client's, unless a person's words follow it in the same message."""
    if summary or (role == "user" and is_clients(text)):
        return "human" if typed and role == "user" else "client"
    return _AUTHORS.get(role, "human")


def _extra(record: Record, session: str) -> Record:
    made = {key: record[key] for key in _KEPT if record.get(key) is not None}
    if session:
        made["session"] = session
    prune(made)
    return made
