"""What is different with large sessions: work beside the keys. The limits are lowered, so that small samples are large."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from inspector.transcript.growing import load_growing
from inspector.tui import replays, session
from inspector.tui.app import InspectorApp
from inspector.tui.screens import loading
from inspector.tui.screens.open import Open
from inspector.tui.widgets import row_view
from tests.tui.drive import main_screen, ready, text_of, until


@pytest.fixture(autouse=True)
def everything_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replays, "SMALL", 0)
    monkeypatch.setattr(replays, "LARGE", 0)
    monkeypatch.setattr(session, "INLINE", 0)
    monkeypatch.setattr(session, "PATIENCE", -1.0)
    monkeypatch.setattr(row_view, "INLINE", 10)
    monkeypatch.setattr(row_view, "AROUND", 5)


@pytest.mark.parametrize("policy", ["workbuddy-s14", "evo-agent", "agent-engineering", "recorded"])
async def test_the_same_view_comes_from_threads(samples: dict[str, Path], policy: str) -> None:
    app = InspectorApp(str(samples["research"]), policy)
    async with app.run_test(size=(120, 40)) as pilot:
        opened = await ready(pilot)
        main = main_screen(app)
        rows = main.panes.rows
        assert rows is not None
        await until(pilot, lambda: rows.heights == rows.measure(main.panes.pane_width))
        await pilot.press("left", "left", "comma", "escape")
        for key in ("left_square_bracket",) * 5:
            await pilot.press(key)
        await ready(pilot)
        await until(pilot, lambda: not opened.pending and getattr(main.panes.picture, "plan", None) is opened.plan())
        direct = replays.final(opened.transcript, opened.policy, opened.summariser)
        assert main.panes.picture is not None
        assert main.panes.picture.plan is not None
        assert main.panes.picture.plan.size == direct.plan(opened.request).size


async def test_a_slow_load_is_shown_and_can_be_given_up(
    samples: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = threading.Event()

    def slow(path: str, progress: Any) -> Any:
        gate.wait(100)
        return load_growing(path, progress)

    monkeypatch.setattr(loading, "load_growing", slow)
    app = InspectorApp(str(samples["oom-log"]), "go-tiny-claw")
    async with app.run_test(size=(100, 30)) as pilot:
        main = main_screen(app)
        await until(pilot, lambda: "reading oom-log.jsonl" in text_of(main))
        await pilot.press("escape")
        gate.set()
        await until(pilot, lambda: isinstance(app.screen, Open))
        assert main.session is None


async def test_work_that_fails_is_said_and_the_app_goes_on(
    samples: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> None:
        raise RuntimeError("the disk [/x] is gone")

    app = InspectorApp(str(samples["oom-log"]), "go-tiny-claw")
    async with app.run_test(size=(100, 30)) as pilot:
        await ready(pilot)
        monkeypatch.setattr(replays, "rows", broken)
        await pilot.press("right_square_bracket")
        await until(pilot, lambda: any("the disk [/x] is gone" in note.message for note in app._notifications))
        await pilot.press("left", "j")
        assert app.is_running


async def test_the_first_view_waits_for_no_exact_count(
    samples: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    gate, count = threading.Event(), replays.count

    def slow(*given: Any) -> None:
        gate.wait(100)
        count(*given)

    monkeypatch.setattr(replays, "count", slow)
    app = InspectorApp(str(samples["research"]), "agent-engineering")
    async with app.run_test(size=(120, 40)) as pilot:
        main = main_screen(app)
        await until(pilot, lambda: main.session is not None and main.panes.picture is not None and "≈" in text_of(main))
        session = main.session
        assert session is not None
        assert session.approximate
        gate.set()
        await ready(pilot)
        assert not session.approximate
        assert session.meter == "o200k_base"
