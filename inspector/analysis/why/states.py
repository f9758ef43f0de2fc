"""What became of a fact in one view. A paraphrase is never called kept (DESIGN §7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from inspector.analysis.why.sightings import Occurrence, Sightings
from inspector.engine.effects import remember
from inspector.engine.plan import Plan
from inspector.engine.view import BlockState, Fate, Kept, Notice

State = Literal[
    "not yet",
    "verbatim",
    "in the summary",
    "durable",
    "artifact",
    "cut",
    "cleared",
    "perhaps paraphrased",
    "gone",
]
"""Best first, after `not yet`. `in the summary`: word for word in a summary; `artifact`: only behind a pointer that the view
holds; `perhaps paraphrased`: a summary stands for it that does not have the words (a placeholder says nothing)."""
ORDER: tuple[State, ...] = (
    "verbatim",
    "in the summary",
    "durable",
    "artifact",
    "cut",
    "cleared",
    "perhaps paraphrased",
    "gone",
    "not yet",
)
HELD: frozenset[State] = frozenset({"verbatim", "in the summary", "durable"})
"""The states in which the model can read it word for word."""
POINTER = "artifact:"


class Standing(NamedTuple):
    """The state of a fact in a view, the block that decided (None: no block) and the layer that did it."""

    state: State
    block: int | None = None
    layer: str = ""

    @property
    def held(self) -> bool:
        """Whether the view has it word for word."""
        return self.state in HELD


def standing(plan: Plan, found: Sightings, durable: str = "", telling: bool = True) -> Standing:
    """The best that any of its occurrences comes to in a view. `durable` is the text of the durable state.

    `telling`: summaries that a layer made say something; placeholders do not.
    """
    if found.in_system:
        return Standing("verbatim")
    there = [each for each in found.all if each.block < plan.end]
    if not there:
        return Standing("not yet")
    if found.fact.whole:
        return max((_of(plan, each, telling) for each in there), key=_rank)
    best = Standing("gone")
    for each in reversed(there):  # the newest is the likeliest to be held
        now = _of(plan, each, telling)
        if now.state == "verbatim":
            return now
        best = min(best, now, key=_rank)
    if best.state != "in the summary" and (made := _summary(plan, found)) is not None:
        return made
    if not best.held and durable and found.fact.stands_in(durable):
        return Standing("durable")
    return best


def _rank(one: Standing) -> int:
    return ORDER.index(one.state)


def _of(plan: Plan, each: Occurrence, telling: bool) -> Standing:
    """What a view makes of one occurrence."""
    block = plan.ledger.structure.blocks[each.block]
    state = plan.state(each.block)
    if holds(state, each.start, each.stop):
        return Standing("in the summary" if block.kind == "summary" else "verbatim", each.block, state.layer)
    return Standing(_lost(plan, each.block, state, telling), each.block, state.layer)


def holds(state: BlockState, start: int, stop: int) -> bool:
    """Whether a block still has characters `[start, stop)` of its text word for word."""
    if state.gone or state.fate is Fate.INJECTED:
        return False
    if state.pieces is None:
        return True
    kept = (piece for piece in state.pieces if isinstance(piece, Kept))
    return any(piece.start <= start and stop <= piece.stop for piece in _joined(kept))


def _joined(pieces: Iterable[Kept]) -> Iterator[Kept]:
    """Neighbouring pieces as one."""
    last: Kept | None = None
    for piece in pieces:
        if last is not None and last.stop == piece.start:
            last = Kept(last.start, piece.stop)
        else:
            if last is not None:
                yield last
            last = piece
    if last is not None:
        yield last


def _lost(plan: Plan, block: int, state: BlockState, telling: bool) -> State:
    """The name of what became of an occurrence that the view does not hold."""
    if any(isinstance(piece, Notice) and POINTER in piece.text for piece in state.pieces or ()):
        return "artifact"
    if state.fate is Fate.TRUNCATED:
        return "cut"
    if state.fate in (Fate.CLEARED, Fate.FOLDED):
        return "cleared"
    if state.fate is Fate.SUMMARISED and any(True for _ in summaries(plan, telling)):
        return "perhaps paraphrased"
    return "gone"


def _summary(plan: Plan, found: Sightings) -> Standing | None:
    """The summary of a view that has it word for word."""
    for made in plan.made:
        if made.kind == "summary" and found.fact.stands_in(made.text):
            return Standing("in the summary", None, made.layer)
    return None


def summaries(plan: Plan, telling: bool = True) -> Iterator[str]:
    """The texts of the summaries that a view holds: made by a layer, where those are `telling`, or recorded by the agent."""
    if telling:
        yield from (made.text for made in plan.made if made.kind == "summary")
    shape = plan.ledger.structure
    recorded = remember(
        plan.ledger.transcript,
        ("summary blocks",),
        lambda: [at for at, block in enumerate(shape.blocks) if block.kind == "summary"],
    )
    yield from (shape.blocks[at].text for at in recorded if at < plan.end and plan.live(at))
