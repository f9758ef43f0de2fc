"""A policy as YAML. What came from a document keeps its text and comments; only what was changed is written anew."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import fields, replace
from typing import Any

from inspector.policy.document import Document, read
from inspector.policy.emit import emit
from inspector.policy.errors import PolicyError
from inspector.policy.metering import remetered
from inspector.policy.model import Policy
from inspector.policy.patch import Patch
from inspector.policy.reorder import reordered
from inspector.policy.resolve import resolve
from inspector.policy.write import written


def dump(policy: Policy) -> str:
    """The YAML of a policy; loading it gives an equal policy.

    A turned knob gets a `value` beside its default, a switched layer an `enabled`; reordered layers move with their
    comments; another meter stands where the document's stood. Where the text of the document cannot take a change
    (layers on one line, or shared by aliases) its data is laid out anew, without comments; a policy made in code is
    written in plain numbers. Raises `PolicyError` for a
    policy that a document cannot say.
    """
    policy, failure = replace(policy, model=""), ""
    for way in _ways(policy):
        try:
            text = way()
            made = resolve(_read(text, policy.document))
        except PolicyError as error:
            failure = str(error)
            continue
        if made == policy:
            return text
        failure = f"differs in {', '.join(_differences(made, policy))}"
    raise PolicyError(f"the policy {policy.name} cannot be written as YAML: {failure}")


def _read(text: str, document: Document | None) -> Document:
    return document if document is not None and text == document.text else read(text, "the policy as written")


def _ways(policy: Policy) -> Iterator[Callable[[], str]]:
    """How a policy may be written, the best way first; the first one whose text gives the policy back is taken."""
    if (document := policy.document) is not None:
        yield lambda: _patched(policy, document)
        yield lambda: emit(_changed(policy, document))
    yield lambda: emit(written(policy))


def _patched(policy: Policy, document: Document) -> str:
    """The document's own text, with the changes in it."""
    patch = Patch(document.text, document.tree)
    for name, value in _turned(policy, document):
        patch.set(("knobs", name), "value", str(value), after="default")
    for at, enabled in _switched(policy, document):
        patch.set(("layers", at), "enabled", "true" if enabled else "false", after="id")
    if remetered(policy):
        patch.set(("meter",), "count", policy.meter.count, after="count")
    for field in _TEXTS:
        if getattr(policy, field) != getattr(document.spec, field):
            patch.set((), field, patch.quoted(getattr(policy, field)), after="name")
    order = [layer.id for layer in policy.layers]
    return patch.text() if order == [layer.id for layer in document.spec.layers] else reordered(patch.text(), order)


def _changed(policy: Policy, document: Document) -> dict[str, Any]:
    """The document's data, with the changes in it."""
    data: dict[str, Any] = deepcopy(document.tree.data)
    for name, value in _turned(policy, document):
        data["knobs"][name]["value"] = value
    for at, enabled in _switched(policy, document):
        data["layers"][at]["enabled"] = enabled
    data["meter"]["count"] = policy.meter.count
    if not policy.models:
        data.pop("models", None)
    by_id = {layer["id"]: layer for layer in data["layers"]}
    data["layers"] = [by_id[layer.id] for layer in policy.layers if layer.id in by_id]
    return data | {field: getattr(policy, field) for field in _TEXTS if field in data or getattr(policy, field)}


_TEXTS = ("name", "about", "source")


def _turned(policy: Policy, document: Document) -> Iterator[tuple[str, int]]:
    """Knobs whose value is another than the document's."""
    known = document.spec.knobs
    return ((k.name, k.value) for k in policy.knobs if k.name in known and k.value != known[k.name].current)


def _switched(policy: Policy, document: Document) -> Iterator[tuple[int, bool]]:
    """Layers of the document, by position, that the policy has switched."""
    enabled = {layer.id: layer.enabled for layer in policy.layers}
    for at, layer in enumerate(document.spec.layers):
        if enabled.get(layer.id, layer.enabled) != layer.enabled:
            yield at, enabled[layer.id]


def _differences(one: Policy, other: Policy) -> list[str]:
    return [f.name for f in fields(Policy) if f.compare and getattr(one, f.name) != getattr(other, f.name)]
