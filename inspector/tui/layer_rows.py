"""The layers of a policy as a list of rows: what each does, in words, and what it did in the present view. No Textual here."""

from __future__ import annotations

from typing import NamedTuple

from inspector.engine import EngineError, Outcome, Steps
from inspector.policy.model import Layer, Limit, Policy
from inspector.tui.numerals import full, short
from inspector.tui.rules import gate_name, rule_at_rest


class LayerRow(NamedTuple):
    """One layer of the list."""

    id: str
    on: bool
    changed: bool
    """It is not on, off or in its place as the policy's document has it."""
    gate: str
    """When it works: `from 80,000 tokens (soft threshold)`."""
    words: str
    """What it does."""
    figure: str
    """What it did in the present view; `brief` is the same with fewer digits."""
    brief: str
    fired: bool


def layer_rows(policy: Policy, steps: Steps | EngineError | None, approximate: bool = False) -> tuple[LayerRow, ...]:
    """Every layer in its order. `steps` is the present view, None while it is not worked out yet."""
    outcomes = {} if steps is None or isinstance(steps, EngineError) else {o.index: o for o in steps.outcomes}
    return tuple(_row(policy, at, outcomes.get(at), approximate) for at in range(len(policy.layers)))


def _row(policy: Policy, at: int, outcome: Outcome | None, approximate: bool) -> LayerRow:
    layer = policy.layers[at]
    figure, brief = _figures(layer, outcome, approximate)
    return LayerRow(
        id=layer.id,
        on=layer.enabled,
        changed=_changed(policy, at),
        gate=gate_in_words(policy, layer),
        words=rule_at_rest(policy, layer),
        figure=figure,
        brief=brief,
        fired=outcome is not None and outcome.fired,
    )


def gate_in_words(policy: Policy, layer: Layer) -> str:
    """When a layer works, with the knob that decides."""
    if layer.when == "always":
        return "on every request"
    limit = layer.when or policy.start
    if limit is None:
        return "on every request"
    knob = gate_name(policy, layer)
    return f"{_reached(limit)}{f' ({knob})' if knob else ''}"


def _reached(limit: Limit) -> str:
    what = {"size": "", "required": "the request needs ", "usage": "the provider counts "}[limit.of]
    return f"{what}{'over' if limit.op == '>' else 'from'} {limit.value:,} {limit.unit}"


def _figures(layer: Layer, outcome: Outcome | None, approximate: bool) -> tuple[str, str]:
    if not layer.enabled:
        return "off", "off"
    if outcome is None:
        return "", ""
    if not outcome.fired:
        return ("nothing to do", "nothing") if outcome.note == "nothing to do" else ("not reached", "–")
    change = outcome.after - outcome.before
    sign, mark = "+" if change >= 0 else "−", "≈" if approximate else ""
    return f"{mark}{sign}{full(abs(change))}", f"{mark}{sign}{short(abs(change))}"


def _changed(policy: Policy, at: int) -> bool:
    if policy.document is None:
        return False
    written, layer = policy.document.spec.layers, policy.layers[at]
    return (written[at].id, written[at].enabled) != (layer.id, layer.enabled)
