"""Key → repaint on one session. Not a test: prints a table. The floor is an empty Textual app in the same run.

    python -m tests.benchmarks.repaint [MESSAGES | FILE] [POLICY]

Milliseconds of wall time, median / 95th percentile; in round brackets the processor time of the screen's own thread. Square
brackets: the wall time divided by how many times as slow as usual the machine did known work just before (`tests/pace.py`);
a core whose twin is busy with other people's work takes twice as long for everything.
"""

from __future__ import annotations

import asyncio
import os
import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

os.environ.setdefault("TEXTUAL_ANIMATIONS", "none")

from textual.app import App

from inspector.tui.app import InspectorApp
from inspector.tui.session import Session
from tests.benchmarks.files import session
from tests.benchmarks.keys import SIZE, Clock, Empty, Sink, Times, Turned, line, main_screen, press, say, turn, watch
from tests.benchmarks.searching import searched
from tests.pace import slowness


async def opening(app: InspectorApp) -> Session:
    """Wait for the session; say how long the first view and the final numbers took from the app's first frame on."""
    main = None
    while main is None or Sink.first is None:
        await asyncio.sleep(0.001)
        main = main_screen(app)
    up, loaded, first, read, counted = Sink.first, 0.0, 0.0, None, 0.0
    watch(main)
    while main.session is None or not main.session.final or not main.totals:
        await asyncio.sleep(0.001)
        if main.session is not None and read is None:
            read = Clock.now()
            loaded = read.since(up).wall
        if not first and main.panes.picture is not None and Sink.views:
            first = Sink.views[-1][1].since(up).wall
        if not counted and main.session is not None and main.totals and not main.session.approximate:
            counted = Clock.now().since(up).wall
    final = Clock.now().since(up).wall
    slow = slowness(time.thread_time)
    say(f"  read {loaded:,.0f} ms after the interface was up, first view {first:,.0f} ms")
    say(f"  exact sizes {counted or final:,.0f} ms, and whole summaries {final:,.0f} ms")
    usual = [f"{time / slow:,.0f}" for time in (first, counted or final, final)]
    say(f"  [at the usual pace {usual[0]}, {usual[1]} and {usual[2]} ms; the machine was {slow:.1f} times as slow]")
    return main.session


def turned(label: str, found: list[Turned]) -> None:
    """A line for turning a knob."""
    line(label, [t.view for t in found], [t.totals for t in found], [t.final for t in found])


async def drive(app: InspectorApp) -> None:
    """All measurements on one open session."""
    opened = await opening(app)
    say(f"  {len(opened.transcript.messages):,} messages, {opened.requests:,} requests, policy {opened.name}")
    await asyncio.sleep(1)
    if opened.knobs:
        say(f"  {'':27}{'view':>44}{'totals':>44}{'final':>44}")
        await turn(app, "right_square_bracket", 3)
        keys = ["right_square_bracket", "left_square_bracket"] * 15
        turned("knob, one key", [found for key in keys for found in await turn(app, key)])
        held = [found for key in keys[:4] for found in await turn(app, key, 30)]
        turned("knob, held (30 keys a second)", held)
    say(f"  {'':27}{'first frame':>44}")
    for label, keys in (
        ("one request back", ["left"] * 20),
        ("one request on", ["right"] * 20),
        ("layer step", ["comma", "full_stop"] * 10),
        ("cursor", ["k"] * 20),
        ("page up", ["pageup"] * 20),
        ("unfold and fold", ["enter"] * 10),
        ("to the top, to the request", ["home", "end"] * 5),
    ):
        line(label, await pressed(app, keys))
    await searched(app)
    app.exit()


async def pressed(app: App[Any], keys: list[str]) -> list[Times]:
    """The keys one after another; those that drew nothing are left out."""
    found = [await press(app, key) for key in keys]
    return [times for times in found if times.wall >= 0] or [Times(0, 0)]


async def floor(app: App[Any]) -> None:
    """What Textual needs to repaint a screen of this size."""
    await asyncio.sleep(0.5)
    line("floor: empty app repaints", await pressed(app, ["d"] * 20))
    app.exit()


def run(app: App[Any], script: Any) -> None:
    """Run an app under the sink."""
    Sink.first, Sink.views, Sink.shown = None, [], -1
    app.driver_class = Sink
    asyncio.run(app.run_async(headless=False, size=SIZE, auto_pilot=lambda pilot: script(pilot.app)))


def main() -> None:
    source = sys.argv[1] if len(sys.argv) > 1 else "10000"
    policy = sys.argv[2] if len(sys.argv) > 2 else "workbuddy-s14"
    path = Path(source) if Path(source).exists() else session(int(source))
    say(f"  {path.stat().st_size / 1e6:,.1f} MB, load of the machine {os.getloadavg()[0]:.1f}")
    run(Empty(), floor)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["INSPECTOR_HOME"] = folder
        started = time.perf_counter()
        run(InspectorApp(str(path), policy), drive)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    say(f"  peak memory {peak:.0f} MB, {time.perf_counter() - started:.0f} s")


if __name__ == "__main__":
    main()
