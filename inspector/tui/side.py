"""What one pane shows: the Transcript as it was recorded, or one Prompt View. Immutable, no Textual."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from inspector.engine.view import BlockState, EngineError, Fate, Kept, Notice, Piece
from inspector.tui.provider_sizes import record_size, title_size
from inspector.tui.seen import Seen

if TYPE_CHECKING:
    from inspector.engine import Plan
    from inspector.engine.ledger import Ledger

NOTHING = BlockState(Fate.VERBATIM)


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """The Transcript (`is_record`), or the view that `plan` describes. Both sides of a picture are over one transcript.

    `sizes` are those of the transcript's blocks in the side's own meter, `sums` the running sums over them, `largest` the
    largest of them. Without a plan (the policy refuses to make a view) `trouble` says why.
    """

    title: str
    plan: Plan | None
    sizes: Sequence[int]
    sums: Sequence[int]
    largest: int
    unit: str
    approximate: bool = False
    trouble: str = ""
    is_record: bool = False

    def state(self, block: int) -> BlockState:
        """What becomes of a block; nothing yet for one that comes later, and for what is no block at all."""
        if not 0 <= block < len(self.sizes):
            return NOTHING
        if self.plan is None or block >= self.plan.end:
            return BlockState(Fate.VERBATIM, "", self.sizes[block])
        return self.plan.state(block)

    def looks_like(self, other: Side, block: int) -> bool:
        """Whether both sides show a block alike: the same fate and the same text, whoever decided it."""
        one, two = self.state(block), other.state(block)
        return one.fate is two.fate and (one.pieces == two.pieces or _joined(one.pieces) == _joined(two.pieces))


def _joined(pieces: Sequence[Piece] | None) -> list[Piece] | None:
    """Pieces without empty ones, and kept ranges that touch as one: equal for equal texts."""
    if pieces is None:
        return None
    out: list[Piece] = []
    for piece in pieces:
        last = out[-1] if out else None
        if isinstance(piece, Notice):
            out += [piece] if piece.text else []
        elif isinstance(last, Kept) and last.stop == piece.start:
            out[-1] = Kept(last.start, piece.stop)
        elif piece.start < piece.stop:
            out.append(piece)
    return out


def record_side(ledger: Ledger, request: int, largest: int, approximate: bool = False) -> Side:
    """The Transcript, with the size of the history of a request in its title."""
    size = ledger.base + ledger.supplied + ledger.prefix[ledger.structure.end(request)]
    unit = ledger.policy.meter.unit
    title = f"Transcript {record_size(ledger, request, size) or _size(size, unit, approximate)}"
    return Side(title, None, ledger.blocks, ledger.prefix, largest, unit, approximate, is_record=True)


def view_side(
    seen: Seen, step: int | None, largest: int, approximate: bool = False, name: str = "Prompt View", when: str = ""
) -> Side:
    """A view at one of its steps (0: before the layers, n: after layer n, None: after all of them).

    `name` is what the title calls it, `when` what it says of the step where that is not what the step itself says.
    """
    ledger, plan, unit = seen.replay.ledger, seen.plan(step), seen.replay.policy.meter.unit
    trouble = f"no view: {seen.steps}" if isinstance(seen.steps, EngineError) else ""
    size = ": none"
    if plan is not None:
        told = title_size(plan, seen.request) or _size(plan.size, unit, approximate)
        size = f"{when or _when(seen, step)} {told}"
    return Side(f"{name}{size}", plan, ledger.blocks, ledger.prefix, largest, unit, approximate, trouble)


def _when(seen: Seen, step: int | None) -> str:
    if step is None or not seen.outcomes:
        return ""
    return " before the layers" if step == 0 else f" after {seen.outcomes[min(step, len(seen.outcomes)) - 1].id}"


def _size(size: int, unit: str, approximate: bool) -> str:
    return f"{'≈' if approximate else ''}{size:,} {unit}"
