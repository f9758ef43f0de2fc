"""The marks of a policy in the timeline: where its layers compacted, kept house, or refused. No Textual here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from weakref import WeakKeyDictionary

from inspector.engine import EngineError, MessageViewLimitExceeded, Row, ToolProtocolError
from inspector.engine.table import Table
from inspector.long_work import Cancelled
from inspector.policy.model import Drop, Policy, Summarise
from inspector.tui.happenings import happenings
from inspector.tui.widgets.timeline_marks import Mark, MarkKind, MarkList, Marks

REFUSALS: dict[type[EngineError], str] = {MessageViewLimitExceeded: "over the limit", ToolProtocolError: "broken pair"}
"""Why a view was refused, in a word or two."""
LOST = 10**12
"""Weight of a mark at which messages were taken away, above any size."""
_known: WeakKeyDictionary[Table, Marks] = WeakKeyDictionary()


def policy_marks(policy: Policy | None, rows: Sequence[Row], unwanted: Callable[[], bool] = bool) -> Marks:
    """What happened under a policy (None: in the recorded view), and in a second list where it kept house.

    Of rows that are columns it is found once, by any thread. Raises `Cancelled` as soon as `unwanted` says so.
    """
    if not isinstance(rows, Table):
        return _listed(_marks(policy, rows), unwanted)
    found = _known.get(rows)
    if found is None:
        found = _known[rows] = _listed(_marks(policy, rows), unwanted)
    return found


def _listed(marks: Iterator[Mark], unwanted: Callable[[], bool]) -> Marks:
    done, kept_house = MarkList(), MarkList()
    for mark in marks:
        if unwanted():
            raise Cancelled
        (kept_house if mark.kind == "housekeeping" else done).add(mark)
    return Marks(done, kept_house)


def _marks(policy: Policy | None, rows: Sequence[Row]) -> Iterator[Mark]:
    """Housekeeping that goes on from request to request is marked where it begins."""
    kind: MarkKind = "recorded" if policy is None else "compaction"
    cuts, tidied = _cuts(policy), False
    last = 0
    for request, fired, error, compacted, lost in happenings(rows):
        tidied, last = tidied and request == last + 1, request
        if error is not None:
            yield Mark(request, "refusal", REFUSALS.get(type(error), "no view"))
        elif compacted:  # lost messages come first
            yield Mark(request, kind, " ".join(fired), lost if cuts.isdisjoint(fired) else lost + LOST)
        took = policy is not None and bool(fired) and not compacted
        took = took and (lost > 0 or not cuts.isdisjoint(fired))
        if took and not tidied:
            yield Mark(request, "housekeeping", " ".join(fired))
        tidied = took


def _cuts(policy: Policy | None) -> frozenset[str]:
    """The layers that take messages away."""
    layers = policy.layers if policy else ()
    return frozenset(layer.id for layer in layers if isinstance(layer.operation, Drop | Summarise))
