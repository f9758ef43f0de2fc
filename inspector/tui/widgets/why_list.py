"""The list of the why room: as any list of places, with the keys of the lane left to the room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message

from inspector.tui.entries import Entry, Target
from inspector.tui.widgets.entry_list import EntryList


class WhyList(EntryList):
    """Says, too, which line the cursor is on. That stays where a person put it, though the line is away for a while."""

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

    _kept: Target | None = None
    """Where the line leads that the cursor was put on."""

    def show(self, entries: Sequence[Entry]) -> None:
        """Show other lines; the cursor goes back to its own as soon as that is there again."""
        super().show(entries)
        again = next((at for at, entry in enumerate(entries) if _is_of(entry.target, self._kept)), None)
        if again is not None:
            self.to_line(again)

    def action_select(self, by: int) -> None:
        """The cursor so many places on or back."""
        super().action_select(by)
        self._kept = self.target
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


def _is_of(target: Target | None, kept: Target | None) -> bool:
    """Whether a line is the one of before: what it does may have another number at its end."""
    if target is None or kept is None:
        return False
    act, other = target.act.rsplit(" ", 1)[0], kept.act.rsplit(" ", 1)[0]
    return act == other if other else target == kept
