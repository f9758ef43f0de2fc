"""Two views of one request, A and B: what only one of them holds, and what they hold in different forms.

Both are plans over the same transcript, so a block is the same block in both. Only stretches and single exceptions are
looked at, never every block of a long history.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from inspector.analysis.compare.forms import differing, made_apart, order
from inspector.analysis.compare.two import Compared, Figures, Run, Typed, Where, where
from inspector.engine import Plan
from inspector.engine.losses import typed_blocks
from inspector.engine.view import BlockState, Fate

PAUSE_AFTER = 512
"""Differences found between two looks at whether they are still wanted."""


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


def _alike(run: Run, a: BlockState, b: BlockState) -> bool:
    return (run.a[:2], run.b[:2]) == (a[:2], b[:2])
