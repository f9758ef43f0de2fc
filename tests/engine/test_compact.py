"""`compact()`: the policy inside a running harness."""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from inspector.engine import CompactionState, Fate, MessageViewLimitExceeded, Replay, compact
from inspector.policy import load_policy
from inspector.policy.model import Policy
from inspector.transcript import load_messages
from tests.engine.choices import Choices, cases
from tests.engine.histories import history
from tests.engine.messages import Api, assistant, call, result, step, system, user
from tests.engine.policies import policy
from tests.engine.profile import examples
from tests.engine.telling import Telling

WORKBUDDY = load_policy("workbuddy-s14")


def test_below_the_threshold_the_messages_come_back_as_they_are() -> None:
    messages = [
        system("s"),
        user("one string"),
        assistant("said", {"type": "thinking", "thinking": "hm", "signature": "x"}, call("a", "cat", path="f")),
        user(result("a", "out", is_error=True, cache_control={"type": "ephemeral"}), "typed"),
    ]
    given_messages = copy.deepcopy(messages)
    done = compact(messages, WORKBUDDY)
    assert done.messages == given_messages == messages
    assert done.before == done.after
    assert (done.fired, done.problems, done.state) == ((), (), CompactionState())
    assert done.messages is not messages


def test_the_messages_given_are_not_changed() -> None:
    messages = [user("task"), *step("a", "r" * 4000, "cat", path="f"), user("go")]
    before = copy.deepcopy(messages)
    done = compact(messages, WORKBUDDY.with_knobs(soft_threshold=0, max_tool_result_tokens=10), Telling())
    assert "truncate" in done.fired
    assert messages == before
    done.messages[0]["content"] = "changed by the caller"
    assert messages == before


def test_fields_that_nobody_knows_stay_on_a_changed_block() -> None:
    messages = [user("task"), *step("a", "r" * 400), user("go")]
    messages[2]["content"][0] |= {"_read_path": "x.py", "is_error": True}
    done = compact(messages, WORKBUDDY.with_knobs(soft_threshold=100, max_tool_result_tokens=10))
    block = done.messages[2]["content"][0]
    assert (block["tool_use_id"], block["_read_path"], block["is_error"]) == ("a", "x.py", True)
    assert block["content"].startswith("r" * 40 + "\n")
    assert done.after < done.before


def test_the_limit_is_an_error_with_sizes_and_layers_only() -> None:
    messages = [user("a secret " * 100), *[user("talk " * 40) for _ in range(8)]]
    policy = WORKBUDDY.with_knobs(soft_threshold=10, hard_limit=20)
    with pytest.raises(MessageViewLimitExceeded) as raised:
        compact(messages, policy, Telling())
    error = raised.value
    assert error.after >= 20
    assert error.before > error.after
    assert error.layers == ("prune", "summary")
    assert error.unit == "tokens"
    assert "secret" not in str(error)
    assert "talk" not in str(error)


def test_the_state_is_given_to_the_next_call() -> None:
    """A harness that keeps `messages` as its history: the second summary is made of the first and what leaves now."""
    policy = load_policy("evo-agent").with_knobs(context_limit=600)
    summariser = Telling()
    first = compact([user("task " * 150), *step("a", "x", "read_file", path="a.go")], policy, summariser)
    assert first.state.count == 1
    kept = [*first.messages, assistant("work " * 150), *step("b", "y", "read_file", path="b.go"), user("more")]
    second = compact(kept, policy, summariser, state=first.state)
    assert second.state.count == 2
    request = summariser.requests[-1]
    assert (request.previous, request.number) == ("", 0)
    assert (request.parts[0].name, request.parts[0].text) == ("earlier", first.state.last_summary)
    assert [part.name for part in request.parts[1:]] == ["2.1", "3.1", "4.1", "5.1"]
    assert second.messages[0]["content"].endswith("- a.go\n- b.go")
    assert len(second.messages) == 1


def test_a_failed_summary_is_a_problem_and_changes_nothing() -> None:
    messages = [user("task " * 300), assistant("x")]
    done = compact(messages, load_policy("evo-agent").with_knobs(context_limit=10), Telling("raise"))
    assert done.messages == messages
    assert [problem.kind for problem in done.problems] == ["summary_failed"]


def test_fates_stand_beside_the_messages() -> None:
    done = compact(
        [user("task"), *step("a", "r" * 400)], WORKBUDDY.with_knobs(soft_threshold=100, max_tool_result_tokens=10)
    )
    assert [message.fate for message in done.view] == [Fate.VERBATIM, Fate.VERBATIM, Fate.TRUNCATED]
    assert len(done.view) == len(done.messages)


def test_nothing_to_compact() -> None:
    assert compact([], WORKBUDDY).messages == []


def one_request(choose: Choices) -> tuple[Policy, list[Api]]:
    """A policy that no call of the agent's triggers, and a history before a reply."""
    rules, messages = policy(choose), history(choose)
    layers = [layer for layer in rules.layers if not getattr(layer.operation, "manual", None)]
    if not messages or (messages[-1]["role"] == "assistant" and not pending(messages)):
        messages = [*messages, user("and now?")]
    return replace(rules, layers=tuple(layers), state="per_request", protocol="strict"), messages


@examples(150)
@given(cases(one_request))
def test_it_sends_what_a_replay_shows(case: tuple[Policy, list[Api]]) -> None:
    """Without a carried state, `compact` is the policy applied once to the whole history."""
    rules, messages = case
    replay = Replay(load_messages(messages), rules, Telling())
    view = replay.view(replay.requests)
    if view.error is not None:
        with pytest.raises(type(view.error)) as raised:
            compact(messages, rules, Telling())
        assert str(raised.value) == str(view.error)
        return
    done = compact(messages, rules, Telling())
    assert done.after == view.size
    assert done.fired == tuple(layer.id for layer in view.layers if layer.fired)
    assert [(m.role, [(b.fate, b.text) for b in m.blocks]) for m in done.view] == [
        (m.role, [(b.fate, b.text) for b in m.blocks]) for m in view.messages
    ]


def pending(messages: list[Api]) -> bool:
    content: Any = messages[-1]["content"] if messages else []
    return any(isinstance(part, dict) and part["type"] == "tool_use" for part in content)


def openai(name: str) -> list[Api]:
    asked = {"id": "t1", "type": "function", "function": {"name": name, "arguments": '{"path": "a.py"}'}}
    return [
        {"role": "system", "content": "s"},
        {"role": "user", "content": "q"},
        {"role": "assistant", "content": None, "tool_calls": [asked]},
        {"role": "tool", "tool_call_id": "t1", "content": "r" * 3000},
        {"role": "user", "content": "go"},
    ]


def test_messages_in_the_other_form_load_again() -> None:
    """A harness keeps what it is given as its history: its next call must find the pairs whole."""
    done = compact(openai("cat"), load_policy("go-tiny-claw"))
    assert done.fired == ("truncate",)
    again = compact([*done.messages, {"role": "assistant", "content": "ok"}], load_policy("go-tiny-claw"))
    assert [problem.kind for problem in again.problems] == []


def test_openai_in_openai_out() -> None:
    messages = openai("cat")
    done = compact(messages, load_policy("evo-agent"))
    assert done.messages[3] == messages[3]
    assert done.messages[2]["tool_calls"] == messages[2]["tool_calls"]


PICTURE = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "aGVsbG8gd29ybGQ="}}


@pytest.mark.parametrize("policy", ["go-tiny-claw", "workbuddy-s14", "agent-engineering"])
def test_pictures_beside_a_truncated_text_come_back_as_they_were_given(policy: str) -> None:
    """A harness keeps what compact() answers: a reference in the place of a picture would lose it for good."""
    knobs = {"workbuddy-s14": {"soft_threshold": 10, "max_tool_result_tokens": 10}}
    knobs |= {"agent-engineering": {"window": 10, "result_limit": 10, "result_tail_lines": 1}}
    text = {"type": "text", "text": "x y z\n" * 2000}
    answer = {"type": "tool_result", "tool_use_id": "a", "content": [text, PICTURE]}
    messages = [user("q"), assistant(call("a")), user(answer)]
    given = load_policy(policy).with_knobs(**knobs.get(policy, {}))
    sent = compact(messages, given).messages[-1]["content"][0]
    assert sent["content"][1:] == [PICTURE]
    assert 0 < len(sent["content"][0]["text"]) < len(text["text"])


@pytest.mark.parametrize("messages", [[None], "text", [["role", "user"]]])
def test_what_is_no_list_of_messages_is_said_in_words(messages: Any) -> None:
    with pytest.raises(TypeError, match="list of messages"):
        compact(messages, load_policy("go-tiny-claw"))


def test_a_message_of_unknown_form_is_refused_and_not_lost() -> None:
    with pytest.raises(ValueError, match=r"unknown form.*weird"):
        compact([user("q"), {"role": "weird", "content": "x"}, assistant("a")], load_policy("go-tiny-claw"))
