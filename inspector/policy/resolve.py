"""A document and knob values make a policy. Checked once on reading, so that turning a knob costs microseconds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from inspector.policy.document import Document
from inspector.policy.errors import Fault, PolicyError, did_you_mean
from inspector.policy.gates import GateSpec
from inspector.policy.model import Budget, Knob, Limit, MeterSpec, ModelBudget, Policy
from inspector.policy.resolve_layer import Numbers, layer_of
from inspector.policy.schema import PolicySpec


def resolve(document: Document) -> Policy:
    """The policy that a document describes, with the knob values that it holds."""
    return _policy(document, {name: knob.current for name, knob in document.spec.knobs.items()})


def with_knobs(policy: Policy, values: Mapping[str, int]) -> Policy:
    """The same policy with other knob values; layers stay ordered and enabled, and the meter, as they are.

    Raises `PolicyError` for unknown knobs and for values that are no whole number or out of range.
    """
    if faults := list(_bad_values(policy, values)):
        raise PolicyError(faults)
    if not values:
        return policy
    if policy.document is None:
        raise PolicyError("this policy was made without a document, so its numbers do not follow its knobs")
    made = _policy(policy.document, {**policy.values, **values})
    by_id = {layer.id: layer for layer in made.layers}
    layers = tuple(replace(by_id[layer.id], enabled=layer.enabled) for layer in policy.layers)
    made = replace(made, meter=policy.meter, layers=layers, models=policy.models, model=policy.model)
    return replace(made, name=policy.name, about=policy.about, source=policy.source)


def _bad_values(policy: Policy, values: Mapping[str, int]) -> list[Fault]:
    knobs = {knob.name: knob for knob in policy.knobs}
    faults = []
    for name, value in values.items():
        knob = knobs.get(name)
        if knob is None:
            known = ", ".join(knobs) or "none"
            text = f"the policy {policy.name} has no such knob{did_you_mean(name, knobs)}; knobs: {known}"
            faults.append(Fault(None, name, text))
        elif type(value) is not int:
            faults.append(Fault(None, name, f"must be a whole number {_range(knob)}, not {value!r}"))
        elif not knob.min <= value <= knob.max:
            faults.append(Fault(None, name, f"{value:,} is out of range: {_range(knob)}"))
    return faults


def _range(knob: Knob) -> str:
    return f"from {knob.min:,} to {knob.max:,} {knob.unit}"


def _policy(document: Document, values: Mapping[str, int]) -> Policy:
    spec = document.spec
    numbers = Numbers(spec.knobs, values)
    return Policy(
        name=spec.name,
        about=spec.about,
        state=spec.state,
        protocol=spec.protocol,
        stop=spec.stop,
        meter=MeterSpec(spec.meter.count, spec.meter.unit, spec.meter.system),
        layers=tuple(layer_of(layer, numbers, spec.meter.unit) for layer in spec.layers),
        start=_gate(spec.start, numbers, spec),
        refuse=_gate(spec.refuse, numbers, spec),
        budget=_budget(spec, numbers),
        knobs=tuple(_knob(name, spec, values) for name in spec.knobs),
        source=spec.source,
        models=tuple(ModelBudget(pattern, tuple(values.items())) for pattern, values in spec.models.items()),
        document=document,
    )


def _knob(name: str, spec: PolicySpec, values: Mapping[str, int]) -> Knob:
    knob = spec.knobs[name]
    return Knob(name, knob.default, values[name], knob.unit, knob.min, knob.max, knob.help)


def _gate(gate: GateSpec | None, numbers: Numbers, spec: PolicySpec) -> Limit | None:
    return None if gate is None else Limit(gate.op, numbers.value(gate.number), spec.meter.unit, gate.of)


def _budget(spec: PolicySpec, numbers: Numbers) -> Budget | None:
    if (budget := spec.budget) is None:
        return None
    value = numbers.value
    return Budget(value(budget.window), value(budget.fixed), value(budget.reserve), value(budget.margin))
