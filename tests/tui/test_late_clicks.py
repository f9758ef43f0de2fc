"""A click, or a key, that is handled after its list was filled anew, or laid out smaller: nothing happens, nothing falls over."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from rich.style import Style
from textual import events
from textual.app import App, ComposeResult
from textual.command import CommandList
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import OptionList

from inspector.tui.app import InspectorApp
from inspector.tui.screens.commands import CommandLines, Commands
from inspector.tui.screens.dialog import Dialog
from inspector.tui.screens.main import MainScreen
from inspector.tui.screens.policies import Policies
from inspector.tui.widgets.choice_list import ChoiceList
from tests.tui.drive import ready, until

GONE = 50
"""The number of an option that no list here has any more."""


def mouse(kind: type[events.MouseEvent], widget: Widget, option: int, place: tuple[int, int] | None = None) -> Any:
    """The mouse where that option was drawn."""
    x, y = place or (widget.region.x + 1, widget.region.y + 1)
    style = Style(meta={"option": option})
    return kind(widget, x, y, 0, 0, 1, False, False, False, screen_x=x, screen_y=y, style=style)


class Choosing(App[None]):
    """A list, and what was chosen in it."""

    def __init__(self) -> None:
        super().__init__()
        self.chosen: list[str] = []

    def compose(self) -> ComposeResult:
        yield ChoiceList("one", "two", "three", markup=False)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.chosen.append(str(event.option.prompt))

    def post(self, event: events.Event) -> OptionList:
        options = self.query_one(OptionList)
        options.post_message(event)
        return options


async def test_a_click_on_a_line_that_is_gone() -> None:
    app = Choosing()
    async with app.run_test() as pilot:
        options = app.query_one(OptionList)
        for option in (3, GONE):
            app.post(mouse(events.Click, options, option))
        await pilot.pause()
        assert app.chosen == []
        app.post(mouse(events.Click, options, 1))
        await until(pilot, lambda: app.chosen == ["two"])


async def test_a_click_on_a_line_that_is_another_by_now() -> None:
    """What was clicked was the old second line; the new one was never seen."""
    app = Choosing()
    async with app.run_test() as pilot:
        options = app.query_one(OptionList)
        app.post(mouse(events.Click, options, 1))
        options.clear_options().add_options(["four", "five"])
        await pilot.pause()
        await pilot.pause()
        assert app.chosen == []
        app.post(mouse(events.Click, options, 1))
        await until(pilot, lambda: app.chosen == ["five"])


@pytest.mark.parametrize("left", [0, 1, 2])
async def test_everything_else_that_holds_a_place_in_the_list(left: int) -> None:
    """The mouse over it, the cursor, and every key, while options are taken away."""
    app = Choosing()
    async with app.run_test() as pilot:
        options = app.query_one(OptionList)
        options.focus()
        for shorten in (shortened, filled_anew):
            options.highlighted = options.option_count - 1
            app.post(mouse(events.MouseMove, options, GONE))
            shorten(options, left)
            for do in ("select", "cursor_up", "cursor_down", "page_up", "page_down", "first", "last", "select"):
                await options.run_action(do)
            options.highlighted = GONE
            options.render_lines(options.size.region)
            await pilot.press("enter", "down", "pagedown", "up", "pageup", "end", "home", "enter")
            app.post(mouse(events.Click, options, GONE))
            await pilot.pause()
        assert app.is_running


def shortened(options: OptionList, left: int) -> None:
    while options.option_count > left:
        options.remove_option_at_index(options.option_count - 1)


def filled_anew(options: OptionList, left: int) -> None:
    options.clear_options().add_options([str(number) for number in range(left)])


async def opened(pilot: Pilot[Any]) -> CommandList:
    """The list of an open palette that is filled."""
    await ready(pilot)
    await pilot.press("ctrl+p")
    await until(pilot, lambda: isinstance(pilot.app.screen, Commands) and pilot.app.screen.has_class("-ready"))
    options = pilot.app.screen.query_one(CommandList)
    await until(pilot, lambda: options.option_count > 2)
    return options


async def test_a_late_click_in_the_palette(samples: dict[str, Path]) -> None:
    app = InspectorApp(str(samples["re-reads"]), "workbuddy-s14")
    async with app.run_test(size=(120, 40)) as pilot:
        options = await opened(pilot)
        assert isinstance(options, CommandLines)
        assert isinstance(options, ChoiceList)
        options.post_message(mouse(events.Click, options, options.option_count + GONE))
        options.post_message(mouse(events.MouseMove, options, options.option_count + GONE))
        await pilot.pause()
        options.post_message(mouse(events.Click, options, 2))  # and what makes it late
        options.clear_options()
        await pilot.pause()
        await pilot.pause()
        assert isinstance(app.screen, Commands)
        assert app._exception is None


async def test_two_clicks_at_once_in_the_palette_run_one_command(samples: dict[str, Path]) -> None:
    """The first one empties the list, and the second one is on its way by then."""
    app = InspectorApp(str(samples["re-reads"]), "workbuddy-s14")
    async with app.run_test(size=(120, 40)) as pilot:
        options = await opened(pilot)
        at = next(at for at, each in enumerate(options.options) if "durable state" in str(each.prompt))
        for _ in range(3):
            options.post_message(mouse(events.Click, options, at))
        await until(pilot, lambda: isinstance(app.screen, MainScreen))
        await pilot.pause()
        assert app._exception is None


async def test_a_policy_chosen_in_a_list_that_is_another_by_now(samples: dict[str, Path], tmp_path: Path) -> None:
    app = InspectorApp(str(samples["re-reads"]), "workbuddy-s14")
    async with app.run_test(size=(120, 40)) as pilot:
        await ready(pilot)
        await pilot.press("p")
        await until(pilot, lambda: isinstance(app.screen, Policies))
        screen = app.screen
        assert isinstance(screen, Policies)
        options = screen.query_one(OptionList)
        options.post_message(OptionList.OptionSelected(options, options.options[1], 1))
        screen._offer(tmp_path, [tmp_path / "another.yaml"])
        await pilot.pause()
        await pilot.pause()
        assert app.screen is screen
        options.post_message(OptionList.OptionSelected(options, options.options[2], 2))
        await until(pilot, lambda: isinstance(app.screen, MainScreen))


@pytest.mark.parametrize("opener", ["ctrl+p", "p", "y", "o", "question_mark"])
async def test_a_click_where_the_terminal_ended_since(samples: dict[str, Path], opener: str) -> None:
    app = InspectorApp(str(samples["re-reads"]), "workbuddy-s14")
    async with app.run_test(size=(120, 40)) as pilot:
        await ready(pilot)
        await pilot.press(opener)
        await until(pilot, lambda: isinstance(app.screen, Commands | Dialog))
        screen = app.screen
        screen.post_message(mouse(events.Click, screen, 0, (500, 500)))
        await pilot.pause()
        assert app.screen is screen
        assert app._exception is None
