"""The breaches of one view that lies there whole."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from inspector.analysis.sendable.breach import Breach, Provider, provider_of
from inspector.analysis.sendable.check import Check
from inspector.analysis.sendable.facts import Facts
from inspector.analysis.sendable.sent import from_view
from inspector.engine.view import View, ViewMessage
from inspector.transcript.model import Transcript


def breaches(
    view: View, transcript: Transcript, provider: Provider | None = None, bound: Callable[[int], bool] | None = None
) -> tuple[Breach, ...]:
    """Every rule that a view breaks, in the order of its messages.

    `provider` is the one whose API the session was sent to, unless another is named; none: no rules. `bound(at)` says of the
    message at a position of the view (from 0) whether all that stands before it is what stood there when the reply was made;
    without it nothing is said of thinking and its prefix. Calls that wait at the very end are no breach: their results are
    to come.
    """
    chosen = provider or provider_of(transcript)
    if chosen is None:
        return ()
    waiting = frozenset(
        problem.block for problem in view.problems if problem.kind == "unfinished" and problem.block is not None
    )
    return of_messages(view.messages, Facts(transcript, chosen), view.request, waiting, bound)


def of_messages(
    messages: Sequence[ViewMessage],
    facts: Facts,
    request: int,
    waiting: frozenset[int] = frozenset(),
    bound: Callable[[int], bool] | None = None,
) -> tuple[Breach, ...]:
    """The same of some messages, in the order in which they are sent."""
    check = Check(facts.given(request, waiting))
    for at, message in enumerate(messages):
        for sent in from_view(message, at, facts.provider):
            check.take(sent, bound is None or message.origin is None or bound(at))
    return tuple(entry.breach for entry in (*check.found, *check.ending()))
