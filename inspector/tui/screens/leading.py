"""Leads from a conversation to another one of the same session, and back."""

from __future__ import annotations

from inspector.tui.elsewhere import places, subagent_of
from inspector.tui.rows import BLOCK
from inspector.tui.screens.choices import Choices
from inspector.tui.screens.elsewhere import Elsewhere
from inspector.tui.widgets.side_by_side import SideBySide


class Leading(Choices):
    """Branches, subagents, other sessions of the file."""

    _came_from = ""
    """The address from which the open conversation was reached."""

    def action_elsewhere(self) -> None:
        """List what belongs to the session; begin with the subagent of the call under the cursor."""
        session = self.session
        if session is None:
            return
        found = places(session.transcript, self._came_from)
        if not any(each.address for each in found):
            self.say("this session has no other branch, no subagent, and its file holds no other session")
            return
        here = subagent_of(session.transcript, self._call_here())
        self.app.push_screen(Elsewhere(found, found.index(here) if here in found else 0), self._lead)

    def _call_here(self) -> str:
        """The id of the call (or of the result) under the cursor."""
        session, panes = self.session, self.query_one(SideBySide)
        if session is None or panes.rows is None or panes.rows.kinds[panes.cursor] != BLOCK:
            return ""
        return session.transcript.structure.blocks[panes.rows.refs[panes.cursor]].tool_id

    def _lead(self, address: str | None) -> None:
        if address and self.session is not None:
            self._came_from = self.session.transcript.path
            self.opened_path(address)
