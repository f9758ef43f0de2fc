"""The requests at which typed text is lost: found, marked, gone through."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.analysis.losing import losing
from inspector.engine import EngineError, Fate, Replay
from inspector.engine.losses import typed_blocks
from inspector.policy import load_policy, preset_names
from inspector.summary import Extractive
from inspector.transcript import load
from inspector.tui.app import InspectorApp
from inspector.tui.widgets.timeline import Timeline
from tests.tui.drive import main_screen, ready, text_of, until

SAMPLES = ("re-reads", "research", "lost-rule", "order-404", "oom-log")


def lost(replay: Replay, request: int) -> frozenset[int] | None:
    """The typed texts that a view lacks, by looking at every one; None when there is no view."""
    if replay.row(request).error is not None:
        return None
    try:
        plan = replay.plan(request)
    except EngineError:
        return None
    return frozenset(
        block
        for block in typed_blocks(replay.transcript)
        if block < plan.end and plan.state(block).fate is not Fate.VERBATIM
    )


@pytest.mark.parametrize("policy", ["recorded", *preset_names()])
@pytest.mark.parametrize("sample", SAMPLES)
def test_losses_are_those_that_a_look_at_every_request_finds(
    samples: dict[str, Path], sample: str, policy: str
) -> None:
    chosen = None if policy == "recorded" else load_policy(policy)
    if policy == "go-tiny-claw":
        chosen = load_policy(policy).with_knobs(fold_over=0)
    replay = Replay(load(samples[sample]), chosen, Extractive())
    expected: list[tuple[int, frozenset[int]]] = []
    before: frozenset[int] = frozenset()
    for request in range(1, replay.requests + 1):
        here = lost(replay, request)
        if here is None:
            continue
        if here - before:
            expected.append((request, here - before))
        before = here
    found = losing(replay, replay.rows())
    assert found is not None
    assert [(one.request, frozenset(one.blocks)) for one in found] == expected
    assert all(one.layer for one in found)


def test_looking_for_losses_can_be_given_up(samples: dict[str, Path]) -> None:
    replay = Replay(load(samples["re-reads"]), load_policy("workbuddy-s14"), Extractive())
    assert losing(replay, replay.rows(), lambda: True) is None


async def test_losses_are_gone_through_and_marked(samples: dict[str, Path]) -> None:
    app = InspectorApp(str(samples["re-reads"]), "workbuddy-s14")
    async with app.run_test(size=(120, 40)) as pilot:
        session = await ready(pilot)
        main = main_screen(app)
        await until(pilot, lambda: main.losses_of is session.replay)
        requests = [one.request for one in main.losses]
        assert requests
        marks = [mark.request for mark in main.query_one(Timeline).data.marks if mark.kind == "loss"]
        assert marks == requests
        await pilot.press("less_than_sign")
        for request in requests:
            await pilot.press("m")
            await until(pilot, lambda request=request: session.request == request)  # type: ignore[misc]
        assert "requests that lose typed text" in text_of(main)
        assert "! typed text lost" in text_of(main)
        await pilot.press("m")
        await until(pilot, lambda: "no typed text is lost after" in text_of(main))
        await pilot.press("greater_than_sign", "M")
        await until(pilot, lambda: session.request == requests[-1])


async def test_a_loss_is_found_before_anybody_looked_for_it(samples: dict[str, Path]) -> None:
    app = InspectorApp(str(samples["re-reads"]), "workbuddy-s14")
    async with app.run_test(size=(120, 40)) as pilot:
        session = await ready(pilot)
        main = main_screen(app)
        await pilot.press("left_square_bracket", "M")
        await until(pilot, lambda: main.losses_of is session.replay)
        await until(pilot, lambda: session.request in [one.request for one in main.losses])
