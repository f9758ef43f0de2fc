"""Pictures of the durable state: the closed band on a small screen, the open one, the audit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from inspector.tui.app import InspectorApp
from tests.tui.drive import still
from tests.tui.test_evidence_screen import settled

PICTURES = {
    "band": ((80, 24), "inspector-dark", []),
    "open": ((120, 40), "inspector-light", ["d", "j", "j"]),
    "audit": ((200, 60), "inspector-dark", ["D", "j"]),
}


@pytest.mark.parametrize("name", PICTURES)
def test_picture(name: str, samples: dict[str, Path], snap_compare: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("textual.constants.TEXTUAL_ANIMATIONS", "none")
    size, theme, keys = PICTURES[name]
    app = InspectorApp(str(samples["durable-facts"]), "evo-agent")

    async def arrange(pilot: Any) -> None:
        await settled(pilot)
        app.theme = theme
        await pilot.press(*keys)
        await settled(pilot)
        await still(pilot)

    assert snap_compare(app, terminal_size=size, run_before=arrange)
