"""What brings views below the limit at which they stay: changes of one knob, each proven by running the engine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

from inspector.analysis.diagnose.case import Case
from inspector.analysis.diagnose.gates import Gate, beside, gates
from inspector.analysis.diagnose.kept import Kept, takes
from inspector.analysis.fixes.find import offline
from inspector.analysis.fixes.patient import Patient
from inspector.analysis.why.knobs import knobs_of
from inspector.engine import Replay
from inspector.engine.view import Row, ToolProtocolError
from inspector.policy.errors import PolicyError
from inspector.policy.model import Drop, Knob, Layer, Policy, Region, Summarise, Truncate

TRIED = 3
"""Values of one knob that are run."""
SUMMARIES = 300
"""Summaries that one run may ask for; a knob that asks for more is no relief."""
PART = 6
"""Messages at the end of an open turn that stay where it is cut."""


def stays(row: Row, gate: Gate, more: int) -> bool:
    """Whether a view still reaches a limit after every layer. Views of a broken record were never worked on."""
    return gate.limit.reached(gate.measured(row.view, more)) and not isinstance(row.error, ToolProtocolError)


def helping(case: Case, gate: Gate, kept: Kept) -> str:
    """The first two things that help; where none does, what would have to change."""
    found = list(islice(_different(_ways(case, gate, kept)), 2))
    if not takes(case.replay.policy) and kept.older >= kept.tail:
        found.insert(0, "add a layer that drops or summarises: none takes whole messages")
    return ", or ".join(found[:2]) or "no single knob helps: keep less and cut results, or take a larger window"


def _different(ways: Iterable[str]) -> Iterator[str]:
    """Each once: layers may share a knob."""
    told: set[str] = set()
    for way in ways:
        if way not in told:
            told.add(way)
            yield way


def _ways(case: Case, gate: Gate, kept: Kept) -> Iterator[str]:
    """Cutting results, keeping less, cutting the open turn, starting later; each only where it helps."""
    policy = case.replay.policy
    for knob in _cutting(policy) if 2 * kept.largest_size >= kept.tail + kept.older else ():
        yield from _lowered(case, gate, knob)
    for knob in _keeping(policy):
        yield from _lowered(case, gate, knob)
    if (cut := _part_of_turns(policy)) is not None and not _size(case, cut, gate.name):
        yield f"split_turn: {PART} cuts the open turn"
    yield from _raised(case, gate, gate.measured(kept.size, beside(case.replay)))


def _lowered(case: Case, gate: Gate, knob: Knob) -> Iterator[str]:
    """The largest of a few smaller values of a knob with which no view stays at the limit."""
    values = dict.fromkeys(value for value in (knob.value - 1, knob.value // 2, knob.value // 4, knob.min))
    for value in [value for value in values if knob.min <= value < knob.value][:TRIED]:
        if (turned := _turned(case.replay.policy, knob, value)) is not None and not _size(case, turned, gate.name):
            yield f"{knob.name} {knob.value:,} → {value:,}"
            return


def _raised(case: Case, gate: Gate, size: int) -> Iterator[str]:
    """A limit above what stays. With a later start more may stay: then above that."""
    knob = next((knob for knob in case.replay.policy.knobs if knob.name in gate.knobs[:1]), None)
    for _ in range(TRIED if knob is not None else 0):
        assert knob is not None
        turned = _turned(case.replay.policy, knob, size + 1)
        if turned is None:
            return
        larger = _size(case, turned, gate.name)
        if not larger:
            yield f"{knob.name} {knob.value:,} → {size + 1:,}"
            return
        size = max(size + 1, larger)


def _turned(policy: Policy, knob: Knob, value: int) -> Policy | None:
    """The policy with a knob at a value; None where it cannot be."""
    try:
        return policy.with_knobs(**{knob.name: value})
    except PolicyError:
        return None


def _size(case: Case, policy: Policy, name: str) -> int:
    """The largest size at which a view stays at the limit under a policy; 0 where none does.

    1 where nobody can tell, or a request is refused: that is no relief.
    """
    case.go_on()
    gate = next((gate for gate in gates(policy) if gate.name == name), None)
    old = case.replay
    local = offline(old.summariser)
    writer = Patient(local, SUMMARIES) if local is not None else None
    fresh = Replay(old.transcript, policy, writer, old.durable, old.ledger.focus)
    rows = fresh.table(case.cancelled)
    if gate is None or rows is None or (writer is not None and writer.spent) or any(map(_is_refused, rows)):
        return 1
    more = beside(fresh)
    return max((gate.measured(row.view, more) for row in rows if stays(row, gate, more)), default=0)


def _is_refused(row: Row) -> bool:
    return row.error is not None and not isinstance(row.error, ToolProtocolError)


def _keeping(policy: Policy) -> Iterator[Knob]:
    """Knobs by which layers say how much of the end they keep, the last layer's first."""
    for layer in reversed(policy.layers):
        if layer.enabled and (isinstance(layer.operation, Drop | Summarise) or layer.region != Region()):
            yield from (knob for knob in _knobs(policy, layer) if knob.unit in ("messages", "turns", "results"))


def _cutting(policy: Policy) -> Iterator[Knob]:
    """Knobs by which layers cut text."""
    for layer in policy.layers:
        if layer.enabled and isinstance(layer.operation, Truncate):
            yield from (knob for knob in _knobs(policy, layer) if knob.unit == layer.operation.unit)


def _knobs(policy: Policy, layer: Layer) -> Iterator[Knob]:
    names = knobs_of(policy, layer.id).rule
    return (knob for knob in policy.knobs if knob.name in names)


def _part_of_turns(policy: Policy) -> Policy | None:
    """The policy whose last layer that keeps whole turns may cut the open one; None where none does."""
    for at, layer in reversed(list(enumerate(policy.layers))):
        rule = layer.operation
        whole = isinstance(rule, Drop | Summarise) and rule.keep.unit == "turns" and rule.keep.split_turn is None
        if layer.enabled and whole and isinstance(rule, Drop | Summarise):
            cut = replace(layer, operation=replace(rule, keep=replace(rule.keep, split_turn=PART)))
            return replace(policy, layers=(*policy.layers[:at], cut, *policy.layers[at + 1 :]))
    return None
