"""What a closed screen had drawn is not held when the screen is gone: it would pile up, a kilobyte a line."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

import pytest
from textual._styles_cache import StylesCache
from textual.screen import Screen

from inspector.transcript.collector import look_at_all
from tests.tui.drive import opened, until

Held = list[weakref.ref[StylesCache]]
LATEST = 2
"""Screens that may be held for a while: a thread that worked for them keeps them until it gets something else to do."""


def lines_of(screen: Screen[object]) -> Held:
    """What the widgets of a screen keep of what they drew, as long as somebody holds it."""
    return [weakref.ref(widget._styles_cache) for widget in screen.walk_children(with_self=True)]


def held(drawn: Held) -> int:
    """How many are held after a collection that sees everything."""
    look_at_all()
    gc.collect()
    return sum(one() is not None for one in drawn)


@pytest.mark.parametrize("key", ["question_mark", "o"])
async def test_the_lines_of_closed_screens_do_not_pile_up(samples: dict[str, Path], key: str) -> None:
    async with opened(samples["lost-rule"]) as (pilot, main, _):
        drawn: list[Held] = []
        for _ in range(1 + LATEST):
            await pilot.press(key)
            await until(pilot, lambda: pilot.app.screen is not main and pilot.app.screen.size == pilot.app.size)
            drawn.append(lines_of(pilot.app.screen))
            await pilot.press("escape")
            await until(pilot, lambda: pilot.app.screen is main)
        former = [one for screen in drawn[:-LATEST] for one in screen]
        assert former
        await until(pilot, lambda: not held(former))
