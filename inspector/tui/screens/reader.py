"""Shows texts whole: a block as it was recorded and as the view has it, the summary of a view, the budget."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container
from textual.content import Content

from inspector.terminal_text import clip
from inspector.tui.screens.dialog import Dialog
from inspector.tui.widgets.page import Page

BESIDE = 100
"""Columns from which two texts stand side by side; else one above the other."""


class Reader(Dialog[None]):
    """One text, or two to be compared, in a box as high as they need. `texts` are titles and texts."""

    DEFAULT_CSS = """
    Reader > .box { width: 94%; layout: vertical; }
    Reader.-beside > .box { layout: horizontal; }
    Reader Page { width: 1fr; }
    Reader .titled { border-top: solid $border-blurred; border-title-color: $accent; }
    """
    BINDINGS = [
        Binding("space,q,s,b,i", "leave", "Back", show=False),
        Binding("j", "scroll(1)", "Down", show=False),
        Binding("k", "scroll(-1)", "Up", show=False),
        Binding("tab", "app.focus_next", "The other text", show=False),
    ]

    def __init__(self, title: str, texts: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self._title, self._texts = title, texts

    def compose(self) -> ComposeResult:
        with Container(classes="box") as box:
            box.border_title = Content(clip(self._title, 100))
            length = f"{sum(len(text) for _, text in self._texts[:1]):,} characters"
            box.border_subtitle = (
                f"{length} · tab the other text · esc back" if len(self._texts) > 1 else (f"{length} · esc back")
            )
            for name, text in self._texts:
                page = Page(text, classes="titled" if name else "")
                page.border_title = Content(name)
                yield page

    def on_mount(self) -> None:
        """The keys go to the first text."""
        self._arrange()
        self.query(Page).first().focus()

    def on_resize(self) -> None:
        """As high as needed, and as there is room."""
        self._arrange()

    def action_scroll(self, lines: int) -> None:
        """Some lines on or back."""
        page = self.focused if isinstance(self.focused, Page) else self.query(Page).first()
        page.scroll_relative(y=lines, animate=False)

    def _arrange(self) -> None:
        pages, beside = list(self.query(Page)), self.size.width >= BESIDE and len(self._texts) > 1
        self.set_class(beside, "-beside")
        width = int(self.size.width * 0.94) - 4
        needed = [page.lines_at(width // len(pages) if beside else width) + page.has_class("titled") for page in pages]
        room = int(self.size.height * 0.9)
        self.query_one(".box").styles.height = max(5, min(room, 2 + (max(needed) if beside else sum(needed))))
        for page, lines in zip(pages, needed, strict=True):
            page.styles.height = "1fr" if beside or sum(needed) + 2 <= room else f"{lines}fr"
