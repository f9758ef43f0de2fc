"""The requests that lack typed text are those whose views say so, one by one."""

from __future__ import annotations

from typing import Any

from hypothesis import given

from inspector.engine import Replay
from inspector.engine.losses import typed_losses
from inspector.policy.model import Policy
from inspector.transcript import load_messages
from inspector.tui.parting import lacking, plan_of
from tests.engine.choices import Choices, cases
from tests.engine.histories import either_form
from tests.engine.policies import policy
from tests.engine.profile import examples


def case(choose: Choices) -> tuple[Policy, list[dict[str, Any]]]:
    return policy(choose), either_form(choose, large=True)


@examples(300)
@given(cases(case))
def test_it_is_what_the_views_say(given_case: tuple[Policy, list[dict[str, Any]]]) -> None:
    rules, messages = given_case
    replay = Replay(load_messages(messages), rules)
    expected = []
    for request in range(1, replay.requests + 1):
        plan = plan_of(replay, request)
        if plan is not None and typed_losses(plan):
            expected.append(request)
    for rows in (replay.rows(), replay.table()):
        assert rows is not None
        assert lacking(Replay(replay.transcript, rules), rows) == expected
