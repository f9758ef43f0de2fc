"""The list of the why room: as any list of places, with the keys of the lane left to the room."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message

from inspector.tui.entries import Target
from inspector.tui.widgets.entry_list import EntryList


class WhyList(EntryList):
    """Says, too, which line the cursor is on."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "screen.lane(-1)", show=False),
        Binding("right", "screen.lane(1)", show=False),
        Binding("shift+left", "screen.lane(-10)", show=False),
        Binding("shift+right", "screen.lane(10)", show=False),
    ]

    @dataclass
    class Moved(Message):
        """The cursor is on another line."""

        target: Target

    def action_select(self, by: int) -> None:
        """The cursor so many places on or back."""
        super().action_select(by)
        if self.target is not None:
            self.post_message(self.Moved(self.target))

    def on_click(self, event: events.Click) -> None:
        """The cursor there; a double click does what the line says."""
        event.prevent_default()
        if self.to_line(event.y + round(self.scroll_y)):
            self.focus()
            self.action_select(0)
            if event.chain > 1:
                self.action_choose()

    @property
    def target(self) -> Target | None:
        """Where the line of the cursor leads."""
        return self.entries[self.cursor].target if self.cursor >= 0 else None
