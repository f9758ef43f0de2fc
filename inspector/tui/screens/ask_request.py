"""Asks for the number of a request."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.validation import Number
from textual.widgets import Input, Static

from inspector.tui.screens.dialog import Dialog


class AskRequest(Dialog[int]):
    """Answers a number between 1 and the last request."""

    DEFAULT_CSS = "AskRequest > .box { width: 44; }"

    def __init__(self, request: int, requests: int) -> None:
        super().__init__()
        self._request, self._requests = request, requests

    def compose(self) -> ComposeResult:
        with Vertical(classes="box") as box:
            box.border_title = "Go to request"
            box.border_subtitle = "enter goes there · esc back"
            yield Input(
                str(self._request),
                type="integer",
                validators=[Number(1, self._requests)],
                validate_on=["changed", "submitted"],
            )
            yield Static(f"1 to {self._requests:,}", classes="hint", markup=False)

    @on(Input.Submitted)
    def answer(self, event: Input.Submitted) -> None:
        """Take a valid number, explain an invalid one."""
        if event.validation_result is not None and event.validation_result.is_valid:
            self.dismiss(int(event.value))
        else:
            hint = self.query_one(".hint", Static)
            hint.update(f"a number from 1 to {self._requests:,}, please")
            hint.add_class("trouble")
