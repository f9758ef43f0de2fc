"""How far two views of one transcript are the same, byte for byte, told from their plans: only where they differ is text read.

A prompt cache holds prefixes: what a request can read from it ends with the last block before the first byte that differs
(Anthropic, prompt caching: "a cache hit requires 100 % identical prompt segments").
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from heapq import merge
from typing import NamedTuple

from inspector.analysis.measured.elements import of_block, of_made
from inspector.engine.plan import Part, Plan, Span
from inspector.engine.view import BlockState, Fate, Made


class Alike(NamedTuple):
    """The first `blocks` blocks are the same in both views. The next one is block `at` of part `part` of the later view
    (a made-up message has `at` -1); `part` is the number of its parts where the view ends there.
    """

    blocks: int
    part: int
    at: int = -1


class _Cursor:
    """A place in a view: a part, and how many of its blocks were passed."""

    def __init__(self, plan: Plan, start: int) -> None:
        self.parts = plan.parts
        self.index, self.passed, self.last = start, 0, -1
        """`last`: the message of the block before; -1 after a made-up one, and at the start."""
        before = next((part for part in reversed(plan.parts[:start]) if size_of(part)), None)
        if isinstance(before, Span):
            self.last = plan.ledger.structure.owner[before.hi - 1]

    @property
    def part(self) -> Part | None:
        """The part at which it stands; stretches without blocks are passed over."""
        while self.index < len(self.parts) and not size_of(self.parts[self.index]):
            self.index += 1
        return self.parts[self.index] if self.index < len(self.parts) else None

    def at(self, span: Span) -> int:
        """The block of the transcript at which the cursor stands."""
        return span.lo + self.passed

    def pass_made(self) -> None:
        self.index, self.passed, self.last = self.index + 1, 0, -1

    def pass_blocks(self, span: Span, count: int, owner: Sequence[int]) -> None:
        """Go on by so many blocks of the stretch."""
        self.passed += count
        self.last = owner[span.lo + self.passed - 1]
        if span.lo + self.passed == span.hi:
            self.index, self.passed = self.index + 1, 0


def alike(before: Plan, after: Plan) -> Alike:
    """How far `after` begins as `before` does. Both are views of one replay."""
    moved = _overridden(before, after)
    start = 0 if moved else leading(before.parts, after.parts)
    one, two = _Cursor(before, start), _Cursor(after, start)
    blocks = sum(map(size_of, after.parts[:start]))
    while one.part is not None and two.part is not None:
        run = _run(before, after, one, two, moved)
        if run == 0:
            break
        blocks += run
    part = two.part
    return Alike(blocks, two.index, two.at(part) if isinstance(part, Span) else -1)


def leading(one: tuple[Part, ...], two: tuple[Part, ...]) -> int:
    """How many parts two views begin with in common; a view that only grew has all but the last."""
    count = min(len(one), len(two))
    for guess in (count, count - 1):
        if guess > 0 and one[:guess] == two[:guess]:
            return guess
    return next((at for at in range(count) if one[at] != two[at]), count)


def size_of(part: Part) -> int:
    """How many blocks a part of a view holds."""
    return 1 if isinstance(part, Made) else part.hi - part.lo


def _run(before: Plan, after: Plan, one: _Cursor, two: _Cursor, moved: Sequence[int]) -> int:
    """Pass over blocks that are the same at both cursors; how many."""
    here, there = one.part, two.part
    owner = after.ledger.structure.owner
    if isinstance(here, Span) and isinstance(there, Span) and one.at(here) == two.at(there):
        start = one.at(here)
        opens = one.last == owner[start], two.last == owner[start]
        if opens[0] is opens[1]:
            count = _same(before, after, start, here, there, moved)
            if count:
                one.pass_blocks(here, count, owner)
                two.pass_blocks(there, count, owner)
            return count
    if not _equal(before, after, one, two):
        return 0
    for cursor in (one, two):
        part = cursor.part
        if isinstance(part, Span):
            cursor.pass_blocks(part, 1, owner)
        else:
            cursor.pass_made()
    return 1


def _same(before: Plan, after: Plan, start: int, here: Span, there: Span, moved: Sequence[int]) -> int:
    """How many blocks from `start` on are the same in two stretches that stand at it."""
    stop = min(here.hi, there.hi)
    at = bisect_left(moved, start)
    if at < len(moved):
        stop = min(stop, moved[at])
    if here.applied != there.applied:
        ledger = after.ledger
        for block in _candidates(after, start, stop, {*here.applied, *there.applied}):
            formed = form(ledger.state(block, here.applied)) == form(ledger.state(block, there.applied))
            if not formed and not _reads_same(before, after, block):
                return block - start
    return stop - start


def _candidates(plan: Plan, lo: int, hi: int, layers: set[int]) -> Iterator[int]:
    """The blocks in `[lo, hi)` that any of the local layers may change, in order."""
    return merge(*(plan.ledger.effects[layer].within(lo, hi) for layer in layers))


def form(state: BlockState) -> tuple[object, ...]:
    """What of a state is sent: the pieces of its text, and whether its pictures go with it."""
    return (state.pieces, state.pieces is None or state.fate is Fate.TRUNCATED)


def _overridden(before: Plan, after: Plan) -> list[int]:
    """The blocks that the agent's own clearing changed between two views, in order."""
    old, new = before.overrides, after.overrides
    if old is new or (not old and not new):
        return []
    changed = (b for b in {*old, *new} if b not in old or b not in new or form(old[b]) != form(new[b]))
    return sorted(b for b in changed if b >= before.end or not _reads_same(before, after, b))


def _reads_same(before: Plan, after: Plan, block: int) -> bool:
    """Whether a block is the same bytes in two views though different layers worked on it: an empty result, cleared."""
    return of_block(before, block, True) == of_block(after, block, True)


def _equal(before: Plan, after: Plan, one: _Cursor, two: _Cursor) -> bool:
    """Whether the blocks at both cursors are the same bytes, wherever they come from."""
    here, there = one.part, two.part
    if isinstance(here, Made) and isinstance(there, Made):
        return here is there or (not there.approximate and of_made(here) == of_made(there))
    return _element(before, one) == _element(after, two)


def _element(plan: Plan, cursor: _Cursor) -> object:
    part = cursor.part
    if isinstance(part, Made):
        return of_made(part)
    assert part is not None
    block = cursor.at(part)
    return of_block(plan, block, cursor.last != plan.ledger.structure.owner[block])
