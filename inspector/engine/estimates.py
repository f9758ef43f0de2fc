"""How sure the size of a view is where its policy counts as the provider does: sums over stretches, no walk over blocks."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from inspector.engine.effects import remember
from inspector.engine.ledger import Applied, Ledger
from inspector.engine.plan import Plan
from inspector.engine.view import Fate, Made
from inspector.meter.provider import Charges, Estimate, ProviderCounter
from inspector.meter.provider.views import of_view


class _Sums(NamedTuple):
    """Running sums over blocks with layers applied: of texts that these wrote or cut, of kept ones that nobody was charged."""

    written: Sequence[int]
    kept: Sequence[int]


def view_estimate(plan: Plan, request: int) -> Estimate | None:
    """The prompt of a view with its fixed input, and an interval; None where the policy counts in another meter.

    The first call after a layer changed sums over all blocks; not for the way of a key press.
    """
    counter = plan.ledger.counter
    if not isinstance(counter, ProviderCounter):
        return None
    written, kept = _parts(plan, counter.charges)
    size = plan.size - plan.ledger.base
    return of_view(counter.charges, plan.ledger.transcript, request, size, written, kept)


def _parts(plan: Plan, charges: Charges) -> tuple[int, int]:
    """Tokens of a view that a policy wrote, and those of blocks as recorded that nobody was charged."""
    written = kept = 0
    for part in plan.parts:
        if isinstance(part, Made):
            written += part.size
            continue
        lo, hi, applied = part
        sums = _sums(plan.ledger, applied, charges)
        written += sums.written[hi] - sums.written[lo]
        kept += sums.kept[hi] - sums.kept[lo]
    for block, state in plan.overrides.items():
        span = plan.span_of(block)
        if span is not None and state.fate is not Fate.VERBATIM:
            sums = _sums(plan.ledger, span.applied, charges)
            written += state.size - (sums.written[block + 1] - sums.written[block])
            kept -= sums.kept[block + 1] - sums.kept[block]
    return written, kept


def _sums(ledger: Ledger, applied: Applied, charges: Charges) -> _Sums:
    return remember(ledger.transcript, ("unsure", ledger.settings(applied)), lambda: _summed(ledger, applied, charges))


def _summed(ledger: Ledger, applied: Applied, charges: Charges) -> _Sums:
    before = charges.uncharged
    written, kept = array("q", bytes(8 * len(ledger.blocks))), array("q", (b - a for a, b in pairwise(before)))
    for place, layer in enumerate(applied):
        for block in ledger.changes(layer, applied[:place]):
            written[block], kept[block] = ledger.state(block, applied).size, 0
    return _Sums(array("q", accumulate(written, initial=0)), array("q", accumulate(kept, initial=0)))
