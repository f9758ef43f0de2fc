"""Chooses another conversation of the session: a branch, a subagent's, another session of the same file."""

from __future__ import annotations

from collections.abc import Sequence

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from inspector.tui.elsewhere import Place, line
from inspector.tui.screens.dialog import Dialog
from inspector.tui.widgets.choice_list import ChoiceList

AROUND = 8
"""Cells of frame and margins beside a line of the list."""


class Elsewhere(Dialog[str]):
    """A list. Answers the address of what was chosen."""

    DEFAULT_CSS = """
    Elsewhere > .box { width: 94%; max-width: 140; max-height: 90%; }
    """

    def __init__(self, places: Sequence[Place], first: int = 0) -> None:
        """`first` is the place to begin with."""
        super().__init__()
        self._places, self._first = places, first

    def compose(self) -> ComposeResult:
        with Vertical(classes="box") as box:
            box.border_title = "Branches, subagents, other sessions"
            box.border_subtitle = "enter opens it · @ leads back from there · esc back"
            yield ChoiceList(markup=False)

    def on_mount(self) -> None:
        """The keys go to the list."""
        self.query_one(OptionList).focus()

    def on_resize(self) -> None:
        """Lines of the new width."""
        options = self.query_one(OptionList)
        at = self._first if options.highlighted is None else options.highlighted
        width = min(140, self.size.width * 94 // 100) - AROUND
        options.clear_options()
        options.add_options([Option(line(each, width), disabled=not each.address) for each in self._places])
        options.highlighted = at

    @on(OptionList.OptionSelected)
    def take(self, event: OptionList.OptionSelected) -> None:
        """Open that one."""
        self.dismiss(self._places[event.option_index].address)
