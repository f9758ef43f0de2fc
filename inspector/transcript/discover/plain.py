"""Files of no agent in particular: messages one a line, events, request bodies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from inspector.transcript.discover.agent import Details
from inspector.transcript.discover.ends import Ends
from inspector.transcript.discover.telling import last, said, title, within, words
from inspector.transcript.formats.format import Format
from inspector.transcript.formats.registry import format_of
from inspector.transcript.formats.sniff import recognise, recognise_list

NAMES: Mapping[str, str] = {"events": "events", "messages": "messages", "body": "request"}
"""Kind of format → how a list of files calls it."""


NO_SESSIONS = frozenset(
    (
        "claude-code-history",
        "openclaw-trajectory",
        "openclaw-pointer",
        "cline-manifest",
        "json-rpc",
        "checkpoint",
    )
)
"""Formats that are known, and are no session's."""


def row_of(ends: Ends) -> Format | None:
    """What a file is, by its ends; of a long document, by how it begins."""
    document = ends.document
    if isinstance(document, list):
        return recognise_list(document)
    if isinstance(document, dict):
        return recognise([document])
    if document is None and b'"role"' in ends.head and ends.head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"["):
        return recognise(ends.first) or format_of("messages")
    return recognise(ends.first)


def describe(ends: Ends, row: Format) -> Details:
    """The first typed text and the last model of a conversation in either provider's form."""
    messages = [_message(each) for each in _records(ends)]
    typed = (said(each.get("content")) for each in messages if each.get("role") == "user")
    return Details(
        title=title([*typed, ends.prompt()]),
        model=last(words(each.get("model")) for each in messages) or ends.model(),
        compactions=0 if row.readable else None,
        format=NAMES.get(row.key, row.name.removeprefix("a ").removeprefix("an ")),
        readable=row.readable,
    )


def _records(ends: Ends) -> list[dict[str, Any]]:
    document = ends.document
    listed = document if isinstance(document, list) else within(document, "messages")
    return [each for each in listed if isinstance(each, dict)] if isinstance(listed, list) else ends.records


def _message(record: dict[str, Any]) -> dict[str, Any]:
    inner = record.get("message")
    return inner if isinstance(inner, dict) and "role" not in record else record
