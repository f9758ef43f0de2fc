"""A text to be read whole: how its stretches are read, what became of them, and its other form. No Textual here."""

from __future__ import annotations

from typing import NamedTuple

from inspector.engine.view import BlockState, Kept, Notice, Piece
from inspector.tui.inks import PLAIN, Kind
from inspector.tui.shown import Shown
from inspector.tui.widgets.runs import Mark, left_out


class Leaf(NamedTuple):
    """One text under a title. `cuts` are the places where a view takes something out, or puts something in."""

    title: str
    content: Shown
    marks: tuple[Mark, ...] = ()
    cuts: tuple[int, ...] = ()

    @property
    def text(self) -> str:
        return self.content.text


class Sheet(NamedTuple):
    """A leaf as it is read best and, where that is another text, as it was recorded."""

    best: Leaf
    raw: Leaf | None = None


def plain(title: str, text: str, kind: Kind = PLAIN) -> Sheet:
    """A text that has but one form."""
    return Sheet(Leaf(title, Shown(text, ((0, len(text), kind),))))


def whole(title: str, content: Shown, kept: list[Kept] | None) -> Leaf:
    """A recorded text, with what a view leaves out marked in it."""
    marks = left_out(content.kept(kept), len(content.text))
    return Leaf(title, content, tuple(marks), tuple(mark.start for mark in marks))


def cut(title: str, source: str, state: BlockState, kind: Kind) -> Leaf:
    """A text as a view has it: kept parts and notices one after the other."""
    out: list[str] = []
    marks: list[Mark] = []
    cuts: list[int] = []
    size, before = 0, 0
    for piece in state.pieces or ():
        text = _text(source, piece)
        if isinstance(piece, Notice):
            marks.append(Mark(size, size + len(text), "notice"))
            cuts.append(size)
        elif text:
            if piece.start != before and (not cuts or cuts[-1] != size) and not _told(marks, size):
                cuts.append(size)
            before = piece.stop
        out.append(text)
        size += len(text)
    text = "".join(out)
    return Leaf(
        title,
        Shown(text, ((0, len(text), kind),)),
        tuple(mark for mark in marks if mark.start < mark.stop),
        tuple(cuts),
    )


def gone(title: str, what: str) -> Leaf:
    """In the place of a text that a view does not hold."""
    text = f"[not in the view: {what}]"
    return Leaf(title, Shown(text, ((0, len(text), PLAIN),)), (Mark(0, len(text), "notice"),), (0,))


def _text(source: str, piece: Piece) -> str:
    return source[piece.start : piece.stop] if isinstance(piece, Kept) else piece.text


def _told(marks: list[Mark], at: int) -> bool:
    """A notice just before says already that something was cut out."""
    return bool(marks) and marks[-1].stop == at
