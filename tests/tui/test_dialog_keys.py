"""Keys in dialogs: ctrl+c quits from everywhere, page keys stand a list without lines."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from textual import events
from textual.app import App, ComposeResult
from textual.command import CommandList
from textual.widgets import Input, OptionList

from inspector.tui.app import InspectorApp
from inspector.tui.screens.commands import Commands
from inspector.tui.screens.dialog import LeftOnce
from inspector.tui.screens.main import MainScreen
from inspector.tui.screens.unsaved import Unsaved
from inspector.tui.widgets.choice_list import ChoiceList
from tests.tui.drive import main_screen, ready, until

OPENERS = ("question_mark", "p", "o", "i", "ctrl+p", "y", "space", "e", "g")
PAGES = ("pagedown", "pageup")


@pytest.mark.parametrize("opener", OPENERS)
async def test_ctrl_c_quits_from_every_dialog(samples: dict[str, Path], opener: str) -> None:
    app = InspectorApp(str(samples["re-reads"]), "workbuddy-s14")
    async with app.run_test(size=(120, 40)) as pilot:
        await ready(pilot)
        await pilot.press("end", opener)
        await until(pilot, lambda: isinstance(app.screen, LeftOnce))
        if isinstance(app.focused, Input) and app.focused.selected_text:
            await pilot.press("ctrl+c")  # this one copies
            assert app.clipboard
            assert not app._notifications
        await pilot.press("ctrl+c")
        assert not app._exit
        assert any("ctrl+c once more quits" in note.message for note in app._notifications)
        await pilot.press("ctrl+c")
        await until(pilot, lambda: app._exit)


async def test_ctrl_c_quits_the_picker_of_the_start() -> None:
    app = InspectorApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, LeftOnce))
        await pilot.press("ctrl+c", "ctrl+c")
        await until(pilot, lambda: app._exit)


async def test_ctrl_c_in_a_dialog_asks_about_pins_that_are_not_saved(samples: dict[str, Path], tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    shutil.copy(samples["re-reads"], path)
    app = InspectorApp(str(path), "workbuddy-s14")
    async with app.run_test(size=(120, 40)) as pilot:
        await ready(pilot)
        main = main_screen(app)
        await until(pilot, lambda: main.evidence is not None)
        await pilot.press("home", "P")
        await until(pilot, lambda: isinstance(app.screen, LeftOnce))
        await pilot.press("enter")
        await until(pilot, lambda: main.evidence is not None and main.evidence.unsaved)
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(app.screen, LeftOnce))
        await pilot.press("ctrl+c", "ctrl+c", "ctrl+c")  # once too often must not lose them
        await until(pilot, lambda: isinstance(app.screen, Unsaved))
        assert not app._exit
        await pilot.press("x")
        await until(pilot, lambda: app._exit)


async def test_pages_in_a_palette_that_is_not_filled_yet(samples: dict[str, Path]) -> None:
    app = InspectorApp(str(samples["re-reads"]), "workbuddy-s14")
    async with app.run_test(size=(120, 40)) as pilot:
        await ready(pilot)
        for _ in range(4):
            for key in ("ctrl+p", *PAGES, "pagedown", "escape"):
                app.post_message(events.Key(key, None))
            await until(pilot, lambda: isinstance(app.screen, MainScreen) and not app._exit)
        await pilot.press("ctrl+p")
        screen = app.screen
        assert isinstance(screen, Commands)
        await until(pilot, lambda: screen.query_one(CommandList).option_count)
        for key in PAGES:  # and while another word fills it anew
            await pilot.press("a", key, "backspace", key)
        assert isinstance(app.screen, Commands)


class Unseen(App[None]):
    """A list whose lines are never laid out."""

    CSS = "OptionList { width: 0; height: 0; }"

    def compose(self) -> ComposeResult:
        yield ChoiceList("one", "two")


async def test_pages_in_a_list_without_lines() -> None:
    app = Unseen()
    async with app.run_test() as pilot:
        options = app.query_one(OptionList)
        options.focus()
        options.highlighted = 0
        await pilot.press(*PAGES)
        options.clear_options()
        options.add_options(["three"])
        await pilot.press(*PAGES)
        assert app.is_running


def test_no_dialog_has_a_list_that_falls_over() -> None:
    """Every list of the program is one that stands page keys."""
    folder = Path(__file__).parents[2] / "inspector" / "tui"
    assert not [file for file in folder.rglob("*.py") if " OptionList(" in file.read_text()]


async def test_the_palette_says_nothing_twice(samples: dict[str, Path]) -> None:
    app = InspectorApp(str(samples["re-reads"]), "workbuddy-s14")
    async with app.run_test(size=(120, 40)) as pilot:
        await ready(pilot)
        titles = [command.title for command in app.get_system_commands(app.screen)]
        assert "durable state  (d)" in titles
        assert not [
            title for title in titles if title.partition(": ")[0] == title.partition(": ")[2].partition("  ")[0]
        ]
