"""The way from the main screen to the summary room, and back to a block."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inspector.tui import whole
from inspector.tui.screens.stage import Stage
from inspector.tui.session import Session

if TYPE_CHECKING:
    from inspector.tui.screens.room_stage import Left
    from inspector.tui.summaries.gathering import Asked


class Summarising(Stage):
    """Opens the room at the present request."""

    def action_summary(self) -> None:
        """The newest summary up to here, beside what it replaces."""
        # It audits: what is needed for that is not read before somebody wants it.
        from inspector.tui.screens.summary_room import SummaryRoom

        session = self.session
        if session is not None and not any(isinstance(screen, SummaryRoom) for screen in self.app.screen_stack):
            self.app.push_screen(SummaryRoom(asked(session), whole.summaries(session)), self.room_left)

    def room_left(self, left: Left | None) -> None:
        """Go to the block that was asked for."""
        session = self.session
        if left is None or session is None or not left.block:
            return
        shape = session.transcript.structure
        block = next((place for place in range(len(shape.blocks)) if shape.name(place) == left.block), None)
        if block is not None:
            session.step = None
            session.go(left.request)
            self.moved()
            self.block_wanted(block)


def asked(session: Session) -> Asked:
    """The session as it is now."""
    from inspector.tui.summaries.gathering import Asked

    return Asked(
        session.transcript,
        session.policy,
        session.summariser,
        session.durable,
        session.request,
        session.summariser.name,
    )
