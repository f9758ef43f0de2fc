"""The room of meters: the numbers of the command line, another estimator, scaled, and the way to the farthest block.

By hand: see `tests.analysis.estimators.sessions`. Of 690 tokens chars/4 says 243.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pytest_textual_snapshot import SVGImageExtension

from inspector.analysis.estimators import ESTIMATORS
from inspector.policy import preset_text
from inspector.terminal_text import cells
from inspector.tui.app import InspectorApp
from inspector.tui.meters.lines import SIDE, Shown, bar
from inspector.tui.screens.counters import Counters
from inspector.tui.screens.main import MainScreen
from inspector.tui.screens.meters_room import MetersRoom
from inspector.tui.screens.models import Models
from inspector.tui.session import Session
from tests.analysis.estimators.sessions import known
from tests.tui.drive import opened, still, text_of, until


def flat(text: str) -> str:
    return " ".join(text.split())


async def test_the_room_from_its_key_to_a_block() -> None:
    app = InspectorApp(session=Session(known(), None))
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, MainScreen) and app.screen.session is not None)
        main = app.screen
        assert isinstance(main, MainScreen)
        await pilot.press("ampersand")
        await until(pilot, lambda: isinstance(app.screen, MetersRoom) and app.screen.ended)
        room = app.screen
        assert isinstance(room, MetersRoom)
        shown = flat(text_of(room))
        assert "690 charged by the provider, in 5 of 6 messages" in shown
        assert "● chars/4 243 −65% 2.84 65% 56%" in shown
        assert "results 200 −50% −50%" in shown
        assert "Cyrillic 300 −67% −83%" in shown  # 100 of 300 by bytes, 50 by characters
        await pilot.press("t")
        scaled = round(100 * (100 * 690 / 243 / 200 - 1))
        row = next(line for line in text_of(room).splitlines() if "results" in line)
        assert f"+{scaled}%" in row
        assert "│━━" in row, "too many, to the right"
        await pilot.press("left")
        assert "● bytes/4" in text_of(room)
        await pilot.press(
            "t", "right", *["j"] * (len(ESTIMATORS) - Shown().at)
        )  # from its own line to the kind with most tokens
        await pilot.press("enter")
        await until(pilot, lambda: app.screen is main and main.settled)
        assert main.session is not None
        assert main.session.request == 3, "the question in Russian, which the third request has first"


async def test_pictures(
    samples: dict[str, Path], snapshot: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The room, the models and the meters of a session with usage; one app is enough."""
    monkeypatch.setenv("INSPECTOR_HOME", str(tmp_path / "home"))
    rules = tmp_path / "provider.yaml"
    rules.write_text(preset_text("agent-engineering").replace("count: o200k_base", "count: provider"))

    def same(name: str) -> bool:
        found = pilot.app.export_screenshot(title=pilot.app.title, simplify=True)
        return bool(found == snapshot(name=name, extension_class=SVGImageExtension))

    async with opened(samples["lost-rule"], str(rules), (120, 40)) as (pilot, main, _):
        main.panes.focus()
        await pilot.press("ampersand")
        await until(pilot, lambda: isinstance(pilot.app.screen, MetersRoom) and pilot.app.screen.ended)
        await pilot.press("t")
        await still(pilot)
        assert same("room")
        pilot.app.theme = "inspector-light"
        await pilot.press("escape", "asterisk")
        await until(pilot, lambda: isinstance(pilot.app.screen, Models))
        await still(pilot)
        assert same("models")
        await pilot.press("escape", "underscore")
        await until(pilot, lambda: isinstance(pilot.app.screen, Counters) and pilot.app.screen.ended)
        await pilot.resize_terminal(80, 24)
        await still(pilot)
        assert same("meters")


def test_a_bar_is_as_wide_as_any_other() -> None:
    assert bar(-0.5, 1.0) == " " * 6 + "━" * 6 + "│" + " " * SIDE
    assert bar(1.0, 1.0) == " " * SIDE + "│" + "━" * SIDE
    assert {cells(bar(error / 10, 0.7)) for error in range(-20, 20)} == {2 * SIDE + 1}
    assert bar(0.0, 0.0).strip() == "│"
