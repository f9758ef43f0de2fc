"""Layers that never did anything in a session, and why not: another was always first, or there was nothing to do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Literal, NamedTuple

from inspector.analysis.diagnose.case import Case
from inspector.analysis.diagnose.finding import Finding
from inspector.analysis.why.knobs import knobs_of
from inspector.engine.steps import NOTHING, Outcome
from inspector.policy.model import Dedupe, Layer, Policy
from inspector.policy.uses import uses

LOOKED, CALLS, LEAST = 32, 5, 3
"""Requests that are looked at closely, calls that a session must have before its tools say anything, and requests at which
a layer must have done nothing before that says anything."""
Why = Literal["shut", "idle", "foreign", "failed"]
IDLE = NOTHING.split()[0]
"""How the notes of a layer begin that was let to work: nothing to do, nothing to summarise."""


class _Silent(NamedTuple):
    """A layer that is on and changed no view, why not, and at how many of the requests that were looked at."""

    layer: Layer
    why: Why
    times: int


def silent_layers(case: Case, family: str) -> Iterator[Finding]:
    """A warning for a layer whose tools nobody has; one note for all the others. None while the policy rests."""
    policy = case.replay.policy
    worked = {layer for row in case.rows for layer in row.fired}
    looked = _looked_at(case)
    if not looked:
        return
    silent = [
        found
        for layer in policy.layers
        if layer.enabled and layer.id not in worked and (found := _why(case, layer, looked)) is not None
    ]
    yield from (_foreign(case, each, family) for each in silent if each.why == "foreign")
    others = [each for each in silent if each.why != "foreign"]
    if others:
        yield _told(case, others, len(looked), worked, family)


def _looked_at(case: Case) -> list[int]:
    """Requests at which layers worked, evenly spread."""
    requests = [row.request for row in case.rows if row.fired]
    step = max(1, len(requests) // LOOKED)
    return requests[::step][:LOOKED]


def _why(case: Case, layer: Layer, looked: list[int]) -> _Silent | None:
    """Why a layer did nothing; None where its own gate was far: no history ever had that size."""
    seen: Counter[Why] = Counter()
    for request in looked:
        case.go_on()
        outcome = next((each for each in case.replay.steps(request).outcomes if each.id == layer.id), None)
        if outcome is not None:
            seen[_kind(outcome)] += 1
    if seen["idle"] and _is_foreign(case, layer):
        return _Silent(layer, "foreign", seen["idle"])
    why = max(seen, key=lambda each: (each == "failed", seen[each]), default=None)
    if why is None or seen[why] < LEAST or (why == "shut" and not _ever_due(case, layer)):
        return None
    return _Silent(layer, why, seen[why])


def _kind(outcome: Outcome) -> Why:
    """Why a layer did nothing at one request."""
    if not outcome.note:
        return "shut"
    return "idle" if outcome.note.startswith(IDLE) else "failed"


def _ever_due(case: Case, layer: Layer) -> bool:
    """Whether the history as it was recorded reaches the layer's limit somewhere: it is others that keep the view below."""
    limit = layer.when
    return limit is None or limit == "always" or any(limit.reached(row.transcript) for row in case.rows)


def _tools(layer: Layer) -> tuple[str, ...]:
    """The tools that a layer names."""
    operation = layer.operation
    return layer.select.tools or (operation.tools if isinstance(operation, Dedupe) and operation.key == "path" else ())


def _called(case: Case) -> list[str]:
    """The tools that the session calls, most often called first."""
    shape = case.replay.transcript.structure
    counts = Counter(shape.blocks[call].tool for call in shape.calls)
    return [tool for tool, _ in counts.most_common() if tool]


def _is_foreign(case: Case, layer: Layer) -> bool:
    named, calls = _tools(layer), len(case.replay.transcript.structure.calls)
    return bool(named) and calls >= CALLS and not set(named) & set(_called(case))


def _foreign(case: Case, one: _Silent, family: str) -> Finding:
    called, named = _called(case), _tools(one.layer)
    return Finding(
        family,
        "warning",
        f"{one.layer.id} never works: of its {len(named)} tools this session calls none"
        f" (it calls {', '.join(called[:3])}{' …' if len(called) > 3 else ''})",
        f"name the agent's own tools in layer {one.layer.id}",
        (),
        (),
        {"layer": one.layer.id, "named": named, "called": called, "calls": len(case.replay.transcript.structure.calls)},
    )


def _told(case: Case, silent: list[_Silent], looked: int, worked: set[str], family: str) -> Finding:
    policy = case.replay.policy
    alive = {name for layer in policy.layers if layer.id in worked for name in knobs_of(policy, layer.id).all}
    gates = {name for layer in policy.layers for name in knobs_of(policy, layer.id).gate}
    rules = [name for each in silent if each.why == "shut" for name in knobs_of(policy, each.layer.id).rule]
    dead = [name for name in dict.fromkeys(rules) if name not in alive | gates]
    return Finding(
        family,
        "note",
        f"never worked here: {'; '.join(_words(each, looked) for each in silent)}",
        _change(policy, silent, dead),
        (),
        (),
        {
            "layers": [each.layer.id for each in silent],
            "why": [each.why for each in silent],
            "knobs_without_effect": dead,
            "requests_looked_at": looked,
        },
    )


def _words(one: _Silent, looked: int) -> str:
    if one.why == "shut":
        return f"{one.layer.id} (others made enough room)"
    what = "found nothing to do" if one.why == "idle" else "failed"
    return f"{one.layer.id} ({what} at {one.times} of {looked} requests)"


def _change(policy: Policy, silent: list[_Silent], dead: list[str]) -> str:
    """What turning which knob would do."""
    ways = [f"turning {', '.join(dead)} changes nothing here"] if dead else []
    limits = [name for each in silent if each.why == "idle" for name in _over(policy, each.layer)]
    ways += [f"lower {' or '.join(dict.fromkeys(limits))}, or switch the idle layer off"] if limits else []
    return "; ".join(ways) or "switch the layer off, or leave it for larger sessions"


def _over(policy: Policy, layer: Layer) -> list[str]:
    """The knobs of the limit that a single item must be over."""
    if policy.document is None:
        return []
    place = policy.layers.index(layer)
    found = (str(use.number) for use in uses(policy.document.spec) if use.loc[:3] == ("layers", place, "over"))
    return [number[1:] for number in found if number.startswith("$")]
