"""A session whose model changes on the way: each request has its own model's budget; quick and slow say the same."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import given

from inspector.engine import Replay
from inspector.engine.budgets import Budgets, Switch
from inspector.engine.course import Course
from inspector.engine.replay import course
from inspector.engine.switched import Switched
from inspector.engine.told.switched import SwitchedTold
from inspector.policy import load_policy, load_text
from inspector.policy.model import Budget, Limit, Policy
from inspector.transcript import load_messages
from inspector.transcript.model import Transcript
from tests.benchmarks.synthetic import messages as long_session
from tests.engine.choices import Choices, cases
from tests.engine.histories import either_form
from tests.engine.messages import assistant, user
from tests.engine.policies import policy
from tests.engine.profile import examples
from tests.engine.telling import MODES, Telling
from tests.engine.test_told import asides, told_policy, told_steps
from tests.engine.usages import reporting, usage_policy

Api = dict[str, Any]
Case = tuple[Policy, Policy, list[Api], list[int], str]


class Slow(Switched):
    """Every request is run, layer by layer."""

    told_afresh = False

    def _next(self, request: int) -> None:
        self._run(request)


def other_budget(choose: Choices, one: Policy) -> Policy:
    """The same policy with other numbers in its gates and its budget."""
    budget = one.budget
    layers = tuple(
        replace(layer, when=_other(choose, layer.when)) if isinstance(layer.when, Limit) else layer
        for layer in one.layers
    )
    return replace(
        one,
        layers=layers,
        start=_other(choose, one.start) if one.start else None,
        refuse=_other(choose, one.refuse) if one.refuse else None,
        budget=Budget(budget.window, budget.fixed + choose.pick((0, 90)), budget.reserve, 7) if budget else None,
    )


def _other(choose: Choices, limit: Limit) -> Limit:
    return replace(limit, value=choose.pick((60, 300, 900, 0)))


def case(choose: Choices) -> Case:
    messages = either_form(choose, large=choose.chance(2))
    by_usage = choose.chance(2)
    rules = usage_policy(choose) if by_usage else choose.pick((policy, told_policy))(choose)
    messages = reporting(choose, messages) if by_usage else messages
    at = [choose.below(2) for _ in range(8)]
    return rules, other_budget(choose, rules), messages, at, choose.pick((*MODES, "none"))


def switching(transcript: Transcript, policies: tuple[Policy, Policy], at: list[int]) -> Budgets:
    """Budgets that change where the pattern says; there is always a change, so that nothing is told in another way."""
    which = [at[n % len(at)] for n in range(transcript.structure.requests)]
    return Budgets(policies[0], [policies[n] for n in which], (Switch(2, "a", "b"),), ["ab"[n] for n in which])


def pair(
    transcript: Transcript, found: Budgets, mode: str, quick: type[Switched] | None = None
) -> tuple[Replay, Replay]:
    """A quick one, as the replay itself would choose it or of one kind, and a slow one."""
    out = []
    for kind in (quick or course, Slow):
        writer = None if mode == "none" else Telling(mode)
        replay = Replay(transcript, found.policy, writer)
        replay.budgets = found
        replay._course = kind(replay.ledger, found, writer)
        out.append(replay)
    return out[0], out[1]


@examples(120)
@given(cases(case))
def test_quick_and_slow_say_the_same(given_case: Case) -> None:
    one, other, messages, at, mode = given_case
    transcript = load_messages(messages)
    fast, slow = pair(
        transcript, switching(transcript, (one, other), at), mode, Switched if len(messages) % 3 == 0 else None
    )
    assert [str(row) for row in fast.rows()] == [str(row) for row in slow.rows()]
    table = pair(transcript, fast.budgets, mode)[0].table()
    assert table is not None
    assert [str(row) for row in table] == [str(row) for row in slow.rows()]
    for request in range(1, fast.requests + 1):
        assert told_steps(fast.steps(request)) == told_steps(slow.steps(request))


@examples(60)
@given(cases(case))
def test_equal_budgets_are_as_one(given_case: Case) -> None:
    one, _, messages, at, mode = given_case
    transcript = load_messages(messages)
    found = switching(transcript, (one, one), at)
    fast, _ = pair(transcript, found, mode)
    plain = Replay(transcript, one, None if mode == "none" else Telling(mode))
    plain._course = Course(plain.ledger, one, plain.summariser)
    assert [str(row) for row in fast.rows()] == [str(row) for row in plain.rows()]


RULES = """\
schema: compaction-policy/1
name: by-model
state: rewrite
meter: {count: chars, unit: chars}
budget: {window: $window, reserve: $reserve}
knobs:
  window: {default: 1000, unit: chars}
  reserve: {default: 10, unit: chars}
models:
  small-*: {window: 45}
  "large": {window: 90, reserve: 20}
start: {">": $window, of: required}
layers:
  - {id: prune, do: drop, keep: {last: 2, unit: messages}}
"""


def said(*models: str) -> list[Api]:
    """Prompts and replies of ten characters each, the replies by these models."""
    out: list[Api] = []
    for model in models:
        out += [user("u" * 10), {**assistant("a" * 10), "model": model}]
    return out


def carrying_case(choose: Choices) -> Case:
    """agent-engineering on a long session, with two budgets."""
    rules = load_policy("agent-engineering").with_knobs(
        fixed_input=0, output_reserve=0, safety_margin=10, result_limit=choose.pick((20, 100)), summary_max_tokens=50
    )
    rules = replace(rules, state=choose.pick(("overlay", "rewrite")))
    one, other = (rules.with_knobs(window=window) for window in choose.pick(((300, 900), (1500, 400), (700, 100))))
    messages = long_session(40 + choose.below(60), seed=choose.below(250), mean_chars=choose.pick((200, 60)))
    messages = [message for n, message in enumerate(messages) for message in (message, *asides(choose, n, message))]
    return one, other, messages, [choose.below(2) for _ in range(8)], "none" if choose.chance(2) else choose.pick(MODES)


@examples(40)
@given(cases(carrying_case))
def test_sums_go_on_from_budget_to_budget(given_case: Case) -> None:
    one, other, messages, at, mode = given_case
    transcript = load_messages(messages)
    found = switching(transcript, (one, other), at)
    fast, slow = pair(transcript, found, mode)
    assert isinstance(fast._course, SwitchedTold)
    assert [str(row) for row in fast.rows()] == [str(row) for row in slow.rows()]
    table = pair(transcript, found, mode)[0].table()
    assert table is not None
    assert [str(row) for row in table] == [str(row) for row in slow.rows()]
    for request in range(fast.requests, 0, -2):  # backwards: whatever was asked last must not matter
        assert told_steps(fast.steps(request)) == told_steps(slow.steps(request))


def test_by_hand() -> None:
    replay = Replay(load_messages(said("large", "large", "large", "small-1", "unnamed")), load_text(RULES))
    rows = replay.rows()
    # large: 10 + 20, 30 + 20, 50 + 20 of 90. small-1: 70 + 10 is over 45, and two messages of 10 stay.
    # unnamed: the defaults; the two, the reply and the new prompt are 40.
    assert [row.view for row in rows] == [10, 30, 50, 20, 40]
    assert [row.required for row in rows] == [30, 50, 70, 30, 50]
    assert [row.fired for row in rows] == [(), (), (), ("prune",), ()]
    gates = [replay.view(request).layers[0].reason for request in (1, 4, 5)]
    assert gates[0] == "not reached: 30 <= 90 (budget of large)"
    assert gates[1].startswith("80 > 45 (budget of small-1)")
    assert gates[2] == "not reached: 50 <= 1000 (budget of unnamed)"
    windows = [needed.window for n in range(1, 6) if (needed := replay.view(n).required)]
    assert windows == [90, 90, 90, 45, 1000]
    told = replay.certificate(5).why
    assert told.endswith("the budget changes with the model (request 4: large → small-1; request 5: small-1 → unnamed)")
    assert "changes with the model" not in replay.certificate(3).why


def test_one_model_is_one_policy() -> None:
    replay = Replay(load_messages(said("large", "large")), load_text(RULES))
    assert replay.policy == load_text(RULES).at_model("large")
    assert replay.policy_at(2) is replay.policy
    assert replay.budgets.switches == ()
    chosen = Replay(load_messages(said("large", "small-1")), load_text(RULES).at_model("small-1"))
    assert [chosen.policy_at(n).values["window"] for n in (1, 2)] == [45, 45]


def test_models_without_another_budget_are_no_switch() -> None:
    replay = Replay(load_messages(said("small-1", "small-2", "small-1")), load_text(RULES))
    assert replay.budgets.switches == ()
    assert replay.policy.values["window"] == 45


def test_patterns_with_the_same_numbers_are_no_switch() -> None:
    rules = load_text(RULES.replace('"large": {window: 90, reserve: 20}', "large: {window: 45}"))
    replay = Replay(load_messages(said("small-1", "large", "small-2")), rules)
    assert replay.budgets.switches == ()
    assert "changes with the model" not in replay.certificate().why
