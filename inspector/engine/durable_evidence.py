"""Retrieval evidence from hits that somebody has chosen already: copied, never judged or ranked anew (seed 001).

Two shapes of hit are known: one that names its place `rank` (a recall's own hit), and one that names it `source_rank` (a
candidate for a prompt). Both may be objects or mappings, and hold their provenance flat or in a `provenance` of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from inspector.engine.durable import RetrievalEvidence
from inspector.engine.durable_checks import DurableStateError

_MISSING = object()

_PROVENANCE = {
    "source_id": ("source_id", "id"),
    "source_type": ("source_type", "type"),
    "source_title": ("source_title", "title"),
    "captured_at": ("captured_at",),
}
"""Field of the evidence → what a provenance may call it."""


def capture_retrieval_evidence(hits: Iterable[object]) -> tuple[RetrievalEvidence, ...]:
    """The evidence of chosen hits, in their order. Raises `DurableStateError`, naming the hit and its field."""
    captured = []
    for at, hit in enumerate(hits, 1):
        try:
            captured.append(_evidence(hit))
        except DurableStateError as error:
            raise error.inside(f"hits[{at}]") from None
    return tuple(captured)


def _evidence(hit: object) -> RetrievalEvidence:
    found = {field: _provenance(hit, field) for field in _PROVENANCE}
    return RetrievalEvidence(
        memory_id=_required(hit, "memory_id"),
        score=_required(hit, "score"),
        source_rank=_required(hit, "source_rank", "rank"),
        conflict_key=_first(hit, "conflict_key", default=None),
        **found,
    )


def _provenance(hit: object, field: str) -> Any:
    """A field of the hit's provenance: in the hit itself, else in its `provenance`."""
    value = _first(hit, field)
    if value is _MISSING:
        own = _first(hit, "provenance")
        value = _MISSING if own is _MISSING else _first(own, *_PROVENANCE[field])
    if value is _MISSING:
        raise DurableStateError(field, "is missing")
    return value.isoformat() if isinstance(value, datetime) else value


def _required(hit: object, *names: str) -> Any:
    value = _first(hit, *names)
    if value is _MISSING:
        raise DurableStateError(names[0], "is missing")
    return value


def _first(hit: object, *names: str, default: object = _MISSING) -> Any:
    """The first of the names that a hit has with a value."""
    for name in names:
        value = hit.get(name) if isinstance(hit, Mapping) else getattr(hit, name, None)
        if value is not None:
            return value
    return default
