"""The help: columns that use the width, filtered while one types, doing what is chosen."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual import events
from textual.widgets import Input

from inspector.terminal_text import cells
from inspector.tui.actions import ACTIONS, key_names
from inspector.tui.app import InspectorApp
from inspector.tui.columns import GAP, column_width, count, laid_out
from inspector.tui.help_words import matching, sections
from inspector.tui.screens.copy import AskCopy
from inspector.tui.screens.help import Help
from inspector.tui.screens.main import MainScreen
from inspector.tui.widgets.help_page import HelpPage
from tests.tui.drive import ready, text_of, until


@pytest.mark.parametrize(("screen", "columns"), [(80, 1), (120, 2), (200, 3)])
def test_the_width_is_used(screen: int, columns: int) -> None:
    width = int(screen * 0.96) - 6
    assert count(width) == columns
    found = laid_out(sections(), width)
    assert len(found) == columns
    heights = [len(column) for column in found]
    assert max(heights) - min(heights) < 0.5 * max(heights)


@pytest.mark.parametrize("width", range(20, 240, 7))
def test_no_line_is_wider_than_its_column(width: int) -> None:
    for column in laid_out(sections(), width):
        for piece in column:
            assert sum(cells(text) for text, _ in piece.runs) <= max(column_width(width), 24)


def test_every_action_is_in_it() -> None:
    names = {row.name for section in sections() for row in section.rows}
    assert {key_names(action) for action in ACTIONS} <= names


def test_what_is_typed_filters_keys_names_and_words() -> None:
    everything = sections()
    assert matching(everything, "") is everything
    assert {row.name for one in matching(everything, "clipboard") for row in one.rows} <= {"y"}
    assert "y" in {row.name for one in matching(everything, "copy") for row in one.rows}
    assert "ctrl+s" in {row.name for one in matching(everything, "picture") for row in one.rows}
    assert matching(everything, "no such thing") == []


async def test_what_is_chosen_is_done(samples: dict[str, Path]) -> None:
    app = InspectorApp(str(samples["re-reads"]), "workbuddy-s14")
    async with app.run_test(size=(120, 40)) as pilot:
        session = await ready(pilot)
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(app.screen, Help))
        await pilot.press(*"first request")
        await until(pilot, lambda: "The first request" in text_of(app.screen))
        await pilot.press("enter")
        await until(pilot, lambda: session.request == 1)
        assert isinstance(app.screen, MainScreen)


def place_of(page: HelpPage, run: str) -> tuple[int, int]:
    """Where the line of an action stands; nothing while the help shows more than what was filtered."""
    for place, column in enumerate(page._columns):
        for y, piece in enumerate(column):
            if len(column) < 20 and piece.row is not None and piece.row.action and piece.row.action.run == run:
                return 1 + place * (column_width(page._room) + GAP), y
    return ()  # type: ignore[return-value]


async def test_a_click_on_a_line_does_it(samples: dict[str, Path]) -> None:
    app = InspectorApp(str(samples["re-reads"]), "workbuddy-s14")
    async with app.run_test(size=(120, 40)) as pilot:
        await ready(pilot)
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(app.screen, Help))
        await pilot.press(*"copy")
        page = app.screen.query_one(HelpPage)
        await until(pilot, lambda: place_of(page, "copy"))
        await pilot.click(HelpPage, offset=place_of(page, "copy"))
        await until(pilot, lambda: isinstance(app.screen, AskCopy))


async def test_the_key_that_opens_it_closes_it(samples: dict[str, Path]) -> None:
    app = InspectorApp(str(samples["re-reads"]), "workbuddy-s14")
    async with app.run_test(size=(80, 24)) as pilot:
        await ready(pilot)
        for key in ("question_mark", "q", "escape"):
            await pilot.press("question_mark")
            await until(pilot, lambda: isinstance(app.screen, Help))
            app.screen.query_one(Input).focus()
            await pilot.press(key)
            await until(pilot, lambda: isinstance(app.screen, MainScreen))


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_it_scrolls_by_keys_and_wheel_and_after_the_cursor(
    samples: dict[str, Path], size: tuple[int, int]
) -> None:
    app = InspectorApp(str(samples["re-reads"]), "workbuddy-s14")
    async with app.run_test(size=size) as pilot:
        await ready(pilot)
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(app.screen, Help))
        page = app.screen.query_one(HelpPage)
        await until(pilot, lambda: page.max_scroll_y)
        assert page.show_vertical_scrollbar
        await pilot.press("pagedown")
        await until(pilot, lambda: page.scroll_y == page.size.height - 2)
        await pilot.press("down")
        top, height = round(page.scroll_y), page.size.height
        assert any(top <= y < top + height for y in page._lines_of_chosen()), "the cursor begins where one looks"
        await pilot.press(*["down"] * 30)
        top = round(page.scroll_y)
        assert any(top <= y < top + height for y in page._lines_of_chosen())
        await pilot._post_mouse_events([events.MouseScrollDown], HelpPage, (5, 5), button=0)
        await until(pilot, lambda: page.scroll_y > top)
        await pilot.press("ctrl+end")
        await until(pilot, lambda: page.scroll_y == page.max_scroll_y)
        await pilot.press("ctrl+home", *"request")
        await until(pilot, lambda: page.scroll_y == 0 and page._chosen is not None)
        await pilot.press("pagedown")
        await until(pilot, lambda: page.scroll_y == min(page.max_scroll_y, page.size.height - 2) > 0)
