"""What the parts of the summary room share: what it was opened on, the cut that is looked at, and how it speaks."""

from __future__ import annotations

from typing import NamedTuple

from inspector.terminal_text import clip
from inspector.tui.screens.room_keys import RoomKeys
from inspector.tui.summaries.case import Case
from inspector.tui.summaries.gathering import Asked, Gathered


class Left(NamedTuple):
    """How the room was left: the block to go to ("" for none), at which request, and whether a new answer is kept."""

    block: str = ""
    request: int = 0
    made: bool = False


class RoomStage(RoomKeys[Left]):
    """A screen of its own above the main one. Threads post messages; only its own thread changes anything."""

    def __init__(self, asked: Asked) -> None:
        super().__init__()
        self.asked = asked
        self.found: Gathered | None = None
        self.case: Case | None = None
        self.specs: list[str] = []
        """Whose summaries stand beside the one of the view."""
        self.said = ""
        self.doing = ""
        """What is being worked out; "" for nothing."""
        self.made = False
        """An answer was kept that the view of the session does not have yet."""

    def say(self, text: str) -> None:
        """An answer to the last key."""
        self.said = clip(text, 400)
        self.show_status()

    def show_status(self) -> None:
        """The last line but one."""
        raise NotImplementedError

    def show_case(self) -> None:
        """Another cut is laid open."""
        raise NotImplementedError

    def show_attempts(self, again: bool = False) -> None:
        """Other summaries of the same cut; `again`: the chosen one is another, or has its text now."""
        raise NotImplementedError

    def show_nothing(self, why: str) -> None:
        """There is no cut to be shown."""
        raise NotImplementedError
