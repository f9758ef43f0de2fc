"""Hostile text in every pane, asserted on the bytes that reach the terminal: shown as text, nothing executed, no freeze."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path
from typing import Any

import pytest

from inspector.policy import load_policy
from inspector.transcript import load_messages
from inspector.tui.app import InspectorApp
from inspector.tui.screens.open import Open
from inspector.tui.session import Session
from tests.tui.drive import Recorder, ready, until

pytestmark = pytest.mark.timeout(120)

EVIL = (
    "\x1b]0;owned\x07 \x1b[2J \x1b]52;c;b3duZWQ=\x07 \x9b31m \x90q\x9c [/red] [link=x]y[/link] [@click=app.quit]go[/] "
    "$primary {braces} \u202egnp.exe \u2066x\u2069 \ud800 👩‍👩‍👧‍👦 עברית \x00\x7f\x08 \ttab"
)
ALLOWED = re.compile(
    r"\x1b\[[0-9;:]*m"  # colours
    r"|\x1b\[[0-9;]*[Hf]"  # moving the cursor
    r"|\x1b\[\?[0-9;]*[hl]"  # modes that the driver switches
    r"|\x1b\[[<>=]?[0-9;]*[ucqtnp]"
    r"|\x1b\[\?[0-9;$]*[pu]"
    r"|\x1b\[>[0-9;]*[mu]"
    r"|\x1bP[^\x1b]*\x1b\\\\"
    r"|\x1b\]22;\w+\x07"  # the shape of the mouse pointer
)


def hostile() -> list[dict[str, Any]]:
    """Every kind of block, every field that is shown, full of it."""
    call = {"type": "tool_use", "id": "t1", "name": EVIL, "input": {EVIL: EVIL, "path": EVIL}}
    nested = {"type": "tool_use", "id": "t2", "name": "x", "input": {"deep": {EVIL: [EVIL]}}}
    thought = {"type": "thinking", "thinking": EVIL, "signature": "s"}
    return [
        {"role": "system", "content": EVIL},
        {"role": "user", "content": EVIL * 3},
        {"role": "assistant", "content": [thought, {"type": "text", "text": EVIL}, call, nested], "model": EVIL},
        {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": "t1", "content": (EVIL + "\n") * 40},
                {"type": "tool_result", "tool_use_id": "t2", "content": [{"type": "text", "text": EVIL}]},
            ],
        },
        {"role": "assistant", "content": [{"type": "text", "text": EVIL}]},
        {"role": "user", "content": [{"type": "odd", "text": EVIL, EVIL: EVIL}, {"type": "text", "text": EVIL}]},
    ]


async def drive(app: InspectorApp, keys: list[str]) -> list[float]:
    """Press keys in an app that believes in its terminal; seconds that each took."""
    app.driver_class = Recorder
    Recorder.written.clear()
    times: list[float] = []

    async def script(pilot: Any) -> None:
        try:
            await ready(pilot)
            for key in keys:
                started = time.perf_counter()
                await pilot.press(key)
                times.append(time.perf_counter() - started)
            await ready(pilot)
        finally:
            app.exit()

    await app.run_async(headless=False, size=(120, 40), auto_pilot=script)
    return times


def assert_harmless(written: str) -> None:
    """Nothing but what the driver and the compositor themselves send."""
    rest = ALLOWED.sub("", written)
    found = re.search("[\x1b\x00-\x06\x08\x0b\x0c\x0e-\x1a\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]", rest)
    around = rest[max(0, found.start() - 60) : found.start() + 60] if found else ""
    assert not found, around.encode("unicode_escape")
    assert "\x1b]0;" not in written
    assert "\x1b]52;" not in written


KEYS = ["home", *["j", "enter", "space", "escape"] * 6, "end", "s", "escape", "left", "0", "1", "escape"]
KEYS += ["tab", "tab", "v", "a", "right", "a", "u"]


@pytest.mark.parametrize("policy", ["go-tiny-claw", "workbuddy-s14", "evo-agent"])
async def test_hostile_text_is_shown_and_never_executed(policy: str) -> None:
    session = Session(load_messages(hostile()), load_policy(policy))
    if policy == "go-tiny-claw":
        session.turn("max_chars", 100)
    if policy == "workbuddy-s14":
        session.turn("soft_threshold", 100)
    app = InspectorApp(session=session)
    await drive(app, KEYS)
    written = "".join(Recorder.written)
    assert "␛]0;owned" in written
    assert "[/red]" in written
    assert_harmless(written)


async def test_hostile_names_of_files_and_problems(tmp_path: Path) -> None:
    folder = tmp_path / "\x1b]0;owned[x]"
    folder.mkdir()
    path = folder / "\x1b[2J[red]\u202e.jsonl"
    lines = [json.dumps(message) for message in hostile()]
    path.write_text("\n".join([*lines, "{broken " + EVIL.replace("\ud800", "")]), "utf-8")
    app = InspectorApp(str(path), "workbuddy-s14")
    await drive(app, ["o", "escape", "p", "escape", "e", "escape", "question_mark", "escape"])
    assert_harmless("".join(Recorder.written))


async def test_a_hostile_error_is_shown_as_text(tmp_path: Path) -> None:
    path = tmp_path / "\x1b]0;owned\x07[x].jsonl"
    path.write_text("\x1b]0;owned\x07 [/x]")
    app = InspectorApp(str(path))
    app.driver_class = Recorder
    Recorder.written.clear()

    async def script(pilot: Any) -> None:
        await until(pilot, lambda: isinstance(app.screen, Open))
        app.exit()

    await app.run_async(headless=False, size=(100, 30), auto_pilot=script)
    assert_harmless("".join(Recorder.written))


async def test_a_message_of_13_million_characters_freezes_nothing() -> None:
    huge = "x" * 13_000_000
    call = {"type": "tool_use", "id": "t1", "name": "write", "input": {"path": "a", "text": huge}}
    found = [
        {"role": "user", "content": "read it"},
        {"role": "assistant", "content": [call]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": huge}]},
        {"role": "assistant", "content": "read"},
        {"role": "user", "content": "and now?"},
    ]
    session = Session(load_messages(found), load_policy("go-tiny-claw"))
    times = await drive(
        InspectorApp(session=session), ["left", "right", "home", "j", "j", "enter", "pagedown", "enter"]
    )
    assert max(times) < 3, times
