"""Request logs as formats: lines of `{request, response}`, one document of such, HAR, and a request of OpenAI's Responses."""

from __future__ import annotations

from typing import Any

from inspector.transcript.formats.format import Format, Record, Records, Source
from inspector.transcript.formats.gathering import Gathering
from inspector.transcript.formats.request_log.exchange import is_exchange, prompt_of
from inspector.transcript.formats.request_log.messages import Maker
from inspector.transcript.formats.request_log.reader import OPEN, Node, Reader
from inspector.transcript.make import make_message
from inspector.transcript.model import Transcript
from inspector.transcript.problems import Problems

_RECORDS = Records("yes", "yes", "yes", "by comparison", "yes")
_HAR_LOOK = 500
"""Entries of a HAR file that are looked at to find a request to a model."""


def entries_of(value: Any) -> list[Any]:
    """The entries of a HAR document; empty where it is none."""
    log = value.get("log") if isinstance(value, dict) else None
    listed = log.get("entries") if isinstance(log, dict) else None
    return listed if isinstance(listed, list) else []


def is_har(record: Record) -> bool:
    """Whether it is a HAR document with a request to a model among its entries."""
    return any(isinstance(each, dict) and is_exchange(each) for each in entries_of(record)[:_HAR_LOOK])


def is_responses(record: Record) -> bool:
    """Whether it is a request of OpenAI's Responses."""
    return "input" in record and isinstance(record.get("model"), str) and "messages" not in record


def _lines(problems: Problems, _: Source) -> Gathering[Node]:
    reader = Reader(problems)
    return Gathering(problems, reader.take, reader.show)


def _document(value: Any, problems: Problems, source: Source) -> Transcript:
    """One exchange, a list of them, or a HAR document, in order."""
    records = entries_of(value) or (value if isinstance(value, list) else [value])
    reader = Reader(problems)
    found = [reader.node(record, 0, problems) for record in _in_time(records)]
    return reader.show([node for node in found if node is not None], problems, source.choice)


def _in_time(records: list[Any]) -> list[Any]:
    """Browsers list the entries of a HAR by page; where all say when they began, that is the order."""
    times = [each.get("startedDateTime") if isinstance(each, dict) else None for each in records]
    if not all(isinstance(each, str) for each in times):
        return records
    return [records[at] for at in sorted(range(len(records)), key=lambda at: str(times[at]))]


def _responses(value: Any, problems: Problems, _: Source) -> Transcript:
    """The prompt of one request."""
    make = Maker(problems)
    found = [make(record) for record in prompt_of(value)]
    messages = [message for message in found if message is not None]
    for message in messages:
        problems.records[message.role] += 1
    open_end = OPEN if value.get("previous_response_id") else ""
    if open_end:
        problems.add(0, "prompt-not-recorded", open_end)
    tools = value.get("tools")
    return Transcript(
        "responses",
        tuple([_numbered(message, number) for number, message in enumerate(messages, start=1)]),
        problems.report(),
        tools=tuple([tool for tool in tools if isinstance(tool, dict)]) if isinstance(tools, list) else (),
        is_prompt=not open_end,
        incomplete=open_end,
    )


def _numbered(message: Any, number: int) -> Any:
    return make_message(
        number, message.role, message.blocks, message.plain, message.author, 0, message.id, "", "", None, {}
    )


def _listed(values: list[Any]) -> bool:
    return any(isinstance(each, dict) and is_exchange(each) for each in values[:50])


FORMATS = (
    Format(
        "request-log",
        "a request and response log",
        is_exchange,
        _listed,
        lines=_lines,
        document=_document,
        chooses=frozenset({"sidechain"}),
        records=_RECORDS,
    ),
    Format(
        "har", "a HAR log of requests", is_har, document=_document, chooses=frozenset({"sidechain"}), records=_RECORDS
    ),
    Format(
        "responses",
        "an OpenAI Responses request",
        is_responses,
        document=_responses,
        records=Records("yes", "yes", "the last"),
    ),
)
