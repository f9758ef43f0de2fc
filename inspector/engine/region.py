"""Counting messages, results and turns from the end of a view: where the protected part begins."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from inspector.engine.plan import Part, Plan, Span
from inspector.engine.protocol import waits
from inspector.engine.view import Made
from inspector.policy.model import Region
from inspector.transcript.structure import Structure


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
    starts, ends = plan.ledger.units(apart)
    at = bisect_left(starts, plan.end) - count
    if at >= 0 and starts[at] >= _tail_start(plan):
        return starts[at]
    newest = islice(_starts_backwards(plan, starts, ends), count - 1, count)
    return next(newest, 0)


def _starts_backwards(plan: Plan, starts: list[int], ends: list[int]) -> Iterator[int]:
    """Starts of the countable messages that the view still holds, newest first; made-up messages among them."""
    previous = -1
    for part in reversed(plan.parts):
        if isinstance(part, Made):
            if part.kind != "system":
                yield part.at
            continue
        at = bisect_left(starts, part.hi) - 1
        while at >= 0 and ends[at] > part.lo:
            if at != previous:
                yield starts[at]
            previous = at
            at -= 1


def _newest_results(plan: Plan, count: int) -> int:
    """Where the newest `count` results of the view begin."""
    results = plan.ledger.structure.results
    if count <= 0:
        return plan.end
    for part in reversed(plan.parts):
        if isinstance(part, Made):
            continue
        at = bisect_left(results, part.hi)
        here = at - bisect_left(results, part.lo)
        if here >= count:
            return results[at - count]
        count -= here
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
    return _items(plan, plan.parts, 1)


def items_backwards(plan: Plan) -> Iterator[Item]:
    """The same, newest first; costs only what is asked for."""
    return _items(plan, plan.parts[::-1], -1)


def _items(plan: Plan, parts: tuple[Part, ...], step: int) -> Iterator[Item]:
    structure = plan.ledger.structure
    previous = -1
    for part in parts:
        if isinstance(part, Made):
            if part.kind != "system":
                yield Item(part.at, part)
            continue
        low, high = structure.owner[part.lo], structure.owner[part.hi - 1]
        for message in range(low, high + 1) if step > 0 else range(high, low - 1, -1):
            if (
                message != previous
                and not is_system(structure, message)
                and structure.first[message] < structure.first[message + 1]
            ):
                previous = message
                yield Item(structure.first[message], None)


def is_system(structure: Structure, message: int) -> bool:
    """Whether a message is a system or developer message: numbered, but passed over by first and last."""
    at = bisect_left(structure.system, message)
    return at < len(structure.system) and structure.system[at] == message


def unfinished(plan: Plan) -> list[int]:
    """Calls at the very end whose results are still to come (DESIGN §4, law 3): legal to look at, never dropped."""
    structure, transcript = plan.ledger.structure, plan.ledger.transcript
    last = structure.owner[plan.end - 1] if plan.end else -1
    reply = next((m for m in range(last, -1, -1) if transcript.messages[m].role == "assistant"), -1)
    if reply < 0:
        return []
    blocks = range(structure.first[reply], min(structure.first[reply + 1], plan.end))
    calls = [b for b in blocks if structure.blocks[b].kind == "tool_use"]
    waiting = [b for b in calls if not 0 <= structure.partner[b] < plan.end]
    if not waiting or not all(waits(transcript, reply, position) for position in range(reply + 1, last + 1)):
        return []
    return waiting
