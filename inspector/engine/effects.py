"""What the local layers (truncate, clear, fold) do to single blocks: worked out once a block, shared between replays."""

from __future__ import annotations

from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator
from threading import Lock
from typing import TypeVar
from weakref import WeakKeyDictionary

from inspector.engine.artifact_names import Naming, artifact_pointer, by_block
from inspector.engine.cut import assemble, measure
from inspector.engine.layers import clear, fold
from inspector.engine.layers.truncate import truncate
from inspector.engine.templates import slots
from inspector.engine.view import BlockState, Fate, Piece
from inspector.meter import sizes
from inspector.meter.counter import Counter
from inspector.policy.model import Clear, Fold, Layer, Limit, Select, Truncate
from inspector.transcript.model import Transcript
from inspector.transcript.pointers import PointerFault, pointer_to
from inspector.transcript.structure import Structure

EXACT = ("o200k_base", "cl100k_base", "provider")

_KEPT = 48
"""How many different settings are remembered for one transcript: turning a knob to and fro costs nothing new."""
_LARGE = {"states": 6, "summed": 6, "changed by kind": 4, "afresh": 4, "notices": 6}
"""Kinds of values that hold something for every block: of these fewer are remembered."""

_memo: WeakKeyDictionary[Transcript, OrderedDict[Hashable, object]] = WeakKeyDictionary()
_guard = Lock()

T = TypeVar("T")


def remember(transcript: Transcript, key: Hashable, make: Callable[[], T]) -> T:
    """A value that depends on the transcript and the key alone; the newest few are kept as long as the transcript lives.

    May be called from any thread.
    """
    with _guard:
        held = _memo.setdefault(transcript, OrderedDict())
        if key in held:
            held.move_to_end(key)
            return held[key]  # type: ignore[return-value]
    made = make()
    with _guard:  # the first of two threads that made it at the same time
        found = held.setdefault(key, made)
        _forget(held, key)
    return found  # type: ignore[return-value]


def remembered(transcript: Transcript, key: Hashable) -> bool:
    """Whether `remember` would answer at once."""
    return key in _memo.get(transcript, ())


def _forget(held: OrderedDict[Hashable, object], newest: Hashable) -> None:
    """Drop what was not asked for in a long time; the newest value stays whatever it is."""
    kind = newest[0] if isinstance(newest, tuple) else None
    if kind in _LARGE:
        same = [key for key in held if isinstance(key, tuple) and key[0] == kind]
        for key in same[: -_LARGE[kind]]:
            del held[key]
    while len(held) > _KEPT:
        held.popitem(last=False)


def selected(transcript: Transcript, select: Select) -> list[int]:
    """Positions of the blocks that a layer may touch, in order. System and developer messages never are (DESIGN §4, law 5)."""
    return remember(transcript, ("selected", select), lambda: _selected(transcript, select))


def _selected(transcript: Transcript, select: Select) -> list[int]:
    structure, messages = transcript.structure, transcript.messages
    pool: Iterable[int] = structure.results if select.kinds == ("tool_result",) else range(len(structure.blocks))
    out = []
    for block in pool:
        message = messages[structure.owner[block]]
        if message.role in ("system", "developer") or (select.roles and message.role not in select.roles):
            continue
        if select.kinds and structure.blocks[block].kind not in select.kinds:
            continue
        if (select.tools or select.not_tools) and not _tool_fits(structure, block, select):
            continue
        out.append(block)
    return out


def _tool_fits(structure: Structure, block: int, select: Select) -> bool:
    tool = tool_of(structure, block)
    return (not select.tools or tool in select.tools) and tool not in select.not_tools


def tool_of(structure: Structure, block: int) -> str:
    """Name of the called tool, for a call or the result that answers it."""
    call = block if structure.blocks[block].kind == "tool_use" else structure.partner[block]
    return structure.blocks[call].tool if call >= 0 else ""


class Effect:
    """One local layer under one counter: which blocks are its candidates, and what becomes of each."""

    def __init__(self, transcript: Transcript, counter: Counter, layer: Layer) -> None:
        if not isinstance(layer.operation, Truncate | Clear | Fold):
            raise TypeError(f"{layer.do} is no local operation")
        self.transcript, self.counter, self.layer = transcript, counter, layer
        self.operation = layer.operation
        self.naming: Naming = by_block
        """How artifacts are named; `compact()` looks for names that are free in its folder."""
        self.fate = {Truncate: Fate.TRUNCATED, Clear: Fate.CLEARED, Fold: Fate.FOLDED}[type(layer.operation)]
        key = (counter.name, layer.select, layer.over)
        self.candidates = remember(transcript, ("over", *key), self._candidates)
        self.is_candidate = remember(transcript, ("is over", *key), lambda: frozenset(self.candidates))
        self.key = (*key, layer.operation, layer.id)
        """What the states of blocks depend on."""
        self._states: dict[int, BlockState | None] = remember(
            transcript, ("states", counter.name, layer.operation, layer.id), dict
        )

    def _candidates(self) -> list[int]:
        blocks = selected(self.transcript, self.layer.select)
        over = self.layer.over
        if over is None:
            return blocks
        sizes = item_sizes(self.transcript, self.layer.select, over.unit, self.counter)
        limit = over.value + (over.op == ">")
        return [block for block, size in zip(blocks, sizes, strict=True) if size >= limit]

    def within(self, lo: int, hi: int) -> list[int]:
        """The candidates in `[lo, hi)`."""
        return self.candidates[bisect_left(self.candidates, lo) : bisect_left(self.candidates, hi)]

    def changed(self) -> Iterator[tuple[int, BlockState]]:
        """The candidates that the layer changes as recorded, and what it makes of them."""
        for block in self.candidates:
            state = self.alone(block)
            if state is not None:
                yield block, state

    def alone(self, block: int) -> BlockState | None:
        """What the layer makes of a candidate as recorded; None when it does nothing."""
        states = self._states
        if block not in states:
            states[block] = self._make(block, None)
        return states[block]

    def on(self, block: int, state: BlockState) -> BlockState:
        """What the layer makes of a block that earlier layers left in `state`; the same state when it does nothing."""
        if block not in self.is_candidate:
            return state
        if state.pieces is None:
            return self.alone(block) or state
        if not self._still_over(block, state.pieces):
            return state
        return self._make(block, state.pieces) or state

    def _still_over(self, block: int, pieces: tuple[Piece, ...]) -> bool:
        over: Limit | None = self.layer.over
        if over is None:
            return True
        text = assemble(self.transcript.structure.blocks[block].text, pieces)
        return over.reached(measure(text, over.unit, self.counter))

    def _make(self, block: int, pieces: tuple[Piece, ...] | None) -> BlockState | None:
        structure = self.transcript.structure
        source = structure.blocks[block]
        made = self._pieces(source.text, pieces, self._pointer(block))
        if made is None:
            return None
        size = replaced_size(self.transcript, self.counter, block, assemble(source.text, made), self.fate)
        return BlockState(self.fate, self.layer.id, size, made)

    def _pointer(self, block: int) -> str:
        if isinstance(self.operation, Truncate) and self.operation.externalise:
            return artifact_pointer(self.transcript, block, self.naming)
        return pointer(self.transcript, block) if "pointer" in slots(self.operation.notice) else ""

    def _pieces(self, text: str, pieces: tuple[Piece, ...] | None, pointer: str) -> tuple[Piece, ...] | None:
        if isinstance(self.operation, Truncate):
            return truncate(text, pieces, self.operation, self.counter, pointer)
        replace = fold.replace if isinstance(self.operation, Fold) else clear.replace
        return replace(text, pieces, self.operation.notice, self.counter, pointer)


def pointer(transcript: Transcript, block: int) -> str:
    """Where the whole text can be found: the pointer to its message, or the block's name where no session has a name."""
    try:
        return pointer_to(transcript, transcript.structure.owner[block])
    except PointerFault:
        return f"block {transcript.structure.name(block)}"


def replaced_size(transcript: Transcript, counter: Counter, block: int, text: str, fate: Fate) -> int:
    """Size of a block whose text is another one now; a cleared or folded block loses its images as well."""
    structure = transcript.structure
    owner = structure.owner[block]
    source, message = structure.blocks[block], transcript.messages[owner]
    first = structure.first[owner] == block
    return counter.replaced(source, message, first, text, images=fate is Fate.TRUNCATED)


def item_sizes(transcript: Transcript, select: Select, unit: str, counter: Counter) -> list[int]:
    """Sizes of the selected blocks' texts in the unit of an item limit, counted once."""
    key = ("items", select, unit, counter.name if unit == "tokens" else "")

    def count() -> list[int]:
        blocks, chosen = transcript.structure.blocks, selected(transcript, select)
        if unit == "tokens" and counter.name in EXACT:  # such a block is its text: it was counted already
            known = sizes(transcript, counter).blocks
            return [known[b] if not blocks[b].images else counter.text(blocks[b].text) for b in chosen]
        return [measure(blocks[block].text, unit, counter) for block in chosen]

    return remember(transcript, key, count)
