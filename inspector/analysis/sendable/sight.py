"""The breaches of the one view that is in sight."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from inspector.analysis.sendable.breach import Breach, Provider, provider_of
from inspector.analysis.sendable.check import Check
from inspector.analysis.sendable.drawn import drawn_whole
from inspector.analysis.sendable.facts import Facts
from inspector.analysis.sendable.sent import split
from inspector.engine.region import unfinished
from inspector.engine.replay import Replay
from inspector.engine.view import Problem

_ASK_EVERY = 32


def in_sight(
    replay: Replay, request: int, provider: Provider | None = None, cancelled: Callable[[], bool] = bool
) -> tuple[Breach, ...] | None:
    """The rules that the view of a request breaks by itself, without making its texts: some 20 µs a message.

    Of thinking that lost what it was bound to nothing is said: that is seen from all views together (`sendable`). None when
    nobody wants to know any more.
    """
    transcript = replay.transcript
    chosen = provider or provider_of(transcript)
    if chosen is None:
        return ()
    facts = Facts(transcript, chosen)
    plan = replay.plan(request)
    check = Check(facts.given(request, frozenset(unfinished(plan))))
    for at, message in enumerate(drawn_whole(plan, facts)):
        if at % _ASK_EVERY == 0 and cancelled():
            return None
        for sent in split(message.role, message.parts, at, message.origin, facts.provider, message.bare):
            check.take(sent)
    return tuple(entry.breach for entry in (*check.found, *check.ending()))


def untold(breaches: Iterable[Breach], problems: Iterable[Problem]) -> list[Breach]:
    """Why a provider would refuse a view, where no problem of it speaks of the block already."""
    known = {problem.block for problem in problems}
    found = (breach for breach in breaches if breach.severity == "error")
    return [breach for breach in found if not breach.blocks or breach.blocks[0] not in known]
