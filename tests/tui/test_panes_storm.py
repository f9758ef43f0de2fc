"""Random keys, wheels, drags and sizes on the panes, seeded: halves apart and together, layers, folding, one pane or two."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from textual import events
from textual.pilot import Pilot

from inspector.terminal_text import cells
from inspector.tui.app import InspectorApp
from inspector.tui.widgets.side_by_side import SideBySide
from tests.tui.drive import main_screen, ready

KEYS = ["vertical_line", "vertical_line", "tab", "0", "1", "2", "3", "comma", "full_stop", "escape"]
KEYS += ["x", "X", "j", "k", "enter", "v", "home", "end", "left", "right", "pagedown"]
SIZES = ((120, 40), (80, 24), (160, 48), (100, 30))


async def one(pilot: Pilot[None], panes: SideBySide, chance: random.Random) -> None:
    """One thing that a person might do."""
    kind = chance.random()
    x, y = chance.randrange(max(1, panes.size.width - 1)), chance.randrange(max(1, panes.size.height))
    if kind < 0.7:
        await pilot.press(chance.choice(KEYS))
    elif kind < 0.8:
        turned = chance.choice((events.MouseScrollDown, events.MouseScrollUp))
        panes.post_message(turned(panes, x, y, 0, 0, 0, False, False, False))
    elif kind < 0.95:
        await pilot.mouse_down("#panes", offset=(x, y))
        await pilot.hover("#panes", offset=(panes.size.width - 1 - x, panes.size.height - 1 - y))
        await pilot.mouse_up("#panes", offset=(panes.size.width - 1 - x, panes.size.height - 1 - y))
    else:
        await pilot.resize_terminal(*chance.choice(SIZES))
    await pilot.pause()


def holds(panes: SideBySide) -> None:
    """Every line has the width of the pane, every row its place, the cursor a row."""
    rows = panes.rows
    assert rows is not None
    assert all(cells(panes.render_line(y).text) == panes.size.width for y in range(panes.size.height))
    assert rows.total == sum(rows.heights) == panes.virtual_size.height
    assert 0 <= panes.cursor < len(rows)
    assert 0 <= panes.top(0) <= rows.total
    assert 0 <= panes.top(1) <= rows.total
    assert panes.held is None or panes.mode == "both"
    assert panes._scrolling is None


async def storm(path: Path, policy: str, seed: int, count: int) -> None:
    app = InspectorApp(str(path), policy)
    async with app.run_test(size=SIZES[0]) as pilot:
        await ready(pilot)
        main, chance = main_screen(app), random.Random(seed)
        main.go(70)
        for _ in range(count):
            await one(pilot, main.panes, chance)
            holds(main.panes)


@pytest.mark.parametrize("policy", ["workbuddy-s14", "evo-agent"])
async def test_the_panes_hold_in_a_storm(root: Path, policy: str) -> None:
    await storm(root / "sample_transcripts" / "re-reads.jsonl", policy, 7, 15)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
async def test_the_panes_hold_in_long_storms(root: Path, seed: int) -> None:
    policy = ["workbuddy-s14", "evo-agent", "go-tiny-claw", "agent-engineering"][seed]
    await storm(root / "sample_transcripts" / "re-reads.jsonl", policy, seed, 250)
