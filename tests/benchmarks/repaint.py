"""Key → repaint, with a driver that turns frames into ANSI and drops them. Not a test: prints a table.

    python -m tests.benchmarks.repaint [MESSAGES | FILE] [POLICY]

The floor is an empty Textual app in the same run that repaints a screen of the same size. Times in milliseconds: first
frame after the key (median / 95th percentile), last write, and when the totals of the whole session are in.
"""

from __future__ import annotations

import asyncio
import os
import resource
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

os.environ.setdefault("TEXTUAL_ANIMATIONS", "none")

from textual import events
from textual.app import App, ComposeResult
from textual.driver import Driver
from textual.drivers.headless_driver import HeadlessDriver
from textual.widgets import Static

from inspector.tui.app import InspectorApp
from inspector.tui.screens.main import MainScreen
from inspector.tui.session import Session
from tests.benchmarks.files import session

SIZE = (160, 48)


def say(text: str) -> None:
    """Print; a running app captures what `print` writes."""
    sys.__stdout__ and sys.__stdout__.write(text + "\n")


class Sink(HeadlessDriver):
    """Frames become ANSI, and are dropped; the first and the last after a key are timed."""

    first = last = view = 0.0
    main: MainScreen | None = None
    picture: Any = None
    """What the panes showed before the key."""

    @property
    def is_headless(self) -> bool:
        return False

    def write(self, data: str) -> None:
        if len(data) > 200:
            Sink.last = time.perf_counter()
            Sink.first = Sink.first or Sink.last
            if Sink.main is not None and Sink.main.panes.picture is not Sink.picture:
                Sink.view = Sink.view or Sink.last


class Empty(App[None]):
    """The floor: one key repaints a screen full of text."""

    BINDINGS = [("d", "again", "again")]

    def compose(self) -> ComposeResult:
        yield Static("x" * SIZE[0] * SIZE[1], markup=False)

    def action_again(self) -> None:
        self.screen.refresh()


async def press(app: App[Any], key: str, totals: bool = False) -> tuple[float, float, float, float]:
    """One key: milliseconds to the first frame, to the view in the panes, to the last write, to the totals."""
    main = next((screen for screen in app.screen_stack if isinstance(screen, MainScreen)), None)
    before = main.totals if main else ()
    Sink.main, Sink.picture = main, main.panes.picture if main else None
    Sink.first = Sink.last = Sink.view = done = 0.0
    start = time.perf_counter()
    event = events.Key(key, key if len(key) == 1 else None)
    event.set_sender(app)
    driver: Driver | None = app._driver
    assert driver is not None
    driver.send_message(event)
    while time.perf_counter() - max(Sink.last, done, start) < 0.12 or (totals and not done):
        await asyncio.sleep(0.002)
        if main and not done and main.totals is not before:
            done = time.perf_counter()
        if time.perf_counter() - start > 10:
            break
    return tuple(1e3 * (max(moment, start) - start) for moment in (Sink.first, Sink.view, Sink.last, done))  # type: ignore[return-value]


async def measure(app: App[Any], label: str, keys: list[str], totals: bool = False) -> None:
    """Press the keys one after another and print one line."""
    first, view, last, done = zip(*[await press(app, key, totals) for key in keys], strict=True)
    numbers = "  ".join(
        f"{median(times):7.1f} / {sorted(times)[int(0.95 * (len(times) - 1))]:7.1f}" for times in (first, view)
    )
    say(f"{label:27} {numbers} {median(last):9.1f} {median(done):9.1f}")


async def opening(app: InspectorApp) -> Session:
    """Wait for the session; say how long the first view and the final numbers took from the app's first frame on."""
    main = None
    while main is None:
        await asyncio.sleep(0.001)
        main = next((screen for screen in app.screen_stack if isinstance(screen, MainScreen)), None)
    started, first = time.perf_counter(), 0.0
    while main.session is None or not main.session.final or not main.totals:
        await asyncio.sleep(0.002)
        if not first and main.panes.picture is not None:
            first = Sink.last if Sink.last > started else time.perf_counter()
    final = time.perf_counter()
    say(
        f"first view {1e3 * (first - started):,.0f} ms after the interface is up, final numbers {1e3 * (final - started):,.0f} ms"
    )
    return main.session


async def drive(app: InspectorApp) -> None:
    """All measurements on one open session."""
    opened = await opening(app)
    await asyncio.sleep(1)
    shown = f"{len(opened.transcript.messages):,} messages, {opened.requests:,} requests, policy {opened.name}"
    say(f"{shown}\n{'':27} {'first frame':^17}  {'view':^17} {'last':>9} {'totals':>9}")
    if opened.knobs:
        await measure(app, "warm up", ["right_square_bracket"] * 3, totals=True)
        await measure(app, "knob", ["right_square_bracket", "left_square_bracket"] * 12, totals=True)
    await measure(app, "one request back", ["left"] * 20)
    await measure(app, "layer step", ["comma", "full_stop"] * 10)
    await measure(app, "cursor", ["k"] * 20)
    await measure(app, "page up", ["pageup"] * 20)
    await measure(app, "unfold and fold", ["enter"] * 10)
    await measure(app, "to the top, to the request", ["home", "end"] * 5)
    app.exit()


def run(app: App[Any], script: Any) -> None:
    """Run an app under the sink."""
    app.driver_class = Sink
    asyncio.run(app.run_async(headless=False, size=SIZE, auto_pilot=script))


def main() -> None:
    source = sys.argv[1] if len(sys.argv) > 1 else "10000"
    policy = sys.argv[2] if len(sys.argv) > 2 else "workbuddy-s14"

    async def floor(pilot: Any) -> None:
        await asyncio.sleep(0.5)
        await measure(pilot.app, "floor: empty app repaints", ["d"] * 20)
        pilot.app.exit()

    run(Empty(), floor)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["INSPECTOR_HOME"] = folder
        path = Path(source) if Path(source).exists() else session(int(source))
        say(f"{path.stat().st_size / 1e6:,.1f} MB")
        run(InspectorApp(str(path), policy), lambda pilot: drive(pilot.app))
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
