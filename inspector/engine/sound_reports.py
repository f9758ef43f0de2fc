"""Which reports of a session may be believed at the time: by their own numbers and those before them, in the policy's meter.

`meter.provider.sound` reads the whole record and knows better afterwards; a decision must not (DESIGN §4: no view knows what
came after it), and it must not wait until an exact tokenizer has counted.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from inspector.meter.provider.usage import models, told, usage_of

if TYPE_CHECKING:
    from inspector.engine.ledger import Ledger

_LARGE, _LEAST = 4_000, 4
"""From this size on a prompt of less than a quarter of it cannot hold its messages."""
_SAME, _HALF = 50, 2
"""Within a fiftieth of the one before a compaction that left less than half: an old report."""
_RUN, _ADDED, _HIDDEN = 4, 4, 1_500
"""So many in a row that grow by a whole prompt, and by far more than was added, are sums of the session."""


class Told(NamedTuple):
    """A report that may be believed: the reply is the message `history` (from 0) to `request` (from 1).

    `past`: compactions of the agent until then. `recorded`: the size of the prompt in the policy's meter.
    """

    request: int
    history: int
    prompt: int
    output: int
    model: str
    past: int
    recorded: int


def sound_reports(ledger: Ledger) -> Iterator[Told]:
    """Every report that may be believed when it is made, in order."""
    before: Told | None = None
    run = 0
    for here in _all(ledger):
        if before is not None:
            run = run + 1 if _is_sum(ledger, before, here) else 0
        if run <= _RUN and not _impossible(here) and not (before is not None and _repeats(before, here)):
            yield here
        before = here


def _all(ledger: Ledger) -> Iterator[Told]:
    transcript, first = ledger.transcript, ledger.structure.first
    sizes, names = _Sizes(ledger), models(transcript)
    for at, passes in enumerate(told(transcript)):
        usage = usage_of(transcript, at + 1) if passes else None
        if usage is not None:
            history = ledger.structure.histories[at]
            past = sizes.past(history)
            recorded = sizes.at(past, first[history])
            yield Told(at + 1, history, passes[0], usage.output, names[at], past, recorded)


def _impossible(here: Told) -> bool:
    return here.recorded >= _LARGE and here.prompt * _LEAST < here.recorded


def _repeats(before: Told, here: Told) -> bool:
    """Whether it is the report before over again, or that of before a compaction."""
    if (before.prompt, before.output) == (here.prompt, here.output):
        return True
    is_same = abs(here.prompt - before.prompt) * _SAME <= before.prompt
    return here.past != before.past and is_same and here.recorded * _HALF < before.recorded


def _is_sum(ledger: Ledger, before: Told, here: Told) -> bool:
    first, grown = ledger.structure.first, here.prompt - before.prompt
    added = ledger.prefix[first[here.history]] - ledger.prefix[first[before.history]]
    return grown * _HALF >= here.recorded and grown > _ADDED * added + before.output + _HIDDEN


class _Sizes:
    """Sizes of the recorded views, without making one for each request."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.since = [compaction.since for compaction in ledger.transcript.compactions]
        self.rising = self.since == sorted(self.since)
        self._offsets = {0: ledger.base + ledger.supplied}

    def past(self, history: int) -> int:
        """How many compactions the agent had made in a history of so many messages."""
        return bisect_right(self.since, history) if self.rising else sum(each <= history for each in self.since)

    def at(self, past: int, end: int) -> int:
        """The recorded view of the history up to block `end`, after so many compactions."""
        if past not in self._offsets:
            from inspector.engine.recorded import recorded_plan

            plan = recorded_plan(self.ledger, end)
            self._offsets[past] = plan.size - self.ledger.prefix[plan.end]
        return self._offsets[past] + self.ledger.prefix[end]
