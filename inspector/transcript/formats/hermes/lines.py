"""Hermes' transcripts of lines (`<id>.jsonl`): a `session_meta` with the tools and the model, then one message a line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from inspector.transcript.formats.blocks import words_of
from inspector.transcript.formats.choice import Choice
from inspector.transcript.formats.format import Record, Source
from inspector.transcript.formats.gathering import Gathering
from inspector.transcript.formats.hermes.documents import tools_of, transcript_of
from inspector.transcript.formats.hermes.generations import UNREAD
from inspector.transcript.formats.hermes.rows import Row, row_of, row_of_usual, usual
from inspector.transcript.formats.openai import blocks_of_message
from inspector.transcript.lines import Line
from inspector.transcript.make import numbered
from inspector.transcript.model import Block, Json, Message, Transcript
from inspector.transcript.problems import Problems
from inspector.transcript.store import Store, store_for


class Meta(NamedTuple):
    """What a `session_meta` says."""

    tools: tuple[Json, ...]
    session: str


Node = Message | Row | Meta

_SHORT = 200
"""Texts of up to so many characters stay with the rows of a long file, those of cleared outputs among them."""


def is_meta(record: Record) -> bool:
    """Whether a record is the first line of such a file."""
    return record.get("role") == "session_meta" and ("model" in record or "platform" in record)


def lines(problems: Problems, source: Source) -> Gathering[Node]:
    """The reader. Bodies of a long file stay in it."""
    store = store_for(source.file, source.path, _blocks)

    def take(line: Line, problems: Problems) -> Node | None:
        message = usual(line[0], line[1], problems) if store is None else None
        if message is not None:
            return message
        row = row_of(line[0], line[1], problems)
        if row is None:  # which counted it
            return _meta(line.value)
        return row if store is None else _stored(row, line, store)

    return Gathering(problems, take, _show)


def _meta(record: Record) -> Meta | None:
    if record.get("role") != "session_meta":
        return None
    return Meta(tools_of(record.get("tools")), words_of(record.get("session_id")))


def _blocks(record: Record) -> tuple[Block, ...]:
    row = row_of(record, 0, Problems())
    return row.message.blocks if row is not None else blocks_of_message(record)


def _stored(row: Row, line: Line, store: Store) -> Row:
    text = row.text if len(row.text) <= _SHORT else f"{UNREAD}{hash(row.text)}"
    return row.having(blocks=store.keep(row.message.blocks, line))._replace(text=text)


def _show(nodes: Sequence[Node], problems: Problems, _: Choice) -> Transcript:
    metas = [node for node in nodes if type(node) is Meta]
    rows = [node for node in nodes if type(node) is not Meta]
    tools = next((meta.tools for meta in reversed(metas) if meta.tools), ())
    session = next((meta.session for meta in metas if meta.session), "")
    messages = [node for node in rows if type(node) is Message]
    if len(messages) == len(rows):  # no summary: nothing is compared
        made = tuple([numbered(message, number) for number, message in enumerate(messages, 1)])
        return Transcript("hermes", made, tools=tools, session=session, report=problems.report())
    listed = [row_of_usual(node) if type(node) is Message else node for node in rows]
    return transcript_of([row for row in listed if isinstance(row, Row)], problems, tools=tools, session=session)
