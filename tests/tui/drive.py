"""Drives the app: a driver that records what reaches the terminal, and waiting until nothing is left to do."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from textual.drivers.headless_driver import HeadlessDriver
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input

from inspector.tui.app import InspectorApp
from inspector.tui.inks.lexer import LEXER
from inspector.tui.screens.main import MainScreen
from inspector.tui.session import Session
from tests.tui.painting import owed

PATIENCE = 60.0
"""Seconds after which waiting is given up: far more than a busy machine needs."""


class Recorder(HeadlessDriver):
    """Claims to be a terminal, so that frames are turned into ANSI; keeps what would be written to it."""

    written: list[str] = []
    last_write = 0.0

    @property
    def is_headless(self) -> bool:
        return False

    def write(self, data: str) -> None:
        Recorder.written.append(data)
        Recorder.last_write = time.perf_counter()


def main_screen(app: InspectorApp) -> MainScreen:
    """The main screen, whatever lies above it."""
    return next(screen for screen in app.screen_stack if isinstance(screen, MainScreen))


async def until(pilot: Pilot[Any], holds: Callable[[], object], seconds: float = PATIENCE) -> None:
    """Wait until something holds. The time is no measure of speed: it only ends a test that would wait for ever."""
    await pilot.pause()
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            raise AssertionError(f"still not so after {seconds:g} s; the screen shows\n{text_of(pilot.app.screen)}")
        await asyncio.sleep(0.01)
    await pilot.pause()


async def ready(pilot: Pilot[Any], seconds: float = PATIENCE) -> Session:
    """Wait until a session is open and its final totals are shown."""

    def totalled() -> Session | None:
        main = main_screen(pilot.app)  # type: ignore[arg-type]
        session = main.session
        final = session is not None and session.final and len(main.totals) == session.requests
        return session if final and main.settled else None

    await until(pilot, totalled, seconds)
    session = main_screen(pilot.app).session  # type: ignore[arg-type]
    assert session is not None
    return session


@asynccontextmanager
async def opened(
    path: Path | str, policy: str | None = "workbuddy-s14", size: tuple[int, int] = (120, 40)
) -> AsyncIterator[tuple[Pilot[Any], MainScreen, Session]]:
    """The app with a session open and its totals shown."""
    app = InspectorApp(str(path), policy)
    async with app.run_test(size=size) as pilot:
        session = await ready(pilot)
        yield pilot, main_screen(app), session


LASTING = {"follow", "policy", "tell"}
"""Groups of workers that go on for as long as something is open."""


async def still(pilot: Pilot[Any]) -> None:
    """Wait until nothing works any more and the screen has stopped changing: it can be compared with a picture."""
    app = pilot.app
    seen, same = "", 0
    for field in app.screen.query(Input):
        field.cursor_blink = False

    def quiet() -> bool:
        return LEXER.idle and not any(worker.is_running and worker.group not in LASTING for worker in app.workers)

    await until(pilot, quiet)
    while same < 4:
        await asyncio.sleep(0.06)
        if not quiet():
            await until(pilot, quiet)
        now_seen = text_of(app.screen)
        same = same + 1 if quiet() and now_seen == seen else 0
        seen = now_seen


def text_of(widget: Widget) -> str:
    """What a screen or a widget shows, as plain lines."""
    app = widget.app
    owed(app)
    lines = app.screen._compositor.render_strips() if isinstance(widget, Screen) else None
    if lines is None:
        lines = [widget.render_line(y) for y in range(widget.size.height)]
    return "\n".join(strip.text for strip in lines)


def now(value: Any) -> Any:
    """A value as it is at this moment: a type checker must not go on believing what was asserted about it before."""
    return value
