"""What the parts of a message become: blocks of the reply, results of its calls, texts and files of a prompt.

As `message-v2.ts` (`toModelMessages`) of opencode sends them: parts of a prompt that are `ignored`, and files that were
put into texts already, are not sent; a call that was interrupted is answered by a stub.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from inspector.transcript.depth import prune
from inspector.transcript.formats.blocks import (
    RAW_ARGUMENTS,
    block_of,
    kind_words,
    said_of,
    searched,
    text_block,
    words_of,
)
from inspector.transcript.formats.opencode.objects import Record, within
from inspector.transcript.formats.sqlite_values import number_of
from inspector.transcript.late import answered, asked, said, thought
from inspector.transcript.long_numbers import notice
from inspector.transcript.make import make_block
from inspector.transcript.model import Block, Held
from inspector.transcript.problems import Problems

INTERRUPTED = "[Tool execution was interrupted]"
MARKER = "What did we do so far?"
"""What a compaction's own user message is sent as."""
SUBTASK = "The following tool was executed by the user"

SILENT = frozenset({"step-start", "step-finish", "snapshot", "patch", "agent", "retry"})
"""Parts that say nothing to the model."""

_IN_TEXT = ("text/plain", "application/x-directory")
"""Files whose content stands in a text part beside them."""


_new = tuple.__new__  # a NamedTuple without the cost of its own constructor
_WHERE = ("id", "messageID", "sessionID")


class Answer(NamedTuple):
    """The result of a call. `done`: the tool has answered, else it is a stub; `cleared`: when it was pruned, 0 if never."""

    block: Block
    done: bool
    cleared: float
    output: str
    """The file that holds all of it, by its path; mostly empty."""
    child: Any
    """The session of the subagent that was started."""


def called(part: Record) -> tuple[Block, Answer]:
    """A tool part as a call, and what was, or will be, sent as its result."""
    found, name, identity = part.get("state"), part.get("tool"), call_id(part)
    state: Record = found if type(found) is dict else {}
    arguments = state.get("input")
    if not isinstance(arguments, dict):
        arguments = {} if arguments is None else {RAW_ARGUMENTS: said_of(arguments)}
    elif searched(arguments):
        prune(arguments)
        notice(arguments)
    if type(name) is not str:
        name = ""
    return make_block("tool_use", asked(identity, name, arguments), identity, name), _answer(state, identity)


def call_id(part: Record) -> str:
    """What joins a call to its result."""
    found = part.get("callID")
    return found if type(found) is str and found else words_of(part.get("id"))


def _answer(state: Record, identity: str) -> Answer:
    get = state.get
    status, metadata = get("status"), get("metadata")
    output, child = "", None
    if metadata and isinstance(metadata, dict):
        output, child = words_of(metadata.get("outputPath")), metadata.get("sessionId")
    if status == "completed":
        time, words, files = get("time"), get("output"), get("attachments")
        cleared = number_of(time["compacted"]) if type(time) is dict and "compacted" in time else 0
        if type(words) is not str:
            words = said_of(words)
        if not files or not isinstance(files, list):
            block = make_block("tool_result", answered(words, identity), identity)
            return _new(Answer, (block, True, cleared, output, child))
        api: Record = {"type": "tool_result", "tool_use_id": identity, "content": _with_files(words, files)}
        return Answer(block_of(api), True, cleared, output, child)
    failed: Record = {"type": "tool_result", "tool_use_id": identity, "content": INTERRUPTED, "is_error": True}
    if status == "error":
        partial = within(metadata, "output") if within(metadata, "interrupted") is True else None
        if isinstance(partial, str):
            del failed["is_error"]
        failed["content"] = partial if isinstance(partial, str) else said_of(state.get("error"))
    return Answer(block_of(failed), status == "error", 0, output, child)


def _with_files(text: str, attachments: list[Any]) -> list[Record]:
    files = [_file(each) for each in attachments if isinstance(each, dict)]
    return [{"type": "text", "text": text}, *files]


def _file(part: Record) -> Record:
    """A file in API form; base64 is taken out by `block_of`."""
    mime, url = words_of(part.get("mime")), words_of(part.get("url"))
    kind = "image" if mime.startswith("image/") else "document"
    head, comma, data = url.partition(",")
    if comma and head.startswith("data:") and head.endswith(";base64"):
        source: Record = {"type": "base64", "media_type": mime, "data": data}
    elif comma and head.startswith("data:"):
        source = {"type": "text", "media_type": mime, "data": data}
    else:
        source = {"type": "url", "url": url}
    name = words_of(part.get("filename"))
    return {"type": kind, "source": source, **({"title": name} if name else {})}


def reply_block(part: Record, problems: Problems, line: int) -> Block | None:
    """A part of a reply that is no tool; None for what is not sent."""
    kind = part.get("type")
    words = part.get("text")
    if not isinstance(words, str):
        words = ""
    if kind == "text":
        return make_block("text", said(words))
    if kind == "reasoning":
        if "metadata" not in part:
            return make_block("thinking", thought(words))
        api = {"type": "thinking", "thinking": words}
        signature = within(part, "metadata", "anthropic", "signature")
        return block_of(api | {"signature": signature} if isinstance(signature, str) else api)
    return _other(kind, part, problems, line)


def plain_prompt(part: Record) -> Block | None:
    """A text that a person typed, as nearly all prompts are; None for all else."""
    if part.get("type") != "text" or "synthetic" in part or "ignored" in part:
        return None
    words = part.get("text")
    return make_block("text", said(words)) if type(words) is str else None


def prompt_block(part: Record, problems: Problems, line: int) -> Block | None:
    """A part of a user message; None for what is not sent."""
    kind = part.get("type")
    if kind == "text":
        return None if part.get("ignored") is True else _said(part)
    if kind == "file":
        return None if part.get("mime") in _IN_TEXT else block_of(_file(part))
    if kind in ("compaction", "subtask"):
        return text_block(MARKER if kind == "compaction" else SUBTASK)
    return _other(kind, part, problems, line)


def _said(part: Record) -> Block:
    words = part.get("text")
    return make_block("text", said(words if isinstance(words, str) else ""))


def _other(kind: Any, part: Record, problems: Problems, line: int) -> Block | None:
    """A kind of part that is not known is kept, and told of once."""
    if isinstance(kind, str) and kind in SILENT:
        return None
    name = f"part of type {kind_words(kind, 40)}"
    if not problems.records[name]:
        problems.add(line, "unknown-record", f"a {name}")
    problems.records[name] += 1
    kept = {key: value for key, value in part.items() if key not in _WHERE}
    block = block_of({**kept, "type": "opencode-part"})
    return make_block("opaque", Held(block.text, {**block.api, "type": kind}), images=block.images)
