"""From a plan to a whole view: messages with their texts, what is gone, layers, problems, certificate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inspector.engine.cut import assemble
from inspector.engine.losses import typed_losses
from inspector.engine.plan import Plan
from inspector.engine.rows import history_size
from inspector.engine.run import required
from inspector.engine.view import Fate, Made, View, ViewBlock, ViewMessage

if TYPE_CHECKING:
    from inspector.engine.replay import Replay


def materialise(replay: Replay, request: int) -> View:
    """The Prompt View of a request, whole."""
    steps = replay.steps(request)
    plan = steps.after
    return View(
        request=request,
        turn=replay.transcript.structure.turn(request),
        messages=tuple(view_messages(plan)),
        gone=tuple(plan.gone()),
        layers=steps.outcomes,
        problems=replay.problems(request),
        certificate=replay.certificate(request),
        transcript_size=history_size(replay.ledger, request),
        size=plan.size,
        required=required(plan, request, replay.policy_at(request)),
        lost=tuple(typed_losses(plan)),
        error=steps.error,
        durable=replay.durable_view,
    )


def view_messages(plan: Plan) -> list[ViewMessage]:
    """The messages of a view in the order in which they are sent; a message without blocks has disappeared."""
    out: list[ViewMessage] = []
    for part in plan.parts:
        if isinstance(part, Made):
            out.append(_made(part))
            continue
        owner = plan.ledger.structure.owner
        groups: dict[int, list[int]] = {}
        for block in range(part.lo, part.hi):
            groups.setdefault(owner[block], []).append(block)
        for message, blocks in groups.items():
            shown = tuple(view_block(plan, block) for block in blocks)
            _append(out, plan, message, shown)
    return out


def _append(out: list[ViewMessage], plan: Plan, message: int, blocks: tuple[ViewBlock, ...]) -> None:
    """Add a message, or the rest of one whose first blocks lie in the stretch before."""
    if out and out[-1].origin == message:
        blocks = (*out.pop().blocks, *blocks)
    source = plan.ledger.transcript.messages[message]
    single = len(source.blocks) <= 1
    doubt = source.doubt or plan.doubted.get(message, "")
    out.append(ViewMessage(source.role, blocks, message, source.plain, single, doubt=doubt))


def view_block(plan: Plan, block: int) -> ViewBlock:
    """One block as the view holds it."""
    state = plan.state(block)
    source = plan.ledger.structure.blocks[block]
    text = assemble(source.text, state.pieces)
    return ViewBlock(state.fate, source.kind, text, state.size, state.layer, (block,), state.pieces, source)


def _made(made: Made) -> ViewMessage:
    kind = "summary" if made.kind == "summary" else "text"
    block = ViewBlock(Fate.INJECTED, kind, made.text, made.size, made.layer, made.origin)
    return ViewMessage(made.role, (block,), None, True, made=made)
