"""Who writes the summaries of a session: whom the person chose, whom the policy names, else the extractive one."""

from __future__ import annotations

from collections.abc import Sequence

from inspector.engine import Replay, Row
from inspector.engine.summariser import Summariser, SummaryFailed, SummaryRequest
from inspector.engine.table import fired
from inspector.policy.model import Policy
from inspector.summary import Extractive
from inspector.transcript.model import Transcript

DEFAULT = "extractive"
_EXTRACTIVE = Extractive()


class Unusable:
    """A name that means no summariser: no summary is written, and the view says why."""

    def __init__(self, spec: str, why: str) -> None:
        self.name, self._why = spec, why

    def summarise(self, request: SummaryRequest) -> str:
        raise SummaryFailed(self._why)


def author(chosen: str, policy: Policy | None) -> str:
    """Its name."""
    return chosen or (policy.summariser if policy is not None else "") or DEFAULT


def writer(spec: str, transcript: Transcript, policy: Policy | None) -> Summariser:
    """The summariser of that name. One that asks outside gives kept answers only, and remembers what is open."""
    if spec == DEFAULT:
        return _EXTRACTIVE
    from inspector.meter import counter_of
    from inspector.summary.registry import UnknownSummariser, summariser

    measure = counter_of(policy.meter.count, transcript).text if policy is not None else None
    try:
        return summariser(spec, transcript=transcript, measure=measure, mode="pending")
    except UnknownSummariser as unknown:
        return Unusable(spec, " ".join(str(unknown).split()))


def missing(replay: Replay) -> Sequence[SummaryRequest]:
    """The requests of a replay that nobody answered yet; of one that is worked out."""
    found: Sequence[SummaryRequest] = getattr(replay.summariser, "missing", ())
    return found


def count_open(replay: Replay, rows: Sequence[Row]) -> int:
    """How many summaries of a replay are not made yet. What carries one of them on is asked for only when that is there."""
    waiting = missing(replay)
    if not waiting:
        return 0
    first, layer = min(request.number for request in waiting), waiting[0].layer
    carried = sum(layer in rows[request - 1].fired for request in fired(rows) if request >= first)
    chained = replay.policy.state != "per_request"
    return max(len(waiting), carried) if chained else len(waiting)
