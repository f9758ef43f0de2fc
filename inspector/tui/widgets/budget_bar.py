"""The budget of one request: a bar stacked by part, and a line of numbers that says the same in words."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from textual.message import Message
from textual.strip import Strip

from inspector.terminal_text import cells, clip
from inspector.tui.numerals import full, short
from inspector.tui.theme_file import PARTS
from inspector.tui.widgets.budget_data import OUTLINES, TEXTURES, BudgetData, Part, bar
from inspector.tui.widgets.palette import Painted
from inspector.tui.widgets.timeline_data import Threshold

SHORT = {
    "durable": "dur",
    "summary": "sum",
    "assistant": "asst",
    "thinking": "think",
    "reserve": "resv",
    "margin": "marg",
    "left out": "gone",
}
"""Names of parts on a narrow screen."""

TELLING = ("summary", "durable")
"""Parts that are named before larger ones: what compaction put there."""

Entry = tuple[str, str, str]
"""Sign, style of the sign, text."""


class BudgetBar(Painted):
    """Two lines. `show` draws them anew; nothing is laid out."""

    PREFIX = "budget"
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        *(f"budget--part-{name}" for name in PARTS),
        *(
            f"budget--{name}"
            for name in ("ground", "track", "ink", "quiet", "alarm", "shout", "over", "text", "strong")
        ),
        *(f"budget--{name}" for name in OUTLINES),
    }
    DEFAULT_CSS = (
        """
    BudgetBar {
        height: 2; background: $surface;
        & .budget--ground { color: $surface; }
        & .budget--track { color: $foreground 13%; }
        & .budget--ink { color: $background; }
        & .budget--quiet { color: $foreground; }
        & .budget--alarm { color: $error; }
        & .budget--shout { color: $background; text-style: bold; }
        & .budget--over { color: $background; background: $error; text-style: bold; }
        & .budget--text { color: $text-muted; }
        & .budget--strong { color: $foreground; text-style: bold; }
        & .budget--soft { color: $warning; text-style: bold; }
        & .budget--hard { color: $error; text-style: bold; }
        & .budget--window { color: $foreground; text-style: bold; }
    """
        + "\n".join(f"& .budget--part-{name} {{ color: $part-{name}; }}" for name in PARTS)
        + "}"
    )

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._data = BudgetData()
        self._known = True

    @dataclass
    class Asked(Message):
        """The bar was clicked: its numbers are wanted."""

    def on_click(self) -> None:
        """Ask for the numbers."""
        self.post_message(self.Asked())

    @property
    def data(self) -> BudgetData:
        return self._data

    def show(self, data: BudgetData) -> None:
        """Draw these data."""
        if data != self._data or not self._known:
            self._data, self._known = data, True
            self.refresh()

    def blank(self) -> None:
        """Nothing for now, rather than numbers of something else."""
        self._known = False
        self.refresh()

    def render_line(self, y: int) -> Strip:
        width, ground = self.size.width, self.paint("ground")
        if y > 1 or width < 4 or not self._known:
            return Strip.blank(width, ground)
        edge = Segment(" ", ground)
        inner = self.segments(bar(self._data, width - 2, self.app.no_color)) if y == 0 else self._numbers(width - 2)
        return Strip([edge, *inner]).adjust_cell_length(width, ground)

    def _numbers(self, width: int) -> list[Segment]:
        """The total, then the parts and limits in as much detail as fits."""
        head = self._head(width)
        room = width - sum(cells(segment.text) for segment in head)
        for entries in self._details():
            if sum(cells(sign) + cells(text) + 3 for sign, _, text in entries) <= room:
                return head + self._legend(entries)
        return head

    def _head(self, width: int) -> list[Segment]:
        """`12,340 OVER the window of 32,000 tokens`, `31,870 of 200,000 tokens, 16%`, or against the transcript."""
        data, unit = self._data, clip(self._data.unit, 12)
        if not data.total and not data.rest.size:
            return [Segment("nothing in the request yet", self.paint("text"))]
        wide = width >= 100
        number = full if width >= 60 else short
        total = number(data.total, data.approximate) + data.around
        if data.over and data.window is not None:
            over = f" {number(data.over, data.approximate)} OVER the window "
            rest = f" {total} of {number(data.window)} {unit}"
            return [Segment(over, self.paint("over")), Segment(rest, self.paint("text"))]
        share = f" {100 * data.total / data.length:.0f}%"
        if data.window is not None:
            rest = f" of {number(data.window)} {unit}{share}"
        else:
            why = ", no window: the bar is the transcript" if wide else ", no window"
            rest = f" of {number(data.length, data.approximate)} {unit}{share}{why}"
        return [Segment(total, self.paint("strong")), Segment(rest, self.paint("text"))]

    def _details(self) -> Iterable[list[Entry]]:
        """The legend from the fullest to the sparest form."""
        data = self._data
        parts = [part for part in (*data.parts, data.rest) if part.size]
        for number, names in ((full, {}), (short, {}), (short, SHORT)):
            told = [self._entry(part, self._words(part, names, number)) for part in parts]
            yield told + [self._line(limit, number(limit.value)) for limit in data.limits]
        for plain in (False, True) if data.reckoned is not None else (True,):
            for kept in range(len(parts) - 1, 0, -1):
                largest = sorted(parts, key=lambda part: (part.name not in self._telling(plain), -part.size))[:kept]
                told = [self._entry(part, self._words(part, SHORT, short, plain)) for part in parts if part in largest]
                yield [*told, ("", "text", f"+{len(parts) - kept} more")]

    def _telling(self, plain: bool) -> Container[str]:
        """The parts that are named first; the fixed input is one where the policy is far from it."""
        return TELLING if plain else (*TELLING, "fixed")

    def _words(self, part: Part, names: Mapping[str, str], number: Callable[[int], str], plain: bool = False) -> str:
        """`results 5,682`; `fixed 37,146, reckoned with 4,000` where the policy is far from it."""
        told = f"{names.get(part.name, part.name)} {number(part.size)}"
        if plain or part.name != "fixed" or self._data.reckoned is None:
            return told
        return f"{told}, {'policy' if names else 'reckoned with'} {number(self._data.reckoned)}"

    def _entry(self, part: Part, text: str) -> Entry:
        if part.name in ("free", "left out"):
            return "□", "part-free", text
        return TEXTURES.get(part.name, "■"), f"part-{part.name}", text

    def _line(self, limit: Threshold, value: str) -> Entry:
        return OUTLINES[limit.kind], limit.kind, f"{clip(limit.name, 12)} {value}"

    def _legend(self, entries: list[Entry]) -> list[Segment]:
        out: list[Segment] = []
        for sign, style, text in entries:
            out += [Segment(f"  {sign}", self.paint(style)), Segment(f" {text}", self.paint("text"))]
        return out
