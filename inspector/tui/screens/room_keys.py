"""The keys that every room has: those of its last line, its help, giving up, and the way back."""

from __future__ import annotations

from typing import ClassVar

from textual import on

from inspector.tui.actions import Action, Scope, title_of
from inspector.tui.screens.dialog import Answer, LeftOnce
from inspector.tui.screens.help import Help
from inspector.tui.widgets.foot_line import FootLine


class RoomKeys(LeftOnce[Answer]):
    """A screen of its own above the main one, in which something is worked out while keys are pressed."""

    SCOPE: ClassVar[Scope]

    def changed(self) -> None:
        """The policy, the durable state or the transcript is another one; a room of what was is left as it is."""

    def say(self, text: str) -> None:
        """An answer to the last key."""
        raise NotImplementedError

    def give_up(self) -> bool:
        """End what is being worked out; False when nothing is."""
        raise NotImplementedError

    @on(FootLine.Pressed)
    async def foot_pressed(self, event: FootLine.Pressed) -> None:
        """A key of the last line was clicked."""
        event.stop()
        await self.run_action(event.run)

    def action_help(self) -> None:
        """The keys of the room; what is chosen there is done."""
        self.app.push_screen(Help(title_of(self.SCOPE), self.SCOPE), self._helped)

    async def _helped(self, action: Action | None) -> None:
        if action is not None:
            await self.run_action(action.run)

    def action_leave(self) -> None:
        """Give up what is being worked out, else back to the main screen."""
        if not self.give_up():
            self.action_close()

    def action_close(self) -> None:
        """Back, whatever is being worked out."""
        self.workers.cancel_node(self)
        self.dismiss(None)
