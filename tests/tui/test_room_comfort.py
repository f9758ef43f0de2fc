"""Small things of the summary room and of choosing who writes: what is typed, what is said, and what there is room for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from inspector.tui.parts import Part, fit
from inspector.tui.screens.help import Help
from inspector.tui.screens.reader import Reader
from inspector.tui.screens.spend import Spend
from inspector.tui.screens.summarisers import Summarisers
from inspector.tui.screens.summary_room import SummaryRoom
from inspector.tui.widgets.line import Line
from tests.summary.programs import python
from tests.tui.drive import opened, ready, text_of, until


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Kept answers and choices of this test alone."""
    monkeypatch.setenv("INSPECTOR_HOME", str(tmp_path / "home"))


async def entered(pilot: Pilot[Any]) -> SummaryRoom:
    """The room, with a cut laid open."""
    await pilot.press("s")
    await until(pilot, lambda: isinstance(pilot.app.screen, SummaryRoom) and pilot.app.screen.case is not None)
    room = pilot.app.screen
    assert isinstance(room, SummaryRoom)
    return room


async def chosen(pilot: Pilot[Any], *keys: str) -> None:
    """The dialog, with keys pressed in it."""
    await pilot.press("B")
    await until(pilot, lambda: isinstance(pilot.app.screen, Summarisers))
    await pilot.press(*keys)


def test_what_is_cut_keeps_the_blanks_before_it() -> None:
    left, _ = fit((Part("summary", rank=9), Part("  command:/a/long/path/of/a/program", rank=6, least=8)), 24)
    assert [part.text for part in left] == ["summary", "  command:/a/lo…"]


async def test_a_typed_name_takes_the_place_of_the_one_before(samples: dict[str, Path]) -> None:
    async with opened(samples["research"], "evo-agent") as (pilot, _, session):
        await chosen(pilot, *"stub:300", "enter")
        await until(pilot, lambda: session.author == "stub:300")
        await ready(pilot)
        await chosen(pilot, *"stub:40")
        assert pilot.app.screen.query_one(Input).value == "stub:40"
        await pilot.press("escape")
        await chosen(pilot, "backspace")
        assert pilot.app.screen.query_one(Input).value == "stub:30", "what is taken back is taken from the one before"


async def test_who_makes_them_is_said_where_there_is_little_room(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"], "evo-agent", size=(80, 24)) as (pilot, main, session):
        await chosen(pilot, *"command:none-such", "enter")
        await until(pilot, lambda: session.author == "command:none-such")
        await ready(pilot)
        await pilot.press("escape")
        await until(pilot, lambda: "not made yet · B" in text_of(main.query_one("#status", Line)))
        assert "B  ⚠" in text_of(main.query_one("#status", Line))
        assert " ," not in text_of(main.query_one("#status", Line))


async def test_the_room_has_its_help_and_its_theme(samples: dict[str, Path]) -> None:
    async with opened(samples["lost-rule"], "recorded") as (pilot, _, _session):
        room = await entered(pilot)
        theme = pilot.app.theme
        await pilot.press("T")
        assert pilot.app.theme != theme
        await pilot.press("question_mark")
        await until(
            pilot, lambda: isinstance(pilot.app.screen, Help) and "exact request" in text_of(pilot.app.screen).lower()
        )
        assert "hold the present policy" not in text_of(pilot.app.screen).lower()
        await pilot.press(*"another summariser", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, Summarisers))
        await pilot.press("escape")
        assert pilot.app.screen is room


async def test_a_short_list_leaves_the_room_to_the_summary(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"], "evo-agent", size=(80, 24)) as (pilot, _, _session):
        room = await entered(pilot)
        await until(pilot, lambda: room.list.size.height <= 3)
        assert room.written.size.height >= 14


async def test_the_recorded_view_has_another_size_with_another_summary(samples: dict[str, Path]) -> None:
    async with opened(samples["lost-rule"], "recorded") as (pilot, _, _session):
        room = await entered(pilot)
        room.add("stub:300")
        await until(pilot, lambda: room.case is not None and room.case.attempts[-1].trial is not None)
        assert room.case is not None
        own, other = (each.trial for each in room.case.attempts)
        assert own is not None
        assert other is not None
        assert other.after - own.after == other.tokens - own.tokens


async def asked_for(pilot: Pilot[Any]) -> None:
    """Yes to making what is open."""
    await chosen(pilot, "enter")
    await until(pilot, lambda: isinstance(pilot.app.screen, Spend))
    await pilot.press("y")


async def test_summaries_are_never_made_twice_at_once(samples: dict[str, Path], tmp_path: Path) -> None:
    log = tmp_path / "ran"
    code = f"import sys, time; sys.stdin.read(); open({str(log)!r}, 'a').write('x'); time.sleep(600)"
    async with opened(samples["research"], "evo-agent") as (pilot, main, session):
        await chosen(pilot)
        pilot.app.screen.query_one(Input).value = f"command:{python(code)}"
        pilot.app.screen.query_one(Input).focus()
        await pilot.press("enter")
        await until(pilot, lambda: session.author.startswith("command:"))
        await ready(pilot)
        await asked_for(pilot)
        await until(pilot, log.exists)
        await chosen(pilot, "enter")
        await until(pilot, lambda: "summaries are being written" in text_of(main))
        assert log.read_text() == "x"
        await chosen(pilot, *"stub:300", "enter")
        await until(pilot, lambda: "summaries by stub:300 from now on" in text_of(main))
        await until(pilot, lambda: not [each for each in main.workers if each.group == "make" and each.is_running])
        assert "cancelled" not in text_of(main), "nobody waits for that one any more"


async def test_nobody_writes_for_a_session_that_is_left(samples: dict[str, Path], tmp_path: Path) -> None:
    log = tmp_path / "ran"
    code = f"import sys, time; sys.stdin.read(); open({str(log)!r}, 'a').write('x'); time.sleep(600)"
    async with opened(samples["research"], "evo-agent") as (pilot, main, session):
        session.summarise_by(f"command:{python(code)}")
        main.changed()
        await ready(pilot)
        await asked_for(pilot)
        await until(pilot, log.exists)
        main.opened_path(str(samples["lost-rule"]))
        await until(pilot, lambda: main.session is not session)
        await until(pilot, lambda: not [each for each in main.workers if each.group == "make" and each.is_running])


async def test_who_cannot_be_asked_is_not_asked_about(
    samples: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"):
        monkeypatch.delenv(variable, raising=False)
    async with opened(samples["research"], "evo-agent") as (pilot, main, session):
        room = await entered(pilot)
        room.add("anthropic:claude-haiku-4-5")
        await until(pilot, lambda: "there is no key for Anthropic" in text_of(room))
        assert pilot.app.screen is room
        await pilot.press("escape")
        await chosen(pilot, *"command:none-such", "enter")
        await until(pilot, lambda: session.author == "command:none-such")
        await ready(pilot)
        await chosen(pilot, "enter")
        await until(pilot, lambda: any("there is no program" in each.message for each in pilot.app._notifications))
        assert pilot.app.screen is main


async def test_the_generations_fit_into_a_small_terminal(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"], "evo-agent", size=(80, 24)) as (pilot, _, _session):
        await entered(pilot)
        await pilot.press("g")
        await until(pilot, lambda: isinstance(pilot.app.screen, Reader))
        line = next(each for each in text_of(pilot.app.screen).splitlines() if "held  " in each)
        assert "in 2" in line
        assert "in 8" in line
