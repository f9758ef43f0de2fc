"""Keys that are typed while the dialog that they are meant for is being opened: they wait for it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from textual import events
from textual.message import Message
from textual.widgets import Input, TextArea

from inspector.tui.actions import ACTIONS

if TYPE_CHECKING:
    from textual.app import App
    from textual.screen import Screen

OPENING = {
    "ask_why",
    "add",
    "ask",
    "ask_request",
    "search",
    "help",
    "open",
    "policy",
    "export",
    "pin",
    "copy",
    "summariser",
}
"""Actions that open what is typed into. Others open what nobody types into, or nothing."""
SCREENS = {"app.room('ask_why')"}
PATIENCE = 3.0
"""Seconds after which keys wait no longer."""
UNHEARD = 0.5
"""Seconds after which a key that opens something was taken by a widget for itself."""
LOOK = 0.01
"""Seconds between two looks whether it is there."""


def opening(scope: str | None, key: str) -> bool:
    """Whether a key opens a dialog with a field, on the main screen or in a room."""
    return any(
        action.scope == scope and key in action.keys.split(",") and (action.run in OPENING or action.run in SCREENS)
        for action in ACTIONS
    )


class TypeAhead:
    """Holds keys from the one that opens a dialog until that has the keys; then they go there, in their order."""

    def __init__(self, app: App[None]) -> None:
        self._app = app
        self._from: Screen[object] | None = None
        """The screen on which the key was pressed; None: nothing is being opened."""
        self._until = 0.0
        self._key = ""
        """The key, until it was obeyed."""
        self._held: list[Message] = []

    def holds(self, event: events.Event, scope: str | None) -> bool:
        """Whether an event is to wait; a key that opens a dialog is none of those, but the next ones are."""
        if not isinstance(event, events.Key | events.Paste) or event.is_forwarded:
            return False
        if self._from is not None:
            self._held.append(event)
            return True
        if isinstance(event, events.Key) and opening(scope, event.key) and not self._typing():
            self._begin(event.key)
        return False

    def obeyed(self, event: events.Event) -> None:
        """A key came back from the widgets, and its binding was run: what it opens is on its way by now."""
        if self._from is not None and isinstance(event, events.Key) and event.key == self._key:
            self._key = ""
            self._look()

    def _begin(self, key: str) -> None:
        self._from, self._key = self._app.screen, key
        self._until = time.monotonic() + PATIENCE
        self._app.set_timer(UNHEARD, self._unheard)

    def _unheard(self) -> None:
        """A widget took the key for itself."""
        if self._from is not None and self._key:
            self._key = ""
            self._look()

    def _look(self) -> None:
        if not self._app.screen_stack:  # the program is ending
            self._from, self._held = None, []
        elif self._there() or time.monotonic() > self._until:
            self._from = None
            held, self._held = self._held, []
            for event in held:
                self._app.post_message(event)
        else:
            self._app.set_timer(LOOK, self._look)

    def _there(self) -> bool:
        """Nothing was opened, or what was opened has the keys."""
        screen = self._app.screen
        return (screen is self._from or self._app.focused is not None) and not getattr(screen, "asking", False)

    def _typing(self) -> bool:
        return isinstance(self._app.focused, Input | TextArea)
