"""The texts of one block, to be read whole: as recorded, and as the view has it. No Textual here."""

from __future__ import annotations

from inspector.engine import Plan
from inspector.engine.view import BlockState, Fate, Kept
from inspector.transcript.model import Block
from inspector.tui import body
from inspector.tui.boxes import box_lines, is_wordless
from inspector.tui.call_text import LARGEST
from inspector.tui.fates import SIGNS, by
from inspector.tui.inks import PLAIN
from inspector.tui.leaf import Leaf, Sheet, cut, gone, whole
from inspector.tui.numerals import full
from inspector.tui.provider_sizes import recorded_words, written_words
from inspector.tui.session import Session
from inspector.tui.shown import Shown, recorded, shown
from inspector.tui.widgets.look import PICTURED
from inspector.tui.widgets.runs import kept_ranges

BOX = 64
"""Cells of the box that stands for a picture."""


def sheets(session: Session, place: int) -> list[Sheet]:
    """The record's text, and the view's where it is another one."""
    shape, plan = session.transcript.structure, session.plan()
    block = shape.blocks[place]
    call = shape.blocks[shape.partner[place]] if shape.partner[place] >= 0 else None
    beside = session.beside(session.request)
    if beside is not None:
        rough = session.held is not None and session.held.approximate
        views = [("A", beside.plan(None), rough), ("B", plan, session.approximate)]
        return _compared(block, call, place, views)
    if plan is None or place >= plan.end or plan.state(place).fate is Fate.VERBATIM:
        return [_record("", block, call, None)]
    state, unit = plan.state(place), session.unit
    size = session.replay.ledger.blocks[place]
    sure = recorded_words(plan.ledger, size, block)
    before = f"as recorded · {full(size, session.approximate)} {unit}{sure}"
    what = f"{SIGNS[state.fate]} {state.fate}{by(state.layer)}"
    if state.gone or state.pieces is None:
        return [_record(before, block, call, None), Sheet(gone("in the view", what))]
    layer = session.picture().layer
    after = f"in the view{f' after {layer}' if layer else ''}, {what} · {full(state.size, session.approximate)} {unit}"
    after += written_words(plan.ledger, state.size, block)
    return [_record(before, block, call, kept_ranges(state)), Sheet(_view(after, block, call, state))]


def _compared(block: Block, call: Block | None, place: int, views: list[tuple[str, Plan | None, bool]]) -> list[Sheet]:
    """The text as A has it and as B has it, either with estimated sizes or not; the record's alone where both have that."""
    found = [(name, plan, rough, plan.state(place)) for name, plan, rough in views if plan and place < plan.end]
    if all(state.fate is Fate.VERBATIM for *_, state in found):
        return [_record("", block, call, None)]
    out = [
        _of_side(f"in {name}", f"{full(state.size, rough)} {plan.ledger.policy.meter.unit}", block, call, state)
        for name, plan, rough, state in found
    ]
    if not any(state.fate is Fate.VERBATIM for *_, state in found):
        out.insert(0, _record("as recorded", block, call, None))
    return out


def _of_side(where: str, size: str, block: Block, call: Block | None, state: BlockState) -> Sheet:
    """The text in one of two views."""
    what = f"{SIGNS[state.fate]} {state.fate}{by(state.layer)}"
    if state.gone:
        return Sheet(gone(where, what))
    title = f"{where}, {what} · {size}"
    if state.pieces is None:
        return _record(title, block, call, None)
    return Sheet(_view(title, block, call, state))


def summaries(session: Session) -> list[tuple[str, str]]:
    """Titles and texts of the summaries that the view holds; those of A first, while A is held."""
    beside = session.beside(session.request)
    a = beside.plan(None) if beside is not None else None
    b = session.plan()
    rough = session.held is not None and session.held.approximate
    found = _summaries(a, "A · ", rough) if a is not None else []
    whose = "B · " if beside is not None else ""
    return found + (_summaries(b, whose, session.approximate) if b is not None else [])


def _summaries(plan: Plan, whose: str, rough: bool) -> list[tuple[str, str]]:
    """Titles and texts of the summaries of one view: made by a layer, or recorded by the agent; `rough`: not counted yet."""
    unit, shape = plan.ledger.policy.meter.unit, plan.ledger.structure
    made = [
        (f"{whose}by {one.layer} · {full(one.size, rough or one.approximate)} {unit}", one.text)
        for one in plan.made
        if one.kind == "summary"
    ]
    recorded = [
        (
            f"{whose}{shape.name(block)}, recorded · {full(plan.state(block).size, rough)} {unit}",
            body.text_of(shape.blocks[block]),
        )
        for block in plan.live_blocks()
        if shape.blocks[block].kind == "summary"
    ]
    return [*made, *recorded]


def _record(title: str, block: Block, call: Block | None, kept: list[Kept] | None) -> Sheet:
    text = body.recorded(block)
    raw = whole(title, _with_boxes(recorded(block, call, text), block), kept)
    best = shown(block, call, expanded=True)
    if not best.said or (block.kind == "tool_use" and len(text) > LARGEST):
        return Sheet(raw)
    return Sheet(whole(title, _with_boxes(best, block), kept), raw)


def _view(title: str, block: Block, call: Block | None, state: BlockState) -> Leaf:
    source = recorded(block, call, body.text_of(block))
    leaf = cut(title, source.text, state, source.parts[0][2])
    return leaf._replace(content=_with_boxes(leaf.content, block)) if state.fate in PICTURED else leaf


def _with_boxes(content: Shown, block: Block) -> Shown:
    """The text and below it boxes for pictures and documents; for a block without words the boxes alone."""
    if not block.images:
        return content
    boxes = "\n".join("".join(line) for line in box_lines(block, BOX, len(block.images)))
    if is_wordless(block):
        return Shown(boxes, ((0, len(boxes), PLAIN),))
    return content._replace(text=f"{content.text}\n{boxes}")
