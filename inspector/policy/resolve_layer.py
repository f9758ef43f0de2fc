"""A layer of the document and the knob values make a layer of the policy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypedDict

from inspector.policy import model
from inspector.policy.fields import is_reference
from inspector.policy.gates import GateSpec
from inspector.policy.layers import (
    ClearSpec,
    DedupeSpec,
    DropSpec,
    FoldSpec,
    LayerSpec,
    SummariseSpec,
    TruncateSpec,
)
from inspector.policy.places import KeepHistorySpec
from inspector.policy.schema import KnobSpec
from inspector.policy.summary_parts import InputSpec, RecentFilesSpec
from inspector.policy.uses import unit_of


@dataclass(frozen=True, slots=True)
class Numbers:
    """What `$knob`s stand for. The document was checked: every reference is known, every unit is there."""

    knobs: Mapping[str, KnobSpec]
    values: Mapping[str, int]

    def value(self, number: int | str) -> int:
        return self.values[str(number)[1:]] if is_reference(number) else int(number)

    def unit(self, written: str | None, *numbers: int | str) -> str:
        unit = unit_of(self.knobs, written, *numbers)
        assert unit is not None
        return unit


def layer_of(spec: LayerSpec, numbers: Numbers, meter_unit: str) -> model.Layer:
    """The resolved layer."""
    when = spec.when
    return model.Layer(
        id=spec.id,
        operation=_operation(spec, numbers),
        when=model.Limit(when.op, numbers.value(when.number), meter_unit, when.of)
        if isinstance(when, GateSpec)
        else when,
        select=_select(spec),
        region=_region(spec, numbers),
        over=_over(spec, numbers),
        enabled=spec.enabled,
    )


def _operation(spec: LayerSpec, numbers: Numbers) -> model.Operation:
    match spec:
        case TruncateSpec():
            return _truncate(spec, numbers)
        case ClearSpec():
            return model.Clear(spec.notice)
        case FoldSpec():
            return model.Fold(spec.notice)
        case DedupeSpec():
            return model.Dedupe(spec.key, spec.keep, tuple(spec.tools), tuple(spec.arguments))
        case DropSpec():
            return model.Drop(_keep(spec.keep, numbers))
        case SummariseSpec():
            return _summarise(spec, numbers)


def _truncate(spec: TruncateSpec, numbers: Numbers) -> model.Truncate:
    keep = spec.keep
    percent = 50 if keep.head_percent is None else numbers.value(keep.head_percent)
    head = 1.0 if keep.head is not None else 0.0 if keep.tail is not None else percent / 100
    unit = numbers.unit(keep.unit, keep.number)
    return model.Truncate(numbers.value(keep.number), unit, head, spec.notice, spec.externalise)


_UNITS: Final[dict[str, Literal["messages", "turns", "tokens"]]] = {
    "messages": "messages",
    "turns": "turns",
    "tokens": "tokens",
}


def _keep(keep: KeepHistorySpec, numbers: Numbers) -> model.Keep:
    unit = numbers.unit(keep.unit, keep.last, keep.first)
    split = None if keep.split_turn == "off" else numbers.value(keep.split_turn)
    return model.Keep(numbers.value(keep.first), numbers.value(keep.last), _UNITS[unit], split)


def _files(spec: RecentFilesSpec | None, numbers: Numbers) -> model.RecentFiles | None:
    if spec is None:
        return None
    return model.RecentFiles(numbers.value(spec.max), tuple(spec.tools), tuple(spec.arguments), spec.order, spec.of)


def _summarise(spec: SummariseSpec, numbers: Numbers) -> model.Summarise:
    made, output = spec.assemble, spec.output
    manual = spec.manual
    return model.Summarise(
        keep=_keep(spec.keep, numbers),
        role=made.role,
        wrapper=made.summary,
        focus_line=made.focus,
        files_line=made.files,
        changed_line=made.changed_files,
        acknowledgement=made.acknowledgement,
        max=None if output is None else numbers.value(output.max),
        max_unit="tokens" if output is None else numbers.unit(output.unit, output.max),
        summariser=spec.summariser,
        previous=spec.previous,
        sections=tuple(model.SummarySection(s.title, s.holds, tuple(s.kinds)) for s in spec.sections),
        split_sections=tuple(model.SummarySection(s.title, s.holds, tuple(s.kinds)) for s in spec.split_sections),
        instructions=spec.instructions,
        guard=spec.guard,
        **_input(spec.input, numbers),
        recent_files=_files(spec.recent_files, numbers),
        changed_files=_files(spec.changed_files, numbers),
        manual=None if manual is None else model.Manual(tuple(manual.tools), manual.focus),
    )


class _Input(TypedDict, total=False):
    """The fields of a summarise rule that say what the summariser is given."""

    input_limit: int | None
    input_notice: str
    order: Literal["newest", "oldest"]
    item_limit: int
    item_unit: str
    item_notice: str
    item_results_only: bool


def _input(given: InputSpec | None, numbers: Numbers) -> _Input:
    if given is None:
        return {}
    found = _Input(
        input_limit=None if given.max is None else numbers.value(given.max),
        input_notice=given.notice,
        order=given.keep or "newest",
    )
    if (item := given.per_item) is not None:
        found["item_limit"], found["item_unit"] = numbers.value(item.max), numbers.unit(item.unit, item.max)
        found["item_notice"] = item.notice
        found["item_results_only"] = item.results_only
    return found


DEFAULT_SELECT: Final[Mapping[str, model.Select]] = {
    "truncate": model.Select(kinds=("tool_result",)),
    "clear": model.Select(kinds=("tool_result",)),
    "fold": model.Select(kinds=("text",), roles=("assistant",)),
}
"""What an operation works on where its layer does not say."""


def _select(spec: LayerSpec) -> model.Select:
    default = DEFAULT_SELECT.get(spec.do, model.Select())
    if not isinstance(spec, TruncateSpec | ClearSpec | FoldSpec) or (select := spec.select) is None:
        return default
    return model.Select(
        kinds=tuple(select.kinds) or default.kinds,
        roles=tuple(select.roles) or default.roles,
        tools=tuple(select.tools),
        not_tools=tuple(select.not_tools),
    )


def _region(spec: LayerSpec, numbers: Numbers) -> model.Region:
    if not isinstance(spec, TruncateSpec | ClearSpec | FoldSpec) or (where := spec.where) is None:
        return model.Region()
    count = numbers.value(where.number)
    results = numbers.unit(where.unit, where.number) == "results"
    return model.Region(
        where="outside" if where.outside_last is not None else "inside",
        messages=None if results else count,
        results=count if results else None,
        last_batch=where.protect_last_batch,
        results_apart=where.results_apart,
    )


def _over(spec: LayerSpec, numbers: Numbers) -> model.Limit | None:
    if not isinstance(spec, TruncateSpec | ClearSpec | FoldSpec) or (over := spec.over) is None:
        return None
    return model.Limit(over.op, numbers.value(over.number), numbers.unit(over.unit, over.number))
