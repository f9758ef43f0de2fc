"""The course of a replay: state carried from request to request, and what happened on the way. Holds the only mutable state."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from inspector.engine.afresh import Afresh
from inspector.engine.carry import carried
from inspector.engine.effects import remember
from inspector.engine.ledger import Ledger
from inspector.engine.overlaid import Overlaid
from inspector.engine.plan import Plan, whole
from inspector.engine.quiet import Quiet
from inspector.engine.run import run
from inspector.engine.steps import CompactionState, Steps
from inspector.engine.summariser import Summariser
from inspector.engine.view import Answer, EngineError
from inspector.policy.model import Policy


class Light(NamedTuple):
    """What is remembered of a request that left nothing behind; its steps are worked out again when asked for."""

    fired: tuple[str, ...]
    error: EngineError | None
    approximate: bool


class Course:
    """One policy on its way through the requests. Between two events a view only grows, so only events are kept."""

    def __init__(self, ledger: Ledger, policy: Policy, summariser: Summariser | None) -> None:
        self.ledger, self.policy, self.summariser = ledger, policy, summariser
        self.structure = ledger.structure
        self.quiet = Quiet(ledger, policy)
        self.afresh = policy.state == "per_request"
        self.always = frozenset(layer.id for layer in policy.layers if layer.when == "always")
        self.done = 0
        self.sizes = array("q")
        """Size of the view at each request that is done."""
        self.edges = array("q")
        """How far housekeeping had worked at each request that is done; -1 where sums do not tell."""
        self._ends = remember(ledger.transcript, ("ends", *ledger.key), self._sizes_at_requests)
        self.events: list[Steps] = []
        self.event_at: list[int] = []
        self._light: dict[int, Light] = {}
        self.bases: list[Plan] = []
        """What the requests after each event start from."""
        self._offset = ledger.base + ledger.supplied
        """Size of the history that a request starts from, less the sum of recorded sizes up to its end."""
        self.afresh_sums = Afresh(ledger, policy)
        self._overlaid = Overlaid(ledger, policy, self.quiet.beside)
        self._keeper = self.quiet.housekeeping
        self._keeper.rest(None)
        self._fired: dict[int, tuple[str, ...]] = {}
        """Layers that fired at requests of which no event was kept."""

    def _sizes_at_requests(self) -> list[int]:
        """Sums of the recorded sizes up to the end of each request's history."""
        return [self.ledger.prefix[self.structure.first[history]] for history in self.structure.histories]

    def advance(self, request: int) -> None:
        """Go on until a request is done."""
        while self.done < request:
            if self.quiet.by_size:
                self._skip(request)
            if self.done < request:
                self._next(self.done + 1)
                self.done += 1

    def _skip(self, request: int) -> None:
        """Pass over the requests whose size is below every limit: a view only grows between two events."""
        lowest = self.quiet.lowest
        stop = request if lowest is None else bisect_left(self._ends, lowest - self._offset, self.done, request)
        if stop > self.done:
            offset = self._offset
            self.sizes.extend([offset + size for size in self._ends[self.done : stop]])
            self.edges.extend([-1] * (stop - self.done))
            self.done = stop

    def _next(self, request: int) -> None:
        end = self.structure.end(request)
        received = size = self._offset + self.ledger.prefix[end]
        edge = -1
        if self._keeper.knows:
            edge = self._keeper.edge(request)
            size += self._keeper.change(edge)
        if self.quiet.at(request, received, size, end, self._state(len(self.events) - 1).request):
            self.sizes.append(size)
            self.edges.append(edge)
        elif self.afresh_sums.knows and self._sound(end):
            size, self._fired[request] = self.afresh_sums.at(end)
            self.sizes.append(size)
            self.edges.append(-1)
        elif self._overlaid.knows and not self.quiet.breached(end) and (told := self._overlaid.at(received, end)):
            self.sizes.append(told.size)
            self.edges.append(-1)
            self._fired[request] = told.fired
        else:
            self._run(request)

    def _sound(self, end: int) -> bool:
        """Whether neither a hard limit nor a breach needs a closer look under a policy that makes views afresh."""
        return self.policy.refuse is None and not self.quiet.breached(end)

    def _run(self, request: int) -> None:
        at = len(self.events) - 1
        steps = self._steps_at(at, request)
        self.sizes.append(steps.after.size)
        base = carried(self.policy, steps)
        if self._leaves_nothing(steps, base):
            self._light[request] = Light(steps.fired, steps.error, any(m.approximate for m in steps.after.made))
        elif base is not None:
            self._keep(request, steps, base)
        self.edges.append(self._keeper.tail if self._keeper.layer >= 0 else -1)

    def _leaves_nothing(self, steps: Steps, base: Plan | None) -> bool:
        """Whether the next request goes on as if nothing had happened: a view made afresh, a refusal, a preview."""
        return base is None or (base is steps.before and self._keeper.layer < 0)

    def _state(self, at: int) -> CompactionState:
        return CompactionState() if self.afresh or at < 0 else self.events[at].state

    def _received(self, at: int, request: int) -> Plan:
        """What the layers of a request receive, given the last event before it."""
        end = self.structure.end(request)
        if self.afresh:
            return whole(self.ledger, end)
        base = self.bases[at] if at >= 0 else None
        before = self.event_at[at] if at >= 0 else 0
        if self._keeper.layer >= 0 and request - 1 > before:
            earlier = self.structure.end(request - 1)
            base = self._keeper.apply(base.grown(earlier) if base is not None else whole(self.ledger, earlier))
        return base.grown(end) if base is not None else whole(self.ledger, end)

    def _keep(self, request: int, steps: Steps, base: Plan) -> None:
        self.events.append(steps)
        self.event_at.append(request)
        self.bases.append(base)
        self._offset = base.size - self.ledger.prefix[base.end]
        if self._keeper.layer >= 0:
            self._keeper.rest(base)
        if self._overlaid.form:
            self._overlaid.rest(base)

    def steps(self, request: int) -> Steps:
        """The steps of one request; under `per_request` no other request is looked at."""
        if not self.afresh:
            self.advance(request)
        at = bisect_right(self.event_at, request) - 1
        if at >= 0 and self.event_at[at] == request:
            return self.events[at]
        return self._steps_at(at, request)

    def _steps_at(self, at: int, request: int) -> Steps:
        """The steps of a request, given the last event before it."""
        return run(request, self._received(at, request), self.policy, self.summariser, self._state(at))

    def beside(self, request: int) -> int | None:
        """What a request needs beside its view; None for a policy without a budget."""
        return self.quiet.beside if self.policy.budget else None

    def event(self, request: int) -> Steps | None:
        """What happened at a request that is done; None when no event was kept of it."""
        at = bisect_right(self.event_at, request) - 1
        return self.events[at] if at >= 0 and self.event_at[at] == request else None

    def answer(self, request: int) -> Answer:
        """Size, layers and refusal of a request."""
        if self.told_afresh:
            return self._answer_afresh(self.structure.end(request), request)
        self.advance(request)
        return Answer(self.sizes[request - 1], self.fired(request), self.error(request), self.approximate(request))

    @property
    def told_afresh(self) -> bool:
        """Whether sums tell each view by itself, whatever came before it."""
        return self.afresh_sums.knows and self.policy.refuse is None and not self.quiet.breaches

    @property
    def ends(self) -> Sequence[int]:
        """One past the last block of each request's history."""
        first, histories = self.structure.first, self.structure.histories
        return remember(self.ledger.transcript, ("request ends",), lambda: [first[h] for h in histories])

    def _answer_afresh(self, end: int, request: int) -> Answer:
        """A request of which nothing but its own history matters."""
        received = self.ledger.base + self.ledger.supplied + self.ledger.prefix[end]
        quiet = self.judge(request).at(request, received, received, end)
        return Answer(received) if quiet else Answer(*self.afresh_sums.at(end))

    def judge(self, request: int) -> Quiet:
        """Says whether anything can happen at a request."""
        return self.quiet

    def runs(self) -> Iterator[tuple[range, Quiet]]:
        """Stretches of requests (from 1) with the one who judges them."""
        yield range(1, self.structure.requests + 1), self.quiet

    def approximate(self, request: int) -> bool:
        """Whether the view of a request that is done holds a summary of estimated size."""
        if request in self._light:
            return self._light[request].approximate
        at = bisect_right(self.event_at, request) - 1
        return at >= 0 and any(made.approximate for made in self.events[at].after.made)

    def fired(self, request: int) -> tuple[str, ...]:
        """Ids of the layers that fired at a request that is done."""
        event = self.event(request) or self._light.get(request)
        if event:
            return event.fired
        edge = self.edges[request - 1]
        if edge >= 0 and self._keeper.worked(self.edges[request - 2] if request > 1 else 0, edge):
            return (self.policy.layers[self._keeper.layer].id,)
        return self._fired.get(request, ())

    def error(self, request: int) -> EngineError | None:
        """Why the view of a request that is done was refused."""
        event = self.event(request) or self._light.get(request)
        return event.error if event else None
