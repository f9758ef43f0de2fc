"""Gates by usage: the laws, no look-ahead, the quick way and the slow way, and each case of the count worked by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import given

from inspector.engine import Replay
from inspector.policy.model import Limit, Policy
from inspector.transcript import load_messages
from tests.engine import laws
from tests.engine.choices import Choices, cases
from tests.engine.histories import either_form
from tests.engine.profile import examples
from tests.engine.telling import MODES, Telling
from tests.engine.test_told import _eased, same
from tests.engine.usages import reporting, usage_policy

Api = dict[str, Any]
Case = tuple[Policy, list[Api], str]


def case(choose: Choices) -> Case:
    messages = reporting(choose, either_form(choose, large=choose.chance(2)))
    return usage_policy(choose), messages, choose.pick((*MODES, "none", "none"))


def told_case(choose: Choices) -> Case:
    rules, messages, mode = case(choose)
    layers = tuple(_eased(layer) for layer in rules.layers)
    return replace(rules, layers=layers, state=choose.pick(("rewrite", "overlay"))), messages, mode


@examples(150)
@given(cases(told_case))
def test_sums_and_plans_agree(given_case: Case) -> None:
    rules, messages, mode = given_case
    same(load_messages(messages), rules, mode)


@examples(150)
@given(cases(case))
def test_every_view_obeys_the_laws(given_case: Case) -> None:
    rules, messages, mode = given_case
    replay = Replay(load_messages(messages), rules, Telling(mode if mode != "none" else MODES[0]))
    for request in range(1, replay.requests + 1):
        laws.check(replay, request)


@examples(100)
@given(cases(lambda choose: (*case(choose), choose.below(40), choose.pick((1, 10**6)))))
def test_no_decision_reads_usage_of_its_own_reply_or_a_later_one(
    given_case: tuple[Policy, list[Api], str, int, int],
) -> None:
    rules, messages, mode, at, tokens = given_case
    transcript = load_messages(messages)
    structure = transcript.structure
    request = 1 + at % structure.requests if structure.requests else 0
    if not request:
        return
    later = structure.histories[request - 1]
    changed = [
        {**m, "usage": {"input_tokens": tokens, "output_tokens": 3}} if n >= later and m["role"] == "assistant" else m
        for n, m in enumerate(messages)
    ]
    one, other = (
        Replay(each, rules, Telling(mode) if mode != "none" else None) for each in (transcript, load_messages(changed))
    )
    for number in range(1, request + 1):
        mine, theirs = one.steps(number), other.steps(number)
        assert [(o.id, o.fired, o.reason, o.after) for o in mine.outcomes] == [
            (o.id, o.fired, o.reason, o.after) for o in theirs.outcomes
        ]


@examples(100)
@given(cases(case))
def test_the_smallest_size_that_reaches_a_limit_is_where_the_count_reaches_it(given_case: Case) -> None:
    """Monotone: below it the count is below the limit, from it on at or over it, whatever the requests before reported."""
    rules, messages, _ = given_case
    ledger = Replay(load_messages(messages), rules).ledger
    gate = ledger.by_usage
    for request in range(1, ledger.structure.requests + 1):
        for since in {0, 1, request - 1, request}:
            for limit in (Limit(">", 300, "tokens", "usage"), Limit(">=", 90, "tokens", "usage")):
                least = gate.least(limit, request, since)
                for size in (least - 40, least - 1, least, least + 1, least + 40):
                    assert limit.reached(gate.count(request, since, size).tokens) == (size >= least)
