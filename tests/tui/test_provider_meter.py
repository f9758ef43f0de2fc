"""The app with a policy that counts as the provider does: sizes, knobs, and a session that goes on."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from inspector.engine import Plan
from inspector.engine.estimates import view_parts
from inspector.long_work import Cancelled
from inspector.meter import counter_of, known_sizes
from inspector.tui import replays
from inspector.tui.provider_sizes import learn
from inspector.tui.screens import learning
from inspector.tui.screens.main import MainScreen
from inspector.tui.session import Session
from inspector.tui.whole import sheets
from inspector.tui.widgets.budget_bar import BudgetBar
from inspector.tui.widgets.budget_data import in_numbers
from inspector.tui.widgets.pane_titles import PaneTitles
from tests.meter.provider.test_counter import POLICY
from tests.tui.drive import opened, ready, until


def exchange(number: int, prompt: int) -> list[dict[str, Any]]:
    """Records of Claude Code: a prompt, a call with its usage, its result, a reply with its usage."""
    words = f"result {number} " * 40
    call = {"type": "tool_use", "id": f"t{number}", "name": "Read", "input": {"file_path": f"f{number}.py"}}
    result = {"type": "tool_result", "tool_use_id": f"t{number}", "content": words}
    return [
        {"type": "user", "message": {"role": "user", "content": f"prompt {number}"}},
        reply(f"a{number}", [call], prompt, 60),
        {"type": "user", "message": {"role": "user", "content": [result]}},
        reply(f"b{number}", [{"type": "text", "text": f"reply {number}"}], prompt + 300, 20),
    ]


def reply(name: str, content: list[dict[str, Any]], prompt: int, output: int) -> dict[str, Any]:
    usage = {"input_tokens": 10, "cache_read_input_tokens": prompt - 10, "output_tokens": output}
    message = {"id": name, "role": "assistant", "model": "claude-test", "content": content, "usage": usage}
    return {"type": "assistant", "message": message}


def lines(start: int, stop: int) -> bytes:
    """Chained records of these exchanges; each adds 340 tokens to the prompts, after 20,000 of tools."""
    records = [record for number in range(start, stop) for record in exchange(number, 20_000 + 340 * number)]
    out: list[bytes] = []
    for at, record in enumerate(records, start=4 * start):
        parent = f"u{at - 1}" if at else None
        out.append(json.dumps({**record, "uuid": f"u{at}", "parentUuid": parent, "sessionId": "s"}).encode() + b"\n")
    return b"".join(out)


async def told(pilot: Pilot[Any], main: MainScreen, session: Session) -> None:
    """Titles, bar and details hold the prompt with its fixed input as `view` has it; nothing more is counted for them."""
    session.turn("limit", 1000)
    main.show_or_wait()
    await pilot.pause()
    plan = session.plan()
    assert plan is not None
    parts = view_parts(plan, session.request)
    assert parts is not None
    total, fixed = parts.total, parts.fixed.tokens
    assert total.low < total.tokens < total.high
    half = f"{total.tokens:,} ± {50 * (total.high - total.low) / total.tokens:.1f} %"
    data = main.query_one(BudgetBar).data
    assert data.parts[0] == ("fixed", fixed)
    assert (data.total, data.whole) == (total.tokens, 20_000 + 11 * 340 + 300)
    line = main.query_one(BudgetBar).render_line(1).text
    assert half in line
    assert "fixed 20k" in line
    left, right = main.query_one(PaneTitles).titles
    assert left == "Transcript 24,040 · fixed 20k"
    assert right == f"Prompt View {half} · fixed 20k"
    assert f"9 of 10 such prompts have {total.low:,} to {total.high:,} tokens" in in_numbers(data)
    titles = [sheet.best.title for sheet in sheets(session, 2)]
    assert titles[0] == "as recorded · 240 tokens, charged by the provider"
    assert titles[1].endswith(" %, calibrated")


async def test_sizes_are_the_providers_and_go_on(tmp_path: Path) -> None:
    path, policy = tmp_path / "live.jsonl", tmp_path / "mine.yaml"
    path.write_bytes(lines(0, 12))
    policy.write_text(POLICY)
    async with opened(path, str(policy), size=(140, 40)) as (pilot, main, session):
        record = session.transcript
        assert known_sizes(record, counter_of("provider", record)) is not None
        assert main.totals[-1].transcript - main.totals[0].transcript == 11 * 340 + 300
        before = main.totals[-1].view
        await pilot.press("right_square_bracket")
        await until(pilot, lambda: session.revision == 1 and main.totals_known)
        assert before < main.totals[-1].view <= main.totals[-1].transcript
        await told(pilot, main, session)
        with path.open("ab") as file:
            file.write(lines(12, 14))
        await until(pilot, lambda: len(session.transcript.messages) == 56)
        await ready(pilot)
        assert session.replay.policy.meter.count == "provider"
        assert main.totals[-1].transcript - main.totals[0].transcript == 13 * 340 + 300


async def test_the_interval_of_a_long_session_is_worked_out_beside_the_keys(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a thread; what is asked of a view that is out of sight by then is given up, and the newest one is told."""
    path, policy = tmp_path / "long.jsonl", tmp_path / "mine.yaml"
    path.write_bytes(lines(0, 12))
    policy.write_text(POLICY.replace("where: {outside_last: 2, unit: results}", 'over: {">": $limit, unit: tokens}'))
    monkeypatch.setattr(replays, "SMALL", 0)
    asked, given_up = [], []

    def noted(plan: Plan, request: int, unwanted: Callable[[], bool]) -> None:
        asked.append(threading.current_thread() is threading.main_thread())
        while len(asked) == 1 and not given_up:
            if unwanted():
                given_up.append(plan)
                raise Cancelled
        learn(plan, request, unwanted)

    async with opened(path, str(policy), size=(140, 40)) as (pilot, main, session):
        monkeypatch.setattr(learning, "learn", noted)
        session.turn("limit", 100)
        main.changed()
        await until(pilot, lambda: asked)
        assert "≈" in main.query_one(PaneTitles).titles[1]
        session.turn("limit", 90)
        main.changed()
        await until(pilot, lambda: len(asked) > 1 and main.settled)
        assert given_up
        assert not any(asked)
        plan = session.plan()
        assert plan is not None
        parts = view_parts(plan, session.request)
        assert parts is not None
        total = parts.total
        half = f"{total.tokens:,} ± {50 * (total.high - total.low) / total.tokens:.1f} %"
        assert main.query_one(PaneTitles).titles[1] == f"Prompt View {half} · fixed 20k"
        assert half in main.query_one(BudgetBar).render_line(1).text
