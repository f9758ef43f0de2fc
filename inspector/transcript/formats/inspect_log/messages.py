"""Inspect's chat messages as messages."""

from __future__ import annotations

from typing import Any

from inspector.transcript.formats.blocks import words_of
from inspector.transcript.formats.inspect_log.attachments import Attachments
from inspector.transcript.formats.request_log.messages import Maker
from inspector.transcript.formats.usage import usage_of_inspect
from inspector.transcript.make import make_message
from inspector.transcript.model import Author, Message, Usage
from inspector.transcript.problems import Problems

Record = dict[str, Any]


class InspectMaker:
    """Makes messages, with what is attached in its place.

    What the task asks has the source `input`; once a message has one, users' messages without come from the solver.
    """

    def __init__(self, problems: Problems, attachments: Attachments) -> None:
        self._make = Maker(problems)
        self._attachments = attachments
        self._asked = False

    def __call__(self, record: Any) -> Message | None:
        if not isinstance(record, dict):
            return self._make(record)
        full = self._attachments.resolved(record)
        found = self._make(_as_chat(full))
        if found is None:
            return None
        kept = {key: full[key] for key in ("source", "function") if isinstance(full.get(key), str)}
        author = self._author(full, found)
        return make_message(
            0, found.role, found.blocks, found.plain, author, 0, found.id, "", words_of(full.get("model")), None, kept
        )

    def _author(self, record: Record, message: Message) -> Author:
        if message.author != "human":
            return message.author
        given = record.get("source") in ("input", "operator")
        self._asked = self._asked or given
        return "human" if given or not self._asked else "client"


def usage_in(output: Any) -> Usage | None:
    """The usage of a model's output."""
    return usage_of_inspect(output.get("usage")) if isinstance(output, dict) else None


def _as_chat(record: Record) -> Record:
    """The message in the form of OpenAI's, with the parts of a content in either provider's."""
    role, content = record.get("role"), record.get("content")
    made: Record = {"role": role, "id": record.get("id"), "content": _content(content)}
    if role == "tool":
        made["tool_call_id"] = record.get("tool_call_id")
        error = record.get("error")
        if isinstance(error, dict) and words_of(error.get("message")):
            made["content"] = error["message"]  # what is sent then, whatever the content is
    calls = record.get("tool_calls")
    if isinstance(calls, list) and calls:
        made["tool_calls"] = [_call(each) for each in calls if isinstance(each, dict)]
    return made


def _call(call: Record) -> Record:
    name = call.get("function")
    if isinstance(name, dict):
        return call
    return {"id": call.get("id"), "function": {"name": name, "arguments": call.get("arguments")}}


def _content(content: Any) -> Any:
    if not isinstance(content, list):
        return content
    return [_part(each) if isinstance(each, dict) else each for each in content]


def _part(part: Record) -> Record:
    kind = part.get("type")
    if kind == "reasoning":
        text = words_of(part.get("reasoning"))
        if part.get("redacted"):
            summary = words_of(part.get("summary"))
            return {"type": "thinking", "thinking": summary} if summary else {"type": "redacted_thinking", "data": text}
        return {"type": "thinking", "thinking": text, "signature": part.get("signature")}
    if kind == "image" and "image" in part:
        return {"type": "image_url", "image_url": {"url": words_of(part.get("image"))}}
    return part
