"""The size of new notices is what single blocks say, whatever the policy did to them."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import given

from inspector.engine import EngineError, Replay
from inspector.engine.notices import new_notices
from inspector.engine.plan import Plan
from inspector.engine.view import Notice
from inspector.policy.model import Policy
from inspector.transcript import load_messages
from tests.engine.choices import Choices, cases
from tests.engine.histories import either_form
from tests.engine.policies import policy
from tests.engine.profile import examples
from tests.engine.test_columns import afresh_policy


def case(choose: Choices) -> tuple[Policy, list[dict[str, Any]]]:
    rules = policy(choose) if choose.chance(2) else afresh_policy(choose)
    return rules, either_form(choose, large=True)


def texts(plan: Plan, block: int) -> Counter[str]:
    return Counter(piece.text for piece in plan.state(block).pieces or () if isinstance(piece, Notice))


def weighed(before: Plan, after: Plan) -> int:
    """Told from every block that is left."""
    new: Counter[str] = Counter()
    for block in after.live_blocks():
        new += texts(after, block) - texts(before, block)
    return sum(after.ledger.counter.text(text) * times for text, times in new.items())


@examples(200)
@given(cases(case))
def test_new_notices_are_those_of_single_blocks(given_case: tuple[Policy, list[dict[str, Any]]]) -> None:
    rules, messages = given_case
    replay = Replay(load_messages(messages), rules)
    for request in range(1, replay.requests + 1):
        try:
            steps = replay.steps(request)
        except EngineError:
            continue
        pairs = [(outcome.plan_before, outcome.plan_after) for outcome in steps.outcomes]
        for before, after in (*pairs, (steps.before, steps.after)):
            assert new_notices(before, after) == weighed(before, after)
