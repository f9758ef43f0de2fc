"""What to turn so that something stays: the smallest rise of one knob of the layer that took it, proven by running the engine."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.analysis.diagnose.case import Case
from inspector.analysis.diagnose.offline import offline
from inspector.analysis.fixes.points import values
from inspector.analysis.fixes.search import smallest
from inspector.analysis.fixes.shapes import Wanted
from inspector.analysis.fixes.trying import Trying
from inspector.analysis.why.facts import message_fact
from inspector.analysis.why.knobs import knobs_of
from inspector.analysis.why.sightings import Occurrence, Sightings

QUICK = 400
"""Requests up to which values are tried; in longer sessions only the direction is told."""
RECORDED = "the agent's own compaction took it: let it keep what was read last, or begin later"


def whole(case: Case, block: int, needed: int) -> Wanted:
    """The whole text of one block, wanted at a request."""
    shape = case.replay.transcript.structure
    place = Occurrence(block, 0, len(shape.blocks[block].text))
    return Wanted(Sightings(message_fact(shape.owner[block] + 1), (place,)), needed)


def kept_by(case: Case, layer: str, wanted: Wanted) -> str:
    """Which knob of a layer to raise, and to which value where that is quickly found, so that the wanted stays."""
    if case.replay.is_recorded:
        return RECORDED
    names = knobs_of(case.replay.policy, layer).all
    if not names:
        return f"layer {layer} reads no knob: give it limits that leave this in the view" if layer else RECORDED
    found = list(_rises(case, names, wanted)) if case.replay.requests <= QUICK else []
    if found:
        return f"{' or '.join(found)} keeps it until request {wanted.needed:,}"
    if case.replay.requests <= QUICK:
        return f"raising {', '.join(names)} alone does not keep it: pin what matters of it, or let it be read again"
    return f"raise {' or '.join(names)}"


def _rises(case: Case, names: tuple[str, ...], wanted: Wanted) -> Iterator[str]:
    """Each knob that keeps it when it is raised, with the smallest value that does."""
    replay = case.replay
    for knob in replay.policy.knobs:
        if knob.name not in names:
            continue
        trying = Trying(replay, knob.name, [wanted], offline(replay.summariser), _compactions(case), case.cancelled)
        hit = smallest(trying, knob.value, values(replay, knob, [wanted])[0], False)
        if hit is not None and hit.proven:
            yield f"{knob.name} {knob.value:,} → {hit.value:,} {knob.unit}"


def _compactions(case: Case) -> int:
    return sum(row.compacted for row in case.rows)
