"""A provider's rules asked of every view of a session, with signed thinking in it; beside it the plans alone, and one view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import inspector
from inspector.analysis.sendable.explain import told
from inspector.analysis.sendable.session import sendable
from inspector.analysis.sendable.sight import in_sight
from inspector.engine import Replay
from tests.benchmarks.clock import timed
from tests.benchmarks.synthetic import messages

POLICIES = ("go-tiny-claw", "workbuddy-s14", "evo-agent", "agent-engineering", "recorded")


def main(counts: Sequence[int], policies: Sequence[str]) -> None:
    """A line for each policy: seconds for all views, of which the plans take so much; milliseconds for one view."""
    for count in counts:
        print(f"\nSendable, {count:,} messages: goal 10 s for all views")
        transcript = inspector.load_messages(thinking(messages(count)))
        for policy in policies:
            _line(inspector.replay(transcript, policy), inspector.replay(transcript, policy), policy)


def thinking(session: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Every reply with calls begins with thinking."""
    for at, message in enumerate(session):
        if message["role"] == "assistant" and isinstance(message["content"], list):
            message["content"].insert(0, {"type": "thinking", "thinking": "so", "signature": f"s{at}"})
    return session


def _line(alone: Replay, replay: Replay, policy: str) -> None:
    plans, _ = timed(lambda: [alone.steps(request) for request in range(1, alone.requests + 1)], 1)
    every, found = timed(lambda: sendable(replay), 1)
    assert found is not None
    telling, _ = timed(lambda: told(replay, found), 1)
    sight, _ = timed(lambda: in_sight(replay, replay.requests), 3)
    print(
        f"  {policy:18} {found.requests:,} views {every.median / 1e3:5.2f} s (plans alone {plans.median / 1e3:5.2f} s)"
        f"   told in {telling.median:6.1f} ms   one view {sight.median:6.1f} ms   {len(found.found):,} breaches"
    )
