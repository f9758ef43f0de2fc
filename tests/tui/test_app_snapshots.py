"""Pictures of the main situations at three sizes. `pytest --snapshot-update` redraws them; look at each before keeping it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from inspector.tui.app import InspectorApp
from tests.tui.drive import main_screen, ready

SIZES = [(80, 24), (120, 40), (200, 60)]
SITUATIONS = {
    "fits": ("re-reads", "workbuddy-s14", ["less_than_sign", "shift+right", "shift+right"], {}),
    "compacted": ("re-reads", "workbuddy-s14", [], {}),
    "layer": ("oom-log", "go-tiny-claw", ["less_than_sign", "right", "right", "3"], {}),
    "refused": ("re-reads", "workbuddy-s14", [], {"hard_limit": 20_000}),
    "summary": ("research", "evo-agent", ["escape"], {}),
    "recorded": ("lost-rule", "recorded", [], {}),
}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", SITUATIONS)
def test_picture(
    name: str, size: tuple[int, int], samples: dict[str, Path], snap_compare: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("textual.constants.TEXTUAL_ANIMATIONS", "none")
    sample, policy, keys, knobs = SITUATIONS[name]
    app = InspectorApp(str(samples[sample]), policy)

    async def arrange(pilot: Any) -> None:
        session = await ready(pilot)
        for knob, value in knobs.items():
            session.turn(knob, value)
            main_screen(app).changed()
        await ready(pilot)
        for key in keys:
            await pilot.press(key)
        await ready(pilot)

    assert snap_compare(app, terminal_size=size, run_before=arrange)
