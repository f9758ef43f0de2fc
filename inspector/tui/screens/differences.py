"""The dialog with everything in which A and B differ: at this request, and over the session. Enter goes there."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical

from inspector.tui.entries import Entry, Target
from inspector.tui.parts import Part
from inspector.tui.screens.dialog import Dialog
from inspector.tui.widgets.entry_list import EntryList
from inspector.tui.widgets.line import Line


class Differences(Dialog[Target]):
    """A list that grows while the numbers come in. Closing it gives up what is still being worked out."""

    DEFAULT_CSS = """
    Differences > .box { width: 116; height: 90%; }
    Differences Line { background: $surface; }
    """

    def __init__(self, title: str, quote: Callable[[int], str]) -> None:
        super().__init__()
        self._title, self._quote = title, quote
        self._entries: Sequence[Entry] = ()

    def compose(self) -> ComposeResult:
        with Vertical(classes="box") as box:
            box.border_title = "Differences of A and B"
            box.border_subtitle = "enter goes there · esc back"
            yield EntryList(self._quote)
            yield Line(id="working")

    def on_mount(self) -> None:
        """Show what is known already."""
        self.query_one(EntryList).show(self._entries)
        self.query_one(EntryList).focus()
        self.query_one(".box").border_title = self._title

    def show(self, entries: Sequence[Entry], working: str = "") -> None:
        """More is known now; `working` says what is still being worked out."""
        self._entries = entries
        if self.is_mounted:
            self.query_one(EntryList).show(entries)
            self.tell(working)

    def tell(self, working: str) -> None:
        """How far the rest is."""
        if self.is_mounted:
            self.query_one("#working", Line).parts = (Part(working, "accent", 9),) if working else ()

    @on(EntryList.Chosen)
    def take(self, event: EntryList.Chosen) -> None:
        """Answer with the place that the line leads to."""
        self.dismiss(event.target)
