"""One JSON value that is a whole conversation: a list of messages, or a request body of either provider."""

from __future__ import annotations

from typing import Any

from inspector.transcript.errors import TranscriptError
from inspector.transcript.formats.blocks import words_of
from inspector.transcript.formats.format import Format, Record, Records, Source
from inspector.transcript.formats.message_list import MessageList
from inspector.transcript.model import Transcript
from inspector.transcript.problems import Problems

_BODY = frozenset({"model", "system", "tools", "max_tokens", "max_completion_tokens", "temperature", "stream"})
"""Fields of a request; with one of them the messages are a prompt as it was sent."""

_SNAPSHOT = frozenset({"session_id", "sessionId", "info", "trajectory_format", "history", "message_count"})
"""Fields of an agent's own session file: its messages are what happened, not what was sent."""


def is_message_list(value: Any) -> bool:
    """A list of objects of which the first has a role and says something."""
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        return False
    return not value or says_something(value[0])


def says_something(message: dict[str, Any]) -> bool:
    """Whether an object has a role and carries a message of either provider."""
    return isinstance(message.get("role"), str) and bool(
        "content" in message or message.get("tool_calls") or message.get("function_call")
    )


def is_body(value: Any) -> bool:
    """An object that carries its conversation under `messages`."""
    return isinstance(value, dict) and is_message_list(value.get("messages"))


def read_document(value: Any, problems: Problems) -> Transcript:
    """The conversation of a list or of an object with `messages`."""
    gathered = MessageList(problems)
    body: dict[str, Any] = value if isinstance(value, dict) else {"messages": value}
    gathered.add_system(body.get("system") or body.get("system_prompt"))
    for item in body["messages"]:
        gathered.add(item)
    tools = body.get("tools")
    listed = tuple([tool for tool in tools if isinstance(tool, dict)]) if isinstance(tools, list) else ()
    if any("function" in tool for tool in listed):
        gathered.openai = True
    return gathered.transcript(
        tools=listed,
        is_prompt=not _BODY.isdisjoint(body) and _SNAPSHOT.isdisjoint(body),
        session=words_of(body.get("session_id")) or words_of(body.get("sessionId")),
    )


def _document(value: Any, problems: Problems, _: Source) -> Transcript:
    """A list without messages is no conversation, as an empty file is none."""
    if not value:
        raise TranscriptError("the file is an empty list: there is nothing in it")
    if isinstance(value, dict) and not value["messages"] and not (value.get("system") or value.get("system_prompt")):
        raise TranscriptError("its list of messages is empty: there is nothing in it")
    return read_document(value, problems)


def _several(values: list[Record], problems: Problems, source: Source) -> Transcript | None:
    """Bodies of requests of which one goes on with another (`request_log.bare`); other lists are of no one conversation."""
    from inspector.transcript.formats.request_log.bare import read_bodies

    sent = all(isinstance(each.get("model"), str) and _SNAPSHOT.isdisjoint(each) for each in values)
    return read_bodies(values, problems, source.choice) if sent else None


BODY = Format(
    "body",
    "a request body",
    is_body,
    is_message_list,
    document=_document,
    several=_several,
    records=Records("yes", "yes", "the last", usage="in part"),
)
FORMATS = (BODY,)
