"""Views made afresh, told for all requests at once: the same rows as with a plan for each of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import given

from inspector.engine import Replay, columns
from inspector.engine.course import Course
from inspector.engine.table import Table
from inspector.policy import load_policy
from inspector.policy.model import Clear, Fold, Layer, Policy, Region, Truncate
from inspector.transcript import load_messages
from tests.engine.choices import Choices, cases
from tests.engine.histories import either_form
from tests.engine.messages import step, user
from tests.engine.policies import item_layer, limit, policy
from tests.engine.profile import examples


def afresh_policy(choose: Choices) -> Policy:
    """A random policy of local layers, one pass over the whole history."""
    rules = policy(choose)
    layers = tuple(_local(choose, layer, number) for number, layer in enumerate(rules.layers))
    start = limit(choose, rules.meter.unit, (200, 0, 60, 700)) if choose.chance(2) else rules.start
    return replace(rules, layers=layers, start=start, refuse=None, state="per_request", protocol="mark", stop="never")


def _local(choose: Choices, layer: Layer, number: int) -> Layer:
    operation, picked = layer.operation, layer.select
    if not isinstance(operation, Truncate | Clear | Fold):
        operation, picked = item_layer(choose, choose.pick(("clear", "fold", "truncate")))
    apart = choose.chance(6)
    where = choose.pick(("outside", "inside", "all"))
    region = Region() if where == "all" else Region(where, messages=choose.pick((2, 0, 1, 5)), results_apart=apart)
    over = layer.over or limit(choose, choose.pick(("bytes", "chars")), (20, 0, 3))
    return Layer(f"layer{number}", operation, None, picked, region, over, layer.enabled)


def case(choose: Choices) -> tuple[Policy, list[dict[str, Any]]]:
    return afresh_policy(choose), either_form(choose, large=True)


@examples(300)
@given(cases(case))
def test_rows_are_those_of_the_plans(given_case: tuple[Policy, list[dict[str, Any]]]) -> None:
    rules, messages = given_case
    transcript = load_messages(messages)
    replay = Replay(transcript, rules)
    table = replay.table()
    assert table is not None
    for request in range(1, replay.requests + 1):
        steps = replay.steps(request)
        row = table[request - 1]
        assert row == replay.row(request)
        assert (row.view, row.fired) == (steps.after.size, steps.fired)


def test_a_preset_is_told_in_columns() -> None:
    messages = [user("go"), *(message for n in range(30) for message in step(n, "x" * 900))]
    transcript, rules = load_messages(messages), load_policy("go-tiny-claw")
    for start in (0, 5_000, 10**8):
        replay = Replay(transcript, rules.with_knobs(max_chars=start))
        assert isinstance(replay._course, Course)
        table = Table(replay._course)
        assert columns.fill(replay._course, table)
        assert [*table] == [*replay.rows()]
