"""Shows a file of any size by its lines: opens at its end, goes to either end, searches. Never reads the whole of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Input
from textual.worker import Worker, WorkerState, get_current_worker

from inspector.phrases import counted
from inspector.terminal_text import clip
from inspector.transcript.line_file import LineFile, Row
from inspector.tui.numerals import in_bytes
from inspector.tui.parts import Part
from inspector.tui.screens.dialog import LeftOnce
from inspector.tui.widgets.line import Line
from inspector.tui.widgets.line_view import LineView

KEYS = " j k ↑ ↓ page · < start · > end · / search · n N next, previous · ← → sideways · f look again · esc back"

SOON = 0.3
"""Seconds after which lines are counted: the first picture comes first."""


class Lines(LeftOnce[None]):
    """One file. Owns it, and closes it when it is left."""

    DEFAULT_CSS = """
    Lines { background: $background;
        Input { display: none; dock: bottom; border: round $border; background: $surface; height: 3; }
        Input.-open { display: block; }
    }
    """
    HINTS = "#lines-keys"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Back"),
        Binding("q,O", "close", "Back", show=False),
        Binding("j,down", "move(1)", "Down", show=False),
        Binding("k,up", "move(-1)", "Up", show=False),
        Binding("pagedown,space", "page(1)", "Page", show=False),
        Binding("pageup,b", "page(-1)", "Page", show=False),
        Binding("home,less_than_sign,g", "start", "Start", show=False),
        Binding("end,greater_than_sign,G", "end", "End", show=False),
        Binding("right,l", "sideways(1)", "Right", show=False),
        Binding("left,h", "sideways(-1)", "Left", show=False),
        Binding("slash", "ask", "Search", show=False),
        Binding("n", "again(True)", "Next", show=False),
        Binding("N", "again(False)", "Previous", show=False),
        Binding("f", "look", "Look again", show=False),
    ]

    @dataclass
    class Searched(Message):
        """The end of a search: the line, or None."""

        text: str
        row: Row | None

    @dataclass
    class Counted(Message):
        """Lines are numbered now."""

    def __init__(self, file: LineFile, name: str, remark: str = "") -> None:
        super().__init__()
        self.file, self._file_name, self._remark = file, name, remark
        self._said = ""
        self._searching: Worker[None] | None = None

    def compose(self) -> ComposeResult:
        yield Line(id="lines-title")
        yield LineView(self.file)
        yield Input(placeholder="search for")
        yield Line(id="lines-keys")

    def on_mount(self) -> None:
        """The keys go to the lines; numbers follow."""
        self.view.focus()
        self._show()
        self.set_timer(SOON, self._count)

    def on_unmount(self) -> None:
        """Give the file back."""
        self.file.close()

    @property
    def view(self) -> LineView:
        return self.query_one(LineView)

    @on(LineView.Moved)
    def _show(self) -> None:
        rows, size = self.view.rows, self.file.size
        end = rows[-1].end if rows else size
        where = "end" if end >= size else f"{100 * end / size:.0f}%"
        self.query_one("#lines-title", Line).parts = (
            Part(clip(self._file_name, 80), "strong", 9),
            Part(f"  {in_bytes(size)}", "quiet", 6),
            Part(f" · {self._lines()}", "quiet", 4),
            Part(f"  {self._remark}", "bad", 8),
            Part(f"  {self.file.notice}", "warn", 5),
            Part(where, "accent", 7, right=True),
        )
        words = Part(f" {self._said}", "accent", 9) if self._said else Part(KEYS, "quiet", 9)
        self.query_one("#lines-keys", Line).parts = (words,)

    def _lines(self) -> str:
        known = self.file.count_known
        return "lines being counted" if known is None else counted(known, "line")

    def _tell(self, text: str) -> None:
        self._said = text
        self._show()

    # ---------------------------------------------------------------- moving

    def _go(self) -> LineView:
        self._said = ""
        return self.view

    def action_move(self, by: int) -> None:
        """Some lines on or back."""
        self._go().move(by)

    def action_page(self, by: int) -> None:
        """A page on or back."""
        self._go().move(by * max(1, self.view.page - 1))

    def action_start(self) -> None:
        """The first lines."""
        self._go().go(0)

    def action_end(self) -> None:
        """The last lines."""
        self._go().end()

    def action_sideways(self, by: int) -> None:
        """Long lines further to the right, or back."""
        self._go().sideways(by)

    def action_look(self) -> None:
        """Look at the file again: it may have grown, or be another one."""
        change = self.file.refresh()
        self.view.end() if change in ("grown", "replaced") else self.view.go(
            self.view.rows[0].offset if self.view.rows else 0
        )
        self._count()
        self._tell(f"the file is {'as it was' if change == 'same' else change}")

    def action_leave(self) -> None:
        """Give up the search, else close."""
        if self.query_one(Input).has_class("-open"):
            self._put_away()
        elif self._searching is not None and self._searching.is_running:
            self._searching.cancel()
            self._tell("search given up")
        else:
            self.action_close()

    def action_close(self) -> None:
        """Back to where it was opened from."""
        self.workers.cancel_node(self)
        self.dismiss(None)

    # ---------------------------------------------------------------- searching

    def action_ask(self) -> None:
        """Type what to search for."""
        field = self.query_one(Input)
        field.add_class("-open")
        field.focus()

    def _put_away(self) -> None:
        self.query_one(Input).remove_class("-open")
        self.view.focus()

    @on(Input.Submitted)
    def begin(self, event: Input.Submitted) -> None:
        """Search from the start of what is shown; from the start of the file, when its end is shown."""
        self._put_away()
        self.view.needle, self.view.hit = event.value, -1
        if event.value:
            self._seek(0 if self.view.at_end else self.view.rows[0].offset, True)

    def action_again(self, on: bool) -> None:
        """The next line that holds it, or the one before."""
        view = self.view
        if not view.needle:
            self.action_ask()
            return
        hit = self.file.row_at(view.hit) if view.hit >= 0 else None
        rows = view.rows
        if hit is None:
            self._seek(rows[0].offset if rows else 0, on)
        else:
            self._seek(hit.end if on else hit.offset, on)

    def _seek(self, offset: int, on: bool) -> None:
        self._tell(f"searching for “{clip(self.view.needle, 40)}” …  esc gives up")
        self._searching = self._search(self.view.needle, offset, on)

    @work(thread=True, exclusive=True, group="search", exit_on_error=False, description="search")
    def _search(self, text: str, offset: int, on: bool) -> None:
        """In stretches of some megabytes, so that it can be given up."""
        worker, at = get_current_worker(), offset
        while not worker.is_cancelled:
            found = self.file.search(text, at, backward=not on, ignore_case=True, budget=8 << 20)
            if found.row is not None or found.finished:
                self.post_message(self.Searched(text, found.row))
                return
            at = found.at

    @on(Searched)
    def found(self, event: Searched) -> None:
        """Go there, or say that there is none."""
        if event.text != self.view.needle:
            return
        if event.row is None:
            self._tell(f"“{clip(event.text, 40)}” is not found from here on; n and N search on from what is shown")
            return
        self._said = ""
        self.view.show_hit(event.row)

    @work(thread=True, exclusive=True, group="count", exit_on_error=False, description="count")
    def _count(self) -> None:
        """Number the lines, a stretch at a time."""
        worker = get_current_worker()
        while not worker.is_cancelled and not self.file.count(16 << 20):
            pass
        if not worker.is_cancelled:
            self.post_message(self.Counted())

    @on(Counted)
    def numbered(self) -> None:
        """Show the numbers."""
        self.view.go(self.view.rows[0].offset) if self.view.rows else self._show()

    @on(Worker.StateChanged)
    def failed(self, event: Worker.StateChanged) -> None:
        """The file went away, or cannot be read any more."""
        if event.state is WorkerState.ERROR:
            self._tell(f"the file cannot be read: {clip(str(event.worker.error), 120)}")
