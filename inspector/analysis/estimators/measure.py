"""Every estimator against what was charged in one session: in all, by kind of block, by what the text is written in.

Where a session has no usage that tells, the calibrated sizes stand in for charges, with their interval: `basis` says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Final, NamedTuple

from inspector.analysis.estimators.error import Estimator, Row, Spread, spread
from inspector.analysis.estimators.fixed_course import Course, fixed_course
from inspector.analysis.estimators.writing import MEDIA, NOTHING, writing
from inspector.long_work import Progress
from inspector.meter import counter, sizes
from inspector.meter.pieces import arguments
from inspector.meter.provider import Charges, charges
from inspector.meter.provider.calibration import Basis
from inspector.transcript.model import Block, Transcript

ESTIMATORS: Final = (
    Estimator("bytes/4", "bytes", 4),
    Estimator("chars/4", "chars/4"),
    Estimator("JSON chars/4", "json-chars/4"),
    Estimator("cl100k", "cl100k_base"),
    Estimator("o200k", "o200k_base"),
)
"""What agents take for tokens; the last two count exactly, in another encoding than the provider's."""

KINDS: Final = {
    "text": "prose",
    "thinking": "thinking",
    "tool_use": "calls",
    "tool_result": "results",
    "image": "pictures",
    "document": "documents",
    "summary": "summaries",
    "opaque": "other",
}
"""Kind of block → the name of its row; thinking without words has one of its own."""
HIDDEN: Final = "thinking, hidden"
THRESHOLD: Final = 160_000
"""Tokens of the threshold that is told in the provider's, unless another is asked for."""


class Piece(NamedTuple):
    """A block (its position), its message, its kind and writing, what was charged and what each estimator says."""

    block: int
    message: int
    kind: str
    written: str
    tokens: int
    estimated: tuple[float, ...]


@dataclass(frozen=True)
class Measured:
    """`factors`: by which each estimator's total is the charged one. `messages` of `of` messages were looked at.

    `error` is half the interval of the total as a part of it, 0 where it was charged; `fixed` are the tokens of a prompt beside
    messages (system prompt, tools), which no estimator of messages sees.
    """

    basis: Basis
    error: float
    messages: int
    of: int
    total: Row
    kinds: tuple[Row, ...]
    writings: tuple[Row, ...]
    factors: tuple[float | None, ...]
    spreads: tuple[Spread, ...]
    fixed: int
    fixed_known: bool
    course: tuple[Course, ...] = ()
    """The same, stretch by stretch."""

    def starts(self, at: int, threshold: int) -> int | None:
        """The provider's tokens of messages that an estimator takes for so many, mixed as this session is."""
        factor = self.factors[at]
        return None if factor is None else round(threshold * factor)


def measured(
    transcript: Transcript, progress: Progress | None = None, cancelled: Callable[[], bool] | None = None
) -> Measured:
    """Count in every estimator; a session that is counted already costs a pass over its blocks. Raises `Cancelled`."""
    for each in ESTIMATORS:
        sizes(transcript, counter(each.counter), progress, cancelled)
    found = charges(transcript)
    pieces = list(_pieces(transcript, found, charged_only=True))
    told = sum(piece.tokens for piece in pieces) > 0
    if not told:
        pieces = list(_pieces(transcript, found, charged_only=False))
    total = _row("all", pieces, frozenset())
    factors = tuple(total.ratio(at) for at in range(len(ESTIMATORS)))
    messages = [_message(group) for _, group in groupby(pieces, key=lambda piece: piece.message)]
    fixed = max(0, found.fixed_at(transcript.structure.requests)) if told else found.calibration.fixed.tokens
    return Measured(
        basis="charged" if told else found.calibration.basis,
        error=0.0 if told else found.calibration.total(total.tokens).error,
        messages=len(messages),
        of=len(transcript.messages),
        total=total,
        kinds=_rows(pieces, lambda piece: piece.kind),
        writings=_rows(pieces, lambda piece: piece.written),
        factors=factors,
        spreads=tuple(spread(messages, at, factor or 1.0) for at, factor in enumerate(factors)),
        fixed=fixed,
        fixed_known=told,
        course=fixed_course(found),
    )


def _pieces(transcript: Transcript, found: Charges, charged_only: bool) -> Iterator[Piece]:
    """The blocks whose message was charged, or all."""
    structure = transcript.structure
    counted = [(sizes(transcript, counter(each.counter)).blocks, each.per) for each in ESTIMATORS]
    for at, block in enumerate(structure.blocks):
        owner = structure.owner[at]
        if charged_only and found.messages[owner] is None:
            continue
        yield Piece(
            at,
            owner,
            _kind(block),
            _written(block),
            found.blocks[at],
            tuple(blocks[at] / per for blocks, per in counted),
        )


def _kind(block: Block) -> str:
    return HIDDEN if block.kind == "thinking" and not block.text.strip() else KINDS[block.kind]


def _written(block: Block) -> str:
    found = writing(arguments(block.api) if block.kind == "tool_use" else block.text)
    return MEDIA if found == NOTHING and block.images else found


def _rows(pieces: list[Piece], key: Callable[[Piece], str]) -> tuple[Row, ...]:
    """A row for each name, the one with most tokens first."""
    names: dict[int, set[str]] = {}
    groups: dict[str, list[Piece]] = {}
    for piece in pieces:
        names.setdefault(piece.message, set()).add(key(piece))
        groups.setdefault(key(piece), []).append(piece)
    mixed = frozenset(message for message, found in names.items() if len(found) > 1)
    rows = [_row(name, group, mixed) for name, group in groups.items()]
    return tuple(sorted(rows, key=lambda row: (-row.tokens, row.name)))


def _row(name: str, pieces: list[Piece], mixed: frozenset[int]) -> Row:
    shared = sum(piece.tokens for piece in pieces if piece.message in mixed)
    return Row(name, len(pieces), *_sums(pieces), shared, tuple(_worst(pieces, at) for at in range(len(ESTIMATORS))))


def _worst(pieces: list[Piece], at: int) -> int:
    """The block that an estimator is farthest from; the first of those. 0 where there is none."""
    return max(pieces, key=lambda piece: abs(piece.estimated[at] - piece.tokens)).block if pieces else 0


def _message(pieces: Iterable[Piece]) -> tuple[int, tuple[float, ...]]:
    return _sums(list(pieces))


def _sums(pieces: list[Piece]) -> tuple[int, tuple[float, ...]]:
    columns = zip(*(piece.estimated for piece in pieces), strict=True)
    return sum(piece.tokens for piece in pieces), tuple(map(sum, columns)) or (0.0,) * len(ESTIMATORS)
