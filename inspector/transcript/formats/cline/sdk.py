"""Documents of Cline's SDK: a session, and the working copy that a compaction leaves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from inspector.transcript.formats.assembly import Fold, Piece, assembled
from inspector.transcript.formats.beside import json_below
from inspector.transcript.formats.blocks import text_block, words_of
from inspector.transcript.formats.cline.messages import is_summary, pieces_of, time_of
from inspector.transcript.formats.format import Source
from inspector.transcript.formats.sqlite_values import moment_of, number_of
from inspector.transcript.model import Transcript
from inspector.transcript.names import name_fault
from inspector.transcript.problems import Problems

ENDING, COPY = ".messages.json", ".compaction.json"
UNDATED = "the record does not say after which message this compaction came"


def read_session(value: dict[str, Any], problems: Problems, source: Source) -> Transcript:
    """A session. A working copy beside it says what the prompt was after the last compaction."""
    listed = value["messages"]
    when = _compacted(listed)
    pieces: list[Piece] = []
    for record, piece in zip(listed, pieces_of(listed, problems), strict=True):
        if piece is None:
            continue
        if piece.author == "model" and 0 < time_of(record) < when:  # a reply that the compaction kept
            piece.author, piece.usage = "client", None
        pieces.append(piece)
    system = _system(value, problems)
    copy = None if when else _copy(source.path, value)
    folds = _folded(pieces, copy, system) if copy is not None else []
    return assembled("cline", [*system, *pieces], folds, problems, session=words_of(value.get("sessionId")))


def _system(value: dict[str, Any], problems: Problems) -> list[Piece]:
    text = words_of(value.get("system_prompt"))
    if not text:
        return []
    problems.records["system"] += 1
    return [Piece("system", (text_block(text),), "system", True)]


def _compacted(listed: list[Any]) -> float:
    """When the summary in a list was made, in milliseconds; 0 where there is none."""
    made = [each["metadata"] for each in listed if isinstance(each, dict) and is_summary(each) and "metadata" in each]
    return max((number_of(each.get("generatedAt")) for each in made if isinstance(each, dict)), default=0)


def _copy(path: str, value: dict[str, Any]) -> list[Any] | None:
    """The messages of the working copy of the same session."""
    name = Path(path).name
    if not name.endswith(ENDING) or name_fault(name):
        return None
    found = json_below(Path(path).parent, name.removesuffix(ENDING) + COPY)
    if not isinstance(found, dict) or found.get("sessionId") != value.get("sessionId"):
        return None
    return found["messages"] if isinstance(found.get("messages"), list) else None


def _folded(pieces: list[Piece], copy: list[Any], system: list[Piece]) -> list[Fold]:
    """What the prompt was after the compaction: messages of the session by their ids, and those that the copy has otherwise."""
    own = {piece.id: piece for piece in pieces if piece.id}
    order, brought = [], []
    for made in pieces_of(copy, Problems()):
        if made is None:
            continue
        there = own.get(made.id)
        if there is None or _said(there) != _said(made):
            there = made.copy(made.blocks)
            brought.append(there)
        order.append(there)
    when = moment_of(_compacted(copy), 1000)
    newest = max((piece.timestamp for piece in order), default="")
    last = _last_before(pieces, set(map(id, order)), when, newest)
    if not brought and last < 0:
        return []
    summary = next((piece for piece in brought if any(block.kind == "summary" for block in piece.blocks)), None)
    before = brought[0] if brought else pieces[last + 1] if last + 1 < len(pieces) else None
    follow = {id(piece) for piece in pieces[last + 1 :]}
    pieces[last + 1 : last + 1] = brought
    sent = [*system, *(piece for piece in order if id(piece) not in follow)]
    return [Fold(sent, before, summary, doubt="" if when else UNDATED)]


def _last_before(pieces: list[Piece], kept: set[int], when: str, newest: str) -> int:
    """The last message that was there before a compaction: one that is older, or that it left out.

    What is newer than all that the copy holds came after it was written.
    """
    for at in range(len(pieces) - 1, -1, -1):
        ts = pieces[at].timestamp
        if "" < ts <= when or (id(pieces[at]) not in kept and (not ts or not newest or ts <= newest)):
            return at
    return -1


def _said(piece: Piece) -> list[tuple[str, str, str]]:
    return [(block.kind, block.tool_id, block.text) for block in piece.blocks]
