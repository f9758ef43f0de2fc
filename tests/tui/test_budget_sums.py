"""The budget's parts add up to the view, under every preset, wherever one looks."""

from __future__ import annotations

import pytest

from inspector.engine.estimates import unsent_of
from inspector.meter.provider import charges
from inspector.policy import load_policy, preset_names
from inspector.transcript import load_messages
from inspector.tui import replays
from inspector.tui.budget import budget
from inspector.tui.session import Session
from tests.benchmarks.synthetic import messages
from tests.meter.provider.sessions import Kind
from tests.meter.provider.sessions import session as made_up

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


def test_thinking_that_is_not_sent_any_more_is_no_part_of_the_bar() -> None:
    """The parts of the recorded request are the reported prompt."""
    transcript = made_up(1, Kind(turns=8, hidden=0.7, leaves=True)).transcript
    session = Session(transcript, None)
    session.measure("provider")
    replays.count(transcript, session.replayed, lambda: False)
    session.renew()
    plan = session.plan()
    assert plan is not None
    data = budget(session, plan)
    assert unsent_of(plan, session.request) > 0
    assert sum(part.size for part in data.parts) == charges(transcript).prompt(session.request)
    assert any("not sent any more" in note for note in data.notes)
