"""Other conversations that belong to a session: its branches, its subagents', the other sessions of its file. No Textual here."""

from __future__ import annotations

from pathlib import PurePath
from typing import NamedTuple

from inspector.phrases import counted
from inspector.terminal_text import clip, pad
from inspector.transcript.formats.choice import MARK, path_of
from inspector.transcript.model import Branch, Part, Sidechain, Transcript

KIND, COUNT, WHEN = 9, 15, 16
"""Cells of the columns: what it is, how many messages, when it was written."""


class Place(NamedTuple):
    """A conversation that can be opened. `address` is empty for the one that is open."""

    kind: str
    address: str
    title: str
    messages: int | None = None
    when: str = ""


def places(transcript: Transcript, back: str = "") -> list[Place]:
    """All of them: where one came from, the file's main conversation, branches, subagents, other sessions of the file."""
    file = path_of(transcript.path)
    found = [Place("back", back, PurePath(back).name)] if back and back != transcript.path else []
    if file not in (transcript.path, back):
        found.append(Place("main", file, f"the newest conversation of {PurePath(file).name}"))
    found += [_branch(file, each) for each in reversed(transcript.branches)]
    found += [_subagent(file, each) for each in transcript.sidechains]
    found += [_part(file, each, transcript.part) for each in transcript.parts]
    return found


def subagent_of(transcript: Transcript, tool_id: str) -> Place | None:
    """The subagent's conversation that a call began, if it is known."""
    each = next((each for each in transcript.sidechains if tool_id and each.parent_tool_id == tool_id), None)
    return _subagent(path_of(transcript.path), each) if each is not None else None


def line(place: Place, width: int) -> str:
    """A place as one safe line: what it is, its title, how many messages, when."""
    told = "" if place.messages is None else counted(place.messages, "message")
    mark = clip(place.title if place.address else f"▸ {place.title}", 300)
    cells = [pad(place.kind, KIND), pad(mark, max(8, width - KIND - COUNT - 4)), pad(told, COUNT, right=True)]
    if width > KIND + COUNT + WHEN + 26:
        cells[1] = pad(mark, width - KIND - COUNT - WHEN - 6)
        cells.append(pad(clip(place.when, 19).replace("T", " ")[:WHEN], WHEN))
    return "  ".join(cells)


def _branch(file: str, each: Branch) -> Place:
    return Place("branch", f"{file}{MARK}{each.leaf}", each.title or each.leaf, each.messages, each.timestamp)


def _subagent(file: str, each: Sidechain) -> Place:
    inside = not each.path or path_of(each.path) == file
    address = f"{file}{MARK}{each.id}" if inside else each.path
    return Place("subagent", address, each.title or each.id, each.messages)


def _part(file: str, each: Part, here: str) -> Place:
    address = "" if each.id == here else f"{file}{MARK}{each.id}"
    return Place("session", address, each.title or each.id, each.messages, each.timestamp)
