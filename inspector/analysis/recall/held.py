"""Whether a view holds something word for word: in a block, in what is kept of a cut one, in a summary, in the durable state."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from inspector.analysis.recall.index import Index
from inspector.analysis.recall.known import Known
from inspector.analysis.recall.places import stands
from inspector.analysis.why.states import holds
from inspector.engine.plan import Plan
from inspector.engine.view import Notice


def held(index: Index, plan: Plan, need: Known, durable: str = "") -> bool:
    """Whether a view has a thing, beside the durable state. A paraphrase does not count."""
    if always(need, durable) or any(_in_block(index, plan, need, block) for block in _live(plan, need.blocks)):
        return True
    return any(any(stands(need.atom, made.text, True)) for made in plan.made)


def always(need: Known, durable: str) -> bool:
    """Whether every view has it, whatever the policy does: in a system prompt that was supplied, or in the durable state."""
    return need.in_system or bool(durable and any(stands(need.atom, durable, True)))


def _live(plan: Plan, blocks: Sequence[int]) -> Iterator[int]:
    """Those of the blocks that the view holds in some form, the newest stretch first."""
    for span in reversed(plan.spans):
        yield from reversed(blocks[bisect_left(blocks, span.lo) : bisect_left(blocks, min(span.hi, plan.end))])


def _in_block(index: Index, plan: Plan, need: Known, block: int) -> bool:
    if block not in plan.removed and plan.pieces(block) is None:
        return True
    state = plan.state(block)
    if any(holds(state, start, stop) for start, stop in index.places(need.atom, block)):
        return True
    notices = (piece.text for piece in state.pieces or () if isinstance(piece, Notice))
    return any(any(stands(need.atom, text, True)) for text in notices)
