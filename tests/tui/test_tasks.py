"""Work beside the keys: told when it takes long, with how far it is, and given up with escape."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inspector.tui import replays, session
from inspector.tui.app import InspectorApp
from inspector.tui.screens import background, losses
from inspector.tui.seen import Seen, look
from inspector.tui.tasks import BESIDE, PATIENCE, Tasks
from tests.tui.drive import main_screen, ready, text_of, until


def test_what_is_waited_for_is_told_before_what_goes_on_beside() -> None:
    now, stopped = [0.0], []
    tasks = Tasks()
    beside = tasks.begin("totals", "working out the whole session", lambda: stopped.append("totals"), asked=False)
    waited = tasks.begin("copy", "making the view", lambda: stopped.append("copy"))
    for task in (beside, waited):
        task.clock = lambda: now[0]
        task.since = 0.0
    assert tasks.shown() is None
    now[0] = PATIENCE
    assert tasks.shown() is waited
    waited.progress(37, 100)
    assert waited.told == "making the view … 37 %"
    now[0] = BESIDE
    assert tasks.shown() is waited
    assert tasks.give_up(asked=True) == "making the view"
    assert tasks.shown() is beside
    assert tasks.give_up(asked=True) == ""
    assert tasks.give_up(asked=False) == "working out the whole session"
    assert stopped == ["copy", "totals"]
    assert not tasks


def test_the_end_of_an_older_task_does_not_end_the_newer_one() -> None:
    tasks = Tasks()
    old = tasks.begin("copy", "old", lambda: None)
    old.worker = object()
    new = tasks.begin("copy", "new", lambda: None)
    tasks.end("copy", old)
    tasks.end_of(old.worker)
    assert tasks
    tasks.end("copy", new)
    assert not tasks


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Everything is done in threads, and totals wait until the gate is opened (or nobody wants them)."""
    opened = threading.Event()
    monkeypatch.setattr(replays, "SMALL", 0)
    rows = replays.rows

    def slow(
        replay: Any, unwanted: Callable[[], bool], progress: Callable[[int, int], None] | None = None, *lull: Any
    ) -> Any:
        while not opened.wait(0.01):
            if progress is not None:
                progress(1, 4)
            if unwanted():
                return None
        return rows(replay, unwanted, progress, *lull)

    monkeypatch.setattr(replays, "rows", slow)
    return opened


async def test_totals_tell_how_far_they_are_and_are_given_up(samples: dict[str, Path], gate: threading.Event) -> None:
    app = InspectorApp(str(samples["re-reads"]), "workbuddy-s14")
    async with app.run_test(size=(120, 40)) as pilot:
        main = main_screen(app)
        await until(pilot, lambda: "working out the whole session … 25 %  esc gives up" in text_of(main))
        assert main.session is not None
        await pilot.press("0")
        await until(pilot, lambda: main.session and main.session.step == 0)
        await pilot.press("escape")
        assert main.session.step is None, "escape leaves the layer first"
        await pilot.press("escape")
        await until(pilot, lambda: "given up: working out the whole session" in text_of(main))
        assert not main.totals
        gate.set()
        await pilot.press("right_square_bracket")
        await ready(pilot)


async def test_a_view_that_takes_long_is_given_up_and_the_one_before_comes_back(
    samples: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = threading.Event()
    app = InspectorApp(str(samples["re-reads"]), "workbuddy-s14")
    async with app.run_test(size=(120, 40)) as pilot:
        opened = await ready(pilot)
        main = main_screen(app)

        def slow(replay: Any, request: int) -> Seen:
            if request == 1:
                gate.wait(30)
            return look(replay, request)

        monkeypatch.setattr(background, "look", slow)
        monkeypatch.setattr(session, "PATIENCE", -1.0)
        opened.slow = True
        await pilot.press("less_than_sign")
        await until(pilot, lambda: "working out the view …  esc gives up" in text_of(main))
        await pilot.press("escape")
        await until(pilot, lambda: opened.request == opened.requests)
        gate.set()
        await ready(pilot)
        assert opened.request == opened.requests


async def test_losses_that_are_waited_for_are_told(samples: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(_: Any, rows: Any, unwanted: Callable[[], bool], progress: Callable[[int, int], None]) -> None:
        while not unwanted():
            progress(1, 2)
            time.sleep(0.002)

    monkeypatch.setattr(losses, "losing", slow)
    app = InspectorApp(str(samples["re-reads"]), "workbuddy-s14")
    async with app.run_test(size=(120, 40)) as pilot:
        await ready(pilot)
        main = main_screen(app)
        await pilot.press("M")
        await until(pilot, lambda: "looking for losses of typed text … 50 %  esc gives up" in text_of(main))
        await pilot.press("escape")
        await until(pilot, lambda: "given up: looking for losses" in text_of(main))
