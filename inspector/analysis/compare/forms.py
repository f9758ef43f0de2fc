"""Where two views of one request differ: the blocks that one of them lacks or has in another form, found one by one.

Only stretches and single exceptions are looked at, never every block of a long history.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import pairwise

from inspector.analysis.compare.two import MadeUp, form
from inspector.engine import Plan
from inspector.engine.ledger import Applied, Ledger
from inspector.engine.plan import Span


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


def made_apart(a: Plan, b: Plan) -> Iterator[MadeUp]:
    """The made-up messages that differ: of each kind the first of A is held against the first of B, and so on."""
    for kind in dict.fromkeys(made.kind for made in (*a.made, *b.made)):
        left = [made for made in a.made if made.kind == kind]
        right = [made for made in b.made if made.kind == kind]
        for place in range(max(len(left), len(right))):
            one = MadeUp(left[place] if place < len(left) else None, right[place] if place < len(right) else None)
            if one.a is None or one.b is None or one.a.text != one.b.text:
                yield one


def _intervals(a: Plan, b: Plan) -> Iterator[tuple[int, int, Span | None, Span | None]]:
    """Block ranges within which neither view begins or ends a stretch, and the stretch of each that covers them."""
    edges = sorted({0, max(a.end, b.end), *(edge for span in (*a.spans, *b.spans) for edge in span[:2])})
    for lo, hi in pairwise(edges):
        yield lo, hi, a.span_of(lo), b.span_of(lo)


def _overridden(a: Plan, b: Plan, lo: int, hi: int, formed: Iterable[int]) -> Iterator[int]:
    """The same where some blocks have a state that no layer gave them."""
    maybe = {*formed, *(block for plan in (a, b) for block in plan.overrides if lo <= block < hi)}
    return (block for block in sorted(maybe) if form(a.state(block)) != form(b.state(block)))
