"""What an audit says: what the summary still holds of its source, and what it says that the source does not."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

ItemKind = Literal["goal", "constraint", "decision", "path", "command", "identifier", "number", "open item"]
Held = Literal["verbatim", "partly", "no"]
FindingKind = Literal[
    "unsourced path",
    "unsourced number",
    "unsourced identifier",
    "unsourced command",
    "unsourced quotation",
    "unsourced instruction",
    "reversed status",
    "false attribution",
]


class Span(NamedTuple):
    """A stretch of the source: the block's name (`3.1`), and the characters of `Source.block(name)` it covers."""

    block: str
    start: int
    end: int


class Range(NamedTuple):
    """A stretch of the summary, in characters."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Item:
    """Something of the source that a summary should hold, and how far it does. A paraphrase is `partly`, never `verbatim`."""

    kind: ItemKind
    text: str
    source: Span
    held: Held
    summary: Range | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that the summary says and the source does not. `sources` are the nearest or the contradicting places.

    `certain` where it can be laid beside the source word for word, or a name, number or path decides it. What is not is a
    likeness of words that deserves a look: a hint.
    """

    kind: FindingKind
    text: str
    span: Range
    sources: tuple[Span, ...] = ()
    certain: bool = True


@dataclass(frozen=True, eq=False)
class Audit:
    """One summary against its source: what is held of it, in the order of the source, and what has no ground in it.

    `findings` are certain and count; `hints` may be wrong and count for nothing.
    """

    coverage: tuple[Item, ...]
    findings: tuple[Finding, ...]
    hints: tuple[Finding, ...] = ()
    keeps_words: bool = True
    """The summary is written in the record's own words, nearly: only then is it certain that a sentence turns one round."""
    kept: float | None = None
    """The share of its words that stand as in the record, from 0 to 1; None where they are too few to tell."""

    @cached_property
    def score(self) -> float:
        """From 0 to 1: how much of what matters is held, less what each finding takes away. For ranking only."""
        from inspector.summary.audit.score import score

        return score(self)

    @property
    def remarks(self) -> tuple[Finding, ...]:
        """Findings and hints, in the order of the summary."""
        return tuple(sorted((*self.findings, *self.hints), key=lambda each: each.span))

    def better_than(self, other: Audit) -> bool:
        """Whether this summary of the same source is to be preferred."""
        return self.score > other.score

    def missing(self) -> tuple[Item, ...]:
        """What the summary does not hold at all."""
        return tuple(item for item in self.coverage if item.held == "no")
