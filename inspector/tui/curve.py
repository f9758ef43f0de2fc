"""What the timeline shows of a session: sizes, thresholds, marks. No widget here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from weakref import WeakKeyDictionary

from inspector.analysis.losing import Losing
from inspector.engine import Row
from inspector.engine.table import Table
from inspector.policy.model import Limit, Policy
from inspector.transcript.model import Transcript
from inspector.tui.curve_beside import beside
from inspector.tui.curve_marks import LOST, policy_marks
from inspector.tui.session import Session
from inspector.tui.widgets.timeline_data import Threshold, TimelineData
from inspector.tui.widgets.timeline_marks import Mark, MarkList, Marks


def curve(session: Session, rows: Sequence[Row], losses: MarkList | None = None) -> TimelineData:
    """Every request of the session as the timeline wants it; `losses` where they are known already."""
    known = rows if isinstance(rows, Table) else None
    return TimelineData(
        transcript=known.transcripts if known else tuple(row.transcript for row in rows),
        view=known.views if known else tuple(row.view for row in rows),
        unit=session.unit,
        thresholds=tuple(_thresholds(_limits_of(session))),
        marks=Marks(*events(session, rows).lists, *([losses] if losses is not None else ())),
        cursor=session.request,
        turns=known.turns if known else tuple(row.turn for row in rows),
        approximate=session.approximate,
        beside=beside(session.held, session.policy, session.unit, rows),
    )


def events(session: Session, rows: Sequence[Row]) -> Marks:
    """What the policy did, and where the agent itself compacted."""
    done = policy_marks(session.policy, rows).lists
    return Marks(*done) if session.policy is None else Marks(*done, _recorded(session.transcript))


def _limits_of(session: Session) -> Policy | None:
    """The policy with the limits that hold at the present request: its model may have a budget of its own."""
    if session.policy is None or not session.policy.models or not session.requests:
        return session.policy
    return session.replay.policy_at(session.request)


def _thresholds(policy: Policy | None) -> Iterator[Threshold]:
    """The limits as lines. One on usage is none: it is another size in the policy's meter at every request."""
    if policy is None:
        return
    if policy.start is not None and policy.start.of != "usage":
        yield Threshold("start", _of_view(policy.start, policy), "soft")
    for layer in policy.layers:
        own = layer.when
        if layer.enabled and isinstance(own, Limit) and own != policy.start and own.of != "usage":
            yield Threshold(layer.id, _of_view(own, policy), "soft")
    if policy.refuse is not None:
        yield Threshold("refuse", _of_view(policy.refuse, policy), "hard")
    if policy.budget is not None:
        yield Threshold("window", policy.budget.window, "window")


def starting(policy: Policy | None) -> int | None:
    """The size of the view at which the policy starts; None where it has no such number."""
    found = policy.start if policy is not None else None
    return _of_view(found, policy) if found is not None and policy is not None and found.of != "usage" else None


def _of_view(limit: Limit, policy: Policy) -> int:
    """The size of the view at which a limit is met; one on all that is required leaves room for the rest."""
    budget = policy.budget
    if limit.of == "size" or budget is None:
        return limit.value
    return max(0, limit.value - budget.fixed - budget.reserve - budget.margin)


_by_agent: WeakKeyDictionary[Transcript, MarkList] = WeakKeyDictionary()


def _recorded(transcript: Transcript) -> MarkList:
    """The requests before which the agent itself compacted."""
    found = _by_agent.get(transcript)
    if found is None:
        shape = transcript.structure
        places = (shape.request_of(compaction.since - 1) for compaction in transcript.compactions)
        marks = [Mark(request, "recorded", "by the agent") for request in places if request <= shape.requests]
        found = _by_agent[transcript] = MarkList(marks)
    return found


def loss_marks(losses: Iterable[Losing]) -> MarkList:
    """The requests at which typed text leaves the views."""
    return MarkList(Mark(loss.request, "loss", loss.layer, LOST) for loss in losses)
