"""Other conversations that belong to a session: its branches, its subagents', the other sessions of its file. No Textual here."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath
from typing import NamedTuple

from inspector.phrases import counted
from inspector.terminal_text import clip, pad
from inspector.transcript.formats.choice import MARK, path_of
from inspector.transcript.model import Branch, Part, Sidechain, Transcript

WHEN = 16
"""Cells of a time: `2026-01-21 10:00`."""


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


class Columns(NamedTuple):
    """Cells of the columns of a list; 0: there is no room for it, or nothing in it. The title takes what is left."""

    kind: int
    title: int
    messages: int
    when: int


def columns(places: Sequence[Place], width: int) -> Columns:
    """As wide as their widest cells."""
    kind = max((len(place.kind) for place in places), default=0)
    count = max((len(_count(place)) for place in places), default=0)
    when = WHEN if any(place.when for place in places) else 0
    if width - kind - count - when < 3 * WHEN:
        when = 0
    gaps = 2 * (1 + bool(count) + bool(when))
    return Columns(kind, max(8, width - kind - count - when - gaps), count, when)


def line(place: Place, columns: Columns) -> str:
    """A place as one safe line: what it is, its title, how many messages, when."""
    title = clip(place.title if place.address else f"▸ {place.title}", 300)
    when = clip(place.when, 19).replace("T", " ")[:WHEN]
    cells = [pad(place.kind, columns.kind), pad(title, columns.title)]
    cells += [pad(_count(place), columns.messages, right=True)] if columns.messages else []
    cells += [pad(when, columns.when)] if columns.when else []
    return "  ".join(cells)


def holding(places: Sequence[Place], words: str) -> list[Place]:
    """The places that hold every one of the words in their title, kind or address."""
    wanted = words.lower().split()
    return [
        each for each in places if all(word in f"{each.kind} {each.title} {each.address}".lower() for word in wanted)
    ]


def _count(place: Place) -> str:
    return "" if place.messages is None else counted(place.messages, "message")


def _branch(file: str, each: Branch) -> Place:
    return Place("branch", f"{file}{MARK}{each.leaf}", each.title or each.leaf, each.messages, each.timestamp)


def _subagent(file: str, each: Sidechain) -> Place:
    inside = not each.path or path_of(each.path) == file
    address = f"{file}{MARK}{each.id}" if inside else each.path
    return Place("subagent", address, each.title or each.id, each.messages)


def _part(file: str, each: Part, here: str) -> Place:
    address = "" if each.id == here else f"{file}{MARK}{each.id}"
    title = each.title if each.id in each.title else f"{each.title}  ({each.id})" if each.title else each.id
    return Place("session", address, title, each.messages, each.timestamp)
