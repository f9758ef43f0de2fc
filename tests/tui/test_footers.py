"""The last line offers what works where the keys go; it always leads to help, to all commands, and out."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.tui.app import InspectorApp
from inspector.tui.widgets.foot_line import FootLine
from inspector.tui.widgets.timeline import Timeline
from tests.tui.drive import main_screen, ready, text_of, until

ALWAYS = ("? help", "ctrl+p commands", "q quit")


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40), (200, 60)], ids=str)
async def test_help_commands_and_quit_are_offered_wherever_the_keys_go(
    samples: dict[str, Path], size: tuple[int, int]
) -> None:
    app = InspectorApp(str(samples["durable-facts"]), "workbuddy-s14")
    async with app.run_test(size=size) as pilot:
        await ready(pilot)
        foot = main_screen(app).query_one(FootLine)
        assert all(words in text_of(foot) for words in ALWAYS)
        for key, words in (("a", "turn"), ("E", "off/on")):
            await pilot.press(key)
            await until(pilot, lambda words=words: words in text_of(foot))  # type: ignore[misc]
            assert all(words in text_of(foot) for words in ALWAYS), key
            await pilot.press("escape")


async def test_the_timeline_offers_its_keys_and_its_scale_changes_by_key_and_mouse(samples: dict[str, Path]) -> None:
    app = InspectorApp(str(samples["re-reads"]), "workbuddy-s14")
    async with app.run_test(size=(120, 40)) as pilot:
        await ready(pilot)
        main = main_screen(app)
        timeline, foot = main.query_one(Timeline), main.query_one(FootLine)
        await pilot.press("z")
        await until(pilot, lambda: timeline.scale == "all")
        timeline.focus()
        await until(pilot, lambda: "z scale" in text_of(foot))
        await pilot.click(FootLine, offset=(text_of(foot).index("z scale"), 0))
        await until(pilot, lambda: timeline.scale == "log")
        await pilot.press("escape")
        await until(pilot, lambda: main.panes.has_focus)
