"""How far an estimate is from what was charged, plain and after one factor for the whole session."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Estimator(NamedTuple):
    """`counter` is the name of one; its sizes by `per` are the tokens that it is taken for."""

    name: str
    counter: str
    per: int = 1


@dataclass(frozen=True, slots=True)
class Row:
    """Blocks of one kind: what was charged for them, and what each estimator says (tokens; in the order of `ESTIMATORS`).

    `shared`: the tokens of them that were not told apart by the provider: their messages hold blocks of other kinds too.
    """

    name: str
    blocks: int
    tokens: int
    estimated: tuple[float, ...]
    shared: int = 0
    worst: tuple[int, ...] = ()
    """For each estimator the block (a position in the transcript) that it is farthest from."""

    def ratio(self, at: int) -> float | None:
        """Tokens charged for one that was estimated; None where none was estimated."""
        return self.tokens / self.estimated[at] if self.estimated[at] else None

    def error(self, at: int, factor: float = 1.0) -> float | None:
        """The estimate, so many times, less what was charged, as a part of that: −0.25 is a quarter too few. None: nothing
        was charged."""
        return factor * self.estimated[at] / self.tokens - 1 if self.tokens else None


class Spread(NamedTuple):
    """Tokens by which the messages of a session are wrong, as a part of all its tokens: as they are, and scaled."""

    plain: float
    scaled: float


def spread(messages: list[tuple[int, tuple[float, ...]]], at: int, factor: float) -> Spread:
    """Sum of what each message (charged, estimated) is off. What is left after scaling, no single factor can mend."""
    whole = sum(tokens for tokens, _ in messages) or 1
    plain = sum(abs(estimated[at] - tokens) for tokens, estimated in messages)
    scaled = sum(abs(factor * estimated[at] - tokens) for tokens, estimated in messages)
    return Spread(plain / whole, scaled / whole)
