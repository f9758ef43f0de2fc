"""The summary room: the newest summary beside what it replaces, what is found, and the way to the blocks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from inspector.tui.screens.main import MainScreen
from inspector.tui.screens.reader import Reader
from inspector.tui.screens.summary_room import SummaryRoom
from inspector.tui.widgets.line import Line
from tests.tui.drive import now, opened, text_of, until


async def entered(pilot: Pilot[Any]) -> SummaryRoom:
    """The room, with a cut laid open."""
    await pilot.press("s")
    await until(pilot, lambda: isinstance(pilot.app.screen, SummaryRoom) and pilot.app.screen.case is not None)
    room = pilot.app.screen
    assert isinstance(room, SummaryRoom)
    return room


async def test_the_newest_summary_stands_beside_what_it_replaces(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"], "agent-engineering", size=(160, 50)) as (pilot, _, session):
        room = await entered(pilot)
        shown = text_of(room)
        assert "summary 7 of 7" in shown
        assert "the earlier summary, which this one carries on" in shown
        assert "## Constraints" in text_of(room.written)
        assert "goals " in shown
        assert f"request {room.case.cut.number}" in shown if room.case else False
        assert room.case is not None
        assert room.case.cut.number <= session.request


async def test_the_list_leads_to_the_places_on_both_sides(samples: dict[str, Path]) -> None:
    async with opened(samples["lost-rule"], "recorded", size=(160, 50)) as (pilot, _, _session):
        room = await entered(pilot)
        assert "‼ unsourced path" in text_of(room.list)
        await pilot.press("j")
        assert "▸" in text_of(room.written), "the words of the finding"
        point = room.list.point
        assert point is not None
        assert point.style == "finding"
        while point is not None and point.style != "missing":
            await pilot.press("j")
            point = room.list.point
        await until(pilot, lambda: "▸" in text_of(room.source))


async def test_enter_goes_to_the_block(samples: dict[str, Path]) -> None:
    async with opened(samples["lost-rule"], "recorded", size=(120, 40)) as (pilot, main, session):
        room = await entered(pilot)
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, SummaryRoom), "nothing is chosen yet"
        while (point := room.list.point) is None or not point.spans:
            await pilot.press("j")
        block = point.spans[0].block
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, MainScreen) and main.settled)
        rows = main.panes.rows
        assert rows is not None
        assert session.transcript.structure.name(rows.refs[main.panes.cursor]) == block


async def test_the_summaries_before_and_after(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"], "agent-engineering") as (pilot, _, _session):
        room = await entered(pilot)
        await pilot.press("left_square_bracket")
        await until(pilot, lambda: "summary 6 of 7" in text_of(room))
        await pilot.press("right_square_bracket")
        await until(pilot, lambda: "summary 7 of 7" in text_of(room))
        await pilot.press("right_square_bracket")
        assert "this is the last summary" in text_of(room)


@pytest.mark.parametrize("policy", ["workbuddy-s14", "evo-agent"])
async def test_one_on_demand_where_none_was_made(samples: dict[str, Path], policy: str) -> None:
    async with opened(samples["re-reads"], policy) as (pilot, main, session):
        main.go(4)
        await until(pilot, lambda: session.request == 4 and main.settled)
        room = await entered(pilot)
        assert "on demand: none was made up to here" in text_of(room)
        assert room.case is not None
        assert room.case.attempt.text


async def test_nothing_to_summarise_is_said(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"], "agent-engineering") as (pilot, _, session):
        await pilot.press("less_than_sign")
        await until(pilot, lambda: session.request == 1)
        await pilot.press("s")
        await until(pilot, lambda: "nothing to summarise" in text_of(pilot.app.screen))
        await pilot.press("j", "enter", "tab", "u", "left_square_bracket", "1", "space", "escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, MainScreen))


async def test_one_side_at_a_time_where_it_is_narrow(samples: dict[str, Path]) -> None:
    async with opened(samples["lost-rule"], "recorded", size=(80, 24)) as (pilot, _, _session):
        room = await entered(pilot)
        assert room.list.region.height >= 3
        assert not room.source.region.height
        await pilot.press("tab")
        await until(pilot, lambda: room.source.region.height > 0)
        assert not now(room.written.region.height)
        assert "1.1 user, typed" in text_of(room.source)


async def test_long_parts_are_folded(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"], "agent-engineering", size=(160, 50)) as (pilot, _, _session):
        room = await entered(pilot)
        assert "more characters" in text_of(room.source)
        before = len(room.source.laid)
        at = next(y for y in range(len(room.source.laid)) if room.source.laid[y].more)
        await pilot.click("#source", offset=(6, at))
        await until(pilot, lambda: len(room.source.laid) > before)


async def test_the_summary_is_read_whole(samples: dict[str, Path]) -> None:
    async with opened(samples["research"], "evo-agent") as (pilot, _, _session):
        await entered(pilot)
        await pilot.press("space")
        await until(pilot, lambda: isinstance(pilot.app.screen, Reader))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, SummaryRoom))


async def test_a_marked_place_is_clicked(samples: dict[str, Path]) -> None:
    async with opened(samples["lost-rule"], "recorded", size=(160, 50)) as (pilot, _, _session):
        room = await entered(pilot)
        lines = text_of(room.written).splitlines()
        y = next(y for y, line in enumerate(lines) if "CHANGES.md" in line)
        await pilot.click("#written", offset=(lines[y].index("CHANGES.md") + 2, y))
        await until(pilot, lambda: room.list.point is not None and room.list.point.style == "finding")


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60), (20, 8)])
async def test_every_size_can_be_drawn(samples: dict[str, Path], size: tuple[int, int]) -> None:
    async with opened(samples["lost-rule"], "recorded", size=size) as (pilot, _, _session):
        room = await entered(pilot)
        await pilot.press("j", "tab", "j", "u")
        assert room.query_one("#room-head", Line).region.width == size[0]
