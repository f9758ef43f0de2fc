"""Running the layers of a policy over one history: gates, operations, the hard limit. Pure."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from inspector.engine import protocol
from inspector.engine.layers import local
from inspector.engine.layers.asking import Asker
from inspector.engine.layers.dedupe import dedupe
from inspector.engine.layers.drop import drop
from inspector.engine.layers.summarise import summarise
from inspector.engine.layers.taking import take_blocks
from inspector.engine.plan import Plan
from inspector.engine.steps import ASKED, NOTHING, CompactionState, Outcome, Steps
from inspector.engine.summariser import Summariser
from inspector.engine.view import EngineError, Fate, MessageViewLimitExceeded, Problem, Required
from inspector.policy.model import Dedupe, Drop, Layer, Limit, Manual, Policy, Summarise


class Asked(NamedTuple):
    """The agent's own call for a summary (seed 002): what it wants to keep."""

    focus: str


class Gate(NamedTuple):
    """Whether a layer may work, and the numbers that decided."""

    open: bool
    reason: str


def run(request: int, plan: Plan, policy: Policy, summariser: Summariser | None, state: CompactionState) -> Steps:
    """The view of one request, layer by layer, from the history that its layers receive."""
    transcript = plan.ledger.transcript
    standing = [b for b in protocol.standing(transcript, plan.end) if plan.live(b.block)]
    if standing and policy.protocol == "strict":
        return Steps(request, plan, (), state, protocol.protocol_error(transcript, standing))
    outcomes: list[Outcome] = []
    problems: list[Problem] = []
    if standing and policy.protocol == "repair":
        fixed = take_blocks(plan, [b.block for b in standing], Fate.DROPPED, "repair")
        outcomes.append(Outcome("repair", "drop", True, f"{len(standing)} halves of interactions", plan, fixed))
    initial, earlier = plan, state
    for index, layer in enumerate(policy.layers):
        before = outcomes[-1].plan_after if outcomes else plan
        last = next((o.id for o in reversed(outcomes) if o.fired), "")
        gate = _gate(request, layer, before, initial, policy, last, (state, earlier))
        outcome, state, problem = _layer(request, index, layer, before, gate, summariser, state)
        outcomes.append(outcome)
        if problem:
            problems.append(problem)
    after = outcomes[-1].plan_after if outcomes else plan
    error = _refusal(policy, request, plan, after, tuple(o.id for o in outcomes if o.fired))
    return Steps(request, plan, tuple(outcomes), earlier if error else state, error, tuple(problems))


def _layer(
    request: int,
    index: int,
    layer: Layer,
    before: Plan,
    gate: Gate,
    summariser: Summariser | None,
    state: CompactionState,
) -> tuple[Outcome, CompactionState, Problem | None]:
    asked = asked_for(before, request, layer)
    if asked:
        gate = Gate(True, ASKED)
    if not gate.open:
        return Outcome(layer.id, layer.do, False, gate.reason, before, before, index), state, None
    focus = (asked.focus if asked else "") or before.ledger.focus
    after, note, state, failed = _apply(index, layer, before, summariser, state, request, focus)
    fired = after is not before
    note = note or ("" if fired else NOTHING)
    problem = Problem("summary_failed", note) if failed else None
    return Outcome(layer.id, layer.do, fired, gate.reason, before, after, index, note), state, problem


def _apply(
    index: int,
    layer: Layer,
    plan: Plan,
    summariser: Summariser | None,
    state: CompactionState,
    request: int,
    focus: str,
) -> tuple[Plan, str, CompactionState, bool]:
    """The plan after one operation, a note, the compaction state after it, and whether a summary failed."""
    operation = layer.operation
    if isinstance(operation, Dedupe):
        return dedupe(plan, operation, layer.id), "", state, False
    if isinstance(operation, Drop):
        shorter = drop(plan, operation.keep, layer.id)
        return shorter, "", state if shorter is plan else replace(state, request=request), False
    if isinstance(operation, Summarise):
        made = summarise(plan, Asker(operation, layer.id, request, focus), summariser, state)
        return made.plan, made.note, made.state, made.failed
    return local.apply(plan, index), "", state, False


def _gate(
    request: int,
    layer: Layer,
    before: Plan,
    initial: Plan,
    policy: Policy,
    last: str,
    states: tuple[CompactionState, CompactionState],
) -> Gate:
    """`states`: after the layers so far, and before the first of them."""
    if not layer.enabled:
        return Gate(False, "switched off")
    if layer.when == "always":
        return Gate(True, "on every request")
    limit = layer.when or policy.start
    if limit is None:
        return Gate(True, "")
    now = layer.when is not None or policy.stop == "after_each"
    judged, state = (before, states[0]) if now else (initial, states[1])
    reached, words = judge(limit, judged, request, policy, state.request)
    if reached:
        return Gate(True, words)
    return Gate(False, f"not reached: {words}" + (f" after {last}" if last and judged is before else ""))


def judge(limit: Limit, plan: Plan, request: int, policy: Policy, since: int = 0) -> tuple[bool, str]:
    """Whether a plan reaches a limit, and the comparison in words. `since`: the request of the newest compaction before it."""
    size = plan.size
    if limit.of == "usage":
        count = plan.ledger.usage_under(policy).count(request, since, size)
        return limit.reached(count.tokens), f"{limit.explain(count.tokens)} ({count.words})"
    if limit.of == "required":
        needed = required(plan, request, policy)
        size = needed.total if needed else size
    return limit.reached(size), limit.explain(size)


def _refusal(policy: Policy, request: int, before: Plan, after: Plan, fired: tuple[str, ...]) -> EngineError | None:
    if policy.refuse is None:
        return None
    reached, words = judge(policy.refuse, after, request, policy)
    return MessageViewLimitExceeded(before.size, after.size, words, fired, policy.meter.unit) if reached else None


def required(plan: Plan, request: int, policy: Policy) -> Required | None:
    """All that the request needs (seed 004), in the policy's meter; None for a policy without a budget."""
    if policy.budget is None:
        return None
    structure = plan.ledger.structure
    start = min(structure.first[structure.histories[request - 2] + 1], plan.end) if request > 1 else 0
    new = sum(plan.state(block).size for block in plan.live_blocks(start))
    budget = policy.budget
    return Required(
        window=budget.window,
        fixed=budget.fixed,
        durable=plan.ledger.durable,
        history=plan.size - new,
        new=new,
        reserve=budget.reserve,
        margin=budget.margin,
    )


def asked_for(plan: Plan, request: int, layer: Layer) -> Asked | None:
    """Whether the last reply asked for a summary by the layer's manual tool, and the call has been answered."""
    operation = layer.operation
    manual: Manual | None = operation.manual if isinstance(operation, Summarise) and layer.enabled else None
    if manual is None or request < 2:
        return None
    structure = plan.ledger.structure
    reply = structure.histories[request - 2]
    found: Asked | None = None
    for block in range(structure.first[reply], min(structure.first[reply + 1], plan.end)):
        call = structure.blocks[block]
        if call.tool in manual.tools and 0 <= structure.partner[block] < plan.end:
            focus = call.input.get(manual.focus)
            found = Asked(focus if isinstance(focus, str) else "")
    return found
