"""How sure the size of a view is where its policy counts as the provider does: sums over stretches, no walk over blocks."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from inspector.engine.effects import remember, remembered
from inspector.engine.ledger import Applied, Ledger
from inspector.engine.plan import Plan
from inspector.engine.view import Fate, Made, ViewBlock
from inspector.meter.provider import Charges, Estimate, ProviderCounter
from inspector.meter.provider.kinds import PROSE, RESULT
from inspector.meter.provider.views import fixed_input, of_view
from inspector.transcript.model import Block


class _Sums(NamedTuple):
    """Running sums over blocks with layers applied: of texts that these wrote or cut, of kept ones that nobody was charged."""

    written: Sequence[int]
    kept: Sequence[int]


class ViewParts(NamedTuple):
    """A prompt in the provider's tokens: `total` is `fixed` input, the `durable` state and the `messages`, to the token."""

    total: Estimate
    fixed: Estimate
    durable: int
    messages: int


def view_estimate(plan: Plan, request: int) -> Estimate | None:
    """The prompt of a view with its fixed input, and an interval; None where the policy counts in another meter.

    The first call after a layer changed sums over all blocks; not for the way of a key press.
    """
    found = view_parts(plan, request)
    return None if found is None else found.total


def view_parts(plan: Plan, request: int) -> ViewParts | None:
    """The same in parts. A system prompt that was supplied is a message of the view, and no part of the fixed input any more."""
    counter, ledger = plan.ledger.counter, plan.ledger
    if not isinstance(counter, ProviderCounter):
        return None
    fixed = fixed_of(plan, request)
    assert fixed is not None
    shown = _shown(plan, fixed_input(counter.charges, ledger.transcript, request).tokens)
    written, kept = _parts(plan, counter.charges)
    size = plan.size - ledger.base + ledger.durable - shown
    total = of_view(counter.charges, ledger.transcript, request, size, written + ledger.durable, kept)
    return ViewParts(total, fixed, ledger.durable, plan.size - ledger.base)


def fixed_of(plan: Plan, request: int) -> Estimate | None:
    """The fixed input of a view, without what the view itself shows of it; cheap. None for other meters.

    Below nothing where a prompt was reported that is smaller than its messages are by the record.
    """
    counter = plan.ledger.counter
    if not isinstance(counter, ProviderCounter):
        return None
    found = fixed_input(counter.charges, plan.ledger.transcript, request)
    tokens = found.tokens - (shown := _shown(plan, found.tokens))
    low, high = min(tokens, max(0, found.low - shown)), max(tokens, found.high - shown)
    return Estimate(tokens, low, high, found.basis)


def _shown(plan: Plan, fixed: int) -> int:
    """Tokens of the fixed input that are a message of the view: the system prompt that was supplied for the transcript."""
    supplied = any(isinstance(part, Made) and part.kind == "system" for part in plan.parts)
    return min(plan.ledger.supplied, max(0, fixed)) if supplied else 0


def block_estimate(ledger: Ledger, block: ViewBlock) -> Estimate | None:
    """The size of a block of a view with its interval: none where it was charged as it is. What was not charged is counted."""
    counter = ledger.counter
    if not isinstance(counter, ProviderCounter):
        return None
    if block.fate is not Fate.VERBATIM or block.source is None:
        return written_estimate(counter, block.size, block.source)
    found = counter.estimate(block.source)
    low, high = block.size - (found.tokens - found.low), block.size + (found.high - found.tokens)
    return Estimate(block.size, max(0, low), high, found.basis)


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


def written_estimate(counter: ProviderCounter, size: int, source: Block | None) -> Estimate:
    """The size of what a layer wrote, in the place of a recorded block or as a text of its own; nothing is counted."""
    is_result = source is not None and source.kind == "tool_result"
    return counter.charges.calibration.sized(size, RESULT if is_result else PROSE)


def sums_known(plan: Plan) -> bool:
    """Whether the interval of a view is told without a walk over all blocks."""
    ledger = plan.ledger
    keys = {ledger.settings(span.applied) for span in plan.spans}
    return all(remembered(ledger.transcript, ("unsure", key)) for key in keys)


def _sums(ledger: Ledger, applied: Applied, charges: Charges) -> _Sums:
    return remember(ledger.transcript, ("unsure", ledger.settings(applied)), lambda: _summed(ledger, applied, charges))


def _summed(ledger: Ledger, applied: Applied, charges: Charges) -> _Sums:
    before = charges.uncharged
    written, kept = array("q", bytes(8 * len(ledger.blocks))), array("q", (b - a for a, b in pairwise(before)))
    for place, layer in enumerate(applied):
        for block in ledger.changes(layer, applied[:place]):
            written[block], kept[block] = ledger.state(block, applied).size, 0
    return _Sums(array("q", accumulate(written, initial=0)), array("q", accumulate(kept, initial=0)))
