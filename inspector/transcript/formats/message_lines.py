"""One message a line (with an optional line that holds the system prompt or the tools), as agents log them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from inspector.transcript.errors import TranscriptError
from inspector.transcript.formats.document import is_body, read_document
from inspector.transcript.formats.message_list import MessageList
from inspector.transcript.lines import Line
from inspector.transcript.model import Transcript
from inspector.transcript.problems import Problems
from inspector.transcript.store import Store


def read_message_lines(lines: Iterable[Line], problems: Problems, store: Store | None) -> Transcript:
    """Each line a message."""
    gathered = MessageList(problems, store)
    tools: tuple[dict[str, Any], ...] = ()
    for line in lines:
        if _is_header(line.value):
            problems.records["header"] += 1
            tools = _tools(line.value) or tools
            gathered.add_system(line.value.get("system"), line)
        else:
            gathered.add(line.value, line)
    return gathered.transcript(tools=tools)


def read_body_lines(lines: Iterable[Line], problems: Problems) -> Transcript:
    """One line that holds a whole conversation. Several are several conversations: refused."""
    bodies = [line.value for line in lines if is_body(line.value)]
    if len(bodies) != 1:
        raise TranscriptError(
            f"the file holds {len(bodies)} conversations, one a line; save the one you want as a file"
        )
    return read_document(bodies[0], problems)


def _is_header(record: dict[str, Any]) -> bool:
    """A line that is no message but holds the system prompt or the tools; some agents write it first."""
    if record.get("role") == "session_meta":
        return True
    return "role" not in record and "type" not in record and not {"system", "tools"}.isdisjoint(record)


def _tools(header: dict[str, Any]) -> tuple[dict[str, Any], ...]:
    tools = header.get("tools")
    return tuple([tool for tool in tools if isinstance(tool, dict)]) if isinstance(tools, list) else ()
