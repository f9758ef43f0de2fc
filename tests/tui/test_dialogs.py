"""Dialogs: opened once and left once, however quickly keys and clicks follow each other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from textual import events
from textual.command import CommandList
from textual.pilot import Pilot

from inspector import settings
from inspector.tui.app import InspectorApp
from inspector.tui.screens.commands import Commands, Themes
from inspector.tui.screens.dialog import LeftOnce
from inspector.tui.screens.main import MainScreen
from inspector.tui.screens.policies import Policies
from inspector.tui.widgets.line import Line
from tests.tui.drive import main_screen, ready, until

OPENERS = ("question_mark", "o", "p", "e", "g", "b", "i", "space", "P", "y", "D", "s", "ctrl+p")
QUICK = (
    ("enter", "enter"),
    ("enter", "escape"),
    ("escape", "enter"),
    ("escape", "escape"),
    ("enter", "enter", "escape", "escape"),
)


def quickly(pilot: Pilot[Any], *keys: str) -> None:
    """Keys that are all there before the first of them is looked at."""
    for key in keys:
        pilot.app.post_message(events.Key(key, key if len(key) == 1 else None))


async def back(pilot: Pilot[Any]) -> None:
    """Leave what is still open; the main screen must be below it."""
    await pilot.pause()
    assert any(isinstance(screen, MainScreen) for screen in pilot.app.screen_stack)
    for _ in range(4):
        if isinstance(pilot.app.screen, MainScreen):
            return
        await pilot.press("escape")
    assert isinstance(pilot.app.screen, MainScreen), pilot.app.screen_stack


async def test_a_dialog_is_left_once(samples: dict[str, Path]) -> None:
    app = InspectorApp(str(samples["durable-facts"]), "workbuddy-s14")
    async with app.run_test(size=(120, 40)) as pilot:
        await ready(pilot)
        for opener in OPENERS:
            for keys in QUICK:
                await pilot.press(opener)
                quickly(pilot, *keys)
                await back(pilot)
                await until(pilot, lambda: main_screen(app).settled)


async def test_two_quick_keys_open_one_dialog(samples: dict[str, Path]) -> None:
    app = InspectorApp(str(samples["durable-facts"]), "workbuddy-s14")
    async with app.run_test(size=(120, 40)) as pilot:
        for opener in OPENERS:
            await ready(pilot)
            quickly(pilot, opener, opener)
            await pilot.pause()
            await pilot.pause()
            assert sum(isinstance(screen, LeftOnce) for screen in app.screen_stack) <= 1, opener
            await back(pilot)


async def test_a_double_click_opens_one_dialog(samples: dict[str, Path]) -> None:
    app = InspectorApp(str(samples["re-reads"]), "workbuddy-s14")
    async with app.run_test(size=(120, 40)) as pilot:
        await ready(pilot)
        header = main_screen(app).query_one("#header", Line)
        for _ in range(3):
            header.post_message(Line.Clicked(header, True))
        await until(pilot, lambda: isinstance(app.screen, Policies))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, MainScreen))


async def test_a_theme_is_tried_on_and_kept_only_when_it_is_chosen(samples: dict[str, Path]) -> None:
    app = InspectorApp(str(samples["re-reads"]), "workbuddy-s14")
    async with app.run_test(size=(120, 40)) as pilot:
        await ready(pilot)
        before = app.theme
        app.search_themes()
        await until(pilot, lambda: isinstance(app.screen, Themes))
        await pilot.press(*"light")
        await pilot.press("down")
        await until(pilot, lambda: "light" in app.theme)
        assert settings.recall("theme") in (None, before)
        await pilot.press("escape")
        await until(pilot, lambda: app.theme == before)
        assert settings.recall("theme") in (None, before)
        app.search_themes()
        await until(pilot, lambda: isinstance(app.screen, Themes))
        await pilot.press(*"cvd")
        await pilot.press("down")
        await until(pilot, lambda: app.theme == "inspector-cvd")
        await pilot.press("enter")
        await until(pilot, lambda: settings.recall("theme") == "inspector-cvd")
        assert isinstance(app.screen, MainScreen)


async def test_a_command_is_run_once_however_often_enter_is_pressed(samples: dict[str, Path]) -> None:
    app = InspectorApp(str(samples["re-reads"]), "workbuddy-s14")
    async with app.run_test(size=(120, 40)) as pilot:
        session = await ready(pilot)
        await pilot.press("ctrl+p")
        await until(pilot, lambda: isinstance(app.screen, Commands))
        await pilot.press(*"previous request")
        await until(pilot, lambda: app.screen.query_one(CommandList).option_count > 0)
        quickly(pilot, "down", "enter", "enter", "enter")
        await until(pilot, lambda: isinstance(app.screen, MainScreen))
        await ready(pilot)
        assert session.request == session.requests - 1
