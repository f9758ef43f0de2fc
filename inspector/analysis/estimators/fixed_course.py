"""What prompts hold beside messages, stretch by stretch (system prompt, tools), and where that changes without a compaction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from inspector.meter.provider import Charges
from inspector.meter.provider.fixed import SLIGHT, Jump
from inspector.phrases import counted, signed, span

SHOWN = 4
"""Jumps of a stretch that are told one by one, the largest ones."""
BEGINS = {"start": "", "compaction": "after a compaction", "model": "another model"}


class Course(NamedTuple):
    """Requests `first` to `last`: their prompts hold `tokens` beside messages at the first one, then what `jumps` add.

    `left`: tokens of thinking of earlier turns that left the prompts. `begins`: why the stretch before ended; "start": the first.
    """

    first: int
    last: int
    begins: str
    tokens: int
    jumps: tuple[Jump, ...]
    left: int

    @property
    def largest(self) -> tuple[Jump, ...]:
        """The jumps that are told one by one, in order: none that may be no change at all."""
        found = sorted((jump for jump in self.jumps if jump.why != SLIGHT), key=lambda jump: -abs(jump.tokens))[:SHOWN]
        return tuple(sorted(found))


class Told(NamedTuple):
    """One line: of a stretch (its requests, what its prompts hold) or of a jump (its request, by how much), and why.

    `request`: where it begins.
    """

    requests: str
    tokens: str
    change: str
    why: str
    request: int


def fixed_course(found: Charges) -> tuple[Course, ...]:
    """Every stretch that tells, in order; none where no usage is sound."""
    return tuple(
        Course(run.first, run.last, run.begins, each.tokens, each.jumps, sum(lost.tokens for lost in each.left_out))
        for run, each in zip(found.stretches, found.fixed, strict=True)
    )


def course_rows(courses: Sequence[Course]) -> Iterator[Told]:
    """A line for each stretch and for its largest jumps; none where one stretch stays as it is: one number says that."""
    if len(courses) < 2 and not any(each.largest for each in courses):
        return
    for each in courses:
        tokens = f"{each.tokens:,}".replace("-", "−")
        yield Told(span(each.first, each.last), tokens, "", _begins(each), each.first)
        for jump in each.largest:
            yield Told(f"{jump.request:,}", "", signed(jump.tokens), jump.why, jump.request)
        if rest := len([jump for jump in each.jumps if jump.why != SLIGHT]) - len(each.largest):
            yield Told("", "", "", counted(rest, "smaller change"), each.last)


def _begins(course: Course) -> str:
    """Why a stretch begins, and what is odd about it."""
    small = "smaller than its messages: some were left out, and that is not recorded" if course.tokens < 0 else ""
    return ": ".join(filter(None, (BEGINS[course.begins], small)))
