"""A policy inside a running harness: from the messages that it holds to the ones that it sends next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any

from inspector.engine.api_form import api_message
from inspector.engine.chat_form import chat_messages
from inspector.engine.ledger import Ledger
from inspector.engine.materialise import view_messages
from inspector.engine.plan import whole
from inspector.engine.replay import view_problems
from inspector.engine.run import run
from inspector.engine.steps import CompactionState, Outcome
from inspector.engine.summariser import Summariser
from inspector.engine.view import Fate, Problem, ViewMessage
from inspector.policy.model import Policy, Protocol
from inspector.transcript import load_messages
from inspector.transcript.model import Transcript


@dataclass(frozen=True, slots=True, eq=False)
class CompactionResult:
    """What a compaction leaves: `messages` in the form they came in, the same as view messages, sizes in the policy's meter.

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
    given = [dict(message) for message in messages]
    transcript = load_messages(given)
    policy = replace(policy, protocol=protocol)
    plan = whole(Ledger(transcript, policy), len(transcript.structure.blocks))
    structure = transcript.structure
    request = structure.requests + (bool(structure.histories) and structure.histories[-1] < len(transcript.messages))
    steps = run(request, plan, policy, summariser, state or CompactionState())
    if steps.error is not None:
        raise steps.error
    view = tuple(view_messages(steps.after))
    return CompactionResult(
        messages=[sent for message in view for sent in _sent(message, transcript, given)],
        view=view,
        before=plan.size,
        after=steps.after.size,
        layers=steps.outcomes,
        problems=(*view_problems(steps.after, request, policy), *steps.problems),
        state=steps.state,
    )


def _sent(message: ViewMessage, transcript: Transcript, given: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A message of the view as it is sent: what is verbatim as it was given, pictures among it, in the form it came in."""
    origin = message.origin
    known = origin is not None and len(given) == len(transcript.messages)
    if known and origin is not None and _whole(message, len(transcript.messages[origin].blocks)):
        return [deepcopy(given[origin])]
    if transcript.format.startswith("openai"):
        return chat_messages([message])
    sent = api_message(message)
    if known and origin is not None and isinstance(sent["content"], list):
        sent["content"] = _with_given(message, transcript, given[origin], sent["content"])
    return [sent]


def _whole(message: ViewMessage, blocks: int) -> bool:
    return len(message.blocks) == blocks and all(block.fate is Fate.VERBATIM for block in message.blocks)


def _with_given(message: ViewMessage, transcript: Transcript, given: dict[str, Any], content: list[Any]) -> list[Any]:
    """The content with verbatim blocks as they were given: the transcript holds pictures as references only."""
    parts = given.get("content")
    structure = transcript.structure
    origin = message.origin or 0
    if not isinstance(parts, list) or len(parts) != len(transcript.messages[origin].blocks):
        return content
    out = []
    for block, part in zip(message.blocks, content, strict=True):
        is_given = block.fate is Fate.VERBATIM and block.origin
        out.append(deepcopy(parts[block.origin[0] - structure.first[origin]]) if is_given else part)
    return out
