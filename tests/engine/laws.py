"""The laws of the engine as checks of one request of a replay."""

from __future__ import annotations

from typing import Any

from inspector.engine import BlockState, Fate, Plan, Replay, Row, View, ViewBlock, ViewMessage
from inspector.engine.view import Kept
from inspector.meter import Counter, counter, replaced_block
from inspector.transcript.model import Block, Held, Message

SYSTEM = ("system", "developer")


def check(replay: Replay, request: int) -> None:
    view = replay.view(request)
    conservation(replay, view)
    kept_text(view)
    layer_sums(replay, request)
    layer_diffs(replay, request)
    measured_afresh(replay, view)
    pairs(replay, view)
    system_messages(replay, view)
    order(view)
    stretches(replay, view)
    same_as_row(replay.row(request), view)


def conservation(replay: Replay, view: View) -> None:
    """Every block of the history is the origin of exactly one block of the view, or gone; never both."""
    end = replay.transcript.structure.end(view.request)
    live = [at for message in view.messages if message.origin is not None for b in message.blocks for at in b.origin]
    gone = [left.block for left in view.gone]
    assert sorted(live + gone) == list(range(end))
    summarised = {left.block for left in view.gone if left.fate is Fate.SUMMARISED}
    stood_for = [at for message in view.messages if message.made for at in message.made.origin]
    if all(message.made.kind == "summary" for message in view.messages if message.made):
        assert len(stood_for) == len(set(stood_for))
    assert set(stood_for) <= summarised
    assert all(message.blocks for message in view.messages if message.made or message.role not in SYSTEM)


def kept_text(view: View) -> None:
    """What a view keeps is byte for byte its source's; everything else is a notice."""
    for message in view.messages:
        for block in message.blocks:
            if block.source is None:
                assert block.fate is Fate.INJECTED
                assert block.layer
                continue
            if block.pieces is None:
                assert (block.text, block.fate, block.layer) == (block.source.text, Fate.VERBATIM, "")
                continue
            assert block.fate in (Fate.TRUNCATED, Fate.CLEARED, Fate.FOLDED)
            assert block.layer
            cut_from(block, block.source.text)


def cut_from(block: ViewBlock, source: str) -> None:
    said, at = "", 0
    for piece in block.pieces or ():
        if isinstance(piece, Kept):
            assert at <= piece.start <= piece.stop <= len(source)
            said, at = said + source[piece.start : piece.stop], piece.stop
        else:
            said += piece.text
    assert said == block.text
    if block.fate is not Fate.TRUNCATED:
        assert not any(isinstance(piece, Kept) for piece in block.pieces or ())


def layer_sums(replay: Replay, request: int) -> None:
    """after = before − removed + injected; what one layer leaves is what the next receives."""
    steps = replay.steps(request)
    size = steps.before.size
    for outcome in steps.outcomes:
        assert outcome.before == size
        assert outcome.after == outcome.before - outcome.removed + outcome.injected
        assert outcome.reason
        assert set(outcome.changed).isdisjoint(outcome.gone)
        if not outcome.fired:
            assert (outcome.after, outcome.changed, outcome.gone) == (outcome.before, (), ())
        size = outcome.after
    assert size == steps.after.size == replay.plan(request).size


def states(plan: Plan) -> dict[int, BlockState]:
    found = {block: plan.state(block) for block in range(plan.end)}
    return {block: state for block, state in found.items() if not state.gone}


def layer_diffs(replay: Replay, request: int) -> None:
    """Taking each layer's gone and changed blocks from what it received rebuilds the view, layer by layer."""
    steps = replay.steps(request)
    live, made = states(steps.before), list(steps.before.made)
    for outcome, plan in zip(steps.outcomes, steps.plans, strict=True):
        after = states(plan)
        assert set(outcome.gone) <= set(live)
        rebuilt = {
            at: after[at] if at in outcome.changed else state for at, state in live.items() if at not in outcome.gone
        }
        assert {at: bare(state) for at, state in rebuilt.items()} == {at: bare(state) for at, state in after.items()}
        if outcome.fired:
            assert outcome.changed or outcome.gone or [id(m) for m in made] != [id(m) for m in plan.made]
        live, made = after, list(plan.made)
    assert live.keys() == states(steps.after).keys()


def bare(state: BlockState) -> tuple[Any, ...]:
    return state.fate, state.layer, state.size, state.pieces


def measured_afresh(replay: Replay, view: View) -> None:
    """The size of a view is what the counter says of the messages that it would send."""
    spec = replay.policy.meter
    count = counter(spec.count)
    total = count.base
    for message in view.messages:
        if message.role in SYSTEM and not spec.system:
            continue
        fresh = as_message(message)
        sizes = [count.block(block, fresh, at == 0) for at, block in enumerate(fresh.blocks)]
        assert [block.size for block in message.blocks] == sizes, (message.origin, message.fate)
        total += sum(sizes)
    assert view.size == total
    assert view.transcript_size == history_size(replay, view.request, count)


def as_message(message: ViewMessage) -> Message:
    blocks = tuple(as_block(block) for block in message.blocks)
    return Message(1, message.role, blocks, message.plain and message.single)


def as_block(block: ViewBlock) -> Block:
    if block.source is None:
        return Block("text", Held(block.text, {"type": "text", "text": block.text}))
    if block.pieces is None:
        return block.source
    return replaced_block(block.source, block.text, images=block.fate is Fate.TRUNCATED)


def history_size(replay: Replay, request: int, count: Counter) -> int:
    total = count.base
    for message in replay.transcript.messages[: replay.transcript.structure.histories[request - 1]]:
        if message.role not in SYSTEM or replay.policy.meter.system:
            total += sum(count.block(block, message, at == 0) for at, block in enumerate(message.blocks))
    return total


def pairs(replay: Replay, view: View) -> None:
    """A call and its result stand together or are gone together; a call that waits for its result is there."""
    structure = replay.transcript.structure
    end = structure.end(view.request)
    live = {at for message in view.messages if message.origin is not None for b in message.blocks for at in b.origin}
    for call in structure.calls:
        result = structure.partner[call]
        if call < end and 0 <= result < end:
            assert (call in live) == (result in live), (structure.name(call), structure.name(result))
    unfinished = {problem.block for problem in view.problems if problem.kind == "unfinished"}
    assert unfinished <= live
    assert unfinished == waiting(replay, end)
    breaches = {"missing", "unknown", "duplicate", "reversed", "misplaced"} & {p.kind for p in view.problems}
    assert view.sendable == (view.error is None and not unfinished and not breaches)


def waiting(replay: Replay, end: int) -> set[int]:
    """Calls of the last reply that have no result yet, if nothing but results came after it."""
    structure = replay.transcript.structure
    last = structure.owner[end - 1] if end else -1
    while last >= 0:
        message = replay.transcript.messages[last]
        blocks = range(structure.first[last], structure.first[last + 1])
        if any(structure.blocks[at].kind == "tool_use" for at in blocks):
            calls = [at for at in blocks if structure.blocks[at].kind == "tool_use"]
            return {at for at in calls if not 0 <= structure.partner[at] < end}
        if message.role != "system" and not any(structure.blocks[at].kind == "tool_result" for at in blocks):
            return set()
        last -= 1
    return set()


def system_messages(replay: Replay, view: View) -> None:
    """System messages are part of every view, word for word."""
    history = replay.transcript.structure.histories[view.request - 1]
    wanted = [m for m in replay.transcript.messages[:history] if m.role in SYSTEM]
    found = [m for m in view.messages if m.role in SYSTEM and m.origin is not None]
    assert [m.origin for m in found] == [m.number - 1 for m in wanted]
    for message, source in zip(found, wanted, strict=True):
        assert [b.source for b in message.blocks] == list(source.blocks)
        assert all(b.fate is Fate.VERBATIM for b in message.blocks)


def order(view: View) -> None:
    """What stays, stays in its order; a message stands once."""
    origins = [message.origin for message in view.messages if message.origin is not None]
    assert origins == sorted(set(origins))
    for message in view.messages:
        positions = [at for block in message.blocks if message.origin is not None for at in block.origin]
        assert positions == sorted(set(positions))


def stretches(replay: Replay, view: View) -> None:
    """The history as runs of messages: without a hole, and gone exactly where the view holds nothing of a message."""
    structure = replay.transcript.structure
    there = {message.origin for message in view.messages}
    at = 0
    for stretch in replay.plan(view.request).stretches():
        assert stretch.first == at < stretch.stop
        for message in range(stretch.first, stretch.stop):
            if structure.first[message] < structure.first[message + 1]:
                assert stretch.gone == (message not in there)
        assert not stretch.gone or stretch.layer
        at = stretch.stop
    assert at == structure.histories[view.request - 1]


def same_as_row(row: Row, view: View) -> None:
    assert (row.request, row.turn, row.transcript, row.view) == (
        view.request,
        view.turn,
        view.transcript_size,
        view.size,
    )
    assert row.fired == tuple(layer.id for layer in view.layers if layer.fired)
    assert str(row.error) == str(view.error)
    assert row.required == (view.required.total if view.required else None)


def signature(replay: Replay, request: int) -> tuple[Any, ...]:
    """Everything that a request shows, as plain values."""
    view = replay.view(request)
    return (
        [
            (m.role, m.origin, m.fate, [(b.fate, b.layer, b.origin, b.text, b.size) for b in m.blocks])
            for m in view.messages
        ],
        list(view.gone),
        [(o.id, o.fired, o.reason, o.before, o.after, o.changed, o.gone) for o in view.layers],
        list(view.problems),
        view.certificate,
        (view.size, view.transcript_size, view.required, str(view.error)),
    )
