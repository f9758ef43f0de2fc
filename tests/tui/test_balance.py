"""The conservation line adds up: over all samples, presets and layers, and against the texts themselves."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.engine import EngineError, Plan
from inspector.engine.view import Kept
from inspector.policy import load_policy
from inspector.transcript import load
from inspector.tui import curve
from inspector.tui.app import InspectorApp
from inspector.tui.balance import Balance, balance_line, of_step
from inspector.tui.edits import edits
from inspector.tui.session import Session
from inspector.tui.widgets.line import Line
from tests.tui.drive import main_screen, ready, until

SAMPLES = sorted(path.name for path in (Path(__file__).parents[2] / "sample_transcripts").glob("*.json*"))
SAMPLES = [name for name in SAMPLES if name != "index.json" and ".durable." not in name]
POLICIES = ["go-tiny-claw", "workbuddy-s14", "evo-agent", "agent-engineering", "recorded"]


def weigh(plan: Plan) -> int:
    """The size of a view, summed block by block."""
    return plan.ledger.base + sum(made.size for made in plan.made) + sum(plan.state(b).size for b in plan.live_blocks())


def holds(found: Balance, before: Plan, after: Plan) -> None:
    """Everything that a balance claims, told anew from single blocks."""
    assert found.before - found.removed + found.put_in == found.after
    assert (found.before, found.after) == (weigh(before), weigh(after))
    assert found.removed >= 0 <= found.put_in
    came, stayed = set(before.live_blocks()), set(after.live_blocks())
    assert stayed <= came
    assert (found.kept, found.gone) == (len(stayed), len(came - stayed))
    assert found.kept + found.gone == len(came)


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("sample", SAMPLES)
def test_it_adds_up(root: Path, sample: str, policy: str) -> None:
    session = Session(load(root / "sample_transcripts" / sample), load_policy(policy) if policy != "recorded" else None)
    asked = {1, session.requests, *curve.events(session, session.replay.rows()).requests[:12]}
    for request in asked:
        session.go(request)
        steps = session.steps()
        if isinstance(steps, EngineError):
            continue
        for step, outcome in enumerate(steps.outcomes, start=1):
            found = of_step(steps, step)
            holds(found, outcome.plan_before, outcome.plan_after)
            assert found.put_in >= outcome.injected
        holds(of_step(steps, None), steps.before, steps.after)


def test_removed_bytes_are_the_bytes_of_the_removed_words(root: Path) -> None:
    session = Session(load(root / "sample_transcripts" / "oom-log.jsonl"), load_policy("go-tiny-claw"))
    for request in range(1, session.requests + 1):
        session.go(request)
        steps = session.steps()
        assert not isinstance(steps, EngineError)
        for step, outcome in enumerate(steps.outcomes, start=1):
            removed = sum(outcome.plan_before.state(block).size for block in outcome.gone)
            for block in outcome.changed:
                text = session.transcript.structure.blocks[block].text
                states = [plan.state(block) for plan in (outcome.plan_before, outcome.plan_after)]
                for op, piece in edits(states[0].pieces, states[1].pieces, len(text)):
                    words = text[piece.start : piece.stop] if isinstance(piece, Kept) else piece.text
                    removed += len(words.encode()) if op == "-" else 0
            assert of_step(steps, step).removed == removed


def test_it_says_so_in_one_line(root: Path) -> None:
    session = Session(load(root / "sample_transcripts" / "oom-log.jsonl"), load_policy("go-tiny-claw"))
    words = "".join(part.text for part in balance_line(session.steps(), 1, session.unit))
    assert words.startswith("before 10,384 − removed 8,067 + put in 68 = after 2,385 bytes")
    assert "gone" in words
    assert balance_line(EngineError("refused"), None, "bytes") == ()


async def test_the_line_follows_the_layer(root: Path) -> None:
    app = InspectorApp(str(root / "sample_transcripts" / "oom-log.jsonl"), "go-tiny-claw")
    async with app.run_test(size=(80, 24)) as pilot:
        await ready(pilot)
        line = main_screen(app).query_one("#balance", Line)

        def words() -> str:
            return "".join(part.text for part in line.parts)

        await until(pilot, lambda: words().startswith("before 10,384 − removed 8,067 + put in 68 = after 2,385"))
        await pilot.press("2")
        await until(pilot, lambda: words().startswith("before 2,385 − removed 0 + put in 0 = after 2,385"))
        assert "= 2,385" in line.render_line(0).text.replace("after ", "")
