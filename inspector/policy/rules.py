"""What a document must respect beyond the form of its fields: knobs, units, slots, and what fits together."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.policy.errors import Loc, did_you_mean
from inspector.policy.fields import is_reference
from inspector.policy.gates import GateSpec
from inspector.policy.layers import ClearSpec, DedupeSpec, DropSpec, FoldSpec, SummariseSpec, TruncateSpec
from inspector.policy.places import WhereSpec
from inspector.policy.schema import COUNTERS, PolicySpec
from inspector.policy.slot_rules import Broken, unknown_slots
from inspector.policy.slots import NOTICE_SLOTS, slots_of
from inspector.policy.summary_rules import summary_rules
from inspector.policy.uses import Use, unit_of, uses


def broken(spec: PolicySpec) -> Iterator[Broken]:
    """Every rule that the document breaks, with the way to the field and what would be right."""
    yield from _meter(spec)
    yield from _knobs(spec)
    yield from _models(spec)
    for use in uses(spec):
        yield from _number(use, spec)
    yield from _gates(spec)
    yield from _layers(spec)


def _meter(spec: PolicySpec) -> Iterator[Broken]:
    unit = COUNTERS[spec.meter.count]
    if spec.meter.unit != unit:
        yield ("meter", "unit"), f"the counter {spec.meter.count} counts {unit}, not {spec.meter.unit}"
    if spec.budget is not None and spec.budget.unit not in (None, unit):
        yield ("budget", "unit"), f"must be the meter's unit, {unit}, not {spec.budget.unit}"


def _knobs(spec: PolicySpec) -> Iterator[Broken]:
    used = {str(use.number)[1:] for use in uses(spec) if is_reference(use.number)}
    for name, knob in spec.knobs.items():
        if knob.min > knob.max:
            yield ("knobs", name, "min"), f"min {knob.min:,} is greater than max {knob.max:,}"
            continue
        for field, value in (("default", knob.default), ("value", knob.current)):
            if not knob.min <= value <= knob.max:
                yield ("knobs", name, field), f"{value:,} is not from {knob.min:,} to {knob.max:,} {knob.unit}"
                break
        if name not in used:
            yield ("knobs", name), f"no field uses this knob; write ${name} where its number belongs, or leave it out"


def _models(spec: PolicySpec) -> Iterator[Broken]:
    """Budgets by model turn knobs of gates and of the budget: what a layer does is the same with every model."""
    elsewhere = {str(use.number)[1:]: use for use in uses(spec) if is_reference(use.number) and not _of_budget(use)}
    for pattern, values in spec.models.items():
        if not values:
            yield ("models", pattern), "names no knob; write {KNOB: VALUE}, or leave the model out"
        for name, value in values.items():
            loc: Loc = ("models", pattern, name)
            knob = spec.knobs.get(name)
            if knob is None:
                known = ", ".join(spec.knobs) or "none"
                yield loc, f"there is no knob {name}{did_you_mean(name, spec.knobs)}; knobs: {known}"
            elif not knob.min <= value <= knob.max:
                yield loc, f"{value:,} is not from {knob.min:,} to {knob.max:,} {knob.unit}"
            elif name in elsewhere:
                field = ".".join(str(part) for part in elsewhere[name].loc if not isinstance(part, int))
                yield loc, f"the knob {name} is used by {field} too; by model only gates and the budget may differ"


def _of_budget(use: Use) -> bool:
    return use.loc[0] in ("budget", "start", "refuse") or "when" in use.loc


def _number(use: Use, spec: PolicySpec) -> Iterator[Broken]:
    if use.unit is None:
        yield use.loc, f"has no unit; write unit: beside it ({' or '.join(use.allowed)})"
    if not is_reference(use.number):
        if int(use.number) > use.most:
            yield use.loc, f"must be at most {use.most:,}, not {int(use.number):,}"
        return
    name = str(use.number)[1:]
    if name not in spec.knobs:
        known = ", ".join(f"${knob}" for knob in spec.knobs) or "none"
        yield use.loc, f"there is no knob ${name}{did_you_mean(name, spec.knobs)}; knobs: {known}"
        return
    knob = spec.knobs[name]
    if use.unit is not None and use.unit not in use.allowed:
        yield use.loc, f"counts {' or '.join(use.allowed)}, but the knob ${name} is in {knob.unit}"
    elif use.unit is not None and knob.unit != use.unit:
        yield use.loc, f"the knob ${name} is in {knob.unit}, this field in {use.unit}"
    if knob.max > use.most:
        yield (
            use.loc,
            f"the knob ${name} goes up to {knob.max:,}, this field to {use.most:,}; give the knob a smaller max",
        )


def _gates(spec: PolicySpec) -> Iterator[Broken]:
    gates: list[tuple[Loc, GateSpec | None]] = [(("start",), spec.start), (("refuse",), spec.refuse)]
    for at, layer in enumerate(spec.layers):
        if isinstance(layer.when, GateSpec):
            gates.append((("layers", at, "when"), layer.when))
        elif layer.when is None and spec.start is None:
            yield ("layers", at), "has no gate: write when: (always, or a gate of its own), or give the policy a start:"
    for loc, gate in gates:
        if gate is not None and gate.unit not in (None, spec.meter.unit):
            yield (*loc, "unit"), f"must be the meter's unit, {spec.meter.unit}, not {gate.unit}"
        if gate is not None and gate.of == "required" and spec.budget is None:
            yield (*loc, "of"), "compares what the request requires, so the policy needs a budget:"
        if gate is not None and gate.of == "usage" and spec.meter.unit != "tokens":
            yield (
                (*loc, "of"),
                f"compares tokens of the provider, so the meter must count tokens, not {spec.meter.unit}",
            )
    if spec.refuse is not None and spec.refuse.of == "usage":
        yield ("refuse", "of"), "usage starts layers; a view is refused by its size or by what it requires"
    if spec.stop == "after_each" and spec.start is None:
        yield ("stop",), "after_each stops once start is not reached any more, so the policy needs a start:"


def _layers(spec: PolicySpec) -> Iterator[Broken]:
    seen: dict[str, int] = {}
    for at, layer in enumerate(spec.layers):
        loc: Loc = ("layers", at)
        if layer.id in seen:
            yield (*loc, "id"), f"layer {seen[layer.id] + 1} has the same id; ids are unique"
        seen.setdefault(layer.id, at)
        if isinstance(layer, TruncateSpec | ClearSpec | FoldSpec):
            yield from _item_layer(loc, layer)
            yield from _region((*loc, "where"), layer.where, spec)
        if isinstance(layer, DedupeSpec):
            yield from _dedupe(loc, layer)
        if isinstance(layer, DropSpec | SummariseSpec):
            yield from _history((*loc, "keep"), layer, spec)
        if isinstance(layer, SummariseSpec):
            yield from summary_rules(loc, layer)


def _history(loc: Loc, layer: DropSpec | SummariseSpec, spec: PolicySpec) -> Iterator[Broken]:
    keep = layer.keep
    if unit_of(spec.knobs, keep.unit, keep.last, keep.first) != "tokens":
        return
    if isinstance(layer, DropSpec):
        yield (*loc, "unit"), "tokens are counted by summarise only; drop keeps messages or turns"
    if spec.meter.unit != "tokens":
        yield (*loc, "unit"), f"counts tokens, but the meter counts {spec.meter.unit}"
    if keep.first != 0:
        yield (*loc, "first"), "goes with messages or turns, not with tokens"
    if keep.split_turn != "off":
        yield (*loc, "split_turn"), "goes with messages or turns: with tokens a turn is cut wherever it must be"


def _item_layer(loc: Loc, layer: TruncateSpec | ClearSpec | FoldSpec) -> Iterator[Broken]:
    yield from unknown_slots((*loc, "notice"), layer.notice, NOTICE_SLOTS)
    if isinstance(layer, TruncateSpec) and layer.externalise and "pointer" not in slots_of(layer.notice):
        yield (*loc, "notice"), "must hold the slot {pointer}: without it nothing leads to what was externalised"
    allowed = {"clear": ("tool_result",), "fold": ("text", "thinking")}.get(layer.do)
    kinds = layer.select.kinds if layer.select is not None else []
    if allowed and not set(kinds) <= set(allowed):
        yield (*loc, "select"), f"{layer.do} works on {' and '.join(allowed)} only, not on {', '.join(kinds)}"
    if layer.do == "fold" and layer.select is not None and not set(layer.select.roles) <= {"assistant"}:
        yield (*loc, "select"), "fold works on what the assistant wrote only"


def _region(loc: Loc, where: WhereSpec | None, spec: PolicySpec) -> Iterator[Broken]:
    if where is None:
        return
    unit = unit_of(spec.knobs, where.unit, where.number)
    if where.protect_last_batch and unit != "results":
        yield (*loc, "protect_last_batch"), "goes with unit: results only"
    if where.results_apart and unit != "messages":
        yield (*loc, "results_apart"), "goes with unit: messages only"
    if where.inside_last is not None and unit == "results":
        yield (*loc, "inside_last"), "counts messages only; tool results are counted by outside_last"


def _dedupe(loc: Loc, layer: DedupeSpec) -> Iterator[Broken]:
    if layer.key != "path" and layer.arguments:
        yield (*loc, "arguments"), f"goes with key: path only, not with key: {layer.key}"
    if layer.key == "content" and layer.tools:
        yield (*loc, "tools"), "goes with key: path or key: call, not with key: content"
    if layer.key == "path" and bool(layer.tools) != bool(layer.arguments):
        yield loc, "needs both tools: and arguments:, or neither (then only recorded read paths count)"
