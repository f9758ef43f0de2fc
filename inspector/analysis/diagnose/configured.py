"""configured-not-effective: what the configuration says and what happens are two things.

A limit that refuses what no layer was let at (the dead zone between two reserves, field 24); a policy that never starts
though the provider counted more than its limit (field 45: a limit in one unit, a meter in another); a knob that was turned
and changes nothing; a layer for tools that the agent does not have; layers that never did anything; compactions of the record
at other sizes than the policy's (a percentage override that was ignored, a window taken for a smaller one: policies §13).
"""

from __future__ import annotations

from collections.abc import Iterator

from inspector.analysis.diagnose.advice import starts
from inspector.analysis.diagnose.case import Case, Family
from inspector.analysis.diagnose.finding import Finding
from inspector.analysis.diagnose.idle_knobs import idle_knobs
from inspector.analysis.diagnose.other_sizes import other_sizes
from inspector.analysis.diagnose.silent_layers import silent_layers
from inspector.engine.steps import Steps
from inspector.engine.view import MessageViewLimitExceeded, Row
from inspector.policy.model import Limit

NAME = "configured-not-effective"
SHOWN = 64
"""Refused requests that are looked at closely."""


def find(case: Case) -> list[Finding]:
    """The dead zone first, then what never starts, then what does nothing."""
    if case.replay.is_recorded:
        return [*other_sizes(case, NAME)]
    return [
        *_dead_zone(case),
        *_never_starts(case),
        *idle_knobs(case, NAME),
        *silent_layers(case, NAME),
        *other_sizes(case, NAME),
    ]


def _dead_zone(case: Case) -> Iterator[Finding]:
    """Requests that are refused for a size at which no layer was let to work."""
    policy = case.replay.policy
    if policy.refuse is None or policy.start is None or policy.refuse.of != policy.start.of:
        return
    if policy.refuse.value > policy.start.value:
        return
    refused = [row for row in case.rows if isinstance(row.error, MessageViewLimitExceeded) and not row.fired]
    rows = [row for row in refused[:SHOWN] if _shut(case.replay.steps(row.request))]
    if rows:
        yield _unreached(case, policy.start, policy.refuse, rows, len(refused))


def _shut(steps: Steps) -> bool:
    """Whether no layer was let to work, for the size alone."""
    return bool(steps.outcomes) and all(not each.fired and not each.note for each in steps.outcomes)


def _unreached(case: Case, start: Limit, refuse: Limit, rows: list[Row], count: int) -> Finding:
    unit, first = case.unit, rows[0]
    knob = next((name for layer in case.replay.policy.layers for name in starts(case.replay.policy, layer.id)), "")
    return Finding(
        NAME,
        "error",
        f"{count:,} requests refused at {refuse.value:,} {unit}, before compaction may start at {start.value:,}"
        f" (request {first.request:,}: {first.view:,})",
        f"set {knob or 'the start of compaction'} well below {refuse.value:,} {unit}, the hard limit",
        tuple(row.request for row in rows),
        (),
        {"start": start.value, "refuse": refuse.value, "view": first.view, "refused": count},
    )


def _never_starts(case: Case) -> Iterator[Finding]:
    """No layer ever works, though the provider itself counted more than the limit at which they should.

    Where it did so from the first request on, the record begins in the middle, or all of it is fixed input.
    """
    policy, start = case.replay.policy, case.replay.policy.start
    if (
        start is None
        or start.of == "usage"
        or start.unit != "tokens"
        or not policy.layers
        or any(row.fired or row.error for row in case.rows)
    ):
        return
    told = list(_recorded_sizes(case))
    over = [(request, context) for request, context in told if start.reached(context)]
    if not over or over[0] == told[0] or any(start.reached(_judged(row, start)) for row in case.rows):
        return
    first, most = over[0][0], max(context for _, context in over)
    here, largest = _judged(case.rows[first - 1], start), max(_judged(row, start) for row in case.rows)
    knob = next((name for layer in policy.layers for name in starts(policy, layer.id)), "the limit")
    yield Finding(
        NAME,
        "warning",
        f"never starts at {start.value:,}: this meter counts {largest:,} at the most, the provider {most:,}"
        f" (over it from request {first:,} on)",
        f"set {knob} to {here:,}: what this meter counts where the provider counts {start.value:,}",
        tuple(request for request, _ in over),
        (),
        {"start": start.value, "largest_view": largest, "largest_recorded": most, "view_there": here},
    )


def _judged(row: Row, limit: Limit) -> int:
    """The size of a request that a limit is held against."""
    return row.required if limit.of == "required" and row.required is not None else row.view


def _recorded_sizes(case: Case) -> Iterator[tuple[int, int]]:
    """Requests with the size of their prompt as the provider counted it."""
    transcript = case.replay.transcript
    for request, history in enumerate(transcript.structure.histories, start=1):
        usage = transcript.messages[history].usage if history < len(transcript.messages) else None
        if usage is not None and usage.context:
            yield request, usage.context


FAMILY = Family(NAME, "settings, limits and layers that have no effect, or another than they say", find)
