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
    last = ""
    for row in rows:
        role = row.role
        if not (_joined_alike(made, row) if role == last else role == "assistant" and _joined_back(made, row)):
            made.append(row)
            last = role
    return made


def _joined_alike(made: list[Row], row: Row) -> bool:
    """Whether it became a piece of the message before it, which has its role."""
    before = made[-1]
    if row.role == "assistant":
        if not _goes_on(before, row):
            return False
        made[-1] = _with(before, row)
    else:
        if len(made) < 2 or not (_answers(row) and _answers(before) and _seen_alike(before, row)):
            return False
        made[-1] = before._replace(blocks=(*before.blocks, *row.blocks))
    return True


def _joined_back(made: list[Row], row: Row) -> bool:
    """Whether it became a piece of the reply before the last results."""
    if len(made) < 2 or not _thinks_alike(made[-2], row) or not _answers(made[-1]) or not _goes_on(made[-2], row):
        return False
    made[-2] = _with(made[-2], row)
    return True


def _goes_on(before: Row, row: Row) -> bool:
    if before.role != "assistant" or row.role != "assistant" or not _seen_alike(before, row):
        return False
    if row.id and before.id == row.id:
        return True
    begun = row.has_tools or all(block.kind == "thinking" for block in before.blocks)
    return begun and before.author == row.author == "model"


def _seen_alike(one: Row, other: Row) -> bool:
    return one.user == other.user and one.agent == other.agent


def _answers(row: Row) -> bool:
    """Whether it is results and nothing else."""
    if row.role != "user":
        return False
    for block in row.blocks:  # noqa: SIM110 - `all` with a generator takes twice as long
        if block.kind != "tool_result":
            return False
    return True


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
