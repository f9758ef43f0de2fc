"""Knobs on the main screen: every wish by key and by mouse; what cannot be is explained and not done."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.events import MouseScrollDown
from textual.pilot import Pilot

from inspector.tui.screens.main import MainScreen
from inspector.tui.session import Session
from inspector.tui.widgets.line import Line
from tests.tui.drive import opened, text_of, until

pytestmark = pytest.mark.timeout(120)


@asynccontextmanager
async def at_knobs(
    samples: dict[str, Path], size: tuple[int, int] = (120, 40)
) -> AsyncIterator[tuple[Pilot[Any], MainScreen, Session]]:
    """A session, the knobs in front."""
    async with opened(samples["oom-log"], size=size) as (pilot, main, session):
        await pilot.press("a")
        await until(pilot, lambda: main.knobs.has_focus)
        yield pilot, main, session


def values(session: Session) -> list[int]:
    return [knob.value for knob in session.knobs]


async def test_name_value_unit_range_default_and_help_are_there(samples: dict[str, Path]) -> None:
    async with at_knobs(samples) as (_, main, _session):
        shown = text_of(main.knobs)
        for words in ("soft threshold", "80,000", "tokens", "●", "default 80,000 · 0–10,000,000", "Compaction starts"):
            assert words in shown


@pytest.mark.parametrize(
    ("typed", "why"),
    [("99999999999", "from 0 to 10,000,000"), ("1.5", "not a whole number"), ("k", "not a whole number")],
)
async def test_what_cannot_be_is_explained_and_not_applied(samples: dict[str, Path], typed: str, why: str) -> None:
    async with at_knobs(samples) as (pilot, main, session):
        revision = session.revision
        await pilot.press("enter", *typed.replace(".", "\0").split("\0")[0])
        if "." in typed:
            await pilot.press("full_stop", "5")
        await pilot.press("enter")
        await until(pilot, lambda: f"✖ {why}" in text_of(main.knobs))
        assert session.revision == revision
        await pilot.press("escape")
        await until(pilot, lambda: "✖" not in text_of(main.knobs) and "80,000" in text_of(main.knobs))


async def test_a_typed_number_is_applied(samples: dict[str, Path]) -> None:
    async with at_knobs(samples) as (pilot, main, session):
        await pilot.press(*"12k", "enter")
        await until(pilot, lambda: main.settled and values(session)[0] == 12_000)
        assert "soft threshold ✱" in text_of(main.knobs)


async def test_undo_and_redo_say_what_they_changed(samples: dict[str, Path]) -> None:
    async with at_knobs(samples) as (pilot, main, session):
        await pilot.press("left", "left", "left")
        await until(pilot, lambda: main.settled and values(session)[0] == 77_000)
        await pilot.press("u")
        await until(pilot, lambda: main.said == "undone: soft threshold 77,000 → 80,000")
        await pilot.press("U")
        await until(pilot, lambda: main.said == "made again: soft threshold 80,000 → 77,000")
        await pilot.press("down", "right", "R")
        await until(pilot, lambda: "all knobs reset: soft threshold 77,000 → 80,000 · hard limit" in main.said)
        assert not session.modified
        await pilot.press("R")
        await until(pilot, lambda: main.said == "every knob is at its default")


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_slider_is_dragged_to_both_ends(samples: dict[str, Path], size: tuple[int, int]) -> None:
    async with at_knobs(samples, size) as (pilot, main, session):
        panel = main.knobs
        first = panel.gutter.left + 1
        await pilot.mouse_down(panel, offset=(first, 1))
        await until(pilot, lambda: main.settled and values(session)[0] == 0)
        await pilot.hover(panel, offset=(first + panel.slider_width - 1, 1))
        await until(pilot, lambda: main.settled and values(session)[0] == 10_000_000)
        await pilot.mouse_up(panel, offset=(first, 1))
        await pilot.press("u")
        await until(pilot, lambda: values(session)[0] == 80_000)


async def test_the_mark_resets_and_the_value_is_typed_by_mouse(samples: dict[str, Path]) -> None:
    async with at_knobs(samples) as (pilot, main, session):
        panel = main.knobs
        await pilot.press("left")
        await until(pilot, lambda: main.settled and values(session)[0] == 79_000 and "✱" in panel.render_line(0).text)
        mark = panel.gutter.left + panel.render_line(0).text.index("✱")
        await pilot.click(panel, offset=(mark, 0))
        await until(pilot, lambda: main.settled and values(session)[0] == 80_000)
        value = panel.gutter.left + panel.render_line(3).text.index("120,000")
        await pilot.click(panel, offset=(value, 3))
        await until(pilot, lambda: panel.state.typing == "" and panel.selected is not None)
        await pilot.press(*"90k", "enter")
        await until(pilot, lambda: main.settled and values(session)[1] == 90_000)


async def test_held_keys_are_answered_by_the_newest_value_alone(samples: dict[str, Path]) -> None:
    async with at_knobs(samples) as (pilot, main, session):
        await pilot.press(*["left"] * 30)
        await until(pilot, lambda: main.settled and values(session)[0] == 50_000)
        assert "50,000" in text_of(main.knobs)
        await pilot.press("u")
        await until(pilot, lambda: values(session)[0] == 80_000)


async def test_the_status_says_what_was_turned(samples: dict[str, Path]) -> None:
    async with at_knobs(samples) as (pilot, main, session):
        knob = main.knobs.selected
        assert knob is not None
        before, name = knob.value, knob.name.replace("_", " ")
        await pilot.press("right")
        after = session.knobs[0].value
        assert after > before
        status = main.query_one("#status", Line)
        await until(pilot, lambda: f"{name} {before:,} → {after:,}" in text_of(status))
        assert "typed" in text_of(status)  # and what became of typed text stays in sight
        await pilot.press("down")
        await until(pilot, lambda: "→" not in text_of(status))


async def test_the_wheel_turns_no_knob_by_itself(samples: dict[str, Path]) -> None:
    async with at_knobs(samples) as (pilot, main, session):
        before = session.knobs
        for y in range(main.knobs.size.height):
            await pilot._post_mouse_events([MouseScrollDown], "#knobs", offset=(4, y))
        assert session.knobs == before
        main.knobs.top = 0
        await pilot._post_mouse_events([MouseScrollDown], "#knobs", offset=(4, main.knobs.each), shift=True)
        assert main.knobs.selected is not None
        assert main.knobs.selected.name == session.knobs[1].name
        await until(pilot, lambda: session.knobs[1].value < before[1].value)
