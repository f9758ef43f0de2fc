"""Drop: leave out everything between the first and the last messages or turns. Half interactions go as well."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from inspector.engine.layers.recent import recent_start
from inspector.engine.layers.taking import half_pairs, take_blocks, take_stretch
from inspector.engine.ledger import Ledger
from inspector.engine.plan import Plan
from inspector.engine.region import Item, is_system, items, items_backwards, unfinished
from inspector.engine.view import Fate, Made
from inspector.policy.model import Keep
from inspector.transcript.structure import Structure


class Middle(NamedTuple):
    """What lies between the first and the last: blocks `[lo, hi)` and made-up messages."""

    lo: int
    hi: int
    made: tuple[Made, ...]


def drop(plan: Plan, keep: Keep, layer: str) -> Plan:
    """The view without its middle. A call or result whose other half goes is removed too (workbuddy-s14's prune).

    An unfinished interaction at the very end is never dropped.
    """
    middle = find_middle(plan, keep)
    if middle is None:
        return plan
    if not middle.made and not any(True for _ in recorded(plan, middle.lo, middle.hi)):
        return plan
    shorter = take_stretch(plan, middle.lo, middle.hi, Fate.DROPPED, layer, middle.made)
    return take_blocks(shorter, half_pairs(shorter), Fate.DROPPED, layer)


def find_middle(plan: Plan, keep: Keep) -> Middle | None:
    """The part of a view that is neither among the first nor the last; None when there is nothing there."""
    head = _head(plan, keep)
    tail = _tail(plan, keep)
    if tail is None and keep.split_turn is not None:
        return _inside_open_turn(plan, keep.split_turn)
    lo = 0 if not head else _after(plan, head[-1])
    if tail is None or tail.start < lo:
        return None
    kept = {id(item.made) for item in head if item.made}
    made = tuple(m for m in plan.made if m.kind != "system" and m.at <= tail.start and id(m) not in kept)
    made = tuple(m for m in made if not _in_tail(plan, m, tail))
    return Middle(lo, tail.start, made) if made or lo < tail.start else None


def recorded(plan: Plan, lo: int, hi: int) -> Iterator[int]:
    """Blocks of the view in `[lo, hi)` that a lossy layer may take: system messages are none of them."""
    structure = plan.ledger.structure
    if not structure.system:
        return plan.live_blocks(lo, hi)
    system, owner = frozenset(structure.system), structure.owner
    return (b for b in plan.live_blocks(lo, hi) if owner[b] not in system)


def _after(plan: Plan, item: Item) -> int:
    """The first position after a message; a made-up one takes no room."""
    structure = plan.ledger.structure
    return item.start if item.made else structure.first[structure.owner[item.start] + 1]


def _in_tail(plan: Plan, made: Made, tail: Item) -> bool:
    if tail.made is None:
        return False
    order = [id(part) for part in plan.parts]
    return order.index(id(made)) >= order.index(id(tail.made))


def _head(plan: Plan, keep: Keep) -> list[Item]:
    if keep.first <= 0:
        return []
    if keep.unit == "messages":
        return list(islice(items(plan), keep.first))
    structure = plan.ledger.structure
    starts = structure.turn_starts
    stop = structure.first[starts[keep.first]] if keep.first < len(starts) else plan.end
    return [item for item in items(plan) if item.start < stop or (item.made and item.start <= stop)]


def _tail(plan: Plan, keep: Keep) -> Item | None:
    """The first message that stays at the end; None when nothing can go."""
    if keep.unit == "turns":
        start = turn_start(plan.ledger, plan.end, keep.last)
        return Item(start, None) if start else None
    if keep.unit == "tokens":
        found = recent_start(plan, keep.last)
        return Item(found, None) if found else None
    newest = list(islice(items_backwards(plan), keep.last))
    tail = newest[-1] if newest else Item(plan.end, None)
    open_calls = unfinished(plan)
    if open_calls:
        structure = plan.ledger.structure
        start = structure.first[structure.owner[open_calls[0]]]
        if start < tail.start:
            return Item(start, None)
    return tail


def turn_start(ledger: Ledger, end: int, turns: int) -> int:
    """Where the last `turns` complete turns of a history begin; a turn that is still open stays beside them. 0: none is older."""
    return kept_from(ledger.structure, turns_of(ledger, end), end, turns)


def kept_from(structure: Structure, found: tuple[int, int], end: int, turns: int) -> int:
    """The same, given the turn in which the history ends and how many are complete."""
    current, complete = found
    first_kept = complete + 1 - turns
    if first_kept <= 1:
        return 0
    if first_kept > current:
        return end
    return structure.first[structure.turn_starts[first_kept - 1]]


def turns_of(ledger: Ledger, end: int) -> tuple[int, int]:
    """The turn in which a history ends, and how many of its turns are complete."""
    structure, messages = ledger.structure, ledger.transcript.messages
    if not end:
        return 0, 0
    last = next((m for m in range(structure.owner[end - 1], -1, -1) if not is_system(structure, m)), 0)
    current = structure.turn_of[last]
    is_reply = messages[last].role == "assistant" and all(b.kind != "tool_use" for b in messages[last].blocks)
    return current, current if is_reply else current - 1


def _inside_open_turn(plan: Plan, last: int) -> Middle | None:
    """Split turn (seed 004): the goal that opened the turn stays, and its last messages, whole interactions at that."""
    structure = plan.ledger.structure
    if not plan.end or not structure.turn_starts:
        return None
    goal = structure.turn_starts[structure.turn_of[structure.owner[plan.end - 1]] - 1]
    lo = structure.first[goal + 1]
    newest = list(islice(items_backwards(plan), max(1, last)))
    hi = widened(plan, newest[-1].start if newest else plan.end)
    return Middle(lo, hi, ()) if any(True for _ in plan.live_blocks(lo, hi)) else None


def widened(plan: Plan, start: int) -> int:
    """The start of a tail moved back until no call before it is answered, or left open, inside it (seed 001, layer 4)."""
    structure = plan.ledger.structure
    results = [r for r in plan.live_blocks(start) if structure.blocks[r].kind == "tool_result"]
    open_calls = unfinished(plan)
    edge = start
    if open_calls:
        edge = min(edge, structure.first[structure.owner[open_calls[0]]])
    while True:
        calls = [structure.partner[r] for r in results if structure.partner[r] >= 0]
        lowest = min((c for c in calls if c < edge and plan.live(c)), default=edge)
        if lowest >= edge:
            return edge
        older = structure.first[structure.owner[lowest]]
        results = [r for r in plan.live_blocks(older, edge) if structure.blocks[r].kind == "tool_result"]
        edge = older
