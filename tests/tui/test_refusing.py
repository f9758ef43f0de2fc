"""The status line says why a provider would refuse the view in sight."""

from __future__ import annotations

import json
from pathlib import Path

from inspector.tui.screens import refusing
from tests.engine.messages import assistant, call, result, step, user
from tests.tui.drive import opened, text_of, until


def write(folder: Path, messages: list[dict[str, object]]) -> Path:
    path = folder / "session.jsonl"
    path.write_text("".join(json.dumps(message) + "\n" for message in messages), "utf-8")
    return path


async def test_a_view_that_begins_with_the_assistant(samples: dict[str, Path]) -> None:
    """agent-engineering's summary is a message of the assistant, and stands first."""
    async with opened(samples["lost-rule"], "agent-engineering", (220, 40)) as (pilot, main, session):
        await until(pilot, main.refusals)
        assert [breach.rule for breach in main.refusals()] == ["first-user"]
        assert "✗ unsendable: the first message is the assistant's" in text_of(main)
        await pilot.press("less_than_sign")
        await until(pilot, lambda: session.request == 1 and main.explained)
        assert main.refusals() == ()
        assert "unsendable" not in text_of(main)


async def test_a_problem_is_not_told_twice(tmp_path: Path) -> None:
    """The call without a result is a problem of the view already; the text before a result is not."""
    session = [user("go"), assistant(call("a")), user("typed", result("a", "1")), assistant(call("b")), user("well?")]
    async with opened(write(tmp_path, session), None, (160, 40)) as (pilot, main, _):
        await until(pilot, main.refusals)
        assert [breach.rule for breach in main.refusals()] == ["results-first"]
        assert "the call 4.1 has no result" in text_of(main)
        assert "✗ unsendable: the result 3.2 stands behind 3.1" in text_of(main)


async def test_a_long_session_is_checked_in_a_thread(tmp_path: Path) -> None:
    session = [user("go"), *(each for at in range(refusing.AT_ONCE) for each in step(f"t{at}", "x")), user("typed")]
    session[-3:-2] = []  # the last call
    async with opened(write(tmp_path, [*session[:-1], user(" "), assistant("done"), user("")]), None) as (
        pilot,
        main,
        _,
    ):
        await until(pilot, main.refusals)
        assert {breach.rule for breach in main.refusals()} == {"empty-text"}
