"""What a provider would refuse of the view in sight: asked when no key was pressed for a moment."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from textual import on, work
from textual.message import Message
from textual.worker import get_current_worker

from inspector.analysis.sendable.breach import Breach
from inspector.analysis.sendable.sight import in_sight, untold
from inspector.engine import EngineError, Replay
from inspector.transcript import TranscriptError
from inspector.tui import replays
from inspector.tui.screens.working import Working

AT_ONCE = 500
"""Messages up to which a view is checked in the screen's own thread: 10 ms."""


class Refusing(Working):
    """Checks the present view once, at once or in a thread."""

    @dataclass
    class Checked(Message):
        """What a provider has against the view of a request."""

        replay: Replay
        request: int
        found: tuple[Breach, ...]

    _checked: Checked | None = None
    _checking: tuple[Replay, int] | None = None

    def refusals(self) -> tuple[Breach, ...]:
        """Why the present view would be refused, as far as that is known."""
        session, known = self.session, self._checked
        if session is None or known is None or (known.replay, known.request) != (session.replay, session.request):
            return ()
        return known.found

    def forget_check(self) -> None:
        """Another session: nothing is known of it."""
        self._checked = self._checking = None

    def check_soon(self) -> None:
        """Find out, unless that is known or under way."""
        session = self.session
        if session is None or session.pending or self._checking == (session.replay, session.request):
            return
        self._checking = (session.replay, session.request)
        if len(session.transcript.messages) <= AT_ONCE:
            self.take_check(self.Checked(*self._checking, _refused(*self._checking)))
        else:
            self._check_view(*self._checking)

    @work(thread=True, exclusive=True, group="check", exit_on_error=False, description="check")
    def _check_view(self, replay: Replay, request: int) -> None:
        worker = get_current_worker()
        found = _refused(replay, request, replays.resting(lambda: worker.is_cancelled))
        if not worker.is_cancelled:
            self.post_message(self.Checked(replay, request, found))

    @on(Checked)
    def take_check(self, event: Checked) -> None:
        """Say it, if that view is still in sight."""
        self._checked = event
        if self.refusals():
            self.status_changed()


def _refused(replay: Replay, request: int, unwanted: Callable[[], bool] = bool) -> tuple[Breach, ...]:
    """Errors that no problem of the view speaks of already; none for a view that cannot be made."""
    try:
        return tuple(untold(in_sight(replay, request, None, unwanted) or (), replay.problems(request)))
    except (EngineError, TranscriptError):
        return ()
