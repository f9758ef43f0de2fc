"""The texts of one block, to be read whole: as recorded, and as the view has it. No Textual here."""

from __future__ import annotations

from inspector.engine.view import Fate, Kept
from inspector.tui import body
from inspector.tui.fates import by
from inspector.tui.session import Session


def texts(session: Session, place: int) -> list[tuple[str, str]]:
    """Titles and texts: the record's alone (without a title) where the view holds the block as it was recorded."""
    block, plan = session.transcript.structure.blocks[place], session.plan()
    recorded = body.text_of(block, expanded=True)
    if plan is None or place >= plan.end or plan.state(place).fate is Fate.VERBATIM:
        return [("", recorded)]
    state, unit = plan.state(place), session.unit
    sizes = session.replay.ledger.blocks[place], state.size
    what = f"{state.fate}{by(state.layer)}"
    if state.gone or state.pieces is None:
        return [(f"as recorded · {sizes[0]:,} {unit}", recorded), ("in the view", f"[not in the view: {what}]")]
    source = body.text_of(block)
    parts = [source[piece.start : piece.stop] if isinstance(piece, Kept) else piece.text for piece in state.pieces]
    return [
        (f"as recorded · {sizes[0]:,} {unit}", recorded),
        (f"in the view, {what} · {sizes[1]:,} {unit}", "".join(parts)),
    ]


def summaries(session: Session) -> list[tuple[str, str]]:
    """Titles and texts of the summaries that the view holds: made by a layer, or recorded by the agent."""
    plan = session.plan()
    if plan is None:
        return []
    unit, shape = session.unit, session.transcript.structure
    made = [(f"by {one.layer} · {one.size:,} {unit}", one.text) for one in plan.made if one.kind == "summary"]
    recorded = [
        (f"{shape.name(block)}, recorded · {plan.state(block).size:,} {unit}", body.text_of(shape.blocks[block]))
        for block in plan.live_blocks()
        if shape.blocks[block].kind == "summary"
    ]
    return [*made, *recorded]
