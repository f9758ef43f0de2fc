"""The threads of the summary room: finding the cuts, laying one open."""

from __future__ import annotations

import time
from dataclasses import dataclass

from textual import on, work
from textual.message import Message
from textual.worker import Worker, WorkerState, get_current_worker

from inspector.tui import replays
from inspector.tui.screens.room_stage import RoomStage
from inspector.tui.summaries.case import Case, opened
from inspector.tui.summaries.gathering import Gathered, gathered

OFTEN = 0.2
"""Seconds between two words about how far it is."""
WORK = {
    "gather": "the summaries could not be looked for",
    "open": "the summary could not be laid open",
    "request": "the request could not be put together",
    "ask": "the summary could not be made",
}
"""Group of workers → what did not come about when one of them fails."""


class RoomWorking(RoomStage):
    """Finds out what there is, and opens the newest cut."""

    @dataclass
    class Found(Message):
        """The cuts of the session."""

        found: Gathered

    @dataclass
    class Opened(Message):
        """A cut, with its source and the audit of its summary."""

        case: Case

    @dataclass
    class Reached(Message):
        """How far it is."""

        text: str

        def can_replace(self, message: Message) -> bool:
            """Only the newest counts."""
            return isinstance(message, RoomWorking.Reached)

    def begin(self) -> None:
        """Look for the cuts up to the request that the room was opened at."""
        self.doing = "looking for summaries"
        self._gather()

    @work(thread=True, exclusive=True, group="gather", exit_on_error=False, description="gather")
    def _gather(self) -> None:
        worker, told = get_current_worker(), time.monotonic()

        def progress(done: int, of: int) -> None:
            nonlocal told
            if time.monotonic() - told > OFTEN:
                told = time.monotonic()
                self.post_message(self.Reached(f"looking for summaries … request {done:,} of {of:,}"))

        found = gathered(self.asked, replays.resting(lambda: worker.is_cancelled), progress)
        if found is not None and not worker.is_cancelled:
            self.post_message(self.Found(found))

    @on(Reached)
    def take_progress(self, event: Reached) -> None:
        """It takes a while."""
        if self.doing:
            self.doing = event.text
            self.show_status()

    @on(Found)
    def take_found(self, event: Found) -> None:
        """Open the newest; where there is none, say why."""
        self.found = event.found
        if event.found.cuts:
            self.open_cut(len(event.found.cuts) - 1)
        else:
            self.doing = ""
            self.show_nothing(event.found.trouble)

    def open_cut(self, at: int) -> None:
        """Lay a cut open."""
        if self.found is not None and 0 <= at < len(self.found.cuts):
            self.doing = "reading the summary and its source"
            self.show_status()
            self._open(self.found, at, tuple(self.specs))

    @work(thread=True, exclusive=True, group="open", exit_on_error=False, description="open")
    def _open(self, found: Gathered, at: int, specs: tuple[str, ...]) -> None:
        worker = get_current_worker()
        case = opened(self.asked, found, at, specs)
        if not worker.is_cancelled:
            self.post_message(self.Opened(case))

    @on(Opened)
    def take_opened(self, event: Opened) -> None:
        """It is there."""
        self.case, self.doing = event.case, ""
        self.show_case()

    @on(Worker.StateChanged)
    def worker_failed(self, event: Worker.StateChanged) -> None:
        """Work in a thread went wrong: say what, and stay usable."""
        if event.state is WorkerState.ERROR and event.worker.group in WORK:
            self.doing = ""
            self.say(f"{WORK[event.worker.group]}: {event.worker.error}")
