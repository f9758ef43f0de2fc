"""Facts across all requests: a lane for each, one sign for each state, with a cursor on a request."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip

from inspector.analysis.why.signs import SIGNS
from inspector.terminal_text import clip, pad
from inspector.tui.parts import fullest
from inspector.tui.why.lane_rows import BACK, LOST, LaneRow, Mark, legend, words
from inspector.tui.why.scale import Scale
from inspector.tui.widgets.palette import Painted

NAME = 30
"""Cells of a fact's name at the most, where there are several."""
CURSOR = "▲"
BELOW = 3
"""Lines below the lanes: marks, the request in words, what the signs mean."""
_RULES = {
    "text": "color: $foreground;",
    "quiet": "color: $text-muted;",
    "chosen": "color: $foreground; text-style: bold;",
    "cursor": "color: $accent; text-style: bold;",
    "lit": "color: $block-cursor-foreground; background: $block-cursor-background; text-style: bold;",
    "verbatim": "color: $success;",
    "in-the-summary": "color: $secondary; text-style: bold;",
    "durable": "color: $primary; text-style: bold;",
    "artifact": "color: $warning;",
    "cut": "color: $warning;",
    "cleared": "color: $warning;",
    "perhaps-paraphrased": "color: $error;",
    "gone": "color: $error;",
    "not-yet": "color: $text-muted;",
    "lost": "color: $error; text-style: bold;",
    "back": "color: $warning; text-style: bold;",
}


class LaneView(Painted, can_focus=True):
    """As high as it has facts. Nothing of a key is proportional to the session: what is drawn are the cells."""

    PREFIX = "lane"
    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"lane--{name}" for name in _RULES}
    DEFAULT_CSS = (
        "LaneView { background: $surface; height: auto; padding: 0;\n"
        + "\n".join(f"& .lane--{name} {{ {rules} }}" for name, rules in _RULES.items())
        + "}\nLaneView:nocolor .lane--lit { text-style: reverse bold; }"
    )

    @dataclass
    class Pointed(Message):
        """A request was pointed at, in the lane of a fact (position from 0; None: below them); `twice`: to go there."""

        request: int
        row: int | None
        twice: bool

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.rows: Sequence[LaneRow] = ()
        self.marks: Sequence[Mark] = ()
        self.chosen: int | None = None
        """The fact that is told below; None: all of them."""
        self.requests, self.request = 0, 1

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The lanes, and what stands below them."""
        return max(1, len(self.rows)) + BELOW

    def show(self, rows: Sequence[LaneRow], marks: Sequence[Mark], chosen: int | None, requests: int) -> None:
        """Other lanes; the cursor stays at its request."""
        others = len(rows) != len(self.rows)
        self.rows, self.marks, self.chosen, self.requests = rows, marks, chosen, requests
        self.request = max(1, min(requests, self.request))
        self.refresh(layout=others)

    def point(self, request: int) -> None:
        """The cursor at a request, or the nearest there is."""
        self.request = max(1, min(self.requests, request))
        self.refresh()

    def on_focus(self) -> None:
        self.refresh()

    def on_blur(self) -> None:
        self.refresh()

    @property
    def _lead(self) -> int:
        """Cells before the lanes: the names, where there are several facts."""
        return 1 if len(self.rows) < 2 else min(NAME, max(12, self.size.width // 4)) + 4

    @property
    def scale(self) -> Scale:
        """Cells for requests."""
        return Scale(self.requests, max(1, self.size.width - self._lead - 1))

    def on_click(self, event: events.Click) -> None:
        """A request is pointed at."""
        scale, row = self.scale, event.y if event.y < len(self.rows) else None
        cell = event.x - self._lead
        if 0 <= cell < scale.width:
            self.point(scale.stretch(cell)[0] if scale.each else self._within(scale, cell))
        self.post_message(self.Pointed(self.request, row, event.chain > 1))

    def _within(self, scale: Scale, cell: int) -> int:
        """Of the requests of a cell one with a mark, else the last."""
        low, high = scale.stretch(cell)
        return next((mark.request for mark in self.marks if low <= mark.request <= high), high)

    # ---------------------------------------------------------------- drawing

    def render_line(self, y: int) -> Strip:
        """A lane, or one of the lines below them."""
        width, count = self.size.width, max(1, len(self.rows))
        if y < count:
            segments = self._lane(y) if y < len(self.rows) else []
        elif y == count:
            segments = self._marks()
        elif y == count + 1:
            row = self.rows[self.chosen] if self.chosen is not None and self.chosen < len(self.rows) else None
            told = words(row, self.marks, self.request, self.requests) if self.requests else ""
            style = "lit" if self.has_focus else "chosen"
            segments = [Segment(" ", self.paint("text")), Segment(clip(f" {told} ", width - 2), self.paint(style))]
        else:
            segments = [Segment(f"  {fullest(legend(self.rows, self.marks), width - 3)}", self.paint("quiet"))]
        return Strip(segments).adjust_cell_length(width, self.paint("text"))

    def _lane(self, y: int) -> list[Segment]:
        row, lead = self.rows[y], self._lead
        out = [Segment(" ", self.paint("text"))]
        if lead > 1:
            chosen = self.chosen in (y, None)
            sign = "▸" if chosen else " "
            name = f"{sign}{y + 1} {pad(clip(row.name, lead - 5), lead - 5)} "
            out = [Segment(name, self.paint("chosen" if chosen else "quiet"))]
        if row.lanes is None:
            return [*out, Segment("…", self.paint("quiet"))]
        scale = self.scale
        here = scale.cell(self.request) if self.requests else -1
        for cell, state in enumerate(scale.states(row.lanes)):
            sign, style = SIGNS[state][0], "quiet" if row.old else state.replace(" ", "-")
            lit = cell == here and self.has_focus and self.chosen in (y, None)
            out.append(Segment("·" if state == "not yet" else sign, self.paint("lit" if lit else style)))
        return out

    def _marks(self) -> list[Segment]:
        scale = self.scale
        if not self.requests:
            return []
        weighty = sorted(self.marks, key=lambda mark: mark.sign == LOST)  # a loss is not hidden by what came of it
        signs = {scale.cell(mark.request): mark.sign for mark in weighty}
        here = scale.cell(self.request)
        signs.setdefault(here, CURSOR)
        styles = {CURSOR: "cursor", LOST: "lost", BACK: "back"}
        out = [Segment(" " * self._lead, self.paint("text"))]
        for cell in range(scale.width):
            sign = signs.get(cell, " ")
            lit = cell == here and sign != CURSOR  # what happened there is not hidden by the cursor
            out.append(Segment(sign, self.paint("lit" if lit else styles.get(sign, "quiet"))))
        return out
