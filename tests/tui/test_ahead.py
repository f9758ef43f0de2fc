"""What is typed right after a key that opens a dialog goes into it, whole and in order."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual import events
from textual.widgets import Input

from inspector.tui.app import InspectorApp
from inspector.tui.screens.ask_fact import AskFact
from inspector.tui.screens.export import Export
from inspector.tui.screens.help import Help
from inspector.tui.screens.main import MainScreen
from inspector.tui.screens.why_room import WhyRoom
from tests.tui.drive import ready, text_of, until


def typed_at_once(app: InspectorApp, *keys: str) -> None:
    """As a terminal sends what is typed quickly: nobody waits for anything in between."""
    for key in keys:
        pressed = events.Key(key, key if len(key) == 1 else {"space": " ", "question_mark": "?"}.get(key))
        pressed._sender = None
        app.post_message(pressed)


TIDE = [*"Turn", "space", *"of", "space", *"the", "space", *"tide"]


@pytest.mark.parametrize(("key", "dialog"), [("A", AskFact), ("question_mark", Help)])
async def test_words_go_into_the_dialog_that_is_being_opened(
    samples: dict[str, Path], key: str, dialog: type[AskFact] | type[Help]
) -> None:
    app = InspectorApp(str(samples["re-reads"]), "workbuddy-s14")
    async with app.run_test(size=(120, 40)) as pilot:
        await ready(pilot)
        theme = app.theme
        typed_at_once(app, key, *TIDE)
        await until(pilot, lambda: isinstance(app.screen, dialog))
        await until(pilot, lambda: app.screen.query_one(Input).value == "Turn of the tide")
        assert app.theme == theme, "T is a letter here"


@pytest.mark.usefixtures("short_searches")
async def test_in_a_room_the_next_question_is_typed_whole(samples: dict[str, Path]) -> None:
    app = InspectorApp(str(samples["re-reads"]), "workbuddy-s14")
    async with app.run_test(size=(120, 40)) as pilot:
        await ready(pilot)
        await pilot.press("w")
        await until(pilot, lambda: isinstance(app.screen, WhyRoom) and app.screen.settled)
        typed_at_once(app, "plus", *TIDE)
        await until(pilot, lambda: isinstance(app.screen, AskFact))
        await until(pilot, lambda: app.screen.query_one(Input).value == "Turn of the tide")


async def test_what_opens_nothing_keeps_no_keys_back(samples: dict[str, Path]) -> None:
    app = InspectorApp(str(samples["re-reads"]), "recorded")
    async with app.run_test(size=(120, 40)) as pilot:
        session = await ready(pilot)
        typed_at_once(app, "e", "left", "left")
        await until(pilot, lambda: session.request == session.requests - 2)
        assert isinstance(app.screen, MainScreen)
        assert not isinstance(app.screen, Export)
        assert "request" in text_of(app.screen)
