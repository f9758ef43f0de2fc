"""fixed-input: what no layer may touch reaches the limit alone, so that compaction works on every request and helps nowhere.

Fixed are the system prompt and tools, the durable state, reserve and margin (DESIGN §4, law 5). Seen in the field: a system
prompt with 50 tools above the threshold (hermes 14695), a floor that equals the window (hermes 14690). Of a policy, its own
numbers are held against its own gates, and against what the session really had; of the recorded view, what the provider
reported against the size at which the agent compacted.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import NamedTuple

from inspector.analysis.diagnose.case import Case, Family
from inspector.analysis.diagnose.finding import Finding, Value
from inspector.analysis.diagnose.gates import Gate, beside, gates, refusal, turned
from inspector.analysis.diagnose.phrases import percent
from inspector.analysis.diagnose.usages import Fixed, least_fixed, reported
from inspector.engine import Replay
from inspector.meter import UNITS, find_model

NAME = "fixed-input"
CLOSE = 80
"""Per cent of a limit from which on fixed input leaves too little room."""


def find(case: Case) -> list[Finding]:
    if not case.replay.requests:
        return []
    if case.replay.is_recorded:
        return list(_recorded(case))
    return [*_by_gates(case), *_believed(case)]


class _Floor(NamedTuple):
    """What every view has at the least: its system messages, and what stands beside the messages. From which request."""

    system: int
    beside: int
    request: int


def _floors(replay: Replay) -> Iterator[_Floor]:
    """The floor at the first request, and again wherever a system message raises it."""
    ledger, shape = replay.ledger, replay.transcript.structure
    size, more = ledger.base + ledger.supplied, beside(replay)
    waiting = sorted((shape.request_of(message), message) for message in shape.system)
    for request in sorted({1, *(request for request, _ in waiting if request <= replay.requests)}):
        here = [message for at, message in waiting if at == request]
        size += sum(ledger.prefix[shape.first[m + 1]] - ledger.prefix[shape.first[m]] for m in here)
        yield _Floor(size, more, request)


def _by_gates(case: Case) -> Iterator[Finding]:
    """The policy's numbers against its own limits."""
    floors = list(_floors(case.replay))
    limit = refusal(case.replay.policy)
    for gate in (*gates(case.replay.policy), *([limit] if limit else [])):
        reached = next((f for f in floors if gate.limit.reached(gate.measured(f.system, f.beside))), None)
        close = next((f for f in floors if 100 * gate.measured(f.system, f.beside) >= CLOSE * gate.value), None)
        if reached is not None:
            yield _over(case, gate, reached)
            return
        if close is not None and gate.value > 0:
            yield _near(case, gate, close)
            return


def _over(case: Case, gate: Gate, floor: _Floor) -> Finding:
    size = gate.measured(floor.system, floor.beside)
    what = "every request is refused" if gate.name == "refuse" else "compaction cannot help"
    return Finding(
        NAME,
        "error",
        f"{size:,} {gate.limit.op} {gate.value:,} {case.unit} before any message: {what}",
        f"set {turned(gate.knobs, gate.name)} well above {size:,}, or send less system prompt, tools or reserve",
        tuple(range(floor.request, case.replay.requests + 1)),
        evidence=_evidence(case, gate, floor),
    )


def _near(case: Case, gate: Gate, floor: _Floor) -> Finding:
    size = gate.measured(floor.system, floor.beside)
    return Finding(
        NAME,
        "warning",
        f"{size:,} of the {gate.value:,} {case.unit} of {gate.name} are fixed ({percent(size, gate.value)} %)",
        f"raise {turned(gate.knobs, gate.name)}, or send less: the history has {gate.value - size:,} {case.unit} left",
        tuple(range(floor.request, case.replay.requests + 1)),
        evidence=_evidence(case, gate, floor),
    )


def _evidence(case: Case, gate: Gate, floor: _Floor) -> dict[str, Value]:
    found: dict[str, Value] = {"limit": gate.value, "gate": gate.name, "unit": case.unit, "system": floor.system}
    budget = case.replay.policy.budget
    if budget is not None and gate.limit.of == "required":
        found |= {"fixed": budget.fixed, "durable": case.replay.ledger.durable}
        found |= {"reserve": budget.reserve, "margin": budget.margin}
    return found


def _believed(case: Case) -> Iterator[Finding]:
    """What the policy sets aside for system prompt and tools against what the session has of them."""
    policy, replay = case.replay.policy, case.replay
    budget = policy.budget
    if budget is None or UNITS.get(policy.meter.count) != "tokens":
        return
    held, reported_least = _in_record(replay), _least(case)
    fixed = max(held, reported_least.tokens if reported_least else 0)
    if fixed <= budget.fixed + budget.margin:
        return
    needed = beside(replay) - budget.fixed + fixed
    gate = next((gate for gate in gates(policy) if gate.limit.of == "required"), None)
    over = gate is not None and gate.limit.reached(needed)
    knob = _fixed_knob(replay)
    evidence: dict[str, Value] = {"set_aside": budget.fixed, "unit": case.unit, "window": budget.window}
    evidence |= {"needed_without_history": needed} | ({"in_record": held} if held else {})
    if reported_least:
        shown = reported_least.shown
        evidence |= {"unseen": reported_least.tokens, "request": shown.request, "prompt": shown.context}
    yield Finding(
        NAME,
        "error" if over else "warning",
        f"{budget.fixed:,} {case.unit} set aside, {fixed:,} or more sent" + (": nothing fits" if over else ""),
        f"set {knob} to {fixed:,} or more" + (", and the window to what the model holds" if over else ""),
        (reported_least.shown.request,) if reported_least else (1,),
        evidence=evidence,
    )


def _in_record(replay: Replay) -> int:
    """System prompt and tools that the record holds, in the policy's meter; 0 where its sizes count them already."""
    transcript, counter = replay.transcript, replay.ledger.counter
    tools = counter.text(json.dumps(list(transcript.tools), ensure_ascii=False, default=str)) if transcript.tools else 0
    if replay.policy.meter.system:
        return tools
    shape = transcript.structure
    said = (block.text for m in shape.system for block in transcript.messages[m].blocks)
    return tools + counter.text(transcript.system) + sum(map(counter.text, said))


def _least(case: Case) -> Fixed | None:
    """The least fixed input by what the provider reported; system messages of the record are counted as messages there."""
    return least_fixed(case.recorded, reported(case.recorded))


def _fixed_knob(replay: Replay) -> str:
    from inspector.policy.uses import uses

    document = replay.policy.document
    found = (use for use in uses(document.spec) if use.loc == ("budget", "fixed")) if document is not None else ()
    return next((str(use.number).removeprefix("$") for use in found if str(use.number).startswith("$")), "budget.fixed")


def _recorded(case: Case) -> Iterator[Finding]:
    """What the session really had against the size at which the agent compacted, else against its model's window."""
    transcript = case.replay.transcript
    least = _least(case)
    told = [c.tokens_before for c in transcript.compactions if c.kind == "full" and c.trigger == "auto"]
    model = find_model(transcript.model) if transcript.model else None
    limit = min((size for size in told if size), default=model.window if model else 0)
    if least is None or not limit or 100 * least.tokens < CLOSE * limit:
        return
    over = least.tokens >= limit
    what = "where it compacts" if any(told) else "the window"
    yield Finding(
        NAME,
        "error" if over else "warning",
        f"{least.tokens:,} tokens or more are no messages: {percent(least.tokens, limit)} % of {what}",
        "send fewer tools, a shorter system prompt: compaction leaves them as they are",
        (least.shown.request,),
        evidence={
            "unseen": least.tokens,
            "limit": limit,
            "prompt": least.shown.context,
            "messages_o200k": least.shown.size,
        },
    )


FAMILY = Family(NAME, "system prompt, tools and reserve alone reach the limit", find)
