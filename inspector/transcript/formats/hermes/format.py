"""Hermes: `state.db`, `sessions/session_<id>.json`, `sessions/<id>.jsonl`, `sessions/request_dump_*.json` (formats.md §8).

Source of the rules: NousResearch/hermes-agent, `hermes_state*.py`, `agent/context_compressor.py`. The system prompt and (in
files) the tools are recorded, tokens of a request are not. Outputs that were cleared are stored as they were sent then.
"""

from __future__ import annotations

from inspector.transcript.errors import TranscriptError
from inspector.transcript.formats.format import Format, Record, Records, Source
from inspector.transcript.formats.hermes import database
from inspector.transcript.formats.hermes.documents import dump, is_dump, is_snapshot, snapshot
from inspector.transcript.formats.hermes.exported import exported, is_exported
from inspector.transcript.formats.hermes.lines import is_meta, lines
from inspector.transcript.model import Transcript
from inspector.transcript.problems import Problems


def _is_document(record: Record) -> bool:
    return is_exported(record) or is_dump(record) or is_snapshot(record)


def _document(value: Record, problems: Problems, source: Source) -> Transcript:
    if any(source.choice):
        raise TranscriptError("the file holds one conversation, without branches")
    read = exported if is_exported(value) else dump if is_dump(value) else snapshot
    return read(value, problems, source)


FORMATS = (
    Format(
        "hermes",
        "a Hermes session",
        _is_document,
        opens=database.opens,
        document=_document,
        container=database.container,
        parts=database.parts,
        chooses=frozenset({"leaf", "sidechain", "part"}),
        records=Records("yes", "in files", "of failed requests", "yes", "no"),
    ),
    Format(
        "hermes-lines", "a Hermes transcript", is_meta, lines=lines, records=Records("no", "yes", "no", "yes", "no")
    ),
)
