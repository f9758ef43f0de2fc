"""Shows one text whole: a block as it was recorded, or the summary of a view."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content

from inspector.terminal_text import clip
from inspector.tui.screens.dialog import Dialog
from inspector.tui.widgets.page import Page


class Reader(Dialog[None]):
    """A page in a large box."""

    DEFAULT_CSS = "Reader > .box { width: 94%; height: 90%; }"
    BINDINGS = [
        Binding("space,q,s", "leave", "Back", show=False),
        Binding("j", "scroll(1)", "Down", show=False),
        Binding("k", "scroll(-1)", "Up", show=False),
    ]

    def __init__(self, title: str, text: str) -> None:
        super().__init__()
        self._title, self._text = title, text

    def compose(self) -> ComposeResult:
        with Vertical(classes="box") as box:
            box.border_title = Content(clip(self._title, 100))
            box.border_subtitle = f"{len(self._text):,} characters · esc back"
            yield Page(self._text)

    def action_scroll(self, lines: int) -> None:
        """Some lines on or back."""
        self.query_one(Page).scroll_relative(y=lines, animate=False)
