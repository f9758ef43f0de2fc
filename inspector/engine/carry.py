"""How state moves from one request to the next: afresh, rewritten, or as a checkpoint over the log (DESIGN §4)."""

from __future__ import annotations

from inspector.engine.layers.taking import half_pairs, take_blocks
from inspector.engine.plan import Cut, Part, Plan, Span
from inspector.engine.steps import Steps
from inspector.engine.view import Fate, Made
from inspector.policy.model import Policy


def carried(policy: Policy, steps: Steps) -> Plan | None:
    """The history that the next request starts from, before what is new; None: from the whole record.

    A refused request leaves the history as it was before the refused compaction.
    """
    if policy.state == "per_request":
        return None
    if steps.error is not None:
        return steps.before
    return steps.after if policy.state == "rewrite" else _checkpoint(steps)


def _checkpoint(steps: Steps) -> Plan:
    """Under `overlay` only a summary lasts: the log behind it comes back as recorded for the next request."""
    before, after = steps.before, steps.after
    known = {id(made) for made in before.made}
    newest = next((made for made in after.made if made.kind == "summary" and id(made) not in known), None)
    if newest is None:
        return before
    # An earlier split of an open turn may reach further than the summary that took it in.
    edge = max([newest.at, *(made.at for made in before.made if made.kind == "summary")])
    parts: list[Part] = []
    for part in after.parts:
        if isinstance(part, Made):
            parts.append(part)
        elif part.lo < edge:
            parts.append(Span(part.lo, min(part.hi, edge)))
    if edge < after.end:
        parts.append(Span(edge, after.end))
    plan = Plan(
        after.ledger,
        after.end,
        tuple(parts),
        tuple(_clipped(after.cuts, edge)),
        {b: gone for b, gone in after.removed.items() if b < edge},
        after.archive,
        leads={b: size for b, size in after.leads.items() if b < edge},
    )
    return _whole_pairs(plan, after)


def _whole_pairs(plan: Plan, after: Plan) -> Plan:
    """What comes back without its other half stays away with it, for the reason it went."""
    for block in half_pairs(plan):
        gone = after.state(block)
        fate, layer = (gone.fate, gone.layer) if gone.gone else (Fate.DROPPED, "overlay")
        plan = take_blocks(plan, [block], fate, layer)
    return plan


def _clipped(cuts: tuple[Cut, ...], end: int) -> list[Cut]:
    return [cut._replace(hi=min(cut.hi, end)) for cut in cuts if cut.lo < end]
