"""Messages that are put in order before they get their numbers, and compactions that speak of them by identity."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from inspector.transcript.formats.message_list import NOTHING
from inspector.transcript.model import Author, Block, Compaction, Message, MessageSlots, Role, Transcript, Usage
from inspector.transcript.problems import Problems

MOST = 4_000_000
"""Messages that all compactions of a session may name together; no real session comes near."""


@dataclass(slots=True)
class Budget:
    """What the compactions of one session may take: each names all messages of a prompt, and a file may claim any number."""

    spent: int = 0
    left_out: int = 0

    def spend(self, messages: int) -> bool:
        """Whether one more compaction of so many messages is told."""
        self.spent += messages
        self.left_out += self.spent > MOST
        return self.spent <= MOST

    def tell(self, problems: Problems) -> None:
        """Report what was left out."""
        if self.left_out:
            problems.add(
                0, "too-many", f"{self.left_out:,} compactions are left out: those before name too many messages"
            )


class Piece(MessageSlots):
    """A message without a number yet: it has the slots of one, and becomes one when it has its place (`assembled`)."""

    __slots__ = ()
    number: int
    role: Role
    blocks: tuple[Block, ...]
    plain: bool
    author: Author
    line: int
    id: str
    timestamp: str
    model: str
    usage: Usage | None
    extra: dict[str, Any]
    doubt: str
    interrupts: bool

    def __init__(self, role: Role, blocks: tuple[Block, ...], author: Author, plain: bool = False) -> None:
        self.role = role
        self.blocks = blocks
        self.author = author
        self.plain = plain
        self.id = self.timestamp = self.model = self.doubt = ""
        self.number = self.line = 0
        self.usage = None
        self.extra = NOTHING
        self.interrupts = False

    @property
    def place(self) -> int:
        """Its position in the transcript, once it has one; -1 before."""
        return self.number - 1

    def copy(self, blocks: tuple[Block, ...]) -> Piece:
        """The same message with other blocks, as the client sent it later: no reply, whatever its role."""
        made = Piece(self.role, blocks, "client", self.plain)
        made.id, made.timestamp, made.model, made.line, made.extra = (
            self.id,
            self.timestamp,
            self.model,
            self.line,
            self.extra,
        )
        return made


@dataclass(slots=True)
class Fold:
    """A full compaction that is written down: `order` is the prompt from there on, `before` the first piece after it.

    `before` None: it came after everything. Pieces in `order` that the transcript does not have are left out.
    """

    order: list[Piece]
    before: Piece | None = None
    summary: Piece | None = None
    trigger: str = ""
    replaced: dict[str, str] = field(default_factory=dict)
    tokens_before: int | None = None
    tokens_after: int | None = None
    doubtful: Sequence[Piece] = ()
    doubt: str = ""
    line: int = 0


def assembled(
    format: str, pieces: Iterable[Piece], folds: Iterable[Fold], problems: Problems, **fields: Any
) -> Transcript:
    """The transcript of pieces in this order. From here on they are messages, which nobody changes."""
    listed = list(pieces)
    number = 0
    for piece in listed:
        number += 1
        piece.number = number
    compactions = tuple([_compaction(fold, number) for fold in folds])
    for piece in listed:
        piece.__class__ = Message  # type: ignore[assignment]
    messages: tuple[Message, ...] = tuple(listed)  # type: ignore[arg-type]
    return Transcript(format, messages, problems.report(), compactions=compactions, **fields)


def _compaction(fold: Fold, end: int) -> Compaction:
    order = tuple(dict.fromkeys([piece.place for piece in fold.order if piece.place >= 0]))
    before = end if fold.before is None else fold.before.place
    summary = fold.summary.place if fold.summary is not None and fold.summary.place >= 0 else None
    return Compaction(
        "full",
        before,
        fold.trigger,
        fold.line,
        summary,
        tokens_before=fold.tokens_before,
        tokens_after=fold.tokens_after,
        order=order,
        replaced=fold.replaced,
        doubtful=frozenset([piece.place for piece in fold.doubtful if piece.place >= 0]),
        doubt=fold.doubt,
    )
