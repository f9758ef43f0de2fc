"""A long text to read: folded to the width a stretch at a time, drawn line by line, with the numbers of its lines."""

from __future__ import annotations

import time
from dataclasses import dataclass

from rich.segment import Segment
from rich.style import Style
from textual import on, work
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.worker import get_current_worker

from inspector.terminal_text import Line
from inspector.tui import replays
from inspector.tui.errand import Errands
from inspector.tui.inks import INKED, Ink
from inspector.tui.inks.diff import MINUS
from inspector.tui.inks.lexer import LEXER
from inspector.tui.laid_out import LaidOut
from inspector.tui.leaf import Leaf
from inspector.tui.widgets.at_once import AtOnce
from inspector.tui.widgets.inked import Inked
from inspector.tui.widgets.pane_style import STYLES, style_of
from inspector.tui.widgets.runs import Mark, Run, layered
from inspector.tui.within import Found

AT_ONCE, SLICE = 1_000, 500
"""Display lines that are laid out before anything is drawn, and then between two pauses of a thread."""
OFTEN = 0.1
"""Seconds between two pieces of news from that thread."""
GUTTER = {"removed": MINUS, "notice": "+"}
"""Style of a mark → the sign beside its lines."""
NAMES = ("text", "number", "removed", "notice", "match", *(name for name in STYLES if name.startswith("ink-")))
_RULES = {name: STYLES[name] for name in NAMES} | {
    "hit": "color: $background; background: $foreground; text-style: bold;"
}


class Page(ScrollView, Inked, AtOnce, Errands, can_focus=True):
    """One text. Nothing that a key does is proportional to its length."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES = {f"page--{name}" for name in _RULES}
    DEFAULT_CSS = (
        "Page { background: $surface; height: 1fr; scrollbar-size-vertical: 1; scrollbar-gutter: stable;\n"
        + "\n".join(f"& .page--{name} {{ {rules} }}" for name, rules in _RULES.items())
        + "}\nPage:nocolor .page--removed { text-style: strike; }"
        + "\nPage:nocolor .page--match { text-style: reverse; }\nPage:nocolor .page--hit { text-style: reverse bold; }"
    )

    @dataclass
    class Laid(Message):
        """More of a text is laid out."""

        laid: LaidOut

    @dataclass
    class Moved(Message):
        """Another part is in sight, or more of the text is laid out."""

        page: Page

    def __init__(self, leaf: Leaf, classes: str | None = None) -> None:
        super().__init__(classes=classes)
        self.leaf = leaf
        self.laid = LaidOut("", 1)
        self.found: Found | None = None
        self.hit = 0
        """Which of the found places is the present one."""
        self.cut: int | None = None
        """Which of the cuts was gone to last."""
        self._hits: list[Mark] = []
        self._inks: list[Ink] = []
        self._styles: dict[str, Style] = {}
        self._goal: int | None = None
        """A place that is to be in sight as soon as it is laid out."""
        self._take(leaf)

    # ---------------------------------------------------------------- the text

    def show(self, leaf: Leaf) -> None:
        """Another form of the text, at about the same place."""
        share = self.place / max(1, len(self.leaf.text))
        self._take(leaf)
        self.light(None)
        self._lay_out(round(share * len(leaf.text)))

    def _take(self, leaf: Leaf) -> None:
        self.leaf = leaf
        self._digits = len(str(leaf.text.count("\n") + 1)) if "\n" in leaf.text else 0
        self._ink()

    def _ink(self) -> None:
        self._inks, _ = self.leaf.content.all_inks(INKED, LEXER.inks)

    def inks_known(self) -> None:
        """Inks of some code became known: draw it with them."""
        self._ink()
        self.refresh()

    def lines_at(self, width: int, most: int) -> int:
        """Display lines that the text needs in that many columns, scroll bar included, as far as that matters."""
        laid = LaidOut(self.leaf.text, self._room(width - 1))
        laid.extend(most)
        return len(laid)

    # ---------------------------------------------------------------- laying it out

    def on_resize(self) -> None:
        """Fold anew for the width, the same place at the top."""
        if self.laid.width != self._room(self.scrollable_content_region.width) or self.laid.text is not self.leaf.text:
            self._lay_out(self.place)

    def _room(self, width: int) -> int:
        """Cells for the text, beside the numbers of lines."""
        return max(8, width - self._margin - 1)

    @property
    def _margin(self) -> int:
        return self._digits + 2 if self._digits or self.leaf.marks else 1

    def _lay_out(self, place: int) -> None:
        self.workers.cancel_group(self, "layout")
        self.laid = LaidOut(self.leaf.text, self._room(self.scrollable_content_region.width))
        self.laid.extend(AT_ONCE)
        self._goal = place or None
        self._grown()
        if not place:
            self.scroll_to(y=0, animate=False, immediate=True, force=True)
        if not self.laid.done:
            self._extend(self.laid)

    @work(thread=True, exclusive=True, group="layout", exit_on_error=False, description="layout")
    def _extend(self, laid: LaidOut) -> None:
        worker = get_current_worker()
        stop = replays.resting(lambda: worker.is_cancelled)
        told = time.monotonic()
        while not laid.done:
            laid.extend(SLICE)
            if stop():
                return
            if time.monotonic() - told > OFTEN:
                self.post_message(self.Laid(laid))
                told = time.monotonic()
        self.post_message(self.Laid(laid))

    @on(Laid)
    def laid_out(self, event: Laid) -> None:
        """There is more to be scrolled through."""
        if event.laid is self.laid:
            self._grown()

    def _grown(self) -> None:
        self.virtual_size = Size(self.scrollable_content_region.width, len(self.laid))
        if self._goal is not None and self.laid.knows(self._goal):
            self._scroll_to_line(self.laid.at(self._goal))
            self._goal = None
        self.refresh()
        self.post_message(self.Moved(self))

    # ---------------------------------------------------------------- moving

    @property
    def place(self) -> int:
        """The first character in sight; the one that is waited for, while it is."""
        if self._goal is not None:
            return self._goal
        top = min(round(self.scroll_y), len(self.laid) - 1)
        return self.laid.line(top).start if top > 0 else 0

    @property
    def sight(self) -> tuple[int, int]:
        """The first and the last display line in sight."""
        last = min(len(self.laid), round(self.scroll_y) + self.scrollable_content_region.height) - 1
        return min(round(self.scroll_y), max(0, last)), last

    @property
    def waiting(self) -> bool:
        """A place was asked for that is not laid out yet."""
        return self._goal is not None

    def reveal(self, place: int) -> None:
        """A place in sight, with some lines above it, unless it is in sight already; later, when it is not laid out yet."""
        if not self.laid.knows(place):
            self._goal = place
            self.post_message(self.Moved(self))
            return
        self._goal = None
        line, top, height = self.laid.at(place), round(self.scroll_y), self.scrollable_content_region.height
        if not top <= line < top + height:
            self._scroll_to_line(max(0, line - height // 4))
        self.refresh()

    def give_up(self) -> None:
        """Stay here: do not wait for the place that was asked for."""
        self._goal = None
        self.post_message(self.Moved(self))

    def _scroll_to_line(self, line: int) -> None:
        self.scroll_to(y=line, animate=False, immediate=True, force=True)

    def watch_scroll_y(self, old: float, new: float) -> None:
        super().watch_scroll_y(old, new)
        if round(old) != round(new):
            self.post_message(self.Moved(self))

    # ---------------------------------------------------------------- marks

    def light(self, found: Found | None, hit: int = 0) -> None:
        """Mark these places, one of them as the present one."""
        self.found, self.hit = found, hit
        spans = found.spans if found is not None else ()
        self._hits = [Mark(start, stop, "hit" if at == hit else "match") for at, (start, stop) in enumerate(spans)]
        self.refresh()

    # ---------------------------------------------------------------- drawing

    def notify_style_update(self) -> None:
        """Other colours."""
        super().notify_style_update()
        self._styles.clear()

    def _style(self, name: str) -> Style:
        if name not in self._styles:
            self._styles[name] = style_of(self, "page--", name)
        return self._styles[name]

    def render_line(self, y: int) -> Strip:
        """One line of the text."""
        at, width = y + round(self.scroll_y), self.size.width
        if at >= len(self.laid):
            return Strip.blank(width, self._style("text"))
        line = self.laid.line(at)
        runs = layered(line, self.leaf.text, "text", self._inks, self.leaf.marks, self._hits)
        segments = [Segment(text, self._style(name)) for text, name in (*self._left(at, line), *runs)]
        return Strip(segments).adjust_cell_length(width, self._style("text"))

    def _left(self, at: int, line: Line) -> list[Run]:
        """The number of the line, and a sign where something of it was taken out or put in."""
        number = f"{self.laid.number(at) if self.laid.begins(at) else '':>{self._digits}}" if self._digits else ""
        style = next((mark.style for mark in self.leaf.marks if mark.start < line.stop and mark.stop > line.start), "")
        sign = GUTTER.get(style, " ") if self._margin > 1 else ""
        return [(number, "number"), (sign, style or "text"), (" ", "text")]
