"""What a person typed and the views lost: since which request, and the way there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual import on, work
from textual.message import Message
from textual.worker import get_current_worker

from inspector.engine import Replay, Row
from inspector.engine.table import fired as requests_fired
from inspector.tui import lost_words, replays
from inspector.tui.lost import Loss, lost_at
from inspector.tui.screens.working import Working


@dataclass(frozen=True, slots=True)
class Tour:
    """The lost texts of one view, one after another: which comes next, and where the last jump led to."""

    blocks: tuple[int, ...]
    next: int
    replay: Replay
    request: int
    step: int | None


class Typed(Working):
    """Finds where typed texts were lost: at once in a short session, in a thread in a long one."""

    @dataclass
    class Traced(Message):
        """Where a text was lost, under which replay; and whether the person wants to go there."""

        replay: Replay
        loss: Loss | None
        go: bool

    loss: Loss | None = None
    """Where the oldest lost text of the present view was lost, as far as that is known."""
    _traced: tuple[Replay, int] | None = None
    _tour: Tour | None = None

    def trace_soon(self) -> None:
        """Find out since when the oldest lost text is gone, unless that is known."""
        session = self.session
        losses = session.typed_losses() if session is not None and not session.pending else []
        if session is None or not losses:
            self.loss = None
            return
        wanted = (session.replay, losses[0].block)
        if wanted != self._traced and (self.totals_of is session.replay or replays.small(session.transcript)):
            self.loss, self._traced = None, wanted
            self._find(session.replay, losses[0].block, go=False)

    def action_typed(self) -> None:
        """Go where a typed text was lost; a second time, on to the next one of the same view."""
        session = self.session
        if session is None or session.pending:
            return
        tour = self._tour
        here = (session.replay, session.request, session.step)
        if tour is None or (tour.replay, tour.request, tour.step) != here:
            blocks = tuple(loss.block for loss in session.typed_losses())
            if not blocks:
                self.say("everything typed is in this view")
                return
            tour = Tour(blocks, 0, *here)
        block = tour.blocks[tour.next % len(tour.blocks)]
        self._tour = Tour(tour.blocks, tour.next + 1, *here)
        self._find(session.replay, block, go=True)

    def _find(self, replay: Replay, block: int, go: bool) -> None:
        session = self.session
        assert session is not None
        rows = self.totals if self.totals_of is replay else None
        if replays.small(session.transcript):
            fired = requests_fired(rows) if rows is not None else None
            self.take_trace(self.Traced(replay, lost_at(replay, block, session.request, fired), go))
        else:
            task = self.start_task("trace", "looking where the text was lost", asked=go)
            task.worker = self._trace(replay, block, session.request, rows, go)

    @work(thread=True, exclusive=True, group="trace", exit_on_error=False, description="trace")
    def _trace(self, replay: Replay, block: int, request: int, rows: Sequence[Row] | None, go: bool) -> None:
        worker = get_current_worker()
        fired = requests_fired(rows) if rows is not None else None
        loss = lost_at(replay, block, request, fired, lambda: worker.is_cancelled)
        if not worker.is_cancelled:
            self.post_message(self.Traced(replay, loss, go))

    @on(Traced)
    def take_trace(self, event: Traced) -> None:
        """Say it, or go there."""
        self.end_task("trace")
        session = self.session
        if session is None or event.replay is not session.replay:
            return
        if not event.go:
            self.loss = event.loss
            self.status_changed()
        elif event.loss is not None:
            self._jump(event.loss)

    def _jump(self, loss: Loss) -> None:
        """To the request, the layer and the block of a loss."""
        session = self.session
        assert session is not None
        session.go(loss.request)
        session.step = loss.step or None
        if self._tour is not None:
            tour = self._tour
            self._tour = Tour(tour.blocks, tour.next, tour.replay, session.request, session.step)
            at = (tour.next - 1) % len(tour.blocks) + 1
            place = f"{at:,} of {len(tour.blocks):,} · {lost_words.head(loss.fate)}{loss.there}"
            name = session.transcript.structure.name(loss.block)
            self.said = f"{place}: {name} at request {loss.request:,} · t goes on to the next · > last request"
        self.moved()
        self.block_wanted(loss.block)
