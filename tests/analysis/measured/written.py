"""Views written out as bytes, with the places where their blocks end: a restatement that knows nothing of plans."""

from __future__ import annotations

import json
from itertools import takewhile

from inspector.engine import Fate, View, ViewBlock, ViewMessage
from inspector.engine.api_form import content
from inspector.engine.plan import Plan
from inspector.meter.counter import Counter


def written(view: View) -> tuple[bytes, list[int]]:
    """The messages of a view as one string of bytes, and how long it is after each block."""
    out, ends = b"", []
    for message in view.messages:
        found = content(message)
        if not message.blocks:
            continue
        out += f'{{"role":{json.dumps(message.role)},"content":'.encode()
        parts = [found] if isinstance(found, str) else found
        out += b"" if isinstance(found, str) else b"["
        for part in parts:
            out += json.dumps(part).encode() + b","
            ends.append(len(out))
        out += b"}" if isinstance(found, str) else b"]}"
    return out, ends


def first_difference(one: bytes, two: bytes) -> int:
    """How many bytes two strings begin with in common."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, two, strict=False)))


def blocks_alike(before: View, after: View) -> int:
    """The whole blocks before the first byte that differs."""
    (one, _), (two, ends) = written(before), written(after)
    same = first_difference(one, two)
    return sum(1 for end in ends if end <= same)


def sizes(view: View, plan: Plan, counter: Counter) -> list[int]:
    """The size of each block of a view, one by one."""
    return [_size(plan, message, block, counter) for message in view.messages for block in message.blocks]


def _size(plan: Plan, message: ViewMessage, block: ViewBlock, counter: Counter) -> int:
    if block.source is None:
        return counter.made(message.role, block.text)
    structure = plan.ledger.structure
    owner = structure.owner[block.origin[0]]
    source, first = plan.ledger.transcript.messages[owner], structure.first[owner] == block.origin[0]
    if block.pieces is None:
        return counter.block(block.source, source, first)
    return counter.replaced(block.source, source, first, block.text, images=block.fate is Fate.TRUNCATED)
