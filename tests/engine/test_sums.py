"""Running sums under local layers are what the blocks add up to one by one, and little of them is kept."""

from __future__ import annotations

from itertools import combinations, permutations
from typing import Any

from hypothesis import given

from inspector.engine import Replay
from inspector.engine.effects import _memo
from inspector.engine.ledger import Ledger
from inspector.policy import load_policy
from inspector.policy.model import Policy
from inspector.transcript import load_messages
from tests.engine.choices import Choices, cases
from tests.engine.histories import either_form
from tests.engine.messages import step, user
from tests.engine.policies import policy
from tests.engine.profile import examples


def case(choose: Choices) -> tuple[Policy, list[dict[str, Any]]]:
    return policy(choose), either_form(choose, large=True)


@examples(150)
@given(cases(case))
def test_sums_are_what_blocks_add_up_to(given_case: tuple[Policy, list[dict[str, Any]]]) -> None:
    rules, messages = given_case
    ledger = Ledger(load_messages(messages), rules)
    end = len(ledger.blocks)
    orders = [order for count in (1, 2) for order in permutations(ledger.effects, count)]
    for applied in orders:
        single = [ledger.state(block, applied).size for block in range(end)]
        sums = ledger.summed(applied)
        assert [sums[at + 1] - sums[at] for at in range(end)] == single
        for lo, hi in combinations((0, end // 3, end // 2, end), 2):
            assert ledger.size(lo, hi, applied) == sum(single[lo:hi])
        *before, last = applied
        earlier = tuple(before)
        changed = [b for b in range(end) if ledger.state(b, applied) is not ledger.state(b, earlier)]
        assert list(ledger.changes(last, earlier)) == changed


def test_turning_a_knob_leaves_little_behind() -> None:
    messages = [user("go"), *(message for n in range(30) for message in step(n, "x" * 900))]
    transcript = load_messages(messages)
    rules = load_policy("go-tiny-claw")
    for size in range(200, 300):
        Replay(transcript, rules.with_knobs(keep_size=size)).rows()
    kinds = [key[0] for key in _memo[transcript] if isinstance(key, tuple)]
    assert len(kinds) <= 48
    assert kinds.count("states") <= 6
    assert kinds.count("summed") <= 6
