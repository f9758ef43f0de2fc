"""How the layer list looks: a line for each layer with its sign and figure, and below it when it works and what it does."""

from __future__ import annotations

from itertools import accumulate
from typing import ClassVar

from rich.segment import Segment
from textual.strip import Strip

from inspector.terminal_text import cells, clip, fold, pad
from inspector.tui.layer_rows import LayerRow
from inspector.tui.widgets.palette import Painted

ON, OFF = "●", "○"
CHANGED = "✱"
ARROWS = "▲ ▼"
"""What moves the selected layer by mouse, at the end of its first line."""
SIGN = (1, 4)
"""Columns of the sign that switches a layer, with a margin for the mouse."""
MOST = 4
"""Lines of words about one layer at the most, beside its gate."""


class LayerListRows(Painted):
    """Draws `rows` from line `top` on. Where they do not fit, only the selected one has its words."""

    PREFIX = "layers"
    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        f"layers--{name}"
        for name in (
            *("ground", "chosen", "title", "mark", "name", "name-chosen", "name-off", "on", "off", "changed"),
            *("fired", "idle", "gate", "words", "arrows", "rule", "hint"),
        )
    }
    DEFAULT_CSS = """
    LayerListRows {
        width: 44; background: $surface;
        & .layers--ground { color: $surface; }
        & .layers--chosen { color: $panel; }
        & .layers--title { color: $foreground; text-style: bold; }
        & .layers--mark { color: $text-disabled; }
        & .layers--name { color: $foreground; }
        & .layers--name-chosen { color: $foreground; text-style: bold; }
        & .layers--name-off { color: $text-muted; text-style: strike; }
        & .layers--on { color: $success; }
        & .layers--off { color: $text-muted; }
        & .layers--changed { color: $accent; text-style: bold; }
        & .layers--fired { color: $warning; text-style: bold; }
        & .layers--idle { color: $text-muted; }
        & .layers--gate { color: $text-muted; }
        & .layers--words { color: $foreground; }
        & .layers--arrows { color: $primary; text-style: bold; }
        & .layers--rule { color: $border-blurred; }
        & .layers--hint { color: $text-muted; }
    }
    LayerListRows:focus { & .layers--mark { color: $accent; } }
    """

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self.title = ""
        self.hint = ""
        self.rows: tuple[LayerRow, ...] = ()
        self.selected = 0
        self.top = 0

    # ---------------------------------------------------------------- places

    @property
    def room(self) -> int:
        """Lines for the layers: title and hint take the others."""
        return max(1, self.size.height - 3)

    def words_of(self, row: LayerRow) -> list[tuple[str, str]]:
        """The lines below the first one of a layer: how each looks, and its text."""
        width = max(8, self.size.width - 5)
        gate = [("gate", text) for text in fold(row.gate, width, 2)]
        return [*gate, *(("words", text) for text in fold(row.words, width, MOST))]

    def heights(self) -> list[int]:
        """Lines of every layer: all of them told in full where there is room, else the selected one alone."""
        full = [1 + len(self.words_of(row)) for row in self.rows]
        if sum(full) + len(full) - 1 <= self.room:
            return [height + 1 for height in full]
        if sum(full) <= self.room:
            return full
        return [height if at == self.selected else 1 for at, height in enumerate(full)]

    def place(self, y: int) -> tuple[int, int] | None:
        """The layer under a line of the widget, and which of its lines."""
        line = y - 1 + self.top
        if not 0 <= y - 1 < self.room:
            return None
        stops = list(accumulate(self.heights()))
        for at, stop in enumerate(stops):
            if line < stop:
                return at, line - (stops[at - 1] if at else 0)
        return None

    def reveal(self) -> None:
        """Scroll so that the selected layer is wholly seen."""
        heights = self.heights()
        first = sum(heights[: self.selected])
        last = first + (heights[self.selected] if heights else 0)
        self.top = max(0, min(first, max(self.top, last - self.room), sum(heights) - self.room))

    # ---------------------------------------------------------------- lines

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        if y == 0:
            return self._line([Segment(f" {clip(self.title, width - 2)}", self.paint("title"))], "ground")
        if y == self.size.height - 2:
            return self._line([Segment("─" * width, self.paint("rule"))], "ground")
        if y == self.size.height - 1:
            return self._line([Segment(f" {clip(self.hint, width - 2)}", self.paint("hint"))], "ground")
        place = self.place(y)
        return self._line([], "ground") if place is None else self._row(*place)

    def _row(self, at: int, line: int) -> Strip:
        row, chosen = self.rows[at], at == self.selected
        words = self.words_of(row)
        if line > len(words):
            return self._line([], "ground")
        back = "chosen" if chosen else "ground"
        mark = Segment("▌" if chosen else " ", self.mix("mark", back))
        if line == 0:
            return self._line([mark, *self._first(at, row, back)], back)
        look, text = words[line - 1]
        return self._line([mark, Segment(f"   {text}", self.mix(look, back))], back)

    def _first(self, at: int, row: LayerRow, back: str) -> list[Segment]:
        """`● 3 prune ✱        −48,140  ▲ ▼`."""
        chosen = back == "chosen"
        tail = f" {ARROWS}" if chosen else " " * (len(ARROWS) + 1)
        room = self.size.width - 1 - len(tail) - 1
        mark = f" {CHANGED}" if row.changed else ""
        head = f"{at + 1} "
        name = clip(row.id, room - cells(head + mark) - 4 - cells(row.brief))
        figure = row.figure if cells(name + head + mark + row.figure) + 4 <= room else row.brief
        free = room - 3 - cells(head + name + mark)
        look = "name-off" if not row.on else "name-chosen" if chosen else "name"
        return [
            Segment(f" {ON if row.on else OFF} ", self.mix("on" if row.on else "off", back)),
            Segment(head, self.mix("gate", back)),
            Segment(name, self.mix(look, back)),
            Segment(mark, self.mix("changed", back)),
            Segment(pad(figure, free, right=True), self.mix("fired" if row.fired else "idle", back)),
            Segment(f"{tail} ", self.mix("arrows", back)),
        ]

    def _line(self, segments: list[Segment], back: str) -> Strip:
        return Strip(segments).adjust_cell_length(self.size.width, self.mix("ground", back))
