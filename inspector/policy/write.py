"""A resolved policy as the plain data of a document, its numbers written out. For policies that were made in code."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from inspector.policy import model
from inspector.policy.resolve_layer import DEFAULT_SELECT
from inspector.policy.schema import SCHEMA
from inspector.policy.sections import set_name

Data = dict[str, Any]


def written(policy: model.Policy) -> Data:
    """The data of a document that says the same as the policy."""
    return _filled(
        schema=SCHEMA,
        name=policy.name,
        about=policy.about or None,
        source=policy.source or None,
        state=policy.state,
        protocol=policy.protocol,
        stop=policy.stop,
        meter=asdict(policy.meter),
        budget=asdict(policy.budget) if policy.budget else None,
        knobs={knob.name: _knob(knob) for knob in policy.knobs} or None,
        models={each.pattern: dict(each.values) for each in policy.models} or None,
        start=_gate(policy.start),
        refuse=_gate(policy.refuse),
        layers=[_layer(layer) for layer in policy.layers],
    )


def _filled(**fields: Any) -> Data:
    """Only the fields that say something."""
    return {name: value for name, value in fields.items() if value is not None}


def _knob(knob: model.Knob) -> Data:
    value = knob.value if knob.changed else None
    return _filled(default=knob.default, value=value, unit=knob.unit, min=knob.min, max=knob.max, help=knob.help)


def _gate(limit: model.Limit | None) -> Data | None:
    if limit is None:
        return None
    return {limit.op: limit.value, "unit": limit.unit, **({"of": limit.of} if limit.of != "size" else {})}


def _layer(layer: model.Layer) -> Data:
    return _filled(
        id=layer.id,
        do=layer.do,
        enabled=None if layer.enabled else False,
        when=_gate(layer.when) if isinstance(layer.when, model.Limit) else layer.when,
        select=_select(layer),
        where=_region(layer.region),
        over=_gate(layer.over),
        **_operation(layer.operation),
    )


def _select(layer: model.Layer) -> Data | None:
    if layer.select == DEFAULT_SELECT.get(layer.do, model.Select()):
        return None
    return {name: list(value) for name, value in asdict(layer.select).items() if value}


def _region(region: model.Region) -> Data | None:
    if region.where == "all":
        return None
    results = region.results is not None
    return _filled(
        **{f"{region.where}_last": region.results if results else region.messages},
        unit="results" if results else "messages",
        protect_last_batch=region.last_batch or None,
        results_apart=region.results_apart or None,
    )


def _operation(operation: model.Operation) -> Data:
    match operation:
        case model.Truncate():
            kept = _kept_text(operation)
            return _filled(keep=kept, notice=operation.notice, externalise=operation.externalise or None)
        case model.Clear() | model.Fold():
            return {"notice": operation.notice}
        case model.Dedupe(key, keep, tools, arguments):
            return _filled(key=key, keep=keep, tools=list(tools) or None, arguments=list(arguments) or None)
        case model.Drop(keep):
            return {"keep": _kept_history(keep)}
        case model.Summarise():
            return _summarise(operation)


def _kept_text(operation: model.Truncate) -> Data:
    if operation.head in (0, 1):
        return {"head" if operation.head else "tail": operation.size, "unit": operation.unit}
    return {"ends": operation.size, "unit": operation.unit, "head_percent": round(operation.head * 100)}


def _kept_history(keep: model.Keep) -> Data:
    return _filled(first=keep.first or None, last=keep.last, unit=keep.unit, split_turn=keep.split_turn)


def _summarise(rule: model.Summarise) -> Data:
    manual = rule.manual
    return _filled(
        keep=_kept_history(rule.keep),
        summariser=rule.summariser or None,
        previous=rule.previous if rule.previous != "update" else None,
        sections=set_name(rule.sections) or [_section(section) for section in rule.sections] or None,
        split_sections=[_section(section) for section in rule.split_sections] or None,
        instructions=rule.instructions or None,
        guard=None if rule.guard else False,
        input=_input(rule) or None,
        output=None if rule.max is None else {"max": rule.max, "unit": rule.max_unit},
        assemble=_filled(
            role=rule.role,
            summary=rule.wrapper,
            focus=rule.focus_line or None,
            files=rule.files_line or None,
            changed_files=rule.changed_line or None,
            acknowledgement=rule.acknowledgement or None,
        ),
        recent_files=_files(rule.recent_files),
        changed_files=_files(rule.changed_files),
        manual=None if manual is None else {"tools": list(manual.tools), "focus": manual.focus},
    )


def _files(files: model.RecentFiles | None) -> Data | None:
    if files is None:
        return None
    return _filled(
        max=files.max,
        unit="files",
        tools=list(files.tools),
        arguments=list(files.arguments),
        order=files.order if files.order != "recent" else None,
        of=files.of if files.of != "all" else None,
    )


def _section(section: model.SummarySection) -> Data:
    return _filled(title=section.title, holds=section.holds, kinds=list(section.kinds) or None)


def _input(rule: model.Summarise) -> Data:
    item = rule.item_limit
    whole = rule.input_limit is not None
    return _filled(
        max=rule.input_limit,
        unit="bytes" if whole else None,
        notice=(rule.input_notice or None) if whole else None,
        keep=rule.order if whole and rule.order != "newest" else None,
        per_item=None
        if item is None
        else _filled(
            max=item, unit=rule.item_unit, notice=rule.item_notice or None, results_only=rule.item_results_only or None
        ),
    )
