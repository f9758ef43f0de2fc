"""Every number of a policy document: where it stands, which unit it must have, and how large it may be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from inspector.policy.errors import Loc
from inspector.policy.fields import LARGEST, TEXT_UNITS, is_reference
from inspector.policy.gates import GateSpec
from inspector.policy.layers import (
    ClearSpec,
    DropSpec,
    FoldSpec,
    LayerSpec,
    SummariseSpec,
    TruncateSpec,
)
from inspector.policy.places import KeepHistorySpec
from inspector.policy.schema import KnobSpec, PolicySpec

HISTORY_UNITS = ("messages", "turns")
COUNTED_BACK = ("messages", "results")


class Use(NamedTuple):
    """One number. `unit` is what it is counted in, None where the document does not say; `allowed` are those that fit."""

    loc: Loc
    number: int | str
    unit: str | None
    allowed: tuple[str, ...]
    most: int = LARGEST


def unit_of(knobs: Mapping[str, KnobSpec], written: str | None, *numbers: int | str) -> str | None:
    """The unit of some numbers that stand together: as written, else the one that the first `$knob` brings."""
    if written is not None:
        return written
    names = (str(number)[1:] for number in numbers if is_reference(number))
    return next((knobs[name].unit for name in names if name in knobs), None)


def uses(spec: PolicySpec) -> Iterator[Use]:
    """All numbers outside the knobs, in the order of the document."""
    if spec.budget is not None:
        for name in ("window", "fixed", "reserve", "margin"):
            yield Use(("budget", name), getattr(spec.budget, name), spec.meter.unit, (spec.meter.unit,))
    for name, gate in (("start", spec.start), ("refuse", spec.refuse)):
        if gate is not None:
            yield _gate((name,), gate, spec)
    for at, layer in enumerate(spec.layers):
        yield from _layer(("layers", at), layer, spec)


def _gate(loc: Loc, gate: GateSpec, spec: PolicySpec) -> Use:
    return Use((*loc, gate.op), gate.number, spec.meter.unit, (spec.meter.unit,))


def _layer(loc: Loc, layer: LayerSpec, spec: PolicySpec) -> Iterator[Use]:
    if isinstance(layer.when, GateSpec):
        yield _gate((*loc, "when"), layer.when, spec)
    if isinstance(layer, TruncateSpec | ClearSpec | FoldSpec):
        yield from _items(loc, layer, spec.knobs)
    if isinstance(layer, TruncateSpec):
        yield from _kept_text(loc, layer, spec.knobs)
    if isinstance(layer, DropSpec | SummariseSpec):
        units = HISTORY_UNITS if isinstance(layer, DropSpec) else (*HISTORY_UNITS, "tokens")
        yield from _kept_history((*loc, "keep"), layer.keep, spec.knobs, units)
    if isinstance(layer, SummariseSpec):
        yield from _summary(loc, layer, spec.knobs)


def _items(loc: Loc, layer: TruncateSpec | ClearSpec | FoldSpec, knobs: Mapping[str, KnobSpec]) -> Iterator[Use]:
    if (where := layer.where) is not None:
        name = "outside_last" if where.outside_last is not None else "inside_last"
        yield Use((*loc, "where", name), where.number, unit_of(knobs, where.unit, where.number), COUNTED_BACK)
    if (over := layer.over) is not None:
        yield Use((*loc, "over", over.op), over.number, unit_of(knobs, over.unit, over.number), TEXT_UNITS)


def _kept_text(loc: Loc, layer: TruncateSpec, knobs: Mapping[str, KnobSpec]) -> Iterator[Use]:
    keep = layer.keep
    name = next(name for name in ("head", "tail", "ends") if getattr(keep, name) is not None)
    yield Use((*loc, "keep", name), keep.number, unit_of(knobs, keep.unit, keep.number), TEXT_UNITS)
    if keep.head_percent is not None:
        yield Use((*loc, "keep", "head_percent"), keep.head_percent, "percent", ("percent",), most=100)


def _kept_history(
    loc: Loc, keep: KeepHistorySpec, knobs: Mapping[str, KnobSpec], units: tuple[str, ...]
) -> Iterator[Use]:
    unit = unit_of(knobs, keep.unit, keep.last, keep.first)
    if keep.first != 0:
        yield Use((*loc, "first"), keep.first, unit, units)
    yield Use((*loc, "last"), keep.last, unit, units)
    if keep.split_turn != "off":
        yield Use((*loc, "split_turn"), keep.split_turn, "messages", ("messages",))


def _summary(loc: Loc, layer: SummariseSpec, knobs: Mapping[str, KnobSpec]) -> Iterator[Use]:
    if (given := layer.input) is not None:
        if given.max is not None:
            yield Use((*loc, "input", "max"), given.max, "bytes", ("bytes",))
        if (item := given.per_item) is not None:
            yield Use((*loc, "input", "per_item", "max"), item.max, unit_of(knobs, item.unit, item.max), TEXT_UNITS)
    if (output := layer.output) is not None:
        yield Use((*loc, "output", "max"), output.max, unit_of(knobs, output.unit, output.max), TEXT_UNITS)
    for name, files in (("recent_files", layer.recent_files), ("changed_files", layer.changed_files)):
        if files is not None:
            yield Use((*loc, name, "max"), files.max, "files", ("files",))
