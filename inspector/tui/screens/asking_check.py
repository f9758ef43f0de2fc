"""From the main screen into the check room."""

from __future__ import annotations

from inspector.tui.screens.asking_why import AskingWhy

# What looks for faults is not read before somebody wants that: opening a session goes without it.


class AskingCheck(AskingWhy):
    """What goes wrong with this session."""

    def action_check(self) -> None:
        """What goes wrong with this session under this policy."""
        from inspector.tui.screens.check_room import CheckRoom

        session = self.session
        if session is None:
            return
        if not session.requests:
            self.say("this session has no request: nothing can go wrong with one")
            return
        self.enter_room(CheckRoom(self, session), self.way_left)
