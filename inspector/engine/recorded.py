"""The recorded view: what the agent really had, rebuilt from its own compaction records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from inspector.engine.effects import replaced_size
from inspector.engine.layers.taking import merge_cuts
from inspector.engine.ledger import Ledger
from inspector.engine.plan import Cut, Part, Plan, Span, whole
from inspector.engine.steps import Outcome, Steps
from inspector.engine.view import BlockState, Fate, Notice
from inspector.policy.model import MeterSpec, Policy
from inspector.transcript.model import Compaction, Transcript

LAYER = "recorded"
UNSAID = "the record of the compaction leaves it open"
CLEARED = Notice("[The agent cleared this tool result; the record still has it]")

RECORDED = Policy(
    name="recorded",
    about="what the agent really sent, rebuilt from its own compaction records",
    state="per_request",
    protocol="mark",
    stop="never",
    meter=MeterSpec("o200k_base", "tokens", system=True),
    layers=(),
)


def is_record(policy: Policy) -> bool:
    """Whether that is the recorded view, by whatever meter."""
    return policy.name == RECORDED.name and not policy.layers


def recorded_plan(ledger: Ledger, end: int) -> Plan:
    """The agent's own view of the history that ends before block `end`. Without records it is the whole history."""
    messages = ledger.structure.owner[end - 1] + 1 if end else 0
    past = [c for c in ledger.transcript.compactions if c.since <= messages]
    if not past:
        return whole(ledger, end)
    base = ledger.recorded.get(len(past))
    if base is None or base.end > end:
        base = ledger.recorded[len(past)] = _rebuilt(whole(ledger, end), past)
    return base.grown(end)


def _rebuilt(plan: Plan, past: list[Compaction]) -> Plan:
    full = [at for at, c in enumerate(past) if c.kind == "full"]
    if full:
        plan = _after_full(plan, past[full[-1]])
    plan = plan.but(doubted=_doubted(past[full[-1] if full else 0 :]))
    notices = _notices(past)
    return _with_replaced(plan, notices) if notices else plan


def _doubted(past: list[Compaction]) -> dict[int, str]:
    """What the last full compaction, and those of results after it, leave open."""
    return {at: each.doubt or UNSAID for each in past for at in each.doubtful}


def _notices(past: list[Compaction]) -> dict[str, tuple[Fate, Notice]]:
    """Tool id → what stands for its result, the last word on it."""
    found: dict[str, tuple[Fate, Notice]] = {}
    for each in past:
        found |= dict.fromkeys(each.cleared, (Fate.CLEARED, CLEARED))
        found |= {key: (Fate.CLEARED, Notice(text)) for key, text in each.replaced.items()}
    return found


def last_full(transcript: Transcript, request: int) -> Compaction | None:
    """The compaction from which the prompt of a request starts, if any does."""
    messages = transcript.structure.histories[request - 1]
    full = [c for c in transcript.compactions if c.kind == "full" and c.since <= messages]
    return full[-1] if full else None


def compacted_since(transcript: Transcript, request: int) -> bool:
    """Whether the agent compacted between the request before and this one."""
    histories = transcript.structure.histories
    earlier = histories[request - 2] if request > 1 else 0
    return any(earlier < c.since <= histories[request - 1] for c in transcript.compactions)


def recorded_steps(ledger: Ledger, request: int) -> Steps:
    """The recorded view as steps: the history, and one layer that stands for what the agent did."""
    end = ledger.structure.end(request)
    before, after = whole(ledger, end), recorded_plan(ledger, end)
    if not after.cuts and not after.overrides and after.parts == before.parts:
        return Steps(request, after, ())
    return Steps(request, before, (Outcome(LAYER, LAYER, True, "the agent's own compaction", before, after),))


def _after_full(plan: Plan, compaction: Compaction) -> Plan:
    """Summary, then the messages that were kept, then everything after the boundary (formats: Claude Code)."""
    structure = plan.ledger.structure
    rest = structure.first[compaction.rest]
    spans = _spans(plan, _order(plan, compaction))
    if rest < plan.end:
        spans.append(Span(rest, plan.end))
    made = [part for part in plan.parts if not isinstance(part, Span)]
    fate = Fate.SUMMARISED if compaction.order is None or compaction.summary is not None else Fate.DROPPED
    cuts = [Cut(lo, hi, fate, LAYER) for lo, hi in _between(spans, min(rest, plan.end))]
    return plan.but(parts=(*made, *spans), cuts=merge_cuts((), cuts))


def _order(plan: Plan, compaction: Compaction) -> list[int]:
    """Messages before what simply follows, as the record has them; else system messages, summary, what was kept."""
    if compaction.order is not None:
        return list(compaction.order)
    start = compaction.before
    head = [m for m in plan.ledger.structure.system if m < start]
    kept = [m for m in compaction.preserved if m < start and m not in head]
    return [*head, *range(start, compaction.rest), *kept]


def _spans(plan: Plan, messages: list[int]) -> list[Part]:
    """The messages as stretches, neighbours joined, in the order in which they were sent."""
    first = plan.ledger.structure.first
    out: list[Part] = []
    for message in messages:
        lo, hi = first[message], min(first[message + 1], plan.end)
        last = out[-1] if out else None
        if isinstance(last, Span) and last.hi == lo:
            out[-1] = Span(last.lo, hi)
        elif lo < hi:
            out.append(Span(lo, hi))
    return out


def _between(spans: list[Part], end: int) -> Iterator[tuple[int, int]]:
    """The block ranges before `end` that no stretch covers."""
    covered = sorted((part.lo, part.hi) for part in spans if isinstance(part, Span))
    for (_, lo), (hi, _) in pairwise([(0, 0), *covered, (end, end)]):
        if lo < min(hi, end):
            yield lo, min(hi, end)


def _with_replaced(plan: Plan, notices: Mapping[str, tuple[Fate, Notice]]) -> Plan:
    """The view with notices in the place of results; the record keeps them whole."""
    ledger = plan.ledger
    states = {}
    for result in ledger.structure.results:
        if result >= plan.end:
            break
        found = notices.get(ledger.structure.blocks[result].tool_id)
        if found is not None and plan.span_of(result) is not None:
            fate, notice = found
            size = replaced_size(ledger.transcript, ledger.counter, result, notice.text, fate)
            states[result] = BlockState(fate, LAYER, size, (notice,))
    return plan.but(overrides=states)
