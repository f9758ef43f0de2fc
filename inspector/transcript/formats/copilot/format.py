"""How an event log of Copilot CLI is known.

`$COPILOT_HOME/session-state/<session>/events.jsonl` (formats.md §18). Every event names the one before it, so it is a list and
no tree. Versions 1.0.x were seen. Recorded: the system prompt (again for each prompt), what was sent of every message
(`transformedContent`, `result.content`), summaries; not the tools' definitions, and of usage the output alone (`assistant.usage`
is not written to the file). Subagents' events lie between the others, with an `agentId`.
"""

from __future__ import annotations

from inspector.transcript.formats.copilot.blocks import blocks_of_event
from inspector.transcript.formats.copilot.events import Event, Taker
from inspector.transcript.formats.copilot.shown import FORMAT, Shower
from inspector.transcript.formats.format import Format, Record, Records, Source
from inspector.transcript.formats.gathering import Gathering
from inspector.transcript.problems import Problems
from inspector.transcript.store import store_for

_OWN = ("user.message", "assistant.message", "assistant.turn_start", "tool.execution_start", "tool.execution_complete")


def _test(record: Record) -> bool:
    kind = record.get("type")
    if not isinstance(kind, str) or not isinstance(record.get("data"), dict) or "traceSchema" in record:
        return False  # with a schema it is an OpenClaw trajectory
    return kind.startswith("session.") or (kind in _OWN and "parentId" in record and "id" in record)


def _lines(problems: Problems, source: Source) -> Gathering[Event]:
    return Gathering(problems, Taker(store_for(source.file, source.path, blocks_of_event)).take, Shower().show)


COPILOT = Format(
    FORMAT,
    "a Copilot CLI event log",
    _test,
    lines=_lines,
    chooses=frozenset({"leaf", "sidechain"}),
    records=Records("yes", summaries="yes", usage="the output alone"),
)
FORMATS = (COPILOT,)
