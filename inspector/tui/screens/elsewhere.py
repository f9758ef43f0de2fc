"""Chooses another conversation of the session: a branch, a subagent's, another session of the same file."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from inspector.terminal_text import clip
from inspector.tui.elsewhere import Place, columns, holding, line
from inspector.tui.screens.dialog import Dialog
from inspector.tui.screens.type_ahead import type_ahead
from inspector.tui.widgets.choice_list import ChoiceList

AROUND = 8
"""Cells of frame and margins beside a line of the list."""


class Elsewhere(Dialog[str]):
    """A list. Answers the address of what was chosen."""

    DEFAULT_CSS = """
    Elsewhere > .box { width: 94%; max-width: 140; max-height: 90%; }
    Elsewhere OptionList { max-height: 65vh; }
    Elsewhere .whole { color: $text-muted; height: 1; padding: 0 1; }
    """

    def __init__(self, places: Sequence[Place], first: int = 0) -> None:
        """`first` is the place to begin with."""
        super().__init__()
        self._places, self._first = places, first
        self._shown: list[Place] = []

    def compose(self) -> ComposeResult:
        with Vertical(classes="box") as box:
            box.border_title = "Branches, subagents, other sessions"
            box.border_subtitle = "type to filter · enter opens it · @ leads back from there · esc back"
            yield Input(placeholder="words of a title")
            yield ChoiceList(markup=False)
            yield Static("", classes="whole", markup=False)

    def on_mount(self) -> None:
        """The keys go to the list."""
        self.query_one(OptionList).focus()

    def on_resize(self) -> None:
        """Lines of the new width."""
        self._list(self._first if not self._shown else self.query_one(OptionList).highlighted or 0)

    def on_key(self, event: events.Key) -> None:
        """Letters filter while the list has the keys, and ↓ leads back to it."""
        field = self.query_one(Input)
        if field.has_focus and event.key in ("down", "up"):
            event.stop()
            self.query_one(OptionList).focus()
        else:
            type_ahead(event, field)

    @on(Input.Changed)
    def filter(self) -> None:
        """Leave what holds the words."""
        self._list(0)

    @on(Input.Submitted)
    def take_first(self) -> None:
        """Enter in the line takes what is highlighted."""
        self.query_one(OptionList).action_select()

    def _list(self, at: int) -> None:
        options = self.query_one(OptionList)
        self._shown = holding(self._places, self.query_one(Input).value)
        place = columns(self._shown, min(140, self.size.width * 94 // 100) - AROUND)
        options.clear_options()
        options.add_options([Option(line(each, place), disabled=not each.address) for each in self._shown])
        options.highlighted = min(at, len(self._shown) - 1) if self._shown else None
        box = self.query_one(".box")
        some = f"{len(self._shown):,} of {len(self._places):,}"
        box.border_title = f"Branches, subagents, other sessions · {some}"

    @on(OptionList.OptionHighlighted)
    def tell(self, event: OptionList.OptionHighlighted) -> None:
        """Say all of the title."""
        if event.option_index < len(self._shown):
            self.query_one(".whole", Static).update(
                clip(self._shown[event.option_index].title, max(8, self.size.width - 12))
            )

    @on(OptionList.OptionSelected)
    def take(self, event: OptionList.OptionSelected) -> None:
        """Open that one."""
        if event.option_index < len(self._shown):
            self.dismiss(self._shown[event.option_index].address)
