"""A long session that grows ten times a second: key → repaint against quiet, and written line → shown. Not a test.

    python -m tests.benchmarks.following [MESSAGES] [POLICY] [SECONDS]

Times in milliseconds, median / 95th percentile. The writer is a process of its own, as an agent is.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

os.environ.setdefault("TEXTUAL_ANIMATIONS", "none")
os.environ.setdefault("INSPECTOR_HOME", tempfile.mkdtemp())

from textual.pilot import Pilot

from inspector.tui.app import InspectorApp
from inspector.tui.screens.main import MainScreen
from tests.benchmarks.clock import percentile
from tests.benchmarks.files import FOLDER, session
from tests.benchmarks.keys import SIZE, Sink, say, send

WRITER = """
import json, sys, time
path, seconds = sys.argv[1], float(sys.argv[2])
end, number = time.monotonic() + seconds, 0
while time.monotonic() < end:
    call = {"type": "tool_use", "id": f"new{number}", "name": "read_file", "input": {"path": f"f{number}.py"}}
    pair = [{"role": "assistant", "content": [call]}]
    pair.append({"role": "user", "content": [{"type": "tool_result", "tool_use_id": f"new{number}", "content": "x " * 200}]})
    with open(path, "a") as file:
        file.write("".join(json.dumps(each) + chr(10) for each in pair))
    number += 1
    time.sleep(0.1)
"""
KEYS = {
    "scrub one request": ("left", "right"),
    "turn a knob": ("right_square_bracket", "left_square_bracket"),
    "move the cursor": ("k", "j"),
}
PAUSE = 0.03
"""Seconds between two keys."""


def figures(times: list[float]) -> str:
    return f"{median(times):6.1f} / {percentile(times, 0.95):6.1f}" if times else "nothing"


def stands(main: MainScreen, what: str) -> object:
    """What a key changes."""
    assert main.session is not None
    if what == "scrub one request":
        return main.session.request
    return main.session.policy if what == "turn a knob" else main.panes.cursor


async def press(app: InspectorApp, main: MainScreen, what: str, key: str) -> float:
    """One key: milliseconds until it has had its effect and that is drawn. Arrivals go on meanwhile."""
    before = stands(main, what)
    Sink.last = None
    start = send(app, key).wall
    while stands(main, what) == before:
        await asyncio.sleep(0.001)
        if time.perf_counter() - start > 5:
            raise SystemExit(f"the key {key} was lost")
    done = time.perf_counter()
    while Sink.last is None or Sink.last.wall < done:
        await asyncio.sleep(0.001)
        if time.perf_counter() - start > 5:
            break
    return (time.perf_counter() - start) * 1e3


async def pressed(app: InspectorApp, main: MainScreen, seconds: float) -> dict[str, list[float]]:
    """Keys in turn for some seconds: times by what they do."""
    found: dict[str, list[float]] = {name: [] for name in KEYS}
    end, turn = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        for name, keys in KEYS.items():
            found[name].append(await press(app, main, name, keys[turn % 2]))
            await asyncio.sleep(PAUSE)
        turn += 1
    return found


async def until_shown(main: MainScreen, path: Path, times: int) -> list[float]:
    """From the moment a line is written to the moment the session on the screen has it."""
    found = []
    for number in range(times):
        assert main.session is not None
        before = len(main.session.transcript.messages)
        started = time.perf_counter()
        with path.open("a") as file:
            file.write(json.dumps({"role": "user", "content": f"line {number}"}) + "\n")
        while len(main.session.transcript.messages) == before:
            await asyncio.sleep(0.002)
        await asyncio.sleep(0)
        found.append((time.perf_counter() - started) * 1e3)
        await asyncio.sleep(1.5)
    return found


async def measured(path: Path, policy: str, seconds: float) -> None:
    app = InspectorApp(str(path), policy)
    app.driver_class = Sink

    async def drive(pilot: Pilot[None]) -> None:
        main = next(screen for screen in app.screen_stack if isinstance(screen, MainScreen))
        while not (main.session and main.session.final and len(main.totals) == main.session.requests):
            await asyncio.sleep(0.05)
        await asyncio.sleep(2.5)
        quiet = await pressed(app, main, seconds)
        writer = subprocess.Popen([sys.executable, "-c", WRITER, str(path), str(seconds)])
        busy = await pressed(app, main, seconds)
        writer.wait()
        lines = path.read_bytes().count(b"\n")
        while len(main.session.transcript.messages) < lines:
            await asyncio.sleep(0.05)
        say(f"\nA session that grows ten times a second: {lines:,} messages at the end, {policy}")
        for name, times in quiet.items():
            say(f"  {name:24} quiet {figures(times)}    growing {figures(busy[name])}   ({len(busy[name])} keys)")
        await asyncio.sleep(4)
        say(f"  {'written → shown':24}       {figures(await until_shown(main, path, 8))}")
        app.exit()

    await app.run_async(headless=False, size=SIZE, auto_pilot=drive)


def main(count: int = 10_000, policy: str = "workbuddy-s14", seconds: float = 10.0) -> None:
    """Print the part."""
    path = FOLDER / "growing.jsonl"
    shutil.copyfile(session(count), path)
    asyncio.run(measured(path, policy, seconds))


if __name__ == "__main__":
    given = sys.argv[1:]
    main(int(given[0]) if given else 10_000, *given[1:2], *map(float, given[2:3]))
