"""Taking something away from the screen: the clipboard, files, the command line, a picture."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widgets import Input

from inspector.policy import load_policy, load_text
from inspector.transcript import load_messages
from inspector.tui import copies
from inspector.tui.app import InspectorApp
from inspector.tui.screens.copy import AskCopy
from inspector.tui.screens.write_text import WriteText
from inspector.tui.session import Session
from tests.cli.running import run
from tests.tui.drive import opened, ready, text_of, until
from tests.tui.frames import trouble


async def copied(pilot: Pilot[Any], key: str) -> str:
    """What the clipboard holds after `y` and that key."""
    pilot.app._clipboard = ""
    await pilot.press("y")
    await until(pilot, lambda: isinstance(pilot.app.screen, AskCopy))
    await pilot.press(key)
    await until(pilot, lambda: pilot.app.clipboard)
    return pilot.app.clipboard


async def test_a_block_is_copied_as_recorded_and_as_the_view_has_it(samples: dict[str, Path]) -> None:
    async with opened(samples["oom-log"], "go-tiny-claw") as (pilot, main, session):
        session.turn("max_chars", 2_000)
        main.changed()
        await ready(pilot)
        await pilot.press("home", "x")
        block = session.transcript.structure.blocks[copies.Place(session, main._place().block).block or 0]
        whole = await copied(pilot, "b")
        assert whole == block.text
        seen = await copied(pilot, "i")
        assert seen != whole
        assert "copied the block, as it is in the view" in text_of(main)


async def test_a_block_that_is_gone_has_nothing_to_copy(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, main, _):
        await pilot.press("home", "j", "j", "j", "y", "i")
        await until(pilot, lambda: "is not in this view" in text_of(main))
        assert not pilot.app.clipboard


async def test_message_and_policy_are_copied_as_they_are_written(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, _, session):
        await pilot.press("home", "right_square_bracket")
        await ready(pilot)
        found = json.loads(await copied(pilot, "m"))
        assert found["role"] == session.transcript.messages[0].role
        assert load_text(await copied(pilot, "p")).values == session.policy.values  # type: ignore[union-attr]


@pytest.mark.parametrize("policy", ["workbuddy-s14", "recorded"])
async def test_the_command_shows_the_same_view(samples: dict[str, Path], policy: str) -> None:
    async with opened(samples["re-reads"], policy) as (pilot, _, session):
        await pilot.press("left", "right_square_bracket")
        await ready(pilot)
        line = shlex.split(await copied(pilot, "c"))
        assert line[:3] == ["inspector", "view", str(samples["re-reads"])]
        assert line[line.index("--request") + 1] == str(session.request)
        printed = run(*line[1:], "--json").json
        plan = session.plan()
        assert plan is not None
        assert printed["size"]["view"] == plan.size
        assert printed["policy"]["knobs"] == dict(session.policy.values if session.policy else {})


async def test_what_is_too_large_for_the_clipboard_is_offered_as_a_file(samples: dict[str, Path]) -> None:
    async with opened(samples["re-reads"]) as (pilot, main, session):
        await pilot.press("y", "v")
        await until(pilot, lambda: isinstance(pilot.app.screen, WriteText))
        assert "too much for the clipboard" in text_of(pilot.app.screen)
        assert not pilot.app.clipboard
        name = pilot.app.screen.query_one(Input).value
        assert name == f"re-reads-request-{session.request}-view.json"
        await pilot.press("enter")
        await until(pilot, lambda: Path(name).exists())
        expected = run("view", samples["re-reads"], "--policy", "workbuddy-s14", "--json")
        assert Path(name).read_bytes() == expected.raw
        await until(pilot, lambda: f"written: {name}" in text_of(main))


async def test_the_request_body_is_what_export_writes(samples: dict[str, Path]) -> None:
    async with opened(samples["lost-rule"], "workbuddy-s14") as (pilot, _, session):
        await pilot.press("g", "3", "enter")
        await until(pilot, lambda: session.request == 3)
        await ready(pilot)
        body = await copied(pilot, "r")
        arguments = ["export", str(samples["lost-rule"]), "--policy", "workbuddy-s14", "--request", "3", "--body"]
        assert body == run(*arguments).out


async def test_a_file_is_never_overwritten_unasked_and_the_session_never_at_all(
    samples: dict[str, Path], tmp_path: Path
) -> None:
    record = tmp_path / "mine.jsonl"
    record.write_bytes(samples["re-reads"].read_bytes())
    other = tmp_path / "other.json"
    other.write_text("keep me")
    async with opened(record) as (pilot, _, _session):
        await pilot.press("y", "v")
        await until(pilot, lambda: isinstance(pilot.app.screen, WriteText))
        field = pilot.app.screen.query_one(Input)
        field.value = str(record)
        await pilot.press("enter", "enter")
        await until(pilot, lambda: "never changed" in text_of(pilot.app.screen))
        field.value = str(other)
        await pilot.press("enter")
        await until(pilot, lambda: "Enter once more" in text_of(pilot.app.screen))
        assert other.read_text() == "keep me"
        await pilot.press("enter")
        await until(pilot, lambda: other.read_text() != "keep me")
    assert record.read_bytes() == samples["re-reads"].read_bytes()


async def test_a_picture_is_saved_beside_the_others(samples: dict[str, Path], tmp_path: Path) -> None:
    async with opened(samples["re-reads"]) as (pilot, main, _):
        await pilot.press("ctrl+s", "ctrl+s")
        first, second = tmp_path / "re-reads-request-139.svg", tmp_path / "re-reads-request-139-2.svg"
        await until(pilot, second.exists)
        assert first.exists()
        assert "request" in first.read_text("utf-8")
        assert "url(" not in first.read_text("utf-8").replace("url(#", "")
        assert "re-reads-request-139-2.svg" in text_of(main)


def test_a_changed_layer_list_has_no_command_and_says_what_to_do() -> None:
    messages = [{"role": "user", "content": "hello"}, {"role": "assistant", "content": "hi"}]
    session = Session(load_messages(messages), load_policy("workbuddy-s14"))
    with pytest.raises(copies.NothingToCopy, match="in no file"):
        copies.command(copies.Place(session, 0))


@pytest.mark.parametrize("key", ["question_mark", "e", "g", "ctrl+p", "slash"])
async def test_what_is_pasted_into_a_field_is_one_safe_line(samples: dict[str, Path], key: str) -> None:
    hostile = "one\ntwo\r\x1b[2J\x9b31m\tthree"
    app = InspectorApp(str(samples["re-reads"]), "workbuddy-s14")
    async with app.run_test(size=(120, 40)) as pilot:
        await ready(pilot)
        app.copy_to_clipboard(hostile)
        assert app.clipboard == hostile
        await pilot.press(key)
        await until(pilot, lambda: isinstance(app.focused, Input))
        await pilot.press("ctrl+v")
        assert not trouble(app)
        app.post_message(events.Paste(hostile))
        await pilot.pause()
        assert not trouble(app)
