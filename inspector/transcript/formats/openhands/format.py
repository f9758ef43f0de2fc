"""OpenHands (formats.md, section 13).

`output.jsonl` of its evaluations: a row a task, each a conversation (`FILE#instance_id`; the last one without a choice). An array
of events, or a folder of them: `events/0.json` of the first generation, `events/event-00000-<id>.json` of the SDK; any
file of the folder stands for all. The oldest rows hold pairs of action and observation, and events without ids.
Sources of the rules: `openhands/memory/{conversation_memory,view}.py`, `openhands/sdk/event`.

Recalled context and edits are sent by templates that are not recorded: their content is here, marked uncertain where its
wording is not the one sent. Delegates are subagents' conversations. Calls of models without native calling were text, and
are told as calls.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from inspector.transcript.errors import TranscriptError
from inspector.transcript.formats.choice import Choice
from inspector.transcript.formats.format import Format, Record, Records, Source
from inspector.transcript.formats.gathering import Gathering
from inspector.transcript.formats.openhands.delegates import Placed, divided
from inspector.transcript.formats.openhands.folder import events_of, home_of, state_of
from inspector.transcript.formats.openhands.kinds import OTHER, SENT
from inspector.transcript.formats.openhands.reading import flat, read_events
from inspector.transcript.formats.openhands.rows import Kept, Row, Rows, is_row, name_of, parts_of_rows, title_of
from inspector.transcript.formats.openhands.talk import Talk
from inspector.transcript.formats.openhands.usage import usages_of_state
from inspector.transcript.model import Sidechain, Transcript
from inspector.transcript.problems import Problems

_KINDS = frozenset({*SENT, *OTHER, "Condensation"})


def is_event(record: Any) -> bool:
    """Whether a value is an event of either generation."""
    if not isinstance(record, dict):
        return False
    kind = record.get("kind")
    if isinstance(kind, str) and kind in _KINDS:
        return "source" in record or "id" in record
    named = isinstance(record.get("action"), str) or isinstance(record.get("observation"), str)
    return named and "id" in record and "source" in record


def _listed(values: list[Any]) -> bool:
    first = values[0] if values else None
    if isinstance(first, list):
        return len(first) == 2 and all(
            isinstance(each, dict) and ("action" in each or "observation" in each) for each in first
        )
    return is_event(first)


def _lines(problems: Problems, source: Source) -> Gathering[Kept]:
    rows = Rows(source)
    return Gathering(problems, rows, partial(_show, rows, source.path))


def _show(rows: Rows, path: str, nodes: Sequence[Kept], problems: Problems, choice: Choice) -> Transcript:
    """One of the rows; where there are none, the events of the lines, or of the folder that the file is in."""
    listed = [node.row for node in nodes if node.row is not None]
    if listed:
        return _row(rows, listed, problems, choice)
    home = home_of(path) if len(nodes) == 1 else None
    if home is not None:
        return _folder(home, problems, choice)
    return _talk(problems, [(node.event, node.line) for node in nodes], choice)


def _row(rows: Rows, listed: list[Row], problems: Problems, choice: Choice) -> Transcript:
    parts = parts_of_rows(listed)
    wanted = choice.part or parts[0].id
    place = next((at for at, part in enumerate(reversed(parts)) if part.id == wanted), None)
    if place is None:
        raise TranscriptError(f"there is no conversation {wanted!r} in this file")
    alone = len(parts) == 1
    chosen = rows.record(listed[place])
    about = {"part": "" if alone else wanted, "parts": () if alone else parts}
    return _of_row(chosen, listed[place].line, problems, choice, **about)


def _of_row(row: Record, line: int, problems: Problems, choice: Choice, **fields: Any) -> Transcript:
    history = row.get("history")
    events = [(event, line) for event in flat(history)] if isinstance(history, list) else []
    return _talk(problems, events, choice, session=name_of(row), title=title_of(row), **fields)


def _folder(home: Path, problems: Problems, choice: Choice) -> Transcript:
    events = events_of(home, problems)
    usages = usages_of_state(state_of(home))
    return _talk(problems, [(event, 0) for event in events], choice, usages, session=home.name)


def _talk(
    problems: Problems, events: Iterable[Placed], choice: Choice, usages: Any = None, **fields: Any
) -> Transcript:
    """The conversation of the first agent, or of the delegate that was chosen."""
    main, delegates = divided(events)
    if choice.sidechain is not None:
        main = next((each.events for each in delegates if each.id == choice.sidechain), [])
        if not main:
            raise TranscriptError(f"there is no subagent {choice.sidechain!r} in this session")
    talk = Talk(problems, usages=usages or {})
    read_events(talk, main)
    if delegates and choice.sidechain is None:
        problems.records["events of delegates"] += sum(len(each.events) for each in delegates)
    fields["title"] = fields.get("title") or _title(talk)
    listed = [Sidechain(each.id, len(each.events), each.title, "", each.call) for each in delegates]
    return talk.transcript(sidechains=tuple(listed), **fields)


def _title(talk: Talk) -> str:
    first = next((piece for piece in talk.pieces if piece.author == "human"), None)
    return " ".join("".join(block.text for block in first.blocks)[:400].split())[:80] if first else ""


def _document(value: Any, problems: Problems, source: Source) -> Transcript:
    if isinstance(value, list):
        return _talk(problems, [(event, 0) for event in flat(value)], source.choice)
    if is_row(value):
        problems.records["row"] += 1
        return _of_row(value, 0, problems, source.choice)
    home = home_of(source.path)
    if home is not None:
        return _folder(home, problems, source.choice)
    return _talk(problems, [(value, 0)], source.choice)


def _test(record: Record) -> bool:
    return is_row(record) or is_event(record)


OPENHANDS = Format(
    "openhands",
    "an OpenHands session",
    _test,
    listed=_listed,
    lines=_lines,
    document=_document,
    chooses=frozenset({"part", "sidechain"}),
    prunes=True,
    records=Records("yes", "in part", summaries="yes", usage="yes"),
)
FORMATS = (OPENHANDS,)
