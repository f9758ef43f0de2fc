"""Truncate: keep the head, the tail or both ends of a long text, and say in a notice what was removed."""

from __future__ import annotations

from inspector.engine.cut import assemble, fitting, kept_text, lines, measure, slice_pieces, utf8
from inspector.engine.templates import fill, slots
from inspector.engine.view import Kept, Notice, Piece
from inspector.meter.counter import Counter
from inspector.policy.model import Truncate


def truncate(
    text: str, pieces: tuple[Piece, ...] | None, rule: Truncate, counter: Counter, pointer: str
) -> tuple[Piece, ...] | None:
    """What stays of a text, or None when nothing would be removed.

    The head gets `size * head` units, rounded down, the tail the rest; both move inward to a character boundary
    (go-tiny-claw cuts bytes; workbuddy keeps a head of 4 characters a token; agent-engineering the last lines).
    """
    whole = assemble(text, pieces)
    head_size = int(rule.size * rule.head)
    head = fitting(whole, head_size, rule.unit, "head", counter)
    tail = fitting(whole, rule.size - head_size, rule.unit, "tail", counter)
    if head + tail >= len(whole):
        return None
    source = pieces if pieces is not None else (Kept(0, len(text)),)
    gap = slice_pieces(source, head, len(whole) - tail)
    removed = kept_text(text, tuple(gap))
    notice = _notice(rule.notice, removed, text, whole[:head], counter, pointer)
    return (
        *slice_pieces(source, 0, head),
        *((Notice(notice),) if notice else ()),
        *slice_pieces(source, len(whole) - tail, len(whole)),
    )


def _notice(template: str, removed: str, text: str, head: str, counter: Counter, pointer: str) -> str:
    wanted = slots(template)
    values: dict[str, object] = {"pointer": pointer}
    if "next_line" in wanted:
        values["next_line"] = head.count("\n") + 1
    for prefix, part in (("", removed), ("total_", text)):
        values |= sizes_of(part, prefix, wanted, counter)
    return fill(template, values)


def sizes_of(text: str, prefix: str, wanted: frozenset[str], counter: Counter) -> dict[str, object]:
    """The size slots that a template asks for, of one text."""
    sizes: dict[str, object] = {}
    if prefix + "bytes" in wanted:
        sizes[prefix + "bytes"] = utf8(text)
    if prefix + "chars" in wanted:
        sizes[prefix + "chars"] = len(text)
    if prefix + "lines" in wanted:
        sizes[prefix + "lines"] = lines(text)
    if prefix + "tokens" in wanted:
        sizes[prefix + "tokens"] = measure(text, "tokens", counter)
    return sizes
