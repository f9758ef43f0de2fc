"""What a family looks at: a replay, and what several families ask of it, worked out once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from inspector.analysis.cut import Cut
from inspector.analysis.cuts import cuts
from inspector.analysis.diagnose.finding import Finding
from inspector.analysis.diagnose.offline import Unwritten, offline
from inspector.engine import Replay
from inspector.engine.view import Row
from inspector.long_work import Cancelled


@dataclass(frozen=True, eq=False)
class Case:
    """A replay under examination. A long search calls `go_on` now and then."""

    replay: Replay
    cancelled: Callable[[], bool] = bool

    @cached_property
    def rows(self) -> Sequence[Row]:
        """Every request as a row; request r is `rows[r - 1]`. Raises `Cancelled`."""
        rows = self.replay.table(self.cancelled)
        if rows is None:
            raise Cancelled
        return rows

    @cached_property
    def recorded(self) -> Replay:
        """The recorded view of the same session, in tokens of o200k."""
        return self.replay if self.replay.is_recorded else Replay(self.replay.transcript)

    @cached_property
    def cuts(self) -> Sequence[Cut]:
        """The summaries of the replay, with what each was made of (`analysis.cuts`). Raises `Cancelled`.

        Where somebody outside writes them they are without words.
        """
        found = cuts(self.replay, cancelled=self.cancelled, summariser=offline(self.replay.summariser) or Unwritten())
        self.go_on()
        return found

    @property
    def unit(self) -> str:
        """The unit of the policy's meter."""
        return self.replay.policy.meter.unit

    def go_on(self) -> None:
        """Raises `Cancelled` when nobody wants to know any more."""
        if self.cancelled():
            raise Cancelled


@dataclass(frozen=True, slots=True)
class Family:
    """A known way of going wrong: `find` gives its findings, the worst or the first of them first.

    `about` says in one line what it is. `find` may raise `Cancelled`, and nothing else whatever the record holds.
    """

    name: str
    about: str
    find: Callable[[Case], Sequence[Finding]]
