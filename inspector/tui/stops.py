"""The stations of the layer strip: before, after each layer, after all of them; and why. No Textual here."""

from __future__ import annotations

from typing import NamedTuple

from inspector.engine import EngineError, Outcome, Plan, Steps
from inspector.policy.model import Policy
from inspector.tui.numerals import commas, full, short
from inspector.tui.rules import gate_knob, rule


class Stop(NamedTuple):
    """One station: its step (None: after all layers), title, figure (and the same with fewer digits) and state."""

    step: int | None
    title: str
    figure: str
    brief: str
    state: str = "plain"
    """plain, fired or idle."""


def stops(steps: Steps | EngineError, approximate: bool = False) -> tuple[Stop, ...]:
    """All stations of a request. Cheap: made between a key and its frame."""
    if isinstance(steps, EngineError):
        return (Stop(None, "refused", "no view", "none", "idle"),)
    found = [Stop(0, "0 before", *_size(steps.before, approximate))]
    found += [_layer(number, outcome, approximate) for number, outcome in enumerate(steps.outcomes, start=1)]
    found.append(Stop(None, "refused" if steps.error else "after", *_size(steps.after, approximate)))
    return tuple(found)


def reasons(steps: Steps | EngineError, step: int | None, policy: Policy) -> str:
    """Why the view is what it is at a step: what fired, by which numbers and which rule, or what did not.

    Of several layers the one that changed most comes first. May look at every block that was changed.
    """
    if isinstance(steps, EngineError):
        return commas(str(steps))
    if step == 0:
        return "what the layers received"
    if step is not None and step <= len(steps.outcomes):
        return _because(step, steps.outcomes[step - 1], policy)
    if steps.error is not None:
        return commas(str(steps.error))
    numbered = list(enumerate(steps.outcomes, start=1))
    fired = sorted((entry for entry in numbered if entry[1].fired), key=lambda entry: entry[1].after - entry[1].before)
    return "   ".join(_because(number, outcome, policy) for number, outcome in fired or numbered[:1])


def _size(plan: Plan, approximate: bool) -> tuple[str, str]:
    return full(plan.size, approximate), short(plan.size, approximate)


def _layer(number: int, outcome: Outcome, approximate: bool) -> Stop:
    title = f"{number} {outcome.id}"
    if not outcome.fired:
        return Stop(number, title, "not fired", "idle", "idle")
    change = outcome.after - outcome.before
    sign, mark = "+" if change >= 0 else "−", "≈" if approximate else ""
    return Stop(number, title, f"{mark}{sign}{full(abs(change))}", f"{mark}{sign}{short(abs(change))}", "fired")


def _because(number: int, outcome: Outcome, policy: Policy) -> str:
    """`3 prune: 80,135 ≥ 80,000 (soft threshold) · kept the first 1 and the last 6 of 138 messages, 131 dropped (…)`."""
    what = rule(policy, outcome) if outcome.fired else ""
    return f"{number} {outcome.id}: {' · '.join(part for part in (_numbers(policy, outcome), what) if part)}"


def _numbers(policy: Policy, outcome: Outcome) -> str:
    """The numbers that decided, with the knob of the gate. The rule of a layer is told in more words than its reason has."""
    knob = gate_knob(policy, outcome)
    gate = f"{commas(outcome.gate)} ({knob})" if knob and outcome.gate else commas(outcome.gate)
    rest = outcome.reason.removeprefix(outcome.gate).removeprefix("; ")
    if outcome.fired and outcome.do in ("drop", "summarise", "dedupe") and outcome.index >= 0:
        rest = outcome.note
    return "; ".join(part for part in (gate, commas(rest)) if part)
