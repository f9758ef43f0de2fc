"""The newest messages that hold so many tokens: where they begin (pi's cut point)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from inspector.engine.plan import Plan
from inspector.engine.region import Item, items_backwards
from inspector.transcript.structure import Structure


def recent_start(plan: Plan, size: int) -> int | None:
    """The first block of the newest messages that hold `size`; None while the history behind its summary holds less.

    Counted back message by message. No cut falls before a tool result: it moves on to the next message that is none, and back
    to the last one before where the results are the very end (pi 1.6.0, core/compaction).
    """
    messages = _backwards(plan)
    passed: list[int] = []
    held = 0
    for message in messages:
        passed.append(message)
        held += _weight(plan, message)
        if held >= size:
            found = cut_point(plan.ledger.structure, reversed(passed), messages)
            return None if found is None else plan.ledger.structure.first[found]
    return None


def cut_point(structure: Structure, on: Iterable[int], back: Iterable[int]) -> int | None:
    """The first message that is no tool result: `on` from the budget's message to the end, else `back` from before it."""
    for messages in (on, back):
        found = next((m for m in messages if not is_result(structure, m)), None)
        if found is not None:
            return found
    return None


def is_result(structure: Structure, message: int) -> bool:
    """Whether a message holds a tool result."""
    blocks = range(structure.first[message], structure.first[message + 1])
    return any(structure.blocks[block].kind == "tool_result" for block in blocks)


def _backwards(plan: Plan) -> Iterator[int]:
    """The recorded messages behind the newest summary, newest first."""
    owner = plan.ledger.structure.owner
    item: Item
    for item in items_backwards(plan):
        if item.made is not None:
            return
        yield owner[item.start]


def _weight(plan: Plan, message: int) -> int:
    first = plan.ledger.structure.first
    return sum(plan.state(b).size for b in plan.live_blocks(first[message], min(first[message + 1], plan.end)))
