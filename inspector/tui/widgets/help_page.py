"""The help, drawn line by line in columns, with a cursor on what can be run."""

from __future__ import annotations

from dataclasses import dataclass

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from inspector.engine.view import Fate
from inspector.tui.actions import Action
from inspector.tui.columns import BLANK, GAP, Piece, column_width, laid_out
from inspector.tui.help_words import Row, Section
from inspector.tui.widgets.palette import Painted

STYLES = {
    "title": "color: $primary; text-style: bold;",
    "name": "color: $accent;",
    "text": "color: $foreground;",
    "good": "color: $success;",
    "warn": "color: $warning;",
    "bad": "color: $error;",
    "quiet": "color: $text-muted;",
    "cursor": "background: $block-cursor-blurred-background;",
} | {f"fate-{fate}": f"color: $fate-{fate};" for fate in Fate}


class HelpPage(Painted, ScrollView):
    """Sections in columns. A click runs the row that it points to."""

    PREFIX = "help"
    COMPONENT_CLASSES = {f"help--{name}" for name in STYLES}
    DEFAULT_CSS = (
        "HelpPage { background: $surface; height: 1fr;"
        " overflow: hidden auto; scrollbar-size-vertical: 1; scrollbar-gutter: stable;\n"
        + "\n".join(f"& .help--{name} {{ {rules} }}" for name, rules in STYLES.items())
        + "}"
    )

    @dataclass
    class Run(Message):
        """An action is to be done."""

        action: Action

    def __init__(self) -> None:
        super().__init__()
        self._sections: list[Section] = []
        self._columns: list[list[Piece]] = []
        self._chosen: Row | None = None

    def show(self, sections: list[Section], first: bool) -> None:
        """Show these; `first`: with the cursor on the first thing that can be run."""
        self._sections = sections
        self._lay_out()
        rows = self._rows()
        self._chosen = rows[0] if first and rows else None
        self.scroll_to(y=0, animate=False)
        self.refresh()

    def on_resize(self) -> None:
        """Other columns for another width."""
        self._lay_out()
        self.refresh()

    def _lay_out(self) -> None:
        width = self._room
        self._columns = laid_out(self._sections, width)
        self.virtual_size = Size(self.scrollable_content_region.width, max(map(len, self._columns), default=0))

    @property
    def _room(self) -> int:
        return max(20, self.scrollable_content_region.width - 2)

    def render_line(self, y: int) -> Strip:
        """One line through all columns."""
        at, width, ground = y + round(self.scroll_y), self.size.width, self.paint("text")
        each = column_width(self._room)
        segments = [Segment(" ", ground)]
        for place, column in enumerate(self._columns):
            piece = column[at] if at < len(column) else BLANK
            chosen = piece.row is not None and piece.row is self._chosen
            line = Strip([Segment(text, self._style(style, chosen)) for text, style in piece.runs])
            segments += line.adjust_cell_length(each, ground)
            if place < len(self._columns) - 1:
                segments.append(Segment(" " * GAP, ground))
        return Strip(segments).adjust_cell_length(width, ground)

    def _style(self, name: str, chosen: bool) -> Style:
        style = self.paint(name)
        return style + self.paint("cursor").background_style if chosen else style

    # ---------------------------------------------------------------- choosing

    def _rows(self) -> list[Row]:
        """What can be run, column by column."""
        found = [piece.row for column in self._columns for piece in column if piece.row is not None]
        return list(dict.fromkeys(row for row in found if row.action is not None))

    def move(self, by: int) -> None:
        """The cursor on the next thing that can be run; from what is in sight when it is not. After the last one, lines."""
        rows = self._rows()
        if not rows:
            return
        seen = self._rows_in_sight()
        if self._chosen not in rows or (seen and not any(map(self._in_sight, self._lines_of_chosen()))):
            self._chosen = (seen or rows)[0 if by > 0 else -1]
        elif self._chosen is rows[-1 if by > 0 else 0]:
            self.scroll_relative(y=by, animate=False)
        else:
            self._chosen = rows[rows.index(self._chosen) + by]
            self._reveal()
        self.refresh()

    def _in_sight(self, line: int) -> bool:
        top = round(self.scroll_y)
        return top <= line < top + self.scrollable_content_region.height

    def _rows_in_sight(self) -> list[Row]:
        shown = [piece.row for column in self._columns for y, piece in enumerate(column) if self._in_sight(y)]
        return [row for row in shown if row is not None and row.action is not None]

    def run_chosen(self) -> None:
        """Run what the cursor is on."""
        if self._chosen is not None and self._chosen.action is not None:
            self.post_message(self.Run(self._chosen.action))

    def _lines_of_chosen(self) -> list[int]:
        return [y for column in self._columns for y, piece in enumerate(column) if piece.row is self._chosen]

    def _reveal(self) -> None:
        lines = self._lines_of_chosen()
        if lines and not (self._in_sight(lines[0]) and self._in_sight(lines[-1])):
            self.scroll_to(y=max(0, lines[0] - self.scrollable_content_region.height // 3), animate=False)

    def on_click(self, event: events.Click) -> None:
        """Run the row under the mouse."""
        row = self._row_at(event)
        if row is not None and row.action is not None:
            self.post_message(self.Run(row.action))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """The cursor follows the mouse."""
        row = self._row_at(event)
        if row is not None and row.action is not None and row is not self._chosen:
            self._chosen = row
            self.refresh()

    def _row_at(self, event: events.MouseEvent) -> Row | None:
        each, y = column_width(self._room) + GAP, event.y + round(self.scroll_y)
        place = (event.x - 1) // each
        if not 0 <= place < len(self._columns) or not 0 <= y < len(self._columns[place]):
            return None
        return self._columns[place][y].row
