"""What a comparison finds: of each contender its run and its totals. Plain results, no logic."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from inspector.analysis.compare.contender import Contender
from inspector.analysis.losing import Losing
from inspector.analysis.why.facts import Fact
from inspector.analysis.why.lanes import Lane
from inspector.analysis.why.losses import Loss
from inspector.engine import Replay, Row
from inspector.engine.view import Certificate


class Sizes(NamedTuple):
    """The views that are sent, in one meter: the largest and its request, all of them together (`area`), how many.

    A refused view is not sent, and none of them. `approximate`: a summary in one of them is not written yet.
    """

    unit: str
    peak: int
    at: int
    area: int
    sent: int
    approximate: bool = False

    @property
    def mean(self) -> float:
        """The average view; 0 where none is sent."""
        return self.area / self.sent if self.sent else 0.0


class TypedLost(NamedTuple):
    """Of `all` texts that a person typed those that some view lacks, by the request at which they left (law 8)."""

    all: int
    losing: tuple[Losing, ...]

    @property
    def lost(self) -> int:
        """How many different texts some view lacks."""
        return len({block for each in self.losing for block in each.blocks})

    @property
    def first(self) -> int | None:
        """The first request that lacks one."""
        return self.losing[0].request if self.losing else None


class FactKept(NamedTuple):
    """What became of a given fact. `found`: the record holds it. `lanes` are empty where no request has it."""

    fact: Fact
    found: bool
    lanes: tuple[Lane, ...]
    losses: tuple[Loss, ...]

    @property
    def kept(self) -> bool:
        """Every view from its first on holds it word for word; a fact that no view can hold is not kept, nor lost."""
        return bool(self.lanes) and not self.losses

    @property
    def lost_at(self) -> int | None:
        """The first request whose view lacks it."""
        return self.losses[0].request if self.losses else None


class Remembered(NamedTuple):
    """Of `needed` things that the replies refer to, how many the views held that were sent (`analysis.recall`).

    `most` is how many any views of the same sizes could have held that keep text verbatim.
    """

    needed: int
    held: int
    most: int

    @property
    def share(self) -> float | None:
        """The part that was held; None where nothing is needed."""
        return self.held / self.needed if self.needed else None

    @property
    def bound(self) -> float | None:
        """The part that could have been held."""
        return self.most / self.needed if self.needed else None


class Unsendable(NamedTuple):
    """The requests that are sent and that the provider refuses, with the rules that they break (`analysis.sendable`).

    `provider` "": no rules were asked.
    """

    provider: str
    requests: tuple[int, ...]
    rules: tuple[str, ...]


class Spending(NamedTuple):
    """The provider's tokens of all requests that are sent (`analysis.cost`): read from its cache, written to it, and neither.

    `output` are the replies. `summaries` is what the summariser is sent and answers, as if a model were asked for each; 0
    where nobody writes any. `usd`
    is the price of all of it in US dollars; None where no price is known, never 0. `basis` is the least sure of where the
    sizes are from: recorded, calibrated, estimated. `timed`: the record says when requests were sent; else nothing in the
    cache ever expires.
    """

    fresh: int
    read: int
    write: int
    output: int
    summaries: int
    usd: float | None
    basis: str
    timed: bool

    @property
    def prompts(self) -> int:
        """All prompts together."""
        return self.fresh + self.read + self.write


@dataclass(frozen=True, slots=True)
class Totals:
    """One contender over the whole session. Requests are numbers from 1.

    `own` is in the policy's own meter, `common` in the one that all contenders are measured in.
    """

    own: Sizes
    common: Sizes
    compactions: tuple[int, ...]
    refusals: tuple[int, ...]
    typed: TypedLost
    facts: tuple[FactKept, ...]
    recall: Remembered
    unsendable: Unsendable
    spending: Spending
    certificate: Certificate

    @property
    def facts_lost(self) -> int:
        """How many of the given facts some view lacks."""
        return sum(bool(each.losses) for each in self.facts)


@dataclass(frozen=True, eq=False)
class Run:
    """A contender that was run: `rows` has one row for each request, `tokens` the size of its view in the common meter."""

    contender: Contender
    replay: Replay
    rows: Sequence[Row]
    tokens: Sequence[int]
    totals: Totals

    @property
    def letter(self) -> str:
        return self.contender.letter

    def view(self, request: int) -> int | None:
        """Size of the view of a request in the common meter; None where it is refused."""
        return None if self.rows[request - 1].error is not None else self.tokens[request - 1]

    @property
    def views(self) -> list[int | None]:
        """The size of every view in the common meter; None for one that is refused."""
        return [self.view(request) for request in range(1, len(self.rows) + 1)]
