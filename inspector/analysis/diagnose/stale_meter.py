"""stale-meter: the number by which somebody decides is not the size of what is sent.

Three ways: after a compaction the usage of before still stands (ccstatusline 92, pi 1860: it starts the next one at once); the
reported usage is too small to be the prompt (a placeholder, ccusage 866); the policy's meter counts a third less or more
than the provider (nanobot 5402: compaction never starts; claude-code 46422: 60 % here, 85 % there).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from inspector.analysis.diagnose.case import Case, Family
from inspector.analysis.diagnose.finding import Finding, Severity, Value
from inspector.analysis.diagnose.gates import Gate, beside, gates
from inspector.analysis.diagnose.phrases import stretch
from inspector.analysis.diagnose.usages import Pace, Reported, least_fixed, pace, reported
from inspector.meter import UNITS, find_model
from inspector.transcript.model import Compaction

NAME = "stale-meter"
OFF = 30
"""Per cent of the reported usage by which a meter may be off."""
FEW, LITTLE = 5, 4_000
"""Steps from request to request, and tokens that they added, below which the pace of a meter is no evidence."""
STALE, WORTH = 25, 20
"""Per cent of what left the view by which the usage must fall, and per cent of the usage that must have left at all."""


def find(case: Case) -> list[Finding]:
    if not case.replay.requests:
        return []
    if case.replay.is_recorded:
        known = reported(case.recorded)
        return [*_placeholders(known), *_stale(case, known)]
    return list(_off(case))


def _stale(case: Case, known: Sequence[Reported]) -> Iterator[Finding]:
    """Compactions after which the reported usage did not fall."""
    shape = case.replay.transcript.structure
    found: list[tuple[Reported, Reported]] = []
    for compaction in case.replay.transcript.compactions:
        pair = _around(compaction, shape.request_of(compaction.before), known)
        if pair is not None:
            found.append(pair)
    if not found:
        return
    before, after = found[0]
    requests = tuple(each.request for _, each in found)
    yield Finding(
        NAME,
        "warning",
        f"usage stays at {after.context:,} after the compaction at {stretch(requests)}",
        "ignore usage of before a compaction: measure the view, or wait a reply",
        requests,
        evidence={
            "reported_before": before.context,
            "reported_after": after.context,
            "view_before_o200k": before.size,
            "view_after_o200k": after.size,
        },
    )


def _around(compaction: Compaction, request: int, known: Sequence[Reported]) -> tuple[Reported, Reported] | None:
    """Usage before and after a compaction, where it did not fall although the view did.

    Two requests on either side count: Claude Code writes a microcompaction down after the reply that it worked on.
    """
    before = [each for each in known if request - 2 <= each.request < request]
    after = [each for each in known if request <= each.request <= request + 1]
    if not before or not after:
        return None
    highest, lowest = max(before, key=_context), min(after, key=_context)
    left = highest.size - lowest.size
    fell = highest.context - lowest.context
    if 100 * left < WORTH * highest.context or 100 * fell >= STALE * left:
        return None
    return before[-1], after[0]


def _context(each: Reported) -> int:
    return each.context


def _placeholders(known: Sequence[Reported]) -> Iterator[Finding]:
    """Usage that is less than half of what can be read in the prompt."""
    low = [each for each in known if 2 * each.context < each.size]
    if len(low) < FEW or 2 * len(low) < len(known):
        return
    worst = max(low, key=lambda each: each.size - each.context)
    yield Finding(
        NAME,
        "warning",
        f"usage of {worst.context:,} at request {worst.request:,} is less than half of its text",
        "do not decide by it: it is a placeholder, or the prompt was cut unseen",
        tuple(each.request for each in low),
        evidence={"reported": worst.context, "visible_o200k": worst.size, "requests": len(low), "of": len(known)},
    )


def _off(case: Case) -> Iterator[Finding]:
    """The policy's meter beside the provider's, where a gate decides by it."""
    policy = case.replay.policy
    limits = [gate for gate in gates(policy) if gate.value > 0 and gate.limit.of != "usage"]
    if UNITS.get(policy.meter.count) != "tokens" or not limits:
        return
    seen = pace(reported(case.replay))
    if seen is None or seen.steps < FEW or seen.added < LITTLE or seen.ratio <= 0:
        return
    if not 100 - OFF <= 100 / seen.ratio <= 100 + OFF:
        yield _meter(case, limits[0], seen)


def _meter(case: Case, gate: Gate, seen: Pace) -> Finding:
    """What the limit is in the provider's tokens, and whether the model could ever be sent so much."""
    transcript = case.replay.transcript
    at, back = _prompt_at(case, gate, seen.ratio)
    model = find_model(transcript.model) if transcript.model else None
    late = model is not None and at > model.window
    knob = gate.knobs[0] if gate.knobs else gate.name
    name, over = case.replay.policy.meter.count, ", over the window" if late else ""
    text = f"{name} counts {100 / seen.ratio:.0f} for the provider's 100: {gate.name} is at {at:,}{over}"
    evidence: dict[str, Value] = {"meter": case.replay.policy.meter.count, "ratio": round(seen.ratio, 2)}
    evidence |= {"steps": seen.steps, "added": seen.added, "limit": gate.value, "prompt_at_limit": at}
    evidence |= {"model": transcript.model, "window": model.window} if model else {}
    severity: Severity = "error" if late else "warning" if seen.ratio > 1 else "note"
    change = f"set {knob} to {back:,}: what it says, in the provider's tokens"
    return Finding(NAME, severity, text, change, (case.replay.requests,), evidence=evidence)


def _prompt_at(case: Case, gate: Gate, ratio: float) -> tuple[int, int]:
    """The provider's size of a prompt at a limit, and the limit that the meter would need for it to be as it says."""
    if gate.limit.of == "required":
        more = beside(case.replay)
        room = max(0, gate.value - more)
        budget = case.replay.policy.budget
        return round(room * ratio) + (budget.fixed if budget else 0), more + round(room / ratio)
    least = least_fixed(case.recorded, reported(case.recorded))
    return round(gate.value * ratio) + (least.tokens if least else 0), round(gate.value / ratio)


FAMILY = Family(NAME, "the size that is decided by is not the size of what is sent", find)
