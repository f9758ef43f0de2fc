"""Asks before something outside is asked for a summary: what it would take, and where the text goes."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from inspector.terminal_text import clip
from inspector.tui.screens.dialog import Dialog
from inspector.tui.widgets.choice_list import ChoiceList


class Spend(Dialog[bool]):
    """Yes or no; escape is no, and so is the first line."""

    DEFAULT_CSS = "Spend > .box { width: 84; } Spend .about { height: auto; max-height: 4; margin: 0 1; }"
    BINDINGS = [
        Binding("y", "answer(True)", "Ask for it", show=False),
        Binding("n", "answer(False)", "Leave it", show=False),
    ]

    def __init__(self, who: str, what: str, estimate: str, where: str) -> None:
        super().__init__()
        self._who, self._what, self._estimate, self._where = who, what, estimate, where

    def compose(self) -> ComposeResult:
        with Vertical(classes="box") as box:
            box.border_title = Content(clip(f"Ask {self._who}?", 70))
            box.border_subtitle = "enter takes it · esc leaves it"
            yield Static(clip(self._what, 300), classes="about", markup=False)
            yield Static(clip(self._estimate, 300), classes="about", markup=False)
            yield Static(clip(self._where, 300), classes="hint", markup=False)
            yield ChoiceList(
                Option(Content.assemble(("n", "bold $accent"), "  leave it: nothing is asked"), id="no"),
                Option(Content.assemble(("y", "bold $accent"), "  ask, and keep the answer"), id="yes"),
                markup=False,
            )

    @on(OptionList.OptionSelected)
    def chosen(self, event: OptionList.OptionSelected) -> None:
        """The line under the cursor."""
        self.dismiss(event.option.id == "yes")

    def action_answer(self, answer: bool) -> None:
        """By its letter."""
        self.dismiss(answer)
