"""Goose's older files (`sessions/<name>.jsonl`): a line about the session, then one message a line; and exports."""

from __future__ import annotations

from collections.abc import Sequence

from inspector.transcript.errors import TranscriptError
from inspector.transcript.formats.blocks import words_of
from inspector.transcript.formats.choice import Choice
from inspector.transcript.formats.format import Source
from inspector.transcript.formats.gathering import Gathering
from inspector.transcript.formats.goose.blocks import blocks_of_content
from inspector.transcript.formats.goose.rows import Record, Row, row_of
from inspector.transcript.formats.goose.session import transcript_of
from inspector.transcript.lines import Line
from inspector.transcript.model import Block, Transcript
from inspector.transcript.problems import Problems
from inspector.transcript.store import store_for

Node = Row | str
"""A message, or the title of the session."""


def is_header(record: Record) -> bool:
    """Whether a record is the first line of such a file."""
    return "working_dir" in record and "role" not in record and ("message_count" in record or "description" in record)


def is_export(record: Record) -> bool:
    """Whether an object is an export: a session with its messages."""
    return "working_dir" in record and isinstance(record.get("conversation"), list)


def lines(problems: Problems, source: Source) -> Gathering[Node]:
    """The reader. Bodies of a long file stay in it."""
    store = store_for(source.file, source.path, _blocks)

    def take(line: Line, problems: Problems) -> Node | None:
        record = line.value
        if "role" not in record and is_header(record):
            problems.records["header"] += 1
            return title_of(record)
        row = row_of(record, line.line, problems)
        return row._replace(blocks=store.keep(row.blocks, line)) if row is not None and store is not None else row

    return Gathering(problems, take, _show)


def document(value: Record, problems: Problems, source: Source) -> Transcript:
    """An export."""
    if any(source.choice):
        raise TranscriptError("the file holds one conversation, without branches")
    rows = [row_of(record, number, problems) for number, record in enumerate(value["conversation"], 1)]
    found = [row for row in rows if row is not None]
    return transcript_of(found, problems, session=words_of(value.get("id")), title=title_of(value))


def title_of(record: Record) -> str:
    """What a session is called."""
    return words_of(record.get("name")) or words_of(record.get("description"))


def _blocks(record: Record) -> tuple[Block, ...]:
    return blocks_of_content(record.get("content"), Problems(), 0)


def _show(nodes: Sequence[Node], problems: Problems, _: Choice) -> Transcript:
    title = next((node for node in nodes if isinstance(node, str) and node), "")
    return transcript_of([node for node in nodes if type(node) is Row], problems, title=title)
