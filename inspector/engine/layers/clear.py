"""Clear and fold: put a placeholder in the place of a whole text; the block, its call and its id stay."""

from __future__ import annotations

from inspector.engine.cut import kept_text
from inspector.engine.layers.truncate import sizes_of
from inspector.engine.templates import fill, slots
from inspector.engine.view import Notice, Piece
from inspector.meter.counter import Counter


def replace(
    text: str, pieces: tuple[Piece, ...] | None, template: str, counter: Counter, pointer: str
) -> tuple[Piece, ...]:
    """The placeholder, with the size of what was removed in its slots.

    Clearing tool results is go-tiny-claw's far masking and evo-agent's micro layer; folding is go-tiny-claw's answer to
    older prose of the assistant. Both replace the text whole.
    """
    wanted = slots(template)
    if not wanted:
        return (Notice(template),)
    values: dict[str, object] = {"pointer": pointer}
    values |= sizes_of(kept_text(text, pieces), "", wanted, counter)
    values |= sizes_of(text, "total_", wanted, counter)
    return (Notice(fill(template, values)),)
