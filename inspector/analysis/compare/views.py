"""Two views of one request, A and B: what only one of them holds, and what they hold in different forms.

Both are plans over the same transcript, so a block is the same block in both. Only stretches and single exceptions are
looked at, never every block of a long history.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from typing import NamedTuple

from inspector.engine import Plan
from inspector.engine.ledger import Applied, Ledger
from inspector.engine.losses import typed_blocks
from inspector.engine.plan import Span
from inspector.engine.view import BlockState, Fate, Made
from inspector.policy.model import MeterSpec

PAUSE_AFTER = 512
"""Differences found between two looks at whether they are still wanted."""


class Where(Enum):
    """Which of two views holds a block."""

    ONLY_A = "only A"
    ONLY_B = "only B"
    BOTH = "both"
    NEITHER = "neither"


class Run(NamedTuple):
    """Neighbouring blocks `[lo, hi)` that A treats alike, and B treats alike. `a` and `b` are the states of the first.

    `size_a` and `size_b` are what the views hold of them, each in its own meter.
    """

    where: Where
    lo: int
    hi: int
    a: BlockState
    b: BlockState
    size_a: int
    size_b: int


class Typed(NamedTuple):
    """A text that a person typed and that not both views hold as it was typed."""

    block: int
    where: Where
    """The views that hold it word for word."""
    a: BlockState
    b: BlockState


class MadeUp(NamedTuple):
    """A made-up message that only one view holds (the other is None), or that both hold with different texts."""

    a: Made | None
    b: Made | None

    @property
    def kind(self) -> str:
        made = self.a or self.b
        return made.kind if made is not None else ""

    @property
    def where(self) -> Where:
        if self.a is not None and self.b is not None:
            return Where.BOTH
        return Where.ONLY_A if self.a is not None else Where.ONLY_B


class Figures(NamedTuple):
    """One view in numbers: its size in its meter, messages and blocks of the transcript, made-up messages."""

    size: int
    messages: int
    blocks: int
    made: int
    meter: MeterSpec


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """Everything in which two views of one request differ. Typed texts stand apart, and are not in `runs` again."""

    a: Figures
    b: Figures
    typed: tuple[Typed, ...]
    runs: tuple[Run, ...]
    made: tuple[MadeUp, ...]
    reordered: bool
    """They hold the same blocks, and send them in another order."""

    @property
    def subtractable(self) -> bool:
        """Whether a size of A can be taken from one of B: both are measured in the same way."""
        return self.a.meter == self.b.meter

    @property
    def same(self) -> bool:
        """Whether A and B send the same."""
        apart = any(typed.where is not Where.NEITHER or form(typed.a) != form(typed.b) for typed in self.typed)
        return not (apart or self.runs or self.made or self.reordered)

    def among(self, where: Where) -> tuple[Run, ...]:
        """The runs that are in one of the views, or in both."""
        return tuple(run for run in self.runs if run.where is where)


def compared(a: Plan, b: Plan, unwanted: Callable[[], bool] = bool) -> Compared | None:
    """Compare two views of one request; None when nobody wants the answer any more."""
    typed = typed_apart(a, b)
    apart = {one.block for one in typed}
    found: list[int] = []
    for block in differing(a, b):
        if not len(found) % PAUSE_AFTER and unwanted():
            return None
        if block not in apart:
            found.append(block)
    made = tuple(made_apart(a, b))
    reordered = not found and order(a) != order(b) and all(one.where is Where.NEITHER for one in typed)
    return Compared(figures(a), figures(b), typed, tuple(runs(a, b, found)), made, reordered)


def figures(plan: Plan) -> Figures:
    """A view in numbers."""
    owner = plan.ledger.structure.owner
    blocks, messages, last = 0, 0, -1
    for span in plan.spans:
        if span.lo < span.hi:
            first, stop = owner[span.lo], owner[span.hi - 1]
            messages += stop - first + (first != last)
            blocks, last = blocks + span.hi - span.lo, stop
    return Figures(plan.size, messages, blocks, len(plan.made), plan.ledger.policy.meter)


class Forms:
    """The blocks that the layers of A and the layers of B leave in different forms; the same for all requests."""

    def __init__(self, a: Ledger, b: Ledger) -> None:
        self.a, self.b = a, b
        self._apart: dict[tuple[Applied, Applied], list[int]] = {}

    def within(self, lo: int, hi: int, in_a: Applied, in_b: Applied) -> list[int]:
        """Those of `[lo, hi)`, where these layers were applied."""
        found = self._apart.get((in_a, in_b))
        if found is None:
            found = self._apart[in_a, in_b] = list(self._all(in_a, in_b))
        return found[bisect_left(found, lo) : bisect_left(found, hi)]

    def _all(self, in_a: Applied, in_b: Applied) -> Iterator[int]:
        changed = {block for layer in in_a for block in self.a.effects[layer].candidates}
        changed.update(block for layer in in_b for block in self.b.effects[layer].candidates)
        return (
            block for block in sorted(changed) if form(self.a.state(block, in_a)) != form(self.b.state(block, in_b))
        )


def differ(a: Plan, b: Plan, forms: Forms | None = None) -> bool:
    """Whether the two views send anything different. Stops at the first difference."""
    return next(differing(a, b, forms), None) is not None or any(made_apart(a, b)) or order(a) != order(b)


def differing(a: Plan, b: Plan, forms: Forms | None = None) -> Iterator[int]:
    """The blocks that only one of the views holds, or that they hold in different forms, in transcript order."""
    forms = forms or Forms(a.ledger, b.ledger)
    for lo, hi, in_a, in_b in _intervals(a, b):
        if in_a is None and in_b is None:
            continue
        if in_a is None or in_b is None:
            yield from range(lo, hi)
        elif a.overrides or b.overrides:
            yield from _overridden(a, b, lo, hi, forms.within(lo, hi, in_a.applied, in_b.applied))
        else:
            yield from forms.within(lo, hi, in_a.applied, in_b.applied)


def form(state: BlockState) -> tuple[object, ...]:
    """What a view holds of a block, whoever decided it: equal for two views that send the same."""
    return ("gone",) if state.gone else (state.fate, state.pieces)


def where(a: BlockState, b: BlockState) -> Where:
    """Which of two views holds a block, in whatever form."""
    if a.gone:
        return Where.NEITHER if b.gone else Where.ONLY_B
    return Where.ONLY_A if b.gone else Where.BOTH


def typed_apart(a: Plan, b: Plan) -> tuple[Typed, ...]:
    """The typed texts that not both views hold word for word; those that only one of them holds come first."""
    found = []
    for block in typed_blocks(a.ledger.transcript):
        if block >= min(a.end, b.end):
            break
        left, right = a.state(block), b.state(block)
        whole_a, whole_b = left.fate is Fate.VERBATIM, right.fate is Fate.VERBATIM
        if not (whole_a and whole_b):
            place = Where.ONLY_A if whole_a else Where.ONLY_B if whole_b else Where.NEITHER
            found.append(Typed(block, place, left, right))
    return tuple(sorted(found, key=lambda typed: typed.where is Where.NEITHER))


def made_apart(a: Plan, b: Plan) -> Iterator[MadeUp]:
    """The made-up messages that differ: of each kind the first of A is held against the first of B, and so on."""
    for kind in dict.fromkeys(made.kind for made in (*a.made, *b.made)):
        left = [made for made in a.made if made.kind == kind]
        right = [made for made in b.made if made.kind == kind]
        for place in range(max(len(left), len(right))):
            one = MadeUp(left[place] if place < len(left) else None, right[place] if place < len(right) else None)
            if one.a is None or one.b is None or one.a.text != one.b.text:
                yield one


def runs(a: Plan, b: Plan, blocks: Iterable[int]) -> Iterator[Run]:
    """The given blocks, those joined that lie side by side and share their fates and layers."""
    last: Run | None = None
    for block in blocks:
        left, right = a.state(block), b.state(block)
        if last is not None and last.hi == block and _alike(last, left, right):
            last = last._replace(hi=block + 1, size_a=last.size_a + left.size, size_b=last.size_b + right.size)
            continue
        if last is not None:
            yield last
        last = Run(where(left, right), block, block + 1, left, right, left.size, right.size)
    if last is not None:
        yield last


def order(plan: Plan) -> list[tuple[int, int]]:
    """The block ranges in the order in which they are sent, neighbours joined."""
    out: list[tuple[int, int]] = []
    for part in plan.parts:
        if not isinstance(part, Span) or part.lo >= part.hi:
            continue
        if out and out[-1][1] == part.lo:
            out[-1] = (out[-1][0], part.hi)
        else:
            out.append((part.lo, part.hi))
    return out


def _alike(run: Run, a: BlockState, b: BlockState) -> bool:
    return (run.a[:2], run.b[:2]) == (a[:2], b[:2])


def _intervals(a: Plan, b: Plan) -> Iterator[tuple[int, int, Span | None, Span | None]]:
    """Block ranges within which neither view begins or ends a stretch, and the stretch of each that covers them."""
    edges = sorted({0, max(a.end, b.end), *(edge for span in (*a.spans, *b.spans) for edge in span[:2])})
    for lo, hi in pairwise(edges):
        yield lo, hi, a.span_of(lo), b.span_of(lo)


def _overridden(a: Plan, b: Plan, lo: int, hi: int, formed: Iterable[int]) -> Iterator[int]:
    """The same where some blocks have a state that no layer gave them."""
    maybe = {*formed, *(block for plan in (a, b) for block in plan.overrides if lo <= block < hi)}
    return (block for block in sorted(maybe) if form(a.state(block)) != form(b.state(block)))
