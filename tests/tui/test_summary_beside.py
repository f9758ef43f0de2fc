"""Several summarisers on one cut: offline ones at once, others after a question, cancelled at any time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from inspector.tui.screens.reader import Reader
from inspector.tui.screens.spend import Spend
from inspector.tui.screens.summarisers import Summarisers
from inspector.tui.screens.summary_room import SummaryRoom
from tests.summary.programs import python
from tests.tui.drive import opened, text_of, until
from tests.tui.test_summary_room import entered


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Kept answers of this test alone."""
    monkeypatch.setenv("INSPECTOR_HOME", str(tmp_path / "home"))
    return tmp_path


async def add(pilot: Pilot[Any], spec: str) -> None:
    """A summariser beside, by its typed name."""
    await pilot.press("plus")
    await until(pilot, lambda: isinstance(pilot.app.screen, Summarisers))
    pilot.app.screen.query_one(Input).value = spec
    pilot.app.screen.query_one(Input).focus()
    await pilot.press("enter")


def made(room: SummaryRoom, spec: str) -> bool:
    """Whether the last one is this one, and has written."""
    last = room.case.attempts[-1] if room.case is not None else None
    return last is not None and last.spec == spec and last.trial is not None


async def asked(pilot: Pilot[Any], room: SummaryRoom, spec: str) -> None:
    """Until the question about it is there."""
    await add(pilot, spec)
    await until(pilot, lambda: isinstance(pilot.app.screen, Spend))


async def test_an_offline_one_stands_beside_at_once(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"], "agent-engineering", size=(160, 50)) as (pilot, _, _session):
        room = await entered(pilot)
        await add(pilot, "stub:300")
        await until(pilot, lambda: "300 tokens" in text_of(room))
        assert "▸2 stub:300" in text_of(room)
        assert "the summary of what was said" in text_of(room.written)
        await pilot.press("1")
        await until(pilot, lambda: "▸1 extractive" in text_of(room))
        assert "## Constraints" in text_of(room.written)
        await pilot.click("#row-2")
        await until(pilot, lambda: "▸2 stub:300" in text_of(room))
        await pilot.press("minus")
        await until(pilot, lambda: "stub:300" not in text_of(room))


async def test_no_more_than_four(samples: dict[str, Path]) -> None:
    async with opened(samples["lost-rule"], "recorded", size=(120, 40)) as (pilot, _, _session):
        room = await entered(pilot)
        for spec in ("stub:50", "stub:60", "none"):
            await add(pilot, spec)
            await until(
                pilot,
                lambda spec=spec: room.case and room.case.attempts[-1].spec == spec and room.case.attempts[-1].trial,
            )
        assert "no summariser" in text_of(room)
        await pilot.press("plus")
        await until(pilot, lambda: "4 stand beside each other" in text_of(room))


async def test_a_name_that_means_nothing_is_refused_in_words(samples: dict[str, Path]) -> None:
    async with opened(samples["lost-rule"], "recorded") as (pilot, _, _session):
        await entered(pilot)
        await add(pilot, "extractiv")
        await until(pilot, lambda: "Did you mean" in text_of(pilot.app.screen))
        await pilot.press("escape")


async def test_a_program_is_run_only_after_the_question(samples: dict[str, Path], tmp_path: Path) -> None:
    ran = tmp_path / "ran"
    spec = f"command:{python(f'open({str(ran)!r}, chr(97)).write(chr(120)); print(chr(65) * 40)')}"
    async with opened(samples["re-reads"], "agent-engineering", size=(160, 50)) as (pilot, _, _session):
        room = await entered(pilot)
        await asked(pilot, room, spec)
        assert "tokens to read" in text_of(pilot.app.screen)
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app.screen is room)
        assert not ran.exists(), "enter alone leaves it"
        assert "not made yet" in text_of(room)
        await pilot.press("w")
        await until(pilot, lambda: isinstance(pilot.app.screen, Spend))
        await pilot.press("y")
        await until(pilot, lambda: "A" * 40 in text_of(room.written))
        assert ran.read_text() == "x"
        assert "answered in" in text_of(room)
        await pilot.press("left_square_bracket")
        await until(pilot, lambda: "summary 6 of 7" in text_of(room) and "not made yet" in text_of(room))
        await pilot.press("right_square_bracket")
        await until(pilot, lambda: "summary 7 of 7" in text_of(room) and "kept" in text_of(room))
        assert ran.read_text() == "x", "the kept answer is free"


async def test_a_failure_is_said_and_changes_nothing(samples: dict[str, Path], tmp_path: Path) -> None:
    spec = f"command:{python('import sys; sys.exit(chr(98) + chr(97) + chr(100))')}"
    async with opened(samples["re-reads"], "agent-engineering", size=(160, 50)) as (pilot, _, session):
        room = await entered(pilot)
        before = session.seen()
        await asked(pilot, room, spec)
        await pilot.press("y")
        await until(pilot, lambda: "ended with exit code 1" in text_of(room))
        await pilot.press("q")
        await until(pilot, lambda: not isinstance(pilot.app.screen, SummaryRoom))
        assert session.seen() is before


async def test_escape_cancels_a_program(samples: dict[str, Path], tmp_path: Path) -> None:
    spec = f"command:{python('import time; time.sleep(600)')}"
    async with opened(samples["re-reads"], "agent-engineering", size=(160, 50)) as (pilot, _, _session):
        room = await entered(pilot)
        await asked(pilot, room, spec)
        await pilot.press("y")
        await until(pilot, lambda: "writing …" in text_of(room))
        await pilot.press("left_square_bracket")
        assert "esc cancels" in text_of(room)
        await pilot.press("escape")
        await until(pilot, lambda: "cancelled" in text_of(room) and not room.busy)
        assert "not made yet" in text_of(room)


async def test_a_hostile_answer_is_drawn_safely(samples: dict[str, Path], tmp_path: Path) -> None:
    code = "print('\\x1b]0;owned\\x07[bold red]not markup[/] ' + 'x' * 9000 + '\\u202e tail')"
    async with opened(samples["re-reads"], "agent-engineering", size=(120, 40)) as (pilot, _, _session):
        room = await entered(pilot)
        await asked(pilot, room, f"command:{python(code)}")
        await pilot.press("y")
        await until(pilot, lambda: "[bold red]not markup[/]" in text_of(room.written))
        shown = text_of(room)
        assert "\x1b" not in shown
        assert "\u202e" not in shown


async def test_the_exact_request_is_shown_and_copied(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"], "agent-engineering", size=(160, 50)) as (pilot, _, _session):
        room = await entered(pilot)
        await pilot.press("R")
        await until(pilot, lambda: isinstance(pilot.app.screen, Reader))
        await pilot.press("escape", "y", "s")
        await until(pilot, lambda: "copied the summary" in text_of(room))
        assert room.case is not None
        assert pilot.app.clipboard == room.case.attempt.text


async def test_generations(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"], "agent-engineering", size=(160, 50)) as (pilot, _, _session):
        await entered(pilot)
        await pilot.press("g")
        await until(pilot, lambda: isinstance(pilot.app.screen, Reader))
        assert "in 7" in text_of(pilot.app.screen)


async def test_a_model_is_never_asked_unbidden(samples: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise AssertionError("somebody was asked")

    monkeypatch.setenv("ANTHROPIC_API_KEY", "no-real-key")
    monkeypatch.setattr("inspector.summary.anthropic_summariser.AnthropicSummariser.answer", refused)
    async with opened(samples["re-reads"], "agent-engineering", size=(120, 40)) as (pilot, _, _session):
        room = await entered(pilot)
        await asked(pilot, room, "anthropic:claude-haiku-4-5")
        assert "leaves this machine" in text_of(pilot.app.screen)
        assert "$" in text_of(pilot.app.screen), "the price at the most"
        await pilot.press("n")
        await until(pilot, lambda: pilot.app.screen is room)
        await pilot.press("left_square_bracket", "right_square_bracket")
        await until(pilot, lambda: not room.doing and "not made yet" in text_of(room))


async def test_the_palette_knows_the_room(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"], "agent-engineering", size=(120, 40)) as (pilot, _, _session):
        room = await entered(pilot)
        await pilot.press("ctrl+p")
        await until(pilot, lambda: "in the summary room: generations" in text_of(pilot.app.screen))
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is room)
