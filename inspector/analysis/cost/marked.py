"""Where a request marks its prompt, in blocks and in tokens."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from inspector.analysis.cost.caching import Marks
from inspector.analysis.cost.entries import Mark
from inspector.analysis.cost.tokens import Tokens
from inspector.analysis.measured import Measured
from inspector.engine.plan import Plan, Span
from inspector.engine.view import Made

SYSTEM = ("system", "developer")


class Run(NamedTuple):
    """Blocks of a view that belong to one message, as far as they lie in one stretch. `message`: its position, -1: made up."""

    message: int
    role: str
    blocks: int
    part: Span | Made


def marks_of(plan: Plan, whole: Mark, marks: Marks, tokens: Tokens, measured: Measured) -> tuple[Mark, ...]:
    """The marks of a view in order, each place once."""
    found = {whole} if marks.last else set()
    if marks.last > 1:
        found.update(_earlier(plan, whole, marks.last - 1, tokens, measured))
    if marks.fixed:
        found.add(head(plan, tokens, measured))
    return tuple(sorted(found))


def head(plan: Plan, tokens: Tokens, measured: Measured) -> Mark:
    """The end of tools and system prompt."""
    blocks = size = 0
    for run in _runs(plan):
        if run.role not in SYSTEM:
            break
        blocks += run.blocks
        size += _size(plan, run, measured)
    return Mark(blocks, tokens.fixed + tokens.text(size))


def _earlier(plan: Plan, whole: Mark, count: int, tokens: Tokens, measured: Measured) -> Iterator[Mark]:
    """The ends of the messages before the last one that are no replies, newest first."""
    blocks = size = 0
    last: Run | None = None
    for run in _backwards(plan):
        another = last is not None and (run.message < 0 or run.message != last.message)
        last = run
        if another and run.role not in ("assistant", *SYSTEM):
            yield Mark(whole.blocks - blocks, max(whole.tokens - tokens.text(size), 0))
            count -= 1
            if count == 0:
                return
        blocks += run.blocks
        size += _size(plan, run, measured)


def _size(plan: Plan, run: Run, measured: Measured) -> int:
    if isinstance(run.part, Made):
        return measured.made(plan, run.part)
    return measured.part(plan, run.part)


def _runs(plan: Plan) -> Iterator[Run]:
    """The messages of a view."""
    for part in plan.parts:
        if isinstance(part, Made):
            yield Run(-1, part.role, 1, part)
            continue
        at = part.lo
        while at < part.hi:
            run = _message(plan, part, at)
            yield run
            at += run.blocks


def _backwards(plan: Plan) -> Iterator[Run]:
    """The same from the end."""
    first, owner = plan.ledger.structure.first, plan.ledger.structure.owner
    for part in reversed(plan.parts):
        if isinstance(part, Made):
            yield Run(-1, part.role, 1, part)
            continue
        at = part.hi
        while at > part.lo:
            at = max(part.lo, first[owner[at - 1]])
            yield _message(plan, part, at)


def _message(plan: Plan, part: Span, at: int) -> Run:
    structure = plan.ledger.structure
    message = structure.owner[at]
    stop = min(part.hi, structure.first[message + 1])
    return Run(message, plan.ledger.transcript.messages[message].role, stop - at, part._replace(lo=at, hi=stop))
