"""LangChain's lists and LangSmith's runs as a format: lines, a list, or one object that holds either."""

from __future__ import annotations

from typing import Any

from inspector.transcript.formats.format import Format, Record, Records, Source
from inspector.transcript.formats.gathering import Gathering
from inspector.transcript.formats.langchain.reader import Node, Reader, messages_of
from inspector.transcript.formats.langchain.records import is_message
from inspector.transcript.formats.langchain.runs import is_run
from inspector.transcript.model import Transcript
from inspector.transcript.problems import Problems

_HOLDERS = ("runs", "history", "messages")


def _held(record: Record) -> list[Any]:
    """What an object holds that is itself no run and no state: a list of such."""
    for key in _HOLDERS:
        found = record.get(key)
        if isinstance(found, list) and found and _known(found[0]):
            return found
    return []


def _known(record: Any) -> bool:
    return is_run(record) or is_message(record) or messages_of(record) is not None


def is_langchain(record: Record) -> bool:
    """Whether LangChain, LangGraph or LangSmith wrote it."""
    return "lc" in record or _known(record) or bool(_held(record))


def _listed(values: list[Any]) -> bool:
    return any(isinstance(each, dict) and ("lc" in each or _known(each)) for each in values[:20])


def _lines(problems: Problems, _: Source) -> Gathering[list[Node]]:
    reader = Reader(problems)
    return Gathering(problems, reader.take, reader.show)


def _document(value: Any, problems: Problems, source: Source) -> Transcript:
    reader = Reader(problems)
    records = value if isinstance(value, list) else [value] if _known(value) else _held(value) or [value]
    nodes = [reader.nodes(record, 0, problems) for record in records]
    return reader.show(nodes, problems, source.choice)


FORMATS = (
    Format(
        "langchain",
        "a LangChain or LangSmith record",
        is_langchain,
        _listed,
        lines=_lines,
        document=_document,
        chooses=frozenset({"sidechain"}),
        records=Records("yes", "of runs", "of runs", "by comparison", "yes"),
    ),
)
