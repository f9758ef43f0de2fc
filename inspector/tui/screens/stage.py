"""What the parts of the main screen share: the session, its rows, and the two ways of showing a change."""

from __future__ import annotations

from typing import TypeVar

from textual.reactive import var
from textual.screen import Screen
from textual.widget import Widget

from inspector.engine import Certificate, Row
from inspector.terminal_text import clip
from inspector.tui.session import Session

Kind = TypeVar("Kind", bound=Widget)


class Stage(Screen[None]):
    """A screen that shows a session. Its parts change the session and say so; the main screen draws.

    State is `var`, not `reactive`: a reactive attribute of a screen repaints all of it.
    """

    session: var[Session | None] = var(None, init=False)

    def __init__(self) -> None:
        super().__init__()
        self.totals: tuple[Row, ...] = ()
        """The rows of the whole session, of the present revision or the one before."""
        self.certificate: Certificate | None = None

    def moved(self) -> None:
        """The request or the step is another one: show it."""
        raise NotImplementedError

    def changed(self) -> None:
        """The policy or a knob is another one: show that, once for all the keys that wait."""
        raise NotImplementedError

    def opened(self, session: Session) -> None:
        """Another session: show it."""
        raise NotImplementedError

    def say(self, text: str, bad: bool = False) -> None:
        """A short message to the person; never markup."""
        self.notify(clip(text, 400), severity="error" if bad else "information", markup=False, timeout=8 if bad else 4)
