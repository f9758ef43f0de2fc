"""What the parts of a message become: blocks of the reply, results of its calls, texts and files of a prompt.

As `message-v2.ts` (`toModelMessages`) of opencode sends them: parts of a prompt that are `ignored`, and files that were
put into texts already, are not sent; a call that was interrupted is answered by a stub.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from inspector.transcript.formats.blocks import RAW_ARGUMENTS, block_of, kind_words, said_of, text_block, words_of
from inspector.transcript.formats.opencode.objects import Record, within
from inspector.transcript.formats.sqlite_values import number_of
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


_WHERE = ("id", "messageID", "sessionID")


class Answer(NamedTuple):
    """The result of a call. `done`: the tool has answered, else it is a stub; `cleared`: when it was pruned, 0 if never."""

    block: Block
    done: bool
    cleared: float
    output: str
    """The file that holds all of it, by its path; mostly empty."""


def call_of(part: Record) -> Block:
    """A tool part as a call."""
    arguments = within(part, "state", "input")
    if not isinstance(arguments, dict):
        arguments = {} if arguments is None else {RAW_ARGUMENTS: said_of(arguments)}
    return block_of({"type": "tool_use", "id": call_id(part), "name": words_of(part.get("tool")), "input": arguments})


def call_id(part: Record) -> str:
    """What joins a call to its result."""
    return words_of(part.get("callID")) or words_of(part.get("id"))


def answer_of(part: Record) -> Answer:
    """What was, or will be, sent as the result of a tool part."""
    state = part.get("state")
    state = state if isinstance(state, dict) else {}
    status = state.get("status")
    api: Record = {"type": "tool_result", "tool_use_id": call_id(part), "content": ""}
    if status == "completed":
        api["content"] = _with_files(said_of(state.get("output")), state.get("attachments"))
    elif status == "error":
        output = within(state, "metadata", "output") if within(state, "metadata", "interrupted") is True else None
        api |= {"content": output} if isinstance(output, str) else {"content": _error(state), "is_error": True}
    else:
        api |= {"content": INTERRUPTED, "is_error": True}
    cleared = number_of(within(state, "time", "compacted")) if status == "completed" else 0
    output = words_of(within(state, "metadata", "outputPath"))
    return Answer(block_of(api), status in ("completed", "error"), cleared, output)


def _error(state: Record) -> str:
    return said_of(state.get("error"))


def _with_files(text: str, attachments: Any) -> Any:
    if not isinstance(attachments, list) or not attachments:
        return text
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
    if kind == "text":
        return _said(part)
    if kind == "reasoning":
        api = {"type": "thinking", "thinking": words_of(part.get("text"))}
        signature = within(part, "metadata", "anthropic", "signature")
        return block_of(api | {"signature": signature} if isinstance(signature, str) else api)
    return _other(kind, part, problems, line)


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
    return text_block(words_of(part.get("text")))


def _other(kind: Any, part: Record, problems: Problems, line: int) -> Block | None:
    """A kind of part that is not known is kept, and told of once."""
    if isinstance(kind, str) and kind in SILENT:
        return None
    name = f"part of type {kind_words(kind, 40)}"
    if not problems.records[name]:
        problems.add(line, "unknown-record", f"a {name}")
    problems.records[name] += 1
    said = {key: value for key, value in part.items() if key not in _WHERE}
    block = block_of({**said, "type": "opencode-part"})
    return make_block("opaque", Held(block.text, {**block.api, "type": kind}), images=block.images)
