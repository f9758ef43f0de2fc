"""What a policy makes of a history: fates, view blocks and messages, layer outcomes, certificates. Plain results, no logic."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

from inspector.engine.durable import DurableContextState
from inspector.transcript.model import Block, Role

if TYPE_CHECKING:
    from inspector.transcript.resolver import Resolution


class Fate(StrEnum):
    """What became of a block in a view."""

    VERBATIM = "verbatim"
    TRUNCATED = "truncated"
    FOLDED = "folded"
    DEDUPLICATED = "deduplicated"
    CLEARED = "cleared"
    SUMMARISED = "summarised"
    DROPPED = "dropped"
    INJECTED = "injected"


SIGNS: dict[Fate, str] = {
    Fate.VERBATIM: "=",
    Fate.TRUNCATED: "✂",
    Fate.CLEARED: "◌",
    Fate.FOLDED: "…",
    Fate.DEDUPLICATED: "⧉",
    Fate.DROPPED: "╌",
    Fate.SUMMARISED: "Σ",
    Fate.INJECTED: "＋",
}
"""The sign that stands for a fate, in tables and on the screen alike; colour is never its only mark."""

STRENGTH: tuple[Fate, ...] = (
    Fate.VERBATIM,
    Fate.TRUNCATED,
    Fate.FOLDED,
    Fate.DEDUPLICATED,
    Fate.CLEARED,
    Fate.SUMMARISED,
    Fate.DROPPED,
)
"""Weakest first: a message's fate is the strongest of its blocks'."""


class Kept(NamedTuple):
    """Characters `[start, stop)` of the source text, byte for byte."""

    start: int
    stop: int


class Notice(NamedTuple):
    """Text that a layer put in the place of something."""

    text: str


Piece = Kept | Notice


class BlockState(NamedTuple):
    """What a view makes of one block of the transcript.

    `gone` blocks (deduplicated, dropped, summarised) have no place in the view. `pieces` is None for verbatim text.
    `size` is in the policy's meter (0 when gone); `layer` the id of the layer that decided.
    """

    fate: Fate
    layer: str = ""
    size: int = 0
    pieces: tuple[Piece, ...] | None = None
    reason: str = ""

    @property
    def gone(self) -> bool:
        return self.fate in (Fate.DEDUPLICATED, Fate.DROPPED, Fate.SUMMARISED)


@dataclass(frozen=True, eq=False)
class Made:
    """A message that a layer made up: a summary, an acknowledgement, or a system prompt that the user supplied.

    `at` is the block position before which it stands in the view. A summary stands for the block ranges `[lo, hi)` of
    `covers` and for everything that the `earlier` summaries stood for.
    """

    kind: Literal["summary", "acknowledgement", "system"]
    role: Role
    text: str
    size: int
    layer: str
    at: int
    covers: Sequence[tuple[int, int]] = ()
    earlier: Sequence[Made] = ()
    approximate: bool = False
    """The text is not known yet: `size` is what the summary may take at the most."""

    @cached_property
    def origin(self) -> tuple[int, ...]:
        """Positions of all the blocks it stands for, through earlier summaries too."""
        blocks: set[int] = set()
        waiting: list[Made] = [self]
        while waiting:
            made = waiting.pop()
            waiting.extend(made.earlier)
            for lo, hi in made.covers:
                blocks.update(range(lo, hi))
        return tuple(sorted(blocks))

    @property
    def blocks(self) -> int:
        """How many blocks it stands for itself, earlier summaries left out."""
        return sum(hi - lo for lo, hi in self.covers)


@dataclass(frozen=True, slots=True, eq=False)
class ViewBlock:
    """A block of a Prompt View. `text` is what is sent; `source` is None for a made-up block."""

    fate: Fate
    kind: str
    text: str
    size: int
    layer: str = ""
    origin: tuple[int, ...] = ()
    pieces: tuple[Piece, ...] | None = None
    source: Block | None = None


@dataclass(frozen=True, slots=True, eq=False)
class ViewMessage:
    """A message of a Prompt View. `origin` is its position in the transcript, None for a made-up one."""

    role: Role
    blocks: tuple[ViewBlock, ...]
    origin: int | None
    plain: bool
    single: bool = True
    """Its source has one block: only then is a plain text the whole content in the form of the Messages API."""
    made: Made | None = None
    doubt: str = ""
    """Why the record does not say for sure that the prompt held it, or how; empty where it does."""

    @property
    def uncertain(self) -> bool:
        """The record does not say for sure that the prompt held it, or how."""
        return bool(self.doubt)

    @property
    def fate(self) -> Fate:
        if self.origin is None:
            return Fate.INJECTED
        return max((block.fate for block in self.blocks), key=STRENGTH.index, default=Fate.VERBATIM)

    @property
    def size(self) -> int:
        return sum(block.size for block in self.blocks)


class Gone(NamedTuple):
    """A block of the history that the view does not hold."""

    block: int
    fate: Fate
    layer: str


class LayerOutcome(Protocol):
    """What one layer did at one request: sizes in the policy's meter, blocks by position.

    after = before − removed + injected, exactly. A layer that did not fire has after = before and says why in `reason`.
    `changed` blocks stay in another form, `gone` ones left the view. Everything but `id`, `do`, `fired` and `reason` is
    worked out when it is first asked for.
    """

    @property
    def id(self) -> str: ...
    @property
    def do(self) -> str: ...
    @property
    def fired(self) -> bool: ...
    @property
    def reason(self) -> str: ...
    @property
    def gate(self) -> str:
        """The part of `reason`, at its beginning, that says why the layer was let to work or not; several have the same."""

    @property
    def before(self) -> int: ...
    @property
    def after(self) -> int: ...
    @property
    def changed(self) -> tuple[int, ...]: ...
    @property
    def gone(self) -> tuple[int, ...]: ...
    @property
    def removed(self) -> int: ...
    @property
    def injected(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that is wrong with a view or a transcript, at a block where it has one.

    kinds: unfinished (a call without its result at the very end: not sendable yet), missing (a call without a result),
    unknown (a result without a call), duplicate (an id used twice), reversed (a result before its call), misplaced (a call or
    result in a message of the wrong side), over_window (the request does not fit and no layer could help),
    summary_failed.
    """

    kind: str
    text: str
    block: int | None = None


UNSENDABLE = frozenset({"unfinished", "missing", "unknown", "duplicate", "reversed", "misplaced"})
"""Kinds of problem with which a view cannot be sent."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """How far a view may be believed: exact, reconstructed, or bounded at a request."""

    kind: Literal["exact", "reconstructed", "bounded"]
    request: int | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Required:
    """All that a request needs, in the meter's unit: total = fixed + durable + history + new + reserve + margin."""

    window: int
    fixed: int
    durable: int
    history: int
    new: int
    reserve: int
    margin: int

    @property
    def total(self) -> int:
        return self.fixed + self.durable + self.history + self.new + self.reserve + self.margin

    @property
    def free(self) -> int:
        return self.window - self.total


class Answer(NamedTuple):
    """What the layers made of a request, in numbers: the size of its view, who fired, why it was refused."""

    size: int
    fired: tuple[str, ...] = ()
    error: EngineError | None = None
    approximate: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One request of a replay. `transcript` is its history uncompacted, `view` what is left (policy's meter)."""

    request: int
    turn: int
    transcript: int
    view: int
    fired: tuple[str, ...]
    compacted: bool
    required: int | None = None
    error: EngineError | None = None
    approximate: bool = False


@dataclass(frozen=True, slots=True)
class DurableView:
    """The durable part of a request: outside the messages, untouched by every layer. `size` is in the policy's meter."""

    text: str
    state: DurableContextState
    sources: tuple[Resolution, ...]
    size: int


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """One Prompt View, whole. When `error` is set the view was refused and `messages` shows what would have been sent."""

    request: int
    turn: int
    messages: tuple[ViewMessage, ...]
    gone: tuple[Gone, ...]
    layers: tuple[LayerOutcome, ...]
    problems: tuple[Problem, ...]
    certificate: Certificate
    transcript_size: int
    size: int
    required: Required | None
    lost: tuple[Gone, ...] = ()
    """Texts that a person typed and the view does not hold word for word (law 8)."""
    error: EngineError | None = None
    durable: DurableView | None = None

    @property
    def sendable(self) -> bool:
        """Whether a provider would take it: not refused, no call that waits, no breach of the tool protocol."""
        return self.error is None and not any(p.kind in UNSENDABLE for p in self.problems)


class EngineError(Exception):
    """A view that cannot be made under the policy's own rules. Carries sizes and positions, never contents."""


class MessageViewLimitExceeded(EngineError):
    """The view is still at or over the hard limit after every layer."""

    def __init__(self, before: int, after: int, limit: str, layers: tuple[str, ...], unit: str) -> None:
        super().__init__(
            f"the view is over the hard limit: {before:,} {unit} before, {after:,} after "
            f"({limit}); layers that fired: {', '.join(layers) or 'none'}"
        )
        self.before, self.after, self.limit, self.layers, self.unit = before, after, limit, layers, unit


class ToolProtocolError(EngineError):
    """A tool call and its result do not match. `problems` say which, by kind and position."""

    def __init__(self, text: str, problems: tuple[Problem, ...]) -> None:
        super().__init__(text)
        self.problems = problems
