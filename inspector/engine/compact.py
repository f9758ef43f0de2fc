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
from inspector.meter.replacing import replaced_api
from inspector.policy.model import Policy, Protocol
from inspector.transcript import load_messages
from inspector.transcript.model import Held, Transcript


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

    Raises ValueError for a message of unknown form: it could neither be kept nor left out.

    `protocol` is strict unless told otherwise: a call without its result raises `ToolProtocolError`. A view that is still
    over the policy's hard limit raises `MessageViewLimitExceeded`. A failed summary leaves the view as it was; `problems`
    say so.
    """
    if not all(isinstance(message, Mapping) for message in messages):
        raise TypeError("messages must be a list of messages: objects with a role and a content")
    given = [dict(message) for message in messages]
    transcript = load_messages(given)
    if len(transcript.messages) != len(given):
        reasons = "; ".join(sorted({problem.reason for problem in transcript.report.problems}))
        raise ValueError(f"a message of unknown form would be lost: {reasons}")
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
        sent = chat_messages([message])
        return _with_chat_pictures(sent, given[origin]) if known and origin is not None else sent
    only = api_message(message)
    if known and origin is not None and isinstance(only["content"], list):
        only["content"] = _with_given(message, transcript, given[origin], only["content"])
    return [only]


def _whole(message: ViewMessage, blocks: int) -> bool:
    return len(message.blocks) == blocks and all(block.fate is Fate.VERBATIM for block in message.blocks)


def _with_given(message: ViewMessage, transcript: Transcript, given: dict[str, Any], content: list[Any]) -> list[Any]:
    """The content with what was given: the transcript holds pictures as references only, the harness has them whole."""
    parts = given.get("content")
    structure = transcript.structure
    origin = message.origin or 0
    if not isinstance(parts, list) or len(parts) != len(transcript.messages[origin].blocks):
        return content
    out = []
    for block, part in zip(message.blocks, content, strict=True):
        known = deepcopy(parts[block.origin[0] - structure.first[origin]]) if block.origin else None
        if known is None or block.fate not in (Fate.VERBATIM, Fate.TRUNCATED):
            out.append(part)
        elif block.fate is Fate.VERBATIM or block.source is None:
            out.append(known)
        else:
            source = replace(block.source, body=Held(block.source.text, known))
            out.append(replaced_api(source, block.text, images=True))
    return out


def _with_chat_pictures(sent: list[dict[str, Any]], given: dict[str, Any]) -> list[dict[str, Any]]:
    """Truncated results in OpenAI's form with the pictures that stood beside their text."""
    parts = given.get("content")
    if (
        len(sent) != 1
        or sent[0]["role"] != "tool"
        or not isinstance(parts, list)
        or isinstance(sent[0]["content"], str)
    ):
        return sent
    others = [deepcopy(part) for part in parts if isinstance(part, dict) and part.get("type") != "text"]
    words = [part for part in sent[0]["content"] or () if part.get("type") == "text"][:1]
    return [{**sent[0], "content": [*words, *others]}]
