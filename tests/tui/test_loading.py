"""Reading a file that takes a while: its progress is shown, escape gives it up, and what was open stays open."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from inspector.transcript.growing import load_growing
from inspector.tui.app import InspectorApp
from inspector.tui.screens import loading
from inspector.tui.screens.main import MainScreen
from inspector.tui.screens.open import Open
from inspector.tui.widgets.line import Line
from tests.tui.drive import main_screen, ready, text_of, until

pytestmark = pytest.mark.timeout(120)


class Gate:
    """A reader that stops at every quarter of the file until it is let on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.steps = threading.Semaphore(0)
        self.ended: list[str] = []
        monkeypatch.setattr(loading, "load_growing", self.read)
        monkeypatch.setattr(loading, "TELL", 0.0)

    def read(self, path: str, progress: Any) -> Any:
        try:
            for quarter in range(5):
                progress(quarter * 25, 100)
                self.steps.acquire(timeout=60)
            found = load_growing(path)
        except BaseException as error:
            self.ended.append(type(error).__name__)
            raise
        self.ended.append("read")
        return found


def status(main: MainScreen) -> str:
    return text_of(main.query_one("#status", Line))


async def test_the_share_that_was_read_is_shown(samples: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    gate = Gate(monkeypatch)
    app = InspectorApp(str(samples["oom-log"]), "go-tiny-claw")
    async with app.run_test(size=(100, 30)) as pilot:
        main = main_screen(app)
        for share in ("25%", "50%", "75%"):
            gate.steps.release()
            await until(
                pilot, lambda wanted=share: f"reading oom-log.jsonl (0.0 MB): {wanted} …  esc gives up" in status(main)
            )  # type: ignore[misc]
        gate.steps.release(9)
        await ready(pilot)
        assert "reading" not in status(main)


async def test_a_file_that_was_read_before_the_screen_was_there_is_shown_once_it_is(
    samples: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = InspectorApp(str(samples["oom-log"]), "go-tiny-claw")
    begin, read = app._begin, []

    def late(main: MainScreen) -> None:
        """Begin once the reader is done."""
        if main._early is None:
            app.set_timer(0.01, lambda: late(main))
            return
        assert main.session is None
        read.append(main._early.path)
        begin(main)

    monkeypatch.setattr(app, "_begin", late)
    async with app.run_test(size=(100, 30)) as pilot:
        await ready(pilot)
        assert read == [str(samples["oom-log"])]
        assert "reading" not in status(main_screen(app))


async def test_escape_ends_the_reading_itself(samples: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    gate = Gate(monkeypatch)
    app = InspectorApp(str(samples["oom-log"]), "go-tiny-claw")
    async with app.run_test(size=(100, 30)) as pilot:
        main = main_screen(app)
        gate.steps.release()
        await until(pilot, lambda: "25%" in status(main))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, Open))
        gate.steps.release()
        await until(pilot, lambda: gate.ended)
        assert gate.ended == ["Cancelled"]
        assert main.session is None
        assert "reading" not in status(main)


async def test_what_was_open_stays_when_another_is_given_up(
    samples: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = InspectorApp(str(samples["oom-log"]), "go-tiny-claw")
    async with app.run_test(size=(100, 30)) as pilot:
        session = await ready(pilot)
        gate = Gate(monkeypatch)
        main = main_screen(app)
        main.load(str(samples["research"]), None)
        gate.steps.release()
        await until(pilot, lambda: "25%" in status(main))
        await pilot.press("left")
        assert session.request == session.requests - 1, "keys work meanwhile"
        await pilot.press("escape")
        await until(pilot, lambda: "reading" not in status(main))
        gate.steps.release(9)
        await until(pilot, lambda: gate.ended)
        assert main.session is session
