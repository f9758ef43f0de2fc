"""What the parts of the main screen share: the session, its rows, the panes, and the two ways of showing a change."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from textual.reactive import var
from textual.screen import Screen
from textual.widget import Widget

from inspector.engine import Certificate, Replay, Row
from inspector.terminal_text import clip
from inspector.transcript.model import LoadReport
from inspector.tui.errand import Errands
from inspector.tui.session import Session
from inspector.tui.widgets.side_by_side import SideBySide

if TYPE_CHECKING:
    from inspector.tui.screens.room_keys import RoomKeys

Kind = TypeVar("Kind", bound=Widget)


class Stage(Screen[None], Errands):
    """A screen that shows a session. Its parts change the session and say so; the main screen draws.

    State is `var`, not `reactive`: a reactive attribute of a screen repaints all of it.
    """

    session: var[Session | None] = var(None, init=False)

    def __init__(self) -> None:
        super().__init__()
        self.totals: Sequence[Row] = ()
        """The rows of the whole session, of the present revision or the one before."""
        self.totals_of: Replay | None = None
        """The replay that the rows are from."""
        self.certificate: Certificate | None = None
        self.said = ""
        """What the status line says until the next key or click."""
        self.touched = 0.0
        """When a key or a button was pressed last."""

    @property
    def panes(self) -> SideBySide:
        """The Transcript and the view of it, side by side."""
        return self.query_one("#panes", SideBySide)

    @property
    def report(self) -> LoadReport:
        """What reading the session's file met."""
        return self.session.transcript.report if self.session is not None else LoadReport()

    def file_facts(self) -> dict[str, str]:
        """What is known of the files that are watched: name of the fact → the fact."""
        return {}

    def moved(self) -> None:
        """The request or the step is another one: show it."""
        raise NotImplementedError

    def go_to(self, request: int, block: int | None = None) -> None:
        """The finished view of a request, with a block of it in sight."""
        if self.session is not None:
            self.session.step = None
            self.session.go(request)
            self.moved()
            if block is not None:
                self.block_wanted(block)

    def changed(self) -> None:
        """The policy or a knob is another one: show that, once for all the keys that wait."""
        raise NotImplementedError

    def enter_room(self, room: RoomKeys[Any], left: Callable[[Any], bool]) -> None:
        """Open a room; `left` takes its answer, and says whether that led to a place in the panes."""
        raise NotImplementedError

    def opened(self, session: Session) -> None:
        """Another session: show it."""
        raise NotImplementedError

    def block_wanted(self, block: int) -> None:
        """A block is to be seen, once the view is there."""
        raise NotImplementedError

    def status_changed(self) -> None:
        """The status line has something else to say."""
        raise NotImplementedError

    def say(self, text: str, bad: bool = False) -> None:
        """An answer to the person, never markup: in the status line until the next key; trouble stands out, and stays.

        The newer word takes the place of the older one, whichever they are.
        """
        if bad:
            self._unsay()
            self.app.clear_notifications()
            self.notify(clip(text, 400), severity="error", markup=False, timeout=8)
        else:
            self.said = clip(text, 400)
            self.status_changed()

    def hush(self) -> None:
        """A key was pressed: what was said is of no use any more."""
        self.touched = time.monotonic()
        self._unsay()

    def _unsay(self) -> None:
        if self.said:
            self.said = ""
            self.status_changed()
