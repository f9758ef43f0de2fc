"""Usage that cannot be what one request took, by what the record shows of its prompt and its reply.

What a loader mends by itself (lines of one reply that repeat its usage, snapshots of a stream, sums of a thread) is no fault
of what it gives: it is counted in `LoadReport.usage`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from threading import Lock
from typing import Literal, NamedTuple
from weakref import WeakKeyDictionary

from inspector.meter.provider.held import held
from inspector.meter.provider.spikes import spikes
from inspector.meter.provider.texts import Texts, texts
from inspector.meter.provider.usage import models, told
from inspector.transcript.model import Transcript, UnreadableUsage

FaultKind = Literal["repeated", "placeholder", "cumulative", "passes", "zero", "unreadable", "stale", "impossible"]

LEFT_OUT: frozenset[FaultKind] = frozenset({"repeated", "cumulative", "zero", "unreadable", "stale", "impossible"})
"""Reports that are left out wherever tokens are counted; of a placeholder the output alone is. Several passes were paid for,
and no prompt was so large: they are left out where prompts are compared (`stretches`)."""

_SPOKEN = 0.4
"""The least output for one o200k token of a reply's text and calls; snapshots report 1 to 8 of thousands."""
_SOME = 40
"""Tokens of a reply below which its output proves nothing."""
_LEAST = 0.25
"""The least prompt for one o200k token of the messages that it must hold; real ones have 0.6 at the least."""
_LARGE = 4_000
"""Tokens of messages from which on a prompt can be too small for them."""
_RUN = 4
"""Reports in a row that must look like sums before they are taken for such."""
_SAME = 0.02
_GROWS = 20
"""Tokens that came between two prompts from which on it is certain that they differ."""
_HALF = 0.5
_HIDDEN = 1_500
"""Tokens that a client may add to a prompt without a word in the record."""


class UsageFault(NamedTuple):
    """The usage of a reply (`message`, a position from 0) to a request (from 1): what was reported, and what is done with it."""

    request: int
    message: int
    kind: FaultKind
    prompt: int
    output: int
    text: str


_kept: WeakKeyDictionary[Transcript, tuple[UsageFault, ...]] = WeakKeyDictionary()
_lock = Lock()


def usage_faults(transcript: Transcript) -> tuple[UsageFault, ...]:
    """Every report that is not sound, by request; each request once. Counts texts first, unless somebody did already."""
    found = _kept.get(transcript)
    if found is None:
        prompts = told(transcript)
        made = _found(transcript, prompts) if any(prompts) else tuple(_silent(transcript))
        with _lock:
            found = _kept.setdefault(transcript, made)
    return found


def left_out(transcript: Transcript) -> frozenset[int]:
    """Requests whose report is counted nowhere."""
    return frozenset(each.request for each in usage_faults(transcript) if each.kind in LEFT_OUT)


class _Report(NamedTuple):
    request: int
    history: int
    prompt: int
    output: int


class _Ground:
    """o200k tokens of what a session holds."""

    def __init__(self, transcript: Transcript, counted: Texts) -> None:
        self.transcript, self._texts = transcript, counted
        self._since = sorted(compaction.since for compaction in transcript.compactions)
        self._kept: dict[int, tuple[int, int]] = {}

    def runs(self, reports: Sequence[_Report]) -> Iterator[Sequence[_Report]]:
        """Reports with the same compactions behind them and the same model."""
        model = models(self.transcript)
        for _, run in groupby(reports, lambda one: (bisect_right(self._since, one.history), model[one.request - 1])):
            yield list(run)

    def whole(self, one: _Report) -> int:
        """Of all messages that a prompt holds."""
        behind = bisect_right(self._since, one.history)
        if behind not in self._kept:
            kept, since = held(self.transcript, one.history)
            self._kept[behind] = sum(self._texts.words(at, at + 1) for at in kept), since
        words, since = self._kept[behind]
        return words + self._texts.words(min(since, one.history), one.history)

    def added(self, before: _Report, here: _Report) -> int:
        """Of what came between two prompts, with its pictures."""
        between = before.history, here.history
        return self._texts.words(*between) + self._texts.pictures(*between)

    def reply(self, one: _Report) -> int:
        """Of the reply."""
        return self._texts.words(one.history, one.history + 1)


def _found(transcript: Transcript, prompts: Sequence[Sequence[int]]) -> tuple[UsageFault, ...]:
    ground, reports = _Ground(transcript, texts(transcript)), list(_reports(transcript, prompts))
    found: dict[int, UsageFault] = {each.request: each for each in _silent(transcript)}
    for finds in (_sums, _stale, _repeated, _impossible, _passes, _placeholders):
        for fault in finds(ground, [each for each in reports if each.request not in found]):
            found.setdefault(fault.request, fault)
    return tuple(sorted(found.values()))


def _reports(transcript: Transcript, told: Sequence[Sequence[int]]) -> Iterator[_Report]:
    for at, (history, prompts) in enumerate(zip(transcript.structure.histories, told, strict=True), 1):
        usage = transcript.messages[history].usage if prompts else None
        if usage is not None:
            yield _Report(at, history, prompts[0], usage.output)


def _fault(one: _Report, kind: FaultKind, text: str) -> UsageFault:
    return UsageFault(one.request, one.history, kind, one.prompt, one.output, text)


def _silent(transcript: Transcript) -> Iterator[UsageFault]:
    """Reports that say nothing of their prompt: an output without one, or numbers that are no counts."""
    messages = transcript.messages
    for at, history in enumerate(transcript.structure.histories, 1):
        usage = messages[history].usage if history < len(messages) else None
        if isinstance(usage, UnreadableUsage):
            text = "its numbers are no counts of tokens: nothing is known of this prompt, and it is left out"
            yield UsageFault(at, history, "unreadable", usage.context, usage.output, text)
        elif usage is not None and not usage.context and history:
            text = f"a prompt of 0 tokens for a reply of {usage.output:,}: nothing is known of this prompt, and it is left out"
            yield UsageFault(at, history, "zero", 0, usage.output, text)


def _repeated(ground: _Ground, reports: Sequence[_Report]) -> Iterator[UsageFault]:
    """The report before over again: a prompt does not stand still while a reply joins it."""
    for before, here in pairwise(reports):
        same = (before.prompt, before.output) == (here.prompt, here.output)
        if same and ground.added(before, here) >= _GROWS:
            text = f"{here.prompt:,} + {here.output:,} tokens again, as for request {before.request:,}: counted once"
            yield _fault(here, "repeated", text)


def _stale(ground: _Ground, reports: Sequence[_Report]) -> Iterator[UsageFault]:
    """After a full compaction the size of before, though little of the messages is left."""
    full = sorted(each.since for each in ground.transcript.compactions if each.kind == "full")
    for before, here in pairwise(reports) if full else ():
        if bisect_right(full, before.history) == bisect_right(full, here.history):
            continue
        left, was = ground.whole(here), ground.whole(before)
        same = abs(here.prompt - before.prompt) <= _SAME * before.prompt
        if same and left < _HALF * was:
            text = f"{here.prompt:,} tokens as before the compaction, of which little is left: an old report, left out"
            yield _fault(here, "stale", text)


def _sums(ground: _Ground, reports: Sequence[_Report]) -> Iterator[UsageFault]:
    """Totals of the session in the place of requests: each grows by a whole prompt, and not only by what was added."""
    run: list[_Report] = []
    for before, here in pairwise(reports):
        if here.prompt - before.prompt >= _HALF * ground.whole(here) and _unexplained(ground, before, here):
            run = [*(run or [before]), here]
        else:
            yield from _of_sums(run)
            run = []
    yield from _of_sums(run)


def _of_sums(run: Sequence[_Report]) -> Iterator[UsageFault]:
    if len(run) > _RUN and _steady([b.prompt - a.prompt for a, b in pairwise(run)]):
        for before, here in pairwise(run):
            text = f"{here.prompt:,} tokens are the sum of all requests so far ({here.prompt - before.prompt:,} more)"
            yield _fault(here, "cumulative", f"{text}: not taken for a prompt")


def _steady(grown: Sequence[int]) -> bool:
    """Whether prompts, found as differences, grow as prompts do: seldom smaller than the one before."""
    less = sum(b < a for a, b in pairwise(grown))
    return less <= len(grown) // 4


def _impossible(ground: _Ground, reports: Sequence[_Report]) -> Iterator[UsageFault]:
    """Fewer tokens than the messages can have."""
    for one in reports:
        words = ground.whole(one)
        if words >= _LARGE and one.prompt < _LEAST * words:
            text = f"{one.prompt:,} tokens for messages of about {words:,}: no prompt that holds them is so small, it is left out"
            yield _fault(one, "impossible", text)


def _passes(ground: _Ground, reports: Sequence[_Report]) -> Iterator[UsageFault]:
    """Several passes over one prompt, added up: far above the prompt before, more than was added, and soon near that again."""
    for run in ground.runs(reports):
        sums, before = spikes([one.prompt for one in run]), run[0]
        for at, one in enumerate(run):
            if at not in sums:
                before = one
            elif _unexplained(ground, before, one):
                text = (
                    f"{one.prompt:,} tokens, and soon prompts are near {before.prompt:,} again: several passes added up"
                )
                yield _fault(one, "passes", f"{text}, not taken for a prompt")


def _unexplained(ground: _Ground, before: _Report, here: _Report) -> bool:
    """Whether a prompt grew by more than what was added can be."""
    return here.prompt - before.prompt > 4 * ground.added(before, here) + before.output + _HIDDEN


def _placeholders(ground: _Ground, reports: Sequence[_Report]) -> Iterator[UsageFault]:
    """An output far below the reply that is recorded."""
    for one in reports:
        words = ground.reply(one)
        if words >= _SOME and one.output < _SPOKEN * words:
            text = f"an output of {one.output:,} for a reply of about {words:,}: the size of its text is taken"
            yield _fault(one, "placeholder", text)
