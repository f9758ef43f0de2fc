"""Summaries that a policy asks for and that nobody wrote: the views are larger without them, and hold what would have left."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from inspector.analysis.cuts import cuts
from inspector.engine import Replay
from inspector.engine.layers.summarise import NOT_SMALLER
from inspector.phrases import counted
from inspector.policy.model import Summarise

FAILED = "summary failed: "
SHOWN = 5
"""Requests that are named."""


class Failed(NamedTuple):
    """A summary that was asked for before a request (from 1) and did not come, and why."""

    request: int
    layer: str
    reason: str


class Unmade(NamedTuple):
    """`failed`: the views stayed as they were. `pending`: requests with a summary that has a size but no words yet."""

    failed: tuple[Failed, ...] = ()
    pending: tuple[int, ...] = ()


NOTHING = Unmade()
"""No summary is missing."""


def unmade(replay: Replay, cancelled: Callable[[], bool] = bool) -> Unmade:
    """The summaries of a session that nobody wrote. One that would not make the view smaller is none of them: it was written.

    Asks the replay's summariser what the replay asked it; wrap it in a `Hearing` where that must not be asked twice.
    """
    if replay.is_recorded or not any(isinstance(each.operation, Summarise) for each in replay.policy.layers):
        return NOTHING
    made = cuts(replay, cancelled=cancelled)
    failed = (cut for cut in made if cut.reason and NOT_SMALLER not in cut.reason)
    return Unmade(
        tuple(Failed(cut.number, cut.layer, cut.reason.removeprefix(FAILED)) for cut in failed),
        tuple(cut.number for cut in made if cut.approximate),
    )


def told(found: Unmade) -> Iterator[str]:
    """A sentence for those that failed, and one for those that are not written yet."""
    if found.failed:
        where = _named([each.request for each in found.failed])
        yield f"no summary could be made at {where}: {found.failed[0].reason}"
        yield "so the views are larger than they would be, and hold more"
    if found.pending:
        yield f"no summary is written yet at {_named(found.pending)}: nobody knows its words"


def _named(requests: list[int] | tuple[int, ...]) -> str:
    """`2 requests (28, 31)`."""
    some = ", ".join(f"{each:,}" for each in requests[:SHOWN])
    return f"{counted(len(requests), 'request')} ({some}{', …' if len(requests) > SHOWN else ''})"
