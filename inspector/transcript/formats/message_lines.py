"""One message a line (with an optional line that holds the system prompt or the tools), as agents log them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from inspector.transcript.depth import prune
from inspector.transcript.formats.document import says_something
from inspector.transcript.formats.format import Format, Record, Records, Source
from inspector.transcript.formats.growth import Back
from inspector.transcript.formats.message_list import MessageList, blocks_of_record
from inspector.transcript.lines import Line
from inspector.transcript.model import Transcript
from inspector.transcript.problems import Problems
from inspector.transcript.store import Store, store_for


class MessageLines:
    """Each line a message."""

    def __init__(self, problems: Problems, store: Store | None) -> None:
        self.problems = problems
        self._gathered = MessageList(problems, store)
        self._tools: tuple[dict[str, Any], ...] = ()

    def read(self, lines: Iterable[Line]) -> None:
        """Take lines, the first ones or more of them."""
        gathered, records = self._gathered, self.problems.records
        for line in lines:
            if _is_header(line.value):
                records["header"] += 1
                self._tools = _tools(line.value) or self._tools
                gathered.add_system(line.value.get("system"), line)
            else:
                gathered.add(line.value, line)

    def transcript(self) -> Transcript:
        """What was read so far."""
        return self._gathered.transcript(tools=self._tools)

    def mark(self) -> Back:
        """Where it stands; calling the answer goes back there."""
        problems, gathered, tools = self.problems.mark(), self._gathered.mark(), self._tools

        def back() -> None:
            self.problems.back(problems)
            self._gathered.back(gathered)
            self._tools = tools

        return back


def _is_header(record: dict[str, Any]) -> bool:
    """A line that is no message but holds the system prompt or the tools; some agents write it first."""
    if record.get("role") == "session_meta":
        return True
    return "role" not in record and "type" not in record and not {"system", "tools"}.isdisjoint(record)


def _tools(header: dict[str, Any]) -> tuple[dict[str, Any], ...]:
    tools = header.get("tools")
    prune(tools)
    return tuple([tool for tool in tools if isinstance(tool, dict)]) if isinstance(tools, list) else ()


def _test(record: Record) -> bool:
    return says_something(record) or (record.get("role") == "session_meta" and "tools" in record)


def _lines(problems: Problems, source: Source) -> MessageLines:
    return MessageLines(problems, store_for(source.file, source.path, blocks_of_record))


MESSAGES = Format(
    "messages", "messages, one a line", _test, lines=_lines, records=Records("in part", "in part", usage="in part")
)
FORMATS = (MESSAGES,)
