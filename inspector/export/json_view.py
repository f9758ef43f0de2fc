"""One Prompt View as JSON: the stable contract of `inspector view --json`.

Messages, blocks, turns and requests count from 1; a block is named `"6.1"`, the first of the sixth message. Sizes are
in the policy's own meter. A size that a policy does not speak of (`window` without a budget) is null, never left out.
`typed_lost` names the texts that a person typed and the view does not hold word for word. Keys always come in the same
order. When the view was refused, `error` is there as well, and `messages` shows what would have been sent. `durable` is null
without a durable state; its text belongs to the fixed part of the request and is never among the messages. `breaches` are
the rules of the provider (whose form the session was recorded in) that the view breaks by itself: `error` is refused, `note`
is not. What thinking was bound to is seen from all views together: `inspector check`.

`size.estimate` is null unless the policy counts as the provider does (`meter: {count: provider}`). Then it is the whole prompt
with its fixed input: `tokens`, of which 9 of 10 such numbers lie between `low` and `high`, and its `basis` (`charged`,
`calibrated` on the session, `shipped` factors of the model's family, `estimated`); its parts `fixed` (with an interval of its
own), `durable` and `messages`, less `unsent` (thinking of earlier turns in them that is not sent any more), sum to `tokens`
(`fixed` is below 0 where the reported prompt is smaller than its messages are by the record). Each block of a message has
`low`, `high` and `basis` beside its `size` then.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from inspector.analysis.sendable.breach import Breach
from inspector.analysis.sendable.plain import breaches
from inspector.engine.api_form import content
from inspector.engine.durable_json import to_json
from inspector.engine.estimates import ViewParts, block_estimate, view_parts
from inspector.engine.replay import Replay
from inspector.engine.view import (
    Certificate,
    DurableView,
    EngineError,
    Gone,
    LayerOutcome,
    MessageViewLimitExceeded,
    Problem,
    ViewBlock,
    ViewMessage,
)
from inspector.engine.view import View as PromptView
from inspector.policy.model import MeterSpec, Policy
from inspector.transcript.model import Transcript
from inspector.transcript.structure import Structure


def replayed_json(replay: Replay, request: int) -> dict[str, Any]:
    """The whole document of a request's view."""
    return view_json(replay.view(request), replay.transcript, replay.policy, replay)


def view_json(view: PromptView, transcript: Transcript, policy: Policy, replay: Replay | None = None) -> dict[str, Any]:
    """The whole document. `policy` is the replay's own, also for the recorded view; `replay` tells how sure sizes are."""
    structure = transcript.structure
    parts = view_parts(replay.plan(view.request), view.request) if replay is not None else None
    document: dict[str, Any] = {
        "transcript": transcript_json(transcript),
        "policy": policy_json(policy),
        "request": view.request,
        "turn": view.turn,
        "certificate": certificate_json(view.certificate),
        "size": size_json(view, policy.meter, parts),
        "layers": [layer_json(layer, structure) for layer in view.layers],
        "typed_lost": [gone_json(gone, structure) for gone in view.lost],
        "durable": None if view.durable is None else durable_json(view.durable),
        "messages": [message_json(message, transcript, replay) for message in view.messages],
        "gone": [gone_json(gone, structure) for gone in view.gone],
        "problems": [problem_json(problem, structure) for problem in view.problems],
        "breaches": [breach_json(breach, structure) for breach in breaches(view, transcript)],
    }
    return document if view.error is None else {**document, "error": error_json(view.error)}


def transcript_json(transcript: Transcript) -> dict[str, Any]:
    structure = transcript.structure
    return {
        "format": transcript.format,
        "messages": len(transcript.messages),
        "turns": structure.turn_of[-1] if structure.turn_of else 0,
        "requests": structure.requests,
        "session": transcript.session,
        "model": transcript.model,
    }


def policy_json(policy: Policy) -> dict[str, Any]:
    """Name and current knob values; `changed` names the knobs that are not at the policy's own default."""
    changed = [knob.name for knob in policy.knobs if knob.changed]
    return {"name": policy.name, "knobs": dict(policy.values), "changed": changed}


def certificate_json(certificate: Certificate) -> dict[str, Any]:
    return {"kind": certificate.kind, "request": certificate.request, "why": certificate.why}


def size_json(view: PromptView, meter: MeterSpec, estimate: ViewParts | None = None) -> dict[str, Any]:
    """`transcript` is the history of the request uncompacted, `view` what is left, `parts` the sum of `required`.

    `view` is `base` (what an empty list of messages weighs) and the sizes of the messages.
    """
    need = view.required
    sizes = {
        "meter": meter.count,
        "unit": meter.unit,
        "transcript": view.transcript_size,
        "view": view.size,
        "base": view.size - sum(message.size for message in view.messages),
        "fixed": need and need.fixed,
        "required": need and need.total,
        "window": need and need.window,
        "estimate": None if estimate is None else estimate_json(estimate),
    }
    if need is None:
        return sizes
    parts = ("fixed", "durable", "history", "new", "reserve", "margin", "free")
    return {**sizes, "parts": {part: getattr(need, part) for part in parts}}


def estimate_json(parts: ViewParts) -> dict[str, Any]:
    """A whole prompt in the provider's tokens, and its parts."""
    return {
        **parts.total._asdict(),
        "fixed": parts.fixed._asdict(),
        "durable": parts.durable,
        "messages": parts.messages,
        "unsent": parts.unsent,
    }


def durable_json(durable: DurableView) -> dict[str, Any]:
    """The durable part: its text as sent, the state field by field, and what became of each source. No excerpts."""
    return {"text": durable.text, **to_json(durable.state), "sources": sources_json(durable), "size": durable.size}


def sources_json(durable: DurableView) -> list[dict[str, Any]]:
    """One object for each source pointer, in first-seen order. Only an available source has a hash."""
    fields = ("pointer", "status", "sha256", "reason")
    return [{field: getattr(source, field) for field in fields} for source in durable.sources]


def layer_json(layer: LayerOutcome, structure: Structure) -> dict[str, Any]:
    return {
        "id": layer.id,
        "do": layer.do,
        "fired": layer.fired,
        "before": layer.before,
        "after": layer.after,
        "removed": layer.removed,
        "injected": layer.injected,
        "changed": names(layer.changed, structure),
        "gone": names(layer.gone, structure),
        "reason": layer.reason,
    }


def message_json(message: ViewMessage, transcript: Transcript, replay: Replay | None = None) -> dict[str, Any]:
    """One message as it is sent. `uncertain`: the record does not say for sure that it was part of the prompt, or so.

    `uncertain_why`: why not, a clause; null where it is certain.
    """
    structure = transcript.structure
    return {
        "role": message.role,
        "content": content(message),
        "origin": origin(message, structure),
        "fate": message.fate.value,
        "size": message.size,
        "uncertain": message.uncertain,
        "uncertain_why": message.doubt or None,
        "blocks": [block_json(block, structure, replay) for block in message.blocks],
    }


def origin(message: ViewMessage, structure: Structure) -> list[int]:
    """Numbers of the recorded messages that a message of the view comes from; of all that a summary stands for."""
    if message.origin is not None:
        return [message.origin + 1]
    return sorted({structure.owner[position] + 1 for block in message.blocks for position in block.origin})


def block_json(block: ViewBlock, structure: Structure, replay: Replay | None = None) -> dict[str, Any]:
    """One block; in the provider's tokens with the interval of its size and where that comes from."""
    sure = block_estimate(replay.ledger, block) if replay is not None else None
    told = {
        "kind": block.kind,
        "fate": block.fate.value,
        "layer": block.layer or None,
        "size": block.size,
        "origin": names(block.origin, structure),
    }
    return told if sure is None else {**told, "low": sure.low, "high": sure.high, "basis": sure.basis}


def gone_json(gone: Gone, structure: Structure) -> dict[str, Any]:
    return {"block": structure.name(gone.block), "fate": gone.fate.value, "layer": gone.layer or None}


def problem_json(problem: Problem, structure: Structure) -> dict[str, Any]:
    name = None if problem.block is None else structure.name(problem.block)
    return {"kind": problem.kind, "block": name, "text": problem.text}


def breach_json(breach: Breach, structure: Structure) -> dict[str, Any]:
    """A provider's rule that a view breaks; `messages` are numbers in the view."""
    return {
        "rule": breach.rule,
        "severity": breach.severity,
        "provider": breach.provider,
        "text": breach.text,
        "blocks": names(breach.blocks, structure),
        "messages": [at + 1 for at in breach.messages],
        "source": breach.source,
    }


def error_json(error: EngineError) -> dict[str, Any]:
    """Type and text of a refusal; for a limit its numbers as well. Never contents of the transcript."""
    found: dict[str, Any] = {"type": type(error).__name__, "text": str(error)}
    if isinstance(error, MessageViewLimitExceeded):
        found |= {"before": error.before, "after": error.after, "limit": error.limit}
        found |= {"layers": list(error.layers), "unit": error.unit}
    return found


def names(positions: Iterable[int] | Sequence[int], structure: Structure) -> list[str]:
    """Block positions as people write them."""
    return [structure.name(position) for position in positions]
