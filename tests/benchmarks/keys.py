"""Keys into a running app, and what came of them: wall time, and processor time of the screen's own thread.

The driver turns frames into ANSI as a terminal's would, and drops them.
"""

from __future__ import annotations

import asyncio
import sys
import time
from statistics import median
from typing import Any, NamedTuple

from textual import events
from textual.app import App, ComposeResult
from textual.drivers.headless_driver import HeadlessDriver
from textual.widgets import Static

from inspector.tui.screens.main import MainScreen
from tests.benchmarks.clock import percentile
from tests.pace import slowness

SIZE = (160, 48)
FRAME = 200
"""Characters from which what is written is a frame."""
HELD = 0.033
"""Seconds between two keys of a held key."""


class Times(NamedTuple):
    """Milliseconds of wall and of processor time; a negative one: it did not happen."""

    wall: float
    work: float
    slow: float = 1.0
    """How many times as long as usual this machine took for anything just before (`tests/pace.py`)."""


def say(text: str) -> None:
    """Print; a running app captures what `print` writes."""
    sys.__stdout__ and sys.__stdout__.write(text + "\n")


class Clock(NamedTuple):
    """A moment: of the wall, and of the work that this thread has done."""

    wall: float
    work: float

    @classmethod
    def now(cls) -> Clock:
        return cls(time.perf_counter(), time.thread_time())

    def since(self, start: Clock, slow: float = 1.0) -> Times:
        return Times(1e3 * (self.wall - start.wall), 1e3 * (self.work - start.work), slow)


class Sink(HeadlessDriver):
    """Frames become ANSI, and are dropped; the first and the last after a key are timed."""

    first: Clock | None = None
    last: Clock | None = None
    views: list[tuple[int, Clock]] = []
    """The revision of the session that a frame showed for the first time, and when."""
    shown: int = -1
    """The revision that the panes were last given."""

    @property
    def is_headless(self) -> bool:
        return False

    def write(self, data: str) -> None:
        if len(data) > FRAME:
            Sink.last = Clock.now()
            Sink.first = Sink.first or Sink.last
            if not Sink.views or Sink.views[-1][0] < Sink.shown:
                Sink.views.append((Sink.shown, Sink.last))


class Empty(App[None]):
    """The floor: one key repaints a screen full of text."""

    BINDINGS = [("d", "again", "again")]

    def compose(self) -> ComposeResult:
        yield Static("x" * SIZE[0] * SIZE[1], markup=False)

    def action_again(self) -> None:
        self.screen.refresh()


def main_screen(app: App[Any]) -> MainScreen | None:
    """The app's main screen, once it is there."""
    return next((screen for screen in app.screen_stack if isinstance(screen, MainScreen)), None)


def watch(main: MainScreen) -> None:
    """Note which revision of the session the panes are given."""
    show = main.panes.show

    def noted(*given: Any) -> None:
        assert main.session is not None
        Sink.shown = main.session.revision
        show(*given)

    main.panes.show = noted  # type: ignore[method-assign]


def send(app: App[Any], key: str) -> Clock:
    """One key as the terminal would send it."""
    event = events.Key(key, key if len(key) == 1 else None)
    event.set_sender(app)
    assert app._driver is not None
    start = Clock.now()
    app._driver.send_message(event)
    return start


async def press(app: App[Any], key: str) -> Times:
    """One key, and wait until nothing is drawn any more: its first frame."""
    slow = slowness(time.thread_time)
    Sink.first = Sink.last = None
    start = send(app, key)
    while time.perf_counter() - max(Sink.last.wall if Sink.last else 0.0, start.wall) < 0.12:
        await asyncio.sleep(0.002)
    return Sink.first.since(start, slow) if Sink.first else Times(-1, -1)


class Turned(NamedTuple):
    """What a knob took: to the panes, to the totals of the session, to final numbers."""

    view: Times
    totals: Times
    final: Times


async def turn(app: App[Any], key: str, count: int = 1) -> list[Turned]:
    """Turn the knob, with several keys as one that is held; totals and final numbers count from the last key."""
    main = main_screen(app)
    assert main is not None
    assert main.session is not None
    session, starts, slow = main.session, [], slowness(time.thread_time)
    Sink.views = []
    for number in range(count):
        starts.append((session.revision + 1 if number == 0 else starts[-1][0] + 1, send(app, key)))
        await asyncio.sleep(HELD if number + 1 < count else 0)
    totals = final = Times(0, 0)
    last = starts[-1]
    while not final.wall and time.perf_counter() - last[1].wall < 60:
        await asyncio.sleep(0.001)
        if not totals.wall and session.revision >= last[0] and main.totals_of is session._replay:
            totals = Clock.now().since(last[1], slow)
        if totals.wall and session.final and main.totals_of is session.replay:
            final = Clock.now().since(last[1], slow)
    await asyncio.sleep(0.15)
    return [Turned(_view(revision, start, slow), totals, final) for revision, start in starts]


def _view(revision: int, start: Clock, slow: float) -> Times:
    seen = next((moment for shown, moment in Sink.views if shown >= revision), None)
    return seen.since(start, slow) if seen else Times(-1, -1)


def line(label: str, *columns: list[Times]) -> None:
    """One line of the table: median / 95th percentile of wall time, (of processor time), [of wall time at the usual pace]."""
    cells = []
    for column in columns:
        work, usual = _two([times.work for times in column]), _two([times.wall / times.slow for times in column])
        cells.append(f"{_two([times.wall for times in column])} ({work}) [{usual}]")
    say(f"  {label:27}" + "".join(f"{cell:>44}" for cell in cells))


def _two(values: list[float]) -> str:
    """Median and 95th percentile; tenths where they tell something."""
    both = (median(values), percentile(values, 0.95))
    return " / ".join(f"{value:,.1f}" if value < 100 else f"{value:,.0f}" for value in both)
