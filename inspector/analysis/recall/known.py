"""Which of the things that a reply refers to were seen earlier: where, and whether that is evidence of a need."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from inspector.analysis.recall.atoms import Atom
from inspector.analysis.recall.index import Index, Rows, most
from inspector.analysis.recall.places import stands

SHORTEST = 4
"""Characters of the end of a path."""


class Known(NamedTuple):
    """A thing and the blocks before a request that hold it, in order. `in_system`: so does a system prompt that was supplied."""

    atom: Atom
    blocks: Sequence[int]
    in_system: bool = False


def known(index: Index, request: int) -> tuple[Known, ...]:
    """What the reply to a request refers to that was seen before it; a thing within another one is told once."""
    found = [each for atom in index.wanted[request - 1] if (each := _seen(index, atom, request)) is not None]
    kept: dict[str, Known] = {}
    for each in sorted(found, key=lambda one: -len(one.atom.text)):
        if not any(each.atom.text in longer and any(stands(each.atom, longer, True)) for longer in kept):
            kept[each.atom.text] = each
    return tuple(each for each in found if kept.get(each.atom.text) is each)


def _seen(index: Index, atom: Atom, request: int) -> Known | None:
    """Where an atom was seen before the request; None where nowhere, or everywhere."""
    shape = index.transcript.structure
    end, history = shape.end(request), shape.histories[request - 1]
    if atom.kind == "number" and index.usual(atom.text):
        return None
    for form in _forms(atom):
        if everywhere(index.rows(form._replace(beside=frozenset())), history):
            return None
        blocks = index.rows(form).blocks
        before = blocks[: bisect_left(blocks, end)]
        in_system = any(stands(form, index.transcript.system)) if index.transcript.system else False
        if before or in_system:
            return Known(form, before, in_system)
    return None


def _forms(atom: Atom) -> Iterator[Atom]:
    """An atom as written, then of a path its ends, the longest first."""
    yield atom
    if atom.kind != "path":
        return
    rest = atom.text
    while "/" in rest:
        rest = rest.split("/", 1)[1]
        if len(rest) >= SHORTEST and ("/" in rest or "." in rest.strip(".")):
            yield Atom("end", rest)


def everywhere(rows: Rows, history: int) -> bool:
    """Whether so many of the first `history` messages hold it that its being there says nothing."""
    return bisect_left(rows.messages, history) > most(history)
