"""On to the next request at which A and B send different views; in a thread where that may take long."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from textual import on, work
from textual.message import Message
from textual.worker import get_current_worker

from inspector.engine import Replay, Row
from inspector.tui import apart, replays
from inspector.tui.held import Held
from inspector.tui.parting import next_parting, plan_of
from inspector.tui.screens.working import Working
from inspector.tui.session import Session
from inspector.tui.tasks import Task


class Found(NamedTuple):
    """A request at which A and B differ, in what, and the first block in which they do."""

    request: int
    words: str
    block: int | None


class Parting(Working):
    """One action, and what its thread has to say."""

    @dataclass
    class Parted(Message):
        """The next request at which two replays differ (None: there is none)."""

        session: Session
        after: int
        found: Found | None
        task: Task | None = None

    def action_parting(self) -> None:
        """Go to the next request at which A and B differ."""
        session = self.session
        held = session.held if session is not None else None
        if session is None or held is None:
            self.say("nothing is held to compare with: hold this policy as A with c, or the recorded view with V")
        elif len(held.rows) != session.requests or self.totals_of is not session.replay:
            self.say("the whole session is not worked out yet: try again in a moment")
        elif replays.small(session.transcript):
            next_one = next_parting(held.replay, session.replay, held.rows, self.totals, session.request)
            found = found_at(held.replay, session.replay, next_one)
            self.take_parting(self.Parted(session, session.request, found))
        else:
            task = self.start_task("parting", "looking for the next difference")
            task.worker = self._find_parting(session, held, session.replay, self.totals, session.request, task)

    @work(thread=True, exclusive=True, group="parting", exit_on_error=False, description="parting")
    def _find_parting(
        self, session: Session, held: Held, replay: Replay, rows: Sequence[Row], after: int, task: Task
    ) -> None:
        worker = get_current_worker()
        stop = replays.resting(lambda: worker.is_cancelled)

        def told(request: int) -> None:
            task.progress(request - after, session.requests - after)

        found = found_at(held.replay, replay, next_parting(held.replay, replay, held.rows, rows, after, stop, told))
        if not worker.is_cancelled:
            self.post_message(self.Parted(session, after, found, task))

    @on(Parted)
    def take_parting(self, event: Parted) -> None:
        """Go there, and say what differs."""
        session = self.session
        if event.task is not None:
            self.end_task("parting", event.task)
        if session is None or session is not event.session or session.held is None:
            return
        if event.found is None:
            rest = (
                f"after request {event.after:,}"
                if event.after < session.requests
                else "after this request, the last one"
            )
            self.say(f"A and B send the same {rest}")
            return
        self._go_apart(event.found)

    def _go_apart(self, found: Found) -> None:
        """Look at a request, say what differs there, and go to the first block that does."""
        session = self.session
        assert session is not None
        session.step = None
        session.go(found.request)
        self.moved()
        self.say(f"request {found.request:,}: {found.words} · G goes on · = lists")
        if found.block is not None:
            self.block_wanted(found.block)


def found_at(a: Replay, b: Replay, request: int | None) -> Found | None:
    """What there is to say of a request at which two replays differ."""
    if request is None:
        return None
    left, right = plan_of(a, request), plan_of(b, request)
    if left is None or right is None:
        return Found(request, "only one of them has a view", None)
    return Found(request, apart.summed_up(left, right), apart.first_difference(left, right))
