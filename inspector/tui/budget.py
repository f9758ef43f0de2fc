"""What a request is made of, by kind of content, for the budget bar. Costs as much as the plan has parts, not blocks."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate

from inspector.engine import Plan
from inspector.engine.effects import remember
from inspector.engine.estimates import unsent_of
from inspector.engine.ledger import Applied, Ledger
from inspector.engine.plan import Span
from inspector.phrases import BASES, FEWER
from inspector.policy.model import Policy
from inspector.transcript.model import Transcript
from inspector.tui.provider_sizes import Prompt, prompt
from inspector.tui.session import Session
from inspector.tui.widgets.budget_data import BudgetData, Part
from inspector.tui.widgets.timeline_data import Threshold

ORDER = ("fixed", "durable", "summary", "user", "assistant", "thinking", "calls", "results", "new", "reserve", "margin")
"""Names of the parts, from left to right."""
KINDS = {"thinking": "thinking", "tool_use": "calls", "tool_result": "results", "summary": "summary"}

Sums = dict[str, Sequence[int]]


def budget(session: Session, plan: Plan) -> BudgetData:
    """The parts of the present request, against the window or the transcript."""
    ledger = plan.ledger
    policy = session.replay.policy_at(session.request) if session.policy is not None else None
    sums = session.per_count("budget", _kind_sums)
    sizes = _history(plan, sums, _new_from(session.transcript, session.request, plan.end))
    if sizes:  # brackets around the messages belong to them, not to what is fixed
        sizes[max(sizes, key=lambda name: sizes[name])] += ledger.base
    sizes["durable"] += ledger.durable
    sizes["thinking"] -= min(sizes["thinking"], unsent_of(plan, session.request))
    window, found = None, prompt(plan, session.request)
    before = _fixed(plan, found.fixed.tokens) if found is not None else 0
    sizes["fixed"] += before
    if (own := session.budget) is not None:
        window = own.window
        sizes["fixed"] += own.fixed if found is None else 0
        sizes["reserve"], sizes["margin"] = own.reserve, own.margin
    return BudgetData(
        parts=tuple(Part(name, sizes[name]) for name in ORDER if sizes[name]),
        window=window,
        whole=ledger.base + ledger.prefix[plan.end] + before,
        unit=session.unit,
        limits=tuple(_limits(policy)) if policy is not None else (),
        approximate=session.approximate or (found is not None and found.parts is None),
        before=before,
        sure=found.parts.total if found is not None and found.parts is not None else None,
        reckoned=_reckoned(sizes["fixed"], policy) if found is not None else None,
        notes=tuple(_notes(found, policy)) if found is not None else (),
    )


def _fixed(plan: Plan, fixed: int) -> int:
    """The fixed input, and of the view what is no part of the bar else: a system prompt that was supplied."""
    return max(0, fixed) + sum(made.size for made in plan.made if made.kind == "system")


def _reckoned(fixed: int, policy: Policy | None) -> int | None:
    """What the policy takes for its fixed input, where the real one is another by a fifth or more."""
    if policy is None or policy.budget is None:
        return None
    told = policy.budget.fixed
    return told if 5 * abs(fixed - told) >= max(fixed, told) > 0 else None


def _notes(found: Prompt, policy: Policy | None) -> Iterator[str]:
    """Where the provider's tokens come from, and what the policy's gates reckon with instead."""
    if found.parts is not None:
        yield f"prompt: {BASES[found.parts.total.basis]}"
        _, low, high, _ = found.parts.total
        if low != high:
            yield f"9 of 10 such prompts have {low:,} to {high:,} tokens"
    if found.parts is not None and found.parts.unsent:
        yield f"without {found.parts.unsent:,} tokens of thinking of earlier turns, which is not sent any more"
    yield f"fixed input (system prompt, tools): {BASES[found.fixed.basis]}"
    if found.fixed.tokens < 0:
        yield FEWER
    if policy is not None and policy.budget is not None:
        yield f"the policy's own limits reckon with {policy.budget.fixed:,} of fixed input"


def _history(plan: Plan, sums: Sums, new_from: int) -> Counter[str]:
    sizes: Counter[str] = Counter()
    alike: dict[Applied, list[Span]] = {}
    for part in plan.parts:
        if isinstance(part, Span):
            alike.setdefault(part.applied, []).append(part)
        elif part.kind != "system":
            sizes["summary"] += part.size
    for applied, spans in alike.items():
        _add(sizes, plan.ledger, applied, [(lo, min(hi, new_from)) for lo, hi, _ in spans if lo < new_from], sums)
        fresh = [(max(lo, new_from), hi) for lo, hi, _ in spans if hi > new_from]
        sizes["new"] += sum(plan.ledger.size(lo, hi, applied) for lo, hi in fresh)
    for block, state in plan.overrides.items():
        if plan.live(block):
            sizes[_name(plan.ledger.transcript, block)] += state.size - plan.ledger.blocks[block]
    return sizes


def _add(sizes: Counter[str], ledger: Ledger, applied: Applied, stretches: list[tuple[int, int]], kinds: Sums) -> None:
    """The blocks of some stretches: sums as recorded, then what layers made of single blocks."""
    lows, highs = [lo for lo, _ in stretches], [hi for _, hi in stretches]
    for name, sums in kinds.items():
        sizes[name] += sum(map(sums.__getitem__, highs)) - sum(map(sums.__getitem__, lows))
    if applied and stretches:
        key = ("changed by kind", ledger.settings(applied))
        changed = remember(ledger.transcript, key, lambda: _changes(ledger, applied))
        for name, (blocks, running) in changed.items():
            sizes[name] += sum(
                running[bisect_left(blocks, hi)] - running[bisect_left(blocks, lo)] for lo, hi in stretches
            )


Changes = dict[str, tuple[Sequence[int], Sequence[int]]]
"""Of each kind the blocks that layers change, and running sums of what that adds to their sizes."""


def _changes(ledger: Ledger, applied: Applied) -> Changes:
    found: dict[str, list[tuple[int, int]]] = {}
    for block in sorted({block for layer in applied for block in ledger.effects[layer].candidates}):
        more = ledger.state(block, applied).size - ledger.blocks[block]
        if more:
            found.setdefault(_name(ledger.transcript, block), []).append((block, more))
    return {
        name: ([block for block, _ in each], list(accumulate((more for _, more in each), initial=0)))
        for name, each in found.items()
    }


def _kind_sums(ledger: Ledger) -> Sums:
    """Running sums of the blocks of each kind."""
    names = [_name(ledger.transcript, block) for block in range(len(ledger.blocks))]
    return {kind: list(_running(names, ledger.blocks, kind)) for kind in set(names)}


def _running(names: Sequence[str], sizes: Sequence[int], kind: str) -> Iterator[int]:
    """0, then the sum of the sizes of a kind after each block."""
    of_kind = (size if name == kind else 0 for name, size in zip(names, sizes, strict=True))
    return accumulate(of_kind, initial=0)


def _name(transcript: Transcript, block: int) -> str:
    """The part of the budget that a block of the history belongs to."""
    shape = transcript.structure
    role = transcript.messages[shape.owner[block]].role
    if role in ("system", "developer"):
        return "fixed"
    return KINDS.get(shape.blocks[block].kind) or ("assistant" if role == "assistant" else "user")


def _new_from(transcript: Transcript, request: int, end: int) -> int:
    """The first block that came after the reply to the request before."""
    shape = transcript.structure
    return min(shape.first[shape.histories[request - 2] + 1], end) if request > 1 else end


def _limits(policy: Policy) -> list[Threshold]:
    found = [Threshold("start", policy.start.value, "soft")] if policy.start and policy.start.of == "size" else []
    if policy.refuse is not None and policy.refuse.of == "size":
        found.append(Threshold("refuse", policy.refuse.value, "hard"))
    return found
