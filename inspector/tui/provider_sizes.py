"""The provider's tokens on the screen: fixed input, intervals, where numbers come from. Nothing is counted here; no Textual."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from inspector.engine import Plan
from inspector.engine.estimates import ViewParts, fixed_of, sums_known, unsent_of, view_parts, written_estimate
from inspector.engine.ledger import Ledger
from inspector.meter.provider import Estimate, ProviderCounter
from inspector.phrases import BASES, give_or_take
from inspector.transcript.model import Block
from inspector.tui import replays
from inspector.tui.numerals import full, short

MOST = 100_000
"""Characters of a block that was not charged up to which its own interval is told; of longer ones, that of mixed texts."""


class Prompt(NamedTuple):
    """A whole prompt: its fixed input, and its interval where that is known without a walk over all blocks."""

    fixed: Estimate
    parts: ViewParts | None


def prompt(plan: Plan, request: int) -> Prompt | None:
    """What is known of a view at once; None where sizes are those of another meter, or stand-ins until they are counted."""
    fixed = fixed_of(plan, request)
    if fixed is None:
        return None
    known = replays.small(plan.ledger.transcript) or sums_known(plan)
    return Prompt(fixed, view_parts(plan, request) if known else None)


def is_open(plan: Plan, request: int) -> bool:
    """Whether the interval of a view is still to be worked out."""
    found = prompt(plan, request)
    return found is not None and found.parts is None


def learn(plan: Plan, request: int, unwanted: Callable[[], bool]) -> None:
    """Work out an interval that was not known, which takes a walk over blocks. Raises `Cancelled` when `unwanted` says so."""
    view_parts(plan, request, unwanted)


def title_size(plan: Plan, request: int) -> str:
    """`84,120 ± 1.4 % · fixed 20k`, with ≈ until the interval is known; empty in other meters."""
    found = prompt(plan, request)
    if found is None:
        return ""
    fixed = _fixed(found.fixed.tokens, _is_known(found.fixed))
    if found.parts is None:
        known = found.fixed.tokens + plan.size + plan.ledger.durable - unsent_of(plan, request)
        return f"{full(known, True)}{fixed}"
    tokens, low, high, _ = found.parts.total
    return f"{' '.join(filter(None, (full(tokens), give_or_take(tokens, low, high))))}{fixed}"


def record_size(ledger: Ledger, request: int, size: int) -> str:
    """The same for the whole history of a request; without an interval."""
    if not isinstance(ledger.counter, ProviderCounter):
        return ""
    from inspector.meter.provider.views import fixed_input

    found = fixed_input(ledger.counter.charges, ledger.transcript, request)
    fixed = found.tokens - ledger.supplied
    return f"{full(fixed + size)}{_fixed(fixed, _is_known(found))}"


def _is_known(fixed: Estimate) -> bool:
    """Whether nothing means nothing: it may be an interval of which nobody knows more than its ends."""
    return fixed.tokens != 0 or fixed.high == 0


def _fixed(tokens: int, known: bool) -> str:
    """` · fixed 20k`; ` · fixed ?` where nobody knows, ` · fixed −616?` where a reported prompt is smaller than its messages."""
    if tokens < 0:
        return f" · fixed −{short(-tokens)}?"
    return f" · fixed {short(tokens)}" if known else " · fixed ?"


def recorded_words(ledger: Ledger, size: int, block: Block) -> str:
    """`, charged by the provider`, or ` ± 12.0 %, calibrated on this session`: of a block as recorded; empty in other meters."""
    counter = ledger.counter
    if not isinstance(counter, ProviderCounter):
        return ""
    if counter.is_charged(block) or len(block.text) <= MOST:
        return _words(counter.estimate(block), BASES)
    return _words(counter.charges.calibration.total(size), BASES)


def written_words(ledger: Ledger, size: int, block: Block) -> str:
    """` ± 12.0 %, calibrated`: of what a layer made of a block."""
    counter = ledger.counter
    return _words(written_estimate(counter, size, block), {}) if isinstance(counter, ProviderCounter) else ""


def _words(found: Estimate, bases: Mapping[str, str]) -> str:
    around = give_or_take(found.tokens, found.low, found.high)
    return f"{around and ' '}{around}, {bases.get(found.basis, found.basis)}"
