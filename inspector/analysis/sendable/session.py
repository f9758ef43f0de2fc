"""Every view of a session under the rules of a provider."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from inspector.analysis.sendable.breach import Breach, Provider, provider_of, unasked
from inspector.analysis.sendable.facts import Facts
from inspector.analysis.sendable.walk import Stood, Walk
from inspector.engine.replay import Replay
from inspector.engine.view import Certificate
from inspector.long_work import Progress

_REPORT_EVERY = 64


@dataclass(frozen=True, eq=False)
class Found:
    """One breach over a session: the requests (from 1) whose views show it, as runs of the first and the last."""

    breach: Breach
    runs: tuple[tuple[int, int], ...]

    @property
    def first(self) -> int:
        return self.runs[0][0]

    @property
    def requests(self) -> int:
        """How many views show it."""
        return sum(last - first + 1 for first, last in self.runs)

    def at(self, request: int) -> bool:
        """Whether the view of a request shows it."""
        return any(first <= request <= last for first, last in self.runs)


@dataclass(frozen=True, eq=False)
class Sendable:
    """The breaches of all views of a session up to `requests`, by the first request that shows them.

    `provider` None: no rules were asked, `unasked` says why, and nothing is known of any view (`requests` 0).
    """

    provider: Provider | None
    requests: int
    found: tuple[Found, ...]
    certificate: Certificate | None
    unasked: str = ""

    @property
    def errors(self) -> tuple[Found, ...]:
        """What the provider refuses."""
        return tuple(each for each in self.found if each.breach.severity == "error")

    @cached_property
    def refused(self) -> tuple[int, ...]:
        """The requests (from 1) whose views the provider refuses."""
        runs = ((first, last) for each in self.errors for first, last in each.runs)
        return tuple(sorted({request for first, last in merged(runs) for request in range(first, last + 1)}))

    def at(self, request: int) -> tuple[Breach, ...]:
        """The breaches of the view of a request."""
        return tuple(each.breach for each in self.found if each.at(request))


def sendable(
    replay: Replay,
    provider: Provider | None = None,
    requests: int | None = None,
    cancelled: Callable[[], bool] = bool,
    progress: Progress | None = None,
) -> Sendable | None:
    """The breaches of every view up to a request (all of them by default); None when nobody wants to know any more.

    `provider` is the one whose API the session was sent to, unless another is named.
    """
    wanted = replay.requests if requests is None else min(requests, replay.requests)
    chosen = provider or provider_of(replay.transcript)
    if chosen is None:
        return Sendable(None, 0, (), None, unasked(replay.transcript))
    walk = Walk(replay, Facts(replay.transcript, chosen))
    while walk.request < wanted:
        if walk.request % _REPORT_EVERY == 0:
            if cancelled():
                return None
            if progress is not None:
                progress(walk.request, wanted)
        walk.advance()
    certificate = replay.certificate(wanted) if wanted else None
    stood = [_doubted(each, replay) for each in walk.all()] if replay.is_recorded else walk.all()
    return Sendable(chosen, wanted, tuple(_grouped(stood)), certificate)


def _doubted(stood: Stood, replay: Replay) -> Stood:
    """What is at fault in a message that perhaps was not sent is no refusal: the agent may well have left it out."""
    breach, structure = stood.breach, replay.transcript.structure
    unsure = any(replay.transcript.messages[structure.owner[block]].uncertain for block in breach.blocks)
    if breach.severity != "error" or not unsure:
        return stood
    text = f"{breach.text} (whether it was sent is uncertain)"
    return stood._replace(breach=replace(breach, severity="note", text=text))


def _grouped(stood: Iterable[Stood]) -> list[Found]:
    """Each breach once, with all its runs."""
    runs: dict[Breach, list[tuple[int, int]]] = {}
    for each in sorted(stood, key=lambda one: (one.first, one.last)):
        runs.setdefault(each.breach, []).append((each.first, each.last))
    found = [Found(breach, tuple(merged(each))) for breach, each in runs.items()]
    return sorted(found, key=lambda one: (one.first, one.breach.severity, one.breach.rule, one.breach.blocks))


def merged(runs: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Runs in order, neighbours and overlaps joined."""
    out: list[tuple[int, int]] = []
    for first, last in sorted(runs):
        if out and first <= out[-1][1] + 1:
            out[-1] = (out[-1][0], max(out[-1][1], last))
        else:
            out.append((first, last))
    return out
