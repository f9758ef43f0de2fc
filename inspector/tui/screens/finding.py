"""Finding sessions on this machine and telling what is in them: threads look, the dialog's own thread lists."""

from __future__ import annotations

import time
from dataclasses import dataclass
from itertools import islice
from threading import Event

from textual import on, work
from textual.message import Message
from textual.timer import Timer
from textual.worker import get_current_worker

from inspector import settings
from inspector.transcript.discover import Details, Found, details, find, this_machine
from inspector.tui.picking import HERE, SAMPLES, Entry, Shelf
from inspector.tui.screens.dialog import Dialog

BATCH, REST, LONG_REST = 12, 0.004, 0.03
"""Files that are looked into before the screen is told, and seconds of rest after them: in sight, and out of sight."""
SOON = 0.1
"""Seconds in which what becomes known is gathered before it is drawn."""
KEPT = 20_000
"""Files whose details are remembered while the program runs."""

_told: dict[tuple[str, float, int], Details] = {}
"""What files say, by path, time and size."""


class Finding(Dialog[str]):
    """What is found appears as it comes; what is in sight is looked into first."""

    @dataclass
    class Met(Message):
        """Sessions more; `done`: these were the last."""

        found: list[Found]
        done: bool = False

    @dataclass
    class Told(Message):
        """What some files say."""

        told: list[tuple[Found, Details]]

    def __init__(self) -> None:
        super().__init__()
        self.shelf = Shelf()
        self.searching = True
        """Folders are still looked through."""
        self._urgent: list[Entry] = []
        self._queue: list[Entry] = []
        """All entries as they are listed. A new list each time: a thread reads it."""
        self._place: tuple[list[Entry], int] = ([], 0)
        """How far the thread is in the queue."""
        self._tried: set[str] = set()
        self._awake = Event()
        self._drawing: Timer | None = None
        self._fresh: set[str] = set()
        """Paths of files that became known since it was drawn."""

    def begin(self) -> None:
        """Start looking; the samples are at hand."""
        samples = [Entry(_of_sample(each), each.title, each.story) for each in settings.samples()]
        self.shelf.put(SAMPLES, samples)
        self._queue = list(self.shelf.entries())
        self._find()
        self._tell()

    @property
    def settled(self) -> bool:
        """Whether everything is found, told and drawn."""
        told = all(map(self.shelf.told, self.shelf.entries()))
        return told and not self.searching and self._drawing is None

    def listed(self) -> None:
        """The list has other lines."""
        raise NotImplementedError

    @work(thread=True, group="find", exit_on_error=False, description="find")
    def _find(self) -> None:
        worker = get_current_worker()
        for found in find(this_machine(), lambda: worker.is_cancelled):
            self.post_message(self.Met(found))
        self.post_message(self.Met([], done=True))

    @on(Met)
    def take_met(self, event: Met) -> None:
        """List them."""
        self.shelf.put(HERE, [Entry(found) for found in event.found])
        self._recall([Entry(found) for found in event.found])
        self._queue = list(self.shelf.entries())
        self.searching = not event.done
        self.listed()

    def look_into(self, entries: list[Entry]) -> None:
        """These are in sight: look into them before all others."""
        self._urgent = entries
        self._awake.set()

    def _recall(self, entries: list[Entry]) -> None:
        for entry in entries:
            known = _told.get((entry.path, entry.found.modified, entry.found.size))
            if known is not None:
                self.shelf.learn(entry.path, known)

    @work(thread=True, group="tell", exit_on_error=False, description="tell")
    def _tell(self) -> None:
        """Look into files until the dialog is left."""
        worker = get_current_worker()
        while not worker.is_cancelled:
            urgent = list(islice(filter(self._waits, self._urgent), BATCH))
            batch = urgent or self._next_of_queue()
            if not batch:
                self._awake.wait(0.1)
                self._awake.clear()
                continue
            told = [(entry.found, details(entry.found)) for entry in batch]
            self.post_message(self.Told(told))
            self._tried.update(found.path for found, _ in told)
            time.sleep(REST if urgent else LONG_REST)

    def _waits(self, entry: Entry) -> bool:
        """Nobody has looked into the file."""
        return entry.path not in self._tried and not self.shelf.told(entry)

    def _next_of_queue(self) -> list[Entry]:
        """The newest files that wait; each is passed once as long as no other file is found."""
        queue, at = self._queue, self._place[1] if self._place[0] is self._queue else 0
        batch: list[Entry] = []
        while at < len(queue) and len(batch) < BATCH:
            if self._waits(queue[at]):
                batch.append(queue[at])
            at += 1
        self._place = (queue, at)
        return batch

    @on(Told)
    def take_told(self, event: Told) -> None:
        """Fill the lines in."""
        self._fresh.update(found.path for found, _ in event.told)
        for found, each in event.told:
            self.shelf.learn(found.path, each)
            if len(_told) < KEPT:
                _told[found.path, found.modified, found.size] = each
        if self._drawing is None:
            self._drawing = self.set_timer(SOON, self._draw)

    def _draw(self) -> None:
        self._drawing, fresh, self._fresh = None, self._fresh, set()
        self.learned(fresh)

    def learned(self, paths: set[str]) -> None:
        """More is known of these files."""
        raise NotImplementedError


def _of_sample(sample: settings.Sample) -> Found:
    try:
        size = sample.path.stat().st_size
    except OSError:
        size = 0
    return Found(str(sample.path), "", 0.0, size)
