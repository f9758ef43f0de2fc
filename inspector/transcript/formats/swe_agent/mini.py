"""mini-swe-agent: a list of messages, or an object with `info`, `messages` and `trajectory_format`.

Commands are fenced blocks in the text, their outputs a user's messages; version 2 has calls and results of OpenAI's. Its
history is linear, and nothing of it is shortened. `extra` of a message may hold the provider's whole response.
"""

from __future__ import annotations

from typing import Any

from inspector.transcript.depth import prune
from inspector.transcript.formats.blocks import words_of
from inspector.transcript.formats.request_log.exchange import reply_of
from inspector.transcript.formats.sqlite_values import moment_of
from inspector.transcript.formats.swe_agent.messages import HistoryMaker
from inspector.transcript.make import make_message
from inspector.transcript.model import Message, Transcript
from inspector.transcript.problems import Problems

_LOOK = 12


def is_mini(values: list[Any]) -> bool:
    """A list of messages of which one is the output of a command, as mini-swe-agent writes it."""
    listed = [each for each in values[:_LOOK] if isinstance(each, dict)]
    outputs = [each for each in listed if each.get("role") == "user"]
    return any(words_of(each.get("content")).startswith("<returncode>") for each in outputs)


def read_mini(value: Any, problems: Problems) -> Transcript:
    """The messages of either layout."""
    listed = value.get("messages") if isinstance(value, dict) else value
    make = HistoryMaker(problems)
    messages: list[Message] = []
    for record in listed if isinstance(listed, list) else ():
        role = words_of(record.get("role")) if isinstance(record, dict) else ""
        problems.records[role or "unknown"] += 1
        if role != "exit" and (found := make(record)) is not None:
            messages.append(_told(found, record, len(messages) + 1))
    return Transcript("mini-swe-agent", tuple(messages), problems.report(), title=_title(value))


def _told(message: Message, record: Any, number: int) -> Message:
    """The message with what its `extra` says of the reply."""
    extra = record.get("extra")
    extra = extra if isinstance(extra, dict) else {}
    response = extra.get("response")
    reply = reply_of(response if isinstance(response, dict) else None)
    kept = {key: each for key, each in extra.items() if key not in ("response", "timestamp")}
    prune(kept)
    time = extra.get("timestamp")
    return make_message(
        number,
        message.role,
        message.blocks,
        message.plain,
        message.author,
        0,
        message.id,
        message.timestamp or (moment_of(time) if isinstance(time, (str, int, float)) else ""),
        reply.model,
        reply.usage,
        {**message.extra, **kept},
    )


def _title(value: Any) -> str:
    return words_of(value.get("instance_id")) if isinstance(value, dict) else ""
