"""What arrives while the program ends, when its screens are closed already, harms nothing: it is meant for nobody."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual import events
from textual.message import Message

from inspector.tui.app import InspectorApp
from tests.tui.drive import ready

MOUSE = (None, 1, 1, 0, 0, 1, False, False, False)
LATE = {
    "key": lambda: events.Key("j", "j"),
    "key that opens a dialog": lambda: events.Key("A", "A"),
    "ctrl+c": lambda: events.Key("ctrl+c", None),
    "mouse button": lambda: events.MouseDown(*MOUSE),
    "mouse": lambda: events.MouseMove(*MOUSE),
    "wheel": lambda: events.MouseScrollDown(*MOUSE),
    "paste": lambda: events.Paste("text"),
}


class EndsSlowly(InspectorApp):
    """Something arrives between the closing of its screens and its end."""

    late: Message

    async def _close_all(self) -> None:
        await super()._close_all()
        assert not self.screen_stack
        assert self.post_message(self.late), "it is still taken"


@pytest.mark.parametrize("kind", LATE)
async def test_late_input_is_meant_for_nobody(samples: dict[str, Path], kind: str) -> None:
    app = EndsSlowly(str(samples["re-reads"]), "recorded")
    app.late = LATE[kind]()
    async with app.run_test(size=(120, 40)) as pilot:
        await ready(pilot)


async def test_keys_that_wait_for_a_dialog_wait_no_longer(samples: dict[str, Path]) -> None:
    app = InspectorApp(str(samples["re-reads"]), "recorded")
    async with app.run_test(size=(120, 40)) as pilot:
        await ready(pilot)
        app._ahead._begin("A")
        app._ahead._key = ""
        await app._close_all()
        app._ahead._look()
        assert app._ahead._held == []
