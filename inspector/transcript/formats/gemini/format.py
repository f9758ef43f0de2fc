"""Gemini CLI sessions (formats.md, section 6), with the rules of its own code (`chatRecordingService.ts`).

`~/.gemini/tmp/<project>/chats/session-*.json`: one document `{sessionId, projectHash, messages}`, rewritten at every change;
compressions leave no trace in it. `session-*.jsonl` (from 0.39): metadata, then one record a line: a message (the next
state of one where the id is known), `$set`, `$set.messages` (the whole list anew), `$patch` (the newest: changes of the list),
`$rewindTo`. The old document is met as one line of a `.jsonl` too. `checkpoint-*.json` (`/chat save`): contents as they are sent.

A reply with calls holds their results: two messages here. Messages to the person (info, warning, error) are counted,
and left out. Where a reply of calls alone has no thoughts, versions before 0.40 add its calls to the reply before it;
nothing in the record tells these apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from inspector.transcript.errors import TranscriptError
from inspector.transcript.formats.choice import Choice
from inspector.transcript.formats.format import Format, Record, Records, Source
from inspector.transcript.formats.gathering import Gathering
from inspector.transcript.formats.gemini.contents import contents_of, is_contents, read_contents
from inspector.transcript.formats.gemini.drafts import Draft
from inspector.transcript.formats.gemini.nodes import Node, Replaced, Taking, blocks_of_record
from inspector.transcript.formats.gemini.show import path_of, show
from inspector.transcript.formats.gemini.subagents import beside
from inspector.transcript.lines import Line, read_lines
from inspector.transcript.model import Sidechain, Transcript
from inspector.transcript.problems import Problems
from inspector.transcript.store import store_for

_CHANGES = ("$set", "$patch", "$rewindTo")


def _test(record: Record) -> bool:
    if "sessionId" in record and "projectHash" in record:
        return True
    return any(each in record for each in _CHANGES) or contents_of(record) is not None


def _lines(problems: Problems, source: Source) -> Gathering[Node]:
    taking = Taking(store_for(source.file, source.path, blocks_of_record))
    return Gathering(problems, taking, partial(_show, source.path))


def _show(path: str, nodes: Sequence[Node], problems: Problems, choice: Choice) -> Transcript:
    found = show(nodes, problems, choice.leaf if choice.sidechain is None else None)
    listed = beside(path_of(path), found.session, _agents(nodes))
    if choice.sidechain is not None:
        return _other_file(listed, choice)
    return found if not listed else replace(found, sidechains=tuple(listed))


def _agents(nodes: Sequence[Node]) -> dict[str, str]:
    """The id of a subagent → of the call that started it."""
    said = [node for node in nodes if type(node) is Draft and node.agents]
    said += [draft for node in nodes if type(node) is Replaced for draft in node.drafts]
    return {agent: call for draft in said for agent, call in draft.agents}


def _other_file(listed: list[Sidechain], choice: Choice) -> Transcript:
    found = next((each for each in listed if each.id == choice.sidechain), None)
    if found is None:
        raise TranscriptError(f"there is no subagent {choice.sidechain!r} in this session")
    problems = Problems()
    with open(found.path, "rb", buffering=1 << 20) as file:
        reader = _lines(problems, Source(file, found.path))
        reader.read(read_lines(file, problems))
        return replace(reader.branch(Choice(choice.leaf)), path=found.path)


def _document(value: Any, problems: Problems, source: Source) -> Transcript:
    contents = value if isinstance(value, list) else contents_of(value)
    if contents is not None:
        return read_contents(contents, problems)
    reader = Gathering(problems, Taking(None), partial(_show, source.path))
    lines, size = problems.lines, problems.bytes
    reader.read([Line(value, 0, 0, 0, False)])
    problems.lines, problems.bytes = lines, size
    return reader.branch(source.choice)


GEMINI = Format(
    "gemini",
    "a Gemini CLI session",
    _test,
    listed=is_contents,
    lines=_lines,
    document=_document,
    chooses=frozenset({"leaf", "sidechain"}),
    records=Records(summaries="from 0.40", usage="yes"),
)
FORMATS = (GEMINI,)
