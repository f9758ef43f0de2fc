"""All views of a replay under the rules, one after the other; of each only what is not as in the view before."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import NamedTuple

from inspector.analysis.sendable.breach import Breach
from inspector.analysis.sendable.check import Check
from inspector.analysis.sendable.drawn import Drawn, Place, difference, drawn
from inspector.analysis.sendable.facts import Facts
from inspector.analysis.sendable.sent import MADE, split
from inspector.engine.plan import Plan
from inspector.engine.region import unfinished
from inspector.engine.replay import Replay


class Unit(NamedTuple):
    """A message of the view that was taken in: where it begins, the turn of its first half, and a digest of all up to its end."""

    place: Place
    turn: int
    digest: int


class Stood(NamedTuple):
    """A breach, and the first and the last of the requests in a row that showed it (from 1)."""

    breach: Breach
    first: int
    last: int


class Walk:
    """Goes from view to view, each request in order, from 1."""

    def __init__(self, replay: Replay, facts: Facts) -> None:
        self.replay, self.facts = replay, facts
        self.request = 0
        """The request that was looked at last."""
        self.standing: list[tuple[Breach, int]] = []
        """The breaches of its view, each with the request since which it is there."""
        self.stood: list[Stood] = []
        """The breaches of earlier views that were mended since."""
        self._check = Check(facts.given(0))
        self._units: list[Unit] = []
        self._plan: Plan | None = None
        self._born: dict[int, int] = {}
        """Reply (message) → digest of the view that it was made from."""
        self._unsettled = 0
        """The first turn whose answer depended on where the view ended."""

    def advance(self) -> None:
        """The view of the next request."""
        self.request += 1
        request, steps = self.request, self.replay.steps(self.request)
        waiting = frozenset(unfinished(steps.after))
        self._check.given = self.facts.given(request, waiting)
        kept = self._go_to(steps.after)
        self._unsettled = self._first_turn_of(waiting)
        if self.facts.thinks and steps.error is None:
            history = self.facts.structure.histories[request - 1]
            self._born[history] = self._units[-1].digest if self._units else 0
        new = [*self._check.found[kept:], *self._check.ending()]
        self._note(kept, [entry.breach for entry in new])

    def _note(self, kept: int, new: list[Breach]) -> None:
        """Of the breaches the first `kept` stay as they are; the others are these now."""
        before: dict[Breach, list[tuple[Breach, int]]] = {}
        for old in reversed(self.standing[kept:]):
            before.setdefault(old[0], []).append(old)
        del self.standing[kept:]
        for breach in new:
            self.standing.append(before[breach].pop() if before.get(breach) else (breach, self.request))
        gone = (each for left in before.values() for each in left)
        self.stood += [Stood(breach, since, self.request - 1) for breach, since in gone]

    def all(self) -> list[Stood]:
        """Every breach so far, those that still stand included."""
        return [*self.stood, *(Stood(breach, since, self.request) for breach, since in self.standing)]

    def _go_to(self, plan: Plan) -> int:
        """Forget what is not in this view, take in what is new. The answer: how many breaches are still the same."""
        keep = self._common(plan)
        start = self._units[keep].place if keep else Place(0, 0)
        self._check.back(self._units[keep].turn if keep else 0)
        kept = len(self._check.found)
        del self._units[keep:]
        for message in drawn(plan, self.facts, start):
            self._take(message)
        self._plan = plan
        return kept

    def _common(self, plan: Plan) -> int:
        """How many messages can stay: those before the last turn of which the two views are alike."""
        if self._plan is None:
            return 0
        units = self._units
        alike = bisect_left(units, difference(self._plan, plan), key=lambda unit: unit.place)
        if not alike:
            return 0
        turn = min(units[alike - 1].turn, self._unsettled)
        begun = units[bisect_right(units, turn, key=lambda unit: unit.turn) - 1].turn
        return bisect_left(units, begun, key=lambda unit: unit.turn)

    def _take(self, message: Drawn) -> None:
        at, facts = len(self._units), self.facts
        before = self._units[-1].digest if self._units else 0
        bound = message.origin == MADE or self._born.get(message.origin, before) == before
        turn = -1
        for sent in split(message.role, message.parts, at, message.origin, facts.provider, message.bare):
            self._check.take(sent, bound)
            turn = len(self._check.turns) - 1 if turn < 0 else turn
        digest = hash((before, message.content)) if facts.thinks else 0
        self._units.append(Unit(message.place, max(turn, 0), digest))

    def _first_turn_of(self, waiting: frozenset[int]) -> int:
        """The first turn of the view that holds a waiting call; one past the last when none waits."""
        turns = self._check.turns
        for turn in range(len(turns) - 1, -1, -1) if waiting else ():
            if any(part.block in waiting for _, part in turns[turn].calls):
                return turn
        return len(turns)
