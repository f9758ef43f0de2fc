"""Rows that are pieces of one reply.

Goose writes a reply in pieces, each with an id of its own (`agent.rs`): its thinking, its text, and each call followed by its
result. Thinking and what follows it, and text and the calls that follow it, are one reply, since nothing was sent in between.
Calls that stand apart, each after the result of the one before, are of one reply where they repeat its thinking; else nothing
tells them from calls of their own.
"""

from __future__ import annotations

from collections.abc import Sequence

from inspector.transcript.formats.goose.rows import Row
from inspector.transcript.model import Block


def joined(rows: Sequence[Row]) -> list[Row]:
    """Each reply as one message, and the results of its calls as one."""
    made: list[Row] = []
    for row in rows:
        if made and _goes_on(made[-1], row):
            made[-1] = _with(made[-1], row)
        elif len(made) > 1 and _answers(made[-1]) and _goes_on(made[-2], row) and _thinks_alike(made[-2], row):
            made[-2] = _with(made[-2], row)
        elif len(made) > 1 and _answers(row) and _answers(made[-1]) and _seen_alike(made[-1], row):
            made[-1] = made[-1]._replace(blocks=(*made[-1].blocks, *row.blocks))
        else:
            made.append(row)
    return made


def _goes_on(before: Row, row: Row) -> bool:
    if before.role != "assistant" or row.role != "assistant" or not _seen_alike(before, row):
        return False
    if row.id and before.id == row.id:
        return True
    begun = row.has_tools or all(block.kind == "thinking" for block in before.blocks)
    return begun and before.author == row.author == "model"


def _seen_alike(one: Row, other: Row) -> bool:
    return (one.user, one.agent) == (other.user, other.agent)


def _answers(row: Row) -> bool:
    """Whether it is results and nothing else."""
    return row.role == "user" and all(block.kind == "tool_result" for block in row.blocks)


def _thoughts(row: Row) -> list[str]:
    return [block.text for block in row.blocks if block.kind == "thinking" and block.text]


def _thinks_alike(before: Row, row: Row) -> bool:
    """Whether it repeats the thinking of the reply."""
    own = _thoughts(row)
    return bool(own) and own == _thoughts(before)


def _with(before: Row, row: Row) -> Row:
    """The reply with one more piece; thinking that is repeated stands there once."""
    known = set(_thoughts(before))
    more: list[Block] = [block for block in row.blocks if block.kind != "thinking" or block.text not in known]
    return before._replace(blocks=(*before.blocks, *more))
