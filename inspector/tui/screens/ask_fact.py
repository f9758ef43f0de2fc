"""Asks for a fact: words, a pattern, or the number of a message."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input, Static

from inspector.analysis.why.facts import BadFact, Fact
from inspector.tui.screens.dialog import Dialog
from inspector.tui.why.facts import typed, understood

FORMS = "words as they stand · /a pattern/ · the number of a message"


class AskFact(Dialog[Fact]):
    """Answers a fact; says below the field how it understands what is typed."""

    DEFAULT_CSS = "AskFact > .box { width: 76; }"

    def __init__(self, messages: int) -> None:
        super().__init__()
        self._messages = messages

    def compose(self) -> ComposeResult:
        with Vertical(classes="box") as box:
            box.border_title = "Why was it forgotten?"
            box.border_subtitle = "enter asks · esc back"
            yield Input(placeholder="what the agent should have known")
            yield Static(FORMS, classes="hint", markup=False)

    @on(Input.Changed)
    def tell(self, event: Input.Changed) -> None:
        """How that is understood."""
        hint = self.query_one(".hint", Static)
        hint.update(understood(event.value, self._messages) or FORMS)
        hint.remove_class("trouble")

    @on(Input.Submitted)
    def answer(self, event: Input.Submitted) -> None:
        """Take it, or say what would do."""
        try:
            self.dismiss(typed(event.value, self._messages))
        except BadFact as error:
            hint = self.query_one(".hint", Static)
            hint.update(str(error))
            hint.add_class("trouble")
