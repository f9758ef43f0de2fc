"""From the main screen into the check room, and back to the request and the block of a finding."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inspector.tui.screens.asking_why import AskingWhy

if TYPE_CHECKING:
    from inspector.tui.screens.check_room import CheckRoom
    from inspector.tui.screens.check_working import Way

# What looks for faults is not read before somebody wants that: opening a session goes without it.


class AskingCheck(AskingWhy):
    """One room at a time; while it is open it hears of every change."""

    check: CheckRoom | None = None
    """The room, while it is open."""

    def action_check(self) -> None:
        """What goes wrong with this session under this policy."""
        from inspector.tui.screens.check_room import CheckRoom

        session = self.session
        if session is None or self.check is not None:
            return
        if not session.requests:
            self.say("this session has no request: nothing can go wrong with one")
            return
        self.check = CheckRoom(self, session)
        self.app.push_screen(self.check, self.check_left)

    def renew(self) -> None:
        """Show the view; what the open room says is of another policy now."""
        super().renew()
        if self.check is not None:
            self.check.begin_anew()

    def check_left(self, way: Way | None) -> None:
        """Go where the room led to."""
        self.check = None
        session = self.session
        if way is None or session is None:
            return
        session.step = None
        session.go(way.request)
        self.moved()
        if way.block is not None:
            self.block_wanted(way.block)
        if way.fact is not None:
            self.enter_why(way.fact)
