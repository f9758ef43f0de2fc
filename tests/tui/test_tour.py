"""The tour of lost typed words: `t` goes from one to the next, and says of each what became of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from inspector.engine.view import Fate
from inspector.tui import lost_words
from inspector.tui.app import InspectorApp
from inspector.tui.screens.main import MainScreen
from inspector.tui.session import Session
from inspector.tui.widgets.line import Line
from tests.tui.drive import main_screen, ready, text_of


async def gone_to_the_next(pilot: Pilot[Any], main: MainScreen) -> tuple[str, int]:
    """What is said there, and the block under the cursor."""
    await pilot.press("t")
    await ready(pilot)
    assert main.panes.rows is not None
    return text_of(main.query_one("#status", Line)), main.panes.rows.refs[main.panes.cursor]


def standing(session: Session, block: int) -> str:
    """Whether the words stand in the summary of the view that is shown."""
    plan = session.plan()
    assert plan is not None
    return lost_words.standing(plan, block)


async def test_it_says_whether_the_words_stand_in_the_summary(samples: dict[str, Path]) -> None:
    app = InspectorApp(str(samples["lost-rule"]), "agent-engineering")
    async with app.run_test(size=(200, 60)) as pilot:
        session, main = await ready(pilot), main_screen(app)
        losses = session.typed_losses()
        summarised = {loss.block for loss in losses if loss.fate is Fate.SUMMARISED}
        assert summarised
        for number, loss in enumerate(losses, start=1):
            said, at = await gone_to_the_next(pilot, main)
            assert at == loss.block
            assert f"{number} of {len(losses)} · " in said
            assert f"{session.transcript.structure.name(at)} at request {session.request:,}" in said
            if at in summarised:
                there = standing(session, at)
                assert there in (", there word for word", ", there in part", ", not word for word")
                assert f"typed text is in the summary only{there}: " in said


async def test_of_a_text_without_a_summary_nothing_like_that_is_said(samples: dict[str, Path]) -> None:
    app = InspectorApp(str(samples["re-reads"]), "workbuddy-s14")
    async with app.run_test(size=(200, 60)) as pilot:
        session, main = await ready(pilot), main_screen(app)
        count = len(session.typed_losses())
        said, at = await gone_to_the_next(pilot, main)
        assert f"1 of {count} · typed text lost: {session.transcript.structure.name(at)} at request 70 · " in said
        said, after = await gone_to_the_next(pilot, main)
        assert f"2 of {count} · typed text lost: " in said
        assert after != at
