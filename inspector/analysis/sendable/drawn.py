"""The messages of a view, drawn from its plan without their texts, from any place on; and where two views part."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from inspector.analysis.sendable.facts import Facts
from inspector.analysis.sendable.sent import MADE, Part, changed, made_part
from inspector.engine.plan import Part as PlanPart
from inspector.engine.plan import Plan, Span
from inspector.engine.view import Made


class Place(NamedTuple):
    """Where a message begins in a plan: which part, and which block (`MADE` for a made-up message)."""

    part: int
    block: int


class Drawn(NamedTuple):
    """A message as it is drawn from a plan. `content` is what is hashed: two messages are alike when theirs is."""

    place: Place
    role: str
    origin: int
    parts: tuple[Part, ...]
    bare: bool
    content: tuple[object, ...]


def drawn_whole(plan: Plan, facts: Facts) -> Iterator[Drawn]:
    """All messages of a plan."""
    return drawn(plan, facts, Place(0, 0))


def drawn(plan: Plan, facts: Facts, start: Place) -> Iterator[Drawn]:
    """The messages of a plan from a place on, as `engine.materialise` makes them, without their texts."""
    waiting: Drawn | None = None
    for at in range(start.part, len(plan.parts)):
        part = plan.parts[at]
        found = _made(at, part) if isinstance(part, Made) else _messages(plan, facts, at, part, start)
        for message in found:
            if waiting is not None and waiting.origin == message.origin != MADE:
                waiting = waiting._replace(
                    parts=waiting.parts + message.parts, content=waiting.content + message.content
                )
                continue
            if waiting is not None:
                yield _whole(waiting, facts)
            waiting = message
    if waiting is not None:
        yield _whole(waiting, facts)


def _made(at: int, made: Made) -> list[Drawn]:
    content = (made.kind, made.role, made.text, made.at)
    return [Drawn(Place(at, MADE), made.role, MADE, (made_part(made),), True, content)]


def _messages(plan: Plan, facts: Facts, at: int, span: Span, start: Place) -> Iterator[Drawn]:
    """The messages of a stretch; one that the stretch cuts through comes with the blocks that it has there."""
    structure = facts.structure
    block = max(span.lo, start.block) if at == start.part else span.lo
    while block < span.hi:
        message = structure.owner[block]
        stop = min(span.hi, structure.first[message + 1])
        parts, content = _blocks(plan, facts, span, block, stop)
        source = facts.transcript.messages[message]
        yield Drawn(Place(at, block), source.role, message, parts, source.plain, content)
        block = stop


def _blocks(plan: Plan, facts: Facts, span: Span, lo: int, hi: int) -> tuple[tuple[Part, ...], tuple[object, ...]]:
    kept = facts.parts[lo:hi]
    if not span.applied and not plan.overrides:
        return tuple(kept), tuple(range(lo, hi))
    content: list[object] = []
    for at, block in enumerate(range(lo, hi)):
        pieces = plan.pieces(block)
        if pieces is not None:
            kept[at] = changed(kept[at], pieces, facts.structure.blocks[block])
        content.append(block if pieces is None else (block, pieces))
    return tuple(kept), tuple(content)


def _whole(message: Drawn, facts: Facts) -> Drawn:
    """With `bare` as it is for all the blocks there are."""
    single = message.origin == MADE or len(facts.transcript.messages[message.origin].blocks) <= 1
    return message._replace(bare=message.bare and single and len(message.parts) == 1)


def difference(old: Plan, new: Plan) -> Place:
    """The first place at which two views are not known to be alike."""
    if old.overrides is not new.overrides and old.overrides != new.overrides:
        return Place(0, 0)
    for at, (one, other) in enumerate(zip(old.parts, new.parts, strict=False)):
        if one is not other and one != other:
            return _within(at, one, other)
    return Place(min(len(old.parts), len(new.parts)), MADE)


def _within(at: int, one: PlanPart, other: PlanPart) -> Place:
    if isinstance(one, Span) and isinstance(other, Span) and (one.lo, one.applied) == (other.lo, other.applied):
        return Place(at, min(one.hi, other.hi))
    return Place(at, MADE)
