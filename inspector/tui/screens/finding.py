"""Finding sessions on this machine and telling what is in them: threads look, the dialog's own thread lists."""

from __future__ import annotations

import time
from dataclasses import dataclass
from itertools import islice
from threading import Event

from textual import on, work
from textual.message import Message
from textual.worker import get_current_worker

from inspector import settings
from inspector.transcript.discover import Details, Found, details, find, this_machine
from inspector.tui.picking import HERE, SAMPLES, Entry, Shelf
from inspector.tui.screens.dialog import Dialog

BATCH, REST = 8, 0.004
"""Files that are looked into before the screen is told, and seconds of rest after them."""
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
        self._tried: set[str] = set()
        self._awake = Event()

    def begin(self) -> None:
        """Start looking; the samples are at hand."""
        samples = [Entry(_of_sample(each), each.title, each.story) for each in settings.samples()]
        self.shelf.put(SAMPLES, samples)
        self._find()
        self._tell()

    def listed(self) -> None:
        """The list has other lines."""
        raise NotImplementedError

    @work(thread=True, group="find", exit_on_error=False)
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
        self.searching = not event.done
        self.listed()
        self.look_into([])

    def look_into(self, entries: list[Entry]) -> None:
        """These are in sight: look into them before all others."""
        self._urgent = entries
        self._awake.set()

    def _recall(self, entries: list[Entry]) -> None:
        for entry in entries:
            known = _told.get((entry.path, entry.found.modified, entry.found.size))
            if known is not None:
                self.shelf.known[entry.path] = known

    @work(thread=True, group="tell", exit_on_error=False)
    def _tell(self) -> None:
        """Look into files until the dialog is left."""
        worker = get_current_worker()
        while not worker.is_cancelled:
            batch = self._next_batch()
            if not batch:
                self._awake.wait(0.1)
                self._awake.clear()
                continue
            told = [(entry.found, details(entry.found)) for entry in batch]
            self.post_message(self.Told(told))
            self._tried.update(found.path for found, _ in told)
            time.sleep(REST)

    def _next_batch(self) -> list[Entry]:
        """What nobody looked into: what is in sight, else the newest."""
        for entries in (self._urgent, list(self.shelf.entries())):
            waiting = (each for each in entries if each.path not in self._tried and not self.shelf.told(each))
            if batch := list(islice(waiting, BATCH)):
                return batch
        return []

    @on(Told)
    def take_told(self, event: Told) -> None:
        """Fill the lines in."""
        for found, each in event.told:
            self.shelf.known[found.path] = each
            if len(_told) < KEPT:
                _told[found.path, found.modified, found.size] = each
        self.listed()


def _of_sample(sample: settings.Sample) -> Found:
    try:
        size = sample.path.stat().st_size
    except OSError:
        size = 0
    return Found(str(sample.path), "", 0.0, size)
