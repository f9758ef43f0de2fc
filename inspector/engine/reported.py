"""What the provider had reported by each request: its count of the prompt before, and the pace of its tokens so far.

Nothing here looks ahead: what is known at a request was reported for a reply before it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from inspector.engine.effects import remember
from inspector.engine.sound_reports import Told, sound_reports

if TYPE_CHECKING:
    from inspector.engine.ledger import Ledger


class Reported(NamedTuple):
    """The last sound report before a request, in the provider's tokens; the rest in the policy's meter.

    `tokens`: the prompt of `request` (from 1) and the reply to it. `since`: the first block after that reply. `recorded`: the
    size of that prompt and reply in the meter. For every `text` units of the meter the prompts grew by `grown` tokens so far.
    """

    request: int
    tokens: int
    since: int
    recorded: int
    grown: int
    text: int

    def own(self, size: int) -> int:
        """The provider's count of a view that has `size` where the recorded prompt and reply have `recorded`."""
        return self.tokens + self.grown * (size - self.recorded) // self.text

    def least(self, tokens: int) -> int:
        """The smallest size of a view whose own count is so many tokens."""
        return self.recorded - (self.tokens - tokens) * self.text // self.grown


def reports(ledger: Ledger) -> Sequence[Reported | None]:
    """For each request, and for one after the last, what had been reported before it; None where nothing had."""
    return remember(ledger.transcript, ("reported", *ledger.key, ledger.supplied), lambda: _by_request(ledger))


def _by_request(ledger: Ledger) -> list[Reported | None]:
    found = list(_read(ledger))
    at = [one.request for one in found]
    requests = range(1, ledger.structure.requests + 2)
    return [found[last - 1] if (last := bisect_left(at, request)) else None for request in requests]


def _read(ledger: Ledger) -> Iterator[Reported]:
    """Every sound report, and the pace at which prompts grew up to it: between compactions, and with the same model."""
    prefix, first = ledger.prefix, ledger.structure.first
    grown = text = 0
    before: Told | None = None
    for one in sound_reports(ledger):
        if before is not None and (before.model, before.past) == (one.model, one.past):
            grown += one.prompt - before.prompt
            text += prefix[first[one.history]] - prefix[first[before.history]]
        before = one
        end = first[one.history + 1]
        reply = prefix[end] - prefix[first[one.history]]
        tokens, recorded = one.prompt + _output(one, reply), one.recorded + reply
        yield Reported(one.request, tokens, end, recorded, *_pace(grown, text, tokens, recorded))


def _pace(grown: int, text: int, tokens: int, recorded: int) -> tuple[int, int]:
    """How prompts grew; no faster than would leave nothing for the fixed input, for then a part of them was no text."""
    if grown <= 0 or text <= 0:
        grown, text = 1, 1
    if recorded > 0 and 0 < tokens * text < grown * recorded:
        return tokens, recorded
    return grown, text


def _output(one: Told, estimate: int) -> int:
    """The reply as reported; where the report is that of a first piece (a handful of tokens), its estimate."""
    return one.output if 2 * one.output >= estimate else estimate
