"""What to turn so that something stays: the smallest rise of one knob of the layer that took it, proven by running the engine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from inspector.analysis.diagnose.case import Case
from inspector.analysis.diagnose.offline import offline
from inspector.analysis.fixes.points import values
from inspector.analysis.fixes.search import smallest
from inspector.analysis.fixes.shapes import Wanted
from inspector.analysis.fixes.trying import Trying
from inspector.analysis.why.facts import message_fact
from inspector.analysis.why.knobs import knobs_of
from inspector.analysis.why.sightings import Occurrence, Sightings
from inspector.policy.model import Policy
from inspector.policy.uses import uses

QUICK = 400
"""Requests up to which values are tried; in longer sessions only the direction is told."""
RECORDED = "the agent's own compaction took it: let it keep what was read last, or begin later"


def whole(case: Case, block: int, needed: int) -> Wanted:
    """The whole text of one block, wanted at a request."""
    shape = case.replay.transcript.structure
    place = Occurrence(block, 0, len(shape.blocks[block].text))
    return Wanted(Sightings(message_fact(shape.owner[block] + 1), (place,)), needed)


def starts(policy: Policy, layer: str) -> tuple[str, ...]:
    """The knobs of a layer's gate that let it work later when they are raised: limits, and the window of a budget."""
    document = policy.document
    if document is None:
        return ()
    beside = {
        str(use.number)[1:] for use in uses(document.spec) if use.loc[:1] == ("budget",) and use.loc[1:] != ("window",)
    }
    return tuple(name for name in knobs_of(policy, layer).gate if name not in beside)


def kept_by(case: Case, layer: str, wanted: Sequence[Wanted]) -> str:
    """Which knob of a layer to raise, and to which value where that is quickly found, so that all of the wanted stay."""
    policy = case.replay.policy
    if case.replay.is_recorded:
        return RECORDED
    names = (*knobs_of(policy, layer).rule, *starts(policy, layer))
    if not names:
        return f"layer {layer} reads no knob: give it limits that leave this in the view" if layer else RECORDED
    if case.replay.requests > QUICK:
        return f"raise {' or '.join(names)}"
    found, last = list(_rises(case, names, wanted)), max(each.needed for each in wanted)
    what = "them" if len(wanted) > 1 else "it"
    if found:
        return f"{' or '.join(found)} keeps {what} until request {last:,}"
    return f"raising {' or '.join(names)} alone does not keep {what}: pin what matters"


def _rises(case: Case, names: Sequence[str], wanted: Sequence[Wanted]) -> Iterator[str]:
    """Each knob that keeps everything when it is raised, with the smallest value that does."""
    replay = case.replay
    for knob in replay.policy.knobs:
        if knob.name not in names:
            continue
        trying = Trying(replay, knob.name, wanted, offline(replay.summariser), _compactions(case), case.cancelled)
        hit = smallest(trying, knob.value, values(replay, knob, wanted)[0], False)
        if hit is not None and hit.proven:
            yield f"{knob.name} {knob.value:,} → {hit.value:,} {knob.unit}"


def _compactions(case: Case) -> int:
    return sum(row.compacted for row in case.rows)
