"""From the main screen into the comparison and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inspector.tui.screens.asking_check import AskingCheck

if TYPE_CHECKING:
    from inspector.tui.entries import Target

# What compares is not read before somebody wants that: opening a session goes without it.


class AskingCompare(AskingCheck):
    """One comparison at a time."""

    def action_side_by_side(self) -> None:
        """The recorded view, the held policy, the present one and presets in one table."""
        from inspector.tui.screens.compare_room import CompareRoom

        session = self.session
        if session is None:
            return
        if not session.requests:
            self.say("this session has no request: there is nothing to compare")
            return
        self.enter_room(CompareRoom(session), self._comparison_left)

    def _comparison_left(self, target: Target) -> bool:
        self.go_to(target.request, target.block)
        return True
