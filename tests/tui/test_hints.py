"""Hints can be clicked: every dialog can be used with the mouse alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from inspector.tui.app import InspectorApp
from inspector.tui.hints import key_at
from inspector.tui.screens.audit import Audit
from inspector.tui.screens.export import Export
from inspector.tui.screens.main import MainScreen
from tests.tui.drive import ready, text_of, until

LINE = "╰─── type to filter · ↑ ↓ choose · enter does it · j k source · esc closes ─╯"


@pytest.mark.parametrize(
    ("words", "key"),
    [
        *[("type", ""), ("↑", "up"), ("↓", "down"), ("choose", "down"), ("enter", "enter"), ("does", "enter")],
        *[("esc", "escape"), ("closes", "escape"), ("─╯", ""), ("╰──", ""), ("j k", "j"), ("source", "k")],
    ],
)
def test_the_key_under_a_column(words: str, key: str) -> None:
    assert key_at(LINE, LINE.index(words)) == key


async def click_on(pilot: Pilot[Any], words: str) -> None:
    """Click on words wherever they stand."""
    await until(pilot, lambda: words in text_of(pilot.app.screen))
    lines = text_of(pilot.app.screen).splitlines()
    y = max(y for y, line in enumerate(lines) if words in line)
    await pilot.click(offset=(lines[y].rindex(words), y))


async def test_a_file_is_written_with_the_mouse_alone(
    samples: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    app = InspectorApp(str(samples["re-reads"]), "workbuddy-s14")
    async with app.run_test(size=(160, 40)) as pilot:
        await ready(pilot)
        await click_on(pilot, "e export")
        await until(pilot, lambda: isinstance(app.screen, Export))
        await click_on(pilot, "enter writes")
        await until(pilot, lambda: isinstance(app.screen, MainScreen))
        assert (tmp_path / "workbuddy-s14.yaml").exists()


async def test_every_dialog_is_left_with_the_mouse(samples: dict[str, Path]) -> None:
    app = InspectorApp(str(samples["re-reads"]), "workbuddy-s14")
    async with app.run_test(size=(120, 40)) as pilot:
        await ready(pilot)
        for key in ("question_mark", "o", "p", "e", "g", "b", "i", "P", "y", "space"):
            await pilot.press(key)
            await until(pilot, lambda: not isinstance(app.screen, MainScreen))
            await click_on(pilot, "esc")
            await until(pilot, lambda: isinstance(app.screen, MainScreen))
            await ready(pilot)


async def test_the_sources_are_left_with_the_mouse(samples: dict[str, Path]) -> None:
    app = InspectorApp(str(samples["durable-facts"]), "workbuddy-s14")
    async with app.run_test(size=(120, 40)) as pilot:
        await ready(pilot)
        await pilot.press("D")
        await until(pilot, lambda: isinstance(app.screen, Audit))
        await click_on(pilot, "esc back")
        await until(pilot, lambda: isinstance(app.screen, MainScreen))
