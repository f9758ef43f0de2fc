"""Asks what is to become of pins that are not saved, before they are left."""

from __future__ import annotations

from typing import Literal

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from inspector.tui.screens.dialog import Dialog
from inspector.tui.widgets.choice_list import ChoiceList

Leaving = Literal["save", "discard"]


class Unsaved(Dialog[Leaving]):
    """Save, or leave them behind; escape stays."""

    DEFAULT_CSS = "Unsaved > .box { width: 64; }"
    BINDINGS = [
        Binding("s", "answer('save')", "Save", show=False),
        Binding("x", "answer('discard')", "Leave", show=False),
    ]

    def __init__(self, going: str) -> None:
        super().__init__()
        self._going = going

    def compose(self) -> ComposeResult:
        with Vertical(classes="box") as box:
            box.border_title = "The durable state is not saved"
            box.border_subtitle = "enter takes it · esc stays"
            yield Static("What was pinned, taken out or confirmed stands only here.", classes="hint", markup=False)
            yield ChoiceList(
                Option(Content.assemble(("s", "bold $accent"), f"  save it, then {self._going}"), id="save"),
                Option(Content.assemble(("x", "bold $accent"), f"  {self._going} without saving"), id="discard"),
                markup=False,
            )

    @on(OptionList.OptionSelected)
    def chosen(self, event: OptionList.OptionSelected) -> None:
        """The line under the cursor."""
        self.dismiss("save" if event.option.id == "save" else "discard")

    def action_answer(self, answer: Leaving) -> None:
        """By its letter."""
        self.dismiss(answer)
