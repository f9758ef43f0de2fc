"""The limits by which a policy decides, what they are compared with, and the knobs behind them."""

from __future__ import annotations

from typing import NamedTuple

from inspector.analysis.why.knobs import knobs_of
from inspector.engine import Replay
from inspector.policy.model import Limit, Policy
from inspector.policy.uses import uses


class Gate(NamedTuple):
    """A limit of a policy. `name` is `start`, `refuse`, or the id of the layer that has it for its own."""

    name: str
    limit: Limit
    knobs: tuple[str, ...]

    @property
    def value(self) -> int:
        return self.limit.value

    def measured(self, size: int, beside: int) -> int:
        """What the limit is compared with: a size of messages, with all that a request needs beside them where it is so.

        Of a limit on usage it is what the whole view would be estimated at.
        """
        return size if self.limit.of == "size" else size + beside


def gates(policy: Policy) -> list[Gate]:
    """The limits that let a layer work, where one that is on obeys them; the policy's `start` first."""
    on = [layer for layer in policy.layers if layer.enabled]
    found: list[Gate] = []
    by_start = next((layer for layer in on if layer.when is None), None)
    if policy.start is not None and by_start is not None:
        found.append(Gate("start", policy.start, knobs_of(policy, by_start.id).gate))
    found += [
        Gate(layer.id, layer.when, knobs_of(policy, layer.id).gate) for layer in on if isinstance(layer.when, Limit)
    ]
    return found


def refusal(policy: Policy) -> Gate | None:
    """The limit at which a view is refused."""
    if policy.refuse is None:
        return None
    read: list[str] = []
    if policy.document is not None:
        found = (str(use.number) for use in uses(policy.document.spec) if use.loc[:1] == ("refuse",))
        read = [number[1:] for number in found if number.startswith("$")]
    return Gate("refuse", policy.refuse, tuple(read))


def beside(replay: Replay) -> int:
    """What a request needs beside its messages, in the policy's meter: fixed input, durable state, reserve and margin."""
    budget = replay.policy.budget
    return budget.fixed + replay.ledger.durable + budget.reserve + budget.margin if budget else 0


def turned(names: tuple[str, ...], otherwise: str) -> str:
    """The first knob of a gate, or what to call it where none decides."""
    return names[0] if names else otherwise
