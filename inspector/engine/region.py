"""Counting messages, results and turns from the end of a view: where the protected part begins."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

from inspector.engine.effects import remember
from inspector.engine.plan import Plan, Span
from inspector.engine.view import Made
from inspector.policy.model import Region
from inspector.transcript.model import Transcript


class Item(NamedTuple):
    """A message of a view: where its first block is (for a made-up one, where it stands) and which one it is."""

    start: int
    made: Made | None


def boundary(plan: Plan, region: Region) -> int:
    """The block position at which the protected end of the view begins; everything before it is older."""
    if region.results is not None or region.last_batch:
        edge = _newest_results(plan, region.results or 0)
        return min(edge, _last_batch(plan)) if region.last_batch else edge
    if region.messages is None:
        return plan.end
    return _newest_messages(plan, region.messages, region.results_apart)


def reach(plan: Plan, region: Region) -> tuple[int, int]:
    """The block range `[lo, hi)` in which a local layer with this region works."""
    if region.where == "all":
        return 0, plan.end
    edge = boundary(plan, region)
    return (0, edge) if region.where == "outside" else (edge, plan.end)


def unit_starts(transcript: Transcript, apart: bool) -> list[int]:
    """Where each countable message begins; `apart`: every tool result counts as a message of its own.

    System and developer messages are passed over (DESIGN §5). With `apart`, what stands between two results of one
    message counts as one message, as in systems that record a result as a message (go-tiny-claw).
    """
    return remember(transcript, ("units", apart), lambda: list(_unit_starts(transcript, apart)))


def _unit_starts(transcript: Transcript, apart: bool) -> Iterator[int]:
    structure = transcript.structure
    system = frozenset(structure.system)
    for position, message in enumerate(transcript.messages):
        if position in system or not message.blocks:
            continue
        first = structure.first[position]
        previous_is_result = True
        for offset, block in enumerate(message.blocks if apart else message.blocks[:1]):
            is_result = block.kind == "tool_result"
            if is_result or previous_is_result or not offset:
                yield first + offset
            previous_is_result = is_result


def _tail_start(plan: Plan) -> int:
    """Where the unbroken run of stretches at the end of the view begins."""
    start = plan.end
    for part in reversed(plan.parts):
        if not isinstance(part, Span) or part.hi != start:
            break
        start = part.lo
    return start


def _newest_messages(plan: Plan, count: int, apart: bool) -> int:
    if count <= 0:
        return plan.end
    starts = unit_starts(plan.ledger.transcript, apart)
    at = bisect_left(starts, plan.end) - count
    if at >= 0 and starts[at] >= _tail_start(plan) and not (plan.holes and max(plan.holes) >= starts[at]):
        return starts[at]
    seen = 0
    for start in _starts_backwards(plan, starts):
        seen += 1
        if seen == count:
            return start
    return 0


def _starts_backwards(plan: Plan, starts: list[int]) -> Iterator[int]:
    """Starts of the countable messages that the view still holds, newest first; made-up messages among them."""
    for part in reversed(plan.parts):
        if isinstance(part, Made):
            if part.kind != "system":
                yield part.at
            continue
        at = bisect_left(starts, part.hi) - 1
        stop = part.hi
        while at >= 0 and starts[at] >= part.lo:
            if any(block not in plan.removed for block in range(starts[at], stop)):
                yield starts[at]
            stop = starts[at]
            at -= 1


def _newest_results(plan: Plan, count: int) -> int:
    results = plan.ledger.structure.results
    at = bisect_left(results, plan.end)
    if count <= 0:
        return plan.end
    seen = 0
    while at > 0:
        at -= 1
        if plan.live(results[at]):
            seen += 1
            if seen == count:
                return results[at]
    return 0


def _last_batch(plan: Plan) -> int:
    """The first result that answers the last message with answered calls: the model has not seen these yet."""
    structure = plan.ledger.structure
    at = bisect_left(structure.calls, plan.end)
    while at > 0:
        at -= 1
        call = structure.calls[at]
        if 0 <= structure.partner[call] < plan.end and plan.live(structure.partner[call]):
            owner = structure.owner[call]
            batch = range(structure.first[owner], structure.first[owner + 1])
            return min(structure.partner[b] for b in batch if 0 <= structure.partner[b] < plan.end)
    return plan.end


def items(plan: Plan) -> Iterator[Item]:
    """The messages of a view in order, system messages passed over."""
    system = frozenset(plan.ledger.structure.system)
    owner = plan.ledger.structure.owner
    previous = -1
    for part in plan.parts:
        if isinstance(part, Made):
            if part.kind != "system":
                yield Item(part.at, part)
            continue
        for block in range(part.lo, part.hi):
            message = owner[block]
            if message != previous and message not in system and block not in plan.removed:
                previous = message
                yield Item(plan.ledger.structure.first[message], None)


def items_backwards(plan: Plan) -> Iterator[Item]:
    """The same, newest first; costs only what is asked for."""
    structure = plan.ledger.structure
    system = frozenset(structure.system)
    previous = len(plan.ledger.transcript.messages)
    for part in reversed(plan.parts):
        if isinstance(part, Made):
            if part.kind != "system":
                yield Item(part.at, part)
            continue
        for block in range(part.hi - 1, part.lo - 1, -1):
            message = structure.owner[block]
            if message != previous and message not in system and block not in plan.removed:
                previous = message
                yield Item(structure.first[message], None)


def unfinished(plan: Plan) -> list[int]:
    """Calls at the very end whose results are still to come (DESIGN §4, law 3): legal to look at, never dropped."""
    structure = plan.ledger.structure
    messages = plan.ledger.transcript.messages
    at = structure.owner[plan.end - 1] if plan.end else -1
    while at >= 0 and any(block.kind == "tool_result" for block in messages[at].blocks):
        at -= 1
    if at < 0 or messages[at].role != "assistant":
        return []
    blocks = range(structure.first[at], min(structure.first[at + 1], plan.end))
    return [b for b in blocks if structure.blocks[b].kind == "tool_use" and not 0 <= structure.partner[b] < plan.end]
