"""Running one contender over a session, and its totals."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence

from inspector.analysis.compare.contender import Contender
from inspector.analysis.compare.shapes import FactKept, Remembered, Run, Sizes, Spending, Totals, TypedLost, Unsendable
from inspector.analysis.compare.stages import Stages
from inspector.analysis.cost.money import bill
from inspector.analysis.cost.summaries import Call, calls
from inspector.analysis.cost.twin import Spent, Twin, total, twin
from inspector.analysis.losing import losing
from inspector.analysis.recall.needs import Recalled, recall
from inspector.analysis.sendable.session import Sendable, sendable
from inspector.analysis.why.facts import Fact
from inspector.analysis.why.lanes import lanes
from inspector.analysis.why.losses import losses
from inspector.analysis.why.sightings import sightings
from inspector.engine import Durable, Replay, Row
from inspector.engine.losses import typed_blocks
from inspector.long_work import Cancelled, Progress
from inspector.transcript.model import Transcript

Ask = Callable[[], bool]
BASES = ("recorded", "calibrated", "estimated")
"""The surest first."""
METER, UNIT = "o200k_base", "tokens"
"""The meter that all contenders are measured in: the visible text of the messages."""


def run(
    transcript: Transcript,
    contender: Contender,
    facts: Sequence[Fact] = (),
    durable: Durable | None = None,
    cancelled: Ask = bool,
    progress: Progress | None = None,
) -> Run:
    """Replay a contender and add it up. Raises `Cancelled`, and `BadFact` for a message that does not exist."""
    stages = Stages(progress, 5 + len(facts))
    replay = contender.replayed(transcript, durable)
    rows = replay.table(cancelled, stages.next())
    if rows is None:
        raise Cancelled
    typed = _typed(replay, rows, cancelled, stages.next())
    kept = tuple(_kept(replay, fact, cancelled, stages.next()) for fact in facts)
    spent = twin(replay, cancelled=cancelled, progress=stages.next())
    tokens = array("q", [each.size for each in spent.extents])
    remembered = _remembered(recall(replay, cancelled, stages.next()), rows)
    totals = Totals(
        own=sizes(replay.policy.meter.unit, rows, [row.view for row in rows]),
        common=sizes(UNIT, rows, tokens),
        compactions=tuple(row.request for row in rows if row.compacted),
        refusals=tuple(row.request for row in rows if row.error is not None),
        typed=typed,
        facts=kept,
        recall=remembered,
        unsendable=_unsendable(sendable(replay, cancelled=cancelled, progress=stages.next()), rows),
        spending=_spending(spent, cancelled),
        certificate=replay.certificate(),
    )
    return Run(contender, replay, rows, tokens, totals)


def sizes(unit: str, rows: Sequence[Row], views: Sequence[int]) -> Sizes:
    """The views of the requests that are sent, added up. `views` has the size of each request's."""
    sent = [(view, -row.request) for row, view in zip(rows, views, strict=True) if row.error is None]
    peak, at = max(sent, default=(0, 0))
    approximate = any(row.approximate and row.error is None for row in rows)
    return Sizes(unit, peak, -at, sum(view for view, _ in sent), len(sent), approximate)


def _remembered(found: Recalled, rows: Sequence[Row]) -> Remembered:
    """The needs of the requests that are sent: a refused view reminds nobody of anything."""
    sent = [each for each, row in zip(found.rows, rows, strict=True) if row.error is None]
    return Remembered(
        sum(each.needed for each in sent), sum(each.held for each in sent), sum(each.bound for each in sent)
    )


def _unsendable(found: Sendable | None, rows: Sequence[Row]) -> Unsendable:
    """What a provider refuses of the views that the policy itself does not."""
    if found is None:
        raise Cancelled
    requests = tuple(request for request in found.refused if rows[request - 1].error is None)
    rules = dict.fromkeys(each.breach.rule for each in found.errors if any(map(each.at, requests)))
    return Unsendable(found.provider or "", requests, tuple(rules))


def _spending(found: Twin, cancelled: Ask) -> Spending:
    asked = [each for each in calls(found, cancelled) if each.by != "nobody"]
    basis = max((row.basis for row in found.rows if row.sent), key=BASES.index, default=BASES[0])
    return Spending(
        fresh=total(found.rows, "fresh"),
        read=total(found.rows, "read"),
        write=total(found.rows, "write"),
        output=total(found.rows, "output"),
        summaries=sum(each.input + each.output for each in asked),
        usd=_price(found, asked),
        basis=basis,
        timed=found.timed,
    )


def _price(found: Twin, asked: Sequence[Call]) -> float | None:
    """US dollars for the requests and for the summaries, these by the model of their request."""
    rows = [
        Spent(each.request, found.rows[each.request - 1].model, 0, 0, each.input, each.output, "", "estimated")
        for each in asked
    ]
    bills = [bill(part, found.caching).total for part in (found.rows, rows) if part]
    known = [each for each in bills if each is not None]
    return sum(known) if bills and len(known) == len(bills) else None


def _typed(replay: Replay, rows: Sequence[Row], cancelled: Ask, told: Progress) -> TypedLost:
    """The typed texts of all histories, and when they left the views."""
    end = replay.transcript.structure.end(replay.requests) if replay.requests else 0
    found = losing(replay, rows, cancelled, told)
    if found is None:
        raise Cancelled
    return TypedLost(sum(block < end for block in typed_blocks(replay.transcript)), tuple(found))


def _kept(replay: Replay, fact: Fact, cancelled: Ask, told: Progress) -> FactKept:
    found = sightings(replay.transcript, fact)
    told(1, 2)
    seen = lanes(replay, found, cancelled)
    return FactKept(found.fact, bool(found), seen, losses(replay, found, seen))
