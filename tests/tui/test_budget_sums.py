"""The budget's parts add up to the view, under every preset, wherever one looks."""

from __future__ import annotations

import pytest

from inspector.policy import load_policy, preset_names
from inspector.transcript import load_messages
from inspector.tui.budget import budget
from inspector.tui.session import Session
from tests.benchmarks.synthetic import messages

ASIDE = ("fixed", "reserve", "margin", "durable")


@pytest.mark.parametrize("name", preset_names())
def test_the_parts_add_up_to_the_view(name: str) -> None:
    session = Session(load_messages(messages(400)), load_policy(name))
    for request in (1, 2, 20, 90, session.requests):
        session.go(request)
        plan = session.plan()
        assert plan is not None
        parts = budget(session, plan).parts
        assert sum(part.size for part in parts if part.name not in ASIDE) == plan.size
