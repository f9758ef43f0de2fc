"""Where a session is summarised: every cut that a policy makes, that the agent itself made, or one made on demand."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from inspector.analysis.cut import Cut
from inspector.analysis.hearing import Hearing
from inspector.analysis.recorded_cuts import recorded_cuts
from inspector.engine import Replay
from inspector.engine.summariser import Summariser


def cuts(
    replay: Replay,
    until: int | None = None,
    cancelled: Callable[[], bool] = bool,
    summariser: Summariser | None = None,
) -> tuple[Cut, ...]:
    """The cuts up to request `until` (all by default), oldest first; fewer when `cancelled` says so.

    Under a policy they are made anew, with `summariser` or the replay's own; failed ones are among them, with the reason.
    Of the recorded view they are the agent's own, as its records tell.
    """
    last = replay.requests if until is None else min(until, replay.requests)
    if replay.is_recorded:
        return tuple(cut for cut in recorded_cuts(replay) if cut.number <= last)
    hearing = Hearing(summariser or replay.summariser)
    fresh = Replay(replay.transcript, replay.policy, hearing, replay.durable, replay.ledger.focus)
    for number in range(1, last + 1):
        if cancelled():
            break
        fresh.row(number)
    return tuple(_made(fresh, hearing))


def _made(replay: Replay, hearing: Hearing) -> Iterator[Cut]:
    """The cuts that were heard of, with the sizes of their views."""
    chained, standing = replay.policy.state != "per_request", 0
    for (number, layer), heard in list(hearing.heard.items()):
        outcome = next((o for o in replay.steps(number).outcomes if o.id == layer), None)
        if outcome is None:
            continue
        reason = "" if outcome.fired else outcome.note
        generation = standing + 1 if chained else 1
        standing += chained and not reason
        yield Cut(number, layer, heard.request, heard.answer, reason, outcome.before, outcome.after, generation)
