"""The size of every block of a transcript in one counter, and running sums; counted once in a run."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from threading import Lock
from typing import Protocol, runtime_checkable
from weakref import WeakKeyDictionary

from inspector.long_work import Cancelled, Progress
from inspector.meter.counter import Counter
from inspector.transcript.model import Block, Message, Transcript
from inspector.transcript.same import kept_messages

Entry = tuple[Block, Message, bool]
"""A block, its message, and whether it is the message's first."""

_PATIENCE = 0.05
"""Seconds between two looks at `cancelled` while another thread counts."""
_STRETCH = 512
"""Blocks between two calls of `progress` and `cancelled`."""


@runtime_checkable
class BatchCounter(Protocol):
    """A counter that measures many blocks faster than one by one."""

    def batch(self, entries: Sequence[Entry]) -> Sequence[int]:
        """Size of each block, as `Counter.block` gives it."""
        ...


@runtime_checkable
class BoundCounter(Protocol):
    """A counter whose sizes depend on the whole of one transcript: it is made ready before the first block is measured."""

    def prepare(self, progress: Progress | None, cancelled: Callable[[], bool] | None) -> None:
        """Work out what the sizes rest on. Raises `Cancelled` as soon as `cancelled` says so."""
        ...

    def of(self, transcript: Transcript) -> Counter:
        """The same counter for another transcript."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Sizes:
    """`blocks[b]` is the size of block `b`, `prefix[b]` the sum of all blocks before it; system blocks are among them.

    The size of the history `[0, end)` is `base + prefix[end]`.
    """

    counter: Counter
    blocks: array[int]
    prefix: Sequence[int]
    base: int

    def between(self, start: int, stop: int) -> int:
        """Sum over the blocks `[start, stop)`."""
        return self.prefix[stop] - self.prefix[start]

    def history(self, end: int) -> int:
        """Size of the history that ends before block `end`, the counter's base included."""
        return self.base + self.prefix[end]

    @property
    def total(self) -> int:
        """Size of the whole transcript."""
        return self.base + self.prefix[-1]


@dataclass(slots=True)
class _Kept:
    """What is known of one transcript. The lock makes a second asker wait instead of counting again."""

    lock: Lock = field(default_factory=Lock)
    sizes: dict[str, Sizes] = field(default_factory=dict)


_kept: WeakKeyDictionary[Transcript, _Kept] = WeakKeyDictionary()
_guard = Lock()


def sizes(
    transcript: Transcript,
    counter: Counter,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Sizes:
    """Sizes of all blocks, counted at the first call and kept as long as the transcript lives.

    `progress` is told blocks done and all blocks. Raises `Cancelled` as soon as `cancelled` says so. May be called from
    any thread.
    """
    kept = _of(transcript)
    if isinstance(counter, BoundCounter) and counter.name not in kept.sizes:
        counter.prepare(progress, cancelled)
        progress = None
    while not kept.lock.acquire(timeout=_PATIENCE):
        _check(cancelled)
    try:
        found = kept.sizes.get(counter.name)
        if found is None:
            found = kept.sizes[counter.name] = _count(transcript, counter, progress, cancelled)
        return found
    finally:
        kept.lock.release()


def carry_sizes(before: Transcript, after: Transcript) -> None:
    """Sizes of a transcript that grew: of the messages that it kept they are known, and only the others are counted.

    In every counter that the transcript before was counted in.
    """
    kept = kept_messages(before, after)
    entries = [entry for stretch in _stretches(after.messages[kept:]) for entry in stretch]
    end = before.structure.first[kept]
    known = list(_of(before).sizes.items())
    for name, old in known:
        if isinstance(old.counter, BoundCounter):
            continue
        blocks = array("q", old.blocks[:end])
        blocks.extend(_measure(old.counter, entries))
        _of(after).sizes[name] = Sizes(old.counter, blocks, list(accumulate(blocks, initial=0)), old.base)
    for _, old in known:  # what came may tell more of what was there: from the others' sizes these are worked out anew
        if isinstance(old.counter, BoundCounter):
            sizes(after, old.counter.of(after))


def known_sizes(transcript: Transcript, counter: Counter) -> Sizes | None:
    """The sizes if they were counted already; never counts, never waits."""
    return _of(transcript).sizes.get(counter.name)


def _of(transcript: Transcript) -> _Kept:
    with _guard:
        return _kept.setdefault(transcript, _Kept())


def _count(
    transcript: Transcript, counter: Counter, progress: Progress | None, cancelled: Callable[[], bool] | None
) -> Sizes:
    total = len(transcript.structure.blocks)
    blocks = array("q")
    for stretch in _stretches(transcript.messages):
        _check(cancelled)
        blocks.extend(_measure(counter, stretch))
        if progress is not None:
            progress(len(blocks), total)
    return Sizes(counter, blocks, list(accumulate(blocks, initial=0)), counter.base)


def _check(cancelled: Callable[[], bool] | None) -> None:
    if cancelled is not None and cancelled():
        raise Cancelled


def _measure(counter: Counter, entries: Sequence[Entry]) -> Sequence[int]:
    if isinstance(counter, BatchCounter):
        return counter.batch(entries)
    return [counter.block(block, message, first) for block, message, first in entries]


def _stretches(messages: Sequence[Message]) -> Iterator[list[Entry]]:
    stretch: list[Entry] = []
    for message in messages:
        stretch.extend((block, message, position == 0) for position, block in enumerate(message.blocks))
        if len(stretch) >= _STRETCH:
            yield stretch
            stretch = []
    if stretch:
        yield stretch
