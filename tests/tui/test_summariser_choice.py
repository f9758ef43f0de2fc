"""Who writes the summaries of a session: chosen, remembered, and asked only after a question."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from inspector.tui import left
from inspector.tui.app import InspectorApp
from inspector.tui.command_line import command_line
from inspector.tui.screens.spend import Spend
from inspector.tui.screens.summarisers import Summarisers
from inspector.tui.session import Session
from inspector.tui.widgets.line import Line
from tests.summary.programs import python
from tests.tui.drive import main_screen, opened, ready, text_of, until


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Kept answers and choices of this test alone."""
    monkeypatch.setenv("INSPECTOR_HOME", str(tmp_path / "home"))
    return tmp_path


def program(log: Path, rest: str = "") -> str:
    """A summariser that writes down that it ran."""
    code = f"import sys; sys.stdin.read(); open({str(log)!r}, 'a').write('x'); {rest or 'print(chr(65) * 60)'}"
    return f"command:{python(code)}"


async def choose(pilot: Pilot[Any], spec: str) -> None:
    """By its typed name."""
    await pilot.press("B")
    await until(pilot, lambda: isinstance(pilot.app.screen, Summarisers))
    pilot.app.screen.query_one(Input).value = spec
    pilot.app.screen.query_one(Input).focus()
    await pilot.press("enter")
    await until(pilot, lambda: not isinstance(pilot.app.screen, Summarisers))


def summary(session: Session) -> str:
    """The text of the summary in the present view."""
    plan = session.plan()
    assert plan is not None
    return next(made.text for made in plan.made if made.kind == "summary")


async def test_another_one_writes_from_now_on(samples: dict[str, Path]) -> None:
    async with opened(samples["research"], "evo-agent") as (pilot, main, session):
        assert "Extractive" in summary(session)
        await choose(pilot, "stub:300")
        await ready(pilot)
        assert "the summary of what was said" in summary(session)
        assert "summaries by stub:300" in text_of(main.query_one("#header", Line))
        assert "--summariser stub:300" in command_line(session)
        await pilot.press("B", "home", "enter")
        await ready(pilot)
        assert "Extractive" in summary(session)


async def test_the_choice_is_remembered(samples: dict[str, Path]) -> None:
    async with opened(samples["research"], "evo-agent") as (pilot, _, _session):
        await choose(pilot, "stub:300")
        await ready(pilot)
    async with opened(samples["research"], "evo-agent") as (_, _, session):
        assert session.author == "stub:300", "of this session"
    async with opened(samples["re-reads"], "evo-agent") as (_, _, session):
        assert session.author == "stub:300", "and of the last choice"
    left.chose_summariser("extractive")


async def test_the_command_line_names_one(samples: dict[str, Path]) -> None:
    app = InspectorApp(str(samples["research"]), "evo-agent", summariser="stub:200")
    async with app.run_test(size=(120, 40)) as pilot:
        session = await ready(pilot)
        assert session.author == "stub:200"


async def test_what_is_kept_of_a_name_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    assert left.summariser_named("no such thing") == ""
    assert left.summariser_named(["stub:3"]) == ""
    assert left.summariser_named("stub:3") == "stub:3"
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789")
    assert left.without_secrets("command:ask --key sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789") == ""


async def test_a_program_is_not_run_before_the_question(samples: dict[str, Path], tmp_path: Path) -> None:
    log = tmp_path / "ran"
    async with opened(samples["research"], "evo-agent") as (pilot, main, session):
        await choose(pilot, program(log))
        await ready(pilot)
        assert session.open_summaries == 2
        assert "2 summaries not made yet" in text_of(main.query_one("#status", Line)) or "summaries by" in text_of(main)
        assert not log.exists()
        await pilot.press("B", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, Spend))
        assert "2 summaries" in text_of(pilot.app.screen)
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is main)
        assert not log.exists()
        await pilot.press("B", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, Spend))
        await pilot.press("y")
        await until(pilot, lambda: "2 summaries made and kept" in text_of(main))
        await ready(pilot)
        assert summary(session).strip() == "A" * 60 or "A" * 60 in summary(session)
        assert session.open_summaries == 0
        assert log.read_text() == "xx"
    async with opened(samples["research"], "evo-agent") as (_, _, session):
        assert "A" * 60 in summary(session), "kept answers are used after a restart"
        assert log.read_text() == "xx"


async def test_a_failure_leaves_the_view_as_it_is(samples: dict[str, Path], tmp_path: Path) -> None:
    log = tmp_path / "ran"
    async with opened(samples["research"], "evo-agent") as (pilot, main, session):
        await choose(pilot, program(log, "sys.exit(3)"))
        await ready(pilot)
        await pilot.press("B", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, Spend))
        before = session.seen()
        await pilot.press("y")
        await until(pilot, lambda: "no summary was made" in text_of(main))
        assert "exit code 3" in text_of(main)
        assert session.seen() is before
        assert log.read_text() == "x", "after a failure nobody is asked any more"


async def test_making_is_cancelled(samples: dict[str, Path], tmp_path: Path) -> None:
    log = tmp_path / "ran"
    async with opened(samples["research"], "evo-agent") as (pilot, main, _session):
        await choose(pilot, program(log, "__import__('time').sleep(600)"))
        await ready(pilot)
        await pilot.press("B", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, Spend))
        await pilot.press("y")
        await until(pilot, log.exists)
        await until(pilot, lambda: "writes the summaries, 0 of 2" in text_of(main))
        await pilot.press("escape")
        await until(pilot, lambda: "cancelled" in text_of(main))


async def test_the_list_says_what_is_wrong(samples: dict[str, Path]) -> None:
    async with opened(samples["research"], "evo-agent", size=(80, 24)) as (pilot, _, _session):
        await pilot.press("B")
        await until(pilot, lambda: isinstance(pilot.app.screen, Summarisers))
        shown = text_of(pilot.app.screen)
        assert "anthropic:MODEL" in shown
        assert "command:PROGRAM" in shown
        pilot.app.screen.query_one(Input).value = "stub:many"
        pilot.app.screen.query_one(Input).focus()
        await pilot.press("enter")
        await until(pilot, lambda: "write a size from 1" in text_of(pilot.app.screen))
        await pilot.press("escape")


async def test_what_was_made_in_the_room_is_in_the_view(samples: dict[str, Path], tmp_path: Path) -> None:
    log = tmp_path / "ran"
    async with opened(samples["research"], "evo-agent", size=(160, 50)) as (pilot, main, session):
        await choose(pilot, program(log))
        await ready(pilot)
        await pilot.press("s")
        await until(pilot, lambda: "not made yet: w asks for it" in text_of(pilot.app.screen))
        await pilot.press("w")
        await until(pilot, lambda: isinstance(pilot.app.screen, Spend))
        await pilot.press("y")
        await until(pilot, lambda: "answered in" in text_of(pilot.app.screen))
        await pilot.press("q")
        await until(pilot, lambda: pilot.app.screen is main)
        await ready(pilot)
        assert main_screen(pilot.app).session is session  # type: ignore[arg-type]
        assert log.read_text() == "x"
