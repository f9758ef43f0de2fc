"""Which budget counts at which request: where a policy has budgets by model, that of the request's own model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import NamedTuple

from inspector.engine.effects import remember
from inspector.engine.steps import ASKED, Outcome, Steps
from inspector.meter.provider.usage import models
from inspector.policy.model import Policy
from inspector.transcript.model import Transcript


class Switch(NamedTuple):
    """A request whose model has another budget than that of the request before."""

    request: int
    before: str
    model: str

    @property
    def words(self) -> str:
        """For a person: from which model to which."""
        return f"request {self.request:,}: {self.before or 'no model named'} → {self.model}"


@dataclass(frozen=True, slots=True)
class Budgets:
    """`policy` is the one whose layers run. `by_request` is empty where it is the same at every request."""

    policy: Policy
    by_request: Sequence[Policy] = ()
    switches: tuple[Switch, ...] = ()
    models: Sequence[str] = ()

    def at(self, request: int) -> Policy:
        """The policy at a request, from 1."""
        return self.by_request[request - 1] if self.by_request else self.policy

    def runs(self) -> list[range]:
        """Requests in a row with one budget."""
        found, start = [], 1
        for _, same in groupby(self.by_request, id):
            found.append(range(start, start + len(list(same))))
            start = found[-1].stop
        return found

    def named(self, steps: Steps, policy: Policy) -> Steps:
        """The steps of a request; the gates that compared sizes say whose budget it was."""
        return replace(steps, outcomes=tuple(self._named(each, policy, steps.request) for each in steps.outcomes))

    def _named(self, outcome: Outcome, policy: Policy, request: int) -> Outcome:
        layer = policy.layers[outcome.index] if outcome.index >= 0 else None
        if layer is None or layer.when == "always" or not layer.enabled or outcome.gate in ("", ASKED):
            return outcome
        return replace(outcome, gate=f"{outcome.gate} ({self.words(request)})")

    def words(self, request: int) -> str:
        """Which model's budget counts at a request; "" where it is the same at every request."""
        model = self.models[request - 1] if self.switches else ""
        return f"budget of {model or 'no named model'}" if self.switches else ""


def budgets(transcript: Transcript, policy: Policy) -> Budgets:
    """The budgets of a policy over a transcript. A session that stays with one budget has one policy, with that one's."""
    if not policy.models:
        return Budgets(policy)
    if policy.model:
        return Budgets(policy.at_model(policy.model))
    names, turns = remember(transcript, ("models by request",), lambda: _by_request(transcript))
    policies = {name: policy.at_model(name) for name in (*names[:1], *(names[at] for at in turns))}
    switches = tuple(
        Switch(at + 1, names[at - 1], names[at]) for at in turns if policies[names[at - 1]] != policies[names[at]]
    )
    if not switches:
        return Budgets(policies[names[0]] if names else policy.at_model(""))
    return Budgets(policy, [policies[name] for name in names], switches, names)


def _by_request(transcript: Transcript) -> tuple[Sequence[str], Sequence[int]]:
    """The model of each request, and the positions at which it is another one than before."""
    names = models(transcript)
    return names, [at for at in range(1, len(names)) if names[at] != names[at - 1]]
