"""A policy inside a running harness: from the messages that it holds to the ones that it sends next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from inspector.engine.api_form import api_message
from inspector.engine.ledger import Ledger
from inspector.engine.materialise import view_messages
from inspector.engine.plan import whole
from inspector.engine.replay import view_problems
from inspector.engine.run import run
from inspector.engine.steps import CompactionState, Outcome
from inspector.engine.summariser import Summariser
from inspector.engine.view import Problem, ViewMessage
from inspector.policy.model import Policy, Protocol
from inspector.transcript import load_messages


@dataclass(frozen=True, slots=True, eq=False)
class CompactionResult:
    """What a compaction leaves: `messages` to send (API form), the same as view messages, sizes in the policy's meter.

    Under `rewrite` a harness keeps `messages` as its history, and gives `state` to the next call.
    """

    messages: list[dict[str, Any]]
    view: tuple[ViewMessage, ...]
    before: int
    after: int
    layers: tuple[Outcome, ...]
    problems: tuple[Problem, ...]
    state: CompactionState

    @property
    def fired(self) -> tuple[str, ...]:
        """Ids of the layers that changed something, in order."""
        return tuple(layer.id for layer in self.layers if layer.fired)


def compact(
    messages: Sequence[Mapping[str, Any]],
    policy: Policy,
    summariser: Summariser | None = None,
    *,
    state: CompactionState | None = None,
    protocol: Protocol = "strict",
) -> CompactionResult:
    """The next request's messages under a policy. The messages given are not changed.

    `protocol` is strict unless told otherwise: a call without its result raises `ToolProtocolError`. A view that is still
    over the policy's hard limit raises `MessageViewLimitExceeded`. A failed summary leaves the view as it was; `problems`
    say so.
    """
    transcript = load_messages([dict(message) for message in messages])
    policy = replace(policy, protocol=protocol)
    plan = whole(Ledger(transcript, policy), len(transcript.structure.blocks))
    structure = transcript.structure
    request = structure.requests + (bool(structure.histories) and structure.histories[-1] < len(transcript.messages))
    steps = run(request, plan, policy, summariser, state or CompactionState())
    if steps.error is not None:
        raise steps.error
    view = tuple(view_messages(steps.after))
    return CompactionResult(
        messages=[api_message(message) for message in view],
        view=view,
        before=plan.size,
        after=steps.after.size,
        layers=steps.outcomes,
        problems=(*view_problems(steps.after, request, policy), *steps.problems),
        state=steps.state,
    )
