"""Asks what of a summary is to be copied: its text, or the request that it answers."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from inspector.tui.screens.dialog import Dialog
from inspector.tui.widgets.choice_list import ChoiceList


class CopySummary(Dialog[str]):
    """Two lines, each by its letter, or by the cursor."""

    DEFAULT_CSS = "CopySummary > .box { width: 60; }"
    BINDINGS = [
        Binding("s", "take('summary')", "summary", show=False),
        Binding("r", "take('request')", "request", show=False),
    ]

    def compose(self) -> ComposeResult:
        with Vertical(classes="box") as box:
            box.border_title = "Copy"
            box.border_subtitle = "a letter or enter copies · esc back"
            yield ChoiceList(
                Option(Content.assemble(("s", "bold $accent"), "  the summary"), id="summary"),
                Option(Content.assemble(("r", "bold $accent"), "  the exact request"), id="request"),
                markup=False,
            )

    @on(OptionList.OptionSelected)
    def chosen(self, event: OptionList.OptionSelected) -> None:
        """The line under the cursor."""
        self.dismiss(event.option.id)

    def action_take(self, what: str) -> None:
        """By its letter."""
        self.dismiss(what)
