"""How something that a view lacked came back into the history: the call that brought it, or what somebody typed."""

from __future__ import annotations

from typing import Literal, NamedTuple

from inspector.analysis.deeds import deed
from inspector.analysis.recall.atoms import Atom
from inspector.analysis.recall.index import Index
from inspector.engine import Replay

SOON = 8
"""Requests within which something must come back to be the return of a miss."""


class Back(NamedTuple):
    """A return: the block that holds it, how it came, and what call and result, or the text, weigh in the policy's meter."""

    block: int
    how: Literal["re-read", "re-run", "re-stated"]
    size: int


def returned(replay: Replay, index: Index, atom: Atom, request: int) -> Back | None:
    """The next result or typed text after a request that holds an atom which its view lacked; None where none comes soon."""
    shape = replay.transcript.structure
    reply = shape.histories[request - 1]
    for block in index.later(atom, shape.first[min(reply + 1, len(shape.first) - 1)]):
        if shape.request_of(shape.owner[block]) > request + SOON:
            return None
        if (back := _back(replay, block)) is not None:
            return back
    return None


def _back(replay: Replay, block: int) -> Back | None:
    shape, sizes = replay.transcript.structure, replay.ledger.blocks
    message = replay.transcript.messages[shape.owner[block]]
    if shape.blocks[block].kind == "tool_result" and (call := shape.partner[block]) >= 0:
        how: Literal["re-read", "re-run"] = "re-read" if deed(shape.blocks[call]).kind == "read" else "re-run"
        return Back(block, how, sizes[call] + sizes[block])
    if message.author == "human" and shape.blocks[block].kind == "text":
        return Back(block, "re-stated", sizes[block])
    return None
