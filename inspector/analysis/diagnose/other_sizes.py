"""Compactions that the agent recorded at other sizes than the limit that should have started them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from inspector.analysis.cut import WHOLE
from inspector.analysis.diagnose.case import Case
from inspector.analysis.diagnose.finding import Finding
from inspector.analysis.diagnose.phrases import percent
from inspector.engine.recorded import recorded_plan
from inspector.meter.models import Model, find_model
from inspector.policy.load import preset_names
from inspector.policy.model import Limit, Policy, Summarise

EARLY, APART, OFF = 50, 1.4, 25
"""Per cent of the window below which a compaction is early; how many times as large one may be as another of the same
session; by how many per cent a size may miss the policy's limit: agents count system and tools, too."""


class _Recorded(NamedTuple):
    """An automatic full compaction: the request after it, the tokens that the agent counted, and the size in the meter."""

    request: int
    tokens: int
    size: int
    model: str


def other_sizes(case: Case, family: str) -> Iterator[Finding]:
    """Of the record itself: early, or at sizes far apart. Beside a policy of one's own: at other sizes than its limit.

    The presets are other agents' policies: that they start elsewhere says nothing.
    """
    found = list(_compactions(case))
    if case.replay.is_recorded:
        yield from _early(found, family)
        yield from _apart(found, family)
    elif case.replay.policy.name not in preset_names() and found and (limit := _limit(case.replay.policy)) is not None:
        yield from _off(case, limit, found, family)


def _compactions(case: Case) -> Iterator[_Recorded]:
    """Those whose history the record holds; of one that begins in the middle no size can be told."""
    transcript, ledger = case.replay.transcript, case.replay.ledger
    shape = transcript.structure
    for each in transcript.compactions:
        if each.kind != "full" or each.trigger == "manual" or not each.tokens_before:
            continue
        size = recorded_plan(ledger, shape.first[each.before]).size
        if size * (WHOLE if ledger.policy.meter.unit == "tokens" else 1) < each.tokens_before:
            continue
        model = next((m.model for m in reversed(transcript.messages[: each.before]) if m.model), "")
        yield _Recorded(min(shape.request_of(each.before), shape.requests), each.tokens_before, size, model)


def _early(found: list[_Recorded], family: str) -> Iterator[Finding]:
    early = [(each, model) for each in found if (model := find_model(each.model)) and _share(each, model) < EARLY]
    if not early:
        return
    first, model = early[0]
    yield Finding(
        family,
        "note",
        f"compacted at {first.tokens:,} tokens (request {first.request:,}): {_share(first, model)} % of the"
        f" {model.window:,} of {model.name}, as of {model.as_of}",
        "look up which window the agent takes for this model, and where it starts",
        tuple(each.request for each, _ in early),
        (),
        {"tokens_before": [each.tokens for each, _ in early], "window": model.window, "model": model.name},
    )


def _share(one: _Recorded, model: Model) -> int:
    return percent(one.tokens, model.window)


def _apart(found: list[_Recorded], family: str) -> Iterator[Finding]:
    """Two automatic compactions of one model at sizes far apart: not one limit started both."""
    for one, other in pairwise(found):
        low, high = sorted((one.tokens, other.tokens))
        if one.model == other.model and high > APART * low:
            yield Finding(
                family,
                "note",
                f"compacted at {one.tokens:,} tokens (request {one.request:,}) and at {other.tokens:,} (request"
                f" {other.request:,}): no one limit started both",
                "look up whether the limit was changed, or counted in another way",
                (one.request, other.request),
                (),
                {"tokens_before": (one.tokens, other.tokens)},
            )


def _limit(policy: Policy) -> Limit | None:
    """The size at which the policy summarises, or else starts."""
    own = [layer.when for layer in policy.layers if layer.enabled and isinstance(layer.operation, Summarise)]
    return next((when for when in own if isinstance(when, Limit)), policy.start)


def _off(case: Case, limit: Limit, found: list[_Recorded], family: str) -> Iterator[Finding]:
    beside = case.rows[-1].required or 0
    beside = beside - case.rows[-1].view if beside and limit.of == "required" else 0
    if limit.of == "usage":
        return  # its size in this meter is another at every request
    missed = [each for each in found if abs(each.size + beside - limit.value) * 100 > OFF * limit.value]
    if not missed:
        return
    first = missed[0]
    yield Finding(
        family,
        "note",
        f"the agent compacted at {first.size + beside:,} {case.unit} (request {first.request:,}), this policy at"
        f" {limit.value:,}: its limit had no effect there",
        f"to replay what the agent did, set the limit near {first.size + beside:,} {case.unit}",
        tuple(each.request for each in missed),
        (),
        {
            "limit": limit.value,
            "sizes": [each.size + beside for each in missed],
            "tokens_before": [each.tokens for each in missed],
        },
    )
