"""How sure the size of a whole prompt is: what was charged is exact, the rest is wrong together, and the fixed input may jump."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inspector.meter.provider.calibration import Estimate
from inspector.meter.provider.held import held
from inspector.transcript.model import Transcript

if TYPE_CHECKING:
    from inspector.meter.provider.charges import Charges


def of_view(found: Charges, transcript: Transcript, request: int, size: int, written: int, kept: int) -> Estimate:
    """The prompt of a view whose blocks have `size` tokens, with its fixed input; cheap.

    `written`: how many of them are those of texts that a policy wrote or cut; `kept`: those of blocks as recorded that were not
    charged. Of these, what the recorded prompt has too is right in sum where it was reported: the fixed input is the rest.
    """
    fixed = fixed_input(found, transcript, request)
    if found.prompt(request) is None:
        unsure_of, jumps = (
            found.calibration.total(written + kept),
            (fixed.tokens - fixed.low, fixed.high - fixed.tokens),
        )
    else:
        unsure_of, jumps = found.calibration.total(written + abs(unsure(found, transcript, request) - kept)), (0, 0)
    total = fixed.tokens + size
    low, high = unsure_of.tokens - unsure_of.low + jumps[0], unsure_of.high - unsure_of.tokens + jumps[1]
    exact = found.prompt(request) is not None and not unsure_of.tokens
    return Estimate(total, max(0, total - low), total + high, "charged" if exact else unsure_of.basis)


def fixed_input(found: Charges, transcript: Transcript, request: int) -> Estimate:
    """The fixed input at a request, as sure as the messages that were not charged allow it, and its jumps.

    Where no prompt was reported, what is usual for such an agent.
    """
    if not found.stretches:
        return found.calibration.fixed
    tokens, rest = found.fixed_at(request), found.calibration.total(unsure(found, transcript, request))
    if found.prompt(request) is not None:
        basis = rest.basis if rest.tokens else "charged"
        return Estimate(tokens, tokens - (rest.high - rest.tokens), tokens + (rest.tokens - rest.low), basis)
    return Estimate(tokens, max(0, tokens - found.spread), tokens + found.spread, "calibrated")


def unsure(found: Charges, transcript: Transcript, request: int) -> int:
    """Tokens of the messages of the recorded prompt that were not charged."""
    history, first = transcript.structure.histories[request - 1], transcript.structure.first
    kept, since = held(transcript, history)
    ranges = [*((at, at + 1) for at in kept), (min(since, history), history)]
    return sum(found.uncharged[first[stop]] - found.uncharged[first[start]] for start, stop in ranges)
