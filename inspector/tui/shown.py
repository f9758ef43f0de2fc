"""The text of a block as the panes and the reader draw it: folded or unfolded, with how each stretch of it is read.

Folded, and wherever nothing is said, it is the recorded text (`body.text_of`), character by character. Unfolded, small JSON
is indented and a call is written out: `said` names what was done. No Textual here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple
from weakref import WeakKeyDictionary

from inspector.engine.view import Kept
from inspector.terminal_text import cells
from inspector.transcript.model import Block
from inspector.tui import body
from inspector.tui.call_text import small, written
from inspector.tui.grid import NARROWEST, Grid
from inspector.tui.indent import Indented, indented
from inspector.tui.inks import JSON, PLAIN, Ink, Kind, inks, laid_over
from inspector.tui.inks.code import Stretch, stretches
from inspector.tui.inks.which import kind_of

KEPT = 100_000
"""Characters of a text that is kept for the next time it is drawn."""
BRIEFLY = {
    "JSON, indented": "indented",
    "as a diff": "diff",
    "the patch as it is": "patch",
    "texts as they read": "texts",
}
"""What is said → the same where there is little room."""
SCREENFUL = 2_000
"""Code is read by so many characters."""
SNIPPET = 24
"""Characters by which a place is found again in a text of another form."""
_UNBROKEN = re.compile(r'[^"\\\n]*')
"""Words that are written alike inside JSON and outside."""
INDENTED = "JSON, indented"

Reader = Callable[[str, str], Sequence[Ink] | None]
"""Language and code → inks; None while they are not known."""
Part = tuple[int, int, Kind]
"""Characters `[start, stop)`, and how they are read."""


class Shown(NamedTuple):
    """A text to draw. `said` is empty where it is the recorded text; `indented` finds recorded places in it."""

    text: str
    parts: tuple[Part, ...]
    said: str = ""
    indented: Indented | None = None

    def remark(self, block: Block, columns: Grid) -> str:
        """What was done to the text, in as many words as there is room for behind the title of the block."""
        title = body.title(block)
        forms = (self.said, BRIEFLY.get(self.said, ""))
        return next((form for form in forms if columns.lead(cells(f"{title} {form}")) >= NARROWEST), "")

    def title(self, block: Block, columns: Grid) -> str:
        """Sign and name of the block, and what was done to its text."""
        return f"{body.title(block)} {self.remark(block, columns)}".strip()

    def inks(self, stop: int) -> list[Ink]:
        """The inks of the first characters, as far as they can be told at once."""
        return [
            Ink(start + ink.start, start + ink.stop, ink.name)
            for start, end, kind in self.parts
            if start < stop
            for ink in inks(self.text[start : min(end, stop)], kind)
        ]

    def code(self, stop: int) -> list[Stretch]:
        """The code in the first characters, for a lexer."""
        return [
            Stretch(found.language, tuple((start + low, start + high) for low, high in found.ranges))
            for start, end, kind in self.parts
            if start < stop
            for found in stretches(self.text[start : min(end, _further(stop))], kind)
        ]

    def all_inks(self, stop: int, read: Reader) -> tuple[list[Ink], bool]:
        """The inks of the first characters, those of code among them, and whether all of these are known yet."""
        over: list[Ink] = []
        complete = True
        for stretch in self.code(stop):
            found = read(stretch.language, stretch.of(self.text))
            complete = complete and found is not None
            over += stretch.placed(found or ())
        return laid_over(self.inks(stop), over) if over else self.inks(stop), complete

    def kept(self, kept: Sequence[Kept] | None) -> list[Kept] | None:
        """Ranges of the recorded text as ranges of this one."""
        if kept is None or self.indented is None:
            return None if kept is None else list(kept)
        return [Kept(self.indented.place(start), self.indented.place(stop)) for start, stop in kept]

    def place(self, at: int, recorded: str) -> int:
        """The place here of a place in the unfolded text as it is searched (`body.text_of`)."""
        if self.indented is not None:
            return self.indented.place(at)
        if not self.said:
            return at
        words = _UNBROKEN.match(recorded[at : at + SNIPPET])
        return max(0, self.text.find(words[0])) if words else 0


_UNFOLDED: WeakKeyDictionary[Block, Shown] = WeakKeyDictionary()


def _further(stop: int) -> int:
    """A little more than is seen: folded to another width, the code that is read is mostly the same."""
    return -(-stop // SCREENFUL) * SCREENFUL


def shown(block: Block, call: Block | None, expanded: bool) -> Shown:
    """What is drawn of a block. `call` is the call that a result answers."""
    if not expanded:
        text = body.text_of(block)
        return recorded(block, call, text) if block.kind != "tool_use" else _plain(text)
    found = _UNFOLDED.get(block)
    if found is None:
        found = _unfolded(block, call)
        if len(found.text) <= KEPT and found.text != body.CHANGED:
            _UNFOLDED[block] = found
    return found


def recorded(block: Block, call: Block | None, text: str) -> Shown:
    """A text of a block as it was recorded."""
    return _plain(text) if text == body.CHANGED else Shown(text, ((0, len(text), kind_of(block, call, text)),))


def _plain(text: str) -> Shown:
    return Shown(text, ((0, len(text), PLAIN),))


def _unfolded(block: Block, call: Block | None) -> Shown:
    text = body.text_of(block, expanded=True)
    if text == body.CHANGED:
        return _plain(text)
    if block.kind == "tool_use":
        return _call(block) or _indented(block) or Shown(text, ((0, len(text), JSON),), INDENTED)
    if block.kind == "tool_result" and (found := indented(text)) is not None:
        return Shown(found.text, ((0, len(found.text), JSON),), INDENTED, found)
    return recorded(block, call, text)


def _indented(block: Block) -> Shown | None:
    """The arguments of a call as JSON, unless they are large."""
    found = indented(body.recorded(block)) if small(block.input) else None
    return Shown(found.text, ((0, len(found.text), JSON),), INDENTED) if found is not None else None


def _call(block: Block) -> Shown | None:
    """A call in a form that reads better than JSON."""
    found = written(block.input)
    if found is None:
        return None
    parts: list[Part] = []
    at = 0
    for part in found.parts:
        parts.append((at, at + len(part.text), part.kind))
        at += len(part.text) + 1
    return Shown("\n".join(part.text for part in found.parts), tuple(parts), found.said)
