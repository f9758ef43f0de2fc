"""Asks what is to be copied."""

from __future__ import annotations

from collections.abc import Sequence

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from inspector.tui.copies import COPIES, Copy
from inspector.tui.screens.dialog import Dialog
from inspector.tui.widgets.choice_list import ChoiceList


class AskCopy(Dialog[Copy]):
    """A menu: each line by its letter, or by the cursor. `about` says more of each."""

    DEFAULT_CSS = "AskCopy > .box { width: 72; }"
    BINDINGS = [Binding(copy.key, f"take({place})", copy.what, show=False) for place, copy in enumerate(COPIES)]

    def __init__(self, about: Sequence[str]) -> None:
        super().__init__()
        self._about = about

    def compose(self) -> ComposeResult:
        with Vertical(classes="box") as box:
            box.border_title = "Copy"
            box.border_subtitle = "a letter or enter copies · esc back"
            yield ChoiceList(
                *[Option(self._line(copy, about)) for copy, about in zip(COPIES, self._about, strict=True)],
                markup=False,
            )

    def _line(self, copy: Copy, about: str) -> Content:
        return Content.assemble((copy.key, "bold $accent"), f"  {copy.what}", (f"  {about}", "$foreground-muted"))

    @on(OptionList.OptionSelected)
    def chosen(self, event: OptionList.OptionSelected) -> None:
        """The line under the cursor."""
        self.action_take(event.option_index)

    def action_take(self, place: int) -> None:
        """By its letter."""
        self.dismiss(COPIES[place])
