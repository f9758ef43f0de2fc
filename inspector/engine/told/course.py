"""The course of a replay told from sums: from event to event by search, each event a few additions."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import NamedTuple

from inspector.engine import protocol
from inspector.engine.carry import carried
from inspector.engine.ledger import Ledger
from inspector.engine.plan import Plan, whole
from inspector.engine.quiet import Quiet
from inspector.engine.run import run
from inspector.engine.steps import CompactionState, Steps
from inspector.engine.summariser import Summariser
from inspector.engine.told.plans import Builder
from inspector.engine.told.recalled import Recalled
from inspector.engine.told.requests import Requests
from inspector.engine.told.rest import rest
from inspector.engine.told.rules import Rules, rules
from inspector.engine.told.sums import Sums
from inspector.engine.told.swift import Left, Swift
from inspector.engine.told.tail import CannotTell, Tail, Taken, approximate
from inspector.engine.view import Answer, EngineError
from inspector.policy.model import Policy

_PLANS = 8
"""Plans of told events that are kept for those who look at one again."""


class Event(NamedTuple):
    """A request at which the view changed. `tail` is None where sums do not tell what came of it; then there is a plan."""

    request: int
    end: int
    tail: Tail | None
    answer: Answer
    taken: int
    """How many stretches had left by then."""
    plan: Plan | None = None
    steps: Steps | None = None


class Told:
    """One policy on its way through the requests (the same questions as to a `Course`)."""

    def __init__(self, ledger: Ledger, policy: Policy, summariser: Summariser | None, quiet: Quiet) -> None:
        self.ledger, self.summariser = ledger, summariser
        self.structure = ledger.structure
        self.always = frozenset(layer.id for layer in policy.layers if layer.when == "always")
        self.sums = Sums(ledger, policy)
        self.builder = Builder(self.sums)
        self.rules = rules(self.sums, policy, quiet, summariser, self.builder.read)
        """Those of the request that is looked at."""
        self.done = 0
        self.taken: list[Taken] = []
        start = Tail(ledger.base + ledger.supplied)
        self.events = [Event(0, 0, start, Answer(start.base), 0, whole(ledger, 0))]
        self.event_at = [0]
        self.notes: dict[int, Answer] = {}
        """What was found out of requests that changed nothing for the next one."""
        self._plans: dict[int, Plan] = {}
        self._planned_summary = False

    @property
    def policy(self) -> Policy:
        return self.rules.policy

    @property
    def quiet(self) -> Quiet:
        return self.rules.quiet

    @property
    def requests(self) -> Requests:
        return self.rules.requests

    def rules_at(self, request: int) -> Rules:
        """What counts at a request."""
        return self.rules

    def until(self, request: int) -> int:
        """The last request at which the same rules count."""
        return self.structure.requests

    # ---------------------------------------------------------------- going on

    def advance(self, request: int) -> None:
        """Go on until a request is done."""
        while self.done < request:
            if self._swiftly(request):
                return
            event = self.events[-1]
            at = self.requests.next(
                event.tail,
                self._plan(len(self.events) - 1) if event.tail is None else None,
                event.end,
                self.done + 1,
                request,
                self._state(len(self.events) - 1).request,
            )
            if at <= request:
                at = self.rules.stuck.end(event.tail, at, request)
            if at <= request:
                self._do(event, at)
            self.done = min(at, request)

    def _swiftly(self, request: int) -> bool:
        """Go on as long as everything is as usual; False where a request is to be looked at more closely."""
        swift, tail = self.rules.swift, self.events[-1].tail
        if swift is None or tail is None or swift.writes or not swift.takes(tail):
            return False
        while isinstance(left := swift.next(tail, self.done + 1, request), Left):
            tail = self._left(swift, tail, left)
            self.done = left.request
        self.done = left
        return left == request

    def _left(self, swift: Swift, tail: Tail, left: Left) -> Tail:
        """Note what became of a request. What the next one starts from: the tail that is left, or the same as before."""
        rules, (request, first, size, fired, _, at, _) = self.rules, left
        error = rules.refusal(first, size, fired) if rules.refused is not None else None
        answer = Answer(size, fired, error, at >= 0 or approximate(tail))
        if error is not None or (at < 0 and (swift.overlays or not fired)):
            self.notes[request] = answer
            return tail
        if at < 0:
            tail = swift.only_cut(tail, left)
        else:
            taken = swift.taken(tail, left)
            self.taken.append(taken)
            tail = swift.after(tail, left, taken)
        self.events.append(Event(request, rules.requests.ends[request - 1], tail, answer, len(self.taken)))
        self.event_at.append(request)
        return tail

    def _do(self, event: Event, request: int) -> None:
        try:
            if event.tail is None or (self.requests.manual and self.requests.asked(request)):
                raise CannotTell
            tail = self._before(event, event.tail, request)
            answer = self._tell(tail, request)
        except CannotTell:
            self._run(request)
            return
        if answer.error is not None or not answer.fired:
            self.notes[request] = answer
            return
        if self.policy.state == "overlay":
            if not tail.taken:
                self.notes[request] = answer
                return
            tail.edge = tail.lo
        self.taken += tail.taken
        tail.taken = ()
        self._keep(Event(request, self.structure.end(request), tail, answer, len(self.taken)))

    def _keep(self, event: Event) -> None:
        self.events.append(event)
        self.event_at.append(event.request)

    def _run(self, request: int) -> None:
        """Make plans for one request, and go on from what it leaves."""
        at = len(self.events) - 1
        steps = run(request, self._received(at, request), self.policy, self.summariser, self._state(at))
        after = steps.after
        tried = (o for o in steps.outcomes if o.do == "summarise" and (o.fired or o.note))
        self._planned_summary = self._planned_summary or any(tried)
        answer = Answer(after.size, steps.fired, steps.error, any(made.approximate for made in after.made))
        base = carried(self.policy, steps)
        if base is None or steps.error is not None or (base is steps.before and self.quiet.housekeeping.layer < 0):
            self.notes[request] = answer
            return
        tail = rest(self.sums, base, steps.state)
        if tail is not None and tail.halves and self.quiet.housekeeping.layer >= 0:
            tail = None
        self._keep(Event(request, base.end, tail, answer, len(self.taken), base, steps))

    @property
    def unwritten(self) -> bool:
        """Whether no request of the session asks for a summary: then it makes no difference who would write it."""
        return self.done == self.structure.requests and not self.rules.wanted and not self._planned_summary

    # ---------------------------------------------------------------- one request

    def _before(self, event: Event, tail: Tail, request: int) -> Tail:
        """What a request starts from, after what housekeeping did at the request before."""
        tail = tail.copy()
        tail.texts = ()
        if self.requests.edges and request - 1 > event.request:
            tail.edge = max(tail.edge, min(self.requests.edges[request - 2], self.structure.end(request - 1)))
        return tail

    def _tell(self, tail: Tail, request: int) -> Answer:
        """Layer by layer, as `run` does it; the tail is what the view is in the end."""
        end = self.requests.ends[request - 1]
        first = size = self.sums.size(tail, end)
        if self.requests.strict and (refused := self._breach(tail, end)):
            return Answer(size, (), refused, approximate(tail))
        fired: tuple[str, ...] = ()
        since = tail.state.request
        for name, fixed, judges_first, work, usage in self.rules.layers:
            at = since if judges_first else tail.state.request
            limit = fixed if usage is None else self.requests.usage.least(usage, request, at)
            if limit is not None and (first if judges_first else size) < limit:
                continue
            if work.apply(tail, end, request):
                fired = (*fired, name)
                size = self.sums.size(tail, end)
        return Answer(size, fired, self.rules.refusal(first, size, fired), approximate(tail))

    def _breach(self, tail: Tail, end: int) -> EngineError | None:
        """Why a strict policy refuses a view: a breach that it holds."""
        if not self.quiet.breached(end):
            return None
        standing = [b for b in protocol.standing(self.ledger.transcript, end) if self.requests.live(tail, b.block)]
        return protocol.protocol_error(self.ledger.transcript, standing) if standing else None

    # ---------------------------------------------------------------- questions

    def beside(self, request: int) -> int | None:
        """What a request needs beside its view; None for a policy without a budget."""
        here = self.rules_at(request)
        return here.quiet.beside if here.policy.budget else None

    def answer(self, request: int) -> Answer:
        """Size, layers and refusal of a request."""
        self.advance(request)
        at = bisect_right(self.event_at, request) - 1
        event = self.events[at]
        if event.request == request:
            return event.answer
        if request in self.notes:
            return self.notes[request]
        if event.tail is None:
            steps = self.steps(request)
            return Answer(steps.after.size, steps.fired, steps.error, any(m.approximate for m in steps.after.made))
        return self._between(event, event.tail, request)

    def _between(self, event: Event, tail: Tail, request: int) -> Answer:
        """A request at which no event was looked for: sums say what it is."""
        end = self.structure.end(request)
        if not self.requests.edges and not self.quiet.breaches:
            size = self.sums.size(tail, end)
            if self.requests.below(size):
                return Answer(size, (), None, approximate(tail))
        try:
            return self._tell(self._before(event, tail, request), request)
        except CannotTell:
            steps = self.steps(request)
            return Answer(steps.after.size, steps.fired, steps.error, any(m.approximate for m in steps.after.made))

    def fired(self, request: int) -> tuple[str, ...]:
        """Ids of the layers that fired at a request."""
        return self.answer(request).fired

    def steps(self, request: int) -> Steps:
        """The steps of one request, with plans."""
        self.advance(request - 1)
        at = bisect_left(self.event_at, request) - 1
        summariser = self.summariser
        if at + 1 < len(self.events) and self.event_at[at + 1] == request:
            event = self.events[at + 1]
            if event.steps is not None:
                return event.steps
            if summariser is not None and event.tail is not None and event.tail.texts:
                summariser = Recalled(summariser, list(event.tail.texts))
        return run(request, self._received(at, request), self.policy, summariser, self._state(at))

    def _state(self, at: int) -> CompactionState:
        event = self.events[at]
        return event.steps.state if event.steps else event.tail.state if event.tail else CompactionState()

    def _received(self, at: int, request: int) -> Plan:
        """What the layers of a request receive, given the last event before it."""
        base = self._plan(at)
        if self.quiet.housekeeping.layer >= 0 and request - 1 > self.event_at[at]:
            base = self.quiet.housekeeping.apply(base.grown(self.structure.end(request - 1)))
        return base.grown(self.structure.end(request))

    def _plan(self, at: int) -> Plan:
        """What an event left, as a plan."""
        event = self.events[at]
        if event.plan is not None or event.tail is None:
            assert event.plan is not None
            return event.plan
        if at not in self._plans:
            anchor = next(i for i in range(at, -1, -1) if self.events[i].plan is not None)
            known = self.events[anchor]
            assert known.plan is not None
            while len(self._plans) >= _PLANS:
                del self._plans[next(iter(self._plans))]
            taken = self.taken[known.taken : event.taken]
            self._plans[at] = self.builder.plan(known.plan, taken, event.tail, event.end)
        return self._plans[at]
