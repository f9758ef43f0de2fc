"""Where a block left the views: the first request and the layer, looked for in a thread, and the way there."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from textual import on, work
from textual.message import Message
from textual.worker import get_current_worker

from inspector.engine import Replay, Row
from inspector.engine.table import fired as requests_fired
from inspector.engine.view import BlockState, Fate
from inspector.tui import replays
from inspector.tui.fates import by
from inspector.tui.finding.left import is_held, left_at
from inspector.tui.lost import Loss
from inspector.tui.rows import BLOCK
from inspector.tui.screens.stage import Stage
from inspector.tui.widgets.side_by_side import SideBySide

PATIENCE = 0.2
"""Seconds of looking after which it is told how far it is."""


class Departing(Stage):
    """From a block that the view does not hold to the request and the layer that took it."""

    @dataclass
    class Departed(Message):
        """Where a block left; `loss` is None when it never did."""

        replay: Replay
        block: int
        loss: Loss | None

    @dataclass
    class Looking(Message):
        """How many of how many requests were looked at."""

        replay: Replay
        block: int
        done: int
        of: int

        def can_replace(self, message: Message) -> bool:
            return isinstance(message, Departing.Looking)

    _departing: int | None = None
    """The block that is being looked for."""

    @property
    def departing_block(self) -> int | None:
        """The block that something else than the panes points at."""
        return None

    def departing_test(self, block: int) -> Callable[[BlockState], bool]:
        """What it means that a view holds a block."""
        return is_held

    def action_left(self) -> None:
        """Find the first request whose view does not hold the block, and go there."""
        session, block = self.session, self._pointed_block()
        if session is None or session.pending:
            return
        if block is None:
            self.say("no block is chosen")
            return
        whole = self.totals_of is session.replay and session.policy is not None
        self._departing = block
        self._look_for(session.replay, block, self.totals if whole else None, self.departing_test(block))

    def _pointed_block(self) -> int | None:
        panes = self.query_one(SideBySide)
        if self.departing_block is not None or panes.rows is None:
            return self.departing_block
        return panes.rows.refs[panes.cursor] if panes.rows.kinds[panes.cursor] == BLOCK else None

    def stop_departing(self) -> bool:
        """Give up looking; False when nothing is being looked for."""
        if self._departing is None:
            return False
        self._departing = None
        self.workers.cancel_group(self, "left")
        self.say("given up: it was not found out where the block left the views")
        return True

    @work(thread=True, exclusive=True, group="left", exit_on_error=False, description="left")
    def _look_for(
        self, replay: Replay, block: int, rows: Sequence[Row] | None, held: Callable[[BlockState], bool]
    ) -> None:
        worker = get_current_worker()
        fired = requests_fired(rows) if rows is not None else None
        stop = replays.resting(lambda: worker.is_cancelled)
        due = time.perf_counter() + PATIENCE

        def unwanted(done: int, of: int) -> bool:
            nonlocal due
            if time.perf_counter() > due:
                due = time.perf_counter() + PATIENCE
                self.post_message(self.Looking(replay, block, done, of))
            return stop()

        loss = left_at(replay, block, fired, unwanted, held)
        if not worker.is_cancelled:
            self.post_message(self.Departed(replay, block, loss))

    @on(Looking)
    def tell_departing(self, event: Looking) -> None:
        """Say how far it is."""
        if event.block == self._departing:
            self.say(f"looking for the request at which the block left: {event.done:,} of {event.of:,} · esc gives up")

    @on(Departed)
    def go_where_it_left(self, event: Departed) -> None:
        """To the request, the layer and the block; or say that it is in every view."""
        session = self.session
        if event.block != self._departing or session is None:
            return
        self._departing = None
        if event.replay is not session.replay:
            self.action_left()
            return
        name = session.transcript.structure.name(event.block)
        if event.loss is None:
            self.said = self._never(event.block, name)
            self.status_changed()
            return
        loss = event.loss
        session.go(loss.request)
        session.step = loss.step or None
        cut = ", the match cut out" if loss.fate is Fate.TRUNCATED else ""
        when = f"at request {loss.request:,}, the first time"
        self.said = f"{name} {loss.fate}{by(loss.layer)} {when}{cut} · > last request"
        self.moved()
        self.block_wanted(event.block)

    def _never(self, block: int, name: str) -> str:
        session = self.session
        assert session is not None
        first = session.transcript.structure.request_of(session.transcript.structure.owner[block])
        if first > session.requests:
            return f"{name} comes after the last request: it was never sent"
        return f"{name} never left: the view of every request from {first:,} on holds it"
