"""A side of the summary room: passages under headings, what is marked in them, and the places that the list points at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from inspector.terminal_text import clip
from inspector.tui.summaries.laying import Laid, Shown
from inspector.tui.summaries.paper import Paper
from inspector.tui.summaries.points import SIGNS
from inspector.tui.widgets.at_once import AtOnce
from inspector.tui.widgets.palette import Painted
from inspector.tui.widgets.runs import Mark, layered

MARGIN = 2
"""Cells before the text: a sign of what is marked in the line, and a blank."""
AT_ONCE, MOMENT = 400, 0.02
"""Passages that are laid out at once, and seconds until the next ones are."""
_RULES = {
    "text": "color: $foreground;",
    "title": "color: $text-muted; text-style: bold;",
    "more": "color: $accent;",
    "verbatim": "color: $success;",
    "partly": "color: $secondary;",
    "missing": "color: $warning; text-style: underline;",
    "finding": "color: $error; text-style: bold underline;",
    "hint": "color: $warning; text-style: italic;",
    "hit": "color: $background; background: $accent; text-style: bold;",
}


class MarkedPaper(Painted, ScrollView, AtOnce, can_focus=True):
    """Draws a paper that is laid out for its width. Nothing that a key does is proportional to its length."""

    PREFIX = "paper"
    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"paper--{name}" for name in _RULES}
    DEFAULT_CSS = (
        "MarkedPaper { background: $surface; height: 1fr;"
        " overflow: hidden auto; scrollbar-size-vertical: 1; scrollbar-gutter: stable;\n"
        + "\n".join(f"& .paper--{name} {{ {rules} }}" for name, rules in _RULES.items())
        + "}\nMarkedPaper:nocolor .paper--hit { text-style: reverse bold; }"
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("pagedown", "page_down", show=False),
        Binding("pageup", "page_up", show=False),
        Binding("home", "scroll_home", show=False),
        Binding("end", "scroll_end", show=False),
    ]

    @dataclass
    class Picked(Message):
        """A place was clicked: a character of a passage."""

        paper: MarkedPaper
        passage: int
        at: int

    def __init__(self, id: str, fold: bool) -> None:
        super().__init__(id=id)
        self._fold = fold
        self.laid = Laid(Paper(()), 8, fold)
        self._hits: Mapping[str, Sequence[Mark]] = {}

    @property
    def room(self) -> int:
        """Cells for the text."""
        return max(8, self.scrollable_content_region.width - MARGIN - 1)

    def show(self, paper: Paper, keep: bool = False) -> None:
        """Another paper, from its beginning; with `keep` it is the same text with other marks, and stays where it is."""
        opened = self.laid.opened if keep else {}
        self.laid = Laid(paper, self.room, self._fold)
        self.laid.opened.update(opened)
        self._lay_out()
        if not keep:
            self._hits = {}
            self.scroll_to(y=0, animate=False, immediate=True, force=True)

    def on_resize(self) -> None:
        """Fold anew for the width."""
        if self.laid.width != self.room:
            top = self.laid.passage_at(round(self.scroll_y)) if len(self.laid) else 0
            self.show(self.laid.paper, keep=True)
            if len(self.laid):
                self.laid.extend(max(0, top + 1 - AT_ONCE))
                self.scroll_to(y=self.laid.start(top), animate=False, immediate=True, force=True)

    def _lay_out(self) -> None:
        """Some passages at once, the rest a little later, so that no key waits for ten thousand of them."""
        self.laid.extend(AT_ONCE)
        self._grown()
        if not self.laid.done:
            self.set_timer(MOMENT, self._lay_on)

    def _lay_on(self) -> None:
        if not self.laid.done:
            self._lay_out()

    def _grown(self) -> None:
        self.virtual_size = Size(self.scrollable_content_region.width, len(self.laid))
        self.refresh()

    # ---------------------------------------------------------------- places

    def point(self, hits: Mapping[str, Sequence[Mark]], first: tuple[str, int] | None) -> None:
        """Show these places as the present ones, the first of them in sight."""
        self._hits = hits
        if first is not None and (place := self.laid.paper.places.get(first[0])) is not None:
            line = self.laid.find(place, first[1])
            self._grown()
            top, height = round(self.scroll_y), self.scrollable_content_region.height
            if not top <= line < top + height - 1:
                goal = max(0, line - height // 3)
                self.scroll_to(y=goal, animate=False, immediate=True, force=True)
        self.refresh()

    def passage_here(self) -> int | None:
        """The passage at the top."""
        return self.laid.passage_at(round(self.scroll_y)) if len(self.laid) else None

    def toggle(self, place: int) -> bool:
        """Open a long passage, or fold it again."""
        changed = self.laid.toggle(place)
        self._grown()
        return changed

    def on_click(self, event: events.Click) -> None:
        """A word about the rest of a passage opens it; elsewhere the place is told."""
        at = event.y + round(self.scroll_y)
        if at >= len(self.laid):
            return
        shown = self.laid[at]
        if shown.more or shown.begins:
            self.toggle(shown.passage)
        elif shown.line is not None:
            offset = min(shown.line.start + max(0, event.x - MARGIN), max(shown.line.start, shown.line.stop - 1))
            self.post_message(self.Picked(self, shown.passage, offset))

    # ---------------------------------------------------------------- drawing

    def render_line(self, y: int) -> Strip:
        """One line: its sign, and its text with the marks in it."""
        at, width, ground = y + round(self.scroll_y), self.size.width, self.paint("text")
        if at >= len(self.laid):
            return Strip.blank(width, ground)
        segments = self._line(self.laid[at])
        return Strip(segments).adjust_cell_length(width, ground)

    def _line(self, shown: Shown) -> list[Segment]:
        passage = self.laid.paper.passages[shown.passage]
        if shown.begins:
            return [Segment(clip(passage.title, self.room + MARGIN), self.paint("title"))]
        if shown.line is None:
            return [Segment("  ", self.paint("text")), Segment(clip(_rest(shown.more), self.room), self.paint("more"))]
        marks = self.laid.paper.marks.get(passage.name, ())
        hits = self._hits.get(passage.name, ())
        runs = layered(shown.line, passage.text, "text", (), marks, hits)
        sign, style = self._sign([name for _, name in runs])
        return [Segment(f"{sign} ", self.paint(style)), *(Segment(text, self.paint(name)) for text, name in runs)]

    def _sign(self, styles: Sequence[str]) -> tuple[str, str]:
        """The weightiest of what is marked in a line."""
        if "hit" in styles:
            return "▸", "more"
        return next(((sign, name) for name, sign in SIGNS.items() if name in styles), (" ", "text"))


def _rest(more: int) -> str:
    if more < 0:
        return f"⋯ {-more:,} characters before this"
    return f"⋯ {more:,} more characters"
