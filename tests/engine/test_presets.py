"""Each preset does what the table of its rules says, on random histories, against an independent restatement."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given

from inspector.engine import Replay
from inspector.policy import load_policy
from inspector.transcript import load_messages
from tests.engine.choices import Choices, cases
from tests.engine.compare import check_replay
from tests.engine.histories import either_form
from tests.engine.profile import examples
from tests.engine.restate import agent_engineering, evo_agent, go_tiny_claw, workbuddy
from tests.engine.restate.common import histories, recorded
from tests.engine.telling import MODES, Telling

Api = dict[str, Any]
Size = Callable[[list[dict[str, Any]]], int]


Case = tuple[list[Api], dict[str, int], str]


def gate(choose: Choices, messages: list[Api], size: Size, usual: tuple[int, ...]) -> int:
    """A threshold: a usual one, or the exact size of some request's history, or one beside it."""
    log = recorded(messages)
    if choose.chance(2):
        return choose.pick(usual)
    return max(size(log[: choose.pick(histories(log))]) + choose.pick((0, -1, 1)), 0)


def go_tiny_claw_case(choose: Choices) -> Case:
    messages = either_form(choose)
    knobs = {
        "max_chars": gate(choose, messages, go_tiny_claw.size, (0, 300, 1000, 3000)),
        "retain_last_messages": choose.pick((0, 1, 2, 3, 6)),
        "mask_over": choose.pick((200, 200, 0, 39, 40, 199)),
        "fold_over": choose.pick((200, 200, 0, 40)),
        "keep_size": choose.pick((1000, 1000, 1, 7, 200, 0)),
    }
    return messages, knobs, "tell"


def workbuddy_case(choose: Choices) -> Case:
    messages = either_form(choose, large=False)
    soft = gate(choose, messages, workbuddy.size, (0, 60, 150, 300))
    knobs = {
        "soft_threshold": soft,
        "hard_limit": choose.pick((soft * 2, soft * 2, 10**6, 10**6, soft + 1, soft, soft // 2)),
        "max_tool_result_tokens": choose.pick((10, 10, 0, 49, 50, 100)),
        "keep_recent_messages": choose.pick((6, 3, 2, 1, 0)),
        "summary_keep_messages": choose.pick((4, 2, 1, 0)),
    }
    return messages, knobs, choose.pick(MODES)


def evo_agent_case(choose: Choices) -> Case:
    messages = either_form(choose, large=False)
    knobs = {
        "context_limit": gate(choose, messages, evo_agent.size, (0, 700, 1500, 4000)),
        "keep_recent_results": choose.pick((3, 3, 1, 0)),
        "recent_files": choose.pick((5, 2, 1, 0)),
    }
    return messages, knobs, choose.pick(MODES)


def agent_engineering_case(choose: Choices) -> Case:
    messages = either_form(choose, large=False)
    knobs = {
        "fixed_input": choose.pick((0, 10)),
        "output_reserve": choose.pick((0, 5)),
        "safety_margin": choose.pick((0, 1)),
        "retain_turns": choose.pick((1, 1, 0, 2)),
        "result_limit": choose.pick((20, 10, 50, 0)),
        "result_tail_lines": choose.pick((3, 1, 0)),
    }
    beside = knobs["fixed_input"] + knobs["output_reserve"] + knobs["safety_margin"]
    knobs["window"] = beside + gate(choose, messages, agent_engineering.size, (0, 60, 150, 300))
    return messages, knobs, choose.pick(MODES)


@examples(250)
@given(cases(go_tiny_claw_case))
def test_go_tiny_claw(case: Case) -> None:
    messages, knobs, _ = case
    policy = load_policy("go-tiny-claw").with_knobs(**knobs)
    check_replay(Replay(load_messages(messages), policy), go_tiny_claw.run(messages, knobs))


@examples(250)
@given(cases(workbuddy_case))
def test_workbuddy(case: Case) -> None:
    messages, knobs, mode = case
    policy = load_policy("workbuddy-s14").with_knobs(**knobs)
    said = workbuddy.run(messages, knobs, Telling(mode).say)
    check_replay(Replay(load_messages(messages), policy, Telling(mode)), said)


@examples(250)
@given(cases(evo_agent_case))
def test_evo_agent(case: Case) -> None:
    messages, knobs, mode = case
    policy = load_policy("evo-agent").with_knobs(**knobs)
    said = evo_agent.run(messages, knobs, Telling(mode).say)
    check_replay(Replay(load_messages(messages), policy, Telling(mode)), said)


@examples(250)
@given(cases(agent_engineering_case))
def test_agent_engineering(case: Case) -> None:
    messages, knobs, mode = case
    policy = load_policy("agent-engineering").with_knobs(**knobs)
    said = agent_engineering.run(messages, knobs, Telling(mode).say)
    check_replay(Replay(load_messages(messages), policy, Telling(mode)), said)


CASES = {
    "go-tiny-claw": go_tiny_claw_case,
    "workbuddy-s14": workbuddy_case,
    "evo-agent": evo_agent_case,
    "agent-engineering": agent_engineering_case,
}


@pytest.mark.parametrize("name", CASES)
@examples(60)
@given(choose=cases(lambda choose: choose))
def test_the_order_of_asking_is_irrelevant(name: str, choose: Choices) -> None:
    messages, knobs, mode = CASES[name](Choices(choose.data))
    policy = load_policy(name).with_knobs(**knobs)
    rows = Replay(load_messages(messages), policy, Telling(mode)).rows()
    backwards = Replay(load_messages(messages), policy, Telling(mode))
    for request in range(backwards.requests, 0, -1):
        view, row = backwards.view(request), backwards.row(request)
        expected = rows[request - 1]
        assert (row.fired, row.view, row.compacted, row.turn) == (
            expected.fired,
            expected.view,
            expected.compacted,
            expected.turn,
        )
        assert (view.size, view.transcript_size, view.turn) == (expected.view, expected.transcript, expected.turn)
        assert tuple(layer.id for layer in view.layers if layer.fired) == expected.fired
        assert str(view.error) == str(expected.error) == str(row.error)
