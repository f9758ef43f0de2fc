"""Which of the things that a reply refers to were seen earlier: where, and whether that is evidence of a need."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from inspector.analysis.recall.atoms import Atom
from inspector.analysis.recall.index import Index
from inspector.analysis.recall.places import stands
from inspector.analysis.recall.rows import most

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
    if atom.kind == "number" and index.usual(atom.text):
        return None
    end = index.transcript.structure.end(request)
    form = _form(index, atom, end) if atom.kind == "path" else atom
    if everywhere(index, form, request):
        return None
    before = _before(index, form, end)
    in_system = any(stands(form, index.transcript.system)) if index.transcript.system else False
    return Known(form, before, in_system) if before or in_system else None


def _form(index: Index, atom: Atom, end: int) -> Atom:
    """A path as written, or the longest of its ends that stood as a path of its own: whoever knows that knows the path."""
    rest = atom.text
    known = _any(index, atom, end)
    while "/" in rest:
        rest = rest.split("/", 1)[1]
        if len(rest) < SHORTEST or not ("/" in rest or ("." in rest.strip(".") and not known)):
            break
        if _any(index, Atom("end", rest), end):
            return Atom("end", rest, lead=atom.text[: -len(rest)])
    return atom


def _any(index: Index, atom: Atom, end: int) -> bool:
    """Whether a block before `end` holds an atom; looking ends with the first."""
    blocks = index.rows(atom, end, 0).blocks
    return bool(blocks) and blocks[0] < end


def _before(index: Index, atom: Atom, end: int) -> Sequence[int]:
    """The blocks before `end` that hold an atom."""
    blocks = index.rows(atom, end).blocks
    return blocks[: bisect_left(blocks, end)]


def everywhere(index: Index, atom: Atom, request: int) -> bool:
    """Whether so many messages of the history hold it, whatever is beside it, that its being there says nothing."""
    shape = index.transcript.structure
    history = shape.histories[request - 1]
    rows = index.rows(atom._replace(beside=frozenset()), shape.end(request), most(history))
    return bisect_left(rows.messages, history) > most(history)
