"""How sure the size of a view is where its policy counts as the provider does: sums over stretches, no walk over blocks."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import NamedTuple

from inspector.engine.effects import remember, remembered
from inspector.engine.ledger import Applied, Ledger
from inspector.engine.plan import Plan
from inspector.engine.recorded import is_record
from inspector.engine.view import Fate, Made, ViewBlock
from inspector.long_work import Cancelled
from inspector.meter.provider import Charges, Estimate, ProviderCounter
from inspector.meter.provider.kinds import PROSE, RESULT
from inspector.meter.provider.views import fixed_input, of_view
from inspector.transcript.model import Block

Unwanted = Callable[[], bool]
"""Whether nobody wants to know any more."""


class _Sums(NamedTuple):
    """The blocks that applied layers wrote or cut, in order, and running sums: of their sizes now, of those of them as
    recorded that nobody was charged."""

    blocks: Sequence[int]
    written: Sequence[int]
    gone: Sequence[int]

    def between(self, lo: int, hi: int) -> tuple[int, int]:
        """Of the blocks `[lo, hi)`."""
        first, stop = bisect_left(self.blocks, lo), bisect_left(self.blocks, hi)
        return self.written[stop] - self.written[first], self.gone[stop] - self.gone[first]


class ViewParts(NamedTuple):
    """A prompt in the provider's tokens: `total` is `fixed` input, the `durable` state and the `messages`, less their thinking
    of earlier turns that is not sent any more (`unsent`), to the token."""

    total: Estimate
    fixed: Estimate
    durable: int
    messages: int
    unsent: int = 0


def view_estimate(plan: Plan, request: int) -> Estimate | None:
    """The prompt of a view with its fixed input, and an interval; None where the policy counts in another meter.

    The first call after a layer changed looks at all blocks that it changed; not for the way of a key press.
    """
    found = view_parts(plan, request)
    return None if found is None else found.total


def view_parts(plan: Plan, request: int, unwanted: Unwanted = bool) -> ViewParts | None:
    """The same in parts. A system prompt that was supplied is a message of the view, and no part of the fixed input any more.

    Raises `Cancelled` as soon as `unwanted` says so.
    """
    counter, ledger = plan.ledger.counter, plan.ledger
    if not isinstance(counter, ProviderCounter):
        return None
    fixed = fixed_of(plan, request)
    assert fixed is not None
    shown = _shown(plan, fixed_input(counter.charges, ledger.transcript, request).tokens)
    written, kept = _parts(plan, counter.charges, unwanted)
    left = unsent_of(plan, request)
    size = plan.size - ledger.base + ledger.durable - shown - left
    total = of_view(counter.charges, ledger.transcript, request, size, written + ledger.durable, kept)
    parts = ViewParts(total, fixed, ledger.durable, plan.size - ledger.base, left)
    told = counter.charges.prompt(request)
    as_sent = is_record(ledger.policy) and not ledger.durable and not ledger.supplied
    return _as_reported(parts, told) if as_sent and told is not None else parts


def _as_reported(parts: ViewParts, told: int) -> ViewParts:
    """The recorded view is the prompt that was reported; what its parts are off by is the fixed input's: that is the rest."""
    off, fixed = told - parts.total.tokens, parts.fixed
    fixed = Estimate(fixed.tokens + off, fixed.low + off, fixed.high + off, fixed.basis) if off else fixed
    return parts._replace(total=Estimate(told, told, told, "charged"), fixed=fixed)


def unsent_of(plan: Plan, request: int) -> int:
    """Tokens of thinking that a view has as recorded, and that is not in the prompts any more; 0 for other meters."""
    counter = plan.ledger.counter
    if not isinstance(counter, ProviderCounter):
        return 0
    gone = counter.charges.unsent(plan.ledger.transcript, request)
    if not gone.blocks:
        return 0
    found = 0
    for lo, hi, applied in plan.spans:
        changed = [block for block in plan.overrides if lo <= block < hi]
        if not applied and not changed:
            found += gone.between(lo, hi)
            continue
        as_recorded = (block for block in gone.inside(lo, hi) if plan.state(block).fate is Fate.VERBATIM)
        found += sum(gone.between(block, block + 1) for block in as_recorded)
    return found


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


def _parts(plan: Plan, charges: Charges, unwanted: Unwanted) -> tuple[int, int]:
    """Tokens of a view that a policy wrote, and those of blocks as recorded that nobody was charged."""
    written = kept = 0
    alone = charges.uncharged
    for part in plan.parts:
        if isinstance(part, Made):
            written += part.size
            continue
        lo, hi, applied = part
        wrote, gone = _sums(plan.ledger, applied, charges, unwanted).between(lo, hi)
        written, kept = written + wrote, kept + alone[hi] - alone[lo] - gone
    for block, state in plan.overrides.items():
        span = plan.span_of(block)
        if span is not None and state.fate is not Fate.VERBATIM:
            wrote, gone = _sums(plan.ledger, span.applied, charges, unwanted).between(block, block + 1)
            written, kept = written + state.size - wrote, kept - (alone[block + 1] - alone[block] - gone)
    return written, kept


def written_estimate(counter: ProviderCounter, size: int, source: Block | None) -> Estimate:
    """The size of what a layer wrote, in the place of a recorded block or as a text of its own; nothing is counted."""
    is_result = source is not None and source.kind == "tool_result"
    return counter.charges.calibration.sized(size, RESULT if is_result else PROSE)


def sums_known(plan: Plan) -> bool:
    """Whether the interval of a view is told without a walk over all blocks that its layers changed."""
    ledger = plan.ledger
    keys = {ledger.settings(span.applied) for span in plan.spans if span.applied}
    return all(remembered(ledger.transcript, ("unsure", key)) for key in keys)


_AS_RECORDED = _Sums((), (0,), (0,))


def _sums(ledger: Ledger, applied: Applied, charges: Charges, unwanted: Unwanted) -> _Sums:
    if not applied:
        return _AS_RECORDED
    key = ("unsure", ledger.settings(applied))
    return remember(ledger.transcript, key, lambda: _summed(ledger, applied, charges, unwanted))


def _summed(ledger: Ledger, applied: Applied, charges: Charges, unwanted: Unwanted) -> _Sums:
    alone = charges.uncharged
    changed = {block for place, layer in enumerate(applied) for block in ledger.changes(layer, applied[:place])}
    blocks, written, gone = array("q", sorted(changed)), array("q"), array("q")
    for block in blocks:
        if unwanted():
            raise Cancelled
        written.append(ledger.state(block, applied).size)
        gone.append(alone[block + 1] - alone[block])
    return _Sums(blocks, array("q", accumulate(written, initial=0)), array("q", accumulate(gone, initial=0)))
