"""The numbers of one policy, ready to be asked: its gates, its layers as sums see them, the short ways that it allows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from inspector.engine.quiet import Quiet
from inspector.engine.summariser import Summariser
from inspector.engine.told.form import Step, least, steps
from inspector.engine.told.requests import Requests
from inspector.engine.told.stuck import Stuck
from inspector.engine.told.summary import Summed, Views
from inspector.engine.told.sums import Sums
from inspector.engine.told.swift import Swift, shape
from inspector.engine.view import EngineError, MessageViewLimitExceeded
from inspector.policy.model import Policy


class Rules(NamedTuple):
    """Everything of a course that depends on gates and budget. `refused`: the smallest view that is refused, None for none."""

    policy: Policy
    quiet: Quiet
    requests: Requests
    layers: Sequence[Step]
    refused: int | None
    stuck: Stuck
    swift: Swift | None

    @property
    def wanted(self) -> bool:
        """Whether a summary was ever to be made."""
        return any(isinstance(step.work, Summed) and step.work.wanted for step in self.layers)

    def refusal(self, before: int, after: int, fired: tuple[str, ...]) -> EngineError | None:
        """Why a view is refused that had one size before the layers and has another after them."""
        limit = self.policy.refuse
        if limit is None or self.refused is None or after < self.refused:
            return None
        words = limit.explain(after + self.quiet.beside if limit.of == "required" else after)
        return MessageViewLimitExceeded(before, after, words, fired, self.policy.meter.unit)


def rules(sums: Sums, policy: Policy, quiet: Quiet, summariser: Summariser | None, views: Views) -> Rules:
    """Make a policy ready."""
    requests = Requests(sums, policy, quiet)
    layers = steps(policy, sums, summariser, views, quiet.beside, requests.edges)
    refused = least(policy.refuse, quiet.beside)
    form = shape(sums, layers, requests)
    swift = Swift(form, sums, requests, policy.state == "overlay") if form else None
    return Rules(policy, quiet, requests, layers, refused, Stuck(sums, policy, layers, requests, refused), swift)
