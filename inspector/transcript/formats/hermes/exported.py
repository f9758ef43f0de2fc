"""An archive's export of a Hermes session (`"producer": "hermes/…"`): messages with a state, calls and results as fields.

`state` is `active`, `observed`, `compacted` (a compaction put it away) or `rewound` (it was taken back, so it is no part of
the conversation). The export holds neither the summary nor when the compaction was.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from inspector.transcript.formats.blocks import words_of
from inspector.transcript.formats.format import Record, Source
from inspector.transcript.formats.hermes.documents import transcript_of
from inspector.transcript.formats.hermes.rows import Row, row_of
from inspector.transcript.model import Compaction, Transcript
from inspector.transcript.problems import Problems

_DOUBT = "the export says which messages were compacted, not when, and holds no summary"


def is_exported(record: Record) -> bool:
    """Whether an object is such an export."""
    return words_of(record.get("producer")).startswith("hermes/") and isinstance(record.get("messages"), list)


def exported(value: Record, problems: Problems, _: Source) -> Transcript:
    """The conversation without what was taken back."""
    rows: list[Row] = []
    compacted: list[int] = []
    for number, record in enumerate(value["messages"], 1):
        if isinstance(record, dict) and record.get("state") == "rewound":
            problems.records["rewound"] += 1
            continue
        for each in _messages(record):
            row = row_of(each, number, problems)
            if row is not None:
                if isinstance(record, dict) and record.get("state") == "compacted":
                    compacted.append(len(rows))
                rows.append(row)
    found = transcript_of(rows, problems, session=words_of(value.get("session_id")), title=words_of(value.get("title")))
    if not compacted or found.compactions:
        return found
    return replace(found, compactions=(_compaction(len(rows), compacted),))


def _compaction(count: int, compacted: list[int]) -> Compaction:
    """After the last message that was put away, at the earliest."""
    before, gone = compacted[-1] + 1, set(compacted)
    order = tuple(at for at in range(before) if at not in gone)
    return Compaction("full", before, order=order, doubtful=frozenset(range(before, count)), doubt=_DOUBT)


def _messages(record: Any) -> list[Any]:
    """The message in chat form; each result is one of its own."""
    if not isinstance(record, dict):
        return [record]
    results = record.get("tool_results")
    if record.get("role") == "tool" and isinstance(results, list) and results:
        return [_result(record, each) for each in results if isinstance(each, dict)]
    calls = record.get("tool_calls")
    listed = [_call(each) for each in calls if isinstance(each, dict)] if isinstance(calls, list) else []
    return [{**record, "content": record.get("text"), "tool_calls": listed}]


def _result(record: Record, result: Record) -> Record:
    return {
        **record,
        "tool_call_id": result.get("action_id"),
        "content": result.get("output_preview"),
        "tool_calls": None,
    }


def _call(call: Record) -> Record:
    function = {"name": call.get("tool_name"), "arguments": call.get("arguments_json")}
    return {"id": call.get("action_id"), "function": function}
