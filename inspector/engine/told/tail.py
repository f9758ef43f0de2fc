"""A view as numbers: a head that stays as it is, and a tail of the transcript from which single pairs were taken out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from inspector.engine.plan import Span
from inspector.engine.steps import CompactionState
from inspector.engine.view import Fate, Gone, Made
from inspector.transcript.model import Role


class CannotTell(Exception):
    """Sums do not say what a layer does here: a plan has to be made."""


class Taken(NamedTuple):
    """A stretch `[lo, at)` that left the tail, and what of it had been taken out before (as in `Tail`)."""

    lo: int
    at: int
    first: int
    seen: int
    halves: Mapping[int, Gone]
    head: tuple[Span, ...]
    """What left the head with it."""
    fate: Fate
    layer: str


class Promise(NamedTuple):
    """A made-up message of which only the size is known; the message itself is made when somebody looks."""

    kind: Literal["summary", "acknowledgement"]
    size: int
    at: int
    layer: str
    text: str
    role: Role
    of: Taken | None = None
    earlier: tuple[Span | Made | Promise, ...] = ()


Standing = Span | Made | Promise

NO_COMPACTION = CompactionState()
NOTHING: Mapping[int, Gone] = {}


@dataclass(slots=True, eq=False)
class Tail:
    """What the requests after an event start from.

    `base` is the size of all that stands before block `lo`: `head`, in the order of the view, each message a span of its own.
    From `lo` on everything is there, but for the blocks of `halves` and the pairs that dedupe took: those of the keyed
    results from index `first` on whose next result with the same key lies before index `seen`. They weigh `gone` (`plain` as
    recorded). The policy's local layer has worked up to block `edge`.
    """

    base: int
    lo: int = 0
    edge: int = 0
    first: int = 0
    seen: int = 0
    gone: int = 0
    plain: int = 0
    halves: Mapping[int, Gone] = field(default_factory=lambda: NOTHING)
    head: tuple[Standing, ...] = ()
    state: CompactionState = NO_COMPACTION
    texts: tuple[str | Exception, ...] = ()
    """What a summariser answered at the present request, each time it was asked."""
    taken: tuple[Taken, ...] = ()
    """Stretches that left at the present request, in order."""

    def copy(self) -> Tail:
        """The same numbers, to be worked on."""
        return Tail(
            self.base,
            self.lo,
            self.edge,
            self.first,
            self.seen,
            self.gone,
            self.plain,
            self.halves,
            self.head,
            self.state,
            self.texts,
            self.taken,
        )

    def become(self, other: Tail) -> None:
        """Take over the numbers of another one."""
        for name in self.__slots__:
            setattr(self, name, getattr(other, name))

    @property
    def whole(self) -> bool:
        """Whether nothing was taken out of the tail."""
        return self.seen <= self.first and not self.halves


def approximate(tail: Tail) -> bool:
    """Whether a view holds a summary of estimated size."""
    for part in tail.head:
        if isinstance(part, Promise):
            if part.kind == "summary" and not part.text:
                return True
        elif isinstance(part, Made) and part.approximate:
            return True
    return False
